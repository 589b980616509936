//! Types of values that have a common type: found in one pass, without lists of values.
//!
//! What [`Inference`](crate::value::inference::Inference) finds for values without conflicts; for others it has to be asked.

use crate::types::ty::label::Label;
use crate::types::ty::{Field, Type, TypeInner};
use crate::util::bytes_eq;
use crate::util::stack::StackLimit;
use crate::value::inference::{leaf_type, Like};
use crate::value::model::{IDLField, IDLValue};
use std::collections::BTreeMap;

/// Returns the type of a value, or `None` if parts of it conflict, more than `max_absent` fields are missing in records
/// beside others that have them, or the value is nested too deeply for the stack.
pub(super) fn type_of(value: &IDLValue, max_absent: usize) -> Option<Type> {
    type_of_some(value, max_absent, usize::MAX)
}

/// Returns the type that the value has if all items of its vectors are like some of them, without missing fields.
pub(super) fn type_of_sample(value: &IDLValue) -> Option<Type> {
    type_of_some(value, 0, SAMPLE)
}

fn type_of_some(value: &IDLValue, max_absent: usize, max_items: usize) -> Option<Type> {
    let mut merge = Merge {
        stack: StackLimit::of_this_thread(),
        absent_left: max_absent,
        max_items,
    };
    let mut place = Place::default();
    merge.add(&mut place, value)?;
    merge.finish(&place)
}

struct Merge {
    stack: StackLimit,
    absent_left: usize,
    /// About how many items of each vector are added, at most.
    max_items: usize,
}

/// How many items of a vector are looked at before it is assumed that the others are like them.
const SAMPLE: usize = 32;

/// What is known about the values at one place, such as all those of a field of the records of a vector.
#[derive(Default)]
struct Place<'v> {
    like: Option<Like<'v>>,
    n_values: usize,
    /// The contents of options, or the items of vectors.
    inner: Option<Box<Place<'v>>>,
    has_blob: bool,
    /// The fields of records or the cases of variants, in the order in which they were found.
    fields: Vec<FieldPlace<'v>>,
    by_id: BTreeMap<u32, usize>,
}

struct FieldPlace<'v> {
    /// The first label: a name in one place may be a number in another.
    label: &'v Label,
    /// The number of the last record that has the field.
    last_of: usize,
    place: Place<'v>,
}

/// How many cases are compared before one is looked up by its id.
const COMPARED_CASES: usize = 4;

impl Merge {
    /// Adds a value to those at a place.
    #[inline(always)]
    fn add<'v>(&mut self, place: &mut Place<'v>, value: &'v IDLValue) -> Option<()> {
        place.like = Some(match place.like {
            Some(like) => like.with(value)?,
            None => Like::Value(value),
        });
        place.n_values += 1;
        match value {
            IDLValue::Opt(_)
            | IDLValue::Vec(_)
            | IDLValue::Blob(_)
            | IDLValue::Record(_)
            | IDLValue::Variant(_) => self.add_parts(place, value),
            _ => Some(()),
        }
    }

    /// Adds the parts of a value to those of the values at a place.
    #[inline(never)]
    fn add_parts<'v>(&mut self, place: &mut Place<'v>, value: &'v IDLValue) -> Option<()> {
        match value {
            IDLValue::Opt(content) => {
                self.stack.check().ok()?;
                self.add(place.inner(), content)
            }
            IDLValue::Vec(items) => {
                self.stack.check().ok()?;
                // Items beside a blob are bytes: that is for the general way.
                if place.has_blob {
                    return None;
                }
                let inner = place.inner();
                // An odd step, because values often alternate.
                let step = (items.len() / self.max_items) | 1;
                let mut items = items.iter().step_by(step);
                items.try_for_each(|item| self.add(inner, item))
            }
            IDLValue::Blob(_) => {
                place.has_blob = true;
                place.inner.is_none().then_some(())
            }
            IDLValue::Record(fields) => {
                self.stack.check().ok()?;
                let mut fields = fields.iter().enumerate();
                fields.try_for_each(|(position, field)| {
                    let n_values = place.n_values;
                    let of_field = place.field(field, [position])?;
                    // A label that is there twice is an error.
                    if std::mem::replace(&mut of_field.last_of, n_values) == n_values {
                        return None;
                    }
                    self.add(&mut of_field.place, &field.val)
                })
            }
            IDLValue::Variant(variant) => {
                self.stack.check().ok()?;
                let of_case = place.field(&variant.0, 0..COMPARED_CASES)?;
                self.add(&mut of_case.place, &variant.0.val)
            }
            _ => Some(()),
        }
    }

    /// Returns the type of the values at a place.
    fn finish(&mut self, place: &Place<'_>) -> Option<Type> {
        self.stack.check().ok()?;
        let inner = |merge: &mut Self| match &place.inner {
            Some(inner) => merge.finish(inner),
            None => Some(TypeInner::Empty.into()),
        };
        let ty = match place.like {
            None => TypeInner::Empty,
            Some(Like::Int(_)) => TypeInner::Int,
            Some(Like::Value(example)) => match example {
                IDLValue::None | IDLValue::Opt(_) => TypeInner::Opt(inner(self)?),
                IDLValue::Vec(_) | IDLValue::Blob(_) if place.has_blob => {
                    TypeInner::Vec(TypeInner::Nat8.into())
                }
                IDLValue::Vec(_) | IDLValue::Blob(_) => TypeInner::Vec(inner(self)?),
                IDLValue::Record(_) => {
                    let mut fields = self.fields(place)?;
                    let types = place.by_id.values().zip(&mut fields);
                    for (position, field) in types {
                        let n_present = place.fields.get(*position)?.place.n_values;
                        self.check_absent(place.n_values.checked_sub(n_present)?, field)?;
                    }
                    TypeInner::Record(fields)
                }
                IDLValue::Variant(_) => TypeInner::Variant(self.fields(place)?),
                leaf => leaf_type(leaf),
            },
        };
        Some(ty.into())
    }

    /// Returns the fields or cases, in the order of their ids.
    fn fields(&mut self, place: &Place<'_>) -> Option<Vec<Field>> {
        let mut fields = Vec::with_capacity(place.fields.len());
        for position in place.by_id.values() {
            let FieldPlace { label, place, .. } = place.fields.get(*position)?;
            fields.push(Field {
                id: (*label).clone().into(),
                ty: self.finish(place)?,
            });
        }
        Some(fields)
    }

    /// Checks that a field may be missing in so many records.
    fn check_absent(&mut self, n_absent: usize, field: &Field) -> Option<()> {
        if n_absent > 0 && !matches!(*field.ty, TypeInner::Opt(_) | TypeInner::Null) {
            return None;
        }
        self.absent_left = self.absent_left.checked_sub(n_absent)?;
        Some(())
    }
}

impl<'v> Place<'v> {
    fn inner(&mut self) -> &mut Place<'v> {
        self.inner.get_or_insert_default()
    }

    /// Returns the place of a field, probably one of the fields at `likely`.
    fn field(
        &mut self,
        field: &'v IDLField,
        likely: impl IntoIterator<Item = usize>,
    ) -> Option<&mut FieldPlace<'v>> {
        let is_same = |position: &usize| {
            let known = self.fields.get(*position);
            known.is_some_and(|known| is_same_label(known.label, &field.id))
        };
        let position = match likely.into_iter().find(is_same) {
            Some(position) => position,
            None => *self.by_id.entry(field.id.get_id()).or_insert_with(|| {
                self.fields.push(FieldPlace {
                    label: &field.id,
                    last_of: 0,
                    place: Place::default(),
                });
                self.fields.len() - 1
            }),
        };
        self.fields.get_mut(position)
    }
}

/// Returns whether two labels are certainly the same: names are compared, and not hashed.
fn is_same_label(a: &Label, b: &Label) -> bool {
    match (a, b) {
        (Label::Named(a), Label::Named(b)) => bytes_eq::equal(a.as_bytes(), b.as_bytes()),
        (Label::Id(a) | Label::Unnamed(a), Label::Id(b) | Label::Unnamed(b)) => a == b,
        _ => false,
    }
}
