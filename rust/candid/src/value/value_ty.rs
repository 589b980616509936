//! The type of a value.

use super::join::{fits, join};
use super::{IDLField, IDLValue};
use crate::de::dynamic::StackLimit;
use crate::error::{Error, PathSegment, Result};
use crate::types::{Field, Function, Type, TypeInner};

impl IDLValue {
    /// Returns the type of the value.
    ///
    /// Nothing is known of what a `service` or `func` refers to, so they have the empty service and
    /// `() -> ()`. An empty vector is a `vec empty`, an empty `opt` an `opt empty`. Otherwise the
    /// items of a vector have their smallest common type, in which an integer literal takes the type
    /// of the numbers beside it, `int` if there are none; if there is no common type it is that of the first
    /// items that have one, and [`IDLArgs::to_bytes`](super::IDLArgs::to_bytes) refuses the value. The type of a
    /// value that is nested too deeply for the stack is `unknown`.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::IDLValue;
    ///
    /// let value = IDLValue::Vec(vec![IDLValue::None, IDLValue::Opt(Box::new(IDLValue::Bool(true)))]);
    /// assert_eq!(value.value_ty().to_string(), "vec opt bool");
    /// ```
    pub fn value_ty(&self) -> Type {
        let inference = Inference {
            stack: StackLimit::of_this_thread(),
            without_common_type: Without::FirstItems,
        };
        inference
            .type_of(self, Literals::Int)
            .unwrap_or_else(|_| TypeInner::Unknown.into())
    }

    /// Returns the type of the value, see [`IDLValue::value_ty`].
    ///
    /// # Errors
    ///
    /// If the items of a vector have no common type, or the value is nested too deeply for the stack.
    pub(crate) fn checked_ty(&self) -> Result<Type> {
        let inference = Inference {
            stack: StackLimit::of_this_thread(),
            without_common_type: Without::Error,
        };
        inference.type_of(self, Literals::Int)
    }
}

/// What the type of a vector is whose items have no common type.
#[derive(Clone, Copy, PartialEq)]
enum Without {
    /// An error.
    Error,
    /// That of as many items as have one.
    FirstItems,
}

/// Which type an integer literal has.
#[derive(Clone, Copy, PartialEq)]
enum Literals {
    /// `int`: nothing beside it says otherwise.
    Int,
    /// Not settled before the types of the items beside it are known: `unknown` stands for it.
    Open,
}

#[derive(Clone, Copy)]
struct Inference {
    stack: StackLimit,
    without_common_type: Without,
}

impl Inference {
    fn type_of(self, v: &IDLValue, literals: Literals) -> Result<Type> {
        self.stack.check()?;
        let ty = match v {
            IDLValue::Null => TypeInner::Null,
            IDLValue::Bool(_) => TypeInner::Bool,
            IDLValue::Number(_) if literals == Literals::Open => TypeInner::Unknown,
            IDLValue::Number(_) | IDLValue::Int(_) => TypeInner::Int,
            IDLValue::Nat(_) => TypeInner::Nat,
            IDLValue::Nat8(_) => TypeInner::Nat8,
            IDLValue::Nat16(_) => TypeInner::Nat16,
            IDLValue::Nat32(_) => TypeInner::Nat32,
            IDLValue::Nat64(_) => TypeInner::Nat64,
            IDLValue::Int8(_) => TypeInner::Int8,
            IDLValue::Int16(_) => TypeInner::Int16,
            IDLValue::Int32(_) => TypeInner::Int32,
            IDLValue::Int64(_) => TypeInner::Int64,
            IDLValue::Float32(_) => TypeInner::Float32,
            IDLValue::Float64(_) => TypeInner::Float64,
            IDLValue::Text(_) => TypeInner::Text,
            IDLValue::Reserved => TypeInner::Reserved,
            IDLValue::Principal(_) => TypeInner::Principal,
            IDLValue::None => TypeInner::Opt(TypeInner::Empty.into()),
            IDLValue::Opt(inner) => TypeInner::Opt(self.type_of(inner, literals)?),
            IDLValue::Blob(_) => TypeInner::Vec(TypeInner::Nat8.into()),
            IDLValue::Vec(items) => TypeInner::Vec(self.type_of_items(items, literals)?),
            IDLValue::Record(fields) => TypeInner::Record(sorted(
                fields
                    .iter()
                    .map(|field| self.type_of_field(field, literals))
                    .collect::<Result<_>>()?,
            )),
            IDLValue::Variant(variant) => {
                TypeInner::Variant(vec![self.type_of_field(&variant.0, literals)?])
            }
            IDLValue::Service(_) => TypeInner::Service(Vec::new()),
            IDLValue::Func(..) => TypeInner::Func(Function {
                modes: Vec::new(),
                args: Vec::new(),
                rets: Vec::new(),
            }),
        };
        Ok(ty.into())
    }

    fn type_of_field(self, field: &IDLField, literals: Literals) -> Result<Field> {
        let ty = self.type_of(&field.val, literals);
        Ok(Field {
            id: field.id.clone().into(),
            ty: ty.map_err(|error| error.in_segment(PathSegment::Field(field.id.to_string())))?,
        })
    }

    fn type_of_items(self, items: &[IDLValue], literals: Literals) -> Result<Type> {
        let common = self.common_type(items)?;
        match literals {
            Literals::Open => Ok(common),
            Literals::Int => settle(&common, self.stack),
        }
    }

    /// Returns the common type of the items, in which literals are still open.
    ///
    /// Types of neighbours are joined first, then those of two pairs, and so on: however many
    /// different tags the items have, each is looked at a logarithmic number of times.
    fn common_type(self, items: &[IDLValue]) -> Result<Type> {
        let mut runs: Vec<Run> = Vec::new();
        for (i, item) in items.iter().enumerate() {
            // Most vectors have one type: seeing that costs no allocation.
            if runs
                .last()
                .is_some_and(|run| fits(item, &run.ty, self.stack))
            {
                continue;
            }
            let ty = self.type_of(item, Literals::Open);
            runs.push(Run {
                first: i,
                joins: 0,
                ty: ty.map_err(|error| error.in_segment(PathSegment::Index(i)))?,
            });
            while let [.., a, b] = &runs[..] {
                if a.joins != b.joins {
                    break;
                }
                if !self.join_last(&mut runs)? {
                    return Ok(first_common(&runs, self.stack));
                }
            }
        }
        while runs.len() > 1 {
            if !self.join_last(&mut runs)? {
                return Ok(first_common(&runs, self.stack));
            }
        }
        let common = runs.pop().map(|run| run.ty);
        Ok(common.unwrap_or_else(|| TypeInner::Empty.into()))
    }

    /// Joins the last two. Returns false if there is no common type and that is no error.
    fn join_last(self, runs: &mut Vec<Run>) -> Result<bool> {
        let (Some(b), Some(a)) = (runs.pop(), runs.pop()) else {
            return Ok(true);
        };
        match join(&a.ty, &b.ty, self.stack) {
            Some(ty) => {
                let joins = a.joins.max(b.joins).saturating_add(1);
                let first = a.first;
                runs.push(Run { first, joins, ty });
                Ok(true)
            }
            None if self.without_common_type == Without::Error => {
                self.stack.check()?;
                Err(no_common_type(&a, &b, self.stack))
            }
            None => {
                runs.extend([a, b]);
                Ok(false)
            }
        }
    }
}

/// The common type of items that follow one another.
struct Run {
    /// The position of the first.
    first: usize,
    /// How often types have been joined into this one.
    joins: u32,
    ty: Type,
}

/// Returns the common type of the first runs, as many as have one.
fn first_common(runs: &[Run], stack: StackLimit) -> Type {
    let mut runs = runs.iter();
    let first = runs.next().map(|run| run.ty.clone());
    let mut common = first.unwrap_or_else(|| TypeInner::Empty.into());
    for run in runs {
        match join(&common, &run.ty, stack) {
            Some(joined) => common = joined,
            None => break,
        }
    }
    common
}

#[cold]
fn no_common_type(a: &Run, b: &Run, stack: StackLimit) -> Error {
    let text = |ty: &Type| match settle(ty, stack) {
        Ok(ty) => ty.to_string(),
        Err(_) => ty.to_string(),
    };
    Error::subtype(format_args!(
        "expected an item of the same type as those before it, {}, found one of type {}",
        text(&a.ty),
        text(&b.ty)
    ))
    .in_segment(PathSegment::Index(b.first))
}

/// Returns the type with `int` for the literals that nothing has given a type.
fn settle(ty: &Type, stack: StackLimit) -> Result<Type> {
    stack.check()?;
    let settle_fields = |fields: &[Field]| -> Result<Vec<Field>> {
        let settle_field = |field: &Field| {
            Ok(Field {
                id: field.id.clone(),
                ty: settle(&field.ty, stack)?,
            })
        };
        fields.iter().map(settle_field).collect()
    };
    let settled = match ty.as_ref() {
        TypeInner::Unknown => TypeInner::Int,
        TypeInner::Opt(inner) => TypeInner::Opt(settle(inner, stack)?),
        TypeInner::Vec(item) => TypeInner::Vec(settle(item, stack)?),
        TypeInner::Record(fields) => TypeInner::Record(settle_fields(fields)?),
        TypeInner::Variant(fields) => TypeInner::Variant(settle_fields(fields)?),
        _ => return Ok(ty.clone()),
    };
    Ok(settled.into())
}

pub(super) fn sorted(mut fields: Vec<Field>) -> Vec<Field> {
    fields.sort_by_key(|field| field.id.get_id());
    fields
}
