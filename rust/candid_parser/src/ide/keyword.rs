//! One sentence about each word of the language.

/// Returns what a built-in type or a reserved word means.
pub(super) fn meaning(word: &str) -> Option<&'static str> {
    Some(match word {
        "nat" => "Natural number of any size.",
        "int" => "Integer of any size. Each `nat` is also an `int`.",
        "nat8" => "Natural number of 8 bits.",
        "nat16" => "Natural number of 16 bits.",
        "nat32" => "Natural number of 32 bits.",
        "nat64" => "Natural number of 64 bits.",
        "int8" => "Signed number of 8 bits.",
        "int16" => "Signed number of 16 bits.",
        "int32" => "Signed number of 32 bits.",
        "int64" => "Signed number of 64 bits.",
        "float32" => "IEEE 754 floating-point number of 32 bits.",
        "float64" => "IEEE 754 floating-point number of 64 bits.",
        "bool" => "`true` or `false`.",
        "text" => "Unicode text.",
        "null" => "The type of the value `null`.",
        "reserved" => "The supertype of all types: its values are ignored by the receiver.",
        "empty" => "The subtype of all types: it has no values.",
        "principal" => "The identity of a canister or a user.",
        "blob" => "Bytes, short for `vec nat8`.",
        "opt" => "A value or `null`. Fields of this type may be added and removed later.",
        "vec" => "A sequence of values of one type.",
        "record" => "Fields, each with a name or number and a type.",
        "variant" => "One of several cases, each with a name or number and a type.",
        "func" => "A reference to a method of a service.",
        "service" => "A reference to a service or, at the end of a file, the service that it describes.",
        "query" => "Calls of the method are fast, and do not change state.",
        "composite_query" => "A query that may call queries of other services.",
        "oneway" => "Calls of the method have no reply.",
        "import" => "Adds the definitions of another file; `import service` also adds the methods of its service.",
        "type" => "Defines a name for a type.",
        _ => return None,
    })
}
