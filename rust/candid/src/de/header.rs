//! The header of a message, parsed into a validated, flat type table.
//!
//! Validation is complete here: every index is in range, fields are sorted and distinct, methods are functions. The
//! table is arrays and indices; allocations never exceed what the input has paid for, byte by byte.
//!
//! `spec/Candid.md#binary-format`

mod part;
mod wire_type;

use crate::de::config::DecoderConfig;
use crate::error::Result;
use crate::util::room::check_room;
use candid_wire::limits::{MAX_HEADER_LEN, MAX_TYPE_TABLE};
use candid_wire::opcode;
use candid_wire::reader::Reader;
use part::{
    check_methods, malformed, of_header, read_annotation, read_field, read_start, read_type, shown,
};
pub(crate) use wire_type::{WireKind, WireType};

/// A range of one of the table's arrays.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Range {
    start: u32,
    len: u32,
}

/// One entry of the type table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Entry {
    Opt(WireType),
    Vec(WireType),
    /// Fields: [`TypeTable::fields`].
    Record(Range),
    /// Cases: [`TypeTable::fields`].
    Variant(Range),
    /// Arguments, results: [`TypeTable::fields`]; the annotation byte, 0 if there is none.
    Func {
        args: Range,
        rets: Range,
        annotation: u8,
    },
    /// Methods: [`TypeTable::methods`].
    Service(Range),
    /// A type of a later version of Candid.
    Future,
}

/// One field of a record or case of a variant; an argument or result, whose `id` means nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct WireField {
    pub(crate) id: u32,
    pub(crate) ty: WireType,
}

/// One method of a service.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct WireMethod {
    pub(crate) name: String,
    pub(crate) ty: WireType,
    /// The offset of the method in the message.
    offset: usize,
}

/// The type table and the argument types of one message.
#[derive(Clone, Debug, Default)]
pub(crate) struct TypeTable {
    entries: Vec<Entry>,
    fields: Vec<WireField>,
    methods: Vec<WireMethod>,
    /// The types of the arguments, in `fields`.
    args: Range,
    header_len: usize,
}

impl TypeTable {
    /// Reads the header at the start of `reader`, leaving it at the first value.
    ///
    /// # Errors
    ///
    /// If the header is malformed or exceeds a limit of `config`.
    pub(crate) fn read(reader: &mut Reader<'_>, config: &DecoderConfig) -> Result<Self> {
        let input = reader.rest();
        let table = TypeTable::read_start_of(input, config)?;
        reader.advance_to(input.get(table.header_len..).unwrap_or_default());
        Ok(table)
    }

    /// Reads the header at the start of a message. Inlined as a whole, but for what is rare, for which table and reader are moved: so
    /// they are not in memory otherwise, but in variables.
    ///
    /// # Errors
    ///
    /// As [`TypeTable::read`].
    #[inline(always)]
    pub(crate) fn read_start_of(input: &[u8], config: &DecoderConfig) -> Result<Self> {
        let max_len = config.max_header_len.unwrap_or(MAX_HEADER_LEN);
        let max_entries = config.max_type_len.unwrap_or(MAX_TYPE_TABLE);
        let max_entries = max_entries.min(MAX_ENTRIES);
        // The header is read from at most `max_len` bytes, so its limit bounds all the work below.
        let header = Reader::new(input.get(..max_len).unwrap_or(input));
        match TypeTable::read_parts(header, max_entries) {
            Ok(table) => Ok(table),
            Err(error) => Err(of_header(error, input, max_len)),
        }
    }

    #[inline(always)]
    fn read_parts(mut reader: Reader<'_>, max_entries: usize) -> Result<Self> {
        let n_entries = match reader.rest().split_first_chunk() {
            Some((magic, [n_entries @ ..0x80, ..]))
                if *magic == opcode::MAGIC && usize::from(*n_entries) <= max_entries =>
            {
                reader.advance_by::<5>();
                usize::from(*n_entries)
            }
            _ => {
                let mut moved = reader;
                let n_entries = read_start(&mut moved, max_entries)?;
                reader = moved;
                n_entries
            }
        };
        // An estimate that turns several allocations into one. A field id that is the hash of a name nearly always takes six
        // bytes with its type. Nearly all messages have an argument.
        let n_fields = n_entries.saturating_mul(3).min(reader.remaining() / 6);
        let mut table = TypeTable {
            // Each entry takes at least two bytes.
            entries: Vec::with_capacity(n_entries.min(reader.remaining() / 2)),
            fields: Vec::with_capacity(n_fields + 1),
            ..TypeTable::default()
        };
        while table.entries.len() < n_entries {
            let entry = match reader.rest().first_chunk() {
                // Most options and vectors take two bytes.
                Some([code @ (OPT | VEC), byte]) => {
                    WireType::of_byte(*byte, n_entries).map(|ty| match *code {
                        OPT => Entry::Opt(ty),
                        _ => Entry::Vec(ty),
                    })
                }
                // Most numbers of fields take one byte.
                Some([code @ (RECORD | VARIANT), n_fields @ ..0x80]) => {
                    let mut behind = reader.clone();
                    behind.advance_by::<2>();
                    let n_fields = usize::from(*n_fields);
                    let (fields, behind) = table.read_fields(behind, n_fields, n_entries)?;
                    reader = behind;
                    let entry = match *code {
                        RECORD => Entry::Record(fields),
                        _ => Entry::Variant(fields),
                    };
                    check_room(&table.entries)?;
                    table.entries.push(entry);
                    continue;
                }
                _ => None,
            };
            match entry {
                Some(entry) => {
                    reader.advance_by::<2>();
                    check_room(&table.entries)?;
                    table.entries.push(entry);
                }
                None => {
                    let (mut moved, mut behind) = (table, reader);
                    moved.add_entry(&mut behind, n_entries)?;
                    (table, reader) = (moved, behind);
                }
            }
        }
        let argument = match reader.rest().first_chunk() {
            // Nearly all messages have one argument.
            Some([1, byte]) => WireType::of_byte(*byte, n_entries),
            _ => None,
        };
        match argument {
            Some(ty) if table.fields.len() < table.fields.capacity() => {
                reader.advance_by::<2>();
                let start = table.fields.len();
                check_room(&table.fields)?;
                table.fields.push(WireField { id: 0, ty });
                table.args = range(start, start + 1);
            }
            _ => {
                let (mut moved, mut behind) = (table, reader);
                moved.add_arguments(&mut behind, n_entries)?;
                (table, reader) = (moved, behind);
            }
        }
        if !table.methods.is_empty() {
            check_methods(&table.methods, &table.entries)?;
        }
        table.header_len = reader.offset();
        Ok(table)
    }

    /// Adds an entry of any form.
    #[cold]
    #[inline(never)]
    fn add_entry(&mut self, reader: &mut Reader<'_>, n_entries: usize) -> Result<()> {
        let entry = self.read_entry(reader, n_entries)?;
        self.entries.push(entry);
        Ok(())
    }

    fn read_entry(&mut self, reader: &mut Reader<'_>, n_entries: usize) -> Result<Entry> {
        let at = reader.offset();
        let code = reader.read_sleb_i64()?;
        Ok(match opcode::Composite::from_opcode(code) {
            Some(opcode::Composite::Opt) => Entry::Opt(read_type(reader, n_entries)?),
            Some(opcode::Composite::Vec) => Entry::Vec(read_type(reader, n_entries)?),
            Some(opcode::Composite::Record | opcode::Composite::Variant) => {
                let fields = self.read_long_fields(reader, n_entries)?;
                if code == opcode::Composite::Record as i64 {
                    Entry::Record(fields)
                } else {
                    Entry::Variant(fields)
                }
            }
            Some(opcode::Composite::Func) => {
                let args = self.read_types(reader, n_entries)?;
                let rets = self.read_types(reader, n_entries)?;
                let annotation = read_annotation(reader)?;
                Entry::Func {
                    args,
                    rets,
                    annotation,
                }
            }
            Some(opcode::Composite::Service) => {
                Entry::Service(self.read_methods(reader, n_entries)?)
            }
            None if opcode::is_future(code) => {
                let n = reader.read_len()?;
                reader.skip_bytes(n)?;
                Entry::Future
            }
            None => {
                return Err(malformed(
                    format!("{code} is not the opcode of a type table entry"),
                    at,
                ))
            }
        })
    }

    #[inline(always)]
    fn read_fields<'a>(
        &mut self,
        mut reader: Reader<'a>,
        n_fields: usize,
        n_entries: usize,
    ) -> Result<(Range, Reader<'a>)> {
        let start = self.fields.len();
        if self.fields.capacity() - start < n_fields {
            // Each field takes at least two bytes.
            let mut moved = std::mem::take(&mut self.fields);
            moved.reserve(n_fields.min(reader.remaining() / 2));
            self.fields = moved;
        }
        // The last id.
        let mut last = -1;
        while self.fields.len() < start + n_fields {
            let mut behind = reader.clone();
            if let Some((id, byte)) = behind.read_short_field() {
                let found = WireType::of_byte(byte, n_entries);
                if let (Some(ty), true) = (found, i64::from(id) > last) {
                    last = i64::from(id);
                    check_room(&self.fields)?;
                    self.fields.push(WireField { id, ty });
                    reader = behind;
                    continue;
                }
            }
            // Another form, or not valid.
            let mut behind = reader;
            let field = read_field(&mut behind, n_entries, last)?;
            last = i64::from(field.id);
            check_room(&self.fields)?;
            self.fields.push(field);
            reader = behind;
        }
        Ok((range(start, self.fields.len()), reader))
    }

    /// Reads fields of any form.
    #[inline]
    fn read_long_fields(&mut self, reader: &mut Reader<'_>, n_entries: usize) -> Result<Range> {
        let start = self.fields.len();
        let mut last = -1;
        for _ in 0..reader.read_len()? {
            let field = read_field(reader, n_entries, last)?;
            last = i64::from(field.id);
            self.fields.push(field);
        }
        Ok(range(start, self.fields.len()))
    }

    /// Adds any number of arguments.
    #[cold]
    #[inline(never)]
    fn add_arguments(&mut self, reader: &mut Reader<'_>, n_entries: usize) -> Result<()> {
        self.args = self.read_types(reader, n_entries)?;
        Ok(())
    }

    fn read_types(&mut self, reader: &mut Reader<'_>, n_entries: usize) -> Result<Range> {
        let n_types = reader.read_len()?;
        let start = self.fields.len();
        self.fields.reserve(n_types.min(reader.remaining()));
        for _ in 0..n_types {
            let short = reader.rest().first();
            let ty = match short.and_then(|byte| WireType::of_byte(*byte, n_entries)) {
                Some(ty) => {
                    reader.advance_by::<1>();
                    ty
                }
                None => read_type(reader, n_entries)?,
            };
            self.fields.push(WireField { id: 0, ty });
        }
        Ok(range(start, self.fields.len()))
    }

    fn read_methods(&mut self, reader: &mut Reader<'_>, n_entries: usize) -> Result<Range> {
        let n_methods = reader.read_len()?;
        let start = self.methods.len();
        for _ in 0..n_methods {
            let at = reader.offset();
            let name = reader.read_text()?;
            let in_order = match self.methods.get(start..).and_then(<[_]>::last) {
                Some(last) => last.name.as_str() < name,
                None => true,
            };
            if !in_order {
                return Err(malformed(
                    format!(
                        "method name {} is not greater than the previous one",
                        shown(name)
                    ),
                    at,
                ));
            }
            let ty = read_type(reader, n_entries)?;
            self.methods.push(WireMethod {
                name: name.to_owned(),
                ty,
                offset: at,
            });
        }
        Ok(range(start, self.methods.len()))
    }

    /// Returns the entry of `ty`, or `None` if it is a primitive.
    #[inline]
    pub(crate) fn entry(&self, ty: WireType) -> Option<Entry> {
        // The number of a primitive is more than any index.
        self.entries.get(ty.bits() as usize).copied()
    }

    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns the fields of a record, the cases of a variant, or the arguments or results of a function.
    #[inline]
    pub(crate) fn fields(&self, range: Range) -> &[WireField] {
        slice(&self.fields, range)
    }

    /// Returns the methods of a service.
    pub(crate) fn methods(&self, range: Range) -> &[WireMethod] {
        slice(&self.methods, range)
    }

    /// Returns the types of the arguments.
    pub(crate) fn args(&self) -> &[WireField] {
        self.fields(self.args)
    }

    /// Returns how many arguments there are.
    #[inline]
    pub(crate) fn n_args(&self) -> usize {
        self.args.len as usize
    }

    /// Returns the size in bytes of the table in memory, with a copy of the header.
    pub(crate) fn n_bytes(&self) -> u64 {
        let of = |n: usize, size: usize| n as u64 * size as u64;
        let names = self.methods.iter();
        let names = names.map(|method| (method.name.len() + BYTES_OF_ALLOCATION) as u64);
        size_of::<TypeTable>() as u64
            + of(self.entries.capacity(), size_of::<Entry>())
            + of(self.fields.capacity(), size_of::<WireField>())
            + of(self.methods.capacity(), size_of::<WireMethod>())
            + names.sum::<u64>()
            + self.header_len as u64
    }

    /// Returns the length of the header in bytes.
    pub(crate) fn header_len(&self) -> usize {
        self.header_len
    }
}

fn slice<T>(all: &[T], range: Range) -> &[T] {
    let behind = all.get(range.start as usize..);
    let some = behind.and_then(|behind| behind.get(..range.len as usize));
    some.unwrap_or(&[])
}

fn range(start: usize, end: usize) -> Range {
    // Each item took a byte of a header that is shorter than 4 GiB, so this does not saturate.
    let narrow = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    Range {
        start: narrow(start),
        len: narrow(end - start),
    }
}

/// What an allocator takes beside the bytes, which are few for most names.
const BYTES_OF_ALLOCATION: usize = 16;

/// More than a header of 4 GiB has; so that an index is a positive [`WireType`].
const MAX_ENTRIES: usize = i32::MAX as usize;

/// The opcodes of types with parts as bytes.
const OPT: u8 = opcode::Composite::Opt.byte();
const VEC: u8 = opcode::Composite::Vec.byte();
const RECORD: u8 = opcode::Composite::Record.byte();
const VARIANT: u8 = opcode::Composite::Variant.byte();

#[cfg(test)]
mod tests;
