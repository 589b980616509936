//! Reading of values by their types, in the order in which they were written.

use crate::data::rest::Rest;
use crate::de::config::DecoderConfig;
use crate::de::read::skip::skip_uncharged;
use crate::de::state::budget::Budget;
use crate::de::state::State;
use crate::error::{internal, Result};
use crate::schema::expected::{ExpectedFields, ExpectedType, TypeShape};
use crate::schema::graph::ReferenceParts;
use crate::ser::rest::places::{Form, Places, Source};
use crate::ser::rest::{not_here, Written};
use crate::types::env::TypeEnv;
use crate::types::ty::Type;
use crate::util::stack::StackLimit;
use candid_wire::opcode::Primitive;
use candid_wire::reader::Reader;

/// The values of a message, and the places at which they are.
pub(super) struct Walk<'a> {
    types: &'a [ExpectedType],
    values: &'a [u8],
    /// The position of the first of the values.
    start: usize,
    written: &'a [Written],
    roots: Vec<usize>,
    places: Places,
}

/// One pass through the values.
struct Pass<'a, 'w> {
    reader: Reader<'a>,
    start: usize,
    /// The records that come.
    written: std::slice::Iter<'w, Written>,
    places: &'w mut Places,
    /// What is written, if this is the second pass.
    out: Option<Output<'a>>,
    stack: StackLimit,
}

struct Output<'a> {
    bytes: Vec<u8>,
    /// The values that are not copied yet.
    rest: &'a [u8],
}

impl<'a> Walk<'a> {
    pub(super) fn new(
        types: &'a [ExpectedType],
        values: &'a [u8],
        start: usize,
        written: &'a [Written],
    ) -> Self {
        let mut places = Places::new(values.len().saturating_add(n_bytes_of(written)));
        Walk {
            types,
            values,
            start,
            written,
            roots: types.iter().map(|ty| places.root(ty)).collect(),
            places,
        }
    }

    /// Finds the other fields at each place.
    ///
    /// # Errors
    ///
    /// Those of [`Registry::complete`](super::Registry::complete).
    pub(super) fn collect(&mut self) -> Result<()> {
        self.pass(None)?;
        self.places.check()
    }

    /// Returns the values with the other fields.
    ///
    /// # Errors
    ///
    /// None after [`Walk::collect`].
    pub(super) fn write(&mut self) -> Result<Vec<u8>> {
        let output = Output {
            bytes: Vec::with_capacity(self.values.len() + n_bytes_of(self.written)),
            rest: self.values,
        };
        let output = self.pass(Some(output))?.ok_or_else(internal)?;
        Ok(output.bytes)
    }

    /// Returns the types of the values with the other fields.
    ///
    /// # Errors
    ///
    /// See [`Places::types`].
    pub(super) fn types(&self) -> Result<(TypeEnv, Vec<Type>)> {
        self.places.types(&self.roots)
    }

    fn pass(&mut self, out: Option<Output<'a>>) -> Result<Option<Output<'a>>> {
        let mut pass = Pass {
            reader: Reader::new(self.values),
            start: self.start,
            written: self.written.iter(),
            places: &mut self.places,
            out,
            stack: StackLimit::of_this_thread(),
        };
        for (ty, at) in self.types.iter().zip(&self.roots) {
            pass.value(ty, *at)?;
        }
        // The rest of them are in types that do not say so.
        if pass.written.any(|record| !record.rest.is_empty()) {
            return Err(not_here());
        }
        pass.copy();
        Ok(pass.out)
    }
}

fn n_bytes_of(written: &[Written]) -> usize {
    let others = written.iter().map(|record| record.rest.values().len());
    others.sum()
}

impl<'w> Pass<'_, 'w> {
    /// Copies the values that were read.
    fn copy(&mut self) {
        if let Some(out) = &mut self.out {
            let len = out.rest.len().saturating_sub(self.reader.remaining());
            let (read, rest) = out.rest.split_at(len);
            out.bytes.extend_from_slice(read);
            out.rest = rest;
        }
    }

    fn value(&mut self, ty: &ExpectedType, at: usize) -> Result<()> {
        self.stack.check()?;
        match ty.view()? {
            TypeShape::Primitive(primitive) => skip_primitive(&mut self.reader, primitive),
            TypeShape::Opt(payload) => {
                if self.reader.read_opt_tag()? {
                    self.part(at, 0, &payload)?;
                }
                Ok(())
            }
            TypeShape::Vec(element) => {
                let len = self.reader.read_len()?;
                if let Some(size) = element.primitive().and_then(Primitive::fixed_size) {
                    self.reader.read_items(len, size)?;
                    return Ok(());
                }
                for _ in 0..len {
                    let before = (self.reader.offset(), self.written.len());
                    self.part(at, 0, &element)?;
                    if before == (self.reader.offset(), self.written.len()) {
                        // Elements without bytes, of which there may be any number.
                        break;
                    }
                }
                Ok(())
            }
            TypeShape::Record(fields) if ty.rest_name().is_some() => {
                let written = self.next_written()?;
                self.record(fields, at, &written.rest)
            }
            TypeShape::Record(fields) => {
                for i in 0..fields.len() {
                    self.field(fields, i, at)?;
                }
                Ok(())
            }
            TypeShape::Variant(cases) => {
                let index = self.reader.read_len()?;
                self.field(cases, index, at)
            }
            TypeShape::Reference(ReferenceParts::Func { .. }, _) => {
                self.reader.read_reference_flag()?;
                self.reader.read_principal()?;
                self.reader.read_text()?;
                Ok(())
            }
            TypeShape::Reference(ReferenceParts::Service(_), _) => {
                self.reader.read_principal()?;
                Ok(())
            }
            TypeShape::Any => Err(internal()),
        }
    }

    /// Returns what the record at this position registered.
    fn next_written(&mut self) -> Result<&'w Written> {
        match self.written.next() {
            Some(written) if written.at == self.start + self.reader.offset() => Ok(written),
            _ => Err(not_here()),
        }
    }

    fn part(&mut self, at: usize, part: usize, ty: &ExpectedType) -> Result<()> {
        if let Some(primitive) = ty.primitive() {
            return skip_primitive(&mut self.reader, primitive);
        }
        let place = self.places.part(at, part, ty);
        self.value(ty, place)
    }

    fn field(&mut self, fields: ExpectedFields<'_>, i: usize, at: usize) -> Result<()> {
        let field = fields.get(i)?.ok_or_else(internal)?;
        self.part(at, i, &field.ty)
    }

    fn record(&mut self, fields: ExpectedFields<'_>, at: usize, rest: &Rest) -> Result<()> {
        let source = match rest.header() {
            Some(header) => Some(self.places.source(header)?),
            None => None,
        };
        let mut others = Vec::new();
        if self.out.is_none() {
            self.places.add_record(at, fields, source)?;
        } else {
            others = self.others_of(at, source, rest)?;
        }
        let mut others = others.into_iter().peekable();
        for i in 0..fields.len() {
            let id = fields.id(i);
            while let Some(other) = others.next_if(|other| Some(other.id) < id) {
                self.insert(other);
            }
            self.field(fields, i, at)?;
        }
        others.for_each(|other| self.insert(other));
        Ok(())
    }

    /// Writes another field after what was read.
    fn insert(&mut self, other: OtherField<'_>) {
        self.copy();
        let Some(out) = &mut self.out else { return };
        match (other.form, other.value) {
            (Form::Plain | Form::Opt, Some(value)) => out.bytes.extend_from_slice(value),
            (Form::InOpt, Some(value)) => {
                out.bytes.push(1);
                out.bytes.extend_from_slice(value);
            }
            (Form::Opt | Form::InOpt, None) => out.bytes.push(0),
            (Form::Plain, None) => {}
        }
    }

    /// Returns the other fields to write at a place, by id, with the values that a record has.
    fn others_of<'r>(
        &self,
        at: usize,
        source: Option<usize>,
        rest: &'r Rest,
    ) -> Result<Vec<OtherField<'r>>> {
        let own = match source {
            Some(source) => fields_of(self.places.get_source(source)?, rest.values())?,
            None => Vec::new(),
        };
        let mut own = own.into_iter().peekable();
        let others = self.places.others(at)?.iter().map(|(id, form)| OtherField {
            id: *id,
            form: *form,
            value: own.next_if(|(own, _)| own == id).map(|(_, value)| value),
        });
        Ok(others.collect())
    }
}

/// A field to write besides those of the type.
struct OtherField<'r> {
    id: u32,
    form: Form,
    value: Option<&'r [u8]>,
}

/// Returns the values of the other fields of one record, by id.
fn fields_of<'r>(source: &Source, rest: &'r [u8]) -> Result<Vec<(u32, &'r [u8])>> {
    let config = DecoderConfig::without_limits();
    let mut state = State::new(Reader::new(rest), Budget::prepaid(), &config);
    let mut values = Vec::with_capacity(source.wire_fields.len());
    for field in &source.wire_fields {
        let before = state.reader.rest();
        skip_uncharged(&mut state, &source.plan, field.ty)?;
        let len = before.len().saturating_sub(state.reader.remaining());
        values.push((field.id, before.get(..len).unwrap_or_default()));
    }
    Ok(values)
}

fn skip_primitive(reader: &mut Reader<'_>, primitive: Primitive) -> Result<()> {
    match primitive {
        Primitive::Null | Primitive::Reserved => {}
        Primitive::Nat | Primitive::Int => {
            reader.skip_leb()?;
        }
        Primitive::Text => {
            reader.read_text()?;
        }
        Primitive::Principal => {
            reader.read_principal()?;
        }
        Primitive::Empty => return Err(internal()),
        fixed => reader.skip_bytes(fixed.fixed_size().unwrap_or(0))?,
    }
    Ok(())
}
