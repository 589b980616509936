//! The one layout of `.did` files.
//!
//! [`format()`] changes white space, and the separators that the grammar makes optional: a list on one line has none after
//! its last item, one that is broken over lines has. All else stays: tokens as they are written (`vec nat8`, `"name"`,
//! `1000`), imports, the order, comments, and one empty line wherever there is at least one. The result has the same
//! meaning and documentation, and formatting it again changes nothing.
//!
//! The layout is that of [`bindings::did::as_written`](crate::bindings::did::as_written): what fits on a line is on one line, unless
//! it contains an empty line or a comment that ends its line. Where the arguments and the results of a function do not fit on a line
//! together, the longer list is broken, and the other one only if it does not fit then.
//!
//! * A comment stays on the line of the token before it, on a line of its own, or before the token that follows on its
//!   line. A comment in front of a separator moves behind it, if it extends to the end of its line or is on a line of its
//!   own; it never becomes the documentation of the next item. Where a list has nothing but block comments, and no line ends between them,
//!   they are on its line if they fit there.
//! * Lines end in LF, also those within comments (not those within quotes), and white space at their end is removed. A
//!   byte order mark is removed.
//! * A declaration after the comment `// didc-fmt: skip`, on a line of its own, stays unchanged, up to its separator.
//!
//! # Examples
//!
//! ```
//! use candid_parser::format::{format, Options};
//!
//! let text = "
//! type A=record{a:nat;b:vec nat8;} // ours
//! ;
//!
//!
//! // All of it.
//! service:{get:(A)->(nat) query}";
//! let formatted = "\
//! type A = record { a : nat; b : vec nat8 }; // ours
//!
//! // All of it.
//! service : { get : (A) -> (nat) query }
//! ";
//! assert_eq!(format(text, &Options::default())?, formatted);
//! assert_eq!(format(formatted, &Options::default())?, formatted);
//! # Ok::<(), candid_parser::Error>(())
//! ```

mod comment;
mod document;
mod layout;
mod measure;
mod place;
mod range;
#[cfg(test)]
mod tests;

use crate::error::Result;
use crate::syntax::ast::{Comment, Prog};
use crate::syntax::lex::token::Token;
use crate::syntax::parse::{parse_prog_with_tokens, parse_test_with_tokens};
use candid::pretty::utils::LINE_WIDTH;
use unicode_width::UnicodeWidthStr;

pub use range::format_range;

/// What may differ between layouts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    width: usize,
}

impl Default for Options {
    /// Lines of 80 columns.
    fn default() -> Self {
        Options { width: LINE_WIDTH }
    }
}

impl Options {
    /// Sets the number of columns beyond which lists are broken over lines. Names and comments are never broken.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_parser::format::{format, Options};
    ///
    /// let narrow = Options::default().width(20);
    /// assert_eq!(
    ///     format("type A = record { a : nat };", &narrow)?,
    ///     "type A = record {\n  a : nat;\n};\n"
    /// );
    /// # Ok::<(), candid_parser::Error>(())
    /// ```
    #[must_use]
    pub fn width(mut self, columns: usize) -> Self {
        self.width = columns;
        self
    }
}

/// Returns a `.did` file in the one layout. Its imports are not read, and its types are not checked. Lines end as the first one
/// does: with `\n` or `\r\n`.
///
/// Time and memory grow with the length of the text, however deep its types are.
///
/// # Errors
///
/// [`Error::Parse`](crate::Error::Parse) with every syntax error.
///
/// # Examples
///
/// ```
/// use candid_parser::format::{format, Options};
///
/// assert_eq!(format("type A=nat", &Options::default())?, "type A = nat;\n");
/// assert!(format("type A = ;", &Options::default()).is_err());
/// # Ok::<(), candid_parser::Error>(())
/// ```
pub fn format(text: &str, options: &Options) -> Result<String> {
    let (prog, tokens) = parse_prog_with_tokens(text).complete(text)?;
    Ok(format_source(text, prog, tokens, options))
}

fn format_source(text: &str, prog: Prog, tokens: Vec<Token>, options: &Options) -> String {
    let service = prog.actor.as_ref().map(|actor| actor.span.start);
    let comments = prog.comments;
    // The types are the largest part, and not needed any more.
    drop((prog.decs, prog.actor));
    let source = Source {
        text,
        tokens,
        comments,
        service,
    };
    source.print(options)
}

/// Returns a `.test.did` file, which has assertions, in the layout of [`format()`].
///
/// # Errors
///
/// [`Error::Parse`](crate::Error::Parse) with every syntax error.
///
/// # Examples
///
/// ```
/// use candid_parser::format::{format_test, Options};
///
/// let text = r#"assert blob "DIDL\00\01\7b\05"==" (5)":(nat8)"a number""#;
/// let formatted = "assert blob \"DIDL\\00\\01\\7b\\05\" == \" (5)\" : (nat8) \"a number\";\n";
/// assert_eq!(format_test(text, &Options::default())?, formatted);
/// # Ok::<(), candid_parser::Error>(())
/// ```
pub fn format_test(text: &str, options: &Options) -> Result<String> {
    let (comments, tokens) = parse_test_with_tokens(text).complete(text)?;
    let source = Source {
        text,
        tokens,
        comments,
        service: None,
    };
    Ok(source.print(options))
}

/// A text without syntax errors.
struct Source<'a> {
    text: &'a str,
    /// The tokens; the last one, and only that one, is the end.
    tokens: Vec<Token>,
    comments: Vec<Comment>,
    /// The start of the service.
    service: Option<u32>,
}

impl Source<'_> {
    fn print(&self, options: &Options) -> String {
        layout::print(self, &document::of(self), options.width)
    }

    fn token(&self, idx: u32) -> &str {
        let span = self.tokens.get(idx as usize).map(|token| token.span());
        self.slice(span.unwrap_or_default().into())
    }

    /// Returns the text of tokens and of what is between them.
    fn tokens_from(&self, first: u32, last: u32) -> &str {
        let start = self.tokens.get(first as usize).map(|token| token.start);
        let end = self.tokens.get(last as usize).map(|token| token.end);
        self.slice(start.unwrap_or_default() as usize..end.unwrap_or_default() as usize)
    }

    fn comment(&self, idx: u32) -> &str {
        let span = self.comments.get(idx as usize).map(|comment| comment.span);
        self.slice(span.unwrap_or_default().into())
    }

    fn slice(&self, range: std::ops::Range<usize>) -> &str {
        self.text.get(range).unwrap_or_default()
    }
}

/// Returns the number of columns of a text without line breaks.
fn columns(text: &str) -> usize {
    if text.is_ascii() {
        text.len()
    } else {
        text.width()
    }
}

/// Returns the number of columns of the first line, without white space at its end.
fn columns_of_first_line(text: &str) -> usize {
    let line = text.split('\n').next().unwrap_or_default();
    columns(line.trim_end_matches(comment::SPACE))
}
