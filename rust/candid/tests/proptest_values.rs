//! Laws for random types and random values of them: what `IDLValue` writes it reads.
#![cfg(feature = "value")]

mod random_values;

use candid::types::internal::{Field, Label, Type, TypeInner};
use candid::types::subtype::{subtype, Gamma};
use candid::types::value::{IDLArgs, IDLField, IDLValue};
use candid::{encode_one, CandidType, Deserialize, Reserved, Rest, TypeEnv};
use proptest::collection::vec;
use proptest::prelude::any;
use proptest::{prop_assert, prop_assert_eq, proptest};
use random_values::{some_type, ty, typed_value};
use std::rc::Rc;

/// By text, as NaN is not equal to itself. Labels print by name where it is known.
fn text(args: &IDLArgs) -> String {
    format!("{args:?}")
}

fn opt(part: &Type) -> Type {
    ty(TypeInner::Opt(part.clone()))
}

/// A supertype of `ty`, as the choices say.
fn weaken(ty: &Type, choices: &mut impl Iterator<Item = u8>) -> Type {
    let choice = choices.next().unwrap_or(u8::MAX);
    let inner = match (choice % 8, ty.as_ref()) {
        (0, _) => TypeInner::Reserved,
        (1, _) => TypeInner::Opt(ty.clone()),
        (_, TypeInner::Nat) => TypeInner::Int,
        (_, TypeInner::Service(_)) => TypeInner::Principal,
        (_, TypeInner::Opt(part)) => TypeInner::Opt(weaken(part, choices)),
        (_, TypeInner::Vec(part)) => TypeInner::Vec(weaken(part, choices)),
        (_, TypeInner::Record(fields)) => TypeInner::Record(weaken_fields(
            fields,
            choices,
            |choice| choice % 3 == 0,
            opt(ty),
        )),
        (_, TypeInner::Variant(fields)) => {
            TypeInner::Variant(weaken_fields(fields, choices, |_| false, ty.clone()))
        }
        _ => return ty.clone(),
    };
    inner.into()
}

/// Drops some of the fields, weakens the others, adds one.
fn weaken_fields(
    fields: &[Field],
    choices: &mut impl Iterator<Item = u8>,
    drops: fn(u8) -> bool,
    added: Type,
) -> Vec<Field> {
    let mut wider = Vec::new();
    for field in fields {
        if !drops(choices.next().unwrap_or(u8::MAX)) {
            wider.push(Field {
                id: field.id.clone(),
                ty: weaken(&field.ty, choices),
            });
        }
    }
    let new = Label::Id(1 << 20);
    if fields.iter().all(|field| field.id.get_id() != new.get_id()) {
        wider.push(Field {
            id: Rc::new(new),
            ty: added,
        });
    }
    wider.sort_by_key(|field| field.id.get_id());
    wider
}

/// Has the field 1.
#[derive(CandidType, Deserialize)]
struct Open {
    #[candid(id = 1)]
    _1_: u8,
    #[candid(rest)]
    rest: Rest,
}

fn ty_of_record(fields: Vec<Field>) -> Type {
    ty(TypeInner::Record(fields))
}

proptest! {
    #[test]
    fn values_come_back((ty, value) in typed_value()) {
        let (env, types) = (TypeEnv::new(), [ty]);
        let args = IDLArgs::new(&[value]);
        let bytes = args.to_bytes_with_types(&env, &types).unwrap();
        let again = IDLArgs::from_bytes_with_types(&bytes, &env, &types).unwrap();
        prop_assert_eq!(text(&again), text(&args));
        prop_assert_eq!(again.to_bytes_with_types(&env, &types).unwrap(), bytes);
    }

    #[test]
    fn at_the_types_on_the_wire_values_are_the_same((ty, value) in typed_value()) {
        let (env, types) = (TypeEnv::new(), [ty]);
        let bytes = IDLArgs::new(&[value]).to_bytes_with_types(&env, &types).unwrap();
        let plain = IDLArgs::from_bytes(&bytes).unwrap();
        // Labels that are ids are equal to the names they are ids of.
        let again = plain.to_bytes_with_types(&env, &types).unwrap();
        prop_assert_eq!(again, bytes);
    }

    #[test]
    fn every_value_is_reserved_skipped_and_an_option((ty, value) in typed_value()) {
        let (env, types) = (TypeEnv::new(), [ty.clone()]);
        let args = IDLArgs::new(std::slice::from_ref(&value));
        let bytes = args.to_bytes_with_types(&env, &types).unwrap();
        let reserved = [self::ty(TypeInner::Reserved)];
        let found = IDLArgs::from_bytes_with_types(&bytes, &env, &reserved).unwrap();
        prop_assert_eq!(found.args, [IDLValue::Reserved]);
        let found = IDLArgs::from_bytes_with_types(&bytes, &env, &[]).unwrap();
        prop_assert!(found.args.is_empty());
        let found = IDLArgs::from_bytes_with_types(&bytes, &env, &[opt(&ty)]).unwrap();
        let expected = match (&value, ty.as_ref()) {
            (_, TypeInner::Null | TypeInner::Reserved) => IDLValue::None,
            // `opt t` at `opt opt t`: what is inside is taken as an option.
            (_, TypeInner::Opt(_)) => return Ok(()),
            _ => IDLValue::Opt(Box::new(value)),
        };
        prop_assert_eq!(text(&found), text(&IDLArgs::new(&[expected])));
    }

    /// What a record keeps is what was sent, at any place.
    #[test]
    fn other_fields_come_back((ty, value) in typed_value()) {
        let env = TypeEnv::new();
        // A record whose fields are around the one that the Rust type has.
        let field = |id, ty: &Type| Field { id: Rc::new(Label::Id(id)), ty: ty.clone() };
        let record = ty_of_record(vec![field(0, &ty), field(1, &self::ty(TypeInner::Nat8)), field(2, &ty)]);
        let types = [self::ty(TypeInner::Vec(record)), ty.clone()];
        let record = |n| {
            let field = |id, val: &IDLValue| IDLField { id: Label::Id(id), val: val.clone() };
            IDLValue::Record(vec![field(0, &value), field(1, &IDLValue::Nat8(n)), field(2, &value)])
        };
        let args = IDLArgs::new(&[IDLValue::Vec(vec![record(1), record(2)]), value.clone()]);
        let bytes = args.to_bytes_with_types(&env, &types).unwrap();
        let (open, _) = candid::decode_args::<(Vec<Open>, Reserved)>(&bytes).unwrap();
        let again = encode_one(&open).unwrap();
        let found = IDLArgs::from_bytes_with_types(&again, &env, &types[..1]).unwrap();
        prop_assert_eq!(text(&found), text(&IDLArgs::new(&args.args[..1])));
    }

    /// A subtype coerces, as soundness of subtyping says.
    #[test]
    fn subtypes_coerce((ty, value) in typed_value(), choices in vec(any::<u8>(), 24)) {
        let env = TypeEnv::new();
        let wider = weaken(&ty, &mut choices.into_iter());
        subtype(&mut Gamma::default(), &env, &ty, &wider).unwrap();
        let bytes = IDLArgs::new(&[value]).to_bytes_with_types(&env, &[ty]).unwrap();
        let wider = [wider];
        let found = IDLArgs::from_bytes_with_types(&bytes, &env, &wider).unwrap();
        // What comes out is a value of the wider type, and coercing it again changes nothing.
        let bytes = found.to_bytes_with_types(&env, &wider).unwrap();
        let again = IDLArgs::from_bytes_with_types(&bytes, &env, &wider).unwrap();
        prop_assert_eq!(text(&again), text(&found));
    }

    /// Whatever the other type is: an option of it never refuses a value.
    #[test]
    fn an_option_of_any_type_takes_every_value((ty, value) in typed_value(), other in some_type()) {
        let env = TypeEnv::new();
        let types = [ty];
        let bytes = IDLArgs::new(&[value]).to_bytes_with_types(&env, &types).unwrap();
        let plain = IDLArgs::from_bytes_with_types(&bytes, &env, std::slice::from_ref(&other));
        let found = IDLArgs::from_bytes_with_types(&bytes, &env, &[opt(&other)]).unwrap();
        match (&types[0].as_ref(), other.as_ref()) {
            (TypeInner::Opt(_) | TypeInner::Null | TypeInner::Reserved, _) => {}
            (_, TypeInner::Opt(_)) => {}
            _ => match plain {
                Ok(plain) => {
                    let inside = Box::new(plain.args[0].clone());
                    prop_assert_eq!(text(&found), text(&IDLArgs::new(&[IDLValue::Opt(inside)])));
                }
                Err(_) => prop_assert_eq!(found.args, [IDLValue::None]),
            },
        }
    }

    #[test]
    fn cut_messages_are_refused((ty, value) in typed_value(), cut in any::<proptest::sample::Index>()) {
        let (env, types) = (TypeEnv::new(), [ty]);
        let bytes = IDLArgs::new(&[value]).to_bytes_with_types(&env, &types).unwrap();
        let bytes = &bytes[..cut.index(bytes.len())];
        prop_assert!(IDLArgs::from_bytes(bytes).unwrap_err().is_malformed());
        prop_assert!(IDLArgs::from_bytes_with_types(bytes, &env, &types).unwrap_err().is_malformed());
        prop_assert!(candid::decode_args::<()>(bytes).unwrap_err().is_malformed());
    }
}
