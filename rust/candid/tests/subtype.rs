//! Subtyping through the public interface: recursive types of every constructor, each row with the
//! verdict by the spec, the verdict without the special rule for `opt`, and equality.

use candid::types::subtype::{
    equal, format_report, subtype, subtype_check_all, subtype_with_config, Gamma, Incompatibility,
    OptReport, MAX_REASONS,
};
use candid::types::{Field, FuncMode, Function, Label, Type, TypeEnv, TypeInner};
use TypeInner::{Bool, Empty, Int, Nat, Nat8, Null, Principal, Reserved, Text};

fn ty(inner: TypeInner) -> Type {
    inner.into()
}

fn var(name: &str) -> Type {
    ty(TypeInner::Var(name.to_string()))
}

fn opt(part: Type) -> Type {
    ty(TypeInner::Opt(part))
}

fn vec(part: Type) -> Type {
    ty(TypeInner::Vec(part))
}

fn env<const N: usize>(definitions: [(&str, Type); N]) -> TypeEnv {
    let owned = |(name, ty): (&str, Type)| (name.to_string(), ty);
    TypeEnv(definitions.map(owned).into())
}

/// Fields sorted by id, as types have them.
fn fields<const N: usize>(parts: [(Label, Type); N]) -> Vec<Field> {
    let mut fields: Vec<Field> = parts
        .into_iter()
        .map(|(label, ty)| Field {
            id: label.into(),
            ty,
        })
        .collect();
    fields.sort_by_key(|field| field.id.get_id());
    fields
}

fn named(name: &str) -> Label {
    Label::Named(name.to_string())
}

fn func<const A: usize, const R: usize>(args: [Type; A], rets: [Type; R], query: bool) -> Type {
    ty(TypeInner::Func(Function {
        modes: query.then_some(FuncMode::Query).into_iter().collect(),
        args: args.to_vec(),
        rets: rets.to_vec(),
    }))
}

fn service<const N: usize>(methods: [(&str, Type); N]) -> Type {
    let method = |(name, ty): &(&str, Type)| (name.to_string(), ty.clone());
    ty(TypeInner::Service(methods.iter().map(method).collect()))
}

fn record<const N: usize>(parts: [(Label, Type); N]) -> Type {
    ty(TypeInner::Record(fields(parts)))
}

fn variant<const N: usize>(parts: [(Label, Type); N]) -> Type {
    ty(TypeInner::Variant(fields(parts)))
}

/// The definitions that the rows rely on; those with a digit are variations.
fn definitions() -> TypeEnv {
    use TypeInner::Nat64;
    let list = |name: &str, part| opt(record([(Label::Id(0), part), (Label::Id(1), var(name))]));
    let tree = |name: &str, leaf| {
        let branch = record([(named("left"), var(name)), (named("right"), var(name))]);
        variant([(named("leaf"), leaf), (named("branch"), branch)])
    };
    let node = |name: &str, extra: Option<Type>| match extra {
        None => record([(named("next"), vec(var(name)))]),
        Some(extra) => record([(named("next"), vec(var(name))), (named("extra"), extra)]),
    };
    let actor = |name: &str, arg| {
        service([
            ("call", func([arg], [var(name)], false)),
            ("read", func([], [ty(Nat64)], true)),
        ])
    };
    env([
        ("List", list("List", ty(Nat))),
        ("List1", list("List1", ty(Int))),
        ("List2", list("List2", ty(Text))),
        ("Unrolled", list("List", ty(Nat))),
        ("Tree", tree("Tree", ty(Nat))),
        ("Tree1", tree("Tree1", ty(Int))),
        ("Tree2", tree("Tree2", ty(Bool))),
        ("Node", node("Node", None)),
        ("Node1", node("Node1", Some(opt(ty(Text))))),
        ("Node2", node("Node2", Some(ty(Text)))),
        ("Actor", actor("Actor", ty(Int))),
        ("Actor1", actor("Actor1", ty(Nat))),
        ("Actor2", actor("Actor2", opt(ty(Text)))),
        (
            "Callback",
            func([func([var("Callback")], [ty(Nat)], false)], [], false),
        ),
        (
            "Callback1",
            func([func([var("Callback1")], [ty(Int)], false)], [], false),
        ),
        ("Opts", opt(var("Opts"))),
        ("Unit", record([])),
        ("Nothing", variant([])),
        ("Null", ty(Null)),
    ])
}

/// Returns the errors of subtyping, of subtyping without the special rule, and of equality; or `ok`.
fn check(env: &TypeEnv, t1: &Type, t2: &Type) -> [String; 3] {
    let text = |result: candid::Result| match result {
        Ok(()) => "ok".to_string(),
        Err(error) => error.to_string(),
    };
    let config = |report| text(subtype_with_config(report, &mut Gamma::new(), env, t1, t2));
    let quiet = config(OptReport::Silence);
    assert_eq!(quiet, config(OptReport::Warning));
    let equal = text(equal(&mut Gamma::new(), env, t1, t2));
    [quiet, config(OptReport::Error), equal]
}

fn all(env: &TypeEnv, new: &Type, old: &Type) -> Vec<String> {
    let found = subtype_check_all(&mut Gamma::new(), env, new, old);
    found.iter().map(ToString::to_string).collect()
}

#[test]
fn verdicts() {
    // Columns: subtype, subtype without the special rule, equal.
    #[rustfmt::skip]
    let rows = [
        ("List",      "List",      [true,  true,  true]),
        ("List",      "Unrolled",  [true,  true,  true]),
        ("List",      "List1",     [true,  true,  false]),
        ("List1",     "List",      [true,  false, false]),
        ("List",      "List2",     [true,  false, false]),
        ("Tree",      "Tree1",     [true,  true,  false]),
        ("Tree1",     "Tree",      [false, false, false]),
        ("Tree",      "Tree2",     [false, false, false]),
        ("Node",      "Node1",     [true,  true,  false]),
        ("Node1",     "Node",      [true,  true,  false]),
        ("Node2",     "Node",      [true,  true,  false]),
        ("Node",      "Node2",     [false, false, false]),
        ("Node2",     "Node1",     [true,  true,  false]),
        ("Node1",     "Node2",     [false, false, false]),
        ("Actor",     "Actor1",    [true,  true,  false]),
        ("Actor1",    "Actor",     [false, false, false]),
        ("Actor2",    "Actor",     [true,  false, false]),
        ("Actor",     "Actor2",    [false, false, false]),
        ("Callback",  "Callback1", [false, false, false]),
        ("Callback1", "Callback",  [true,  true,  false]),
        ("Null",      "Opts",      [true,  true,  false]),
        ("Opts",      "List",      [true,  false, false]),
        ("Unit",      "Opts",      [true,  false, false]),
        ("Nothing",   "Tree",      [true,  true,  false]),
        ("Nothing",   "Nothing",   [true,  true,  true]),
        ("Unit",      "Null",      [false, false, false]),
    ];
    let env = definitions();
    for (left, right, expected) in rows {
        let (t1, t2) = (var(left), var(right));
        let holds = |report| subtype_with_config(report, &mut Gamma::new(), &env, &t1, &t2).is_ok();
        let found = [
            holds(OptReport::Silence),
            holds(OptReport::Error),
            equal(&mut Gamma::new(), &env, &t1, &t2).is_ok(),
        ];
        assert_eq!(found, expected, "{left} <: {right}");
        assert_eq!(holds(OptReport::Warning), expected[0]);
        let all = subtype_check_all(&mut Gamma::new(), &env, &t1, &t2);
        assert_eq!(all.is_empty(), expected[0], "{left} <: {right}");
    }
}

#[test]
fn one_gamma_serves_many_questions() {
    let env = definitions();
    let names: Vec<&String> = env.0.keys().collect();
    let mut gamma = Gamma::new();
    for _ in 0..2 {
        for t1 in &names {
            for t2 in &names {
                let (t1, t2) = (var(t1), var(t2));
                let kept = subtype_with_config(OptReport::Silence, &mut gamma, &env, &t1, &t2);
                let fresh =
                    subtype_with_config(OptReport::Silence, &mut Gamma::new(), &env, &t1, &t2);
                assert_eq!(kept.is_ok(), fresh.is_ok(), "{t1} <: {t2}");
            }
        }
    }
}

#[test]
fn reports_group_by_place() {
    let env = definitions();
    let check = |new: &str, old: &str| {
        let all = subtype_check_all(&mut Gamma::new(), &env, &var(new), &var(old));
        format_report(&all)
    };
    assert_eq!(
        check("Actor1", "Actor2"),
        "method \"call\":\n  argument 1: opt text is not a subtype of nat"
    );
    assert_eq!(
        check("Node1", "Node2"),
        "record field extra: opt text is not a subtype of text"
    );
    assert_eq!(check("Nothing", "List"), "");
}

#[test]
fn a_service_constructor_counts_as_its_service() {
    let env = definitions();
    let class = |arg| ty(TypeInner::Class(vec![arg], var("Actor")));
    let (nat, text) = (class(ty(TypeInner::Nat)), class(ty(TypeInner::Text)));
    let silence = OptReport::Silence;
    for old in [&text, &var("Actor"), &ty(TypeInner::Principal)] {
        subtype_with_config(silence, &mut Gamma::new(), &env, &nat, old).unwrap();
    }
    let error = equal(&mut Gamma::new(), &env, &nat, &text).unwrap_err();
    assert_eq!(
        error.to_string(),
        "init argument 1: nat is not equal to text"
    );
}

#[test]
fn texts() {
    const OK: &str = "ok";
    let query = || {
        ty(TypeInner::Func(Function {
            modes: vec![FuncMode::Query],
            args: vec![],
            rets: vec![],
        }))
    };
    let (nat, int, text) = (|| ty(Nat), || ty(Int), || ty(Text));
    let field = |part: Type| record([(named("a"), part)]);
    let special = |pair: &str| {
        format!("{pair} only by the special rule for opt: the types have diverged and values may be lost")
    };
    #[rustfmt::skip]
    let rows: Vec<(Type, Type, &str, String, &str)> = vec![
        (nat(), int(), OK, OK.into(), "nat is not equal to int"),
        (nat(), ty(Reserved), OK, OK.into(), "nat is not equal to reserved"),
        (ty(Empty), field(nat()), OK, OK.into(), "empty is not equal to record { a : nat }"),
        (service([]), ty(Principal), OK, OK.into(), "service {} is not equal to principal"),
        (ty(Null), opt(nat()), OK, OK.into(), "null is not equal to opt nat"),
        (nat(), opt(int()), OK, OK.into(), "nat is not equal to opt int"),
        (opt(nat()), opt(int()), OK, OK.into(), "nat is not equal to int"),
        (opt(nat()), opt(text()), OK, special("opt nat is a subtype of opt text"), "nat is not equal to text"),
        (nat(), opt(opt(nat())), OK, special("nat is a subtype of opt opt nat"), "nat is not equal to opt opt nat"),
        (ty(Reserved), opt(nat()), OK, special("reserved is a subtype of opt nat"), "reserved is not equal to opt nat"),
        (field(nat()), field(opt(ty(Bool))), OK, "record field a: ".to_string() + &special("nat is a subtype of opt bool"),
            "record field a: nat is not equal to opt bool"),
        (record([]), record([(named("a"), opt(nat())), (named("b"), ty(Null))]), OK, OK.into(), "field a is only in the second type"),
        (variant([(named("a"), nat())]), variant([(named("a"), int()), (named("b"), nat())]), OK, OK.into(),
            "variant case a: nat is not equal to int"),
        (func([int()], [nat(), text()], false), func([nat(), nat()], [int()], false), OK, OK.into(),
            "argument 1: int is not equal to nat"),
        (func([opt(nat())], [], false), func([], [], false), OK, OK.into(), "argument 1 is only in the first type"),
        (func([opt(nat())], [], false), func([opt(text())], [], false), OK, "argument 1: ".to_string() + &special("opt text is a subtype of opt nat"),
            "argument 1: nat is not equal to text"),
        (func([], [], false), query(), "function annotation update differs from the expected query",
            "function annotation update differs from the expected query".into(), "function annotation update differs from the expected query"),
        (service([]), service([("m", query())]), "method \"m\" is only in the expected type",
            "method \"m\" is only in the expected type".into(), "method \"m\" is only in the second type"),
    ];
    for (t1, t2, official, strict, same) in rows {
        let expected = [official.into(), strict, same.to_string()];
        assert_eq!(check(&TypeEnv::new(), &t1, &t2), expected);
    }
    #[rustfmt::skip]
    let failing: Vec<(Type, Type, &str)> = vec![
        (int(), nat(), "int is not a subtype of nat"),
        (opt(nat()), nat(), "opt nat is not a subtype of nat"),
        (ty(Principal), service([]), "principal is not a subtype of service {}"),
        (field(nat()), field(text()), "record field a: nat is not a subtype of text"),
        (record([]), field(nat()), "field a of type nat is only in the expected type and is not opt, null or reserved"),
        (variant([(named("x"), ty(Null))]), variant([]), "case x is not in the expected variant"),
        (func([nat()], [], false), func([], [], false), "argument 1 of type nat is only in the expected type and is not opt, null or reserved"),
        (vec(func([field(nat())], [], false)), vec(func([field(text())], [], false)), "argument 1 > record field a: text is not a subtype of nat"),
        (var("A"), nat(), "unbound type identifier A"),
        (vec(nat()), vec(ty(Nat8)), "nat is not a subtype of nat8"),
    ];
    for (t1, t2, error) in failing {
        let [official, strict, _] = check(&TypeEnv::new(), &t1, &t2);
        assert_eq!([official.as_str(), strict.as_str()], [error, error]);
    }
}

#[test]
fn a_report_says_which_side_changed() {
    let (nat, text, unit) = (|| ty(Nat), || ty(Text), || ty(Null));
    let field = |part: Type| record([(named("a"), part)]);
    let callback = |part: Type| func([field(part)], [], false);
    let xy = |second: &str| variant([(named("x"), unit()), (named(second), unit())]);
    let x = || variant([(named("x"), unit())]);
    let new = service([
        ("m", func([field(nat())], [xy("y")], false)),
        ("n", func([nat(), nat()], [], true)),
        ("o", func([x()], [], false)),
        ("p", func([callback(nat())], [], false)),
        (
            "q",
            func([service([("r", func([], [], false))])], [], false),
        ),
    ]);
    let old = service([
        ("l", func([], [], false)),
        ("m", func([record([])], [x()], false)),
        ("n", func([text()], [], false)),
        ("o", func([xy("z")], [], false)),
        ("p", func([callback(text())], [], false)),
        ("q", func([service([])], [], false)),
    ]);
    let expected = [
        "method \"l\" is expected by the old interface but missing in the new one",
        "method \"m\" > argument 1: new service requires field a (type nat), which old callers don't provide and is not optional",
        "method \"m\" > result 1: new variant has case y that does not exist in the old type",
        "method \"n\": function annotation changed from update to query",
        "method \"n\" > argument 1: text is not a subtype of nat",
        "method \"n\": new service requires argument 2 (type nat), which old callers don't provide and is not optional",
        "method \"o\" > argument 1: old callers may send variant case z, which the new service no longer handles",
        "method \"p\" > argument 1 > argument 1 > record field a: nat is not a subtype of text",
        "method \"q\" > argument 1: new service requires method \"r\", which services that old callers pass don't provide",
    ];
    assert_eq!(all(&TypeEnv::new(), &new, &old), expected);
}

/// A type from a message has hashes, where the other has the names.
#[test]
fn names_stand_for_hashes() {
    let id = |name: &str| Label::Id(named(name).get_id());
    let null = || ty(Null);
    let field = |label, part| record([(label, part)]);
    let both = |label, part| variant([(label, part), (named("z"), null())]);
    #[rustfmt::skip]
    let rows = [
        (field(named("a"), ty(Nat)), field(id("a"), ty(Text)), "record field a: nat is not a subtype of text"),
        (field(id("a"), ty(Nat)), field(named("a"), ty(Text)), "record field a: nat is not a subtype of text"),
        (both(id("a"), ty(Nat)), both(named("a"), ty(Text)), "variant case a: nat is not a subtype of text"),
        (field(id("a"), ty(Nat)), field(id("a"), ty(Text)), "record field 97: nat is not a subtype of text"),
        // The name is somewhere else.
        (func([], [both(named("a"), null()), both(id("a"), null())], false), func([], [both(named("a"), null()), both(named("b"), null())], false),
            "result 2: new variant has case a that does not exist in the old type"),
        (func([field(id("a"), ty(Nat)), record([])], [], false), func([field(named("a"), ty(Nat)), field(id("a"), ty(Nat))], [], false), ""),
        (func([field(named("a"), ty(Nat)), field(id("a"), ty(Nat))], [], false), func([field(named("a"), ty(Nat)), record([])], [], false),
            "argument 2: new service requires field a (type nat), which old callers don't provide and is not optional"),
        (func([], [field(named("a"), ty(Nat)), record([])], false), func([], [field(named("a"), ty(Nat)), field(Label::Unnamed(97), ty(Nat))], false),
            "result 2: new type is missing required field 97 (type nat), which is expected by the old type and is not optional"),
        // Two names have this hash.
        (func([], [record([(named("stghvzf"), null()), (named("x"), null())]), record([])], false),
            func([], [field(named("hraxjyp"), null()), field(id("stghvzf"), ty(Nat))], false),
            "result 2: new type is missing required field 2_733_119_712 (type nat), which is expected by the old type and is not optional"),
    ];
    for (new, old, expected) in rows {
        assert_eq!(all(&TypeEnv::new(), &new, &old).join("\n"), expected);
    }
    let same = |left, right| equal(&mut Gamma::new(), &TypeEnv::new(), &left, &right);
    let error = same(field(id("a"), ty(Nat)), field(named("a"), ty(Int))).unwrap_err();
    assert_eq!(error.to_string(), "record field a: nat is not equal to int");
    let service = || ty(TypeInner::Service(vec![]));
    let class = |args| ty(TypeInner::Class(args, service()));
    let error = same(class(vec![ty(Nat)]), class(vec![ty(Nat), ty(Int)])).unwrap_err();
    assert_eq!(
        error.to_string(),
        "init argument 2 is only in the second type"
    );
}

#[test]
fn recursive_types_are_explained_once() {
    let list = |name: &str, part: Type| vec(record([(named("a"), part), (named("b"), var(name))]));
    let x = |part: Type| record([(named("x"), part)]);
    let env = env([
        ("D", list("D", ty(Nat))),
        ("E", list("E", ty(Text))),
        ("Loop", var("Loop")),
        ("A", x(ty(Nat))),
        ("B", x(ty(Text))),
    ]);
    let error = "record field a: nat is not a subtype of text";
    assert_eq!(check(&env, &var("D"), &var("E"))[0], error);
    assert_eq!(all(&env, &var("D"), &var("E")), [error]);
    let [error, ..] = check(&env, &var("Loop"), &var("A"));
    assert_eq!(error, "Loop has a cyclic definition");
    let both = |name: &str| record([(named("a"), var(name)), (named("b"), var(name))]);
    let expected = [
        "record field a > record field x: nat is not a subtype of text",
        "record field b: A is not a subtype of B (see above)",
    ];
    assert_eq!(all(&env, &both("A"), &both("B")), expected);
    // What depends on a type around it has the reasons of that.
    let env = self::env([
        ("P", record([(named("q"), var("Q")), (named("x"), ty(Nat))])),
        ("Q", record([(named("p"), var("P"))])),
        (
            "R",
            record([(named("q"), var("S")), (named("x"), ty(Text))]),
        ),
        ("S", record([(named("p"), var("R"))])),
    ]);
    let both = |a: &str, b: &str| record([(named("a"), var(a)), (named("b"), var(b))]);
    let expected = [
        "record field a > record field x: nat is not a subtype of text",
        "record field b: Q is not a subtype of S (see above)",
    ];
    assert_eq!(all(&env, &both("P", "Q"), &both("R", "S")), expected);
}

#[test]
fn holding_pairs_are_remembered() {
    let env = env([
        ("A", vec(var("A"))),
        ("B", vec(var("B"))),
        ("C", vec(ty(Nat))),
    ]);
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
        60 => record([(named("z"), ty(last))]),
        _ => {
            let next = var(&format!("{side}{}", i + 1));
            record([(named("a"), next.clone()), (named("b"), next)])
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
        let wrap = |part, _| record([(named("a"), part)]);
        (0..3_000).fold(ty(innermost), wrap)
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

#[test]
fn lists_end() {
    let fields = |n: usize, part: TypeInner| {
        let field = |i| Field {
            id: Label::Id(i).into(),
            ty: part.clone().into(),
        };
        ty(TypeInner::Record((0..).take(n).map(field).collect()))
    };
    for (n, n_more) in [(MAX_REASONS, 0), (3 * MAX_REASONS, 1)] {
        let found = all(&TypeEnv::new(), &fields(n, Nat), &fields(n, Text));
        assert_eq!(found.len(), MAX_REASONS + n_more);
        let last = found.last().map(String::as_str);
        assert_eq!(
            last == Some("further mismatches are not shown"),
            n_more == 1
        );
    }
}

#[test]
fn reasons_are_grouped_by_place() {
    let rows: &[(&[&str], &str)] = &[
        (&["z"], "m1"),
        (&["a", "y"], "m2"),
        (&["a", "b"], "m3"),
        (&["a", "b"], "m4"),
        (&[], "r1"),
        (&["a"], "own"),
        (&["q", "w", "e"], "deep"),
        (&["z", "k"], "child"),
    ];
    let row = |(path, message): &(&[&str], &str)| Incompatibility {
        path: path.iter().map(|step| step.to_string()).collect(),
        message: message.to_string(),
    };
    let expected = "\
- r1
z:
  - m1
  k: child
a:
  - own
  y: m2
  b:
    - m3
    - m4
q:
  w:
    e: deep";
    assert_eq!(
        format_report(&rows.iter().map(row).collect::<Vec<_>>()),
        expected
    );
    assert_eq!(format_report(&[]), "");
}

#[test]
fn long_reports_end() {
    let row = |i: usize| Incompatibility {
        path: vec![format!("f{i}")],
        message: "m".to_string(),
    };
    let rows: Vec<_> = (0..=MAX_REASONS).map(row).collect();
    for (n, last) in [
        (200, "f199: m"),
        (201, "and 1 more"),
        (MAX_REASONS, "and 9800 more"),
        (MAX_REASONS + 1, "and at least 9801 more"),
    ] {
        let report = format_report(&rows[..n]);
        assert_eq!(report.lines().last(), Some(last));
        assert!(report.lines().count() <= 201);
    }
}
