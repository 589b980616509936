//! Layout shared by the printers: deeply nested types are printed on one line.

use crate::error::Error;
use candid::pretty::utils::{concat, enclose, enclose_space, printable, sequence, str, LINE_WIDTH};
use pretty::RcDoc;
use std::borrow::Cow;
#[cfg(feature = "template")]
use std::fmt::Write;

/// Limit on the nesting of types broken over several lines. Below it there would be more indentation than text.
const MAX_LEVEL: usize = 60;

/// The brackets of a list, with their padding.
#[derive(Clone, Copy)]
pub(super) struct Brackets {
    pub(super) open: &'static str,
    pub(super) close: &'static str,
    /// The padding inside the brackets on one line.
    pad: &'static str,
}

/// `[a, b]`.
pub(super) const SQUARE: Brackets = Brackets::new("[", "]");
/// `(a, b)`.
pub(super) const ROUND: Brackets = Brackets::new("(", ")");
/// `{ a, b }`.
pub(super) const CURLY: Brackets = Brackets::new("{", "}").spaced();

impl Brackets {
    pub(super) const fn new(open: &'static str, close: &'static str) -> Self {
        let pad = "";
        Self { open, close, pad }
    }

    /// Returns the same brackets with a space of padding on one line.
    pub(super) const fn spaced(self) -> Self {
        Self { pad: " ", ..self }
    }

    /// Returns the items within the brackets: on one line, or each on its own with a separator after it.
    pub(super) fn list<'a>(
        self,
        level: usize,
        sep: &'static str,
        items: Vec<RcDoc<'a>>,
    ) -> RcDoc<'a> {
        if items.is_empty() {
            return str(self.open).append(str(self.close));
        }
        let inner = if level < MAX_LEVEL {
            concat(items.into_iter(), sep)
        } else {
            between(level, sep, items)
        };
        self.around(level, inner)
    }

    /// Returns a document within the brackets: on one line, or indented on lines of its own.
    pub(super) fn around<'a>(self, level: usize, inner: RcDoc<'a>) -> RcDoc<'a> {
        let (open, close) = (self.open, self.close);
        if level >= MAX_LEVEL {
            let inner = str(self.pad).append(inner).append(str(self.pad));
            return str(open).append(inner).append(str(close));
        }
        match self.pad {
            "" => enclose(open, inner, close),
            _ => enclose_space(open, inner, close),
        }
    }
}

/// Returns the items with a separator between each two, never after the last; each is on a line of its own if the
/// enclosing items are.
pub(super) fn between<'a>(level: usize, sep: &'static str, items: Vec<RcDoc<'a>>) -> RcDoc<'a> {
    let mut parts = Vec::with_capacity(2 * items.len());
    for item in items {
        if !parts.is_empty() {
            parts.push(str(sep));
            parts.push(if level < MAX_LEVEL {
                RcDoc::line()
            } else {
                str(" ")
            });
        }
        parts.push(item);
    }
    sequence(parts)
}

/// Returns the text of a whole file.
pub(super) fn render(doc: &RcDoc<'_>) -> String {
    doc.pretty(LINE_WIDTH).to_string()
}

/// Returns a text as a literal of Python or Go: characters other than these are escaped.
#[cfg(feature = "template")]
pub(super) fn literal(text: &str, is_plain: fn(char) -> bool) -> String {
    let mut literal = String::with_capacity(text.len() + 2);
    literal.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => literal.extend(['\\', c]),
            '\n' => literal.push_str("\\n"),
            ' '..='~' => literal.push(c),
            c if is_plain(c) => literal.push(c),
            c => {
                let _ = match u32::from(c) {
                    code @ 0..=0xffff => write!(literal, "\\u{code:04x}"),
                    code => write!(literal, "\\U{code:08x}"),
                };
            }
        }
    }
    literal.push('"');
    literal
}

/// Returns the lines of comments, unwrapped, one by one. A character that ends a line must not end the comment, or the
/// text after it would be read as code. Terminal control characters are escaped.
pub(super) fn comment_lines(docs: &[String]) -> impl Iterator<Item = Cow<'_, str>> {
    let lines = docs.iter().flat_map(|doc| {
        doc.split([
            '\n', '\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}',
        ])
    });
    lines.map(printable)
}

/// Returns the comment that replaces bindings of types that are not valid in an interface.
pub(super) fn failure(error: &Error) -> String {
    let error = error.to_string();
    let lines = comment_lines(std::slice::from_ref(&error));
    format!("// no bindings: {}\n", lines.collect::<Vec<_>>().join(" "))
}
