//! Values are written in one pass as they are after annotation, and what does not fit has the errors of annotation.

#[path = "../../../tests/random_values/mod.rs"]
#[allow(clippy::duplicate_mod, reason = "tests of several modules use it")]
mod random_values;
mod untyped;

use crate::error::{PathSegment, Result};
use crate::schema::graph::Graph;
use crate::ser::builder::IDLBuilder;
use crate::ser::graph_header;
use crate::ser::table::TypeSerialize;
use crate::types::env::TypeEnv;
use crate::types::ty::label::Label;
use crate::types::ty::{Field, Type, TypeInner};
use crate::value::encode::message_at;
use crate::value::inference::Inference;
use crate::value::merge;
use crate::value::model::{IDLArgs, IDLField, IDLValue, VariantValue};
use ic_principal::Principal;
use proptest::collection::vec;
use proptest::prelude::any;
use proptest::{prop_assert, prop_assert_eq, proptest};
use random_values::{some_type, typed_value};
use std::rc::Rc;

/// The message by annotation, argument by argument, each after a check of its type.
fn by_annotation(
    env: &TypeEnv,
    types: &[Type],
    values: &[IDLValue],
    check: impl Fn(&Type) -> Result<()>,
) -> Result<Vec<u8>> {
    let mut builder = IDLBuilder::new();
    for (i, (value, ty)) in values.iter().zip(types).enumerate() {
        check(ty)?;
        let appended = value
            .annotate_type(true, env, ty)
            .and_then(|value| builder.annotated_arg(&value, env, ty).map(|_| ()));
        appended.map_err(|error| error.in_segment(PathSegment::Argument(i)))?;
    }
    builder.serialize_to_vec()
}

/// The bytes as hexadecimal digits, or the error.
fn shown(message: Result<Vec<u8>>) -> String {
    match message {
        Ok(bytes) => bytes.iter().map(|byte| format!("{byte:02x}")).collect(),
        Err(error) => format!("{error:?} {error}"),
    }
}

/// Compares the ways: all arguments at once, and one by one.
fn check(env: &TypeEnv, types: &[Type], values: &[IDLValue]) -> String {
    let traced = |ty: &Type| env.trace_type(ty).map(|_| ());
    let expected = shown(by_annotation(env, types, values, traced));
    let args = IDLArgs::new(values);
    assert_eq!(shown(args.to_bytes_with_types(env, types)), expected);
    let expected = shown(by_annotation(env, types, values, |_| Ok(())));
    let mut builder = IDLBuilder::new();
    let mut args = values.iter().zip(types).enumerate();
    let appended = args.try_for_each(|(i, (value, ty))| {
        let appended = builder.value_arg_with_type(value, env, ty).map(|_| ());
        appended.map_err(|error| error.in_segment(PathSegment::Argument(i)))
    });
    let message = appended.and_then(|()| builder.serialize_to_vec());
    assert_eq!(shown(message), expected);
    expected
}

type Choices<'c> = dyn Iterator<Item = u8> + 'c;

fn one_in(n: u8, choices: &mut Choices<'_>) -> bool {
    choices.next().is_some_and(|choice| choice % n == 0)
}

/// Replaces parts of a type by definitions, some of which are aliases, and shares some.
fn named(ty: &Type, env: &mut TypeEnv, choices: &mut Choices<'_>) -> Type {
    let ty = ty.map_parts(&mut |part| named(part, env, choices));
    if !one_in(3, choices) {
        return ty;
    }
    let mut name = String::from("T") + &env.0.len().to_string();
    env.0.insert(name.clone(), ty.clone());
    while one_in(4, choices) {
        let alias = String::from("A") + &env.0.len().to_string();
        env.0.insert(alias.clone(), TypeInner::Var(name).into());
        name = alias;
    }
    if one_in(5, choices) {
        return ty;
    }
    TypeInner::Var(name).into()
}

/// Changes a value: the order, number and labels of fields; literals; values that fit in some places only.
fn changed(value: &IDLValue, choices: &mut Choices<'_>) -> IDLValue {
    let other = match choices.next().map(|choice| choice % 24) {
        Some(0) => Some(IDLValue::Null),
        Some(1) => Some(IDLValue::None),
        Some(2) => Some(IDLValue::Reserved),
        Some(3) => Some(IDLValue::Number("1_0".to_string())),
        Some(4) => Some(IDLValue::Number("-300".to_string())),
        Some(5) => Some(IDLValue::Opt(Box::new(value.clone()))),
        Some(6) => Some(IDLValue::Float64(1e39)),
        Some(7) => Some(IDLValue::Float64(0.1)),
        Some(8) => Some(IDLValue::Nat(7u8.into())),
        Some(9) => Some(IDLValue::Vec(vec![IDLValue::Nat8(1)])),
        Some(10) => Some(IDLValue::Blob(vec![1, 2])),
        _ => None,
    };
    if let Some(other) = other {
        return other;
    }
    match value {
        IDLValue::Opt(content) => IDLValue::Opt(Box::new(changed(content, choices))),
        IDLValue::Vec(items) => IDLValue::Vec(items.iter().map(|v| changed(v, choices)).collect()),
        IDLValue::Record(fields) => {
            let mut out = Vec::new();
            for field in fields {
                if one_in(12, choices) {
                    continue;
                }
                let field = changed_field(field, choices);
                if one_in(12, choices) {
                    out.push(field.clone());
                }
                out.push(field);
            }
            if one_in(5, choices) {
                out.push(IDLField {
                    id: Label::Named("surplus".to_string()),
                    val: IDLValue::Bool(true),
                });
            }
            if one_in(3, choices) {
                out.reverse();
            } else if one_in(3, choices) {
                let n = usize::from(out.len() > 1);
                out.rotate_left(n);
            }
            IDLValue::Record(out)
        }
        IDLValue::Variant(VariantValue(field, hint)) => IDLValue::Variant(VariantValue(
            Box::new(changed_field(field, choices)),
            // In a message the position has no meaning until the value is annotated.
            hint.wrapping_add(choices.next().map_or(0, |choice| u64::from(choice % 3))),
        )),
        leaf => leaf.clone(),
    }
}

fn changed_field(field: &IDLField, choices: &mut Choices<'_>) -> IDLField {
    let id = if one_in(4, choices) {
        Label::Id(field.id.get_id())
    } else {
        field.id.clone()
    };
    let val = changed(&field.val, choices);
    IDLField { id, val }
}

/// The header of a message with these types.
fn header((graph, roots): (Graph, Vec<u32>)) -> Vec<u8> {
    let header = graph_header::header_of(&graph, &roots).unwrap();
    let graph = Rc::new(graph);
    let mut table = TypeSerialize::new();
    for root in roots {
        table.push_node(graph.clone(), root).unwrap();
    }
    table.serialize().unwrap();
    assert_eq!(header, table.get_result());
    header
}

proptest! {
    #![proptest_config(proptest::test_runner::Config::with_cases(4_000))]

    #[test]
    fn one_pass_is_annotation_and_encoding(
        (ty, value) in typed_value(),
        (other, other_value) in typed_value(),
        choices in vec(any::<u8>(), 0..80),
    ) {
        let mut choices = choices.into_iter();
        let mut env = TypeEnv::new();
        let types = [
            named(&ty, &mut env, &mut choices),
            named(&other, &mut env, &mut choices),
            named(&ty, &mut env, &mut choices),
        ];
        let values = [value.clone(), other_value, value];
        check(&env, &types, &values);
        let values = values.map(|value| changed(&value, &mut choices));
        check(&env, &types, &values);
    }

    #[test]
    fn a_value_at_an_unrelated_type((_, value) in typed_value(), ty in some_type()) {
        check(&TypeEnv::new(), &[ty], &[value]);
    }

    #[test]
    fn a_value_at_its_own_type((_, value) in typed_value(), choices in vec(any::<u8>(), 0..40)) {
        let value = changed(&value, &mut choices.into_iter());
        let values = std::slice::from_ref(&value);
        // The fast way to the type finds none, or that of the other.
        let fast = merge::types_of(values, usize::MAX);
        let mut inference = Inference::new();
        let ty = inference.common_type(&[&value]);
        if inference.conflict.is_some() {
            prop_assert!(fast.is_none());
        } else if let (Some(fast), Ok(ty)) = (fast, ty) {
            let types = Graph::of_types(&TypeEnv::new(), &[ty], false);
            let types = types.map(|(graph, roots, _)| (graph, roots));
            prop_assert_eq!(shown(Ok(header(fast))), shown(types.map(header)));
        }
        let ty = value.checked_ty();
        let ty = ty.map_err(|error| error.in_segment(PathSegment::Argument(0)));
        let expected = ty.and_then(|ty| by_annotation(&TypeEnv::new(), &[ty], values, |_| Ok(())));
        prop_assert_eq!(shown(IDLArgs::new(values).to_bytes()), shown(expected));
    }
}

fn record(fields: &[(&str, TypeInner)]) -> Type {
    let field = |(name, ty): &(&str, TypeInner)| Field {
        id: Label::Named((*name).to_string()).into(),
        ty: ty.clone().into(),
    };
    TypeInner::Record(fields.iter().map(field).collect()).into()
}

fn value(fields: &[(&str, u8)]) -> IDLValue {
    let field = |(name, n): &(&str, u8)| IDLField {
        id: Label::Named((*name).to_string()),
        val: IDLValue::Nat8(*n),
    };
    IDLValue::Record(fields.iter().map(field).collect())
}

/// The index of a case is written together with its payload, or with an option's, in one byte or in two.
#[test]
fn payloads_behind_a_tag() {
    let payloads = [
        (TypeInner::Null, IDLValue::Null),
        (TypeInner::Bool, IDLValue::Bool(true)),
        (TypeInner::Nat8, IDLValue::Nat8(1)),
        (TypeInner::Nat64, IDLValue::Nat64(1)),
        (TypeInner::Int16, IDLValue::Int16(-1)),
        (TypeInner::Float64, IDLValue::Float64(0.5)),
        (TypeInner::Nat, IDLValue::Nat(300_u16.into())),
        (TypeInner::Text, IDLValue::Text("text".to_string())),
        (TypeInner::Reserved, IDLValue::Reserved),
        (
            TypeInner::Vec(TypeInner::Nat8.into()),
            IDLValue::Blob(vec![1]),
        ),
        (
            record(&[("a", TypeInner::Nat8)]).as_ref().clone(),
            value(&[("a", 1)]),
        ),
        // Converted.
        (TypeInner::Nat8, IDLValue::Number("1".to_string())),
        // None of the type.
        (TypeInner::Nat8, IDLValue::Bool(true)),
    ];
    let env = TypeEnv::new();
    let payload_of = |id: u32| &payloads[id as usize % payloads.len()];
    let field = |id| Field {
        id: Label::Id(id).into(),
        ty: payload_of(id).0.clone().into(),
    };
    let cases = TypeInner::Variant((0..200).map(field).collect()).into();
    for id in 0..200 {
        let (ty, val) = payload_of(id);
        let (id, val) = (Label::Id(id), val.clone());
        let some = IDLValue::Opt(Box::new(val.clone()));
        let case = IDLValue::Variant(VariantValue(Box::new(IDLField { id, val }), 0));
        check(&env, std::slice::from_ref(&cases), &[case]);
        check(&env, &[TypeInner::Opt(ty.clone().into()).into()], &[some]);
    }
}

/// Principals and services are written in one loop, unless an item is not one of them, of which each may be the first.
#[test]
fn vectors_of_ids() {
    let id = |n: u8| Principal::from_slice(&vec![n; usize::from(n)]);
    let service = TypeInner::Service(Vec::new());
    for ty in [TypeInner::Principal, service] {
        let ty = [TypeInner::Vec(ty.into()).into()];
        for n_items in 0..4 {
            for other in 0..=n_items {
                for is_service in [false, true] {
                    let item = |i| match is_service == (i == other) {
                        true => IDLValue::Service(id(i)),
                        false => IDLValue::Principal(id(i)),
                    };
                    let items = IDLValue::Vec((0..n_items).map(item).collect());
                    check(&TypeEnv::new(), &ty, &[items]);
                }
            }
        }
    }
}

/// Of fields with one label, the one at the position of the type's counts, otherwise the last.
#[test]
fn fields_that_are_there_twice() {
    let env = TypeEnv::new();
    let nat8 = TypeInner::Nat8;
    // In a hand-written type the fields are in any order.
    for (a, b) in [("a", "b"), ("b", "a")] {
        let ty = record(&[(a, nat8.clone()), (b, nat8.clone())]);
        for fields in [
            [("a", 1), ("b", 2), ("a", 3)],
            [("a", 1), ("a", 2), ("b", 3)],
            [("b", 1), ("a", 2), ("b", 3)],
        ] {
            check(&env, std::slice::from_ref(&ty), &[value(&fields)]);
        }
    }
}

/// Types without values and definitions that are missing are errors, after those of the values before them.
#[test]
fn types_that_are_wrong() {
    let var = |name: &str| TypeInner::Var(name.to_string());
    let mut env = TypeEnv::new();
    env.0.insert("Loop".to_string(), var("Loop").into());
    env.0.insert("Other".to_string(), var("Loop").into());
    env.0.insert("Any".to_string(), TypeInner::Unknown.into());
    let list = record(&[
        ("head", TypeInner::Nat8),
        ("tail", TypeInner::Opt(var("List").into())),
    ]);
    env.0.insert("List".to_string(), list);
    let twice = record(&[("a", TypeInner::Nat8), ("a", TypeInner::Nat8)]);
    let nothing = IDLValue::Vec(Vec::new());
    let inner = [
        var("Loop"),
        var("Other"),
        var("Missing"),
        var("Any"),
        TypeInner::Unknown,
        TypeInner::Empty,
        TypeInner::Future,
        TypeInner::Class(Vec::new(), TypeInner::Service(Vec::new()).into()),
        twice.as_ref().clone(),
        var("List"),
    ];
    let mut seen = Vec::new();
    for ty in inner {
        let ty = Type::from(ty);
        let types = [TypeInner::Nat8.into(), TypeInner::Vec(ty.clone()).into()];
        for first in [IDLValue::Nat8(1), IDLValue::Bool(true)] {
            for second in [nothing.clone(), IDLValue::Vec(vec![value(&[("a", 1)])])] {
                seen.push(check(&env, &types, &[first.clone(), second]));
            }
        }
        seen.push(check(&env, &[ty], &[value(&[("head", 1)])]));
    }
    seen.sort();
    seen.dedup();
    assert!(seen.len() >= 12, "{seen:#?}");
}

/// What would take exponential time if shared types were expanded, or quadratic time if aliases were.
#[test]
fn types_that_are_large_when_expanded() {
    let mut shared = Type::from(TypeInner::Nat8);
    for _ in 0..100 {
        shared = TypeInner::Record(vec![
            Field {
                id: Label::Id(0).into(),
                ty: shared.clone(),
            },
            Field {
                id: Label::Id(1).into(),
                ty: shared.clone(),
            },
        ])
        .into();
    }
    let ty = TypeInner::Opt(shared).into();
    check(&TypeEnv::new(), &[ty], &[IDLValue::None]);

    let mut env = TypeEnv::new();
    let fields = (0..1_000).map(|i| Field {
        id: Label::Id(i).into(),
        ty: TypeInner::Opt(TypeInner::Vec(TypeInner::Opt(TypeInner::Nat8.into()).into()).into())
            .into(),
    });
    let inner = TypeInner::Record(fields.collect()).into();
    env.0.insert("A".to_string(), TypeInner::Opt(inner).into());
    let mut aliases = Vec::new();
    for i in 0..1_000u32 {
        let name = format!("B{i}");
        env.0
            .insert(name.clone(), TypeInner::Var("A".to_string()).into());
        let ty = TypeInner::Var(name).into();
        aliases.push(Field {
            id: Label::Id(i).into(),
            ty,
        });
    }
    let ty = Type::from(TypeInner::Record(aliases));
    let (graph, _) = Graph::new(&env, &ty).unwrap();
    assert!(graph.len() < 12_000, "{}", graph.len());
    check(&env, &[ty], &[IDLValue::Record(Vec::new())]);
}

/// Also at types that refer to recursive Rust types, of which any may equal any other.
#[test]
fn recursive_rust_types() {
    #[derive(crate::CandidType)]
    struct List(u8, Option<Box<List>>);
    #[derive(crate::CandidType)]
    struct Tree(List, Vec<Tree>);

    let list = |head| List(head, Some(Box::new(List(2, None))));
    let tree = Tree(list(1), vec![Tree(list(3), vec![])]);
    let values = [
        IDLValue::from_rust(&tree).unwrap(),
        IDLValue::from_rust(&list(4)).unwrap(),
        IDLValue::from_rust(&tree).unwrap(),
    ];
    let types = [
        <Tree as crate::CandidType>::ty(),
        <List as crate::CandidType>::ty(),
    ];
    let types = [
        types[0].clone(),
        types[1].clone(),
        crate::record! { 0 : types[1].clone(); 1 : TypeInner::Vec(types[0].clone()).into() },
    ];
    let env = TypeEnv::new();
    let (graph, roots, _) = Graph::of_types(&env, &types, false).unwrap();
    assert_eq!(graph_header::header_of(&graph, &roots), None);
    let message = crate::encode_args((&tree, &list(4), &tree)).unwrap();
    assert_eq!(check(&env, &types, &values), shown(Ok(message.clone())));
    assert_eq!(message_at(&env, &types, &values), Some(message));
}
