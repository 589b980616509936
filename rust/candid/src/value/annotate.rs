//! Annotation of values with types: typing of parsed literals, and coercion of values.

use crate::data::int::Int;
use crate::error::{Error, PathSegment, Result};
use crate::pretty::flat;
use crate::types::env::TypeEnv;
use crate::types::ty::print::brief;
use crate::types::ty::{Field, Type, TypeInner};
use crate::util::stack::StackLimit;
use crate::value::cases::CaseIndex;
use crate::value::model::{IDLField, IDLValue, VariantValue};
use num_bigint::BigInt;
use num_traits::FromPrimitive;
use std::cell::Cell;
use std::collections::HashMap;
use std::str::FromStr;

impl IDLValue {
    /// Returns the value annotated with the type `ty`: literals get their type, fields and cases the labels of the
    /// type, missing fields become `null` and surplus fields are dropped.
    ///
    /// With `from_parser` the value comes from text: integer literals take any integer type, float literals may become
    /// `float32`, and an `opt` must be written as one. Without it, the value already has a type and is coerced by the
    /// subtyping rules: a value that does not fit within an `opt` becomes `null`.
    ///
    /// # Errors
    ///
    /// If the value does not fit, with the path to the part that does not.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::{types::TypeInner, IDLValue, TypeEnv};
    ///
    /// let one = IDLValue::Number("1".to_string());
    /// let ty = TypeInner::Nat16.into();
    /// let one = one.annotate_type(true, &TypeEnv::new(), &ty).unwrap();
    /// assert_eq!(one, IDLValue::Nat16(1));
    /// ```
    pub fn annotate_type(&self, from_parser: bool, env: &TypeEnv, ty: &Type) -> Result<Self> {
        let (source, literals) = match from_parser {
            true => (Source::Text, Literals::WithoutType),
            false => (Source::Value, Literals::None),
        };
        Annotator::new(source, literals, env, &State::new()).annotate(self, ty)
    }

    /// Returns the value annotated with the type, as [`IDLValue::annotate_type`] does for text, and the number of surplus
    /// fields. The memory of items is used again, as there may be millions of them.
    ///
    /// # Errors
    ///
    /// Those of [`IDLValue::annotate_type`].
    #[doc(hidden)]
    pub fn annotate_type_counting(self, env: &TypeEnv, ty: &Type) -> Result<(Self, usize)> {
        let state = State::new();
        let annotator = Annotator::new(Source::Text, Literals::WithoutType, env, &state);
        let value = annotator.annotate_owned(self, ty)?;
        Ok((value, state.n_dropped.get()))
    }

    /// Returns the value coerced to the type, as a typed value is, except that integer literals take any integer type.
    pub(super) fn coerced(&self, env: &TypeEnv, ty: &Type) -> Result<Self> {
        let (source, literals) = (Source::Value, Literals::WithoutType);
        Annotator::new(source, literals, env, &State::new()).annotate(self, ty)
    }

    /// Returns the value of a missing field or argument of this type, if there is one.
    pub(crate) fn absent(env: &TypeEnv, ty: &Type) -> Result<Option<Self>> {
        Ok(match env.trace_type(ty)?.as_ref() {
            TypeInner::Opt(_) => Some(IDLValue::None),
            TypeInner::Null => Some(IDLValue::Null),
            TypeInner::Reserved => Some(IDLValue::Reserved),
            _ => None,
        })
    }
}

/// The origin of the value.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Source {
    /// Parsed text: literals have no type yet.
    Text,
    /// A typed value, coerced to another type.
    Value,
    /// A typed value within an `opt` that becomes `null` on failure: the error is never shown.
    ValueInOpt,
}

/// Whether there may be integer literals, which have no type.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Literals {
    None,
    WithoutType,
}

#[derive(Clone, Copy)]
struct Annotator<'a> {
    source: Source,
    literals: Literals,
    env: &'a TypeEnv,
    state: &'a State,
}

struct State {
    stack: Cell<StackLimit>,
    /// The counter of surplus fields.
    n_dropped: Cell<usize>,
    cases: CaseIndex,
}

impl State {
    fn new() -> Self {
        State {
            stack: Cell::new(StackLimit::of_this_thread()),
            n_dropped: Cell::new(0),
            cases: CaseIndex::default(),
        }
    }

    fn check_stack(&self) -> Result<()> {
        let mut stack = self.stack.get();
        stack.check()?;
        self.stack.set(stack);
        Ok(())
    }
}

impl<'a> Annotator<'a> {
    fn new(source: Source, literals: Literals, env: &'a TypeEnv, state: &'a State) -> Self {
        Annotator {
            source,
            literals,
            env,
            state,
        }
    }

    /// Does the same as `annotate`. What has the form of its type is replaced part by part, so that there are never two of
    /// all of it.
    fn annotate_owned(self, v: IDLValue, ty: &Type) -> Result<IDLValue> {
        self.state.check_stack()?;
        let traced = &self.env.trace_type(ty)?;
        match (v, traced.as_ref()) {
            (IDLValue::Vec(items), TypeInner::Vec(item_ty)) if !self.is_nat8(item_ty)? => {
                let items = items.into_iter().enumerate().map(|(i, item)| {
                    let item = self.annotate_owned(item, item_ty);
                    item.map_err(|error| error.in_segment(PathSegment::Index(i)))
                });
                Ok(IDLValue::Vec(items.collect::<Result<_>>()?))
            }
            (IDLValue::Record(fields), TypeInner::Record(expected))
                if fields
                    .iter()
                    .map(|field| &field.id)
                    .eq(expected.iter().map(|field| &*field.id)) =>
            {
                let fields = fields.into_iter().zip(expected).map(|(field, expected)| {
                    Ok(IDLField {
                        id: expected.id.as_ref().clone(),
                        val: self.field_owned(field.val, expected)?,
                    })
                });
                Ok(IDLValue::Record(fields.collect::<Result<_>>()?))
            }
            (IDLValue::Variant(variant), TypeInner::Variant(expected)) => {
                let VariantValue(mut case, position) = variant;
                let found = self.state.cases.find(traced, expected, case.id.get_id());
                let Some((field, on_wire)) = found else {
                    let variant = IDLValue::Variant(VariantValue(case, position));
                    return self.annotate(&variant, traced);
                };
                let val = std::mem::replace(&mut case.val, IDLValue::Null);
                case.val = self.field_owned(val, field)?;
                case.id = field.id.as_ref().clone();
                Ok(IDLValue::Variant(VariantValue(case, on_wire)))
            }
            (IDLValue::Opt(content), TypeInner::Opt(inner)) if self.source == Source::Text => {
                let content = self.annotate_owned(*content, inner)?;
                Ok(IDLValue::Opt(Box::new(content)))
            }
            (v, _) => self.annotate(&v, traced),
        }
    }

    fn annotate(self, v: &IDLValue, ty: &Type) -> Result<IDLValue> {
        self.state.check_stack()?;
        let ty = &self.env.trace_type(ty)?;
        let value = match (v, ty.as_ref()) {
            (_, TypeInner::Reserved) => IDLValue::Reserved,
            (_, TypeInner::Opt(inner)) => return self.opt(v, ty, inner),
            (IDLValue::Vec(items), TypeInner::Vec(item_ty)) => return self.vec(items, item_ty),
            (IDLValue::Blob(_), TypeInner::Vec(item_ty)) => {
                match self.env.trace_type(item_ty)?.as_ref() {
                    TypeInner::Nat8 => v.clone(),
                    _ => return Err(self.mismatch(v, ty)),
                }
            }
            (IDLValue::Record(fields), TypeInner::Record(expected)) => {
                return self.record(fields, expected);
            }
            (IDLValue::Variant(variant), TypeInner::Variant(expected)) => {
                return self.variant(variant, expected, ty);
            }
            // The type of a reference's target is unknown.
            (IDLValue::Service(_), TypeInner::Service(_))
            | (IDLValue::Func(..), TypeInner::Func(_)) => v.clone(),
            _ if v.primitive().is_some() && v.primitive() == ty.primitive() => v.clone(),
            _ => match converted(v, ty, self.source, self.literals) {
                Some(converted) => converted?,
                None => return Err(self.mismatch(v, ty)),
            },
        };
        Ok(value)
    }

    /// Annotates the value with `ty`, which is `opt inner`.
    fn opt(self, v: &IDLValue, ty: &Type, inner: &Type) -> Result<IDLValue> {
        let within = match self.source {
            Source::Text => self,
            Source::Value | Source::ValueInOpt => Annotator {
                source: Source::ValueInOpt,
                ..self
            },
        };
        let content = match v {
            IDLValue::Null | IDLValue::None | IDLValue::Reserved => return Ok(IDLValue::None),
            IDLValue::Opt(content) => within.annotate(content, inner),
            _ if self.source == Source::Text => return Err(self.mismatch(v, ty)),
            // A value becomes `opt` of itself, unless `inner` has a null of its own.
            _ if IDLValue::absent(self.env, inner)?.is_none() => within.annotate(v, inner),
            _ => return Ok(IDLValue::None),
        };
        match content {
            Ok(content) => Ok(IDLValue::Opt(Box::new(content))),
            Err(error) if self.source != Source::Text && error.is_subtype() => Ok(IDLValue::None),
            Err(error) => Err(error),
        }
    }

    fn vec(self, items: &[IDLValue], item_ty: &Type) -> Result<IDLValue> {
        if self.is_nat8(item_ty)? {
            let mut bytes = Vec::with_capacity(items.len());
            for (i, item) in items.iter().enumerate() {
                match self.item(item, item_ty, i)? {
                    IDLValue::Nat8(byte) => bytes.push(byte),
                    _ => return Err(self.mismatch(item, item_ty)),
                }
            }
            return Ok(IDLValue::Blob(bytes));
        }
        let mut annotated = Vec::with_capacity(items.len());
        for (i, item) in items.iter().enumerate() {
            annotated.push(self.item(item, item_ty, i)?);
        }
        Ok(IDLValue::Vec(annotated))
    }

    fn is_nat8(self, ty: &Type) -> Result<bool> {
        Ok(matches!(self.env.trace_type(ty)?.as_ref(), TypeInner::Nat8))
    }

    fn item(self, item: &IDLValue, ty: &Type, i: usize) -> Result<IDLValue> {
        self.annotate(item, ty)
            .map_err(|error| error.in_segment(PathSegment::Index(i)))
    }

    fn record(self, fields: &[IDLField], expected: &[Field]) -> Result<IDLValue> {
        let mut by_id: Option<HashMap<u32, &IDLValue>> = None;
        let mut annotated = Vec::with_capacity(expected.len());
        let mut n_found = 0;
        for (i, field) in expected.iter().enumerate() {
            // Most records have the type's fields in the same order.
            let found = match fields.get(i) {
                Some(same) if same.id == *field.id => Some(&same.val),
                _ => by_id
                    .get_or_insert_with(|| fields.iter().map(|f| (f.id.get_id(), &f.val)).collect())
                    .get(&field.id.get_id())
                    .copied(),
            };
            n_found += usize::from(found.is_some());
            let val = match found {
                Some(val) => self.field(val, field)?,
                None => IDLValue::absent(self.env, &field.ty)?.ok_or_else(|| {
                    Error::subtype(format_args!(
                        "missing field `{}`: expected {}",
                        field.id, field.ty
                    ))
                })?,
            };
            annotated.push(IDLField {
                id: field.id.as_ref().clone(),
                val,
            });
        }
        let n_dropped = fields.len().saturating_sub(n_found);
        self.state.n_dropped.update(|n| n.saturating_add(n_dropped));
        Ok(IDLValue::Record(annotated))
    }

    fn variant(self, variant: &VariantValue, expected: &[Field], ty: &Type) -> Result<IDLValue> {
        let tag = variant.0.id.get_id();
        let Some((field, position)) = self.state.cases.find(ty, expected, tag) else {
            return Err(self.mismatch(&IDLValue::Variant(variant.clone()), ty));
        };
        let val = self.field(&variant.0.val, field)?;
        let id = field.id.as_ref().clone();
        let field = Box::new(IDLField { id, val });
        Ok(IDLValue::Variant(VariantValue(field, position)))
    }

    fn field(self, val: &IDLValue, field: &Field) -> Result<IDLValue> {
        self.annotate(val, &field.ty)
            .map_err(|error| error.in_segment(PathSegment::Field(field.id.path_segment())))
    }

    fn field_owned(self, val: IDLValue, field: &Field) -> Result<IDLValue> {
        self.annotate_owned(val, &field.ty)
            .map_err(|error| error.in_segment(PathSegment::Field(field.id.path_segment())))
    }

    #[cold]
    fn mismatch(self, v: &IDLValue, ty: &Type) -> Error {
        if self.source == Source::ValueInOpt {
            return Error::subtype("");
        }
        let (expected, found) = (brief(ty), flat::start_of_value(v));
        Error::subtype(format_args!(
            "expected a value of type {expected}, found {found}"
        ))
    }
}

/// Returns the value of another type that a value without parts becomes at `ty`; `None` if it becomes none.
pub(super) fn converted(
    value: &IDLValue,
    ty: &TypeInner,
    source: Source,
    literals: Literals,
) -> Option<Result<IDLValue>> {
    Some(match (value, ty) {
        (IDLValue::Number(text), _) if literals == Literals::WithoutType => number(text, ty),
        (IDLValue::Float64(f), TypeInner::Float32) if source == Source::Text => narrow(*f, ty),
        (IDLValue::Nat(n), TypeInner::Int) => Ok(IDLValue::Int(n.clone().into())),
        (IDLValue::Service(id), TypeInner::Principal) => Ok(IDLValue::Principal(*id)),
        _ => return None,
    })
}

/// Converts the integer literal `text` to `ty`.
pub(super) fn number(text: &str, ty: &TypeInner) -> Result<IDLValue> {
    Ok(match ty {
        TypeInner::Float32 => IDLValue::Float32(exact::<f32>(text, ty)?),
        TypeInner::Float64 => IDLValue::Float64(exact::<f64>(text, ty)?),
        TypeInner::Int => IDLValue::Int(parse(text, ty)?),
        TypeInner::Nat => IDLValue::Nat(parse(text, ty)?),
        TypeInner::Nat8 => IDLValue::Nat8(parse(text, ty)?),
        TypeInner::Nat16 => IDLValue::Nat16(parse(text, ty)?),
        TypeInner::Nat32 => IDLValue::Nat32(parse(text, ty)?),
        TypeInner::Nat64 => IDLValue::Nat64(parse(text, ty)?),
        TypeInner::Int8 => IDLValue::Int8(parse(text, ty)?),
        TypeInner::Int16 => IDLValue::Int16(parse(text, ty)?),
        TypeInner::Int32 => IDLValue::Int32(parse(text, ty)?),
        TypeInner::Int64 => IDLValue::Int64(parse(text, ty)?),
        _ => {
            let expected = brief(ty);
            return Err(Error::subtype(format_args!(
                "expected a value of type {expected}, found the integer {text}"
            )));
        }
    })
}

fn parse<T: FromStr>(text: &str, ty: &TypeInner) -> Result<T> {
    // Candid allows underscores between digits, Rust's parser does not.
    let parsed = if text.contains('_') {
        text.replace('_', "").parse()
    } else {
        text.parse()
    };
    parsed.map_err(|_| not_in_range(text, ty))
}

/// Converts an integer literal to a float, if a float has exactly its value.
fn exact<T: FromStr + Copy + Into<f64>>(text: &str, ty: &TypeInner) -> Result<T> {
    let float: T = parse(text, ty)?;
    let value = BigInt::from_f64(float.into());
    // Infinite: the integer's digits are not even parsed.
    if value.is_some() && value == Some(parse::<Int>(text, ty)?.0) {
        Ok(float)
    } else {
        Err(not_in_range(text, ty))
    }
}

#[cold]
fn not_in_range(text: &str, ty: &TypeInner) -> Error {
    Error::subtype(format_args!(
        "expected a value of type {ty}, found {text}, which the type cannot represent"
    ))
}

/// Converts a float literal to `float32`: rounded once, and finite numbers stay finite.
#[allow(
    clippy::cast_possible_truncation,
    reason = "rounds, and overflow is checked"
)]
fn narrow(f: f64, ty: &TypeInner) -> Result<IDLValue> {
    let mut narrow = f as f32;
    if narrow.is_infinite() && f.is_finite() {
        return Err(not_in_range(&format!("{f:e}"), ty));
    }
    // Halfway between two floats, the literal itself may lie to either side: it has been rounded to `float64`. Its
    // digits decide (7.038531e-26 is such a number). For subnormal numbers, halfway is elsewhere.
    if f.to_bits() & BELOW_FLOAT32 == HALF_FLOAT32 || narrow.is_subnormal() {
        narrow = format!("{f:e}").parse().unwrap_or(narrow);
    }
    Ok(IDLValue::Float32(narrow))
}

/// The bits of a `float64` that do not fit a `float32`.
const BELOW_FLOAT32: u64 = (1 << 29) - 1;

/// These bits halfway between two `float32`.
const HALF_FLOAT32: u64 = 1 << 28;
