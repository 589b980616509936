//! Tests of [`TypeEnv`].

use crate::types::env::*;
use crate::types::ty::label::Label;
use crate::types::ty::print::one_line;
use crate::types::ty::Field;

fn var(name: &str) -> Type {
    TypeInner::Var(name.to_string()).into()
}

fn record(fields: &[Type]) -> Type {
    let field = |(i, ty): (u32, &Type)| Field {
        id: Label::Id(i).into(),
        ty: ty.clone(),
    };
    TypeInner::Record((0..).zip(fields).map(field).collect()).into()
}

fn env(definitions: &[(&str, Type)]) -> TypeEnv {
    let owned = |(name, ty): &(&str, Type)| (name.to_string(), ty.clone());
    TypeEnv(definitions.iter().map(owned).collect())
}

/// Returns the definitions, each on one line.
fn print(env: &TypeEnv) -> Vec<String> {
    let line = |(name, ty): (&String, &Type)| format!("{name} = {}", one_line(ty));
    env.to_sorted_iter().map(line).collect()
}

#[test]
fn names_are_followed() {
    let opt = Type::from(TypeInner::Opt(var("C")));
    let env = env(&[("A", opt), ("B", var("A")), ("C", var("B"))]);
    assert_eq!(one_line(env.find_type("C").unwrap()), "B");
    assert_eq!(one_line(env.rec_find_type("C").unwrap()), "opt C");
    assert_eq!(one_line(&env.trace_type(&var("C")).unwrap()), "opt C");
    let error = env.rec_find_type("Z").unwrap_err().to_string();
    assert_eq!(error, "unbound type identifier Z");
}

#[test]
fn cycles_of_names_are_errors() {
    let env = env(&[("A", var("B")), ("B", var("A")), ("S", var("S"))]);
    for name in ["A", "B", "S"] {
        assert!(env.rec_find_type(name).is_err());
        assert!(env.trace_type(&var(name)).is_err());
        assert!(env.as_func(&var(name)).is_err());
        assert!(env.as_service(&var(name)).is_err());
    }
    let error = env.rec_find_type("S").unwrap_err().to_string();
    assert_eq!(error, "S has a cyclic definition");
}

#[test]
fn methods_are_found_in_services_and_constructors() {
    let function = Type::from(TypeInner::Func(Function {
        modes: Vec::new(),
        args: vec![TypeInner::Nat.into()],
        rets: Vec::new(),
    }));
    let methods = vec![
        ("f".to_string(), var("F")),
        ("t".to_string(), TypeInner::Nat.into()),
    ];
    let env = env(&[("F", function), ("S", TypeInner::Service(methods).into())]);
    let class = TypeInner::Class(Vec::new(), var("S")).into();
    for service in [var("S"), class] {
        assert_eq!(env.as_service(&service).unwrap().len(), 2);
        assert_eq!(env.get_method(&service, "f").unwrap().args.len(), 1);
        let error = |method| env.get_method(&service, method).unwrap_err().to_string();
        assert_eq!(error("g"), "cannot find method g");
        assert_eq!(error("t"), "not a function type: nat");
    }
    let error = env.as_service(&var("F")).unwrap_err().to_string();
    assert_eq!(error, "not a service type: func (nat) -> ()");
}

#[test]
fn merging_is_all_or_nothing() {
    let mut left = env(&[("B", TypeInner::Nat.into())]);
    let right = env(&[("A", TypeInner::Text.into()), ("B", TypeInner::Int.into())]);
    let error = left.merge(&right).unwrap_err().to_string();
    assert_eq!(error, "inconsistent binding: the definitions of B differ");
    assert_eq!(print(&left), ["B = nat"]);
    left.merge(&env(&[("A", var("B")), ("B", TypeInner::Nat.into())]))
        .unwrap();
    assert_eq!(print(&left), ["A = B", "B = nat"]);
}

#[test]
fn merged_types_get_free_names() {
    let mut left = env(&[
        ("A", TypeInner::Int.into()),
        ("A/1", TypeInner::Text.into()),
    ]);
    let right = env(&[("A", TypeInner::Opt(var("B")).into()), ("B", var("A"))]);
    let ty = left.merge_type(right, TypeInner::Vec(var("A")).into());
    assert_eq!(one_line(&ty), "vec A/2");
    assert_eq!(
        print(&left),
        ["A = int", "A/1 = text", "A/2 = opt B", "B = A/2"]
    );
}

#[test]
fn records_without_end_become_empty() {
    let opt = |ty| Type::from(TypeInner::Opt(ty));
    let mut env = env(&[
        ("Self", record(&[var("Self")])),
        ("Alias", var("Self")),
        ("Named", record(&[TypeInner::Nat.into(), var("Alias")])),
        ("Ping", record(&[var("Pong")])),
        ("Pong", record(&[var("Ping")])),
        ("Inline", record(&[record(&[var("Inline")])])),
        ("List", record(&[opt(var("List"))])),
        ("Plain", record(&[var("Nat")])),
        ("Nat", TypeInner::Nat.into()),
    ]);
    env.replace_empty().unwrap();
    let empty = |name: &&str| matches!(env.0[*name].as_ref(), TypeInner::Empty);
    let names = [
        "Self", "Alias", "Named", "Ping", "Pong", "Inline", "List", "Plain",
    ];
    let found: Vec<&str> = names.into_iter().filter(empty).collect();
    assert_eq!(found, ["Self", "Alias", "Named", "Ping", "Pong"]);
}
