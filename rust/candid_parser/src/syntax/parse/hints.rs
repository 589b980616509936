//! Notes about what people write who come from other languages.

use super::parser::{error, Parse, Parser};
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::ast::{Span, Type};
use crate::syntax::lex::token::{Kind, Token};

pub(super) const IN_PARENTHESES: &str =
    "arguments and results must be in parentheses: (nat, text) -> (nat)";

impl Parser<'_> {
    /// Adds a note to a finding about the next token, if that and the one before it are known from other languages.
    #[cold]
    pub(crate) fn hinted(&self, finding: Diagnostic) -> Diagnostic {
        let here = self.slice(self.token);
        let note = match self.token.kind {
            Kind::Arrow => Some(IN_PARENTHESES.to_string()),
            Kind::LBrace if self.previous_at(1).is_some_and(|word| word == "type") => {
                Some("the syntax is: type name = type".to_string())
            }
            Kind::LBrace => self.previous().and_then(|word| {
                let candid = of_constructor(word)?;
                Some(format!(
                    "{word} is not a word of Candid: write {candid} {{ … }}"
                ))
            }),
            Kind::Ident => of_constructor(here).map(|candid| match candid {
                "service" => format!("{here} is not a word of Candid: write service : {{ … }}"),
                _ => format!("{here} is not a word of Candid: write type name = {candid} {{ … }}"),
            }),
            _ => None,
        };
        match note {
            Some(note) => finding.note(note),
            None => finding,
        }
    }

    /// Parses the type that begins with the word of another language before a brace, after an error; any other word is the
    /// name of a type.
    #[cold]
    pub(super) fn before_brace(&mut self, token: Token, named: Type) -> Parse<Type> {
        let word = self.slice(token);
        let Some(candid) = of_constructor(word) else {
            return Ok(named);
        };
        let message = format!("expected a type, found \"{word}\"");
        let note = format!("{word} is not a word of Candid: write {candid} {{ … }}");
        self.report(error(Code::UnexpectedToken, message, token.span()).note(note));
        let constructor = match candid {
            "record" => Kind::Record,
            "variant" => Kind::Variant,
            _ => Kind::Service,
        };
        let kind = self.nested(|parser| parser.composite(constructor))?;
        Ok(kind.at(self.since(token.start)))
    }

    /// Skips the parameters of a generic type, whose `<` is the next token.
    pub(super) fn skip_parameters(&mut self) {
        /// Limit on the number of tokens that are searched for the end.
        const MAX_TOKENS: usize = 64;
        let mut depth = 1_u32;
        for n in 0..MAX_TOKENS {
            let Some(token) = self.tokens.get(self.n_taken() + n) else {
                return;
            };
            match token.kind {
                Kind::Semi | Kind::LBrace | Kind::RBrace | Kind::End => return,
                Kind::Bad(_) => match self.slice(*token) {
                    "<" => depth += 1,
                    ">" => depth -= 1,
                    _ => {}
                },
                _ => {}
            }
            if depth == 0 {
                return self.skip_tokens(n + 1);
            }
        }
    }

    /// Returns the note about a character that is in no token.
    pub(super) fn character_note(&self, c: char, span: Span) -> Option<String> {
        let note = match c {
            '\'' | '‘' | '’' | '“' | '”' | '`' => super::parser::DOUBLE_QUOTES,
            '#' => {
                "comments start with // or are enclosed in /* and */; a case is written as variant { name = value }"
            }
            '<' => {
                let word = self.previous().unwrap_or_default();
                let Some(candid) = of_generic(word) else {
                    return Some(GENERICS.to_string());
                };
                return Some(format!("write {word}<…> as: {candid}"));
            }
            '[' if self.text.get(..span.start as usize)?.ends_with("vec ") => {
                "write the items in braces: vec { …; … }"
            }
            '[' => GENERICS,
            '?' => "an optional type is written as opt …",
            '|' => "a choice is written as variant { … }, with a name for each case",
            _ => return None,
        };
        Some(note.to_string())
    }

    /// Returns the note about a name where a value is expected.
    pub(super) fn value_note(&self, token: Token) -> String {
        let word = self.slice(token);
        match word {
            "None" | "none" | "nil" | "undefined" | "Null" | "NULL" => {
                format!("write {word} as: null")
            }
            "Some" | "Just" => format!("write {word}(…) as: opt …"),
            "True" | "TRUE" | "False" | "FALSE" => {
                format!("write {word} as: {}", word.to_lowercase())
            }
            "Infinity" | "infinity" => format!("write {word} as: inf"),
            "struct" | "object" | "enum" => {
                let candid = of_constructor(word).unwrap_or("record");
                format!("{word} is not a word of Candid: write {candid} {{ … }}")
            }
            _ if self.peek() == Kind::LParen
                || matches!(word, "ok" | "err")
                || word.starts_with(|c: char| c.is_ascii_uppercase()) =>
            {
                let value = if self.peek() == Kind::LParen {
                    " = …"
                } else {
                    ""
                };
                format!("write a case as: variant {{ {word}{value} }}; text must be quoted")
            }
            _ => format!("text must be quoted: \"{word}\""),
        }
    }

    /// Returns the note about what follows `variant`, `record` or `vec` in place of a brace.
    pub(super) fn brace_note(&self, constructor: &str) -> Option<String> {
        let found = self.slice(self.token);
        match (constructor, self.token.kind) {
            ("variant", Kind::Ident | Kind::Text) => {
                Some(format!("write a case as: variant {{ {found} }}"))
            }
            (_, Kind::LParen) => Some(format!(
                "write parentheses as braces: {constructor} {{ … }}"
            )),
            _ => None,
        }
    }

    /// Returns the token before the next one.
    fn previous(&self) -> Option<&str> {
        self.previous_at(0)
    }

    /// Returns the token `n` tokens before that of [`previous`](Self::previous).
    fn previous_at(&self, n: usize) -> Option<&str> {
        let idx = self.n_taken().checked_sub(n + 2)?;
        self.tokens.get(idx).map(|token| self.slice(*token))
    }
}

const GENERICS: &str = "use vec … for sequences and opt … for options";

/// Returns Candid's word for one that other languages have before a brace.
fn of_constructor(word: &str) -> Option<&'static str> {
    Some(match word {
        "struct" | "object" | "tuple" | "Record" | "dict" | "map" => "record",
        "enum" | "union" | "oneof" | "Variant" => "variant",
        "interface" | "actor" | "class" | "Service" => "service",
        _ => return None,
    })
}

/// Returns Candid's form of a generic type of other languages.
fn of_generic(word: &str) -> Option<&'static str> {
    Some(match word {
        "Option" | "Optional" | "Maybe" | "opt" => "opt …",
        "Vec" | "List" | "Array" | "Set" | "HashSet" | "BTreeSet" | "vec" => "vec …",
        "HashMap" | "BTreeMap" | "Map" | "Record" | "Dict" => "vec record { …; … }",
        "Result" => "variant { Ok : …; Err : … }",
        "Box" | "Rc" | "Arc" => "…",
        _ => return None,
    })
}
