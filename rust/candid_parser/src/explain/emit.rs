//! Rows on their way: each begins where the last one ended, and those at which decoding fails say so.

use super::row::{Failing, Row, RowKind};
use super::shown::{number, ShownValue};
use candid_wire::error::WireError;

/// A place where decoding fails.
pub(super) struct Mark {
    /// `None` if the error is about no place.
    pub(super) offset: Option<usize>,
    message: String,
    /// The path of the value that fails, if it is known.
    pub(super) path: Option<String>,
    /// Whether that value is not there, so that what lacks it is marked.
    pub(super) is_missing: bool,
    /// Whether the byte there is not valid, so that a row of no bytes does not have it.
    pub(super) is_of_byte: bool,
}

impl Mark {
    pub(super) fn new(offset: Option<usize>, message: String) -> Self {
        Mark {
            offset,
            message,
            path: None,
            is_missing: false,
            is_of_byte: false,
        }
    }

    /// Returns whether the place is in a row, or before it. A row without bytes has it only if its value is the one that fails:
    /// others may come before that.
    fn is_in(&self, start: usize, end: usize, path: &str) -> bool {
        let is_this = || {
            self.path
                .as_ref()
                .is_none_or(|failing| match self.is_missing {
                    true => is_field_of(failing, path),
                    false => failing == path,
                })
        };
        let is_here = |at: usize| at < end || at <= start && !self.is_of_byte && is_this();
        self.offset.is_some_and(is_here)
    }
}

/// Returns whether a path is that of a field of what is at another path.
fn is_field_of(path: &str, record: &str) -> bool {
    let field = path.strip_prefix(record);
    let Some(field) = field.and_then(|rest| rest.strip_prefix('.')) else {
        return false;
    };
    match field.strip_prefix('"') {
        Some(quoted) => !["\".", "\"["].iter().any(|end| quoted.contains(end)),
        None => !field.contains(['.', '[']),
    }
}

/// Why a walk ends before the end of what it reads.
pub(super) enum Ending<E> {
    /// The bytes are not valid, with the place and the reason unless only the decoder knows them.
    Broken(Option<(usize, String)>),
    Sink(E),
}

impl<E> From<WireError> for Ending<E> {
    fn from(error: WireError) -> Self {
        Ending::Broken(Some((error.offset(), error.to_string())))
    }
}

/// What a row says apart from its place.
pub(super) struct Said {
    kind: RowKind,
    depth: usize,
    meaning: String,
    path: String,
    ty: String,
    value: Option<String>,
    n_left_out: usize,
}

impl Said {
    pub(super) fn new(kind: RowKind, depth: usize, meaning: impl Into<String>) -> Self {
        Said {
            kind,
            depth,
            meaning: meaning.into(),
            path: String::new(),
            ty: String::new(),
            value: None,
            n_left_out: 0,
        }
    }

    /// Sets the path and the type of a value.
    pub(super) fn of(mut self, path: impl Into<String>, ty: impl Into<String>) -> Self {
        self.path = path.into();
        self.ty = ty.into();
        self
    }

    pub(super) fn value(mut self, value: String) -> Self {
        self.value = Some(value);
        self
    }

    pub(super) fn left_out(mut self, n: usize) -> Self {
        self.n_left_out = n;
        self
    }
}

/// A text, a blob or a principal that the message ends in.
pub(super) struct Cut {
    /// Where its content begins.
    pub(super) offset: usize,
    /// The length that it should have.
    pub(super) len: usize,
    /// What is there of the content, if that can be shown.
    pub(super) content: Option<ShownValue>,
}

pub(super) struct Emitter<'a, S> {
    bytes: &'a [u8],
    /// The end of the last row.
    at: usize,
    /// What is being read, for what cannot be.
    pub(super) reading: String,
    /// Its length and content, if it has both and the message ends inside it.
    pub(super) cut: Option<Cut>,
    /// The places where decoding fails that no row has had yet.
    marks: Vec<Mark>,
    sink: S,
}

impl<'a, S, E> Emitter<'a, S>
where
    S: FnMut(&Row<'_>) -> Result<(), E>,
{
    pub(super) fn new(bytes: &'a [u8], marks: Vec<Mark>, sink: S) -> Self {
        Emitter {
            bytes,
            at: 0,
            reading: String::new(),
            cut: None,
            marks,
            sink,
        }
    }

    /// Marks a place before `end` where the bytes are not valid, unless decoding fails there: it ends at the first such place.
    pub(super) fn fail(&mut self, end: usize, (offset, message): (usize, String)) {
        let is_known = |mark: &Mark| mark.offset.is_some_and(|at| at < end);
        if !self.marks.iter().any(is_known) {
            self.marks.push(Mark::new(Some(offset), message));
        }
    }

    /// Hands over a row that ends at `end`.
    pub(super) fn row(&mut self, end: usize, said: Said) -> Result<(), E> {
        let end = end.clamp(self.at, self.bytes.len());
        let start = self.at;
        let mut failing: Option<Failing> = None;
        self.marks.retain(|mark| {
            if !mark.is_in(start, end, &said.path) {
                return true;
            }
            match &mut failing {
                Some(failing) => {
                    failing.message.push_str("; ");
                    failing.message.push_str(&mark.message);
                }
                None => {
                    failing = Some(Failing {
                        offset: mark.offset.unwrap_or(start),
                        message: mark.message.clone(),
                    });
                }
            }
            false
        });
        self.at = end;
        let Said {
            kind,
            depth,
            meaning,
            path,
            ty,
            value,
            n_left_out,
        } = said;
        (self.sink)(&Row {
            kind,
            offset: start,
            bytes: self.bytes.get(start..end).unwrap_or_default(),
            depth,
            meaning,
            path,
            ty,
            value,
            n_left_out,
            error: failing,
        })
    }

    /// Returns the first of the places where decoding fails.
    pub(super) fn first_mark(&self) -> Option<usize> {
        self.marks.iter().filter_map(|mark| mark.offset).min()
    }

    /// Returns the end of the last row.
    pub(super) fn offset(&self) -> usize {
        self.at
    }

    /// Hands over what is left of the message: up to the failing byte, and from there on.
    pub(super) fn finish(&mut self) -> Result<(), E> {
        let len = self.bytes.len();
        let failing = self.marks.iter().filter_map(|mark| mark.offset).min();
        let reading = std::mem::take(&mut self.reading);
        let of = match reading.as_str() {
            "" => String::new(),
            reading => format!(", of {reading}"),
        };
        if let Some(failing) = failing.filter(|at| (self.at + 1..len).contains(at)) {
            let cut = self.cut.take().filter(|cut| cut.offset == failing);
            let n = shown_bytes(failing - self.at);
            let before = match &cut {
                Some(cut) => format!("length {}", number(cut.len)),
                None => format!("{n} before the failing one"),
            };
            let meaning = format!("{before}{of}");
            self.row(failing, Said::new(RowKind::Rest, 0, meaning))?;
            let n = shown_bytes(len - failing);
            let (left, n_left_out) = match cut {
                Some(Cut { len, content, .. }) => {
                    let left = format!("only {n} of {}", number(len));
                    let (text, n_left_out) = content
                        .map(|content| (format!(": {}", content.text), content.n_left_out))
                        .unwrap_or_default();
                    (left + &text, n_left_out)
                }
                None => (format!("{n} not decoded"), 0),
            };
            let said = Said::new(RowKind::Rest, 0, left);
            self.row(len, said.left_out(n_left_out))?;
        } else if self.at < len {
            let meaning = match self.cut.take().filter(|cut| cut.offset == len) {
                Some(cut) => format!("length {}{of}", number(cut.len)),
                None => format!("{} not decoded{of}", shown_bytes(len - self.at)),
            };
            self.row(len, Said::new(RowKind::Rest, 0, meaning))?;
        }
        if self.marks.is_empty() {
            return Ok(());
        }
        for mark in &mut self.marks {
            (mark.offset, mark.is_of_byte, mark.path) = (Some(len), false, None);
        }
        let meaning = match reading.as_str() {
            "" => "end of the message".to_string(),
            reading => format!("end of the message, in {reading}"),
        };
        self.row(len, Said::new(RowKind::End, 0, meaning))
    }
}

/// Returns a number of bytes in words.
pub(super) fn shown_bytes(n: usize) -> String {
    super::shown::count(n, "byte")
}
