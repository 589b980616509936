//! Parts of a text that an editor can collapse.

use crate::syntax::ast::Span;
use crate::syntax::lex::lex;
use crate::syntax::lex::token::Kind;

/// The kind of a part that can be collapsed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FoldKind {
    /// What is in brackets.
    Brackets,
    /// Comments on consecutive lines, or one of several lines.
    Comment,
    /// Consecutive imports.
    Imports,
}

/// A part that can be collapsed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fold {
    /// The location: both ends are on different lines.
    pub span: Span,
    /// The kind.
    pub kind: FoldKind,
}

/// Returns the parts of a text that can be collapsed, in source order. The text may be invalid.
///
/// # Examples
///
/// ```
/// use candid_parser::ide::{folds, FoldKind};
///
/// let text = "// A fee,\n// in cycles.\ntype A = record {\n  fee : nat\n";
/// let kinds: Vec<_> = folds(text).iter().map(|fold| fold.kind).collect();
/// assert_eq!(kinds, [FoldKind::Comment]);
/// assert_eq!(folds("type A = record {\n}")[0].kind, FoldKind::Brackets);
/// ```
#[must_use]
pub fn folds(text: &str) -> Vec<Fold> {
    let lexed = lex(text, true);
    let mut folds = Vec::new();
    let has_line_end = |start: u32, end: u32| {
        let between = text.get(start as usize..end as usize).unwrap_or("");
        between.contains('\n')
    };
    // The open brackets; what is between any two tokens is read once, as the number of lines before each.
    let mut open: Vec<(Kind, u32, usize)> = Vec::new();
    let (mut n_lines, mut counted) = (0, 0);
    let mut imports: Option<Span> = None;
    let mut tokens = lexed.tokens.iter().peekable();
    while let Some(token) = tokens.next() {
        let between = text.as_bytes().get(counted..token.start as usize);
        let between = between.unwrap_or_default();
        n_lines += between.iter().filter(|byte| **byte == b'\n').count();
        counted = token.start as usize;
        match token.kind {
            Kind::LBrace | Kind::LParen => open.push((token.kind, token.start, n_lines)),
            Kind::RBrace | Kind::RParen => {
                let opens = match token.kind {
                    Kind::RBrace => Kind::LBrace,
                    _ => Kind::LParen,
                };
                if let Some((_, start, line)) = open.pop_if(|(kind, ..)| *kind == opens) {
                    if line < n_lines {
                        let span = Span {
                            start,
                            end: token.end,
                        };
                        let kind = FoldKind::Brackets;
                        folds.push(Fold { span, kind });
                    }
                }
            }
            Kind::Import => {
                let start = imports.map_or(token.start, |span| span.start);
                let mut end = token.end;
                while let Some(part) = tokens
                    .next_if(|next| matches!(next.kind, Kind::Service | Kind::Text | Kind::Semi))
                {
                    end = part.end;
                }
                imports = Some(Span { start, end });
            }
            _ => {}
        }
        let ends = tokens.peek().is_none_or(|next| next.kind != Kind::Import);
        if let Some(span) = imports.take_if(|_| ends) {
            if has_line_end(span.start, span.end) {
                let kind = FoldKind::Imports;
                folds.push(Fold { span, kind });
            }
        }
    }
    let mut comments = lexed.comments.iter().map(|comment| comment.span).peekable();
    while let Some(mut span) = comments.next() {
        let mut end = span.end;
        while let Some(next) = comments.next_if(|next| {
            let between = text.get(end as usize..next.start as usize).unwrap_or("");
            between.trim().is_empty() && between.matches('\n').count() == 1
        }) {
            end = next.end;
        }
        span.end = end;
        if has_line_end(span.start, span.end) {
            let kind = FoldKind::Comment;
            folds.push(Fold { span, kind });
        }
    }
    folds.sort_by_key(|fold| (fold.span.start, fold.span.end));
    folds
}
