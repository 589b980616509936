//! The kinds of all words of a text, for its colours.

use super::Analysis;
use crate::syntax::ast::{Arg, Prog, Span, TypeKind};
use crate::syntax::lex::lex;
use crate::syntax::lex::token::{Kind, Problem};
use crate::syntax::PrimType;
use candid::types::Label;

/// The kind of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HighlightKind {
    /// A reserved word.
    Keyword,
    /// A built-in type.
    BuiltIn,
    /// The name of a type where it is defined.
    Definition,
    /// The name of a type where it is used.
    Type,
    /// The name of a field.
    Field,
    /// The name of a case.
    Case,
    /// The name of a method.
    Method,
    /// The name of an argument or a result.
    Argument,
    /// A text literal.
    Text,
    /// A number.
    Number,
    /// A comment.
    Comment,
}

/// A word and its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Highlight {
    /// The location. It may extend over several lines.
    pub span: Span,
    /// The kind.
    pub kind: HighlightKind,
}

impl Analysis {
    /// Returns the kinds of the words of the main file, in source order. None overlap.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_parser::check::Memory;
    /// use candid_parser::ide::{Analysis, HighlightKind};
    /// use std::path::Path;
    ///
    /// let text = "type A = opt nat;";
    /// let analysis = Analysis::new(&Memory::default(), Path::new("a.did"), Some(text)).unwrap();
    /// let kinds: Vec<_> = analysis.highlights().iter().map(|word| word.kind).collect();
    /// use HighlightKind::{BuiltIn, Definition, Keyword};
    /// assert_eq!(kinds, [Keyword, Definition, Keyword, BuiltIn]);
    /// ```
    #[must_use]
    pub fn highlights(&self) -> Vec<Highlight> {
        let text = self.text(self.main());
        let mut names = self.prog().map(names).unwrap_or_default();
        names.sort_by_key(|name| name.span.start);
        let mut names = names.into_iter().peekable();
        let lexed = lex(text, true);
        let mut highlights = Vec::with_capacity(lexed.tokens.len() / 2);
        for token in &lexed.tokens {
            while names
                .next_if(|name| name.span.start < token.start)
                .is_some()
            {}
            let name = names.next_if(|name| name.span.start == token.start);
            let kind = match (token.kind, name) {
                (Kind::Digits | Kind::Hex | Kind::Float, _) => HighlightKind::Number,
                (_, Some(name)) => name.kind,
                (Kind::Text | Kind::Bad(Problem::SingleQuotes), None) => HighlightKind::Text,
                // In what could not be parsed.
                (Kind::Ident, None) => {
                    let word = super::slice(text, token.span());
                    match PrimType::str_to_enum(word) {
                        Some(_) => HighlightKind::BuiltIn,
                        None => continue,
                    }
                }
                (Kind::Null | Kind::Principal | Kind::Blob, None) => HighlightKind::BuiltIn,
                (kind, None) if kind.is_reserved() => HighlightKind::Keyword,
                _ => continue,
            };
            let span = token.span();
            highlights.push(Highlight { span, kind });
        }
        highlights.extend(lexed.comments.iter().map(|comment| Highlight {
            span: comment.span,
            kind: HighlightKind::Comment,
        }));
        highlights.sort_by_key(|highlight| highlight.span.start);
        highlights
    }
}

/// Returns the names in a program, each the location of one token.
fn names(prog: &Prog) -> Vec<Highlight> {
    let mut names = Vec::new();
    let mut add = |span, kind| names.push(Highlight { span, kind });
    for def in prog.defs() {
        add(def.name.span, HighlightKind::Definition);
    }
    if let Some(name) = prog.actor.as_ref().and_then(|actor| actor.name.as_ref()) {
        add(name.span, HighlightKind::Definition);
    }
    for ty in prog.types() {
        let mut arguments = |args: &[Arg]| {
            for name in args.iter().filter_map(|arg| arg.name.as_ref()) {
                add(name.span, HighlightKind::Argument);
            }
        };
        match &ty.kind {
            TypeKind::Var(_) => add(ty.span, HighlightKind::Type),
            TypeKind::Record(fields) | TypeKind::Variant(fields) => {
                let kind = match &ty.kind {
                    TypeKind::Record(_) => HighlightKind::Field,
                    _ => HighlightKind::Case,
                };
                for field in fields {
                    if matches!(field.label, Label::Named(_)) {
                        add(field.label_span, kind);
                    }
                }
            }
            TypeKind::Func(func) => {
                arguments(&func.args);
                arguments(&func.rets);
            }
            TypeKind::Class(args, _) => arguments(args),
            TypeKind::Service(methods) => {
                for method in methods {
                    add(method.name.span, HighlightKind::Method);
                }
            }
            _ => {}
        }
    }
    names
}
