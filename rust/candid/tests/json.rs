//! Values as JSON: texts of each type, errors, and laws for random types and values.
#![cfg(feature = "json")]

#[path = "json/errors.rs"]
mod errors;
mod random_values;

use candid::json::{self, lossless, BlobEncoding, JsonOptions, UnknownKeys};
use candid::types::{Field, Function, Label, Type, TypeInner};
use candid::{IDLArgs, IDLValue, TypeEnv};
use proptest::{prop_assert, prop_assert_eq, proptest};
use random_values::{ty, typed_value};

fn field(label: Label, ty: Type) -> Field {
    Field {
        id: label.into(),
        ty,
    }
}

fn named(fields: &[(&str, Type)], make: fn(Vec<Field>) -> TypeInner) -> Type {
    let label = |name: &str| match name.strip_prefix('$') {
        Some(id) => Label::Id(id.parse().unwrap()),
        None => Label::Named(name.to_string()),
    };
    let mut fields: Vec<Field> = fields
        .iter()
        .map(|(name, ty)| field(label(name), ty.clone()))
        .collect();
    fields.sort_by_key(|field| field.id.get_id());
    make(fields).into()
}

fn opt(part: Type) -> Type {
    ty(TypeInner::Opt(part))
}

fn vec_of(part: Type) -> Type {
    ty(TypeInner::Vec(part))
}

/// The definitions and types of the rows, by a name.
fn types() -> (TypeEnv, Vec<(&'static str, Type)>) {
    use TypeInner as T;
    let mut env = TypeEnv::new();
    let var = |name: &str| ty(T::Var(name.to_string()));
    env.0.insert("Hidden".into(), opt(ty(T::Nat8)));
    env.0.insert("Endless".into(), opt(var("Endless")));
    env.0.insert("Byte".into(), ty(T::Nat8));
    let next = named(
        &[("head", ty(T::Nat8)), ("tail", opt(var("List")))],
        T::Record,
    );
    env.0.insert("List".into(), next);
    let func = Function {
        modes: vec![],
        args: vec![],
        rets: vec![],
    };
    let types = vec![
        ("null", ty(T::Null)),
        ("bool", ty(T::Bool)),
        ("nat", ty(T::Nat)),
        ("int", ty(T::Int)),
        ("nat8", ty(T::Nat8)),
        ("int8", ty(T::Int8)),
        ("nat64", ty(T::Nat64)),
        ("int64", ty(T::Int64)),
        ("float32", ty(T::Float32)),
        ("float64", ty(T::Float64)),
        ("text", ty(T::Text)),
        ("reserved", ty(T::Reserved)),
        ("empty", ty(T::Empty)),
        ("unknown", ty(T::Unknown)),
        ("principal", ty(T::Principal)),
        ("service", ty(T::Service(vec![]))),
        ("func", ty(T::Func(func))),
        ("blob", vec_of(var("Byte"))),
        ("vec", vec_of(ty(T::Nat16))),
        ("opt", opt(ty(T::Nat8))),
        ("opt null", opt(ty(T::Null))),
        ("opt reserved", opt(ty(T::Reserved))),
        ("opt opt", opt(opt(ty(T::Nat8)))),
        ("opt hidden", opt(var("Hidden"))),
        ("endless", var("Endless")),
        ("opt some", opt(named(&[("some", ty(T::Nat8))], T::Record))),
        ("list", var("List")),
        ("unit", named(&[], T::Record)),
        (
            "tuple",
            named(&[("$0", ty(T::Text)), ("$1", opt(ty(T::Nat8)))], T::Record),
        ),
        (
            "gap",
            named(&[("$0", ty(T::Nat8)), ("$2", ty(T::Nat8))], T::Record),
        ),
        (
            "marks",
            named(
                &[
                    ("$5", ty(T::Nat8)),
                    ("#5", ty(T::Nat8)),
                    ("##", ty(T::Nat8)),
                ],
                T::Record,
            ),
        ),
        (
            "variant",
            named(
                &[
                    ("None", ty(T::Null)),
                    ("Some", ty(T::Nat8)),
                    ("$7", ty(T::Null)),
                ],
                T::Variant,
            ),
        ),
    ];
    (env, types)
}

/// Reads the text at the type of that name, and writes it again.
fn again(name: &str, text: &str, options: &JsonOptions) -> Result<String, String> {
    let (env, types) = types();
    let found = types.iter().find(|(known, _)| *known == name);
    let (_, ty) = found.unwrap_or_else(|| panic!("no type {name}"));
    let value = json::from_str(text, &env, ty, options).map_err(|error| error.to_string())?;
    Ok(json::to_string(&value, &env, ty, options).unwrap())
}

/// Rows `type | text | what is written`: `=` for the same text, `! ` before an error. With the environment variable `JSON_BLESS`
/// set they are made anew.
#[test]
fn texts() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/json/texts.rows");
    let rows = std::fs::read_to_string(path).unwrap();
    let mut found = String::new();
    for row in rows.lines() {
        let [name, text, _] = row.split(" | ").collect::<Vec<_>>()[..] else {
            panic!("{row}");
        };
        let written = again(name, text, &JsonOptions::new());
        let written = written.unwrap_or_else(|error| format!("! {error}"));
        let written = if written == text { "=" } else { &written };
        found += &format!("{name} | {text} | {written}\n");
    }
    if std::env::var_os("JSON_BLESS").is_some() {
        std::fs::write(path, &found).unwrap();
    }
    let differ = |(a, b): &(&str, &str)| a != b;
    let changed: Vec<_> = rows.lines().zip(found.lines()).filter(differ).collect();
    assert!(changed.is_empty(), "{changed:#?}");
}

#[test]
fn hex_and_unknown_keys() {
    let hex = JsonOptions::new().blob(BlobEncoding::Hex);
    assert_eq!(again("blob", "\"00Ff\"", &hex).unwrap(), "\"00ff\"");
    let error = again("blob", "\"AP8=\"", &hex).unwrap_err();
    assert_eq!(
        error,
        "line 1, column 1: expected blob in hex, found the string \"AP8=\" at byte offset 0"
    );
    let skip = JsonOptions::new().unknown_keys(UnknownKeys::Skip);
    let text = r#"{"head": 1, "more": [{"a": [1.5e3, "\u0041"]}, null]}"#;
    assert_eq!(
        again("list", text, &skip).unwrap(),
        r#"{"head":1,"tail":null}"#
    );
    let error = again("list", r#"{"head": 1, "a": 1, "a": 2}"#, &skip).unwrap_err();
    assert!(
        error.contains(
            "expected each key once for record { head : nat8; tail : opt List }, found \"a\" again"
        ),
        "{error}"
    );
}

/// By bits, as NaN is not equal to itself.
fn bytes(args: &IDLArgs, types: &[Type]) -> Vec<u8> {
    args.to_bytes_with_types(&TypeEnv::new(), types).unwrap()
}

proptest! {
    #[test]
    fn values_come_back((ty, value) in typed_value(), is_hex in proptest::bool::ANY) {
        let (env, types) = (TypeEnv::new(), [ty]);
        let encoding = if is_hex { BlobEncoding::Hex } else { BlobEncoding::Base64 };
        let options = JsonOptions::new().blob(encoding);
        let args = IDLArgs::new(&[value]);
        let text = json::args_to_string(&args, &env, &types, &options).unwrap();
        // Another library agrees that this is JSON.
        prop_assert!(serde_json::from_str::<serde::de::IgnoredAny>(&text).is_ok(), "{}", text);
        let again = json::args_from_str(&text, &env, &types, &options).unwrap();
        prop_assert_eq!(bytes(&again, &types), bytes(&args, &types));
        prop_assert_eq!(format!("{again:?}"), format!("{args:?}"));
        prop_assert_eq!(json::args_to_string(&again, &env, &types, &options).unwrap(), text.clone());

        let mut written = Vec::new();
        json::args_to_writer(&mut written, &args, &env, &types, &options).unwrap();
        prop_assert_eq!(std::str::from_utf8(&written).unwrap(), &text);
        // What is cut is refused.
        let mut cut = text.len() - 1;
        while !text.is_char_boundary(cut) {
            cut -= 1;
        }
        prop_assert!(json::args_from_str(&text[..cut], &env, &types, &options).is_err());
    }

    #[test]
    fn self_describing_values_come_back((ty, value) in typed_value()) {
        let (env, types, options) = (TypeEnv::new(), [ty], JsonOptions::new());
        let named = IDLArgs::new(&[value]);
        let message = bytes(&named, &types);
        let plain = IDLArgs::from_bytes(&message).unwrap();
        let at_types = IDLArgs::from_bytes_with_types(&message, &env, &types).unwrap();
        for args in [named, plain, at_types] {
            let text = lossless::args_to_string(&args, &options).unwrap();
            let mut written = Vec::new();
            lossless::args_to_writer(&mut written, &args, &options).unwrap();
            prop_assert_eq!(std::str::from_utf8(&written).unwrap(), &text);
            let again = lossless::args_from_slice(&written, &options).unwrap();
            prop_assert_eq!(format!("{again:?}"), format!("{args:?}"), "{}", text);
            prop_assert_eq!(lossless::args_to_string(&again, &options).unwrap(), text);
        }
    }

    /// The same texts are JSON as for another library; what differs are duplicate keys, which are seen at a type only.
    #[test]
    fn syntax_is_that_of_others(text in r#"[\[\]{},:"0-9a\\u.eE+\- \n]{0,12}|-?[0-9.eE+-]{1,6}|"[\\u0-9a-fd/nr]{0,14}""#) {
        let wrapped = format!("{{\"head\": 1, \"skipped\": {text}}}");
        let skip = JsonOptions::new().unknown_keys(UnknownKeys::Skip);
        let is_ours = again("list", &wrapped, &skip).is_ok();
        let theirs = serde_json::from_str::<serde::de::IgnoredAny>(&wrapped);
        // Keys that the text adds to the record.
        let adds_keys = text.contains(',') && text.contains(':');
        // Half characters: another library skips them.
        let has_escapes = text.contains("\\u");
        if !adds_keys && !has_escapes {
            prop_assert_eq!(is_ours, theirs.is_ok(), "{} {:?}", wrapped, theirs);
        } else if is_ours {
            prop_assert!(theirs.is_ok());
        }
    }
}

/// Deeper than other libraries read by default, which is 128 levels.
#[test]
fn deep_values_come_back() {
    let n = 150;
    let text = format!("{}null{}", r#"{"head":1,"tail":"#.repeat(n), "}".repeat(n));
    assert_eq!(again("list", &text, &JsonOptions::new()).unwrap(), text);
}

#[test]
fn hostile_texts_end_soon() {
    let start = cpu_time::ThreadTime::now();
    let deep = "[".repeat(1_000_000);
    let some = "{\"some\":".repeat(1_000_000);
    assert!(again("list", &deep, &JsonOptions::new()).is_err());
    let skip = JsonOptions::new().unknown_keys(UnknownKeys::Skip);
    let error = again("list", &format!("{{\"a\":{deep}"), &skip).unwrap_err();
    assert!(error.contains("the end of the text"), "{error}");
    let error = again("endless", &some, &JsonOptions::new()).unwrap_err();
    assert!(error.contains("too deep"), "{error}");
    for name in ["float32", "nat8", "nat"] {
        for number in [
            "1e999999999".to_string(),
            "9".repeat(1_000_000),
            format!("0.{}1", "0".repeat(1_000_000)),
        ] {
            let _ = again(name, &number, &JsonOptions::new());
        }
    }
    // Errors are short, and numbers of any length are read.
    let long = "k".repeat(1_000_001);
    for text in [
        format!("{{\"{long}\":1}}"),
        format!("\"{long}\""),
        format!("[{long}"),
    ] {
        for name in ["list", "variant", "nat", "blob", "func"] {
            let error = again(name, &text, &JsonOptions::new()).unwrap_err();
            assert!(error.len() < 400, "{}", error.len());
        }
        let error = lossless::from_str(&text, &JsonOptions::new());
        assert!(error.is_ok() || error.unwrap_err().to_string().len() < 400);
    }
    let number = format!("\"{}\"", "9".repeat(100_000));
    assert_eq!(again("nat", &number, &JsonOptions::new()).unwrap(), number);
    // A billion fields that were left out.
    let fields = (0..10_000).map(|id| field(Label::Id(id + 1), opt(ty(TypeInner::Nat8))));
    let wide = vec_of(ty(TypeInner::Record(fields.collect())));
    let text = format!("[{}{{}}]", "{},".repeat(100_000));
    let error = json::from_str(&text, &TypeEnv::new(), &wide, &JsonOptions::new()).unwrap_err();
    assert!(error.is_limit(), "{error}");
    // Keys that a wide type does not have.
    let fields = (0..5_000).map(|id| field(Label::Id(id + 1), opt(ty(TypeInner::Nat8))));
    let wide = ty(TypeInner::Record(fields.collect()));
    let keys: Vec<String> = (0..200_000).map(|i| format!("\"k{i}\":0")).collect();
    let text = format!("{{{}}}", keys.join(","));
    json::from_str(&text, &TypeEnv::new(), &wide, &skip).unwrap();
    let spent = start.elapsed();
    assert!(spent.as_secs() < 20, "{spent:?}");
}

#[test]
fn values_of_other_types_are_not_written() {
    let rows = [
        (
            IDLValue::Number("1".into()),
            TypeInner::Nat8,
            "expected a value of type nat8, found 1",
        ),
        (
            IDLValue::Nat(1u8.into()),
            TypeInner::Int,
            "expected a value of type int, found 1 : nat",
        ),
        (
            IDLValue::Null,
            TypeInner::Reserved,
            "expected a value of type reserved, found null : null",
        ),
        (
            IDLValue::Text("a".into()),
            TypeInner::Empty,
            "expected a value of type empty, found \"a\"",
        ),
        (
            IDLValue::Record(vec![]),
            TypeInner::Record(vec![field(Label::Named("a".into()), ty(TypeInner::Nat8))]),
            "missing field `a`: expected nat8",
        ),
    ];
    for (value, inner, expected) in rows {
        let error = json::to_string(&value, &TypeEnv::new(), &ty(inner), &JsonOptions::new());
        assert_eq!(error.unwrap_err().to_string(), expected);
    }
}

#[test]
fn arguments() {
    let (env, options) = (TypeEnv::new(), JsonOptions::new());
    let types = [ty(TypeInner::Nat8), opt(ty(TypeInner::Text))];
    let read = |text: &str| match json::args_from_str(text, &env, &types, &options) {
        Ok(args) => args.to_string(),
        Err(error) => error.to_string(),
    };
    let rows = [
        ("[1]", "(1 : nat8, null)"),
        ("[1, \"a\"]", "(1 : nat8, opt \"a\")"),
        (
            "[]",
            "line 1, column 3: missing argument 1: expected nat8 at byte offset 2",
        ),
        (
            "[1, null, 2]",
            "line 1, column 11: expected 2 arguments for (nat8, opt text), found more at byte offset 10",
        ),
        (
            "[1, null, ]",
            "line 1, column 11: expected a JSON value for (nat8, opt text), found `]` at byte offset 10",
        ),
        (
            "[1,\n 2]",
            "line 2, column 2: expected text, found the number 2 in argument 2, byte offset 5",
        ),
        (
            "1",
            "line 1, column 1: expected an array of arguments for (nat8, opt text), found the number 1 at byte offset 0",
        ),
        (
            "[1] 2",
            "line 1, column 5: expected the end of the text after (nat8, opt text), found the number 2 at byte offset 4",
        ),
    ];
    for (text, expected) in rows {
        assert_eq!(read(text), expected, "{text}");
    }
    let error = json::from_slice(b"\"a\xff\"", &env, &types[0], &options).unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 1, column 3: expected `\"` at the end of a string for nat8, found bytes that are not UTF-8 at byte offset 2"
    );
}

/// Rows of the self-describing form: the text, and the value or the error.
#[test]
fn self_describing() {
    let rows = [
        (r#"[true, null, "a"]"#, "vec { true; null : null; \"a\";}"),
        (r#"{"nat8": 5}"#, "5 : nat8"),
        (r#"{"nat": "5"}"#, "5 : nat"),
        (r#"{"number": "5"}"#, "5"),
        (r#"{"number": "1_000"}"#, "1_000"),
        (r#"{"float32": 0.1}"#, "0.1 : float32"),
        (r#"{"none": null}"#, "null"),
        (r#"{"reserved": null}"#, "null : reserved"),
        (r#"{"opt": {"opt": {"none": null}}}"#, "opt opt null"),
        (r#"{"blob": "AAE="}"#, "blob \"\\00\\01\""),
        (r###"{"record": {"#5": null, "##5": null}}"###, "record { 5 = null : null; \"#5\" = null : null;}"),
        (r#"{"variant": {"A": null}}"#, "variant { A }"),
        (r#"{"principal": "aaaaa-aa"}"#, "principal \"aaaaa-aa\""),
        (r#"{"service": "aaaaa-aa"}"#, "service \"aaaaa-aa\""),
        (r#"{"func": {"service": "aaaaa-aa", "method": "m"}}"#, "func \"aaaaa-aa\".m"),
        ("5", "line 1, column 1: expected an object with the type of the number, such as {\"nat8\": 5}, found the number 5 at byte offset 0"),
        ("{}", "line 1, column 1: expected an object with one key, the kind of the self-describing value, found an object at byte offset 0"),
        (r#"{"nat8": 256}"#, "line 1, column 10: expected nat8, found the number 256 at byte offset 9"),
        (r#"{"nat9": 256}"#, "line 1, column 2: expected the kind of a self-describing value, found \"nat9\" (did you mean \"nat\"?) at byte offset 1"),
        (r#"{"number": "-1_000"}"#, "-1_000"),
        (r#"{"number": "1_"}"#, "line 1, column 12: expected a string of digits for a self-describing number, found the string \"1_\" at byte offset 11"),
        (r#"{"number": "1__0"}"#, "line 1, column 12: expected a string of digits for a self-describing number, found the string \"1__0\" at byte offset 11"),
        (r#"{"number": "x"}"#, "line 1, column 12: expected a string of digits for a self-describing number, found the string \"x\" at byte offset 11"),
        (r#"{"variant": {}}"#, "line 1, column 13: expected an object with one key for a self-describing variant, found an object at byte offset 12"),
        (r##"{"record": {"a": null, "#97": null}}"##, "line 1, column 24: expected each label once for a self-describing record, found \"#97\" again at byte offset 23"),
        (r##"{"record": {"#01": null}}"##, "line 1, column 13: expected a name, or # and a number for a self-describing record, found \"#01\" at byte offset 12"),
        (r#"{"record": {"a": [null, 1]}}"#, "line 1, column 25: expected an object with the type of the number, such as {\"nat8\": 5}, found the number 1 at a[1], byte offset 24"),
    ];
    let mut wrong = String::new();
    for (text, expected) in rows {
        let found = match lossless::from_str(text, &JsonOptions::new()) {
            Ok(value) => {
                let again = lossless::to_string(&value, &JsonOptions::new()).unwrap();
                assert_eq!(again, text.replace(": ", ":").replace(", ", ","));
                format!("{value:?}")
            }
            Err(error) => error.to_string(),
        };
        if found != expected {
            wrong += &format!("{text}: {found}\n");
        }
    }
    assert_eq!(wrong, "");
}

/// What the type alone does not tell is refused by its `Deserialize`, with the path in the JSON.
#[test]
fn values_that_the_rust_type_refuses() {
    #[derive(candid::CandidType, candid::Deserialize, Debug)]
    struct Signed {
        #[serde(with = "candid::array")]
        signature: [u8; 3],
    }
    let read = |text| json::decode_one::<Signed>(text);
    assert_eq!(
        read(r#"{"signature":"AAEC"}"#).unwrap().signature,
        [0, 1, 2]
    );
    assert_eq!(
        read(r#"{"signature":"AAE="}"#).unwrap_err().to_string(),
        "Deserialize error: invalid length 2, expected an array of length 3 at signature"
    );
}

#[test]
fn lines() {
    use candid::json::{LineReader, LineWriter};
    let (env, types) = (TypeEnv::new(), [ty(TypeInner::Text)]);
    let input = b"[\"a\"]\r\n \t\n[\"too long for a line\"]\n[\"\xff\"]\n[1]\n[\"b\"]";
    // Buffers that end within lines.
    for capacity in [1, 2, 3, 100] {
        let input = std::io::BufReader::with_capacity(capacity, &input[..]);
        let mut lines = LineReader::new(input, JsonOptions::new()).max_len(10);
        let mut found = Vec::new();
        while let Some(args) = lines.next_args(&env, &types) {
            let text = args.map_or_else(|error| error.to_string(), |args| args.to_string());
            found.push((lines.line_number(), text));
        }
        let expected = [
            (1, "(\"a\")"),
            (3, "line 3: expected at most 10 bytes for (text), found a longer line"),
            (
                4,
                "line 4, column 3: expected `\"` at the end of a string for text, found bytes that are not UTF-8 in argument 1, byte offset 2",
            ),
            (
                5,
                "line 5, column 2: expected text, found the number 1 in argument 1, byte offset 1",
            ),
            (6, "(\"b\")"),
        ];
        assert_eq!(found, expected.map(|(line, text)| (line, text.to_string())));
    }

    // The number of lines, when all of them have been read.
    for (input, expected) in [
        ("", 0),
        ("\"a\"", 1),
        ("\"a\"\n", 1),
        ("\"a\"\n\n", 2),
        ("\n ", 2),
    ] {
        let mut lines = LineReader::new(input.as_bytes(), JsonOptions::new());
        while lines.next_value(&env, &types[0]).is_some() {}
        assert!(lines.next_value(&env, &types[0]).is_none());
        assert_eq!(lines.line_number(), expected, "{input:?}");
    }

    let mut lines = LineWriter::new(Vec::new(), JsonOptions::new());
    let texts = ["a\nb", "c"].map(|text| IDLValue::Text(text.to_string()));
    for text in &texts {
        lines.write_value(text, &env, &types[0]).unwrap();
    }
    let written = lines.into_inner();
    assert_eq!(written, b"\"a\\nb\"\n\"c\"\n");
    let lines = LineReader::new(&written[..], JsonOptions::new());
    let again: Vec<_> = lines.values(&env, &types[0]).map(Result::unwrap).collect();
    assert_eq!(again, texts);

    // In the self-describing form.
    let values = [texts[0].clone(), IDLValue::Nat8(5)];
    let mut lines = LineWriter::new(Vec::new(), JsonOptions::new());
    for value in &values {
        lines.write_lossless_value(value).unwrap();
    }
    lines.write_lossless_args(&IDLArgs::new(&values)).unwrap();
    let written = lines.into_inner();
    assert_eq!(
        std::str::from_utf8(&written).unwrap(),
        "\"a\\nb\"\n{\"nat8\":5}\n[\"a\\nb\",{\"nat8\":5}]\n"
    );
    let mut lines = LineReader::new(&written[..], JsonOptions::new());
    for value in &values {
        assert_eq!(lines.next_lossless_value().unwrap().unwrap(), *value);
        let one = lossless::to_string(value, &JsonOptions::new()).unwrap();
        let again = lossless::from_slice(one.as_bytes(), &JsonOptions::new());
        assert_eq!(again.unwrap(), *value);
    }
    assert_eq!(lines.next_lossless_args().unwrap().unwrap().args, values);
    assert!(lines.next_lossless_value().is_none());
    let mut lines = LineReader::new(&b"{}\n{}"[..], JsonOptions::new());
    for number in [1, 2] {
        let error = match number {
            1 => lines.next_lossless_value().unwrap().unwrap_err(),
            _ => lines.next_lossless_args().unwrap().unwrap_err(),
        };
        assert!(error.to_string().starts_with(&format!("line {number}, ")));
    }

    /// An input that fails once and would then have more.
    struct Broken(bool);
    impl std::io::Read for Broken {
        fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
            if std::mem::replace(&mut self.0, true) {
                return Err(std::io::Error::other("broken"));
            }
            out[..2].copy_from_slice(b"\"a");
            Ok(2)
        }
    }
    let input = std::io::BufReader::new(Broken(false));
    let lines = LineReader::new(input, JsonOptions::new());
    let found: Vec<_> = lines
        .values(&env, &types[0])
        .map(|read| read.unwrap_err().to_string())
        .collect();
    assert_eq!(found, ["I/O error: broken"]);
}
