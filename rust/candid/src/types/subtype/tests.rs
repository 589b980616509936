//! Tests of subtyping and equality: a table of pairs, then size, depth and cycles.

use crate::types::subtype::*;
use crate::types::ty::label::Label;
use crate::types::ty::{Field, FuncMode, Function, TypeInner};
use TypeInner::{Bool, Empty, Int, Nat, Nat8, Null, Principal, Reserved, Text};

fn opt(ty: impl Into<Type>) -> Type {
    TypeInner::Opt(ty.into()).into()
}

fn vec(ty: impl Into<Type>) -> Type {
    TypeInner::Vec(ty.into()).into()
}

fn var(name: &str) -> Type {
    TypeInner::Var(name.to_string()).into()
}

fn fields(fields: &[(&str, Type)]) -> Vec<Field> {
    let field = |(name, ty): &(&str, Type)| Field {
        id: Label::Named((*name).to_string()).into(),
        ty: ty.clone(),
    };
    fields.iter().map(field).collect()
}

fn record(parts: &[(&str, Type)]) -> Type {
    TypeInner::Record(fields(parts)).into()
}

fn variant(parts: &[(&str, Type)]) -> Type {
    TypeInner::Variant(fields(parts)).into()
}

fn func(args: &[Type], rets: &[Type]) -> Type {
    func_with(&[], args, rets)
}

fn func_with(modes: &[FuncMode], args: &[Type], rets: &[Type]) -> Type {
    TypeInner::Func(Function {
        modes: modes.to_vec(),
        args: args.to_vec(),
        rets: rets.to_vec(),
    })
    .into()
}

fn service(methods: &[(&str, Type)]) -> Type {
    let method = |(name, ty): &(&str, Type)| ((*name).to_string(), ty.clone());
    TypeInner::Service(methods.iter().map(method).collect()).into()
}

fn env(definitions: &[(&str, Type)]) -> TypeEnv {
    let owned = |(name, ty): &(&str, Type)| (name.to_string(), ty.clone());
    TypeEnv(definitions.iter().map(owned).collect())
}

fn text(result: Result<()>) -> String {
    result.map_or_else(|error| error.to_string(), |()| "ok".to_string())
}

fn check(env: &TypeEnv, t1: &Type, t2: &Type) -> [String; 3] {
    let config = |report| text(subtype_with_config(report, &mut Gamma::new(), env, t1, t2));
    let equal = text(equal(&mut Gamma::new(), env, t1, t2));
    let quiet = config(OptReport::Silence);
    assert_eq!(quiet, config(OptReport::Warning));
    [quiet, config(OptReport::Error), equal]
}

fn all(env: &TypeEnv, new: &Type, old: &Type) -> Vec<String> {
    let found = subtype_check_all(&mut Gamma::new(), env, new, old);
    found.iter().map(ToString::to_string).collect()
}

#[test]
fn pairs() {
    const OK: &str = "ok";
    let nat = || Type::from(Nat);
    let named = |ty: TypeInner| record(&[("a", ty.into())]);
    let special = |pair: &str| {
        format!("{pair} only by the special rule for opt: the types have diverged and values may be lost")
    };
    #[rustfmt::skip]
    let rows: Vec<(Type, Type, &str, String, &str)> = vec![
        (Nat.into(), Int.into(), OK, OK.into(), "nat is not equal to int"),
        (Nat.into(), Reserved.into(), OK, OK.into(), "nat is not equal to reserved"),
        (Empty.into(), named(Nat), OK, OK.into(), "empty is not equal to record { a : nat }"),
        (service(&[]), Principal.into(), OK, OK.into(), "service {} is not equal to principal"),
        (Null.into(), opt(Nat), OK, OK.into(), "null is not equal to opt nat"),
        (Nat.into(), opt(Int), OK, OK.into(), "nat is not equal to opt int"),
        (opt(Nat), opt(Int), OK, OK.into(), "nat is not equal to int"),
        (opt(Nat), opt(Text), OK, special("opt nat is a subtype of opt text"), "nat is not equal to text"),
        (Nat.into(), opt(opt(Nat)), OK, special("nat is a subtype of opt opt nat"), "nat is not equal to opt opt nat"),
        (Reserved.into(), opt(Nat), OK, special("reserved is a subtype of opt nat"), "reserved is not equal to opt nat"),
        (named(Nat), record(&[("a", opt(Bool))]), OK, "record field a: ".to_string() + &special("nat is a subtype of opt bool"),
            "record field a: nat is not equal to opt bool"),
        (record(&[]), record(&[("a", opt(Nat)), ("b", Null.into())]), OK, OK.into(), "field a is only in the second type"),
        (variant(&[("a", nat())]), variant(&[("a", Int.into()), ("b", nat())]), OK, OK.into(), "variant field a: nat is not equal to int"),
        (func(&[Int.into()], &[Nat.into(), Text.into()]), func(&[nat(), nat()], &[Int.into()]), OK, OK.into(),
            "input types > record field 0: int is not equal to nat"),
        (func(&[opt(Nat)], &[]), func(&[], &[]), OK, OK.into(), "input types: field 0 is only in the first type"),
        (func(&[opt(Nat)], &[]), func(&[opt(Text)], &[]), OK, "input type: ".to_string() + &special("opt text is a subtype of opt nat"),
            "input type: nat is not equal to text"),
    ];
    for (t1, t2, official, strict, same) in rows {
        assert_eq!(
            check(&TypeEnv::new(), &t1, &t2),
            [official.into(), strict, same.to_string()]
        );
    }
    #[rustfmt::skip]
    let failing: Vec<(Type, Type, &str)> = vec![
        (Int.into(), Nat.into(), "int is not a subtype of nat"),
        (opt(Nat), Nat.into(), "opt nat is not a subtype of nat"),
        (Principal.into(), service(&[]), "principal is not a subtype of service {}"),
        (named(Nat), named(Text), "record field a: nat is not a subtype of text"),
        (record(&[]), named(Nat), "field a of type nat is only in the expected type and is not opt, null or reserved"),
        (variant(&[("x", Null.into())]), variant(&[]), "case x is not in the expected variant"),
        (func(&[nat()], &[]), func(&[], &[]), "input types: field 0 of type nat is only in the expected type and is not opt, null or reserved"),
        (vec(func(&[named(Nat)], &[])), vec(func(&[named(Text)], &[])), "input type > record field a: text is not a subtype of nat"),
        (func(&[], &[]), func_with(&[FuncMode::Query], &[], &[]), "function annotation update differs from the expected query"),
        (service(&[]), service(&[("m", func(&[], &[]))]), "method \"m\" is only in the expected type"),
        (var("A"), nat(), "unbound type identifier A"),
        (vec(nat()), vec(Nat8), "nat is not a subtype of nat8"),
    ];
    for (t1, t2, error) in failing {
        let [official, strict, _] = check(&TypeEnv::new(), &t1, &t2);
        assert_eq!([official.as_str(), strict.as_str()], [error, error]);
    }
}

#[test]
fn a_report_says_which_side_changed() {
    let unit = || Type::from(Null);
    let callback = |ty: TypeInner| func(&[record(&[("a", ty.into())])], &[]);
    let new = service(&[
        (
            "m",
            func(
                &[record(&[("a", Nat.into())])],
                &[variant(&[("x", unit()), ("y", unit())])],
            ),
        ),
        (
            "n",
            func_with(&[FuncMode::Query], &[Nat.into(), Nat.into()], &[]),
        ),
        ("o", func(&[variant(&[("x", unit())])], &[])),
        ("p", func(&[callback(Nat)], &[])),
        ("q", func(&[service(&[("r", func(&[], &[]))])], &[])),
    ]);
    let old = service(&[
        ("l", func(&[], &[])),
        ("m", func(&[record(&[])], &[variant(&[("x", unit())])])),
        ("n", func(&[Text.into()], &[])),
        ("o", func(&[variant(&[("x", unit()), ("z", unit())])], &[])),
        ("p", func(&[callback(Text)], &[])),
        ("q", func(&[service(&[])], &[])),
    ]);
    let expected = [
        "method \"l\" is expected by the old interface but missing in the new one",
        "method \"m\" > input type: new service requires field a (type nat), which old callers don't provide and is not optional",
        "method \"m\" > return type: new variant has field y that does not exist in the old type",
        "method \"n\": function annotation changed from update to query",
        "method \"n\" > input types (old has 1 arg, new has 2) > record field 0: text is not a subtype of nat",
        "method \"n\" > input types (old has 1 arg, new has 2): new service requires field 1 (type nat), which old callers don't provide and is not optional",
        "method \"o\" > input type: old callers may send variant case z, which the new service no longer handles",
        "method \"p\" > input type > input type > record field a: nat is not a subtype of text",
        "method \"q\" > input type: new service requires method \"r\", which services that old callers pass don't provide",
    ];
    assert_eq!(all(&TypeEnv::new(), &new, &old), expected);
}

#[test]
fn recursive_types_compare_by_structure() {
    let list = |name: &str, ty: TypeInner| opt(record(&[("head", ty.into()), ("tail", var(name))]));
    let env = env(&[
        ("A", list("A", Nat)),
        (
            "B",
            opt(record(&[("head", Nat.into()), ("tail", list("B", Nat))])),
        ),
        ("C", list("C", Int)),
        ("D", vec(record(&[("a", Nat.into()), ("b", var("D"))]))),
        ("E", vec(record(&[("a", Text.into()), ("b", var("E"))]))),
        ("Loop", var("Loop")),
    ]);
    let ok = || "ok".to_string();
    assert_eq!(check(&env, &var("A"), &var("B")), [ok(), ok(), ok()]);
    assert_eq!(check(&env, &var("A"), &var("C"))[1], "ok");
    assert_eq!(check(&env, &var("C"), &var("A"))[0], "ok");
    assert!(check(&env, &var("C"), &var("A"))[1].contains("special rule"));
    let error = "record field a: nat is not a subtype of text";
    assert_eq!(check(&env, &var("D"), &var("E"))[0], error);
    assert_eq!(all(&env, &var("D"), &var("E")), [error]);
    assert_eq!(
        check(&env, &var("Loop"), &var("A"))[0],
        "Loop has a cyclic definition"
    );
}

#[test]
fn a_failure_is_explained_once() {
    let env = env(&[
        ("A", record(&[("x", Nat.into())])),
        ("B", record(&[("x", Text.into())])),
    ]);
    let both = |name: &str| record(&[("a", var(name)), ("b", var(name))]);
    let expected = [
        "record field a > record field x: nat is not a subtype of text",
        "record field b: A is not a subtype of B (see above)",
    ];
    assert_eq!(all(&env, &both("A"), &both("B")), expected);
}

#[test]
fn warnings_name_the_place_and_come_once() {
    let part = |ty: TypeInner| record(&[("x", opt(ty)), ("y", opt(opt(Nat)))]);
    let env = env(&[("A", part(Nat)), ("B", part(Text))]);
    let both = |name: &str| record(&[("a", opt(var(name))), ("b", var(name))]);
    let report = Relation::Subtype(OptReport::Warning);
    let graph = Graph::explore(report, &env, &Gamma::new(), &both("A"), &both("B"));
    let (warnings, n_more) = graph.warnings(&graph.failing(), 1);
    let paths: Vec<String> = warnings
        .iter()
        .map(|warning| warning.path.join(" > "))
        .collect();
    assert_eq!(paths, ["record field b > record field x"]);
    assert_eq!(n_more, 0);
    assert_eq!(graph.warnings(&graph.failing(), 0).1, 1);
}

#[test]
fn holding_pairs_are_remembered() {
    let env = env(&[("A", vec(var("A"))), ("B", vec(var("B"))), ("C", vec(Nat))]);
    let mut gamma = Gamma::new();
    subtype(&mut gamma, &env, &var("A"), &var("B")).unwrap();
    assert!(gamma.contains(&(var("A"), var("B"))));
    subtype(&mut gamma, &env, &var("A"), &var("C")).unwrap_err();
    assert!(!gamma.contains(&(var("A"), var("C"))));
    // Known pairs are not explored again.
    subtype(&mut gamma, &TypeEnv::new(), &vec(var("A")), &vec(var("B"))).unwrap();
}

#[test]
fn many_paths_to_one_failure_cost_little() {
    // Each level has two paths to the next.
    let level = |i: usize, side: &str, last: TypeInner| match i {
        60 => record(&[("z", last.into())]),
        _ => {
            let next = var(&format!("{side}{}", i + 1));
            record(&[("a", next.clone()), ("b", next)])
        }
    };
    let mut env = TypeEnv::new();
    for i in 0..=60 {
        env.0.insert(format!("A{i}"), level(i, "A", Nat));
        env.0.insert(format!("B{i}"), level(i, "B", Text));
    }
    assert_eq!(all(&env, &var("A0"), &var("B0")).len(), 61);
}

#[test]
fn deep_types_need_no_stack() {
    let deep = |innermost: TypeInner| {
        let mut ty = Type::from(innermost);
        for _ in 0..3_000 {
            ty = record(&[("a", ty)]);
        }
        ty
    };
    let (a, b) = (deep(Nat), deep(Text));
    let [official, ..] = check(&TypeEnv::new(), &a, &b);
    assert!(official.ends_with("record field a: nat is not a subtype of text"));
    assert!(official.len() < 1_000);
    let found = subtype_check_all(&mut Gamma::new(), &TypeEnv::new(), &a, &b);
    let report = format_report(&found);
    assert_eq!(report.lines().count(), 33);
    assert!(report.contains("… 2968 more …:\n"), "{report}");
}

/// Defines `c0 = wrap(c1)`, `c1 = wrap(c2)`, …, and the last one as `wrap(c0)` again.
fn cycle(env: &mut TypeEnv, side: &str, n: usize, wrap: impl Fn(Type) -> Type) -> Type {
    for i in 0..n {
        let next = var(&format!("{side}{}", (i + 1) % n));
        env.0.insert(format!("{side}{i}"), wrap(next));
    }
    var(&format!("{side}0"))
}

/// Cycles of coprime lengths produce a pair for each two of their types. If these exceed the limit of a comparison
/// there is an error, not a verdict.
#[test]
fn cycles_of_different_lengths() {
    let mut env = TypeEnv::new();
    let left = cycle(&mut env, "a", 89, vec);
    let right = cycle(&mut env, "b", 97, vec);
    let long = cycle(&mut env, "c", 8_900, vec);
    let longer = cycle(&mut env, "d", 8_901, vec);
    let compare = |right: &Type| {
        let relation = Relation::Subtype(OptReport::Silence);
        let graph = Graph::explore_with(
            relation,
            &env,
            &|_: &Type, _: &Type| false,
            &left,
            right,
            50_000,
        );
        let failing = graph.failing();
        let failures = Failures::new(&graph, &failing, Audience::Upgrade);
        let failures: Vec<String> = failures.map(|failure| failure.to_string()).collect();
        (graph.pairs.len(), failures)
    };
    assert_eq!(compare(&right), (89 * 97 + 1, vec![]));
    assert_eq!(compare(&long), (8_900 + 1, vec![]));
    let error = "not compared: too many pairs of types";
    assert_eq!(compare(&longer), (1, vec![error.to_string()]));
}
