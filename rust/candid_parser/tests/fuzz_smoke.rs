//! The fuzz targets of `rust/fuzz` on inputs made from a fixed seed.

#[path = "../../fuzz/src/parser.rs"]
mod parser;
#[path = "../../fuzz/src/printer.rs"]
mod printer;
#[path = "../../fuzz/src/random.rs"]
mod random;

use random::Random;

const SEEDS: [&str; 6] = [
    "// a\ntype A = record { a : nat; \"b c\" : opt vec text; 5 : blob; principal };\nimport \"b.did\";\n",
    "service s : (x : nat, A) -> { get : (A) -> (variant { ok; err : text }) query; f : F; };\n",
    include_str!("../../fuzz/seeds/parser/lints"),
    "type F = func (nat, y : text) -> (service { f : () -> () oneway }) composite_query; /* /* */ */",
    "(1 : nat8, -2, +3.5e1, 0x1_F, \"a\\n\\u{e9}\\41\", blob \"\\00a\", opt null, vec { 1; 2 }, (inf : float32))",
    "(record { a = 1; 2; \"x\" = true }, variant { a = func \"aaaaa-aa\".m }, service \"aaaaa-aa\", null : reserved)",
];

#[test]
fn parser_on_mutations() {
    const PIECES: [&str; 24] = [
        "{", "}", "(", ")", ";", ",", ":", "=", "->", "\"", "\\", "//", "/*", "*/", "type ",
        "service ", "record {", "opt ", "0x", "1e", "\u{feff}", "é", "assert ", "\n",
    ];
    let mut random = Random(1);
    for seed in SEEDS {
        for _ in 0..600 {
            let mut bytes = seed.as_bytes().to_vec();
            for _ in 0..=random.below(4) {
                let at = random.below(bytes.len());
                let piece = PIECES[random.below(PIECES.len())].bytes();
                match random.below(4) {
                    0 => bytes.truncate(at + 1),
                    1 => drop(bytes.remove(at)),
                    2 => bytes[at] = random.byte(),
                    _ => drop(bytes.splice(at..at, piece)),
                }
                if bytes.is_empty() {
                    bytes.push(b';');
                }
            }
            parser::check(&bytes);
        }
    }
}

/// Many findings of each lint, in one line and in many, and many comments that allow them or nothing.
#[test]
fn lints_of_long_texts() {
    for (start, part, end) in [
        ("type A = record {", "fN : opt opt nat;", "}"),
        (
            "",
            "type AN = record { f : opt opt nat; }; // didc-allow: opt-opt\n",
            "",
        ),
        (
            "service : {\n",
            "fN : (variant { a }, vec nat8) -> (nat);\n",
            "}",
        ),
        (
            "service : {\n// didc-allow: closed-result\n",
            "fN : (vec nat8, nat) -> (nat); // didc-allow: L009\n",
            "}",
        ),
        ("// didc-allow: ", "a,", "\ntype A = nat;"),
        ("// didc-allow: all, ", "L001,", "\n\ntype A = nat;"),
        ("// ", "\n// didc-allow: opt-opt", "\ntype A = nat;"),
        ("", "/* didc-allow */ ", "type A = nat; // didc-allow: all"),
        (
            "type A = record {",
            "N : nat; _N_ : nat; \"N\" : nat;\n",
            "}",
        ),
        ("type A = record {", "aN : nat; AN : nat;", "}"),
        (
            "",
            "type TN = TM; ",
            "type TM = opt nat; service : { f : (opt T0) -> () }",
        ),
        ("type A = ", "opt ", "nat"),
        ("", "type selfN = record { async : nat };", ""),
    ] {
        let n = 30_000 / part.len();
        let parts = (0..n).map(|idx| {
            let text = part.replace('N', &idx.to_string());
            text.replace('M', &(idx + 1).to_string())
        });
        let end = end.replace('M', &n.to_string());
        let text = format!("{start}{}{end}", parts.collect::<String>());
        parser::check(text.as_bytes());
    }
}

#[test]
fn printer_on_random_programs() {
    let mut random = Random(2);
    for _ in 0..3_000 {
        let len = random.below(200);
        let bytes: Vec<u8> = (0..len).map(|_| random.byte()).collect();
        printer::check(&bytes);
    }
}
