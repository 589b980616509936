//! Tests that both subtype checks agree.

use crate::data::{Empty, Int, Nat, Principal, Reserved};
use crate::de::config::DecoderConfig;
use crate::de::header::{Entry, TypeTable};
use crate::de::plan::Plan;
use crate::schema::expected::ExpectedType;
use crate::schema::graph::Graph;
use crate::traits::CandidType;
use crate::types::env::TypeEnv;
use crate::types::subtype::{subtype_with_config, Gamma, OptReport};
use crate::types::ty::{FuncMode, Function, Type, TypeInner};
use crate::value::model::IDLValue;
use crate::{record, variant};
use candid_wire::reader::Reader;
use std::rc::Rc;

fn var(name: &str) -> Type {
    TypeInner::Var(name.to_string()).into()
}

fn opt(ty: Type) -> Type {
    TypeInner::Opt(ty).into()
}

fn vec(ty: Type) -> Type {
    TypeInner::Vec(ty).into()
}

fn func(modes: Vec<FuncMode>, args: Vec<Type>, rets: Vec<Type>) -> Type {
    TypeInner::Func(Function { modes, args, rets }).into()
}

fn service(methods: &[(&str, &str)]) -> Type {
    let methods = methods.iter();
    TypeInner::Service(
        methods
            .map(|(name, ty)| ((*name).to_string(), var(ty)))
            .collect(),
    )
    .into()
}

/// Types of each kind, in cycles of several lengths, with parts present or absent.
fn types() -> TypeEnv {
    let mut env = TypeEnv::new();
    let mut add = |name: &str, ty: Type| {
        env.0.insert(name.to_string(), ty);
    };
    let [nat, int, text, null, reserved, empty, principal]: [Type; 7] = [
        TypeInner::Nat.into(),
        TypeInner::Int.into(),
        TypeInner::Text.into(),
        TypeInner::Null.into(),
        TypeInner::Reserved.into(),
        TypeInner::Empty.into(),
        TypeInner::Principal.into(),
    ];
    for (side, n, ty) in [("a", 3, &nat), ("b", 4, &int), ("c", 2, &text)] {
        for i in 0..n {
            let next = var(&format!("{side}{}", (i + 1) % n));
            let (next, ty) = (vec(next), ty.clone());
            add(&format!("{side}{i}"), record! { n : next; x : ty });
        }
    }
    let (a0, a1, e) = (var("a0"), var("a1"), var("e"));
    add(
        "d",
        record! { n : vec(a0.clone()); x : nat.clone(); y : var("c0") },
    );
    add(
        "e",
        record! { n : vec(e.clone()); x : int.clone(); z : opt(nat.clone()) },
    );
    add(
        "e1",
        record! { n : vec(e.clone()); x : reserved.clone(); z : null.clone() },
    );
    add("f", func(vec![], vec![e.clone()], vec![a1.clone()]));
    add("g", func(vec![], vec![var("a2")], vec![var("b1")]));
    add(
        "h",
        func(vec![], vec![e, opt(nat.clone())], vec![a1, text.clone()]),
    );
    add(
        "h1",
        func(vec![FuncMode::Query], vec![nat.clone()], vec![int.clone()]),
    );
    add(
        "h2",
        func(vec![FuncMode::Query], vec![int.clone()], vec![nat.clone()]),
    );
    add(
        "h3",
        func(vec![FuncMode::Oneway], vec![int.clone(), null], vec![]),
    );
    add("i", service(&[("f", "f"), ("g", "g")]));
    add("i1", service(&[("f", "h"), ("g", "g"), ("h", "h1")]));
    add("i2", service(&[("h", "h2")]));
    add("i3", service(&[]));
    add("j", variant! { a : nat.clone(); b : a0.clone() });
    add(
        "j1",
        variant! { a : int.clone(); b : var("b0"); c : text.clone() },
    );
    add("j2", variant! { a : empty.clone() });
    add("k", func(vec![], vec![var("i1")], vec![var("k"), var("j")]));
    add(
        "k1",
        func(vec![], vec![var("i")], vec![var("k1"), var("j1")]),
    );
    add("l", vec(principal.clone()));
    add("l1", vec(var("i")));
    add("l2", vec(empty.clone()));
    add("m", opt(var("m")));
    add(
        "m1",
        record! { a : opt(a0); b : reserved.clone(); c : nat.clone() },
    );
    add("m2", record! { c : int.clone() });
    let atoms = [nat, int, text, reserved, empty, principal];
    for (i, ty) in atoms.into_iter().enumerate() {
        add(&format!("n{i}"), ty);
    }
    env
}

/// Returns the plan of a message of options of these types.
fn plan_of_options(env: &TypeEnv, types: impl Iterator<Item = Type>) -> Plan {
    let mut builder = crate::ser::builder::IDLBuilder::new();
    for ty in types {
        builder
            .value_arg_with_type(&IDLValue::None, env, &opt(ty))
            .unwrap();
    }
    let bytes = builder.serialize_to_vec().unwrap();
    let table = TypeTable::read(&mut Reader::new(&bytes), &DecoderConfig::new()).unwrap();
    Rc::into_inner(Plan::new(table)).unwrap()
}

/// Comparing types by index gives the same verdicts as the check with reports, whatever was compared before.
#[test]
fn verdicts_are_those_of_the_walk_with_reports() {
    let env = types();
    let names: Vec<&String> = env.0.keys().collect();
    let plan = plan_of_options(&env, names.iter().map(|name| var(name)));
    let mut n_holding = 0;
    for right in &names {
        let (graph, node) = Graph::new(&env, &var(right)).unwrap();
        for (left, arg) in names.iter().zip(plan.table.args()) {
            let Some(Entry::Opt(wire)) = plan.table.entry(arg.ty) else {
                panic!("{left} is not in an option");
            };
            let found = plan
                .is_subtype(wire, &ExpectedType::Node(graph.clone(), node))
                .unwrap();
            let gamma = &mut Gamma::new();
            let silent = OptReport::Silence;
            let expected = subtype_with_config(silent, gamma, &env, &var(left), &var(right));
            assert_eq!(found, expected.is_ok(), "{left} {right}");
            n_holding += usize::from(found);
        }
    }
    let n = names.len() * names.len();
    assert!(
        n_holding > n / 10 && n_holding < n / 2,
        "{n_holding} of {n}"
    );
}

/// Constant types have the same verdicts, and those with few parts need no memo.
#[test]
fn verdicts_of_constant_types_are_the_same() {
    type Of4<T> = (T, T, T, T);
    type Of16<T> = Of4<Of4<T>>;
    macro_rules! types {
        ($($ty:ty,)*) => {
            [$((<$ty>::ty(), <$ty>::__descriptor())),*]
        };
    }
    let few = types![
        u8, Nat, Int, Reserved, Empty, String, Principal, Option<u8>, Vec<u8>, Vec<Nat>, Vec<Int>, Vec<Vec<Nat>>,
        Vec<Vec<Int>>, (), (u8,), (Nat,), (Int, Option<u8>), (Int, u8), ((Nat, Option<Nat>),), Vec<(Nat,)>, (Reserved, Vec<(Int,)>),
        Result<u8, String>, Result<Nat, (Int,)>, Result<Int, (Int, Option<()>)>, Result<Int, Empty>, (Result<Int, Reserved>,),
        Of4<Nat>, Of4<Int>, Of4<Reserved>,
    ];
    let many = types![
        Of16<Nat>,
        Of16<Int>,
        (Of16<Nat>, u8),
        Vec<Of16<Reserved>>,
        Result<Of16<Nat>, Of16<Int>>,
        Result<Of16<Int>, Of16<Int>>,
        (Result<Of16<Nat>, u8>, Option<u8>),
        (Result<Of16<Int>, u8>,),
    ];
    let all: Vec<_> = few.iter().chain(&many).collect();
    let env = TypeEnv::new();
    let plan = plan_of_options(&env, all.iter().map(|(ty, _)| ty.clone()));
    let mut n_holding = 0;
    for (right, descriptor) in &all {
        for ((left, _), arg) in all.iter().zip(plan.table.args()) {
            let Some(Entry::Opt(wire)) = plan.table.entry(arg.ty) else {
                panic!("{left} is not in an option");
            };
            let expected = ExpectedType::of_descriptor(descriptor).unwrap();
            let found = plan.is_subtype(wire, &expected).unwrap();
            let gamma = &mut Gamma::new();
            let is_subtype = subtype_with_config(OptReport::Silence, gamma, &env, left, right);
            assert_eq!(found, is_subtype.is_ok(), "{left} {right}");
            n_holding += usize::from(found);
        }
    }
    assert!(n_holding > 2 * all.len(), "{n_holding}");
    let plan = plan_of_options(&env, few.iter().map(|(ty, _)| ty.clone()));
    for ((ty, descriptor), arg) in few.iter().zip(plan.table.args()) {
        let Some(Entry::Opt(wire)) = plan.table.entry(arg.ty) else {
            panic!("{ty} is not in an option");
        };
        let expected = ExpectedType::of_descriptor(descriptor).unwrap();
        assert!(plan.is_subtype(wire, &expected).unwrap(), "{ty}");
        assert_eq!(plan.compared.n_pairs(), 0, "{ty}");
    }
}
