//! A few thousand inputs through the body of the fuzz target `annotate`.

#[path = "../../fuzz/src/annotate.rs"]
mod annotate;

/// Parts that texts of values are made of.
const WORDS: [&str; 48] = [
    "(",
    ")",
    "{",
    "}",
    ";",
    ",",
    "=",
    ":",
    "opt ",
    "vec {",
    "record {",
    "variant {",
    "null",
    "true",
    "blob \"a\\ff\"",
    "principal \"aaaaa-aa\"",
    "service \"aaaaa-aa\"",
    "func \"aaaaa-aa\".f",
    " nat ",
    " nat8 ",
    " float32 ",
    " int8 ",
    "reserved",
    "0",
    "1",
    "-1",
    "255",
    "256",
    "1_000",
    "0x1F",
    "1.5",
    "1e39",
    "inf",
    "NaN",
    "\"\"",
    "\"a\\u{0}\"",
    "owner = ",
    "subaccount = ",
    "a",
    "b = ",
    "c = ",
    "1 = ",
    "\"a b\" = ",
    "5; ",
    "opt 5",
    "}}",
    "// c\n",
    "/* c */",
];

/// Whole arguments, so that some of the texts fit.
const ARGS: [&str; 12] = [
    "(5)",
    "(5, opt \"a\")",
    "(1.5, 3)",
    "(record {owner = principal \"aaaaa-aa\"})",
    "(vec {variant {a}; variant {b = 5}})",
    "(vec {variant {c = variant {c = variant {a}}}})",
    "(opt record {1.5; opt record {2; null}})",
    "(blob \"\\00\", vec {opt 1; null})",
    "(service \"aaaaa-aa\", principal \"aaaaa-aa\")",
    "(vec {1; \"a\"})",
    "(opt record {inf : float32; null})",
    "()",
];

#[test]
fn random_texts() {
    let mut state = 1_u64;
    let mut below = |n: usize| {
        // The generator of Knuth's MMIX; its high bits are random enough.
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 40).unwrap_or_default() % n
    };
    let n_lists = annotate::types().1.len();
    for _ in 0..6_000 {
        let mut text = match below(4) {
            0 => String::new(),
            _ => ARGS[below(ARGS.len())].to_string(),
        };
        for _ in 0..below(6) {
            let mut at = below(text.len() + 1);
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            match below(4) {
                0 if at < text.len() => {
                    text.remove(at);
                }
                _ => text.insert_str(at, WORDS[below(WORDS.len())]),
            }
        }
        for list in 0..n_lists {
            let mut data = vec![u8::try_from(list).unwrap_or_default()];
            data.extend_from_slice(text.as_bytes());
            annotate::check(&data);
        }
    }
}
