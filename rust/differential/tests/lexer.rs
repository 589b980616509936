//! `Logos` for the `Token` of both parsers: the same pieces of a text, in the same places.

use candid_differential::random::{Cases, Random};
use logos::Logos;

fn ours(text: &str) -> String {
    let tokens = candid_parser::token::Token::lexer(text).spanned();
    format!("{:?}", tokens.collect::<Vec<_>>())
}

fn theirs(text: &str) -> String {
    let tokens = candid_parser_incumbent::token::Token::lexer(text).spanned();
    format!("{:?}", tokens.collect::<Vec<_>>())
}

const TEXTS: &[&str] = &[
    "",
    " \n\t\r",
    "import service func query oneway composite_query type record variant vec opt blob principal",
    "service : { a : (nat) -> (text, opt bool) query; }; // c",
    "null true false _a a_1 A truex composite_query_ nat8 inf",
    "= == === => -> --> - + . .. , ; : ! != !: !a ( ) { }",
    "// a\n//\r\n///* b\n/",
    "/* a */ /**/ /*/",
    "\"a\\n\" \"",
    "0 00 1_2 1__ 0_x1 0x1F_a 0X1F 0x 0x_1 0xg 0x1.5 1a 1_.5 1_e5",
    "1. 1.5 .5 1e5 1E-5 1.e5 1.5e 1.5e+ 1e_5 1e5_ 1.5.5 1..2 .1e1 1._5 1.5_0",
    "@ # $ ' é aé 1é !é \u{feff} \u{a0} \u{2028} \u{1f600}\u{1f600} \u{c} \0",
];

#[test]
fn texts() {
    for text in TEXTS {
        assert_eq!(ours(text), theirs(text), "{text:?}");
    }
}

/// What tokens begin with or go on with, in any order.
const PIECES: &[&str] = &[
    "0",
    "1",
    "09",
    "_",
    ".",
    "e",
    "E",
    "+",
    "-",
    "x",
    "0x",
    "0X",
    "f",
    "\"",
    "\\",
    "/",
    "*",
    "//",
    "/*",
    "\n",
    " ",
    "!",
    "=",
    ":",
    ">",
    "true",
    "vec",
    "composite",
    "_query",
    "é",
    "\u{1f600}",
    "a",
    "service",
    "@",
    "(",
    "}",
];

#[test]
fn random_texts() {
    for seed in 0..Cases::asked().of(20_000) {
        let mut random = Random::new(seed);
        let n = 1 + random.below(9);
        let text: String = (0..n).map(|_| *random.pick(PIECES)).collect();
        assert_eq!(ours(&text), theirs(&text), "{text:?}, seed {seed}");
    }
}
