//! The values, in the order of their bytes.
//!
//! The values around the current one are in a list, not on the stack: a message nests as deep as it is long.

use super::emit::{shown_bytes, Emitter, Ending, Said};
use super::names::Names;
use super::row::{Row, RowKind};
use super::shown::{count, ShownValue};
use super::table::{Entry, Table, WireType};
use candid::IDLValue;
use candid_wire::reader::Reader;
use std::fmt::Write;

/// The number of elements of a vector that have rows unless all are asked for.
const MAX_ELEMENTS: usize = 16;

/// The number of rows without bytes that any message may have.
const BASE_EMPTY_ROWS: usize = 1024;

/// The maximum number of segments of a path; the first ones are left out of longer ones.
const MAX_PATH: usize = 16;

/// A value whose parts come next.
pub(super) struct Frame<'t> {
    pub(super) parts: Parts<'t>,
    /// The number of parts that have begun.
    pub(super) n_begun: usize,
    /// Where the last of them begins.
    pub(super) offset: usize,
    /// The number of records that this one is the first field of, one in another.
    n_around: usize,
}

pub(super) enum Parts<'t> {
    Arguments,
    Fields(&'t [(u32, WireType)]),
    Elements(WireType, usize),
    /// The payload of an option, which is not in paths.
    Payload(WireType),
    Case(u32, WireType),
}

/// Elements of a vector that are left out, and all that is in them.
pub(super) struct Silence {
    /// The level of the vector.
    pub(super) level: usize,
    pub(super) first: usize,
    /// Where the current element begins.
    pub(super) offset: usize,
    /// Its position.
    pub(super) current: usize,
}

pub(super) struct Walk<'a, 't> {
    pub(super) table: &'t Table,
    names: &'t Names,
    pub(super) reader: Reader<'a>,
    /// The same where the values begin.
    pub(super) start: Reader<'a>,
    /// Where decoding fails, unless it does not.
    pub(super) stop: usize,
    pub(super) is_whole: bool,
    pub(super) frames: Vec<Frame<'t>>,
    pub(super) silence: Option<Silence>,
    /// Where decoding fails at types, which is not left out: its elements are read again, with rows.
    pub(super) failing: Option<usize>,
    /// For each level, the position and the start of the part that `failing` is in, once it is known.
    pub(super) shown: Vec<(usize, usize)>,
    n_empty_rows: usize,
    n_hidden: usize,
    /// Whether something before was not valid: decoding does not come to what follows.
    pub(super) is_damaged: bool,
    /// The number of values without bytes that may follow it, which nothing else bounds.
    n_empty: usize,
}

impl<'a, 't> Walk<'a, 't> {
    pub(super) fn new(
        table: &'t Table,
        names: &'t Names,
        bytes: &'a [u8],
        stop: Option<usize>,
        is_whole: bool,
    ) -> Self {
        let start = Reader::new(bytes).after(table.header_len);
        Walk {
            table,
            names,
            reader: start.clone(),
            start,
            stop: stop.unwrap_or(usize::MAX),
            is_whole,
            frames: Vec::new(),
            silence: None,
            failing: None,
            shown: Vec::new(),
            n_empty_rows: BASE_EMPTY_ROWS.saturating_add(bytes.len()),
            n_hidden: 0,
            is_damaged: table.is_damaged,
            n_empty: BASE_EMPTY_ROWS.saturating_add(bytes.len()),
        }
    }

    /// Emits the rows of all values, as far as they can be read, and returns the number of values that have none because they
    /// have no bytes.
    pub(super) fn run<S, E>(mut self, emitter: &mut Emitter<'a, S>) -> Result<usize, E>
    where
        S: FnMut(&Row<'_>) -> Result<(), E>,
    {
        self.failing = emitter.first_mark();
        self.frames.push(Frame {
            parts: Parts::Arguments,
            n_begun: 0,
            offset: 0,
            n_around: 0,
        });
        let result = self.values(emitter);
        let fault = match result {
            Ok(()) => match self.reader.remaining() {
                0 => None,
                n => {
                    let are = if n == 1 { "is" } else { "are" };
                    let message = format!("{} {are} left after the last value", shown_bytes(n));
                    Some((self.reader.offset(), message))
                }
            },
            Err(Ending::Sink(error)) => return Err(error),
            Err(Ending::Broken(error)) => {
                emitter.reading = self.current();
                emitter.cut = self.cut();
                if let Some(silence) = self.silence.take() {
                    if silence.current > silence.first {
                        self.elements(&silence, silence.current, silence.offset, emitter)?;
                    }
                }
                error
            }
        };
        if let Some(fault) = fault.filter(|_| self.is_damaged) {
            emitter.fail(usize::MAX, fault);
        }
        Ok(self.n_hidden)
    }

    fn values<S, E>(&mut self, emitter: &mut Emitter<'a, S>) -> Result<(), Ending<E>>
    where
        S: FnMut(&Row<'_>) -> Result<(), E>,
    {
        while let Some(ty) = self.next(emitter)? {
            let start = self.reader.clone();
            // What is read from there on is not part of a value, unless it only is not valid: maybe in the first field of a record,
            // which has no bytes of its own.
            let result = match start.offset() >= self.stop && !self.has_fields(ty) {
                true => Err(Ending::Broken(None)),
                false => self.value(ty, emitter),
            };
            match result {
                Err(Ending::Broken(fault)) => {
                    self.reader = start;
                    self.damaged(ty, fault, emitter)?;
                }
                result => {
                    result?;
                    self.show_failing();
                    if self.is_damaged && self.reader.offset() == start.offset() {
                        let left = self.n_empty.checked_sub(1);
                        self.n_empty = left.ok_or(Ending::Broken(None))?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns the type of the next value, if there is one.
    fn next<S, E>(&mut self, emitter: &mut Emitter<'a, S>) -> Result<Option<WireType>, Ending<E>>
    where
        S: FnMut(&Row<'_>) -> Result<(), E>,
    {
        loop {
            let level = self.frames.len();
            let Some(frame) = self.frames.last_mut() else {
                return Ok(None);
            };
            let next = match &frame.parts {
                Parts::Arguments => self.table.args.get(frame.n_begun).copied(),
                Parts::Fields(fields) => fields.get(frame.n_begun).map(|(_, ty)| *ty),
                Parts::Elements(ty, len) => (frame.n_begun < *len).then_some(*ty),
                Parts::Payload(ty) | Parts::Case(_, ty) => (frame.n_begun == 0).then_some(*ty),
            };
            let is_vec = matches!(frame.parts, Parts::Elements(..));
            let position = frame.n_begun;
            let offset = self.reader.offset();
            if next.is_some() {
                frame.n_begun += 1;
                frame.offset = offset;
            }
            let is_shown = self.shown.get(level - 1) == Some(&(position, offset));
            if is_vec {
                match &mut self.silence {
                    Some(silence) if silence.level == level && next.is_some() && !is_shown => {
                        (silence.current, silence.offset) = (position, offset);
                    }
                    Some(silence) if silence.level == level => {
                        let silence = self.silence.take();
                        if let Some(silence) = silence.filter(|it| it.first < position) {
                            self.elements(&silence, position, offset, emitter)
                                .map_err(Ending::Sink)?;
                        }
                    }
                    None if next.is_some()
                        && position >= MAX_ELEMENTS
                        && !self.is_whole
                        && !is_shown =>
                    {
                        self.silence = Some(Silence {
                            level,
                            first: position,
                            offset,
                            current: position,
                        });
                    }
                    _ => {}
                }
            }
            if next.is_some() {
                return Ok(next);
            }
            self.frames.pop();
        }
    }

    /// Emits the row of elements that are left out, up to `end` and the offset there.
    pub(super) fn elements<S, E>(
        &self,
        silence: &Silence,
        end: usize,
        offset: usize,
        emitter: &mut Emitter<'a, S>,
    ) -> Result<(), E>
    where
        S: FnMut(&Row<'_>) -> Result<(), E>,
    {
        let n = end - silence.first;
        let path = self.path(silence.level.saturating_sub(1));
        let range = match n {
            1 => format!("{path}[{}]", silence.first),
            _ => format!("{path}[{}] to [{}]", silence.first, end - 1),
        };
        let meaning = format!("{range}: {} more", count(n, "element"));
        let said = Said::new(RowKind::Elements, depth(silence.level), meaning).of(path, "");
        emitter.row(offset, said.left_out(n))
    }

    fn value<S, E>(&mut self, ty: WireType, emitter: &mut Emitter<'a, S>) -> Result<(), Ending<E>>
    where
        S: FnMut(&Row<'_>) -> Result<(), E>,
    {
        let table = self.table;
        let Some(entry) = table.entry(ty) else {
            let WireType::Primitive(primitive) = ty else {
                return Err(Ending::Broken(None));
            };
            let shown = self.primitive(primitive)?;
            return self.leaf(ty, shown, emitter).map_err(Ending::Sink);
        };
        let mut n_around = 0;
        let (words, parts) = match entry {
            Entry::Opt(inner) => match self.reader.read_opt_tag()? {
                true => ("present".to_string(), Parts::Payload(*inner)),
                false => {
                    let shown = self.shown(|| ShownValue::whole(&IDLValue::None));
                    return self.leaf(ty, shown, emitter).map_err(Ending::Sink);
                }
            },
            Entry::Vec(element) if Table::is_byte(*element) => {
                let bytes = self.reader.read_blob()?;
                let is_whole = self.is_whole;
                let shown = self.shown(|| ShownValue::blob(bytes, is_whole));
                return self.leaf(ty, shown, emitter).map_err(Ending::Sink);
            }
            Entry::Vec(element) => {
                let len = self.reader.read_len()?;
                let mut words = count(len, "element");
                // Why a few bytes stand for many values.
                if Table::is_empty(*element) {
                    words.push_str(" without bytes");
                }
                (words, Parts::Elements(*element, len))
            }
            Entry::Record(fields) => {
                n_around = self.records_around()?;
                (String::new(), Parts::Fields(fields))
            }
            Entry::Variant(cases) => {
                let at = self.reader.offset();
                let index = self.reader.read_leb_u64()?;
                let case = usize::try_from(index).ok().and_then(|i| cases.get(i));
                let unknown = || {
                    let n = count(cases.len(), "case");
                    (
                        at,
                        format!("case {index} is out of range: the variant has {n}"),
                    )
                };
                let (id, ty) = *case.ok_or_else(|| Ending::Broken(Some(unknown())))?;
                let case = match self.silence {
                    None => format!("case {}", self.names.label_with_id(id)),
                    Some(_) => String::new(),
                };
                (case, Parts::Case(id, ty))
            }
            Entry::Func | Entry::Service | Entry::Future => {
                let shown = self.reference(entry)?;
                return self.leaf(ty, shown, emitter).map_err(Ending::Sink);
            }
        };
        self.container(ty, words, emitter).map_err(Ending::Sink)?;
        self.frames.push(Frame {
            parts,
            n_begun: 0,
            offset: 0,
            n_around,
        });
        Ok(())
    }

    /// Returns whether a type is a record with fields.
    fn has_fields(&self, ty: WireType) -> bool {
        matches!(self.table.entry(ty), Some(Entry::Record(fields)) if !fields.is_empty())
    }

    /// Returns the number of records that a record is the first field of, one in another.
    ///
    /// # Errors
    ///
    /// If there are more than types: then there are endlessly many, which take no bytes.
    fn records_around<E>(&self) -> Result<usize, Ending<E>> {
        let around = self.frames.last();
        let around = around.filter(|frame| matches!(frame.parts, Parts::Fields(_)));
        let around = around.filter(|frame| frame.n_begun == 1);
        match around.map_or(0, |frame| frame.n_around + 1) {
            n if n > self.table.entries.len() => Err(Ending::Broken(None)),
            n => Ok(n),
        }
    }

    /// Returns the text of a value, unless it is one of those left out.
    pub(super) fn shown(&self, shown: impl FnOnce() -> ShownValue) -> Option<ShownValue> {
        self.silence.is_none().then(shown)
    }

    fn leaf<S, E>(
        &mut self,
        ty: WireType,
        shown: Option<ShownValue>,
        emitter: &mut Emitter<'a, S>,
    ) -> Result<(), E>
    where
        S: FnMut(&Row<'_>) -> Result<(), E>,
    {
        let Some(ShownValue { text, n_left_out }) = shown else {
            return Ok(());
        };
        if !self.has_row(emitter) {
            return Ok(());
        }
        let path = self.path(self.frames.len());
        let meaning = format!("{path} = {text}");
        let said = Said::new(RowKind::Value, depth(self.frames.len()), meaning)
            .of(path, self.table.shown(ty))
            .value(text)
            .left_out(n_left_out);
        emitter.row(self.reader.offset(), said)
    }

    fn container<S, E>(
        &mut self,
        ty: WireType,
        words: String,
        emitter: &mut Emitter<'a, S>,
    ) -> Result<(), E>
    where
        S: FnMut(&Row<'_>) -> Result<(), E>,
    {
        if self.silence.is_some() || !self.has_row(emitter) {
            return Ok(());
        }
        let path = self.path(self.frames.len());
        let ty = self.table.shown(ty);
        let mut meaning = format!("{path} : {ty}");
        if !words.is_empty() {
            meaning.push_str(", ");
            meaning.push_str(&words);
        }
        let said = Said::new(RowKind::Container, depth(self.frames.len()), meaning).of(path, ty);
        emitter.row(self.reader.offset(), said)
    }

    /// Returns whether a value has a row: not if it has no bytes and there are too many such rows.
    fn has_row<S, E>(&mut self, emitter: &Emitter<'a, S>) -> bool
    where
        S: FnMut(&Row<'_>) -> Result<(), E>,
    {
        if self.reader.offset() > emitter.offset() {
            return true;
        }
        match self.n_empty_rows.checked_sub(1) {
            Some(left) => {
                self.n_empty_rows = left;
                true
            }
            None => {
                self.n_hidden += 1;
                false
            }
        }
    }

    /// Returns the path to the current part of the innermost of `n_levels` values.
    pub(super) fn path(&self, n_levels: usize) -> String {
        let frames = self.frames.get(..n_levels).unwrap_or(&self.frames);
        let first = frames.len().saturating_sub(MAX_PATH);
        let mut path = match first {
            0 => String::new(),
            _ => "…".to_string(),
        };
        for frame in frames.iter().skip(first) {
            let i = frame.n_begun.saturating_sub(1);
            // Writing to a `String` cannot fail.
            let _ = match &frame.parts {
                Parts::Arguments => write!(path, "{i}"),
                Parts::Elements(..) => write!(path, "[{i}]"),
                Parts::Payload(_) => Ok(()),
                Parts::Case(id, _) => write!(path, ".{}", self.names.label(*id)),
                Parts::Fields(fields) => {
                    let id = fields.get(i).map_or(0, |(id, _)| *id);
                    write!(path, ".{}", self.names.label(id))
                }
            };
        }
        path
    }
}

/// Returns the depth of a value at a level of frames.
pub(super) fn depth(level: usize) -> usize {
    level.saturating_sub(1)
}
