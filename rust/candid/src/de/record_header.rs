//! Headers of messages of single records whose fields have types of another message's table.

use crate::de::header::{Entry, TypeTable, WireField, WireKind, WireType};
use crate::error::{Error, Result};
use crate::util::id_map::IdMap;
use candid_wire::opcode::{Composite, MAGIC};
use candid_wire::writer;

/// Returns the header of a message whose only argument is a record of these fields, and the number of entries and their
/// parts.
///
/// # Errors
///
/// If they have a part of a later version of Candid.
pub(crate) fn record_header(table: &TypeTable, fields: &[WireField]) -> Result<(Vec<u8>, usize)> {
    let mut entries = Entries {
        found: Vec::new(),
        new_indices: IdMap::default(),
        bytes: Vec::new(),
        n_parts: 0,
    };
    entries.fields(Composite::Record, fields);
    let mut next = 0;
    while let Some(ty) = entries.found.get(next).copied() {
        entries.entry(table, ty)?;
        next += 1;
    }
    let mut header = MAGIC.to_vec();
    // The record is the first.
    writer::write_leb_u64(&mut header, 1 + entries.found.len() as u64);
    writer::write_bytes(&mut header, &entries.bytes);
    writer::write_leb_u64(&mut header, 1);
    writer::write_sleb_i64(&mut header, 0);
    Ok((header, entries.n_parts + entries.found.len()))
}

struct Entries {
    /// The types after the record, in their new order.
    found: Vec<WireType>,
    new_indices: IdMap<u32, i64>,
    bytes: Vec<u8>,
    n_parts: usize,
}

impl Entries {
    fn len(&mut self, n: usize) {
        self.n_parts += n;
        writer::write_leb_u64(&mut self.bytes, n as u64);
    }

    fn ty(&mut self, ty: WireType) {
        let code = match ty.kind() {
            WireKind::Primitive(primitive) => primitive.opcode().into(),
            WireKind::Index(index) => {
                let next = 1 + self.found.len() as i64;
                let new = *self.new_indices.get_or_insert_with(index, || next);
                if new == next {
                    self.found.push(ty);
                }
                new
            }
        };
        writer::write_sleb_i64(&mut self.bytes, code);
    }

    fn fields(&mut self, constructor: Composite, fields: &[WireField]) {
        self.bytes.push(constructor.byte());
        self.len(fields.len());
        for field in fields {
            writer::write_leb_u32(&mut self.bytes, field.id);
            self.ty(field.ty);
        }
    }

    fn types(&mut self, types: &[WireField]) {
        self.len(types.len());
        for part in types {
            self.ty(part.ty);
        }
    }

    fn entry(&mut self, table: &TypeTable, ty: WireType) -> Result<()> {
        match table.entry(ty) {
            Some(Entry::Opt(payload)) => {
                self.bytes.push(Composite::Opt.byte());
                self.ty(payload);
            }
            Some(Entry::Vec(element)) => {
                self.bytes.push(Composite::Vec.byte());
                self.ty(element);
            }
            Some(Entry::Record(range)) => self.fields(Composite::Record, table.fields(range)),
            Some(Entry::Variant(range)) => self.fields(Composite::Variant, table.fields(range)),
            Some(Entry::Func {
                args,
                rets,
                annotation,
            }) => {
                self.bytes.push(Composite::Func.byte());
                self.types(table.fields(args));
                self.types(table.fields(rets));
                match annotation {
                    0 => self.bytes.push(0),
                    annotation => self.bytes.extend([1, annotation]),
                }
            }
            Some(Entry::Service(range)) => {
                self.bytes.push(Composite::Service.byte());
                let methods = table.methods(range);
                self.len(methods.len());
                for method in methods {
                    writer::write_text(&mut self.bytes, &method.name);
                    self.ty(method.ty);
                }
            }
            Some(Entry::Future) | None => {
                return Err(Error::msg(
                    "cannot keep a field whose type is of a later version of Candid",
                ))
            }
        }
        Ok(())
    }
}
