//! Making and printing an error costs no more than a bound, however large types and values are.

use candid::{decode_one, decode_one_with_config, CandidType, DecoderConfig, Deserialize};

/// What the text of an error may take, in bytes.
const MAX_TEXT: usize = 8 * 1024;

fn leb(out: &mut Vec<u8>, mut n: u64) {
    loop {
        let byte = (n & 0x7f) as u8;
        n >>= 7;
        if n == 0 {
            out.push(byte);
            return;
        }
        out.push(byte | 0x80);
    }
}

/// A message of one value whose type is a record or variant (`opcode`) of `n` fields.
fn wide(opcode: u8, n: u64) -> Vec<u8> {
    let mut bytes = b"DIDL\x02".to_vec();
    bytes.push(opcode);
    leb(&mut bytes, n);
    for id in 0..n {
        leb(&mut bytes, id);
        bytes.push(1);
    }
    // The other entry refers to the first: `opt` of it.
    bytes.extend([0x6e, 0, 1, 0]);
    bytes
}

/// A message of one value whose type is `opt opt … null`, `n` levels deep.
fn deep(n: u64) -> Vec<u8> {
    let mut bytes = b"DIDL".to_vec();
    leb(&mut bytes, n);
    for entry in 1..n {
        bytes.push(0x6e);
        let mut index = Vec::new();
        leb(&mut index, entry);
        // Entries from 64 on need a further byte in SLEB128.
        if index.last().is_some_and(|byte| byte & 0x40 != 0) {
            if let Some(last) = index.last_mut() {
                *last |= 0x80;
            }
            index.push(0);
        }
        bytes.extend(index);
    }
    bytes.extend([0x6e, 0x7f, 1, 0, 0]);
    bytes
}

#[track_caller]
fn check<T: CandidType + for<'a> Deserialize<'a>>(bytes: &[u8]) {
    for full in [false, true] {
        let mut config = DecoderConfig::new();
        config.set_full_error_message(full);
        let error = decode_one_with_config::<T>(bytes, &config)
            .map(|_| ())
            .unwrap_err();
        assert!(error.is_subtype(), "{error}");
        let (text, debug) = (error.to_string(), format!("{error:?}"));
        assert!(text.len() < MAX_TEXT, "{} bytes", text.len());
        assert!(debug.len() < MAX_TEXT, "{} bytes", debug.len());
        assert!(text.len() > 20, "{text}");
    }
}

#[test]
fn wide_types_on_the_wire() {
    for n in [1, 100, 20_000] {
        check::<u8>(&wide(0x6c, n));
        check::<u8>(&wide(0x6b, n));
        check::<(u8, String)>(&wide(0x6b, n));
    }
}

#[test]
fn a_wide_record_is_cut_after_a_few_fields() {
    let error = decode_one::<u8>(&wide(0x6b, 20_000)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "expected nat8, found variant { 0 : opt variant { … }; 1 : opt variant { … }; 2 : opt \
         variant { … }; 3 : opt variant { … }; 4 : opt variant { … }; 5 : opt variant { … }; … } \
         in argument 1, byte offset 63501"
    );
}

#[test]
fn deep_types_on_the_wire() {
    for n in [1, 100, 9_000] {
        check::<u8>(&deep(n));
        check::<(u8, String)>(&deep(n));
    }
}

/// Names of methods are as long as the header lets them be, and escaped they are longer.
#[test]
fn long_names_in_headers() {
    let service = |names: &[Vec<u8>]| {
        let mut bytes = b"DIDL\x01\x69".to_vec();
        leb(&mut bytes, names.len() as u64);
        for name in names {
            leb(&mut bytes, name.len() as u64);
            bytes.extend(name);
            bytes.push(0x7f);
        }
        bytes.push(0);
        bytes
    };
    let long = |byte: u8| vec![byte; 30_000];
    let start = |c: &str| format!("\"{}\"…", c.repeat(60));
    for (names, expected) in [
        (
            vec![long(1)],
            format!("the type of method {} is not a function", start("\\u{1}")),
        ),
        (
            vec![long(b'b'), long(b'a')],
            format!(
                "method name {} is not greater than the previous one",
                start("a")
            ),
        ),
        (
            vec![b"get".to_vec()],
            "the type of method \"get\" is not a function".to_string(),
        ),
    ] {
        let error = decode_one::<u8>(&service(&names)).unwrap_err();
        assert!(error.is_malformed());
        assert!(error.to_string().starts_with(&expected), "{error}");
        assert!(format!("{error:?}").len() < 1024);
    }
}

#[test]
fn deep_paths() {
    #[derive(CandidType, Deserialize, Debug)]
    struct Chain {
        next_in_the_chain: Vec<Chain>,
        the_end: String,
    }
    let link = |chain: Vec<Chain>, end: &str| Chain {
        next_in_the_chain: chain,
        the_end: end.into(),
    };
    let chain = (0..200).fold(link(vec![], "innermost"), |chain, _| link(vec![chain], "x"));
    let mut bytes = candid::encode_one(&chain).unwrap();
    let at = bytes.windows(9).position(|text| text == b"innermost");
    bytes[at.unwrap()] = 0xff;
    let error = decode_one::<Chain>(&bytes).unwrap_err();
    assert!(error.is_malformed(), "{error}");
    let link = ".next_in_the_chain[0]";
    // The outermost 32 segments and the innermost 32.
    let expected = format!("0{0}.next_in_the_chain.…[0]{0}.the_end", link.repeat(15));
    assert_eq!(error.path(), expected);
    assert!(error.to_string().len() < MAX_TEXT);
}

#[test]
fn wide_types_wanted() {
    // 128 tags of long names, each with a payload of the same kind.
    macro_rules! wide_enum {
        ($($tag:ident)*) => {
            #[derive(CandidType, Deserialize, Debug)]
            enum Wide { $($tag { a_field_with_quite_a_long_name: Box<Wide> }),* }
        };
    }
    wide_enum! {
        TagA1 TagA2 TagA3 TagA4 TagA5 TagA6 TagA7 TagA8 TagB1 TagB2 TagB3 TagB4 TagB5 TagB6 TagB7
        TagC1 TagC2 TagC3 TagC4 TagC5 TagC6 TagC7 TagC8 TagD1 TagD2 TagD3 TagD4 TagD5 TagD6 TagD7
        TagE1 TagE2 TagE3 TagE4 TagE5 TagE6 TagE7 TagE8 TagF1 TagF2 TagF3 TagF4 TagF5 TagF6 TagF7
        TagG1 TagG2 TagG3 TagG4 TagG5 TagG6 TagG7 TagG8 TagH1 TagH2 TagH3 TagH4 TagH5 TagH6 TagH7
        TagI1 TagI2 TagI3 TagI4 TagI5 TagI6 TagI7 TagI8 TagJ1 TagJ2 TagJ3 TagJ4 TagJ5 TagJ6 TagJ7
    }
    check::<Wide>(&candid::encode_one("text").unwrap());
}

#[test]
fn long_texts() {
    let text = "é".repeat(1 << 20);
    let bytes = candid::encode_one(&text).unwrap();
    let error = decode_one::<char>(&bytes).unwrap_err();
    assert!(error.is_custom());
    let error = error.to_string();
    assert!(error.len() < MAX_TEXT, "{} bytes", error.len());
    assert!(error.contains("éé\"…, expected a character"), "{error}");
}

/// Those of values at types are as deep and wide as the interface.
#[cfg(feature = "value")]
#[test]
fn types_of_values() {
    use candid::types::value::{IDLArgs, IDLValue};
    use candid::types::{Type, TypeEnv, TypeInner};
    let vec = |ty, _| Type::from(TypeInner::Vec(ty));
    let ty = (0..5_000).fold(Type::from(TypeInner::Text), vec);
    let env = TypeEnv::new();
    for value in [IDLValue::Bool(true), IDLValue::Number("1".into())] {
        let error = value.annotate_type(true, &env, &ty).unwrap_err();
        assert!(error.to_string().len() < 1024, "{error}");
    }
    let ty = Type::from(TypeInner::Vec(ty));
    let error = IDLArgs { args: vec![] }.annotate_types(true, &env, &[ty]);
    assert!(error.unwrap_err().to_string().len() < 1024);
}
