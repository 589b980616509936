//! Inference of the smallest common type of values.
//!
//! All values are processed together: the items of all vectors among them, then the values under each label of all
//! records, and so on. So each value is visited once, whatever their types; joining types pair by pair would visit each
//! case of a variant again and again.

use crate::error::Result;
use crate::types::ty::{Field, Function, Type, TypeInner};
use crate::util::stack::StackLimit;
use crate::value::model::{IDLField, IDLValue};
use std::collections::BTreeMap;
use std::mem::discriminant;

/// Infers the types of values, and finds conflicts.
pub(crate) struct Inference<'v> {
    stack: StackLimit,
    /// The first two conflicting values found: at the same place and without a common type, in any order.
    pub(crate) conflict: Option<[&'v IDLValue; 2]>,
    /// The number of fields missing from records but present in others beside them.
    pub(crate) n_absent: usize,
}

/// A placeholder for the bytes of blobs.
static BYTE: IDLValue = IDLValue::Nat8(0);

impl<'v> Inference<'v> {
    pub(crate) fn new() -> Self {
        Inference {
            stack: StackLimit::of_this_thread(),
            conflict: None,
            n_absent: 0,
        }
    }

    /// Returns the smallest type that the values may be annotated with without loss: `empty` if there are none. A value
    /// without a common type with those before it is ignored, see `conflict`.
    ///
    /// # Errors
    ///
    /// If values are nested too deeply for the stack.
    pub(crate) fn common_type(&mut self, values: &[&'v IDLValue]) -> Result<Type> {
        self.stack.check()?;
        let Some((first, others)) = values.split_first() else {
            return Ok(TypeInner::Empty.into());
        };
        let mut like = Like::Value(first);
        let mut last = *first;
        for value in others {
            match like.with(value) {
                Some(both) => like = both,
                // Prefer the nearest conflicting value: it is in the innermost vector.
                None if Like::Value(last).with(value).is_none() => self.note_conflict(last, value),
                None => self.note_conflict(like.example(), value),
            }
            last = value;
        }
        let ty = match like {
            Like::Int(_) => TypeInner::Int,
            Like::Value(example) => match example {
                IDLValue::None | IDLValue::Opt(_) => {
                    let contents: Vec<_> = values.iter().filter_map(content).collect();
                    TypeInner::Opt(self.common_type(&contents)?)
                }
                IDLValue::Vec(_) | IDLValue::Blob(_) => TypeInner::Vec(self.item_type(values)?),
                IDLValue::Record(_) => TypeInner::Record(self.fields(values)?),
                IDLValue::Variant(_) => TypeInner::Variant(self.cases(values)?),
                leaf => leaf_type(leaf),
            },
        };
        Ok(ty.into())
    }

    fn note_conflict(&mut self, a: &'v IDLValue, b: &'v IDLValue) {
        self.conflict.get_or_insert([a, b]);
    }

    /// Returns the common type of the items of all vectors.
    fn item_type(&mut self, vectors: &[&'v IDLValue]) -> Result<Type> {
        let mut items = Vec::new();
        let mut a_blob = None;
        for vector in vectors {
            match vector {
                IDLValue::Vec(more) => items.extend(more),
                IDLValue::Blob(_) => a_blob = a_blob.or(Some(*vector)),
                _ => {}
            }
        }
        let Some(blob) = a_blob else {
            return self.common_type(&items);
        };
        // A byte is not a part of the value: an item without a common type conflicts with the blob.
        for item in items {
            if Like::Value(&BYTE).with(item).is_none() {
                self.note_conflict(blob, item);
            }
        }
        Ok(TypeInner::Nat8.into())
    }

    /// Returns the union of the records' fields. A record without one of them gets a null.
    fn fields(&mut self, records: &[&'v IDLValue]) -> Result<Vec<Field>> {
        if let [IDLValue::Record(fields)] = records {
            return self.fields_of_one(fields);
        }
        let mut groups = Groups::default();
        let mut n_records = 0usize;
        for record in records {
            if let IDLValue::Record(fields) = record {
                n_records += 1;
                fields.iter().for_each(|f| add(&mut groups, n_records, f));
            }
        }
        let mut fields = Vec::with_capacity(groups.len());
        for (id, group) in groups {
            let ty = self.common_type(&group.values)?;
            let n_absent = n_records.saturating_sub(group.values.len());
            if n_absent == 0 || matches!(*ty, TypeInner::Opt(_) | TypeInner::Null) {
                self.n_absent = self.n_absent.saturating_add(n_absent);
                group.add_fields(ty, &mut fields);
            } else if self.note_field_conflict(records, id) {
                group.add_fields(ty, &mut fields);
            }
        }
        Ok(fields)
    }

    /// Returns the fields of one record, which needs no groups.
    fn fields_of_one(&mut self, fields: &'v [IDLField]) -> Result<Vec<Field>> {
        let mut typed = Vec::with_capacity(fields.len());
        for field in fields {
            let id = field.id.clone().into();
            let ty = self.common_type(&[&field.val])?;
            typed.push(Field { id, ty });
        }
        typed.sort_by_cached_key(|field| field.id.get_id());
        Ok(typed)
    }

    /// Records a conflict between records with and without the field. Returns whether the first one has it.
    fn note_field_conflict(&mut self, records: &[&'v IDLValue], id: u32) -> bool {
        let has = |record: &&&'v IDLValue| match record {
            IDLValue::Record(fields) => fields.iter().any(|field| field.id.get_id() == id),
            _ => false,
        };
        if self.conflict.is_none() {
            let neighbours = || records.iter().zip(records.iter().skip(1));
            let conflict = neighbours().find(|(a, b)| has(a) != has(b));
            self.conflict = conflict.map(|(a, b)| [*a, *b]);
        }
        records.first().is_some_and(|record| has(&record))
    }

    /// Returns the union of the variants' cases.
    fn cases(&mut self, variants: &[&'v IDLValue]) -> Result<Vec<Field>> {
        let mut groups = Groups::default();
        for (i, variant) in variants.iter().enumerate() {
            if let IDLValue::Variant(variant) = variant {
                add(&mut groups, i, &variant.0);
            }
        }
        let mut cases = Vec::with_capacity(groups.len());
        for group in groups.into_values() {
            let ty = self.common_type(&group.values)?;
            group.add_fields(ty, &mut cases);
        }
        Ok(cases)
    }
}

/// Values grouped by the id of their label.
type Groups<'v> = BTreeMap<u32, Group<'v>>;

struct Group<'v> {
    /// The first field with the label, which may be a name in one place and a number in another.
    first: &'v IDLField,
    values: Vec<&'v IDLValue>,
    /// The index of the value that contains the last field.
    last_of: Option<usize>,
    /// A second field with the label in the same value: it becomes a part of the type, which is refused because of it.
    again: Option<&'v IDLField>,
}

/// Adds a field of the value with the index `of`.
fn add<'v>(groups: &mut Groups<'v>, of: usize, field: &'v IDLField) {
    let group = groups.entry(field.id.get_id()).or_insert_with(|| Group {
        first: field,
        values: Vec::new(),
        last_of: None,
        again: None,
    });
    if group.last_of.replace(of) == Some(of) {
        group.again = Some(field);
    } else {
        group.values.push(&field.val);
    }
}

impl Group<'_> {
    fn add_fields(&self, ty: Type, fields: &mut Vec<Field>) {
        for field in [self.first].into_iter().chain(self.again) {
            let id = field.id.clone().into();
            let ty = ty.clone();
            fields.push(Field { id, ty });
        }
    }
}

/// The kind of the common type of some values.
#[derive(Clone, Copy)]
pub(super) enum Like<'v> {
    /// That of this value, one of them.
    Value(&'v IDLValue),
    /// `int`, because this one value alone would have another type.
    Int(&'v IDLValue),
}

impl<'v> Like<'v> {
    fn example(self) -> &'v IDLValue {
        match self {
            Like::Value(example) | Like::Int(example) => example,
        }
    }

    /// Returns the kind of the common type with one more value.
    #[inline(always)]
    pub(super) fn with(self, value: &'v IDLValue) -> Option<Self> {
        match self {
            Like::Value(example) if discriminant(example) == discriminant(value) => Some(self),
            _ => self.with_another(value),
        }
    }

    /// Returns the kind of the common type with a value that is not like this one.
    #[inline(never)]
    fn with_another(self, value: &'v IDLValue) -> Option<Self> {
        use IDLValue as V;
        match (self, value) {
            (Like::Int(_), V::Int(_) | V::Nat(_) | V::Number(_)) => Some(self),
            (Like::Int(_), _) => None,
            (Like::Value(example), _) => match (example, value) {
                (V::Null, V::None | V::Opt(_)) => Some(Like::Value(value)),
                (V::None | V::Opt(_), V::Null | V::None | V::Opt(_)) => Some(self),
                (V::Vec(_) | V::Blob(_), V::Vec(_) | V::Blob(_)) => Some(self),
                (V::Number(_) | V::Nat(_) | V::Int(_), V::Number(_) | V::Nat(_) | V::Int(_)) => {
                    Some(Like::Int(example))
                }
                (V::Number(_), fixed) if fixed.is_fixed_number() => Some(Like::Value(value)),
                (fixed, V::Number(_)) if fixed.is_fixed_number() => Some(self),
                (V::Principal(_), V::Service(_)) => Some(self),
                (V::Service(_), V::Principal(_)) => Some(Like::Value(value)),
                _ => None,
            },
        }
    }
}

fn content<'v>(value: &&'v IDLValue) -> Option<&'v IDLValue> {
    match value {
        IDLValue::Opt(content) => Some(content),
        _ => None,
    }
}

/// Returns the type of a value without parts.
fn leaf_type(value: &IDLValue) -> TypeInner {
    match value {
        IDLValue::Number(_) => TypeInner::Int,
        IDLValue::Service(_) => TypeInner::Service(Vec::new()),
        IDLValue::Func(..) => TypeInner::Func(Function {
            modes: Vec::new(),
            args: Vec::new(),
            rets: Vec::new(),
        }),
        leaf => leaf
            .primitive()
            .map_or(TypeInner::Unknown, TypeInner::from_primitive),
    }
}
