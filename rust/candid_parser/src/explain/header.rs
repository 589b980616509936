//! The header: the type table, entry by entry, and the types of the arguments.
//!
//! Reads what `candid` reads, but row by row, so that the entries before a broken one are known.

use super::emit::{shown_bytes, Emitter, Ending, Said};
use super::names::{shown_name, Names};
use super::row::{Row, RowKind};
use super::shown::count;
use super::table::{field, reference, with_parts, Entry, Table, WireType};
use super::Explain;
use candid::types::Type;
use candid_wire::opcode::{self, Composite, FuncAnnotation, Primitive};
use candid_wire::reader::Reader;

type Walked<T, E> = std::result::Result<T, Ending<E>>;

/// Emits the rows of the header and returns its types, or `None` if it is broken.
pub(super) fn walk<'a, E>(
    explain: &Explain<'_>,
    names: &Names,
    bytes: &'a [u8],
    stop: Option<usize>,
    emitter: &mut Emitter<'a, impl FnMut(&Row<'_>) -> Result<(), E>>,
) -> Result<Option<Table>, E> {
    let input = bytes.get(..explain.max_header_len()).unwrap_or(bytes);
    let mut header = Header {
        reader: Reader::new(input),
        names,
        emitter,
        table: Table::default(),
        n_entries: 0,
        fault: None,
        damaged: None,
    };
    match header.parts(explain) {
        Ok(()) => {}
        Err(Ending::Broken(fault)) => {
            // After the first failure, which the decoder says.
            if let Some(fault) = fault.filter(|_| header.damaged.is_some()) {
                header.emitter.fail(usize::MAX, fault);
            }
            return Ok(None);
        }
        Err(Ending::Sink(error)) => return Err(error),
    }
    let damaged = header.damaged;
    let mut table = header.table;
    table.header_len = header.reader.offset();
    table.is_damaged = damaged.is_some();
    // A header that is read but not accepted: the type of a method is not a function, or the quota does not suffice.
    let is_damaged =
        |stop: usize| damaged.is_some_and(|(start, end)| (start..=end).contains(&stop));
    let is_accepted = stop.is_none_or(|stop| stop >= table.header_len || is_damaged(stop));
    Ok(is_accepted.then_some(table))
}

struct Header<'a, 'n, 'e, S> {
    reader: Reader<'a>,
    names: &'n Names,
    emitter: &'e mut Emitter<'a, S>,
    table: Table,
    n_entries: usize,
    /// Why what is read for the next row is not valid, though its end is known.
    fault: Option<(usize, String)>,
    /// The place of the first row that is not valid.
    damaged: Option<(usize, usize)>,
}

impl<S, E> Header<'_, '_, '_, S>
where
    S: FnMut(&Row<'_>) -> Result<(), E>,
{
    /// Emits a row that ends where the reader is.
    fn row(&mut self, kind: RowKind, depth: usize, meaning: impl Into<String>) -> Walked<(), E> {
        let said = Said::new(kind, depth, meaning);
        let end = self.reader.offset();
        if let Some(fault) = self.fault.take() {
            self.damaged.get_or_insert((self.emitter.offset(), end));
            self.emitter.fail(end, fault);
        }
        self.emitter.row(end, said).map_err(Ending::Sink)
    }

    /// Notes that what was read from `at` on is not valid.
    fn fault(&mut self, at: usize, why: impl Into<String>) {
        self.fault.get_or_insert((at, why.into()));
    }

    fn parts(&mut self, explain: &Explain<'_>) -> Walked<(), E> {
        if self.reader.read_array::<4>()? != opcode::MAGIC {
            return Err(Ending::Broken(None));
        }
        self.row(RowKind::Magic, 0, "magic number \"DIDL\"")?;
        self.reading("the number of types");
        self.n_entries = self.reader.read_len()?;
        if self.n_entries > explain.max_type_len() {
            return Err(Ending::Broken(None));
        }
        self.row(RowKind::TypeCount, 0, count(self.n_entries, "type"))?;
        for i in 0..self.n_entries {
            self.reading(format!("type {i}"));
            let entry = self.entry(i)?;
            self.table.entries.push(entry);
        }
        self.reading("the number of arguments");
        let n_args = self.reader.read_len()?;
        self.row(RowKind::ArgumentCount, 0, count(n_args, "argument"))?;
        for i in 0..n_args {
            self.reading(format!("the type of argument {}", i + 1));
            let ty = self.ty()?;
            self.table.args.push(ty);
            let mut meaning = format!("argument {} : {}", i + 1, self.table.shown(ty));
            if let Some(expected) = explain.expected(i) {
                meaning.push_str(&format!(", expected {}", shown_type(expected)));
            }
            self.row(RowKind::Argument, 1, meaning)?;
        }
        self.reading("");
        Ok(())
    }

    fn reading(&mut self, what: impl Into<String>) {
        self.emitter.reading = what.into();
    }

    fn entry(&mut self, i: usize) -> Walked<Entry, E> {
        let code = self.reader.read_sleb_i64()?;
        let Some(constructor) = Composite::from_opcode(code) else {
            return self.future(i, code);
        };
        let start = format!("type {i} = {}", constructor.name());
        match constructor {
            Composite::Opt => {
                let ty = self.ty()?;
                self.row(RowKind::Type, 1, format!("{start} {}", reference(ty)))?;
                Ok(Entry::Opt(ty))
            }
            Composite::Vec => {
                let ty = self.ty()?;
                self.row(RowKind::Type, 1, format!("{start} {}", reference(ty)))?;
                Ok(Entry::Vec(ty))
            }
            Composite::Record => Ok(Entry::Record(self.fields(&start, "field")?)),
            Composite::Variant => Ok(Entry::Variant(self.fields(&start, "case")?)),
            Composite::Func => {
                let n_args = self.reader.read_len()?;
                self.row(RowKind::Type, 1, with_parts(&start, n_args, "argument"))?;
                self.types(n_args, RowKind::FuncArgument, "argument")?;
                let n_rets = self.reader.read_len()?;
                self.row(RowKind::ResultCount, 2, count(n_rets, "result"))?;
                self.types(n_rets, RowKind::FuncResult, "result")?;
                self.annotation()?;
                Ok(Entry::Func)
            }
            Composite::Service => {
                let n_methods = self.reader.read_len()?;
                self.row(RowKind::Type, 1, with_parts(&start, n_methods, "method"))?;
                let mut last: Option<&str> = None;
                for _ in 0..n_methods {
                    let at = self.reader.offset();
                    let name = self.reader.read_text()?;
                    if last.is_some_and(|last| last >= name) {
                        let name = shown_name(name);
                        self.fault(
                            at,
                            format!("method name {name} is not greater than the previous one"),
                        );
                    }
                    last = Some(name);
                    let ty = self.ty()?;
                    let meaning = format!("method {} : {}", shown_name(name), reference(ty));
                    self.row(RowKind::Method, 2, meaning)?;
                }
                Ok(Entry::Service)
            }
        }
    }

    fn future(&mut self, i: usize, code: i64) -> Walked<Entry, E> {
        if !opcode::is_future(code) {
            return Err(Ending::Broken(None));
        }
        let n = self.reader.read_len()?;
        self.reader.skip_bytes(n)?;
        let n = shown_bytes(n);
        let meaning = format!("type {i} = a type of a later version of Candid: opcode {code}, {n}");
        self.row(RowKind::Type, 1, meaning)?;
        Ok(Entry::Future)
    }

    fn fields(&mut self, start: &str, part: &str) -> Walked<Vec<(u32, WireType)>, E> {
        let n_fields = self.reader.read_len()?;
        self.row(RowKind::Type, 1, with_parts(start, n_fields, part))?;
        let mut fields: Vec<(u32, WireType)> = Vec::new();
        for _ in 0..n_fields {
            let at = self.reader.offset();
            let id = self.reader.read_leb_u32()?;
            if fields.last().is_some_and(|(last, _)| *last >= id) {
                self.fault(
                    at,
                    format!("field id {id} is not greater than the previous one"),
                );
            }
            let ty = self.ty()?;
            fields.push((id, ty));
            self.row(RowKind::Field, 2, field(part, self.names, id, ty))?;
        }
        Ok(fields)
    }

    fn types(&mut self, n: usize, kind: RowKind, what: &str) -> Walked<(), E> {
        for i in 0..n {
            let ty = self.ty()?;
            self.row(kind, 2, format!("{what} {} : {}", i + 1, reference(ty)))?;
        }
        Ok(())
    }

    fn annotation(&mut self) -> Walked<(), E> {
        let meaning = match self.reader.read_u8()? {
            0 => "no annotations".to_string(),
            1 => {
                let at = self.reader.offset();
                let byte = self.reader.read_u8()?;
                match FuncAnnotation::from_byte(byte) {
                    Some(annotation) => format!("annotation {}", annotation.name()),
                    None => {
                        self.fault(at, "not an annotation");
                        format!("annotation {byte}")
                    }
                }
            }
            _ => return Err(Ending::Broken(None)),
        };
        self.row(RowKind::Annotation, 2, meaning)
    }

    fn ty(&mut self) -> Walked<WireType, E> {
        let at = self.reader.offset();
        let code = self.reader.read_sleb_i64()?;
        if let Some(primitive) = Primitive::from_opcode(code) {
            return Ok(WireType::Primitive(primitive));
        }
        let index = u32::try_from(code).ok();
        let index = index.and_then(|index| usize::try_from(index).ok());
        let index = index.ok_or(Ending::Broken(None))?;
        if index >= self.n_entries {
            let entries = match self.n_entries {
                1 => "1 entry".to_string(),
                n => format!("{n} entries"),
            };
            let message =
                format!("type index {index} is out of range: the type table has {entries}");
            self.fault(at, message);
        }
        Ok(WireType::Index(index))
    }
}

/// Returns an expected type, cut off if it is long.
fn shown_type(ty: &Type) -> String {
    const MAX_CHARS: usize = 60;
    let text = ty.to_string();
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ");
    match text.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text,
    }
}
