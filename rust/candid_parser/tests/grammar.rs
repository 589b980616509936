//! The modules `token` and `grammar`, where no other parser can be compared: what tokens cannot say there, and errors.

use candid_parser::grammar::{ArgsParser, IDLProgParser};
use candid_parser::token::{error2, Token, Tokenizer};
use candid_parser::{pretty_wrap, Error, IDLProg, Result};

/// A text is a `String`, which cannot have all bytes that a blob has.
#[test]
fn blobs_that_are_no_text() {
    for (text, token) in [
        (r#"(blob "a\41\c3\bc")"#, "aAü"),
        (r#"(blob "\ff\\\"")"#, "\u{10ffff}\\ff\\\\\\\""),
        ("(blob \"\u{10ffff}a\\\"\")", "\u{10ffff}\u{10ffff}a\\\""),
    ] {
        let tokens: Vec<_> = Tokenizer::new(text).map(|token| token.unwrap()).collect();
        assert_eq!(tokens[2].1, Token::Text(token.to_string()), "{text}");
        let value = ArgsParser::new().parse(None, tokens).unwrap();
        let expected = candid_parser::parse_idl_args(text).unwrap();
        assert_eq!(value, expected, "{text}");
    }
}

#[test]
fn tokens_that_are_none() {
    for (token, at) in [
        (
            Token::Sign('*'),
            "Unrecognized token `Sign('*')` found at 5:6",
        ),
        (
            Token::Decimal("1x".to_string()),
            "Unrecognized token `Decimal(\"1x\")` found at 5:6",
        ),
        (
            Token::Hex(String::new()),
            "Unrecognized token `Hex(\"\")` found at 5:6",
        ),
        (
            Token::Float("1".to_string()),
            "Unrecognized token `Float(\"1\")` found at 5:6",
        ),
        // A name that is a number as a value.
        (Token::Id("inf".to_string()), "no error"),
    ] {
        let tokens = [(0, Token::LParen, 1), (5, token, 6), (9, Token::RParen, 10)];
        let error = match ArgsParser::new().parse(None, tokens) {
            Ok(_) => "no error".to_string(),
            Err(error) => error.to_string(),
        };
        assert_eq!(error, at);
    }
}

/// `?` makes an error of this crate of them, with the place.
#[test]
fn errors() {
    let parse = |text: &str| -> Result<IDLProg> {
        Ok(IDLProgParser::new().parse(None, Tokenizer::new(text))?)
    };
    for (text, message, place) in [
        (
            "type A = ;",
            "Unrecognized token `Semi` found at 9:10\nExpected one of a type",
            9..10,
        ),
        (
            "type A =",
            "Unrecognized EOF found at 8\nExpected one of a type",
            8..8,
        ),
        (
            "type A = record { nat; 0 : nat };",
            "duplicate field 0 at 23..24",
            23..24,
        ),
        ("type A = #;", "unexpected character # at 9..10", 9..10),
    ] {
        let error = pretty_wrap("a.did", text, parse).unwrap_err();
        assert_eq!(error.to_string(), message, "{text}");
        assert_eq!(error.report().labels[0].range, place, "{text}");
    }
    let error = Error::from(error2("here", 3..4));
    assert_eq!(error.to_string(), "here at 3..4");
}
