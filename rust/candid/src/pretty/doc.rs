//! Layout combinators: lists with separators, brackets that break over lines, names.
//!
//! All of them build [`RcDoc`]s of the `pretty` crate. A list ends in a separator only if it is broken over lines:
//! `{ a; b }` or one item and one `;` on each line.

use crate::util::escape::DoubleQuoted;
use pretty::{Doc, DocAllocator, Pretty, RcAllocator, RcDoc};
use std::borrow::Cow;
use std::fmt::Display;

/// The indentation inside a bracket.
pub const INDENT_SPACE: isize = 2;

/// The maximum indentation in columns. Deeper text would be mostly indentation, which grows with the square of the
/// nesting: types are untrusted.
const MAX_INDENT: usize = 120;

/// The maximum width of a line before it is broken.
pub const LINE_WIDTH: usize = 80;

/// Returns the item between the brackets: on one line, or indented on its own line.
///
/// # Examples
///
/// ```
/// use candid::pretty::utils::{enclose, str};
///
/// let doc = enclose("(", str("nat"), ")");
/// assert_eq!(doc.pretty(80).to_string(), "(nat)");
/// assert_eq!(doc.pretty(4).to_string(), "(\n  nat\n)");
/// ```
pub fn enclose<'a>(left: &'a str, doc: RcDoc<'a>, right: &'a str) -> RcDoc<'a> {
    bracket(RcDoc::text(left), doc, RcDoc::text(right), RcDoc::line_())
}

/// Returns the result of [`enclose`] with a space inside each bracket.
///
/// # Examples
///
/// ```
/// use candid::pretty::utils::{enclose_space, str};
///
/// assert_eq!(enclose_space("{", str("a"), "}").pretty(80).to_string(), "{ a }");
/// assert_eq!(enclose_space("{", str("a"), "}").pretty(4).to_string(), "{\n  a\n}");
/// ```
pub fn enclose_space<'a>(left: &'a str, doc: RcDoc<'a>, right: &'a str) -> RcDoc<'a> {
    bracket(RcDoc::text(left), doc, RcDoc::text(right), RcDoc::line())
}

/// Returns the items with a separator after each. On one line the last has none.
///
/// # Examples
///
/// ```
/// use candid::pretty::utils::{concat, enclose, str};
///
/// let list = concat([str("a"), str("b")].into_iter(), ",");
/// assert_eq!(enclose("(", list, ")").pretty(80).to_string(), "(a, b)");
/// ```
pub fn concat<'a, D>(docs: D, sep: &'a str) -> RcDoc<'a>
where
    D: Iterator<Item = RcDoc<'a>>,
{
    separated(docs, &RcDoc::text(sep))
}

/// Returns the items with a separator between each two, never after the last.
///
/// # Examples
///
/// ```
/// use candid::pretty::utils::{str, strict_concat};
///
/// let list = strict_concat([str("a"), str("b")].into_iter(), ",").group();
/// assert_eq!(list.pretty(80).to_string(), "a, b");
/// assert_eq!(list.pretty(2).to_string(), "a,\nb");
/// ```
pub fn strict_concat<'a, D>(docs: D, sep: &'a str) -> RcDoc<'a>
where
    D: Iterator<Item = RcDoc<'a>>,
{
    joined(docs, &RcDoc::text(sep).append(RcDoc::line()))
}

/// Returns the items, each with a line break after it.
///
/// # Examples
///
/// ```
/// use candid::pretty::utils::{lines, str};
///
/// assert_eq!(lines([str("a"), str("b")].into_iter()).pretty(80).to_string(), "a\nb\n");
/// ```
pub fn lines<'a, D>(docs: D) -> RcDoc<'a>
where
    D: Iterator<Item = RcDoc<'a>>,
{
    sequence(docs.map(|doc| doc.append(RcDoc::hardline())).collect())
}

/// Returns the items of [`concat()`] within the brackets of [`enclose`].
///
/// # Examples
///
/// ```
/// use candid::pretty::utils::{sep_enclose, str};
///
/// let doc = sep_enclose([str("a"), str("b")], ",", "[", "]");
/// assert_eq!(doc.pretty(80).to_string(), "[a, b]");
/// assert_eq!(doc.pretty(4).to_string(), "[\n  a,\n  b,\n]");
/// ```
pub fn sep_enclose<'a, D, S, O, C>(docs: D, sep: S, open: O, close: C) -> RcDoc<'a>
where
    D: IntoIterator<Item = RcDoc<'a>>,
    S: Pretty<'a, RcAllocator>,
    O: Pretty<'a, RcAllocator>,
    C: Pretty<'a, RcAllocator>,
{
    let items = separated(docs.into_iter(), &to_doc(sep));
    bracket(to_doc(open), items, to_doc(close), RcDoc::line_())
}

/// Returns the items of [`concat()`] within the brackets of [`enclose_space`].
///
/// # Examples
///
/// ```
/// use candid::pretty::utils::{sep_enclose_space, str};
///
/// let doc = sep_enclose_space([str("a"), str("b")], ";", "{", "}");
/// assert_eq!(doc.pretty(80).to_string(), "{ a; b }");
/// ```
pub fn sep_enclose_space<'a, D, S, O, C>(docs: D, sep: S, open: O, close: C) -> RcDoc<'a>
where
    D: IntoIterator<Item = RcDoc<'a>>,
    S: Pretty<'a, RcAllocator>,
    O: Pretty<'a, RcAllocator>,
    C: Pretty<'a, RcAllocator>,
{
    let items = separated(docs.into_iter(), &to_doc(sep));
    bracket(to_doc(open), items, to_doc(close), RcDoc::line())
}

/// Returns the concatenation of the documents.
///
/// The result is a balanced tree: a list of 100,000 items built by appending one by one would take as many stack levels
/// when dropped.
///
/// # Examples
///
/// ```
/// use candid::pretty::utils::{sequence, str};
///
/// assert_eq!(sequence(vec![str("a"), str("b"), str("c")]).pretty(80).to_string(), "abc");
/// ```
pub fn sequence(mut docs: Vec<RcDoc<'_>>) -> RcDoc<'_> {
    while docs.len() > 1 {
        let mut halved = Vec::with_capacity(docs.len().div_ceil(2));
        let mut rest = docs.into_iter();
        while let Some(left) = rest.next() {
            halved.push(match rest.next() {
                Some(right) => left.append(right),
                None => left,
            });
        }
        docs = halved;
    }
    docs.pop().unwrap_or_else(RcDoc::nil)
}

/// Returns the text of a comment with escapes for all characters that control a terminal, end a line or change the
/// writing direction, except tabs and line feeds: comments are untrusted, and displayed to users.
///
/// # Examples
///
/// ```
/// use candid::pretty::utils::printable;
///
/// assert_eq!(printable("plain\ttext, \u{1f468}\u{200d}\u{1f469}"), "plain\ttext, \u{1f468}\u{200d}\u{1f469}");
/// assert_eq!(printable("red: \u{1b}[31m"), r"red: \u{1b}[31m");
/// ```
pub fn printable(text: &str) -> Cow<'_, str> {
    let is_special = |c: char| match c {
        '\t' | '\n' => false,
        // Joiners (200c, 200d) are part of words and of emoji.
        '\u{200b}'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2066}'..='\u{2069}'
        | '\u{feff}' => true,
        c => c.is_control(),
    };
    if !text.contains(is_special) {
        return text.into();
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        if is_special(c) {
            out.extend(c.escape_unicode())
        } else {
            out.push(c)
        }
    }
    out.into()
}

/// Returns the text unchanged.
pub fn str(text: &str) -> RcDoc<'_> {
    RcDoc::text(text)
}

/// Returns the name and a space.
pub fn ident(id: &str) -> RcDoc<'_> {
    kwd(id)
}

/// Returns the name in single quotes, for JavaScript and Motoko, and a space.
///
/// # Examples
///
/// ```
/// use candid::pretty::utils::quote_ident;
///
/// assert_eq!(quote_ident("it's").pretty(80).to_string(), r"'it\'s' ");
/// ```
pub fn quote_ident(id: &str) -> RcDoc<'_> {
    RcDoc::text(format!("'{}' ", DoubleQuoted(id)))
}

/// Returns the keyword and a space.
///
/// # Examples
///
/// ```
/// use candid::pretty::utils::kwd;
///
/// assert_eq!(kwd("opt").pretty(80).to_string(), "opt ");
/// ```
pub fn kwd<U: Display + ?Sized>(keyword: &U) -> RcDoc<'_> {
    RcDoc::text(format!("{keyword} "))
}

/// Returns the document with its lines indented by [`INDENT_SPACE`], unless they are already indented by at least 120
/// columns.
///
/// # Examples
///
/// ```
/// use candid::pretty::utils::{indented, str};
/// use pretty::RcDoc;
///
/// let doc = str("a").append(indented(RcDoc::line().append("b")));
/// assert_eq!(doc.pretty(80).to_string(), "a\n  b");
/// assert_eq!(doc.clone().nest(200).pretty(80).to_string(), format!("a\n{}b", " ".repeat(200)));
/// ```
pub fn indented(doc: RcDoc<'_>) -> RcDoc<'_> {
    RcAllocator
        .nesting(move |indentation| {
            if indentation < MAX_INDENT {
                doc.clone().nest(INDENT_SPACE)
            } else {
                doc.clone()
            }
        })
        .into_doc()
}

fn bracket<'a>(left: RcDoc<'a>, doc: RcDoc<'a>, right: RcDoc<'a>, gap: RcDoc<'a>) -> RcDoc<'a> {
    if matches!(*doc, Doc::Nil) {
        return left.append(right);
    }
    left.append(indented(gap.clone().append(doc)))
        .append(gap)
        .append(right)
        .group()
}

fn separated<'a, D>(docs: D, sep: &RcDoc<'a>) -> RcDoc<'a>
where
    D: Iterator<Item = RcDoc<'a>>,
{
    let mut docs = docs.peekable();
    if docs.peek().is_none() {
        return RcDoc::nil();
    }
    joined(docs, &sep.clone().append(RcDoc::line()))
        .append(RcDoc::flat_alt(sep.clone(), RcDoc::nil()))
}

fn joined<'a, D>(docs: D, sep: &RcDoc<'a>) -> RcDoc<'a>
where
    D: Iterator<Item = RcDoc<'a>>,
{
    let mut items = Vec::new();
    for doc in docs {
        if !items.is_empty() {
            items.push(sep.clone());
        }
        items.push(doc);
    }
    sequence(items)
}

fn to_doc<'a>(item: impl Pretty<'a, RcAllocator>) -> RcDoc<'a> {
    item.pretty(&RcAllocator).into_doc()
}
