//! Subtyping through the public interface: recursive types of every constructor, each row with the
//! verdict by the spec, the verdict without the special rule for `opt`, and equality.

use candid::types::subtype::{
    equal, format_report, subtype_check_all, subtype_with_config, Gamma, OptReport,
};
use candid::types::{Field, FuncMode, Function, Label, Type, TypeEnv, TypeInner};

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
    use TypeInner::{Bool, Int, Nat, Nat64, Null, Text};
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
    let all = [
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
    ];
    TypeEnv(
        all.into_iter()
            .map(|(name, ty)| (name.to_string(), ty))
            .collect(),
    )
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
        "method \"call\":\n  input type: opt text is not a subtype of nat"
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
    assert_eq!(error.to_string(), "init args: nat is not equal to text");
}
