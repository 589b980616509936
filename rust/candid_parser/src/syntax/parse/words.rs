//! Words of other languages, and what Candid has for them.

/// Returns Candid's word for one that other languages have before a brace.
pub(super) fn of_constructor(word: &str) -> Option<&'static str> {
    Some(match word {
        "struct" | "object" | "tuple" | "Record" | "dict" | "map" | "message" => "record",
        "enum" | "union" | "oneof" | "Variant" => "variant",
        "interface" | "actor" | "class" | "Service" => "service",
        _ => return None,
    })
}

/// Returns Candid's form of a generic type of other languages.
pub(super) fn of_generic(word: &str) -> Option<&'static str> {
    Some(match word {
        "Option" | "Optional" | "Maybe" | "opt" | "option" | "optional" | "maybe" => "opt …",
        "Vec" | "List" | "Array" | "ReadonlyArray" | "Buffer" | "Set" | "HashSet" | "BTreeSet"
        | "vec" | "vector" | "list" | "array" | "set" | "sequence" => "vec …",
        "HashMap" | "BTreeMap" | "Map" | "Record" | "Dict" | "map" | "dict" | "hashmap" => {
            "vec record { …; … }"
        }
        "Result" => "variant { Ok : …; Err : … }",
        "Box" | "Rc" | "Arc" | "Promise" | "Future" => "…",
        _ => return None,
    })
}

/// Returns Candid's word for one that other languages have before a type.
pub(super) fn of_prefix(word: &str) -> Option<&'static str> {
    Some(match word {
        "optional" | "Optional" | "option" | "Option" | "Opt" | "maybe" | "Maybe" | "nullable" => {
            "opt"
        }
        "repeated" | "array" | "Array" | "list" | "List" | "sequence" | "vector" | "Vec"
        | "set" | "Set" => "vec",
        "map" | "Map" | "HashMap" | "hashmap" | "BTreeMap" | "dict" | "Dict" => {
            "vec record { …; … }"
        }
        _ => return None,
    })
}

/// Returns whether a type follows this token, whatever is before it.
pub(super) fn precedes_type(token: &str) -> bool {
    matches!(token, "=" | ":" | "(" | "," | "opt" | "vec")
}

/// Returns whether other languages have this word before a name.
pub(super) fn is_modifier(word: &str) -> bool {
    matches!(
        word,
        "pub"
            | "public"
            | "private"
            | "export"
            | "shared"
            | "static"
            | "readonly"
            | "async"
            | "fn"
            | "function"
            | "def"
            | "rpc"
            | "var"
            | "let"
            | "const"
            | "mut"
    )
}

/// Returns the note about a word behind the results of a function, and what is written in its place: nothing is for a word to leave
/// out.
pub(super) fn of_mode(word: &str) -> Option<(String, Option<&'static str>)> {
    let instead = |candid| (format!("write {word} as: {candid}"), Some(candid));
    Some(match word {
        "update" | "call" => (
            format!("leave out {word}: a method without an annotation is an update"),
            Some(""),
        ),
        "async" => (
            "leave out async: all calls are asynchronous".to_string(),
            Some(""),
        ),
        "view" | "readonly" | "pure" | "Query" | "QUERY" => instead("query"),
        "composite" | "compositeQuery" | "CompositeQuery" => instead("composite_query"),
        "Oneway" | "OneWay" | "oneWay" | "one_way" | "ONEWAY" => instead("oneway"),
        "one" => ("write one way as: oneway".to_string(), None),
        "throws" | "throw" | "raises" => (
            "write the errors of a method as a result: variant { ok : …; err : … }".to_string(),
            None,
        ),
        _ => return None,
    })
}
