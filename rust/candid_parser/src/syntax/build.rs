//! The `Build` trait: builders for plain values and for values with locations.

use super::ast::{Span, Value, ValueField, ValueKind};
use super::PrimType;
use candid::types::value::{IDLField, VariantValue};
use candid::types::{Label, Type};
use candid::{IDLArgs, IDLValue, TypeEnv};
use std::borrow::Cow;

/// A builder of values, so that one parser serves both kinds of trees.
pub(super) trait Build {
    type Value;
    type Field;

    fn leaf(leaf: IDLValue, span: Span) -> Self::Value;
    fn opt(content: Self::Value, span: Span) -> Self::Value;
    fn vec(items: Vec<Self::Value>, span: Span) -> Self::Value;
    fn field(label: Label, span: Span, value: Self::Value) -> Self::Field;
    /// Makes a record; `labels` are the ids of the fields, all different, in source order.
    fn record(fields: Vec<Self::Field>, labels: &[(u32, Span)], span: Span) -> Self::Value;
    fn variant(field: Self::Field, span: Span) -> Self::Value;
    /// Makes the value that stands for one that could not be parsed.
    fn failed(span: Span) -> Self::Value;
    /// Converts an integer to a primitive type; `None` if the general path must do it.
    fn number_at(digits: &str, prim: PrimType, span: Span) -> Option<Self::Value>;
    /// Converts a value to a type, and adds the number of fields that the type does not have to `n_dropped`.
    fn annotate(
        value: Self::Value,
        ty: Type,
        span: Span,
        n_dropped: &mut usize,
    ) -> candid::Result<Self::Value>;
}

/// Builder of plain values.
pub(super) struct Plain;

impl Build for Plain {
    type Value = IDLValue;
    type Field = IDLField;

    fn leaf(leaf: IDLValue, _span: Span) -> IDLValue {
        leaf
    }

    fn opt(content: IDLValue, _span: Span) -> IDLValue {
        IDLValue::Opt(Box::new(content))
    }

    fn vec(items: Vec<IDLValue>, _span: Span) -> IDLValue {
        IDLValue::Vec(items)
    }

    fn field(label: Label, _span: Span, val: IDLValue) -> IDLField {
        IDLField { id: label, val }
    }

    fn record(mut fields: Vec<IDLField>, labels: &[(u32, Span)], _span: Span) -> IDLValue {
        if !labels.is_sorted_by_key(|(id, _)| *id) {
            fields.sort_by_cached_key(|field| field.id.get_id());
        }
        IDLValue::Record(fields)
    }

    fn variant(field: IDLField, _span: Span) -> IDLValue {
        IDLValue::Variant(VariantValue(Box::new(field), 0))
    }

    fn failed(_span: Span) -> IDLValue {
        IDLValue::Null
    }

    fn number_at(digits: &str, prim: PrimType, _span: Span) -> Option<IDLValue> {
        number_at(digits, prim)
    }

    fn annotate(
        value: IDLValue,
        ty: Type,
        _span: Span,
        n_dropped: &mut usize,
    ) -> candid::Result<IDLValue> {
        let (env, types) = (TypeEnv::new(), [ty]);
        let args = IDLArgs { args: vec![value] };
        if let Ok((mut args, n)) = args.annotate_types_counting(&env, &types) {
            if let Some(value) = args.args.pop() {
                *n_dropped = n_dropped.saturating_add(n);
                return Ok(value);
            }
        }
        // Errors about a value do not call it the first argument.
        let [ty] = types;
        let value = args.args.first().unwrap_or(&IDLValue::Null);
        value.annotate_type(true, &env, &ty)
    }
}

/// Builder of values with locations.
pub(super) struct Spanned;

impl Build for Spanned {
    type Value = Value;
    type Field = ValueField;

    fn leaf(leaf: IDLValue, span: Span) -> Value {
        let kind = ValueKind::Leaf(leaf);
        Value { kind, span }
    }

    fn opt(content: Value, span: Span) -> Value {
        let kind = ValueKind::Opt(Box::new(content));
        Value { kind, span }
    }

    fn vec(items: Vec<Value>, span: Span) -> Value {
        let kind = ValueKind::Vec(items);
        Value { kind, span }
    }

    fn field(label: Label, label_span: Span, value: Value) -> ValueField {
        ValueField {
            label,
            label_span,
            value,
        }
    }

    fn record(fields: Vec<ValueField>, _labels: &[(u32, Span)], span: Span) -> Value {
        let kind = ValueKind::Record(fields);
        Value { kind, span }
    }

    fn variant(field: ValueField, span: Span) -> Value {
        let kind = ValueKind::Variant(Box::new(field));
        Value { kind, span }
    }

    fn failed(span: Span) -> Value {
        let kind = ValueKind::Error;
        Value { kind, span }
    }

    fn number_at(_digits: &str, _prim: PrimType, _span: Span) -> Option<Value> {
        // By way of `annotate`, so that the type is kept.
        None
    }

    /// Does not check the value against the type: the pass that builds plain values, which comes first, has done so.
    fn annotate(
        value: Value,
        ty: Type,
        span: Span,
        _n_dropped: &mut usize,
    ) -> candid::Result<Value> {
        let kind = ValueKind::Annotated(Box::new(value), ty);
        Ok(Value { kind, span })
    }
}

fn number_at(digits: &str, prim: PrimType) -> Option<IDLValue> {
    Some(match prim {
        PrimType::Nat8 => IDLValue::Nat8(digits.parse().ok()?),
        PrimType::Nat16 => IDLValue::Nat16(digits.parse().ok()?),
        PrimType::Nat32 => IDLValue::Nat32(digits.parse().ok()?),
        PrimType::Nat64 => IDLValue::Nat64(digits.parse().ok()?),
        PrimType::Int8 => IDLValue::Int8(digits.parse().ok()?),
        PrimType::Int16 => IDLValue::Int16(digits.parse().ok()?),
        PrimType::Int32 => IDLValue::Int32(digits.parse().ok()?),
        PrimType::Int64 => IDLValue::Int64(digits.parse().ok()?),
        PrimType::Nat => IDLValue::Nat(digits.parse::<u64>().ok()?.into()),
        PrimType::Int => IDLValue::Int(digits.parse::<i64>().ok()?.into()),
        _ => return None,
    })
}

/// Returns the digits with their sign.
pub(super) fn signed(negative: bool, digits: Cow<'_, str>) -> Cow<'_, str> {
    match negative {
        true => Cow::Owned(format!("-{digits}")),
        false => digits,
    }
}
