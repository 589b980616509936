//! The memory of reading JSON follows the length of the text: at most 100 bytes in use at once for each of its bytes, whether or
//! not it is a value. An `IDLValue` has 56 bytes, and may be two bytes of text.
#![cfg(feature = "json")]

use allocation_counter::measure;
use candid::json::{self, lossless, JsonOptions, LineReader, UnknownKeys};
use candid::types::{Field, Label, Type, TypeInner};
use candid::TypeEnv;
use std::fmt::Write as _;
use std::hint::black_box;

/// What each byte of a text may take.
const PER_BYTE: u64 = 100;

/// What any text may take: an error, the copy of a type.
const PER_TEXT: u64 = 64 << 10;

/// How many bytes the texts have, about.
const LEN: usize = 100_000;

/// The number of digits of long numbers.
const N_DIGITS: usize = 1_000_000;

fn types() -> (TypeEnv, Vec<Type>) {
    let ty = |inner: TypeInner| Type::from(inner);
    let var = |name: &str| ty(TypeInner::Var(name.to_string()));
    let field = |name: &str, ty: Type| Field {
        id: Label::Named(name.to_string()).into(),
        ty,
    };
    let mut env = TypeEnv::new();
    env.0.insert("Tree".into(), ty(TypeInner::Vec(var("Tree"))));
    env.0.insert("Opts".into(), ty(TypeInner::Opt(var("Opts"))));
    let nested = vec![
        field("a", ty(TypeInner::Opt(var("Nested")))),
        field("b", ty(TypeInner::Null)),
    ];
    env.0.insert("Nested".into(), ty(TypeInner::Record(nested)));
    let one = || vec![field("a", ty(TypeInner::Opt(ty(TypeInner::Text))))];
    let types = vec![
        var("Tree"),
        var("Opts"),
        var("Nested"),
        ty(TypeInner::Text),
        ty(TypeInner::Nat),
        ty(TypeInner::Int),
        ty(TypeInner::Nat64),
        ty(TypeInner::Float64),
        ty(TypeInner::Float32),
        ty(TypeInner::Principal),
        ty(TypeInner::Vec(ty(TypeInner::Nat8))),
        ty(TypeInner::Vec(ty(TypeInner::Nat))),
        ty(TypeInner::Vec(ty(TypeInner::Null))),
        ty(TypeInner::Vec(ty(TypeInner::Text))),
        ty(TypeInner::Vec(ty(TypeInner::Float64))),
        ty(TypeInner::Record(one())),
        ty(TypeInner::Vec(ty(TypeInner::Record(one())))),
        ty(TypeInner::Vec(ty(TypeInner::Variant(vec![field(
            "a",
            ty(TypeInner::Null),
        )])))),
    ];
    (env, types)
}

/// Texts of some kinds, each of which is made of many parts.
fn texts() -> Vec<(&'static str, String)> {
    let list = |part: &str| format!("[{}]", vec![part; LEN / (part.len() + 1)].join(","));
    let nested = |open: &str, inner: &str, close: &str| {
        let n = LEN / (open.len() + close.len());
        format!("{}{inner}{}", open.repeat(n), close.repeat(n))
    };
    let mut keys = String::from("{");
    for i in 0..LEN / 12 {
        let _ = write!(keys, "\"{i:x}\":1,");
    }
    keys.push_str("\"a\":\"b\"}");
    let mut described = String::from("{\"record\":{");
    for i in 0..LEN / 12 {
        let comma = if i == 0 { "" } else { "," };
        let _ = write!(described, "{comma}\"#{i}\":[]");
    }
    described.push_str("}}");
    vec![
        ("deep arrays", nested("[", "", "]")),
        ("open arrays", "[".repeat(LEN)),
        ("deep objects", nested("{\"a\":", "null", "}")),
        ("deep options", nested("{\"some\":", "null", "}")),
        ("open objects", "{\"a\":".repeat(LEN / 5)),
        ("deep described options", nested("{\"opt\":", "null", "}")),
        ("one string", format!("\"{}\"", "a".repeat(LEN))),
        ("open string", format!("\"{}", "\\u0041".repeat(LEN / 6))),
        ("escapes", format!("\"{}\"", "\\n".repeat(LEN / 2))),
        (
            "\\u escapes",
            format!("\"{}\"", "\\ud83d\\ude00".repeat(LEN / 12)),
        ),
        ("base64", format!("\"{}\"", "AAEC".repeat(LEN / 4))),
        ("a long key", format!("{{\"{}\":1}}", "a".repeat(LEN))),
        ("many keys", keys),
        ("many described fields", described),
        ("digits", "1".repeat(N_DIGITS)),
        ("zeros", format!("0.{}1", "0".repeat(N_DIGITS))),
        ("an exponent", format!("1e{}", "0".repeat(N_DIGITS))),
        (
            "digits in a string",
            format!("\"{}\"", "9".repeat(N_DIGITS)),
        ),
        (
            "described digits",
            format!("{{\"int\":\"-{}\"}}", "9".repeat(N_DIGITS)),
        ),
        (
            "literal",
            format!("{{\"number\":\"{}\"}}", "9".repeat(N_DIGITS)),
        ),
        ("numbers", list("1")),
        ("strings of digits", list("\"1\"")),
        ("floats", list("1.5")),
        ("nulls", list("null")),
        ("arrays", list("[]")),
        ("empty strings", list("\"\"")),
        ("empty objects", list("{}")),
        ("objects", list("{\"a\":\"\"}")),
        ("tags", list("\"a\"")),
        ("described records", list("{\"record\":{}}")),
        ("described numbers", list("{\"nat8\":1}")),
        ("spaces", " ".repeat(LEN)),
        ("blank lines", "\n".repeat(LEN)),
        ("other bytes", "\u{1}".repeat(LEN)),
    ]
}

#[track_caller]
fn check(text: &str, what: &str, read: impl FnOnce() -> bool) -> bool {
    let mut is_value = false;
    let peak = measure(|| is_value = black_box(read())).bytes_max;
    let most = PER_TEXT + PER_BYTE * text.len() as u64;
    assert!(peak <= most, "{what}: {peak} bytes for {}", text.len());
    is_value
}

/// Reads each text in each way. Returns how many are values.
fn check_all(texts: &[(&str, String)]) -> usize {
    let (env, types) = types();
    let refuse = JsonOptions::new();
    let skip = refuse.unknown_keys(UnknownKeys::Skip);
    let mut n_values = 0;
    for (name, text) in texts {
        for ty in &types {
            let what = format!("{name} at {ty}");
            n_values += usize::from(check(text, &what, || {
                json::from_str(text, &env, ty, &skip).is_ok()
            }));
        }
        n_values += usize::from(check(text, name, || {
            lossless::from_str(text, &refuse).is_ok()
        }));
        check(text, name, || {
            let mut lines = LineReader::new(text.as_bytes(), refuse);
            lines.next_value(&env, &types[0]).is_none()
        });
    }
    n_values
}

fn on_stack(size: usize, texts: Vec<(&'static str, String)>) -> usize {
    let thread = std::thread::Builder::new().stack_size(size);
    let check = move || check_all(&texts);
    thread.spawn(check).unwrap().join().unwrap()
}

/// Deep texts are values on a large stack, and errors on a small one.
#[test]
fn memory_follows_the_text() {
    let is_long = |(_, text): &(&str, String)| text.len() >= N_DIGITS;
    let (long, short): (Vec<_>, Vec<_>) = texts().into_iter().partition(is_long);
    assert!(on_stack(1 << 20, long) > 4);
    let (on_small, on_large) = (on_stack(1 << 20, short.clone()), on_stack(1 << 30, short));
    assert_eq!(on_large, on_small + 5);
}
