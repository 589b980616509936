//! Random types and random values of them.

use candid::types::internal::{Field, FuncMode, Function, Label, Type, TypeInner};
use candid::types::value::{IDLField, IDLValue, VariantValue};
use candid::{Int, Nat, Principal};
use proptest::collection::{btree_map, vec};
use proptest::prelude::{any, prop_oneof, Just, Strategy};
use proptest::strategy::{BoxedStrategy, Union};
use std::rc::Rc;

pub(crate) fn ty(inner: TypeInner) -> Type {
    inner.into()
}

/// Names that are other things too: words of the grammar, numbers, what has to be escaped.
const NAMES: [&str; 16] = [
    "opt",
    "true",
    "null",
    "inf",
    "nan",
    "NaN",
    "principal",
    "import",
    "5",
    "_5_",
    "",
    "a b",
    "\"",
    "\\",
    "\u{0}",
    "☃",
];

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
        proptest::sample::select(&NAMES[..]).prop_map(|name| Label::Named(name.to_string())),
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

/// Characters of all kinds: printable ones, any, and those that text in quotes has to escape.
fn text() -> impl Strategy<Value = String> {
    let any_character = vec(any::<char>(), 0..4).prop_map(String::from_iter);
    prop_oneof![
        "[a-z]{0,4}",
        "\\PC{0,5}",
        any_character,
        "[\u{0}-\u{1f}\"'\\\\`{}u0-9\u{7f}-\u{a0}]{0,5}",
    ]
}

/// A type without definitions.
pub(crate) fn some_type() -> BoxedStrategy<Type> {
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
pub(crate) fn value_of(ty: &Type) -> BoxedStrategy<IDLValue> {
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
        TypeInner::Float32 => prop_oneof![
            any::<f32>(),
            proptest::sample::select(&[f32::INFINITY, f32::NEG_INFINITY, f32::NAN, -0.0, 1e30][..]),
            (-9..9i8).prop_map(f32::from),
        ]
        .prop_map(IDLValue::Float32)
        .boxed(),
        TypeInner::Float64 => prop_oneof![
            any::<f64>(),
            proptest::sample::select(
                &[f64::INFINITY, f64::NEG_INFINITY, f64::NAN, -0.0, 1e300][..]
            ),
            (-9..9i8).prop_map(f64::from),
        ]
        .prop_map(IDLValue::Float64)
        .boxed(),
        TypeInner::Text => text().prop_map(IDLValue::Text).boxed(),
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
        TypeInner::Func(_) => (principal(), text())
            .prop_map(|(principal, method)| IDLValue::Func(principal, method))
            .boxed(),
        TypeInner::Service(_) => principal().prop_map(IDLValue::Service).boxed(),
        other => unreachable!("{other:?} is not made by `some_type`"),
    }
}

/// A type and a value of it.
pub(crate) fn typed_value() -> impl Strategy<Value = (Type, IDLValue)> {
    some_type().prop_flat_map(|ty| {
        let value = value_of(&ty);
        (Just(ty), value)
    })
}
