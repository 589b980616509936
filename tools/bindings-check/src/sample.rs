//! One value of each type: of the edge of its range where it has one.

use candid::types::value::{IDLArgs, IDLField, IDLValue, VariantValue};
use candid::types::{Type, TypeEnv, TypeInner};
use candid::{Int, Nat, Principal};

/// How deep options and vectors are filled.
const MAX_FILLED: usize = 3;
/// How deep a value may be.
const MAX_DEPTH: usize = 40;
/// How many values a value may have.
const MAX_PARTS: usize = 2_000;

/// Returns a value of each of the types, or none if one of them has no value or only a very big one.
pub(crate) fn args(env: &TypeEnv, types: &[Type]) -> Option<IDLArgs> {
    let mut parts = 0;
    let args: Option<Vec<_>> = types
        .iter()
        .map(|ty| value(env, ty, 0, &mut parts))
        .collect();
    args.map(|args| IDLArgs { args })
}

fn value(env: &TypeEnv, ty: &Type, depth: usize, parts: &mut usize) -> Option<IDLValue> {
    *parts += 1;
    if depth > MAX_DEPTH || *parts > MAX_PARTS {
        return None;
    }
    let part = |ty: &Type, parts: &mut usize| value(env, ty, depth + 1, parts);
    Some(match ty.as_ref() {
        TypeInner::Null => IDLValue::Null,
        TypeInner::Bool => IDLValue::Bool(true),
        TypeInner::Nat => IDLValue::Nat(Nat::from(u128::MAX)),
        TypeInner::Int => IDLValue::Int(Int::from(i128::MIN)),
        TypeInner::Nat8 => IDLValue::Nat8(u8::MAX),
        TypeInner::Nat16 => IDLValue::Nat16(u16::MAX),
        TypeInner::Nat32 => IDLValue::Nat32(u32::MAX),
        TypeInner::Nat64 => IDLValue::Nat64(u64::MAX),
        TypeInner::Int8 => IDLValue::Int8(i8::MIN),
        TypeInner::Int16 => IDLValue::Int16(i16::MIN),
        TypeInner::Int32 => IDLValue::Int32(i32::MIN),
        TypeInner::Int64 => IDLValue::Int64(i64::MIN),
        TypeInner::Float32 => IDLValue::Float32(f32::NEG_INFINITY),
        TypeInner::Float64 => IDLValue::Float64(1e-300),
        TypeInner::Text => IDLValue::Text("it's \"\\\n\0\u{2028}é👀".to_string()),
        TypeInner::Reserved => IDLValue::Reserved,
        TypeInner::Principal => IDLValue::Principal(Principal::anonymous()),
        TypeInner::Service(_) => IDLValue::Service(Principal::management_canister()),
        TypeInner::Func(_) => IDLValue::Func(Principal::anonymous(), "it's".to_string()),
        TypeInner::Var(_) => return part(&env.trace_type(ty).ok()?, parts),
        TypeInner::Opt(_) if depth > MAX_FILLED => IDLValue::None,
        TypeInner::Opt(inner) => match part(inner, parts) {
            Some(inner) => IDLValue::Opt(Box::new(inner)),
            None => IDLValue::None,
        },
        TypeInner::Vec(item) if matches!(item.as_ref(), TypeInner::Nat8) => {
            IDLValue::Blob(vec![0, 39, 92, 255])
        }
        TypeInner::Vec(_) if depth > MAX_FILLED => IDLValue::Vec(Vec::new()),
        TypeInner::Vec(item) => IDLValue::Vec(part(item, parts).into_iter().collect()),
        TypeInner::Record(fields) => {
            let mut built = Vec::with_capacity(fields.len());
            for field in fields {
                let id = (*field.id).clone();
                let val = part(&field.ty, parts)?;
                built.push(IDLField { id, val });
            }
            IDLValue::Record(built)
        }
        TypeInner::Variant(fields) => {
            let (idx, field, val) = fields
                .iter()
                .enumerate()
                .find_map(|(idx, field)| Some((idx, field, part(&field.ty, parts)?)))?;
            let id = (*field.id).clone();
            IDLValue::Variant(VariantValue(
                Box::new(IDLField { id, val }),
                u64::try_from(idx).ok()?,
            ))
        }
        TypeInner::Empty
        | TypeInner::Class(..)
        | TypeInner::Knot(_)
        | TypeInner::Unknown
        | TypeInner::Future => return None,
    })
}
