//! Tests of warnings and of the limit on pairs; `tests/subtype.rs` has those of the public interface.

use crate::types::subtype::*;
use crate::types::ty::label::Label;
use crate::types::ty::{Field, TypeInner};

fn opt(ty: impl Into<Type>) -> Type {
    TypeInner::Opt(ty.into()).into()
}

fn vec(ty: Type) -> Type {
    TypeInner::Vec(ty).into()
}

fn var(name: &str) -> Type {
    TypeInner::Var(name.to_string()).into()
}

fn record(parts: [(&str, Type); 2]) -> Type {
    let field = |(name, ty): (&str, Type)| Field {
        id: Label::Named(name.to_string()).into(),
        ty,
    };
    TypeInner::Record(parts.map(field).to_vec()).into()
}

#[test]
fn warnings_name_the_place_and_come_once() {
    let part = |ty: TypeInner| record([("x", opt(ty)), ("y", opt(opt(TypeInner::Nat)))]);
    let mut env = TypeEnv::new();
    env.0.insert("A".to_string(), part(TypeInner::Nat));
    env.0.insert("B".to_string(), part(TypeInner::Text));
    let both = |name: &str| record([("a", opt(var(name))), ("b", var(name))]);
    let (left, right) = (both("A"), both("B"));
    let report = Relation::Subtype(OptReport::Warning);
    let graph = Graph::explore(report, &env, None, &left, &right, BASE_WORK);
    let (warnings, n_more) = graph.warnings(1);
    let paths: Vec<String> = warnings
        .iter()
        .map(|warning| warning.path.join(" > "))
        .collect();
    assert_eq!(paths, ["record field b > record field x"]);
    assert_eq!(n_more, 0);
    assert_eq!(graph.warnings(0).1, 1);
}

/// Cycles of coprime lengths produce a pair for each two of their types. If these exceed the limit of a comparison
/// there is an error, not a verdict.
#[test]
fn cycles_of_different_lengths() {
    let mut env = TypeEnv::new();
    let mut cycle = |side: &str, n: usize| {
        for i in 0..n {
            let next = var(&format!("{side}{}", (i + 1) % n));
            env.0.insert(format!("{side}{i}"), vec(next));
        }
        var(&format!("{side}0"))
    };
    let left = cycle("a", 89);
    let right = cycle("b", 97);
    let long = cycle("c", 8_900);
    let longer = cycle("d", 8_901);
    let compare = |right: &Type| {
        let relation = Relation::Subtype(OptReport::Silence);
        let graph = Graph::explore(relation, &env, None, &left, right, 50_000);
        let failures = graph.failures(Audience::Upgrade, usize::MAX);
        let failures: Vec<String> = failures.iter().map(ToString::to_string).collect();
        (graph.pairs.len(), failures)
    };
    assert_eq!(compare(&right), (89 * 97 + 1, vec![]));
    assert_eq!(compare(&long), (8_900 + 1, vec![]));
    let error = "not compared: too many pairs of types";
    assert_eq!(compare(&longer), (1, vec![error.to_string()]));
}
