//! The fuzz targets of `rust/fuzz` on inputs made from a fixed seed.

#[path = "../../fuzz/src/parser.rs"]
mod parser;
#[path = "../../fuzz/src/printer.rs"]
mod printer;
#[path = "../../fuzz/src/random.rs"]
mod random;

use random::Random;

const SEEDS: [&str; 5] = [
    "// a\ntype A = record { a : nat; \"b c\" : opt vec text; 5 : blob; principal };\nimport \"b.did\";\n",
    "service s : (x : nat, A) -> { get : (A) -> (variant { ok; err : text }) query; f : F; };\n",
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

#[test]
fn printer_on_random_programs() {
    let mut random = Random(2);
    for _ in 0..3_000 {
        let len = random.below(200);
        let bytes: Vec<u8> = (0..len).map(|_| random.byte()).collect();
        printer::check(&bytes);
    }
}
