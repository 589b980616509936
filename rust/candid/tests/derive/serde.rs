//! Attributes of serde mean here what they mean in serde_json: the same names, the same values.

use super::check;
use candid::types::TypeInner;
use candid::{decode_one, encode_one, CandidType, Decode, Deserialize, Encode, Nat};
use serde::de::DeserializeOwned;
use serde::Serialize;
use std::collections::BTreeSet;
use std::fmt::Debug;
use std::marker::PhantomData;

/// Returns the labels of the record or variant, which are names.
fn labels<T: CandidType>() -> BTreeSet<String> {
    match T::ty().as_ref() {
        TypeInner::Record(fields) | TypeInner::Variant(fields) => {
            fields.iter().map(|field| field.id.to_string()).collect()
        }
        other => panic!("{other:?}"),
    }
}

/// Returns the keys of the values in JSON: of a struct all of its fields, of an enum the name of the variant.
fn keys<T: Serialize>(values: &[T]) -> BTreeSet<String> {
    let values = values
        .iter()
        .map(|value| serde_json::to_value(value).unwrap());
    values
        .flat_map(|value| match value {
            serde_json::Value::String(name) => vec![name],
            serde_json::Value::Object(fields) => fields.into_iter().map(|(key, _)| key).collect(),
            other => panic!("{other}"),
        })
        .collect()
}

/// Checks that the values have the same names in Candid and in JSON, and come back from both.
#[track_caller]
fn same<T>(values: &[T])
where
    T: CandidType + Serialize + DeserializeOwned + PartialEq + Debug,
{
    assert_eq!(labels::<T>(), keys(values));
    for value in values {
        assert_eq!(
            &decode_one::<T>(&encode_one(value).unwrap()).unwrap(),
            value
        );
        let json = serde_json::to_string(value).unwrap();
        assert_eq!(&serde_json::from_str::<T>(&json).unwrap(), value);
    }
    super::descriptors::check_same::<T>();
}

/// Declares a struct and an enum in a case, and checks them.
macro_rules! case {
    ($($case:literal)*) => {$({
        #[derive(CandidType, Serialize, Deserialize, PartialEq, Debug)]
        #[serde(rename_all = $case)]
        #[allow(non_snake_case, reason = "a name with empty words")]
        struct Fields {
            outcome: u8,
            very_tasty: bool,
            z42: u16,
            r#type: u32,
            _a__b_: String,
            #[serde(rename = "asItIs")]
            renamed: i8,
        }
        let a = Fields { outcome: 1, very_tasty: true, z42: 2, r#type: 3, _a__b_: "b".into(), renamed: 4 };
        same(&[a]);

        #[derive(CandidType, Serialize, Deserialize, PartialEq, Debug)]
        #[serde(rename_all = $case, rename_all_fields = $case)]
        enum Variants {
            Outcome,
            VeryTasty(u8),
            Z42 { first_field: u8 },
            HTTPGet(u8, bool),
            #[serde(rename = "asItIs")]
            Renamed,
        }
        use Variants::*;
        same(&[Outcome, VeryTasty(1), Z42 { first_field: 2 }, HTTPGet(3, true), Renamed]);
    })*};
}

#[test]
fn names_in_all_cases() {
    case!("lowercase" "UPPERCASE" "PascalCase" "camelCase" "snake_case" "SCREAMING_SNAKE_CASE" "kebab-case"
        "SCREAMING-KEBAB-CASE");
}

/// Names are texts: empty, of digits, of other letters, of words that Rust keeps.
#[test]
#[allow(non_camel_case_types, reason = "words that Rust keeps")]
fn names_of_any_text() {
    #[derive(CandidType, Serialize, Deserialize, PartialEq, Debug)]
    struct r#struct {
        #[serde(rename = "")]
        empty: u8,
        #[serde(rename = "0")]
        zero: u8,
        #[serde(rename = "ä \"\\")]
        letters: u8,
        #[serde(rename = "_7_")]
        number: u8,
        #[serde(rename = "r#type")]
        raw: u8,
        r#fn: u8,
    }
    same(&[r#struct {
        empty: 1,
        zero: 2,
        letters: 3,
        number: 4,
        raw: 5,
        r#fn: 6,
    }]);

    #[derive(CandidType, Serialize, Deserialize, PartialEq, Debug)]
    #[serde(rename_all_fields = "kebab-case")]
    enum r#enum {
        #[serde(rename = "")]
        Empty,
        #[serde(rename = "1")]
        One(u8),
        r#type,
        r#struct {
            r#in: u8,
            two_words: u8,
        },
    }
    same(&[
        r#enum::Empty,
        r#enum::One(1),
        r#enum::r#type,
        r#enum::r#struct {
            r#in: 2,
            two_words: 3,
        },
    ]);
}

/// Checks that a value is read from both as the same value, which may be another than was written.
#[track_caller]
fn same_read<T: CandidType + Serialize + DeserializeOwned + PartialEq + Debug>(
    values: impl IntoIterator<Item = T>,
) {
    for value in values {
        let candid: T = decode_one(&encode_one(&value).unwrap()).unwrap();
        let json = serde_json::to_string(&value).unwrap();
        assert_eq!(candid, serde_json::from_str::<T>(&json).unwrap());
    }
}

/// Attributes inside of variants.
#[test]
fn parts_of_variants() {
    fn pair<'de, D: serde::Deserializer<'de>>(from: D) -> Result<(u8, u16), D::Error> {
        <(u8, u16)>::deserialize(from).map(|(a, b)| (a, b + 1))
    }
    fn five() -> u8 {
        5
    }
    #[derive(CandidType, Serialize, Deserialize, PartialEq, Debug)]
    enum Parts {
        #[serde(deserialize_with = "pair")]
        Function(u8, u16),
        #[serde(with = "candid::rc")]
        Module(std::rc::Rc<u8>),
        Named {
            #[serde(skip_deserializing, default = "five")]
            unread: u8,
            #[serde(skip_serializing_if = "Option::is_none")]
            absent: Option<u8>,
            #[serde(skip, default = "five")]
            skipped: u8,
        },
        Skipped(
            #[serde(skip)] u8,
            u16,
            #[serde(skip, default = "five")] u8,
            u32,
        ),
        NoPayload(#[serde(skip)] u8),
        Default(u8, #[serde(default = "five")] u8),
    }
    same_read([
        Parts::Function(1, 2),
        Parts::Module(3.into()),
        Parts::Named {
            unread: 1,
            absent: None,
            skipped: 2,
        },
        Parts::Skipped(1, 2, 3, 4),
        Parts::NoPayload(1),
        Parts::Default(1, 2),
    ]);
    assert_eq!(labels::<Parts>().len(), 6);
}

#[test]
fn conversions_of_enums() {
    #[derive(CandidType, Serialize, Deserialize, PartialEq, Debug, Clone)]
    #[serde(from = "u8", into = "u8")]
    enum Level {
        Low,
        Other { level: u8 },
    }
    impl From<u8> for Level {
        fn from(level: u8) -> Self {
            match level {
                0 => Level::Low,
                _ => Level::Other { level },
            }
        }
    }
    impl From<Level> for u8 {
        fn from(level: Level) -> Self {
            match level {
                Level::Low => 0,
                Level::Other { level } => level,
            }
        }
    }
    assert_eq!(Level::ty().to_string(), "nat8");
    same_read([Level::Low, Level::Other { level: 7 }]);
}

#[test]
fn cases_of_fields_of_variants() {
    #[derive(CandidType, Serialize, Deserialize, PartialEq, Debug)]
    #[serde(rename_all_fields = "camelCase")]
    enum Event {
        UserLeft {
            user_name: u8,
        },
        // Its own case comes first.
        #[serde(rename_all = "UPPERCASE")]
        UserCame {
            user_name: u8,
        },
    }
    let ty = "variant {\n  UserCame : record { USER_NAME : nat8 };\n  UserLeft : record { userName : nat8 };\n}";
    assert_eq!(Event::ty().to_string(), ty);
    same(&[
        Event::UserLeft { user_name: 1 },
        Event::UserCame { user_name: 2 },
    ]);
    let json = serde_json::to_string(&Event::UserLeft { user_name: 1 }).unwrap();
    assert_eq!(json, r#"{"UserLeft":{"userName":1}}"#);
}

#[test]
fn names_of_numbers_follow_the_case() {
    #[derive(CandidType, Deserialize, PartialEq, Debug)]
    #[serde(rename_all = "camelCase")]
    struct Numbered {
        #[candid(id = 7)]
        first_field: u8,
        second_field: u8,
    }
    check(
        Numbered {
            first_field: 1,
            second_field: 2,
        },
        "record { 7 : nat8; secondField : nat8 }",
        "4449444c016c02077ba6e1c2f9087b01000102",
    );
}

#[test]
fn transparent() {
    #[derive(CandidType, Serialize, Deserialize, PartialEq, Debug)]
    #[serde(transparent)]
    struct Id<T> {
        number: u64,
        #[serde(skip)]
        cache: Option<u8>,
        of: PhantomData<T>,
    }
    let id = Id {
        number: 5,
        cache: None,
        of: PhantomData::<u8>,
    };
    assert_eq!(serde_json::to_string(&id).unwrap(), "5");
    check(id, "nat64", "4449444c0001780500000000000000");

    #[derive(CandidType, Serialize, Deserialize, PartialEq, Debug)]
    #[serde(transparent)]
    struct Text(String);
    check(Text("a".into()), "text", "4449444c0001710161");
}

#[test]
fn phantom_data() {
    #[derive(CandidType, Serialize, Deserialize, PartialEq, Debug)]
    struct Id<T> {
        number: u8,
        of: PhantomData<T>,
        made_by: PhantomData<fn() -> T>,
    }
    let id = Id::<String> {
        number: 5,
        of: PhantomData,
        made_by: PhantomData,
    };
    let json = serde_json::to_string(&id).unwrap();
    assert_eq!(json, r#"{"number":5,"of":null,"made_by":null}"#);
    same(&[id]);
    check(
        (vec![PhantomData::<str>; 2], PhantomData::<u8>),
        "record { vec null; null }",
        "4449444c026c020001017f6d7f010002",
    );
}

/// Celsius, written in tenths of a degree.
#[derive(CandidType, Serialize, Deserialize, PartialEq, Debug, Clone)]
#[serde(try_from = "i32", into = "i32")]
struct Celsius(f64);

impl TryFrom<i32> for Celsius {
    type Error = String;

    fn try_from(tenths: i32) -> Result<Self, String> {
        match tenths {
            -2731.. => Ok(Celsius(f64::from(tenths) / 10.0)),
            _ => Err(format!("{tenths} is below the absolute zero")),
        }
    }
}

impl From<Celsius> for i32 {
    fn from(celsius: Celsius) -> i32 {
        format!("{:.0}", celsius.0 * 10.0).parse().unwrap()
    }
}

#[test]
fn conversions() {
    check(Celsius(21.5), "int32", "4449444c000175d7000000");
    assert_eq!(serde_json::to_string(&Celsius(21.5)).unwrap(), "215");
    let error = decode_one::<Celsius>(&encode_one(-3000_i32).unwrap()).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("-3000 is below the absolute zero"),
        "{error}"
    );

    #[derive(CandidType, Serialize, Deserialize, PartialEq, Debug, Clone)]
    #[serde(from = "(Celsius, String)", into = "(Celsius, String)")]
    struct Reading {
        at: String,
        value: Celsius,
    }
    impl From<(Celsius, String)> for Reading {
        fn from((value, at): (Celsius, String)) -> Self {
            Reading { at, value }
        }
    }
    impl From<Reading> for (Celsius, String) {
        fn from(reading: Reading) -> Self {
            (reading.value, reading.at)
        }
    }
    let reading = Reading {
        at: "a".into(),
        value: Celsius(1.0),
    };
    check(
        reading,
        "record { int32; text }",
        "4449444c016c020075017101000a0000000161",
    );
}

#[test]
fn cases_that_are_only_read() {
    #[derive(CandidType, Serialize, Deserialize, PartialEq, Debug)]
    enum Status {
        Active,
        #[serde(skip_serializing)]
        Legacy(u8),
    }
    assert_eq!(labels::<Status>().len(), 2);
    #[derive(CandidType)]
    enum Old {
        Legacy(u8),
    }
    let old = encode_one(Old::Legacy(3)).unwrap();
    assert_eq!(decode_one::<Status>(&old).unwrap(), Status::Legacy(3));
    assert!(encode_one(Status::Legacy(3)).is_err());
    assert!(serde_json::to_string(&Status::Legacy(3)).is_err());
    assert_eq!(
        decode_one::<Status>(&encode_one(Status::Active).unwrap()).unwrap(),
        Status::Active
    );
}

#[test]
fn conversions_of_generic_types() {
    #[derive(CandidType, Serialize, Deserialize, PartialEq, Debug, Clone)]
    #[serde(
        from = "(T, T)",
        into = "(T, T)",
        bound(
            serialize = "T: Clone + Serialize",
            deserialize = "T: Deserialize<'de>"
        )
    )]
    struct Twice<T>(T, T);
    impl<T> From<(T, T)> for Twice<T> {
        fn from((a, b): (T, T)) -> Self {
            Twice(b, a)
        }
    }
    impl<T> From<Twice<T>> for (T, T) {
        fn from(Twice(a, b): Twice<T>) -> Self {
            (b, a)
        }
    }
    check(
        Twice(1_u8, 2),
        "record { nat8; nat8 }",
        "4449444c016c02007b017b01000201",
    );
}

mod defaults {
    use super::*;

    #[derive(CandidType, Serialize, Deserialize, PartialEq, Debug)]
    struct Old {
        name: String,
    }

    fn three() -> u16 {
        3
    }

    #[derive(CandidType, Serialize, Deserialize, PartialEq, Debug)]
    struct New {
        name: String,
        #[serde(default)]
        balance: Nat,
        #[serde(default = "three")]
        decimals: u16,
        #[serde(default = "some")]
        note: Option<String>,
    }

    fn some() -> Option<String> {
        Some("a default".to_string())
    }

    fn new(balance: u8, decimals: u16, note: Option<&str>) -> New {
        New {
            name: "a".into(),
            balance: balance.into(),
            decimals,
            note: note.map(str::to_string),
        }
    }

    fn old() -> Old {
        Old { name: "a".into() }
    }

    /// The type has the field, as without the attribute; it is only read where it is missing.
    #[test]
    fn both_directions_of_an_upgrade() {
        let ty = "record { decimals : nat16; balance : nat; name : text; note : opt text }";
        assert_eq!(New::ty().to_string(), ty);
        // An old sender, a new receiver: defaults; an option is null, as without a default.
        let from_old = decode_one::<New>(&encode_one(old()).unwrap()).unwrap();
        assert_eq!(from_old, new(0, 3, None));
        // A new sender, an old receiver: surplus.
        let to_old = decode_one::<Old>(&encode_one(new(1, 2, None)).unwrap()).unwrap();
        assert_eq!(to_old, old());
        // Both new: what was sent.
        let message = encode_one(new(1, 2, Some("b"))).unwrap();
        assert_eq!(decode_one::<New>(&message).unwrap(), new(1, 2, Some("b")));
        // serde_json, except for the option.
        let json = serde_json::to_string(&old()).unwrap();
        let from_json = serde_json::from_str::<New>(&json).unwrap();
        assert_eq!(from_json, new(0, 3, Some("a default")));
    }

    /// A field that is there must be of its type: a default never hides a mistake.
    #[test]
    fn another_type_is_an_error() {
        #[derive(CandidType)]
        struct Wrong {
            name: String,
            balance: String,
        }
        let wrong = Wrong {
            name: "a".into(),
            balance: "b".into(),
        };
        let error = decode_one::<New>(&encode_one(wrong).unwrap()).unwrap_err();
        let expected = "expected nat, found text in argument 1 at balance";
        assert!(error.to_string().starts_with(expected), "{error}");
        // Without a default it is missing.
        #[derive(CandidType)]
        struct Nameless {}
        let error = decode_one::<New>(&encode_one(Nameless {}).unwrap()).unwrap_err();
        assert!(
            error
                .to_string()
                .starts_with("missing field `name`: expected text"),
            "{error}"
        );
    }

    /// In options, vectors and other records the value coerces, with the default.
    #[test]
    fn inside_of_other_types() {
        let message = Encode!(&Some(old()), &vec![old(), old()], &(old(), 7_u8)).unwrap();
        let (option, list, pair) = Decode!(&message, Option<New>, Vec<New>, (New, u8)).unwrap();
        assert_eq!(option, Some(new(0, 3, None)));
        assert_eq!(list, [new(0, 3, None), new(0, 3, None)]);
        assert_eq!(pair, (new(0, 3, None), 7));
        // Twice, because the second message finds a plan.
        assert_eq!(Decode!(&message, Option<New>).unwrap(), option);
        // Boxed, in a result, in a map.
        let message = encode_one(Ok::<_, u8>(Box::new(old()))).unwrap();
        let boxed = decode_one::<Result<Box<New>, u8>>(&message).unwrap();
        assert_eq!(boxed, Ok(Box::new(new(0, 3, None))));
    }

    #[test]
    fn of_the_whole_struct() {
        #[derive(CandidType, Serialize, Deserialize, PartialEq, Debug)]
        #[serde(default, rename_all = "camelCase")]
        struct Config {
            max_items: u32,
            title: String,
            ratio: Option<f64>,
        }
        impl Default for Config {
            fn default() -> Self {
                Config {
                    max_items: 10,
                    title: "title".into(),
                    ratio: Some(0.5),
                }
            }
        }
        #[derive(CandidType, Serialize)]
        struct Empty {}
        let empty = decode_one::<Config>(&encode_one(Empty {}).unwrap()).unwrap();
        assert_eq!(
            empty,
            Config {
                ratio: None,
                ..Config::default()
            }
        );
        #[derive(CandidType)]
        #[allow(non_snake_case, reason = "the name in Candid")]
        struct Part {
            maxItems: u32,
        }
        let part = decode_one::<Config>(&encode_one(Part { maxItems: 3 }).unwrap()).unwrap();
        assert_eq!(
            part,
            Config {
                max_items: 3,
                ratio: None,
                ..Config::default()
            }
        );
    }

    /// Fields that are left out count as values without bytes, as absent options do.
    #[test]
    fn are_bounded() {
        #[derive(CandidType, Deserialize, Debug)]
        #[allow(dead_code, reason = "never there")]
        struct Wide {
            #[serde(default)]
            a: String,
            #[serde(default)]
            b: String,
            #[serde(default)]
            c: String,
        }
        #[derive(CandidType)]
        struct Empty {}
        let records = |n: usize| encode_one((0..n).map(|_| Empty {}).collect::<Vec<_>>()).unwrap();
        assert_eq!(
            decode_one::<Vec<Wide>>(&records(30_000)).unwrap().len(),
            30_000
        );
        assert!(decode_one::<Vec<Wide>>(&records(40_000)).is_err());
    }

    /// Fields whose labels are 0, 1, … are a tuple on the wire: one that is left out must not move the others.
    #[test]
    fn fields_with_numbers() {
        #[derive(CandidType, Deserialize, PartialEq, Debug)]
        struct Numbered {
            #[serde(default)]
            #[candid(id = 0)]
            a: u8,
            #[candid(id = 1)]
            b: u8,
        }
        #[derive(CandidType)]
        struct Second {
            #[candid(id = 1)]
            b: u8,
        }
        let both = encode_one((1_u8, 2_u8)).unwrap();
        let second = encode_one(Second { b: 2 }).unwrap();
        assert_eq!(
            decode_one::<Numbered>(&both).unwrap(),
            Numbered { a: 1, b: 2 }
        );
        assert_eq!(
            decode_one::<Numbered>(&second).unwrap(),
            Numbered { a: 0, b: 2 }
        );
    }

    #[test]
    fn in_variants() {
        #[derive(CandidType, Deserialize, PartialEq, Debug)]
        enum New {
            Paid {
                amount: u8,
                #[serde(default)]
                fee: u8,
            },
        }
        #[derive(CandidType)]
        enum Old {
            Paid { amount: u8 },
        }
        let old = encode_one(vec![Old::Paid { amount: 1 }]).unwrap();
        let expected = New::Paid { amount: 1, fee: 0 };
        assert_eq!(decode_one::<Vec<New>>(&old).unwrap(), [expected]);
    }
}

/// As candid 0.10.39 has it: serde's attributes change no labels, and what is written may not be read.
#[test]
fn unchecked() {
    #[derive(CandidType, Serialize, Deserialize)]
    #[candid(unchecked)]
    #[serde(rename_all = "UPPERCASE", deny_unknown_fields)]
    struct Unchecked {
        ab: u8,
        #[serde(skip_serializing, default)]
        written: u8,
        #[serde(alias = "other", with = "text")]
        c: u8,
        #[serde(rename(serialize = "ss", deserialize = "dd"))]
        s: u8,
    }
    mod text {
        use serde::{Deserialize, Deserializer, Serializer};

        pub(super) fn serialize<S: Serializer>(
            value: &u8,
            serializer: S,
        ) -> Result<S::Ok, S::Error> {
            serializer.collect_str(value)
        }

        pub(super) fn deserialize<'de, D: Deserializer<'de>>(
            deserializer: D,
        ) -> Result<u8, D::Error> {
            u8::deserialize(deserializer)
        }
    }
    let expected = ["ab", "c", "ss", "written"].map(str::to_string);
    assert_eq!(labels::<Unchecked>(), expected.into());
    let value = Unchecked {
        ab: 1,
        written: 2,
        c: 3,
        s: 4,
    };
    assert!(decode_one::<Unchecked>(&encode_one(value).unwrap()).is_err());

    #[derive(CandidType, Serialize)]
    #[candid(unchecked)]
    #[serde(tag = "kind", content = "of", rename_all_fields = "camelCase")]
    #[allow(dead_code, reason = "only the declaration matters")]
    enum Tagged {
        A(u8),
        #[serde(rename_all = "UPPERCASE")]
        B {
            c: u8,
        },
    }
    let ty = "variant { A : nat8; B : record { c : nat8 } }";
    assert_eq!(Tagged::ty().to_string(), ty);
}

/// Types that are called as std's options, and are none.
#[test]
fn what_is_missing_has_a_default_whatever_its_type_is_called() {
    mod own {
        use candid::{CandidType, Deserialize};

        #[derive(CandidType, Deserialize, Debug, Default, PartialEq)]
        pub(super) struct Option {
            pub(super) value: u8,
        }

        pub(super) mod generic {
            use super::*;

            #[derive(CandidType, Deserialize, Debug, Default, PartialEq)]
            pub(in super::super) struct Option<T> {
                pub(in super::super) value: T,
            }
        }
    }

    #[derive(CandidType, Deserialize, Debug, PartialEq)]
    struct Own {
        #[serde(default)]
        own: own::Option,
        #[serde(default)]
        generic: own::generic::Option<u8>,
        #[serde(default)]
        std: std::option::Option<u8>,
    }
    #[derive(CandidType)]
    struct Empty {}
    let bytes = candid::encode_one(Empty {}).unwrap();
    let expected = Own {
        own: own::Option::default(),
        generic: own::generic::Option::default(),
        std: None,
    };
    assert_eq!(candid::decode_one::<Own>(&bytes).unwrap(), expected);
}
