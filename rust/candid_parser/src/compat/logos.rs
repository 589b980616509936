//! `logos::Logos` for `Token`: the API `Token::lexer` of candid_parser 0.4.1.
//!
//! It yields the pieces from which a [`Tokenizer`](super::token::Tokenizer) makes tokens: of comments and text literals
//! only the start is a token, and their content is lexed as tokens too. Only integers may have underscores.

use super::token::{Token, FIXED};
use logos::internal::LexerInternal;
use logos::{Lexer, Logos};

impl<'s> Logos<'s> for Token {
    type Extras = ();
    type Source = str;
    type Error = ();

    fn lex(lexer: &mut Lexer<'s, Self>) {
        let text = lexer.remainder();
        let rest = text.trim_start_matches([' ', '\t', '\r', '\n']);
        lexer.bump(text.len() - rest.len());
        // Generated lexers skip input and return a token in this way: there is no other.
        lexer.trivia();
        let Some(first) = rest.chars().next() else {
            return lexer.end();
        };
        let (token, len) = match first {
            'a'..='z' | 'A'..='Z' | '_' => word(rest),
            _ => match number(rest).or_else(|| symbol(rest)) {
                Some((token, len)) => (Ok(token), len),
                None => (Err(()), first.len_utf8()),
            },
        };
        lexer.bump(len);
        lexer.set(token);
    }
}

/// Returns the number of bytes from `start` on that are in a class.
fn run(text: &str, start: usize, class: impl Fn(u8) -> bool) -> usize {
    let rest = text.bytes().skip(start);
    rest.take_while(|byte| class(*byte)).count()
}

fn word(text: &str) -> (Result<Token, ()>, usize) {
    let len = run(text, 0, |byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let word = &text[..len];
    let token = match word {
        "true" => Token::Boolean(true),
        "false" => Token::Boolean(false),
        _ => match FIXED.iter().find(|(_, _, fixed)| *fixed == word) {
            Some((token, _, _)) => token.clone(),
            None => Token::Id(word.to_string()),
        },
    };
    (Ok(token), len)
}

/// Returns the longest symbol that a text starts with.
fn symbol(text: &str) -> Option<(Token, usize)> {
    let others = [
        (Token::Sign('+'), "+"),
        (Token::Sign('-'), "-"),
        (Token::StartComment, "/*"),
        (Token::StartString, "\""),
    ];
    if text.starts_with("//") {
        return Some((Token::LineComment, run(text, 0, |byte| byte != b'\n')));
    }
    let fixed = FIXED.iter().map(|(token, _, symbol)| (token, *symbol));
    let all = fixed.chain(others.iter().map(|(token, symbol)| (token, *symbol)));
    let found = all.filter(|(_, symbol)| text.starts_with(symbol));
    let (token, symbol) = found.max_by_key(|(_, symbol)| symbol.len())?;
    Some((token.clone(), symbol.len()))
}

fn number(text: &str) -> Option<(Token, usize)> {
    let byte = |at: usize| text.as_bytes().get(at).copied().unwrap_or(0);
    let digits = |start| run(text, start, |byte| byte.is_ascii_digit());
    if byte(0) == b'0' && matches!(byte(1), b'x' | b'X') && byte(2).is_ascii_hexdigit() {
        let end = 2 + run(text, 2, |byte| byte.is_ascii_hexdigit() || byte == b'_');
        // A large X stays, as in candid_parser 0.4.1.
        let digits = text[..end].trim_start_matches("0x").replace('_', "");
        return Some((Token::Hex(digits), end));
    }
    let whole = digits(0);
    let mut end = whole;
    if byte(end) == b'.' {
        end += 1 + digits(end + 1);
    }
    if whole == 0 {
        let float = Token::Float(text[..end].to_string());
        return (end > 1).then_some((float, end));
    }
    if matches!(byte(end), b'e' | b'E') {
        let sign = usize::from(matches!(byte(end + 1), b'+' | b'-'));
        let exponent = digits(end + 1 + sign);
        if exponent > 0 {
            end += 1 + sign + exponent;
        }
    }
    if end > whole {
        return Some((Token::Float(text[..end].to_string()), end));
    }
    let end = run(text, 0, |byte| byte.is_ascii_digit() || byte == b'_');
    Some((Token::Decimal(text[..end].replace('_', "")), end))
}
