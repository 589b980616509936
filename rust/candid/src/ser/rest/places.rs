//! The places of a type at which values are, with the other fields of the records there.

use crate::de::config::DecoderConfig;
use crate::de::header::{Entry, TypeTable, WireField, WireType};
use crate::de::plan::Plan;
use crate::de::table_types::TypesOfTable;
use crate::error::{internal, Error, ErrorKind, Result};
use crate::schema::expected::{ExpectedFields, ExpectedType, TypeShape};
use crate::schema::named::{FieldsAs, NamedTypes};
use crate::ser::rest::equality::{EqualTypes, TypeOfTable};
use crate::types::env::TypeEnv;
use crate::types::ty::print::brief;
use crate::types::ty::{Field, Label, Type, TypeInner};
use crate::util::id_map::IdMap;
use candid_wire::reader::Reader;
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

/// The maximum number of different other fields at a place: each record there is written with all of them.
const MAX_OTHERS: usize = 1000;

/// How many other fields may be written for each byte of the values, besides [`BASE_WRITTEN`]. Fields without bytes, and
/// those that a record itself does not have, cost the sender of the records nothing.
const WRITTEN_PER_BYTE: usize = 16;

/// How many other fields may be written for any values.
const BASE_WRITTEN: usize = 100_000;

/// All places of the arguments of a message.
pub(super) struct Places {
    places: Vec<Place>,
    sources: Vec<Source>,
    /// The numbers of the sources by their headers, and by the addresses of these: nearly all have one that is known.
    by_header: BTreeMap<Arc<[u8]>, usize>,
    by_address: IdMap<usize, usize>,
    equal_types: EqualTypes,
    /// The types of the other fields.
    env: TypeEnv,
    /// How many other fields may still be read, and how many may be written.
    n_left: usize,
    max_written: usize,
}

struct Place {
    ty: ExpectedType,
    parent: Option<usize>,
    /// The places of parts at which values are, by the numbers of the parts.
    parts: BTreeMap<usize, usize>,
    /// The other fields of the records at this place, by id.
    others: BTreeMap<u32, Other>,
    /// The sources of these.
    sources: BTreeSet<usize>,
    /// How these are written, found once for all records.
    forms: OnceCell<Vec<(u32, Form)>>,
    n_values: usize,
}

/// A field of some records at a place.
struct Other {
    ty: Type,
    /// The source of the type, and what it is there.
    first: (usize, WireType),
    /// Sources whose field was found to have an equal type.
    equal: BTreeSet<usize>,
    n_values: usize,
}

/// Other fields of the same types: those with the same header.
pub(super) struct Source {
    /// How to read the fields.
    pub(super) plan: Rc<Plan>,
    pub(super) wire_fields: Vec<WireField>,
    types: Vec<Type>,
    /// The number of the first entry of the table.
    first_entry: usize,
}

/// How a field that a record may lack is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// All records have it, or there is nothing to write for the others.
    Plain,
    /// The type is an option.
    Opt,
    /// The value is put into an option.
    InOpt,
}

impl Places {
    /// Returns the places of values of so many bytes, with their other fields.
    pub(super) fn new(n_bytes: usize) -> Self {
        let max_written = n_bytes.saturating_mul(WRITTEN_PER_BYTE);
        let max_written = max_written.saturating_add(BASE_WRITTEN);
        Places {
            places: Vec::new(),
            sources: Vec::new(),
            by_header: BTreeMap::new(),
            by_address: IdMap::default(),
            equal_types: EqualTypes::default(),
            env: TypeEnv::new(),
            n_left: max_written,
            max_written,
        }
    }

    /// Adds the place of an argument.
    pub(super) fn root(&mut self, ty: &ExpectedType) -> usize {
        self.add(ty, None)
    }

    fn add(&mut self, ty: &ExpectedType, parent: Option<usize>) -> usize {
        self.places.push(Place {
            ty: ty.clone(),
            parent,
            parts: BTreeMap::new(),
            others: BTreeMap::new(),
            sources: BTreeSet::new(),
            forms: OnceCell::new(),
            n_values: 0,
        });
        self.places.len() - 1
    }

    /// Returns the place of a part, which has type `ty`.
    pub(super) fn part(&mut self, at: usize, part: usize, ty: &ExpectedType) -> usize {
        if let Some(known) = self.places.get(at).and_then(|place| place.parts.get(&part)) {
            return *known;
        }
        let mut ancestor = Some(at);
        while let Some(place) = ancestor.and_then(|index| self.places.get(index)) {
            if place.ty.key() == ty.key() {
                break;
            }
            ancestor = place.parent;
        }
        let found = ancestor.unwrap_or_else(|| self.add(ty, Some(at)));
        if let Some(place) = self.places.get_mut(at) {
            place.parts.insert(part, found);
        }
        found
    }

    /// Returns the number of a source of other fields. The header lives as long as the places.
    ///
    /// # Errors
    ///
    /// If it has types of a later version of Candid.
    pub(super) fn source(&mut self, header: &Arc<[u8]>) -> Result<usize> {
        let address = header.as_ptr() as usize;
        if let Some(known) = self.by_address.get(&address) {
            return Ok(*known);
        }
        let source = match self.by_header.get(header) {
            Some(known) => *known,
            None => self.add_source(header)?,
        };
        self.by_address.insert_new(address, source);
        Ok(source)
    }

    fn add_source(&mut self, header: &Arc<[u8]>) -> Result<usize> {
        let prefix = format!("Other{}_", self.sources.len());
        let config = DecoderConfig::without_limits();
        let table = TypeTable::read(&mut Reader::new(header), &config)?;
        let record = table.args().first().and_then(|arg| table.entry(arg.ty));
        let Some(Entry::Record(range)) = record else {
            return Err(internal());
        };
        let wire_fields = table.fields(range).to_vec();
        let mut converted = TypesOfTable::new(&table, &prefix, BTreeMap::new());
        let types = wire_fields.iter().map(|field| converted.get(field.ty));
        let types = types.collect::<Result<_>>()?;
        self.env.0.extend(converted.env.0);
        self.by_header.insert(header.clone(), self.sources.len());
        self.sources.push(Source {
            first_entry: self.equal_types.add(&table),
            plan: Plan::new(table),
            wire_fields,
            types,
        });
        Ok(self.sources.len() - 1)
    }

    pub(super) fn get_source(&self, source: usize) -> Result<&Source> {
        self.sources.get(source).ok_or_else(internal)
    }

    /// Adds a record at a place, with its other fields if it has any.
    ///
    /// # Errors
    ///
    /// If its type has one of the fields, or another record at the place has it with another type.
    pub(super) fn add_record(
        &mut self,
        at: usize,
        fields: ExpectedFields<'_>,
        source: Option<usize>,
    ) -> Result<()> {
        let place = self.places.get_mut(at).ok_or_else(internal)?;
        place.n_values += 1;
        let Some(source) = source else { return Ok(()) };
        let others = self.sources.get(source).ok_or_else(internal)?;
        let n_fields = others.types.len();
        self.n_left = self.n_left.checked_sub(n_fields).ok_or_else(too_many)?;
        for (WireField { id, ty: wire }, ty) in others.wire_fields.iter().zip(&others.types) {
            let other = place.others.entry(*id).or_insert_with(|| Other {
                ty: ty.clone(),
                first: (source, *wire),
                equal: BTreeSet::from([source]),
                n_values: 0,
            });
            other.n_values += 1;
            if !other.equal.insert(source) {
                continue;
            }
            let (first, first_wire) = other.first;
            let first = self.sources.get(first).ok_or_else(internal)?;
            let (a, b) = (others.of_table(*wire), first.of_table(first_wire));
            if !self.equal_types.are_equal(a, b) {
                return Err(Error::msg(format_args!(
                    "records at one place, as in a vector, have the other field {id} with different types: {} and {}",
                    brief(&other.ty),
                    brief(ty)
                )));
            }
        }
        if place.others.len() > MAX_OTHERS {
            return Err(Error::msg(format_args!(
                "records at one place, as in a vector, have more than {MAX_OTHERS} different other fields"
            )));
        }
        // Checked once for each source.
        if place.sources.insert(source) {
            let is_other = |i: &usize| {
                let id = fields.id(*i);
                id.is_some_and(|id| place.others.contains_key(&id))
            };
            if let Some(i) = (0..fields.len()).find(is_other) {
                let field = fields.get(i)?.ok_or_else(internal)?;
                return Err(Error::msg(format_args!(
                    "the record has the field {} both in its type and among its other fields",
                    field.name
                )));
            }
        }
        Ok(())
    }

    /// Checks how many other fields are to be written, after all records were added.
    ///
    /// # Errors
    ///
    /// If they are too many.
    pub(super) fn check(&self) -> Result<()> {
        let at_each = self.places.iter().map(|place| {
            let n_others = place.others.len();
            place.n_values.saturating_mul(n_others)
        });
        if at_each.fold(0, usize::saturating_add) > self.max_written {
            return Err(too_many());
        }
        Ok(())
    }

    /// Returns the other fields at a place, by id. All records must have been added.
    ///
    /// # Errors
    ///
    /// None for the places that there are.
    pub(super) fn others(&self, at: usize) -> Result<&[(u32, Form)]> {
        let place = self.places.get(at).ok_or_else(internal)?;
        if let Some(forms) = place.forms.get() {
            return Ok(forms);
        }
        let others = place.others.iter();
        let forms = others.map(|(id, other)| Ok((*id, self.form(place, other)?)));
        let forms = forms.collect::<Result<_>>()?;
        Ok(place.forms.get_or_init(|| forms))
    }

    fn form(&self, place: &Place, other: &Other) -> Result<Form> {
        Ok(match self.env.trace_type(&other.ty)?.as_ref() {
            TypeInner::Opt(_) => Form::Opt,
            TypeInner::Null | TypeInner::Reserved => Form::Plain,
            _ if other.n_values == place.n_values => Form::Plain,
            _ => Form::InOpt,
        })
    }

    /// Returns the types of the arguments at these places, with their definitions.
    ///
    /// # Errors
    ///
    /// If a type that is written by hand has no values.
    pub(super) fn types(&self, roots: &[usize]) -> Result<(TypeEnv, Vec<Type>)> {
        let mut named = NamedTypes::new("Type", FieldsAs::Written);
        let mut env = self.env.clone();
        for (at, place) in self.places.iter().enumerate() {
            let definition = self.definition(place, &mut named)?;
            env.0.insert(name_of(at), definition);
        }
        named.define(&mut env)?;
        let types = roots.iter().map(|at| TypeInner::Var(name_of(*at)).into());
        Ok((env, types.collect()))
    }

    fn definition(&self, place: &Place, named: &mut NamedTypes) -> Result<Type> {
        let mut part = |part, ty: ExpectedType| match place.parts.get(&part) {
            Some(at) => TypeInner::Var(name_of(*at)).into(),
            None => named.enter(ty),
        };
        Ok(match place.ty.view()? {
            TypeShape::Opt(payload) => TypeInner::Opt(part(0, payload)).into(),
            TypeShape::Vec(element) => TypeInner::Vec(part(0, element)).into(),
            TypeShape::Variant(cases) => TypeInner::Variant(fields_of(cases, &mut part)?).into(),
            TypeShape::Record(fields) => {
                let mut fields = fields_of(fields, &mut part)?;
                for (id, other) in &place.others {
                    let ty = match self.form(place, other)? {
                        Form::InOpt => TypeInner::Opt(other.ty.clone()).into(),
                        Form::Opt | Form::Plain => other.ty.clone(),
                    };
                    let id = Label::Id(*id).into();
                    fields.push(Field { id, ty });
                }
                TypeInner::Record(fields).into()
            }
            TypeShape::Primitive(_) | TypeShape::Reference(..) | TypeShape::Any => {
                named.enter(place.ty.clone())
            }
        })
    }
}

impl Source {
    fn of_table(&self, ty: WireType) -> TypeOfTable<'_> {
        TypeOfTable {
            table: &self.plan.table,
            first: self.first_entry,
            ty,
        }
    }
}

fn fields_of(
    fields: ExpectedFields<'_>,
    part: &mut impl FnMut(usize, ExpectedType) -> Type,
) -> Result<Vec<Field>> {
    let mut all = Vec::with_capacity(fields.len());
    for i in 0..fields.len() {
        let Some(field) = fields.get(i)? else { break };
        let id = field.label().into();
        let ty = part(i, field.ty);
        all.push(Field { id, ty });
    }
    Ok(all)
}

#[cold]
fn too_many() -> Error {
    Error::new(
        ErrorKind::Limit,
        format!(
            "the records have more than {BASE_WRITTEN} other fields and {WRITTEN_PER_BYTE} for each byte, with those that \
             records at the same place, as in a vector, have"
        ),
    )
}

fn name_of(place: usize) -> String {
    format!("Place{place}")
}
