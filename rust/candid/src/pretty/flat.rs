//! Single-line printing of values of any size and depth: the output of `{:?}`, and of `{}` where a value is too deep or
//! too long to be broken over lines.
//!
//! The output is valid Candid: `vec { 1 : nat8; 2 : nat16;}` with a `;` after each item. The values still to be written
//! are in a list, not on the stack.

use crate::pretty::candid::value::{has_annotation, number_to_string};
use crate::util::escape::quoted_name;
use crate::value::model::{IDLField, IDLValue};
use candid_wire::opcode::Primitive;
use std::fmt::{self, Display, Write};
use std::slice;

/// Returns the start of the value on one line, for errors, with bounded work.
pub(crate) fn start_of_value(v: &IDLValue) -> String {
    /// The maximum number of bytes of a value in an error.
    const SHOWN: usize = 80;

    /// A writer that refuses more once the text is long enough.
    struct Bounded(String);

    impl Write for Bounded {
        fn write_str(&mut self, s: &str) -> fmt::Result {
            for c in s.chars() {
                if self.0.len() >= SHOWN {
                    return Err(fmt::Error);
                }
                self.0.push(c);
            }
            Ok(())
        }
    }

    let mut start = Bounded(String::new());
    if write_value(&mut start, v).is_err() {
        start.0.push('…');
    }
    start.0
}

/// The remaining output of the values around the current one.
enum Rest<'a> {
    /// The closing of an `opt` or `variant`.
    Close(&'static str),
    /// The items of a vector, and how many levels they may have.
    Items(slice::Iter<'a, IDLValue>, usize),
    /// The fields of a record, how many levels they may have, and the next one's label if all so far were 0, 1, 2, …
    Fields(slice::Iter<'a, IDLField>, usize, Option<u32>),
}

/// Writes the value on one line.
pub(crate) fn write_value<W: Write>(out: &mut W, v: &IDLValue) -> fmt::Result {
    write_levels(out, v, usize::MAX)
}

/// Writes the value on one line, with `…` for the content of options, vectors, records and variants below `levels` of
/// them.
pub(crate) fn write_levels<W: Write>(out: &mut W, v: &IDLValue, levels: usize) -> fmt::Result {
    let mut rest = Vec::new();
    let mut next = Some((v, levels));
    loop {
        if let Some((v, levels)) = next.take() {
            next = match (levels, elided(v)) {
                (0, Some(elided)) => {
                    out.write_str(elided)?;
                    None
                }
                _ => {
                    let levels = levels.saturating_sub(1);
                    open(out, v, levels, &mut rest)?.map(|inner| (inner, levels))
                }
            };
            continue;
        }
        match rest.pop() {
            None => return Ok(()),
            Some(Rest::Close(close)) => out.write_str(close)?,
            Some(Rest::Items(mut items, levels)) => match items.next() {
                None => out.write_str("}")?,
                Some(item) => {
                    out.write_char(' ')?;
                    rest.push(Rest::Items(items, levels));
                    rest.push(Rest::Close(";"));
                    next = Some((item, levels));
                }
            },
            Some(Rest::Fields(mut fields, levels, index)) => match fields.next() {
                None => out.write_str("}")?,
                Some(field) => {
                    out.write_char(' ')?;
                    // A field without a label has the previous label plus one, so only a gapless start of the record
                    // can omit labels.
                    let index = index.filter(|i| *i == field.id.get_id());
                    if index.is_none() {
                        out.write_str(&field.id.quoted())?;
                        out.write_str(" = ")?;
                    }
                    let index = index.and_then(|i| i.checked_add(1));
                    rest.push(Rest::Fields(fields, levels, index));
                    rest.push(Rest::Close(";"));
                    next = Some((&field.val, levels));
                }
            },
        }
    }
}

/// Returns a value in short, if it has content.
fn elided(v: &IDLValue) -> Option<&'static str> {
    match v {
        IDLValue::Opt(_) => Some("opt …"),
        IDLValue::Vec(items) if !items.is_empty() => Some("vec { … }"),
        IDLValue::Record(fields) if !fields.is_empty() => Some("record { … }"),
        IDLValue::Variant(_) => Some("variant { … }"),
        _ => None,
    }
}

/// Writes a value or its start, whose parts may have so many levels. Returns the inner value that must follow.
fn open<'a, W: Write>(
    out: &mut W,
    v: &'a IDLValue,
    levels: usize,
    rest: &mut Vec<Rest<'a>>,
) -> Result<Option<&'a IDLValue>, fmt::Error> {
    match v {
        IDLValue::Bool(b) => write!(out, "{b}")?,
        IDLValue::Null => out.write_str("null : null")?,
        IDLValue::None => out.write_str("null")?,
        IDLValue::Reserved => out.write_str("null : reserved")?,
        IDLValue::Text(text) => write!(out, "\"{}\"", OneLine(text))?,
        IDLValue::Blob(bytes) => write!(out, "blob \"{}\"", Blob(bytes))?,
        IDLValue::Principal(id) => write!(out, "principal \"{id}\"")?,
        IDLValue::Service(id) => write!(out, "service \"{id}\"")?,
        IDLValue::Func(id, method) => write!(out, "func \"{id}\".{}", quoted_name(method))?,
        IDLValue::Opt(inner) => {
            out.write_str("opt ")?;
            if has_annotation(inner) {
                out.write_char('(')?;
                rest.push(Rest::Close(")"));
            }
            return Ok(Some(inner));
        }
        IDLValue::Vec(items) if is_bytes(items) => {
            out.write_str("blob \"")?;
            for item in items {
                if let IDLValue::Nat8(byte) = item {
                    write_blob_char(out, *byte)?;
                }
            }
            out.write_char('"')?;
        }
        IDLValue::Vec(items) => {
            out.write_str("vec {")?;
            rest.push(Rest::Items(items.iter(), levels));
        }
        IDLValue::Record(fields) => {
            out.write_str("record {")?;
            rest.push(Rest::Fields(fields.iter(), levels, Some(0)));
        }
        IDLValue::Variant(variant) => {
            out.write_str("variant { ")?;
            out.write_str(&variant.0.id.quoted())?;
            rest.push(Rest::Close(" }"));
            if !matches!(variant.0.val, IDLValue::Null) {
                out.write_str(" = ")?;
                return Ok(Some(&variant.0.val));
            }
        }
        IDLValue::Number(text) => out.write_str(text)?,
        number => {
            let ty = number.primitive().map_or("", Primitive::name);
            write!(out, "{} : {ty}", number_to_string(number))?;
        }
    }
    Ok(None)
}

/// Returns whether the items are a non-empty blob.
pub(crate) fn is_bytes(items: &[IDLValue]) -> bool {
    !items.is_empty() && items.iter().all(|item| matches!(item, IDLValue::Nat8(_)))
}

/// Prints the content of a quoted text in single-line output: apostrophes unescaped, combining characters always
/// escaped, as `{:?}` prints a `str`.
struct OneLine<'a>(&'a str);

impl Display for OneLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, part) in self.0.split('\0').enumerate() {
            if i > 0 {
                f.write_str("\\u{0}")?;
            }
            for c in part.chars() {
                match c {
                    '\'' => f.write_char(c)?,
                    _ => Display::fmt(&c.escape_debug(), f)?,
                }
            }
        }
        Ok(())
    }
}

/// Prints the content of a quoted blob: characters if all of it is readable ASCII, otherwise every byte as two digits.
struct Blob<'a>(&'a [u8]);

impl Display for Blob<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let readable = self
            .0
            .iter()
            .all(|b| matches!(b, 0x20..=0x7e | b'\t' | b'\n' | b'\r'));
        for &byte in self.0 {
            if readable {
                write_blob_char(f, byte)?;
            } else {
                write!(f, "\\{byte:02x}")?;
            }
        }
        Ok(())
    }
}

/// Writes one byte of a blob: printable ASCII unescaped, except quotes, backslash and backtick.
pub(super) fn write_blob_char(out: &mut impl Write, byte: u8) -> fmt::Result {
    match byte {
        b'"' | b'\'' | b'\\' | b'`' | 0..=0x1f | 0x7f.. => write!(out, "\\{byte:02x}"),
        _ => out.write_char(char::from(byte)),
    }
}

#[cfg(test)]
mod tests {
    use super::start_of_value;
    use crate::value::model::IDLValue;

    #[test]
    fn errors_show_the_start_of_a_value() {
        let long = IDLValue::Text("x".repeat(1_000));
        assert_eq!(start_of_value(&long).len(), 80 + "…".len());
        assert_eq!(start_of_value(&IDLValue::None), "null");
    }
}
