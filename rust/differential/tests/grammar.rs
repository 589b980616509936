//! The modules `token` and `grammar` of both parsers: the same tokens, and the same of what the parsers are given.

use lalrpop_util::ParseError;
use std::fmt::Debug;

/// Declares what one of the parsers makes of texts, printed. A macro, because each has types of its own.
macro_rules! side {
    ($name:ident, $parser:ident) => {
        mod $name {
            use super::shown;
            use $parser::grammar::*;
            use $parser::token::{error, error2, LexicalError, Token, Tokenizer, TriviaMap};

            type Triple = (usize, Token, usize);

            /// The tokens up to the first error, and the comments.
            pub(super) fn tokens(text: &str) -> Vec<String> {
                let trivia = TriviaMap::default();
                let mut tokens = Vec::new();
                for token in Tokenizer::new_with_trivia(text, trivia.clone()) {
                    match token {
                        Ok((start, token, end)) => {
                            tokens.push(format!("{start} {token:?} {token} {end}"));
                        }
                        Err(error) => {
                            tokens.push(format!("wrong from {} on", error.span.start));
                            break;
                        }
                    }
                }
                let mut comments: Vec<_> = trivia.borrow().clone().into_iter().collect();
                comments.sort();
                tokens.push(format!("{comments:?}"));
                tokens
            }

            /// The trees of each parser, or why there is none.
            pub(super) fn trees(text: &str) -> Vec<String> {
                let trivia = TriviaMap::default();
                let tokens = || Tokenizer::new_with_trivia(text, trivia.clone());
                vec![
                    shown(ArgParser::default().parse(Some(&trivia), tokens())),
                    shown(ArgsParser::default().parse(Some(&trivia), tokens())),
                    shown(IDLInitArgsParser::default().parse(Some(&trivia), tokens())),
                    shown(IDLProgParser::default().parse(Some(&trivia), tokens())),
                    shown(TypParser::default().parse(Some(&trivia), tokens())),
                    shown(TypsParser::default().parse(Some(&trivia), tokens())),
                ]
            }

            /// Definitions and assertions, or why there are none.
            pub(super) fn assertions(text: &str) -> String {
                let test = TestParser::default().parse(None, Tokenizer::new(text));
                shown(test.map(|test| {
                    let asserts = test.asserts.into_iter();
                    let asserts = asserts.map(|assert| (assert.desc(), assert.typ, assert.pass));
                    (test.defs, asserts.collect::<Vec<_>>())
                }))
            }

            /// What is made of tokens that no text has, or not there.
            pub(super) fn made_up() -> Vec<String> {
                let trivia = TriviaMap::default();
                let lines = ["a".to_string(), "b\nc".to_string()];
                trivia.borrow_mut().insert(100, lines.to_vec());
                let prog = |tokens: &[Triple]| {
                    let parser = IDLProgParser::new();
                    shown(parser.parse(Some(&trivia), tokens.to_vec()))
                };
                let id = |name: &str| Token::Id(name.to_string());
                let definition = [
                    (100, Token::Type, 104),
                    (0, id("a b"), 1),
                    (7, Token::Equals, 8),
                    (7, id("type"), 100),
                ];
                let comment = [(1, Token::Type, 5), (6, Token::StartComment, 8)];
                let value = |token: Token| {
                    let tokens = [(0, Token::LParen, 1), (3, token, 4), (6, Token::RParen, 7)];
                    shown(ArgsParser::new().parse(None, tokens))
                };
                let failed = |token: Token| {
                    let error = LexicalError {
                        err: "so".to_string(),
                        span: 5..6,
                    };
                    let tokens = [Ok((0, Token::LParen, 1)), Ok((3, token, 4)), Err(error)];
                    shown(ArgsParser::new().parse(None, tokens))
                };
                let sorted = {
                    let mut tokens = tokens_of_all_kinds();
                    tokens.sort();
                    format!("{tokens:?}")
                };
                vec![
                    prog(&[]),
                    prog(&definition),
                    prog(&definition[..3]),
                    prog(&definition[..1]),
                    prog(&comment),
                    value(Token::Text("\"\\ \n".to_string())),
                    value(Token::Hex("ff".to_string())),
                    value(Token::Decimal("12".to_string())),
                    value(Token::Boolean(false)),
                    value(Token::LineComment),
                    value(Token::StartString),
                    value(Token::Semi),
                    failed(Token::Semi),
                    failed(Token::Null),
                    sorted,
                    error("a").to_string(),
                    error2('b', 1..2).to_string(),
                ]
            }

            fn tokens_of_all_kinds() -> Vec<Token> {
                let text = "true 1.5 0x1 1 - \"t\" a principal !: != == opt import type blob \
                            composite_query query oneway service func variant record vec null \
                            -> : . , ; } { ) ( =";
                let tokens = Tokenizer::new(text).map(|token| token.unwrap().1);
                let never = [
                    Token::StartString,
                    Token::StartComment,
                    Token::LineComment,
                ];
                tokens.chain(never).collect()
            }
        }
    };
}

side!(ours, candid_parser);
side!(theirs, candid_parser_incumbent);

/// Prints what a parser returns, of errors what does not depend on words.
fn shown<T: Debug, L: Debug, E>(result: Result<T, ParseError<usize, L, E>>) -> String {
    match result {
        Ok(tree) => format!("{tree:?}"),
        Err(ParseError::UnrecognizedToken { token, .. }) => format!("unexpected {token:?}"),
        Err(ParseError::UnrecognizedEof { location, .. }) => format!("ends at {location}"),
        Err(ParseError::User { .. }) => "wrong".to_string(),
        Err(ParseError::InvalidToken { .. } | ParseError::ExtraToken { .. }) => "odd".to_string(),
    }
}

const TOKENS: &[&str] = &[
    "type A = nat; // c\n",
    "// a\n\n// b\ntype A",
    "//// a\n///// b\n// // c\n/////////\ntype A = nat;",
    "// a\n//\n  // b \r\n\ttype A /* c */ = // d\n /* e */ record {\n // f\n a : nat; }",
    "/* a /* \" // */ */ a /**/ b",
    "true false null inf _ a_1 nan nat8",
    "import service func query oneway composite_query type record variant vec opt blob principal",
    "assert ( ) { } ; , : = -> . == != !: + - +1 -1",
    "0 1 1_0 1__0 007 0x1F 0xab_CD 1. .1 1e5 1E+5 1.5e-3 1.e3",
    r#""" "a b" "ü" "\n\r\t\\\"\'" "\u{41}\u{1F_600}" "\41\c3\bc" "a
b""#,
    "a # b",
    "a ' b",
    "a ! b",
    "a ü",
    "a / b",
    "a \u{c}",
    "a \"b",
    "a /* b",
    "a \u{a0}b",
];

#[test]
fn tokens() {
    for text in TOKENS {
        assert_eq!(ours::tokens(text), theirs::tokens(text), "{text:?}");
    }
}

const TREES: &[&str] = &[
    "",
    "type A = nat",
    "// a\ntype A = record { nat; // b\n // c\n a : opt A; 5 : vec text };",
    "import \"a\"; import service \"b\"; // c\nservice s : (a : nat, text) -> { // d\n f : () -> (A) query }",
    "type V = variant { a; b : blob; \"c d\" }; (V, \"e\" : principal)",
    "(nat, a : service {}, func (nat) -> () oneway)",
    "record { nat; record {} }",
    "nat8",
    "5",
    "-0x1F",
    "(1, -2 : int8, \"a\\n\\u{e9}\", blob \"\\00\\ff\", opt null, vec { 1; 2 }, record { a = 1; \"b c\" = 2; 3 })",
    "(variant { a }, principal \"aaaaa-aa\", service \"aaaaa-aa\", func \"aaaaa-aa\".f, 1e3, .5)",
    // Wrong ones.
    "type A = ;",
    "type = nat;",
    "type A = nat; service",
    "type A = record { 1; a : };",
    "record { a : nat; 97 : nat }",
    "(variant { a : nat; a : text })",
    "service : { f : (record { 1 : nat; 1 : nat }) -> () }",
    "type A = record { 5000000000 : nat };",
    "type A = record { \"\\ff\" : nat };",
    "type A = record { nat",
    "type A = 'x'; ;",
    "type A = ; 'x'",
    "type A = \"b",
    "service : { f : () -> () q }",
    "service : {}; type A = nat",
    "service : {} service : {}",
    "(",
    "(1",
    "(1,",
    "()x",
    "(-)",
    "(1 : nat",
    "(300 : nat8)",
    "(1 : foo)",
    "(principal \"a\")",
    "(func \"aaaaa-aa\")",
    "(1, \"\\ff\")",
    "(record { 5 = 1; 5 = 2 })",
    "foo",
];

const ASSERTIONS: &[&str] = &[
    "assert blob \"\\ff\" == \"(5)\" : (nat8) \"a\"; assert \"x\" !: ();",
    "type A = nat; assert \"x\" != blob \"y\" : (A);",
    "assert 1",
    "assert \"a\" : (nat",
    "5",
];

#[test]
fn trees() {
    for text in TREES {
        assert_eq!(ours::trees(text), theirs::trees(text), "{text:?}");
    }
}

#[test]
fn assertions() {
    for text in ASSERTIONS {
        assert_eq!(ours::assertions(text), theirs::assertions(text), "{text:?}");
    }
}

#[test]
fn made_up_tokens() {
    assert_eq!(ours::made_up(), theirs::made_up());
}
