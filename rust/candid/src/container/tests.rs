//! Tests of `container`.

use super::*;
use crate::traits::Serializer;
use crate::types::registry::type_once;
use crate::types::ty::label::Label;
use crate::types::ty::print::one_line;
use crate::types::ty::Field;

fn record(fields: &[(&str, Type)]) -> Type {
    let field = |(name, ty): &(&str, Type)| Field {
        id: Label::Named((*name).to_string()).into(),
        ty: ty.clone(),
    };
    TypeInner::Record(fields.iter().map(field).collect()).into()
}

macro_rules! candid_type {
    ($name:ident, $ty:expr) => {
        struct $name;
        impl CandidType for $name {
            fn _ty() -> Type {
                $ty
            }
            fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
                serializer.serialize_null(())
            }
        }
    };
}
candid_type!(Ping, record(&[("a", TypeInner::Opt(Pong::ty()).into())]));
candid_type!(
    Pong,
    record(&[("b", TypeInner::Vec(Ping::ty()).into()), ("c", Leaf::ty())])
);
candid_type!(Leaf, record(&[("x", TypeInner::Nat.into())]));
candid_type!(Twin, record(&[("x", TypeInner::Nat.into())]));
candid_type!(Both, record(&[("p", Twin::ty()), ("q", Ping::ty())]));

fn definitions(types: &TypeContainer) -> Vec<String> {
    let line = |(name, ty): (&String, &Type)| format!("{name} = {}", one_line(ty));
    types.env.to_sorted_iter().map(line).collect()
}

#[test]
fn recursion_goes_through_names() {
    let mut types = TypeContainer::new();
    assert_eq!(one_line(&types.add::<Ping>()), "Ping");
    let expected = [
        "Leaf = record { x : nat }",
        "Ping = record { a : opt Pong }",
        "Pong = record { b : vec Ping; c : Leaf }",
    ];
    assert_eq!(definitions(&types), expected);
}

#[test]
fn equal_types_of_two_names_are_two_definitions() {
    let mut types = TypeContainer::new();
    Leaf::ty();
    assert_eq!(one_line(&types.add::<Both>()), "Both");
    let expected = [
        "Both = record { p : Twin; q : Ping }",
        "Leaf = record { x : nat }",
        "Ping = record { a : opt Pong }",
        "Pong = record { b : vec Ping; c : Leaf }",
        "Twin = record { x : nat }",
    ];
    assert_eq!(definitions(&types), expected);
}

#[test]
fn shared_parts_are_visited_once() {
    struct Doubled;
    fn doubled() -> Type {
        let mut ty = Leaf::ty();
        for _ in 0..60 {
            ty = record(&[("a", ty.clone()), ("b", ty)]);
        }
        ty
    }
    let ty = type_once(TypeId::of::<Doubled>(), doubled);
    let mut naming = Naming::default();
    let named = naming.name_parts(&ty);
    assert_eq!(named.definitions.len(), 2);
}
