//! What may be written at a position.
//!
//! The position is found in the tokens before it, not in the tree: while a declaration is written it is not valid.

use super::reference::kind_word;
use super::{keyword, Analysis};
use crate::syntax::ast::{Dec, Span, TypeKind};
use crate::syntax::lex::lex;
use crate::syntax::lex::token::{Kind, Problem, Token};
use crate::syntax::PrimType;

/// The kind of a completion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CompletionKind {
    /// A reserved word.
    Keyword,
    /// A built-in type.
    BuiltIn,
    /// A defined type.
    Type,
}

/// A word that may be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completion {
    /// The word.
    pub label: String,
    /// The kind.
    pub kind: CompletionKind,
    /// The kind of type that a name stands for, or the meaning of the word.
    pub detail: String,
    /// What to write, if it is more than the word: a snippet with `$1` and `${1:name}` for what is missing, `$0` for the
    /// end.
    pub snippet: Option<&'static str>,
}

/// What is expected at a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Expected {
    Nothing,
    Declaration,
    Type,
    /// The name of a function type, or a signature.
    Method,
    /// The results of a function.
    Results,
    /// The name of a service type.
    Service,
    /// The same, or init arguments.
    Actor,
    /// What may follow the results of a function.
    Annotation,
    /// `service`, after `import`.
    Import,
    /// The path of an import.
    Path,
}

/// An open bracket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Open {
    Record,
    Variant,
    Service,
    Other,
    /// Parentheses, and whether they are around results.
    Parens(bool),
}

impl Analysis {
    /// Returns the words that may be written at a position, and the word that each would replace, which may be empty.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_parser::check::Memory;
    /// use candid_parser::ide::Analysis;
    /// use std::path::Path;
    ///
    /// let text = "type Fee = nat; service : { fee : () -> (Fe";
    /// let analysis = Analysis::new(&Memory::default(), Path::new("a.did"), Some(text)).unwrap();
    /// let (replaced, words) = analysis.completions(43);
    /// assert_eq!(&text[std::ops::Range::from(replaced)], "Fe");
    /// assert!(words.iter().any(|word| word.label == "Fee" && word.detail == "nat"));
    /// ```
    #[must_use]
    pub fn completions(&self, at: u32) -> (Span, Vec<Completion>) {
        let (replaced, expected) = expected_at(self.text(self.main()), at);
        let mut words = Vec::new();
        match expected {
            Expected::Nothing | Expected::Path => {}
            Expected::Declaration => {
                words.push(word("type", Some("type ${1:Name} = $0;")));
                words.push(word("import", Some("import \"$0\";")));
                words.push(word("service", Some("service : {\n  $0\n}")));
            }
            Expected::Type => {
                self.names(|_| true, &mut words);
                for (name, snippet) in [
                    ("opt", None),
                    ("vec", None),
                    ("record", Some("record { $0 }")),
                    ("variant", Some("variant { $0 }")),
                    ("func", Some("func ($1) -> ($2)$0")),
                    ("service", Some("service { $0 }")),
                ] {
                    words.push(word(name, snippet));
                }
                let prims = PrimType::ALL.iter().map(|prim| prim.name());
                words.extend(prims.chain(["principal", "blob"]).map(|name| Completion {
                    kind: CompletionKind::BuiltIn,
                    ..word(name, None)
                }));
            }
            Expected::Method => {
                self.names(|kind| kind == "func", &mut words);
                words.push(list("(", "Arguments and results.", "($1) -> ($2)$0"));
            }
            Expected::Results => words.push(list("(", "Results.", "($1)$0")),
            Expected::Service | Expected::Actor => {
                self.names(|kind| kind == "service", &mut words);
                words.push(list("{", "Methods.", "{\n  $0\n}"));
                if expected == Expected::Actor {
                    let init = "Init arguments, and the service.";
                    words.push(list("(", init, "($1) -> {\n  $0\n}"));
                }
            }
            Expected::Annotation => {
                words.extend(["query", "composite_query", "oneway"].map(|name| word(name, None)));
            }
            Expected::Import => words.push(word("service", None)),
        }
        (replaced, words)
    }

    /// Returns the location of the path of an import, without quotes, if the position is in one.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_parser::check::Memory;
    /// use candid_parser::ide::Analysis;
    /// use std::path::Path;
    ///
    /// let text = "import \"lib/fe\";";
    /// let analysis = Analysis::new(&Memory::default(), Path::new("a.did"), Some(text))?;
    /// let path = analysis.import_path(12).unwrap();
    /// assert_eq!(&text[std::ops::Range::from(path)], "lib/fe");
    /// assert_eq!(analysis.import_path(2), None);
    /// # Ok::<(), candid_parser::Error>(())
    /// ```
    #[must_use]
    pub fn import_path(&self, at: u32) -> Option<Span> {
        let (span, expected) = expected_at(self.text(self.main()), at);
        (expected == Expected::Path).then_some(span)
    }

    /// Adds the names of types, in the order of the files, whose kind is wanted.
    fn names(&self, is_wanted: impl Fn(&str) -> bool, words: &mut Vec<Completion>) {
        for (file_idx, file) in self.files().iter().enumerate() {
            for (idx, dec) in file.prog.decs.iter().enumerate() {
                let Dec::Type(def) = dec else {
                    continue;
                };
                let name = &def.name.text;
                // One of several definitions counts.
                if self.defs.get(name) != Some(&(file_idx, idx)) {
                    continue;
                }
                let kind = kind_word(self, &def.typ.kind);
                if is_wanted(kind) || def.typ.kind == TypeKind::Error {
                    words.push(Completion {
                        label: name.clone(),
                        kind: CompletionKind::Type,
                        detail: kind.to_string(),
                        snippet: None,
                    });
                }
            }
        }
    }
}

fn word(word: &'static str, snippet: Option<&'static str>) -> Completion {
    Completion {
        label: word.to_string(),
        kind: CompletionKind::Keyword,
        detail: keyword::meaning(word).unwrap_or("").to_string(),
        snippet,
    }
}

/// Returns a completion that opens a list.
fn list(bracket: &str, detail: &str, snippet: &'static str) -> Completion {
    Completion {
        label: bracket.to_string(),
        kind: CompletionKind::Keyword,
        detail: detail.to_string(),
        snippet: Some(snippet),
    }
}

/// Returns what is expected at a position, and the word that is being written there.
fn expected_at(text: &str, at: u32) -> (Span, Expected) {
    let lexed = lex(text, true);
    let nowhere = (Span::empty(at), Expected::Nothing);
    let n_before = lexed.comments.partition_point(|c| c.span.start < at);
    if let Some(comment) = lexed.comments[..n_before].last() {
        let is_line = text[comment.span.start as usize..].starts_with("//");
        if at < comment.span.end || is_line && at == comment.span.end {
            return nowhere;
        }
    }
    let n_before = lexed.tokens.partition_point(|token| token.start < at);
    let (before, _) = lexed.tokens.split_at(n_before);
    let is_word = |token: &Token| token.kind == Kind::Ident || token.kind.is_reserved();
    let (before, replaced) = match before.split_last() {
        Some((last, rest)) if at <= last.end => match last.kind {
            _ if is_word(last) => (rest, last.span()),
            Kind::Text | Kind::Bad(Problem::OpenText) => {
                let before = rest.last().map(|token| token.kind);
                let is_import = before == Some(Kind::Import)
                    || before == Some(Kind::Service)
                        && rest
                            .iter()
                            .rev()
                            .nth(1)
                            .is_some_and(|t| t.kind == Kind::Import);
                let inner = inner(text, *last);
                return if is_import && inner.start <= at && at <= inner.end {
                    (inner, Expected::Path)
                } else {
                    nowhere
                };
            }
            Kind::Digits | Kind::Hex | Kind::Float | Kind::Bad(_) => return nowhere,
            _ => (before, Span::empty(at)),
        },
        _ => (before, Span::empty(at)),
    };
    (replaced, expected_after(before))
}

/// Returns the location of the content of a text literal; of one that is not closed, up to the end of the line.
fn inner(text: &str, token: Token) -> Span {
    let start = token.start + 1;
    if token.kind == Kind::Text {
        return Span {
            start,
            end: token.end - 1,
        };
    }
    let rest = text.get(start as usize..).unwrap_or("");
    let len = rest.find(['\n', '\r', ';']).unwrap_or(rest.len());
    Span::of(start as usize, start as usize + len)
}

fn expected_after(tokens: &[Token]) -> Expected {
    let kind_at = |idx: usize| tokens.get(idx).map_or(Kind::End, |token| token.kind);
    let mut open: Vec<Open> = Vec::new();
    // The word that the current declaration starts with, and the bracket that was closed last.
    let (mut declaration, mut closed) = (Kind::End, Open::Other);
    for (idx, token) in tokens.iter().enumerate() {
        let before = idx.checked_sub(1).map_or(Kind::End, kind_at);
        let starts = match token.kind {
            Kind::Type => kind_at(idx + 1) == Kind::Ident && kind_at(idx + 2) == Kind::Equals,
            Kind::Import => matches!(kind_at(idx + 1), Kind::Text | Kind::Service),
            Kind::Service => {
                // A field or method may have that name.
                let next = kind_at(idx + 1);
                let at = if next == Kind::Ident {
                    idx + 2
                } else {
                    idx + 1
                };
                kind_at(at) == Kind::Colon && (open.is_empty() || kind_at(at + 1) == Kind::LBrace)
            }
            _ => false,
        };
        if starts || open.is_empty() && before == Kind::Semi {
            open.clear();
            declaration = token.kind;
        } else if declaration == Kind::End {
            declaration = token.kind;
        }
        match token.kind {
            Kind::LBrace => open.push(match before {
                Kind::Record => Open::Record,
                Kind::Variant => Open::Variant,
                Kind::Service => Open::Service,
                Kind::Colon | Kind::Arrow if open.is_empty() => Open::Service,
                _ => Open::Other,
            }),
            Kind::LParen => open.push(Open::Parens(before == Kind::Arrow)),
            Kind::RBrace | Kind::RParen => closed = open.pop().unwrap_or(Open::Other),
            _ => {}
        }
    }
    let last = tokens.len().checked_sub(1).map_or(Kind::End, kind_at);
    let is_service = declaration == Kind::Service;
    match (last, open.last()) {
        (Kind::End, None) => Expected::Declaration,
        (Kind::Semi | Kind::RBrace, None) if last == Kind::Semi || is_service => {
            Expected::Declaration
        }
        (Kind::Import, None) => Expected::Import,
        (Kind::Equals | Kind::Opt | Kind::Vec, _) => Expected::Type,
        (Kind::Colon, Some(Open::Service)) => Expected::Method,
        (Kind::Colon, None) if is_service => Expected::Actor,
        (Kind::Arrow, None) if is_service => Expected::Service,
        (Kind::Arrow, _) => Expected::Results,
        (Kind::Colon, Some(_)) => Expected::Type,
        (Kind::LParen | Kind::Comma, Some(Open::Parens(_))) => Expected::Type,
        (Kind::LBrace | Kind::Semi, Some(Open::Record)) => Expected::Type,
        (Kind::RParen, _) if closed == Open::Parens(true) => Expected::Annotation,
        _ => Expected::Nothing,
    }
}
