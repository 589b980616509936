//! The rows agree with decoding: on messages of the corpus, on messages made by random changes of these, and on those that
//! are made to break one or the other.

mod damage;

use super::{Explain, Row, RowKind};
use candid::types::Type;
use candid::{DecoderConfig, IDLArgs, IDLValue, TypeEnv};
use std::convert::Infallible;
use std::path::Path;

#[derive(Debug)]
struct Collected {
    rows: Vec<(RowKind, usize, usize, Option<String>)>,
    error: Option<candid::Error>,
    failing: Vec<usize>,
    n_notes: usize,
}

fn explain(options: &Explain<'_>, bytes: &[u8]) -> Collected {
    let (mut rows, mut failing) = (Vec::new(), Vec::new());
    let mut end = 0;
    let explained = options.rows(bytes, |row: &Row<'_>| {
        assert_eq!(row.offset, end, "the rows leave something out: {row:?}");
        assert_eq!(row.bytes, &bytes[row.offset..row.offset + row.bytes.len()]);
        end += row.bytes.len();
        assert!(row.path.len() < 2_000 && row.meaning.len() < 4_000 + 8 * bytes.len());
        failing.extend(row.error.as_ref().map(|error| error.offset));
        rows.push((row.kind, row.offset, row.bytes.len(), row.value.clone()));
        Ok::<(), Infallible>(())
    });
    let Ok(explained) = explained;
    assert_eq!(end, bytes.len(), "the rows end before the message");
    Collected {
        rows,
        error: explained.error,
        failing,
        n_notes: explained.notes.len(),
    }
}

fn config() -> DecoderConfig {
    let mut config = DecoderConfig::new();
    config.set_decoding_quota(1 << 24);
    config
}

/// Checks the law: what decoding accepts is explained to its end, and the values are those decoded; what it refuses is
/// explained up to where it fails, which the rows find out on their own where the bytes are at fault.
fn check(bytes: &[u8]) {
    let options = Explain::new().config(config()).whole();
    let found = explain(&options, bytes);
    let decoded = IDLArgs::from_bytes_with_config(bytes, &config());
    // The rows without the help of the decoder.
    let mut own = Vec::new();
    let own_end = match &decoded {
        Err(error) if !error.is_malformed() => None,
        _ => {
            let sink = |row: &Row<'_>| {
                own.push((row.kind == RowKind::Rest || row.error.is_some(), row.offset));
                Ok::<(), Infallible>(())
            };
            let mut emitter = super::Emitter::new(bytes, Vec::new(), sink);
            let Ok(_) = options.walk(bytes, None, &mut emitter);
            let rest = own.iter().find(|(is_broken, _)| *is_broken);
            Some(rest.map(|(_, offset)| *offset))
        }
    };
    match decoded {
        Ok(args) => {
            assert!(found.error.is_none(), "{:?}", found.error);
            assert!(found.failing.is_empty());
            assert_eq!(own_end, Some(None), "{}", hex::encode(bytes));
            let mut leaves = Vec::new();
            for arg in &args.args {
                add_leaves(arg, &mut leaves);
            }
            let values = found.rows.into_iter().filter_map(|row| row.3);
            let mut values: Vec<String> = values.collect();
            if found.n_notes > 0 {
                // Of values without bytes some are not shown.
                let has_bytes = |text: &String| !text.starts_with("null");
                values.retain(has_bytes);
                leaves.retain(has_bytes);
            }
            assert!(values == leaves, "{}", hex::encode(bytes));
        }
        Err(error) if error.is_limit() => check_limit(&error, found.error),
        Err(error) => {
            let text = found.error.expect("an error").to_string();
            assert_eq!(text, error.to_string());
            // What fails after it, decoding does not come to.
            let at = error.offset().unwrap_or(bytes.len());
            assert_eq!(found.failing[0], at, "{text}");
            assert!(found.failing.is_sorted(), "{text} {:?}", found.failing);
            if let Some(own_end) = own_end {
                let at = error.offset().expect("an offset");
                // The row of the failing value would begin at the byte or before it. What only the whole header shows to be
                // wrong is found there.
                let is_late =
                    text.contains("is not a function") || text.contains("is longer than the rest");
                let own_end = own_end.unwrap_or(bytes.len());
                assert!(
                    own_end <= at || is_late,
                    "{own_end} {text} {}",
                    hex::encode(bytes)
                );
            }
        }
    }
}

/// Checks what is found where decoding exceeds a limit. How deep a value may nest depends on what is left of the stack, and values
/// that are not built need less of it: so it is the same, or something that comes later, or nothing.
fn check_limit(error: &candid::Error, found: Option<candid::Error>) {
    let is_later = |found: candid::Error| found.is_limit() || found.offset() >= error.offset();
    assert!(found.is_none_or(is_later), "{error}");
}

/// Checks that at types, the verdict is that of decoding at these types, and all bytes have their rows.
fn check_at_types(bytes: &[u8], env: &TypeEnv, types: &[Type]) {
    let options = Explain::new().config(config()).types(env, types);
    let found = explain(&options, bytes);
    match IDLArgs::from_bytes_with_types_with_config(bytes, env, types, &config()) {
        Ok(_) => assert!(found.error.is_none(), "{:?}", found.error),
        Err(error) if error.is_limit() => check_limit(&error, found.error),
        Err(error) => {
            assert_eq!(
                found.error.expect("an error").to_string(),
                error.to_string()
            );
            let at = error.offset().unwrap_or(bytes.len());
            assert!(found.failing.contains(&at), "{error}: {:?}", found.failing);
        }
    }
}

fn add_leaves(value: &IDLValue, leaves: &mut Vec<String>) {
    match value {
        IDLValue::Opt(inner) => add_leaves(inner, leaves),
        IDLValue::Vec(items) => items.iter().for_each(|item| add_leaves(item, leaves)),
        IDLValue::Record(fields) => fields.iter().for_each(|f| add_leaves(&f.val, leaves)),
        IDLValue::Variant(case) => add_leaves(&case.0.val, leaves),
        leaf => leaves.push(leaf.to_string()),
    }
}

/// Texts of messages that have values of every kind.
const TEXTS: [&str; 9] = [
    "()",
    r#"(record { a = 1 : nat; b = "text"; c = vec { 1 : nat16; 2 : nat16 } })"#,
    r#"(vec { record { 1.5 : float64; true }; record { 2.5 : float64; false } }, null, opt opt (5 : int8))"#,
    r#"(variant { ok = blob "\00\01\02" }, -1000000000000000000000000 : int, 70000000000000000000 : nat)"#,
    r#"(principal "aaaaa-aa", service "aaaaa-aa", func "aaaaa-aa".get)"#,
    "(vec {} : vec record { text; empty }, record {}, null : reserved, vec { null; null })",
    r#"(record { record { record { x = null; y = variant { a } } } }, opt record { opt "é" })"#,
    "(1 : nat8, 2 : nat32, 3 : nat64, 4 : int16, 5 : int32, 6 : int64, 1.0 : float32)",
    "(vec { vec { vec { 1 : nat8 }; vec {} }; vec {} }, vec { opt (true); null })",
];

/// Headers and values that texts do not have.
const BYTES: [&str; 15] = [
    "",
    "44494444",
    "4449444c",
    // A type of a later version, and a value of it.
    "4449444c0167020102010003020101ff",
    // A function with an annotation, a service; a method whose type is not a function.
    "4449444c026a01710171010169010367657400020001010100010367657401010101",
    "4449444c016901036765747101000101",
    // Records in records, without end; an option without end.
    "4449444c016c0100000100",
    "4449444c016e0001000101010101010101000000",
    // Numbers with padding.
    "4449444c00027d7c81808000ffff7f",
    "4449444c8000017d05",
    // Fields that are not in order, indices out of range, opcodes that are none.
    "4449444c016c02017d007d0100",
    "4449444c016d050100",
    "4449444c0140",
    "4449444c00014f",
    // A vector longer than the message.
    "4449444c016d710100ffffff7f0161",
];

/// Types that some of the messages have, some have in part, and some have not.
fn expected_types() -> (TypeEnv, Vec<Vec<Type>>) {
    let env = TypeEnv::new();
    let texts = [
        "()",
        "(record { a : nat; b : text })",
        "(vec record { float64; bool }, null)",
        "(opt reserved, reserved)",
        "(variant { ok : blob }, int)",
        "(text)",
    ];
    let types = texts.map(|text| crate::check::types(&env, "", text).expect("types"));
    (env, types.to_vec())
}

fn messages() -> Vec<Vec<u8>> {
    let texts = TEXTS.iter().map(|text| {
        let args = crate::parse_idl_args(text).expect("arguments");
        args.to_bytes().expect("a message")
    });
    let bytes = BYTES.iter().map(|text| hex::decode(text).expect("hex"));
    texts.chain(bytes).collect()
}

#[test]
fn rows_agree_with_decoding() {
    let mut random = Random(0x5eed);
    let (env, types) = expected_types();
    for message in messages() {
        for types in &types {
            check_at_types(&message, &env, types);
            check_at_types(&message[..message.len() / 2], &env, types);
        }
        check(&message);
        for end in 0..message.len() {
            check(&message[..end]);
        }
        for at in 0..message.len() {
            for _ in 0..12 {
                let mut changed = message.clone();
                changed[at] = random.byte();
                if random.byte() < 64 {
                    changed.insert(random.byte() as usize % changed.len(), random.byte());
                }
                check(&changed);
            }
        }
    }
}

/// The messages recorded beside the repository, if they are there.
#[test]
fn rows_agree_with_decoding_of_the_corpus() {
    let mut random = Random(7);
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = [
        "tests/vectors",
        "../../../shared/vectors",
        "../../../shared/negative",
    ];
    for folder in folders {
        let Ok(entries) = here.join(folder).read_dir() else {
            continue;
        };
        for entry in entries {
            let path = entry.expect("an entry").path();
            if path
                .extension()
                .is_none_or(|extension| extension != "jsonl")
            {
                continue;
            }
            let text = std::fs::read_to_string(&path).expect("a text file");
            for line in text.lines() {
                let row: serde_json::Value = serde_json::from_str(line).expect("JSON");
                let Some(message) = row["hex"].as_str().and_then(|hex| hex::decode(hex).ok())
                else {
                    continue;
                };
                if message.len() > 20_000 {
                    continue;
                }
                check(&message);
                let mut changed = message;
                if !changed.is_empty() {
                    let at = random.byte() as usize * changed.len() / 256;
                    changed[at] = random.byte();
                    check(&changed);
                }
            }
        }
    }
}

struct Random(u64);

impl Random {
    fn byte(&mut self) -> u8 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 56) as u8
    }
}

fn count(bytes: &[u8]) -> usize {
    explain(&Explain::new(), bytes).rows.len()
}

fn message(text: &str) -> Vec<u8> {
    crate::parse_idl_args(text)
        .expect("arguments")
        .to_bytes()
        .expect("a message")
}

/// What is long is shortened, and is not longer where the message is.
#[test]
fn rows_are_few() {
    let blob = IDLArgs::new(&[IDLValue::Blob(vec![7; 2_000_000])]);
    assert_eq!(count(&blob.to_bytes().expect("a message")), 6);
    let numbers = |n: u32| IDLArgs::new(&[IDLValue::Vec((0..n).map(IDLValue::Nat32).collect())]);
    for n in [1_000, 2_000, 4_000] {
        assert_eq!(
            count(&numbers(n).to_bytes().expect("a message")),
            6 + 16 + 1
        );
    }
    let nested = |n: usize| {
        message(&format!(
            "(vec {{ {} }})",
            "vec { vec { 1 : nat } };".repeat(n)
        ))
    };
    let shown = count(&nested(16));
    assert_eq!(
        [count(&nested(17)), count(&nested(40))],
        [shown + 1, shown + 1]
    );
    // Values without bytes: some of a vector, and at most so many of all.
    assert_eq!(
        count(&message(&format!("(vec {{ {} }})", "null;".repeat(5_000)))),
        5 + 1 + 16 + 1
    );
    let whole = Explain::new().whole();
    let nulls = message(&format!("(vec {{ {} }})", "null;".repeat(5_000)));
    let rows = explain(&whole, &nulls).rows.len();
    assert!(rows <= 2 * nulls.len() + 1024, "{rows}");
}

/// Deep messages neither overflow the stack nor have long paths.
#[test]
fn deep_messages_take_rows_in_proportion() {
    let deep = |n: usize| {
        let mut bytes = hex::decode("4449444c016e000100").expect("hex");
        bytes.extend(std::iter::repeat_n(1, n));
        bytes.push(0);
        bytes
    };
    let length = |n: usize| {
        let mut length = 0;
        let sink = |row: &Row<'_>| {
            length += row.meaning.len() + row.path.len();
            Ok::<(), Infallible>(())
        };
        let Ok(_) = Explain::new().rows(&deep(n), sink);
        length
    };
    let (once, twice) = (length(1_000), length(2_000));
    assert!(twice < once * 21 / 10, "{once} {twice}");
    let endless = explain(&Explain::new(), &deep(5_000_000));
    assert!(endless.error.expect("too deep").is_limit());
}

/// What does not fit the types has a row also where elements are left out, on each level.
#[test]
fn the_failing_element_is_shown() {
    let env = TypeEnv::new();
    let types = |text: &str| crate::check::types(&env, "types", text).expect("types");
    let inner = |at: usize| -> String {
        let case = |i: usize| {
            if i == at {
                "variant { b = 1 }; "
            } else {
                "variant { a = 1 }; "
            }
        };
        format!("vec {{ {} }}; ", (0..30).map(case).collect::<String>())
    };
    let text = |row: usize, at: usize| -> String {
        let inner = |i: usize| inner(if i == row { at } else { 99 });
        format!("(vec {{ {} }})", (0..30).map(inner).collect::<String>())
    };
    let rows = |row: usize, at: usize| {
        let args = crate::parse_idl_args(&text(row, at)).expect("values");
        let bytes =
            args.to_bytes_with_types(&env, &types("(vec vec variant { a : nat8; b : nat8 })"));
        let expected = types("(vec vec variant { a : nat8 })");
        let (mut left_out, mut failing) = (Vec::new(), Vec::new());
        let sink = |row: &Row<'_>| {
            if row.kind == RowKind::Elements {
                left_out.push(row.meaning.clone());
            }
            failing.extend(row.error.as_ref().map(|_| row.path.clone()));
            Ok::<(), Infallible>(())
        };
        let Ok(explained) = Explain::new()
            .types(&env, &expected)
            .rows(&bytes.expect("a message"), sink);
        assert!(explained.error.is_some());
        assert_eq!(failing, [format!("0[{row}][{at}]")]);
        left_out.retain(|words| !words.ends_with(": 14 elements more"));
        left_out
    };
    assert_eq!(
        rows(20, 25),
        [
            "0[16] to [19]: 4 elements more",
            "0[20][16] to [24]: 9 elements more",
            "0[20][26] to [29]: 4 elements more",
            "0[21] to [29]: 9 elements more",
        ]
    );
    assert_eq!(
        rows(16, 16),
        [
            "0[16][17] to [29]: 13 elements more",
            "0[17] to [29]: 13 elements more",
        ]
    );
    assert_eq!(rows(29, 3), ["0[16] to [28]: 13 elements more"]);
    let none: [&str; 0] = [];
    assert_eq!(rows(3, 4), none);
}

/// A broken type table does not hide the entries before the broken one.
#[test]
fn entries_before_a_broken_one_are_shown() {
    let bytes = hex::decode("4449444c036d716c01057d6bff").expect("hex");
    let found = explain(&Explain::new(), &bytes);
    let kinds: Vec<_> = found.rows.iter().map(|row| row.0).collect();
    let expected = [
        RowKind::Magic,
        RowKind::TypeCount,
        RowKind::Type,
        RowKind::Type,
        RowKind::Field,
        RowKind::Rest,
        RowKind::Rest,
    ];
    assert_eq!(kinds, expected);
    assert_eq!(found.failing, [12]);
}
