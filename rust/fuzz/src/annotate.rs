//! What holds for any text at any types: the body of the fuzz target `annotate`, which the tests run too.

#[path = "cost.rs"]
#[allow(
    clippy::duplicate_mod,
    reason = "each target is a program of its own, but the tests have several"
)]
mod cost;

use candid::types::{Field, Label, Type, TypeInner};
use candid::{IDLArgs, TypeEnv};
use candid_parser::value::{Surplus, TextArgs};
use candid_parser::{parse_idl_args, Error};

/// The first byte chooses the types, the others are the text.
///
/// # Panics
///
/// If a law does not hold.
pub(crate) fn check(data: &[u8]) {
    let Some((first, text)) = data.split_first() else {
        return;
    };
    let Ok(text) = std::str::from_utf8(text) else {
        return;
    };
    let (env, lists) = types();
    let types = &lists[usize::from(*first) % lists.len()];
    at_types(text, &env, types);
    without_types(text);
}

/// Reading with places and without agree; what is read is encoded, decoded, printed and read again.
fn at_types(text: &str, env: &TypeEnv, types: &[Type]) {
    let typed = cost::bounded("values at types", text.len(), cost::Floor::Report, || {
        TextArgs::new(text).at_types(env, types)
    });
    let strict = TextArgs::new(text)
        .surplus(Surplus::Refuse)
        .at_types(env, types);
    let plain = parse_idl_args(text);
    let typed = match typed {
        Ok(typed) => typed,
        Err(error) => {
            assert!(strict.is_err(), "{text}");
            if let Error::Parse(findings) = &error {
                assert!(findings.has_errors(), "{text}");
                assert!(!findings.render().is_empty(), "{text}");
            }
            let plain = plain.map(|args| args.annotate_types(true, env, types));
            assert!(!matches!(plain, Ok(Ok(_))), "{text}: {error}");
            return;
        }
    };
    assert_eq!(strict.is_ok(), typed.warnings.list.is_empty(), "{text}");
    let shown = format!("{:?}", typed.args);
    let n_args = plain.as_ref().map_or(0, |args| args.args.len());
    if n_args <= types.len() {
        let annotated = plain.expect("it was read").annotate_types(true, env, types);
        assert_eq!(
            format!("{:?}", annotated.expect("it fits")),
            shown,
            "{text}"
        );
    }
    let bytes = typed
        .args
        .to_bytes_with_types(env, types)
        .expect("a message");
    match IDLArgs::from_bytes_with_types(&bytes, env, types) {
        Ok(decoded) => assert_eq!(format!("{decoded:?}"), shown, "{text}"),
        Err(error) => assert!(error.is_limit(), "{text}: {error}"),
    }
    let again = TextArgs::new(&shown)
        .at_types(env, types)
        .expect("what is printed is read");
    assert_eq!(format!("{:?}", again.args), shown, "{text}");
}

/// Without types there is a message that can be read, or an error.
fn without_types(text: &str) {
    let encoded = cost::bounded("values", text.len(), cost::Floor::Report, || {
        TextArgs::new(text).to_bytes()
    });
    let Ok((bytes, _)) = encoded else {
        return;
    };
    let Err(error) = IDLArgs::from_bytes(&bytes) else {
        return;
    };
    assert!(error.is_limit(), "{text}: {error}");
}

/// Definitions, and lists of types that name them.
pub(crate) fn types() -> (TypeEnv, Vec<Vec<Type>>) {
    let field = |label: Label, ty: Type| Field {
        id: label.into(),
        ty,
    };
    let sorted = |mut fields: Vec<Field>| {
        fields.sort_by_key(|field| field.id.get_id());
        fields
    };
    let named = |name: &str, ty: Type| field(Label::Named(name.to_string()), ty);
    let var = |name: &str| Type::from(TypeInner::Var(name.to_string()));
    let opt = |ty: Type| Type::from(TypeInner::Opt(ty));
    let vec = |ty: Type| Type::from(TypeInner::Vec(ty));
    let prim = |inner: TypeInner| Type::from(inner);

    let mut env = TypeEnv::new();
    let account = sorted(vec![
        named("owner", prim(TypeInner::Principal)),
        named("subaccount", opt(vec(prim(TypeInner::Nat8)))),
    ]);
    env.0
        .insert("Account".to_string(), TypeInner::Record(account).into());
    let shape = sorted(vec![
        named("a", prim(TypeInner::Null)),
        named("b", prim(TypeInner::Int8)),
        named("c", var("Shape")),
    ]);
    env.0
        .insert("Shape".to_string(), TypeInner::Variant(shape).into());
    let list = sorted(vec![
        field(Label::Id(0), prim(TypeInner::Float32)),
        field(Label::Id(1), var("List")),
    ]);
    env.0
        .insert("List".to_string(), opt(TypeInner::Record(list).into()));
    let lists = vec![
        vec![],
        vec![prim(TypeInner::Nat8)],
        vec![
            prim(TypeInner::Int),
            opt(prim(TypeInner::Text)),
            prim(TypeInner::Reserved),
        ],
        vec![prim(TypeInner::Float64), prim(TypeInner::Nat)],
        vec![var("Account")],
        vec![vec(var("Shape"))],
        vec![var("List")],
        vec![vec(prim(TypeInner::Nat8)), vec(opt(prim(TypeInner::Nat)))],
        vec![
            prim(TypeInner::Service(Vec::new())),
            prim(TypeInner::Principal),
        ],
    ];
    (env, lists)
}
