//! Types: definitions, labels, names, sizes, comments, and the macros that write them.

use candid::types::internal::text_size;
use candid::types::{
    Field, FieldDoc, FuncMode, Function, Label, Serializer, Type, TypeContainer, TypeDoc, TypeInner,
};
use candid::{CandidType, TypeEnv};
use std::hash::{DefaultHasher, Hash, Hasher};

fn var(name: &str) -> Type {
    TypeInner::Var(name.to_string()).into()
}

fn opt(ty: impl Into<Type>) -> Type {
    TypeInner::Opt(ty.into()).into()
}

fn field(id: Label, ty: impl Into<Type>) -> Field {
    Field {
        id: id.into(),
        ty: ty.into(),
    }
}

fn named(name: &str) -> Label {
    Label::Named(name.to_string())
}

/// Returns a tuple type.
fn record(fields: &[Type]) -> Type {
    let field = |(i, ty): (u32, &Type)| field(Label::Id(i), ty.clone());
    TypeInner::Record((0..).zip(fields).map(field).collect()).into()
}

fn env(definitions: &[(&str, Type)]) -> TypeEnv {
    let owned = |(name, ty): &(&str, Type)| (name.to_string(), ty.clone());
    TypeEnv(definitions.iter().map(owned).collect())
}

/// Returns the definitions, each on one line.
fn print(env: &TypeEnv) -> Vec<String> {
    let line = |(name, ty): (&String, &Type)| format!("{name} = {ty}");
    env.to_sorted_iter().map(line).collect()
}

#[test]
fn names_are_followed() {
    let opt = opt(var("C"));
    let env = env(&[("A", opt), ("B", var("A")), ("C", var("B"))]);
    assert_eq!(env.find_type("C").unwrap().to_string(), "B");
    assert_eq!(env.rec_find_type("C").unwrap().to_string(), "opt C");
    assert_eq!(env.trace_type(&var("C")).unwrap().to_string(), "opt C");
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
    let right = env(&[("A", opt(var("B"))), ("B", var("A"))]);
    let ty = left.merge_type(right, TypeInner::Vec(var("A")).into());
    assert_eq!(ty.to_string(), "vec A/2");
    assert_eq!(
        print(&left),
        ["A = int", "A/1 = text", "A/2 = opt B", "B = A/2"]
    );
}

#[test]
fn records_without_end_become_empty() {
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

#[test]
fn a_comment_anywhere_makes_it_non_empty() {
    let line = || vec!["text".to_string()];
    let inner = TypeDoc {
        docs: line(),
        ..TypeDoc::default()
    };
    let field = |docs: Vec<String>, ty: Option<TypeDoc>| TypeDoc {
        docs: Vec::new(),
        fields: [(
            1,
            FieldDoc {
                docs,
                ty: ty.map(Box::new),
            },
        )]
        .into_iter()
        .collect(),
    };
    assert!(field(Vec::new(), None).is_empty());
    assert!(field(Vec::new(), Some(TypeDoc::default())).is_empty());
    assert!(!field(line(), None).is_empty());
    assert!(!field(Vec::new(), Some(inner)).is_empty());
}

#[test]
fn only_the_id_counts() {
    assert_eq!(named("5"), Label::Id(53));
    assert_eq!(Label::Id(5), Label::Unnamed(5));
    assert_ne!(named("5"), Label::Id(5));
    assert!(named("a") > Label::Id(96));
}

#[test]
fn tuples_count_from_zero() {
    let nat: Type = TypeInner::Nat.into();
    let record = |fields: &[(u32, Type)]| {
        let field = |(id, ty): &(u32, Type)| field(Label::Id(*id), ty.clone());
        Type::from(TypeInner::Record(fields.iter().map(field).collect()))
    };
    assert!(record(&[]).is_tuple());
    assert!(record(&[(0, nat.clone()), (1, nat.clone())]).is_tuple());
    assert!(!record(&[(1, nat.clone())]).is_tuple());
    assert!(!record(&[(0, nat.clone()), (2, nat.clone())]).is_tuple());
    assert!(!nat.is_tuple());
}

#[test]
fn a_blob_is_found_through_names() {
    let env = env(&[
        ("Byte", TypeInner::Nat8.into()),
        ("Bytes", TypeInner::Vec(var("Byte")).into()),
        ("Loop", var("Loop")),
    ]);
    assert!(var("Bytes").is_blob(&env));
    assert!(!var("Byte").is_blob(&env));
    assert!(!var("Loop").is_blob(&env));
    assert!(!var("Unbound").is_blob(&env));
}

#[test]
fn names_are_replaced_everywhere_at_once() {
    let names = [("a", "b"), ("b", "a")].map(|(k, v)| (k.to_string(), v.to_string()));
    let function = Function {
        modes: vec![FuncMode::Query],
        args: vec![var("a"), var("c")],
        rets: vec![var("b")],
    };
    let service = TypeInner::Service(vec![("f".into(), TypeInner::Func(function).into())]);
    let class = TypeInner::Class(vec![record(&[var("a")])], service.into());
    let text = "(record { b }) -> { f : (b, c) -> (a) query }";
    let substituted = Type::from(class).subst(&names.into_iter().collect());
    assert_eq!(substituted.to_string(), text);
}

fn hash(ty: &Type) -> u64 {
    let mut hasher = DefaultHasher::new();
    ty.hash(&mut hasher);
    hasher.finish()
}

/// Returns a record of two copies of a record of two copies of …
fn doubled(depth: usize, innermost: TypeInner) -> Type {
    let mut ty: Type = innermost.into();
    for _ in 0..depth {
        ty = record(&[ty.clone(), ty]);
    }
    ty
}

#[test]
fn sharing_is_not_exponential() {
    let a = doubled(200, TypeInner::Nat);
    let b = doubled(200, TypeInner::Nat);
    let c = doubled(200, TypeInner::Int);
    assert_eq!(a, b);
    assert_eq!(hash(&a), hash(&b));
    assert_ne!(a, c);
}

#[test]
fn small_differences_count() {
    let types = [
        opt(TypeInner::Nat),
        opt(TypeInner::Int),
        opt(TypeInner::Var("a".into())),
        opt(TypeInner::Var("b".into())),
        opt(TypeInner::Record(Vec::new())),
        opt(TypeInner::Service(Vec::new())),
        doubled(1, TypeInner::Nat),
        doubled(2, TypeInner::Nat),
    ];
    for (i, a) in types.iter().enumerate() {
        for (j, b) in types.iter().enumerate() {
            assert_eq!(a == b, i == j, "{a:?} {b:?}");
            assert_eq!(a.cmp(b).is_eq(), i == j, "{a:?} {b:?}");
            assert_eq!(hash(a) == hash(b), i == j, "{a:?} {b:?}");
        }
    }
}

#[test]
fn sizes_are_those_users_know() {
    let nat = || Type::from(TypeInner::Nat);
    let func = |modes: &[FuncMode], args: usize, rets: usize| {
        Type::from(TypeInner::Func(Function {
            modes: modes.to_vec(),
            args: vec![nat(); args],
            rets: vec![nat(); rets],
        }))
    };
    let method = |name: &str| (name.to_string(), func(&[], 0, 0));
    let rows: Vec<(Type, i32)> = vec![
        (TypeInner::Null.into(), 4),
        (TypeInner::Principal.into(), 9),
        (TypeInner::Record(vec![]).into(), 9),
        (TypeInner::Variant(vec![]).into(), 9),
        (TypeInner::Vec(TypeInner::Nat8.into()).into(), 8),
        (
            TypeInner::Record(vec![field(named("a"), nat()), field(named("x y"), nat())]).into(),
            25,
        ),
        (func(&[], 0, 0), 6),
        (func(&[FuncMode::CompositeQuery], 0, 0), 12),
        (func(&[FuncMode::Query], 2, 2), 28),
        (
            TypeInner::Service(vec![method("f"), method("g")]).into(),
            30,
        ),
    ];
    for (ty, size) in rows {
        assert_eq!(text_size(&ty, size), Ok(size), "{ty:?}");
        assert_eq!(text_size(&ty, size - 1), Err(()), "{ty:?}");
    }
    assert_eq!(text_size(&nat(), -1), Err(()));
}

#[test]
fn labels() {
    for (field, label) in [
        (candid::field! { a : u8::ty() }, named("a")),
        (candid::field! { _ : u8::ty() }, named("_")),
        (candid::field! { type : u8::ty() }, named("type")),
        (candid::field! { r#fn : u8::ty() }, named("fn")),
        (candid::field! { true : u8::ty() }, named("true")),
        (candid::field! { "a b" : u8::ty() }, named("a b")),
        (candid::field! { 0 : u8::ty() }, Label::Id(0)),
        (
            candid::field! { 4_294_967_295 : u8::ty() },
            Label::Id(u32::MAX),
        ),
        (candid::field! { 0x1f : u8::ty() }, Label::Id(31)),
    ] {
        assert_eq!(*field.id, label);
        assert_eq!(field.ty, u8::ty());
    }
}

#[test]
#[should_panic(expected = "found 'a' and 'a' with the same id")]
fn equal_labels() {
    let _ = candid::record! { a : u8::ty(); b : u8::ty(); a : String::ty() };
}

#[test]
#[should_panic(expected = "found 'a' and '97' with the same id")]
fn equal_ids() {
    let _ = candid::variant! { a : u8::ty(); 97 : u8::ty() };
}

#[test]
#[should_panic(expected = "found 'get' twice")]
fn equal_methods() {
    let get = "get";
    let _ = candid::service! {
        "get" : candid::func!(() -> ()); "a" : candid::func!(() -> ());
        (get) : candid::func!((u8,) -> (u8,) query);
    };
}

#[allow(dead_code, reason = "only their types matter")]
mod definitions {
    use candid::CandidType;

    #[derive(CandidType)]
    pub(crate) struct Ping {
        a: Option<Box<Pong>>,
    }

    #[derive(CandidType)]
    pub(crate) struct Pong {
        b: Vec<Ping>,
        c: Leaf,
    }

    #[derive(CandidType)]
    pub(crate) struct Leaf {
        x: u8,
    }

    #[derive(CandidType)]
    pub(crate) struct Twin {
        x: u8,
    }

    #[derive(CandidType)]
    pub(crate) struct Both {
        p: Twin,
        q: Ping,
    }
}

#[test]
fn recursion_goes_through_names() {
    let mut types = TypeContainer::new();
    assert_eq!(types.add::<definitions::Ping>().to_string(), "Ping");
    let expected = [
        "Leaf = record { x : nat8 }",
        "Ping = record { a : opt Pong }",
        "Pong = record { b : vec Ping; c : Leaf }",
    ];
    assert_eq!(print(&types.env), expected);
}

#[test]
fn equal_types_of_two_names_are_two_definitions() {
    let mut types = TypeContainer::new();
    definitions::Leaf::ty();
    assert_eq!(types.add::<definitions::Both>().to_string(), "Both");
    let expected = [
        "Both = record { p : Twin; q : Ping }",
        "Leaf = record { x : nat8 }",
        "Ping = record { a : opt Pong }",
        "Pong = record { b : vec Ping; c : Leaf }",
        "Twin = record { x : nat8 }",
    ];
    assert_eq!(print(&types.env), expected);
}

/// A type that shares its parts is not visited once per path.
#[test]
fn shared_parts_are_visited_once() {
    struct Doubled;
    impl CandidType for Doubled {
        fn _ty() -> Type {
            let pair = |ty: Type, _| candid::record! { a : ty.clone(); b : ty };
            (0..60).fold(definitions::Leaf::ty(), pair)
        }
        fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
            serializer.serialize_null(())
        }
    }
    let mut types = TypeContainer::new();
    types.add::<Doubled>();
    assert_eq!(types.env.0.len(), 2);
}
