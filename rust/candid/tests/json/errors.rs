//! Each error of reading and of writing JSON: its text, with the path and the expected type.

#[path = "write_errors.rs"]
mod write_errors;

use super::{field, named, opt, types, vec_of};
use candid::json::{self, lossless, JsonOptions, LineReader, UnknownKeys};
use candid::types::{Label, Type, TypeInner};
use candid::{Error, TypeEnv};

/// The places in `src/json` that make errors of reading. A new one needs a row.
const PLACES: [(&str, usize); 5] = [
    ("agents.rs", 1),
    ("lines.rs", 1),
    ("lossless.rs", 10),
    ("read.rs", 24),
    ("syntax.rs", 18),
];

/// Rows `type | text | path | what of the error is the type | error`. `<ff>` in a text is that byte.
#[test]
fn each_error_has_the_path_and_the_expected_type() {
    check_rows("errors.rows", |name, text| {
        let bytes = unescaped(text);
        (read(name, &bytes), read_nested(name, &bytes))
    });
}

/// Checks rows `type | text | path | what of the error is the type | error` of a file against the errors for their types and
/// texts: of the value, and of the value at the path `a.b`, if it can be there. With the environment variable `JSON_BLESS`
/// set, the errors are made anew.
fn check_rows(file: &str, errors: impl Fn(&str, &str) -> (Error, Option<Error>)) {
    let path = format!("{}/tests/json/{file}", env!("CARGO_MANIFEST_DIR"));
    let rows = std::fs::read_to_string(&path).unwrap();
    let (mut found, mut wrong) = (String::new(), String::new());
    for row in rows.lines() {
        let [name, text, at, ty, _] = row.split(" | ").collect::<Vec<_>>()[..] else {
            panic!("{row}");
        };
        let (error, nested) = errors(name, text);
        let message = error.to_string();
        found += &format!("{name} | {text} | {at} | {ty} | {message}\n");
        if error.path() != at || !has_type(&message, ty) {
            wrong += &format!("{row}\n    {message}\n");
        }
        // The same in a field of a record, with its path.
        let Some(nested) = nested else {
            continue;
        };
        let separator = if at.is_empty() || at.starts_with('[') {
            ""
        } else {
            "."
        };
        assert_eq!(nested.path(), format!("a.b{separator}{at}"), "{row}");
        assert_eq!(without_place(&nested), without_place(&error), "{row}");
        assert_eq!(nested.code(), error.code(), "{row}");
    }
    if std::env::var_os("JSON_BLESS").is_some() {
        std::fs::write(path, &found).unwrap();
    }
    assert_eq!(wrong, "");
    let differ = |(a, b): &(&str, &str)| a != b;
    let changed: Vec<_> = rows.lines().zip(found.lines()).filter(differ).collect();
    assert!(changed.is_empty(), "{changed:#?}");
}

/// Returns whether the error says that it is about this type.
fn has_type(message: &str, ty: &str) -> bool {
    let words = ["expected", "for", "of", "after", "type"];
    let mut parts = words.iter().map(|word| format!("{word} {ty}"));
    parts.any(|part| message.contains(&part)) || message.starts_with(ty)
}

fn unescaped(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('<') {
        bytes.extend_from_slice(before.as_bytes());
        let (byte, after) = after.split_once('>').unwrap();
        bytes.push(u8::from_str_radix(byte, 16).unwrap());
        rest = after;
    }
    bytes.extend_from_slice(rest.as_bytes());
    bytes
}

fn options(name: &str) -> (JsonOptions, &str) {
    let options = JsonOptions::new();
    match name.strip_prefix("skip ") {
        Some(name) => (options.unknown_keys(UnknownKeys::Skip), name),
        None => (options, name),
    }
}

/// Returns the type of that name, and the definitions.
fn type_of(name: &str) -> (TypeEnv, Option<Type>) {
    let (mut env, mut types) = types();
    let var = |name: &str| Type::from(TypeInner::Var(name.to_string()));
    env.0.insert("Cycle".into(), var("Cycle"));
    let wide = (0..100).map(|id| field(Label::Id(id * 2), opt(var("Byte"))));
    types.extend([
        ("unbound", var("Nowhere")),
        ("cycle", var("Cycle")),
        ("wide", TypeInner::Record(wide.collect()).into()),
        (
            "unnamed",
            named(&[("$947296307", var("Byte"))], TypeInner::Record),
        ),
        (
            "unbound field",
            named(&[("x", var("Nowhere"))], TypeInner::Record),
        ),
        ("vec list", vec_of(var("List"))),
        ("opt bytes", opt(vec_of(var("Byte")))),
        ("opt list", opt(var("List"))),
        (
            "opt other",
            opt(named(&[("other", var("Byte"))], TypeInner::Variant)),
        ),
        (
            "opt cases",
            opt(named(&[("some", var("Byte"))], TypeInner::Variant)),
        ),
    ]);
    let found = types.into_iter().find(|(known, _)| *known == name);
    (env, found.map(|(_, ty)| ty))
}

/// Returns the error for the text, which is that of a line, too.
fn read(name: &str, text: &[u8]) -> Error {
    let (options, name) = options(name);
    let (env, ty) = type_of(name);
    let mut lines = LineReader::new(text, options);
    let args = [TypeInner::Nat8.into(), opt(TypeInner::Text.into())];
    let (error, in_line) = match (name, ty) {
        ("lossless", _) => (
            lossless::from_slice(text, &options).map(drop),
            lines.next_lossless_value().map(|read| read.map(drop)),
        ),
        ("lossless args", _) => (
            lossless::args_from_slice(text, &options).map(drop),
            lines.next_lossless_args().map(|read| read.map(drop)),
        ),
        ("args", _) => (
            json::args_from_slice(text, &env, &args, &options).map(drop),
            lines.next_args(&env, &args).map(|read| read.map(drop)),
        ),
        (name, None) => panic!("no type {name}"),
        (_, Some(ty)) => (
            json::from_slice(text, &env, &ty, &options).map(drop),
            lines.next_value(&env, &ty).map(|read| read.map(drop)),
        ),
    };
    let error = error.unwrap_err();
    // Blank lines are skipped.
    let in_line = in_line.map(|read| read.unwrap_err().to_string());
    assert_eq!(in_line, (!text.is_empty()).then(|| error.to_string()));
    error
}

/// Returns the error for the text as a value at the path `a.b`, unless it is about something that is not a value.
fn read_nested(name: &str, text: &[u8]) -> Option<Error> {
    let (options, name) = options(name);
    if name == "lossless" {
        let text = [br#"{"record":{"a":{"record":{"b":"#, text].concat();
        return Some(lossless::from_slice(&text, &options).unwrap_err());
    }
    let (env, ty) = type_of(name);
    let inner = named(&[("b", ty?)], TypeInner::Record);
    let outer = named(&[("a", opt(inner))], TypeInner::Record);
    let text = [br#"{"a":{"b":"#, text].concat();
    Some(json::from_slice(&text, &env, &outer, &options).unwrap_err())
}

/// Returns the text without position and path.
fn without_place(error: &Error) -> String {
    let text = error.to_string();
    let start = text
        .split_once(": ")
        .filter(|(start, _)| start.starts_with("line "));
    let text = start.map_or(&*text, |(_, rest)| rest);
    let end = text
        .rfind(" at ")
        .filter(|_| error.offset().is_some() || !error.path().is_empty());
    text[..end.unwrap_or(text.len())].to_string()
}

#[test]
fn no_place_is_without_a_row() {
    let calls = [
        "mismatch(",
        "refused(",
        "error_here(",
        "unexpected(",
        "error_at(",
        "Error::new(",
        "bad_escape(",
    ];
    count_places(&PLACES, &calls, "tests/json/errors.rows");
}

/// Checks how many of these calls are in the files of `src/json`.
fn count_places(places: &[(&str, usize)], calls: &[&str], rows: &str) {
    for (file, expected) in places {
        let path = format!("{}/src/json/{file}", env!("CARGO_MANIFEST_DIR"));
        let source = std::fs::read_to_string(path).unwrap();
        let lines = source.lines().filter(|line| !line.contains("fn "));
        let n: usize = lines
            .map(|line| {
                calls
                    .iter()
                    .map(|call| line.matches(call).count())
                    .sum::<usize>()
            })
            .sum();
        assert_eq!(n, *expected, "{file}: add a row to {rows}");
    }
}

/// What the position or the length of the text makes too long for a row.
#[test]
fn limits() {
    let (env, _) = type_of("list");
    let ty = |inner: TypeInner| Type::from(inner);
    let options = JsonOptions::new();
    // The end of the stack.
    let endless = ty(TypeInner::Var("Endless".into()));
    let inner = named(&[("b", endless)], TypeInner::Record);
    let text = format!(r#"{{"b":{}"#, r#"{"some":"#.repeat(1_000_000));
    let error = json::from_str(&text, &env, &inner, &options).unwrap_err();
    assert_eq!(error.path(), "b");
    assert_eq!(
        without_place(&error),
        "expected fewer levels for Endless, found a value that is nested too deeply for the stack"
    );
    assert!(error.is_limit() && error.offset().is_some());
    let text = r#"{"opt":"#.repeat(1_000_000);
    let error = lossless::from_str(&text, &options).unwrap_err();
    assert_eq!(
        without_place(&error),
        "expected fewer levels for a self-describing value, found a value that is nested too deeply for the stack"
    );
    // Fields that are left out.
    let fields = (0..10_000).map(|id| field(Label::Id(id + 1), opt(ty(TypeInner::Null))));
    let wide = vec_of(ty(TypeInner::Record(fields.collect())));
    let text = format!("[{}{{}}]", "{},".repeat(100));
    let error = json::from_str(&text, &env, &wide, &options).unwrap_err();
    assert!(error.is_limit());
    let message = error.to_string();
    assert!(
        message.starts_with("line 1, column 304: expected record { 1 : opt null; 2 : opt null; ")
            && message.ends_with(
                "…, found more than 1000000 fields that are left out at [100], byte offset 303"
            )
            && message.len() < 450,
        "{message}"
    );
    // Long lines.
    let mut lines = LineReader::new(&b"[1,2]\n"[..], options).max_len(4);
    let error = lines.next_args(&env, &[ty(TypeInner::Nat8), ty(TypeInner::Nat8)]);
    let error = error.unwrap().unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 1: expected at most 4 bytes for (nat8, nat8), found a longer line"
    );
    let mut lines = LineReader::new(&b"[1,2]\n"[..], options).max_len(4);
    let error = lines.next_lossless_value().unwrap().unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 1: expected at most 4 bytes for a self-describing value, found a longer line"
    );
}

/// Types, keys and paths of any size make no long error.
#[test]
fn sizes_are_bounded() {
    let ty = |inner: TypeInner| Type::from(inner);
    let env = TypeEnv::new();
    let options = JsonOptions::new();
    let fields = (0..5_000).map(|i| field(Label::Named(format!("{i:060}")), ty(TypeInner::Nat8)));
    let mut fields: Vec<_> = fields.collect();
    fields.sort_by_key(|field| field.id.get_id());
    let wide = ty(TypeInner::Record(fields));
    let mut n_hints = 0;
    let text = format!("{{\"{}x\":1}}\n", "0".repeat(59)).repeat(20);
    let mut lines = LineReader::new(text.as_bytes(), options);
    while let Some(read) = lines.next_value(&env, &wide) {
        let message = read.unwrap_err().to_string();
        assert!(message.len() < 600, "{message}");
        n_hints += usize::from(message.contains(" (did you mean "));
    }
    assert!(n_hints == 0 || n_hints == 20);
    // Paths have 64 segments at most, also those of a long key.
    let long = "k".repeat(100_000);
    let deep = format!(r#"{{"record":{{"{long}":"#).repeat(100);
    let error = lossless::from_str(&deep, &options).unwrap_err();
    assert!(error.to_string().len() < 64 * 61 + 200, "{error}");
}
