//! Decoding of dynamic values directly from the plan, without serde.

use crate::data::int::Int;
use crate::data::nat::Nat;
use crate::de::plan::node::{Node, RecordNode};
use crate::de::plan::step::Op;
use crate::de::read::case::Payload;
use crate::de::read::decoder::Decoder;
use crate::de::read::emplace::Identity;
use crate::de::read::number::{short_int, short_nat, BigNumber};
use crate::de::read::path::{in_element, in_field};
use crate::de::read::reference::read_func;
use crate::de::read::skip::skip_span;
use crate::de::read::validate::validate;
use crate::error::{internal, Error, PathSegment, Result};
use crate::schema::expected::FieldName;
use crate::types::ty::label::Label;
use crate::value::model::{IDLField, IDLValue, VariantValue};
use candid_wire::text::name_to_string;
use ic_principal::Principal;

/// The maximum capacity in elements reserved before the first is read.
const MAX_RESERVED: usize = 4096;

/// Decodes a value and charges for it as for a skipped one, the cost of dynamic values.
///
/// # Errors
///
/// If the value is malformed, does not coerce, is nested too deeply or exceeds a quota.
pub(crate) fn decode(decoder: Decoder<'_, '_, '_>) -> Result<IDLValue> {
    let mut decoded = nothing();
    decode_to(decoder, &mut decoded)?;
    Ok(decoded)
}

/// Decodes a value as [`decode`] does, and appends it to those that were decoded before.
///
/// # Errors
///
/// Those of [`decode`].
#[inline(always)]
pub(crate) fn decode_next(decoder: Decoder<'_, '_, '_>, values: &mut Vec<IDLValue>) -> Result<()> {
    values.push(nothing());
    match values.last_mut() {
        Some(place) => decode_to(decoder, place),
        None => Err(internal()),
    }
}

#[inline(always)]
fn decode_to(decoder: Decoder<'_, '_, '_>, place: &mut IDLValue) -> Result<()> {
    charged(decoder, |decoder| value(decoder, place))
}

/// Reads a value as [`decode`] does, with its checks and its cost, without building it.
///
/// # Errors
///
/// Those of [`decode`].
pub(crate) fn check(decoder: Decoder<'_, '_, '_>) -> Result<()> {
    charged(decoder, validate)
}

#[inline(always)]
fn charged(
    decoder: Decoder<'_, '_, '_>,
    read: impl FnOnce(Decoder<'_, '_, '_>) -> Result<()>,
) -> Result<()> {
    if decoder.cx.state.budget.is_unlimited() {
        return read(decoder);
    }
    let Decoder { cx, step } = decoder;
    let dynamic = cx.state.budget.for_dynamic();
    let outer = std::mem::replace(&mut cx.state.budget, dynamic);
    let cost = cx.plan.static_cost(step);
    let result = cx.state.budget.charge(cost).and_then(|()| {
        let decoder = Decoder { cx: &mut *cx, step };
        read(decoder)
    });
    let dynamic = std::mem::replace(&mut cx.state.budget, outer);
    cx.state.budget.charge_dynamic(&dynamic)?;
    result
}

/// Decodes a value into its place, where nothing is to be dropped yet. A value is large: so each is built in its place, of
/// which most write only the first bytes.
fn value(decoder: Decoder<'_, '_, '_>, place: &mut IDLValue) -> Result<()> {
    if cfg!(debug_assertions) {
        // Without optimization the frame of `any_value` is large, and there would be one for each level.
        match decoder.step.op() {
            Op::Vec => return vec(decoder, place),
            Op::Record => return record(decoder, place),
            Op::Variant => return variant(decoder, place),
            Op::Opt | Op::PlainOpt | Op::OptOfValue | Op::SkipToNone => return opt(decoder, place),
            _ => {}
        }
    }
    any_value(decoder, place)
}

#[cfg_attr(debug_assertions, inline(never))]
#[cfg_attr(not(debug_assertions), inline(always))]
fn any_value(mut decoder: Decoder<'_, '_, '_>, place: &mut IDLValue) -> Result<()> {
    let reader = &mut decoder.cx.state.reader;
    match decoder.step.op() {
        Op::Null => put(place, IDLValue::Null),
        Op::Bool => put(place, IDLValue::Bool(reader.read_bool()?)),
        Op::Nat8 => put(place, IDLValue::Nat8(reader.read_u8()?)),
        Op::Nat16 => put(place, IDLValue::Nat16(reader.read_u16()?)),
        Op::Nat32 => put(place, IDLValue::Nat32(reader.read_u32()?)),
        Op::Nat64 => put(place, IDLValue::Nat64(reader.read_u64()?)),
        Op::Int8 => put(place, IDLValue::Int8(reader.read_i8()?)),
        Op::Int16 => put(place, IDLValue::Int16(reader.read_i16()?)),
        Op::Int32 => put(place, IDLValue::Int32(reader.read_i32()?)),
        Op::Int64 => put(place, IDLValue::Int64(reader.read_i64()?)),
        Op::Float32 => put(place, IDLValue::Float32(reader.read_f32()?)),
        Op::Float64 => put(place, IDLValue::Float64(reader.read_f64()?)),
        Op::Nat => match short_nat(decoder.cx.state)? {
            Some(number) => put(place, IDLValue::Nat(Nat::from(number))),
            None => return long_nat(decoder, place),
        },
        Op::Int => match short_int(decoder.cx.state)? {
            Some(number) => put(place, IDLValue::Int(Int::from(number))),
            None => return long_int(decoder, place),
        },
        Op::NatAsInt => {
            let number = BigNumber::nat_as_int(decoder.cx.state)?;
            put(place, IDLValue::Int(int(number)?));
        }
        // Matched, not mapped: what is mapped would be copied as a value, of which the text is a small part.
        Op::Text => match decoder.read_string(Identity) {
            Ok(text) => put(place, IDLValue::Text(text)),
            Err(error) => return Err(error),
        },
        // As the text: each of std's adapters would copy the principal.
        Op::Principal | Op::ServiceAsPrincipal => {
            match Principal::try_from_slice(reader.read_principal_in_place()?) {
                Ok(id) => put(place, IDLValue::Principal(id)),
                Err(error) => return Err(Error::msg(error)),
            }
        }
        Op::Service => match Principal::try_from_slice(reader.read_principal_in_place()?) {
            Ok(id) => put(place, IDLValue::Service(id)),
            Err(error) => return Err(Error::msg(error)),
        },
        Op::Blob => put(place, IDLValue::Blob(decoder.read_blob()?.to_vec())),
        Op::None => put(place, IDLValue::None),
        Op::Reserved => put(place, IDLValue::Reserved),
        Op::SkipToReserved => {
            decoder.skip_wire()?;
            put(place, IDLValue::Reserved);
        }
        Op::SkipToNull => {
            decoder.skip_wire()?;
            put(place, IDLValue::Null);
        }
        Op::Func => return func(decoder, place),
        Op::Vec => return vec(decoder, place),
        Op::Record => return record(decoder, place),
        Op::Variant => return variant(decoder, place),
        Op::Opt | Op::PlainOpt | Op::OptOfValue | Op::SkipToNone => return opt(decoder, place),
        Op::Empty | Op::Mismatch | Op::InfiniteOpt | Op::Missing | Op::Rest => {
            return Err(decoder.mismatch())
        }
    }
    Ok(())
}

/// Reads a `nat` that [`short_nat`] has not read.
#[inline(never)]
fn long_nat(decoder: Decoder<'_, '_, '_>, place: &mut IDLValue) -> Result<()> {
    let number = BigNumber::long_nat(decoder.cx.state)?;
    put(place, IDLValue::Nat(nat(number)?));
    Ok(())
}

/// Reads an `int` that [`short_int`] has not read.
#[inline(never)]
fn long_int(decoder: Decoder<'_, '_, '_>, place: &mut IDLValue) -> Result<()> {
    let number = BigNumber::long_int(decoder.cx.state)?;
    put(place, IDLValue::Int(int(number)?));
    Ok(())
}

#[inline(never)]
fn func(decoder: Decoder<'_, '_, '_>, place: &mut IDLValue) -> Result<()> {
    let (principal, method) = read_func(decoder.cx.state)?;
    let principal = Principal::try_from_slice(principal).map_err(Error::msg)?;
    put(place, IDLValue::Func(principal, method.to_owned()));
    Ok(())
}

/// Returns what is in places before their values are. A constant would be copied, and not only its first bytes.
#[inline(always)]
fn nothing() -> IDLValue {
    IDLValue::Null
}

/// Moves a value to its place.
#[inline(always)]
fn put(place: &mut IDLValue, value: IDLValue) {
    // It holds `nothing()`: code that drops it would be run for each value.
    std::mem::forget(std::mem::replace(place, value));
}

#[inline(never)]
fn opt(decoder: Decoder<'_, '_, '_>, place: &mut IDLValue) -> Result<()> {
    let Some(payload) = decoder.enter_opt()? else {
        put(place, IDLValue::None);
        return Ok(());
    };
    let mut content = Box::new(nothing());
    value(payload, &mut content)?;
    put(place, IDLValue::Opt(content));
    Ok(())
}

#[inline(never)]
fn vec(mut decoder: Decoder<'_, '_, '_>, place: &mut IDLValue) -> Result<()> {
    let (node, len) = decoder.enter_vec()?;
    let capacity = decoder.cx.state.reserve(len, node.element_min);
    let mut values = Vec::with_capacity(capacity.min(MAX_RESERVED));
    for i in 0..len {
        if values.len() == values.capacity() {
            if i < capacity {
                // At most doubled: a value takes 56 bytes and may represent a single byte.
                values.reserve_exact(capacity - i);
            } else if i == 0 {
                // Vectors in vectors each have a place before there is a value.
                values.reserve_exact(1);
            }
        }
        values.push(nothing());
        if let Some(place) = values.last_mut() {
            if let Err(error) = value(decoder.child(node.element), place) {
                return Err(in_element(error, decoder.cx.state, i));
            }
        }
    }
    // `vec int` from a wire type of `vec nat8` cannot occur: only `vec nat8` is a blob.
    put(place, IDLValue::Vec(values));
    Ok(())
}

#[inline(never)]
fn record(mut decoder: Decoder<'_, '_, '_>, place: &mut IDLValue) -> Result<()> {
    let node = decoder.enter_record()?;
    if !decoder.cx.state.has_fields(node.fields.len(), node) {
        return record_by_fields(decoder, node, place);
    }
    // All at once, so that the compiler knows that there is capacity.
    let places = node.fields.iter().map(|field| IDLField {
        id: label(&field.name),
        val: nothing(),
    });
    let mut fields: Vec<_> = places.collect();
    for (field, place) in node.fields.iter().zip(&mut fields) {
        skip_span(decoder.cx, node, &field.span)?;
        if let Err(error) = value(decoder.child(field.step), &mut place.val) {
            return Err(in_field(error, decoder.cx.state, field));
        }
    }
    skip_span(decoder.cx, node, &node.last_span)?;
    put(place, IDLValue::Record(fields));
    Ok(())
}

/// Reads a record in a message without bytes for all fields of its records: each field gets a place when it is read.
#[cold]
#[inline(never)]
fn record_by_fields(
    mut decoder: Decoder<'_, '_, '_>,
    node: &RecordNode,
    place: &mut IDLValue,
) -> Result<()> {
    let mut fields = Vec::new();
    for field in &node.fields {
        skip_span(decoder.cx, node, &field.span)?;
        let mut read = IDLField {
            id: label(&field.name),
            val: nothing(),
        };
        if let Err(error) = value(decoder.child(field.step), &mut read.val) {
            return Err(in_field(error, decoder.cx.state, field));
        }
        fields.push(read);
    }
    skip_span(decoder.cx, node, &node.last_span)?;
    put(place, IDLValue::Record(fields));
    Ok(())
}

#[inline(never)]
fn variant(mut decoder: Decoder<'_, '_, '_>, place: &mut IDLValue) -> Result<()> {
    let Node::Variant(node) = decoder.cx.plan.node(decoder.step.slot())? else {
        return Err(internal());
    };
    let case = Payload::enter(decoder.cx, node)?.known()?.case;
    let mut field = Box::new(IDLField {
        id: label(&case.name),
        val: nothing(),
    });
    if let Err(error) = value(decoder.child(case.payload.get()), &mut field.val) {
        let case = PathSegment::Field(case.name.path_segment());
        return Err(decoder.cx.state.in_segment(error, case));
    }
    put(place, IDLValue::Variant(VariantValue(field, 0)));
    Ok(())
}

#[inline(always)]
fn label(name: &FieldName) -> Label {
    match name {
        FieldName::Static(name) => Label::Named(name_to_string(name)),
        FieldName::Shared(label) => match label.as_ref() {
            Label::Named(name) => Label::Named(name_to_string(name)),
            number => number.clone(),
        },
        FieldName::Id(id) => Label::Id(*id),
    }
}

fn nat(number: BigNumber<'_>) -> Result<Nat> {
    match number {
        BigNumber::U64(number) => Ok(Nat::from(number)),
        BigNumber::Nat(bytes) | BigNumber::NatAsInt(bytes) => Ok(Nat::from_leb128(bytes)),
        // `BigNumber::nat` returns neither.
        BigNumber::I64(_) | BigNumber::Int(_) => Ok(Nat::from(0u8)),
    }
}

fn int(number: BigNumber<'_>) -> Result<Int> {
    match number {
        BigNumber::U64(number) => Ok(Int::from(number)),
        BigNumber::I64(number) => Ok(Int::from(number)),
        BigNumber::Nat(bytes) | BigNumber::NatAsInt(bytes) => Ok(Nat::from_leb128(bytes).into()),
        BigNumber::Int(bytes) => Ok(Int::from_sleb128(bytes)),
    }
}
