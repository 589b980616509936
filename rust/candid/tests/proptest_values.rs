//! Laws for random types and random values of them: what `IDLValue` writes it reads.
#![cfg(feature = "value")]

use candid::types::internal::{Field, FuncMode, Function, Label, Type, TypeInner};
use candid::types::subtype::{subtype, Gamma};
use candid::types::value::{IDLArgs, IDLField, IDLValue, VariantValue};
use candid::{Int, Nat, Principal, TypeEnv};
use proptest::collection::{btree_map, vec};
use proptest::prelude::{any, prop_oneof, Just, Strategy};
use proptest::strategy::{BoxedStrategy, Union};
use proptest::{prop_assert, prop_assert_eq, proptest};
use std::rc::Rc;

fn ty(inner: TypeInner) -> Type {
    inner.into()
}

fn primitive() -> impl Strategy<Value = Type> {
    use TypeInner as T;
    let all = [
        T::Null,
        T::Bool,
        T::Nat,
        T::Int,
        T::Nat8,
        T::Nat16,
        T::Nat32,
        T::Nat64,
        T::Int8,
        T::Int16,
        T::Int32,
        T::Int64,
        T::Float32,
        T::Float64,
        T::Text,
        T::Reserved,
        T::Principal,
    ];
    Union::new(all.map(|inner| Just(ty(inner))))
}

/// Labels, which are distinct by id and not only by name.
fn fields(part: BoxedStrategy<Type>, least: usize) -> impl Strategy<Value = Vec<Field>> {
    let label = prop_oneof![
        "[a-z]{1,3}".prop_map(Label::Named),
        "\\PC{1,3}".prop_map(Label::Named),
        (0..4u32).prop_map(Label::Id),
        any::<u32>().prop_map(Label::Id),
    ];
    let id = label.prop_map(|label| (label.get_id(), label));
    vec((id, part), least..5).prop_map(|parts| {
        let mut fields: Vec<Field> = parts
            .into_iter()
            .map(|((_, label), ty)| Field {
                id: Rc::new(label),
                ty,
            })
            .collect();
        fields.sort_by_key(|field| field.id.get_id());
        fields.dedup_by_key(|field| field.id.get_id());
        fields
    })
}

fn some_type() -> BoxedStrategy<Type> {
    primitive()
        .prop_recursive(4, 24, 4, |inner| {
            let func =
                (vec(inner.clone(), 0..3), vec(inner.clone(), 0..2)).prop_map(|(args, rets)| {
                    ty(TypeInner::Func(Function {
                        modes: vec![FuncMode::Query],
                        args,
                        rets,
                    }))
                });
            let func = func.boxed();
            let service = btree_map("[a-z]{1,4}", func.clone(), 0..3)
                .prop_map(|methods| ty(TypeInner::Service(methods.into_iter().collect())));
            prop_oneof![
                2 => inner.clone().prop_map(|part| ty(TypeInner::Opt(part))),
                2 => inner.clone().prop_map(|part| ty(TypeInner::Vec(part))),
                3 => fields(inner.clone(), 0).prop_map(|fields| ty(TypeInner::Record(fields))),
                3 => fields(inner, 1).prop_map(|fields| ty(TypeInner::Variant(fields))),
                1 => func,
                1 => service,
            ]
        })
        .boxed()
}

/// A value of a type, as the decoder makes it.
fn value_of(ty: &Type) -> BoxedStrategy<IDLValue> {
    fn wrap<T: proptest::arbitrary::Arbitrary + 'static>(
        make: fn(T) -> IDLValue,
    ) -> BoxedStrategy<IDLValue> {
        any::<T>().prop_map(make).boxed()
    }
    let principal = || vec(any::<u8>(), 0..=29).prop_map(|bytes| Principal::from_slice(&bytes));
    match ty.as_ref() {
        TypeInner::Null => Just(IDLValue::Null).boxed(),
        TypeInner::Bool => wrap(IDLValue::Bool),
        TypeInner::Nat => wrap(|n: u128| IDLValue::Nat(Nat::from(n))),
        TypeInner::Int => wrap(|n: i128| IDLValue::Int(Int::from(n))),
        TypeInner::Nat8 => wrap(IDLValue::Nat8),
        TypeInner::Nat16 => wrap(IDLValue::Nat16),
        TypeInner::Nat32 => wrap(IDLValue::Nat32),
        TypeInner::Nat64 => wrap(IDLValue::Nat64),
        TypeInner::Int8 => wrap(IDLValue::Int8),
        TypeInner::Int16 => wrap(IDLValue::Int16),
        TypeInner::Int32 => wrap(IDLValue::Int32),
        TypeInner::Int64 => wrap(IDLValue::Int64),
        TypeInner::Float32 => wrap(IDLValue::Float32),
        TypeInner::Float64 => wrap(IDLValue::Float64),
        TypeInner::Text => "\\PC{0,5}".prop_map(IDLValue::Text).boxed(),
        TypeInner::Reserved => Just(IDLValue::Reserved).boxed(),
        TypeInner::Principal => principal().prop_map(IDLValue::Principal).boxed(),
        TypeInner::Opt(part) => prop_oneof![
            Just(IDLValue::None),
            value_of(part).prop_map(|value| IDLValue::Opt(Box::new(value))),
        ]
        .boxed(),
        TypeInner::Vec(part) if matches!(part.as_ref(), TypeInner::Nat8) => {
            vec(any::<u8>(), 0..5).prop_map(IDLValue::Blob).boxed()
        }
        TypeInner::Vec(part) => vec(value_of(part), 0..4).prop_map(IDLValue::Vec).boxed(),
        TypeInner::Record(fields) => {
            let labels: Vec<Label> = fields.iter().map(|f| f.id.as_ref().clone()).collect();
            let values: Vec<_> = fields.iter().map(|field| value_of(&field.ty)).collect();
            values
                .prop_map(move |values| {
                    let field = |(id, val): (&Label, _)| IDLField {
                        id: id.clone(),
                        val,
                    };
                    IDLValue::Record(labels.iter().zip(values).map(field).collect())
                })
                .boxed()
        }
        TypeInner::Variant(fields) => {
            let tags = fields.iter().enumerate().map(|(i, field)| {
                let id = field.id.as_ref().clone();
                value_of(&field.ty)
                    .prop_map(move |val| {
                        let tag = IDLField {
                            id: id.clone(),
                            val,
                        };
                        IDLValue::Variant(VariantValue(Box::new(tag), i as u64))
                    })
                    .boxed()
            });
            Union::new(tags).boxed()
        }
        TypeInner::Func(_) => (principal(), "[a-z]{0,4}")
            .prop_map(|(principal, method)| IDLValue::Func(principal, method))
            .boxed(),
        TypeInner::Service(_) => principal().prop_map(IDLValue::Service).boxed(),
        other => unreachable!("{other:?} is not made by `some_type`"),
    }
}

fn typed_value() -> impl Strategy<Value = (Type, IDLValue)> {
    some_type().prop_flat_map(|ty| {
        let value = value_of(&ty);
        (Just(ty), value)
    })
}

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
