use candid::CandidType;

#[derive(CandidType)]
#[serde(tag = "kind", content = "of", deny_unknown_fields)]
enum Item {
    #[serde(other)]
    Other,
    #[serde(untagged)]
    Untagged(u8),
    #[serde(with = "module", serialize_with = "function")]
    With(u8),
}

#[derive(CandidType)]
#[serde(untagged, rename_all = "Camel")]
enum Untagged {}

#[derive(CandidType)]
#[serde(rename_all(serialize = "camelCase", deserialize = "snake_case"))]
struct Fields {
    #[serde(flatten)]
    flat: (),
    #[serde(skip_serializing)]
    unwritten: u8,
    #[serde(with = "module")]
    with: u8,
    #[serde(rename(serialize = "a", deserialize = "b"))]
    two: u8,
    // Nothing of it counts.
    #[serde(skip, with = "module", flatten)]
    skipped: u8,
}

#[derive(CandidType)]
#[serde(variant_identifier)]
enum VariantIdentifier {
    A,
}

#[derive(CandidType)]
#[serde(field_identifier)]
enum FieldIdentifier {
    A,
}

#[derive(CandidType)]
#[serde(remote = "Elsewhere")]
struct Remote {
    #[serde(getter = "Elsewhere::a")]
    a: u8,
    #[serde(serialize_with = "function")]
    b: u8,
}

#[derive(CandidType)]
#[serde(transparent)]
struct Two(u8, u8);

#[derive(CandidType)]
#[serde(from = "u8")]
struct OneWay(u8);

#[derive(CandidType)]
#[serde(into = "u8")]
struct OtherWay(u8);

#[derive(CandidType)]
#[serde(try_from = "u8", into = "Vec<u8>")]
struct BothWays(u8);

// Whatever is not checked: the fields behind it would be read from its place.
#[derive(CandidType)]
#[candid(unchecked)]
struct Shifted(#[serde(skip_deserializing)] u32, u64);

#[derive(CandidType)]
#[candid(checked)]
struct Unknown;

#[derive(candid::CandidType)]
#[candid(name = "A")]
#[candid(name = "B")]
struct NamedTwice {
    a: u8,
}

#[derive(CandidType)]
#[candid(name = "record")]
struct Keyword {
    a: u8,
}

#[derive(CandidType)]
#[candid(name = 5)]
struct NotText {
    a: u8,
}

#[derive(CandidType)]
#[candid(name = "Pair")]
struct WithoutDefinition(u8, u8);

#[derive(CandidType)]
struct RestInTuple(#[candid(rest)] candid::Rest);

#[derive(CandidType)]
struct TwoRests {
    #[candid(rest)]
    a: candid::Rest,
    #[candid(rest)]
    b: candid::Rest,
}

#[derive(CandidType)]
struct RestBesideFlatten {
    #[candid(rest)]
    a: candid::Rest,
    #[serde(flatten)]
    b: Keyword,
}

#[derive(CandidType)]
struct Aliases {
    #[serde(alias = "b", alias = "c", alias = "c")]
    a: u8,
    b: u8,
    #[serde(alias = "c", alias = 5)]
    d: u8,
}

#[derive(CandidType)]
enum WithType {
    #[candid(with_type = "u8")]
    #[serde(with = "module")]
    Variant(u8),
    Field(#[candid(with_type = "u8")] u8),
    Fields {
        #[candid(with_type = "5 + 5")]
        #[serde(with = "module")]
        x: u8,
        #[candid(with_types = "u8")]
        y: u8,
        #[candid(with_type = "u8")]
        #[serde(with = "not a path")]
        z: u8,
    },
}

#[derive(CandidType)]
#[serde(tag = "kind")]
struct TaggedStruct {
    a: u8,
}

#[derive(CandidType)]
#[serde(transparent)]
enum TransparentEnum {
    A(u8),
}

#[derive(CandidType)]
#[serde(transparent)]
struct TransparentNotRead {
    #[serde(skip_deserializing)]
    a: u8,
}

#[derive(CandidType, Clone)]
#[serde(transparent, from = "u8", into = "u8")]
struct TransparentProxy(u8);

#[derive(CandidType, Clone)]
#[serde(from = "u8", try_from = "u8", into = "u8")]
struct TwoFrom(u8);

#[derive(CandidType)]
#[serde(try_from = "u8")]
struct OneTry(u8);

#[derive(CandidType)]
#[serde(rename_all_fields(serialize = "camelCase"))]
enum FunctionOfPayload {
    #[serde(with = "serde_bytes")]
    Tuple(Vec<u8>, u8),
    #[serde(with = "candid::rc")]
    Named { a: std::rc::Rc<u8> },
    #[serde(with = "serde_bytes")]
    Unit,
    #[serde(with = "serde_bytes")]
    Skipped(#[serde(skip)] Vec<u8>),
    #[serde(skip, with = "serde_bytes")]
    Not,
}

#[derive(CandidType)]
struct RestAttributes {
    #[candid(rest, id = 5)]
    #[serde(alias = "b", with = "serde_bytes", skip_deserializing)]
    a: candid::Rest,
}

#[derive(CandidType)]
struct RestAndFlatten {
    #[candid(rest)]
    #[serde(flatten)]
    a: candid::Rest,
}

#[derive(CandidType)]
struct RestSkipped {
    #[serde(skip)]
    #[candid(rest)]
    a: candid::Rest,
}

#[derive(CandidType)]
struct RestNamed {
    #[candid(rest)]
    a: candid::Rest,
    #[serde(rename = "a")]
    b: u8,
}

#[derive(CandidType)]
#[serde(rename_all = "UPPERCASE")]
struct RestAliased {
    #[candid(rest)]
    a: candid::Rest,
    #[serde(alias = "A")]
    b: u8,
}

#[derive(CandidType)]
struct RestOfAnotherType {
    #[candid(rest)]
    a: Vec<u8>,
}

fn main() {}
