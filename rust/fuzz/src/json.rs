//! What holds for any text as JSON at any type: the body of the fuzz target `json`, which the tests run too.

#[path = "cost.rs"]
#[allow(
    clippy::duplicate_mod,
    reason = "each target is a program of its own, but the tests have several"
)]
mod cost;

use candid::json::{self, lossless, BlobEncoding, JsonOptions, LineReader, UnknownKeys};
use candid::types::{Field, FuncMode, Function, Label, Type, TypeInner};
use candid::{IDLArgs, IDLValue, TypeEnv};
use cost::{bounded, Floor};

/// The first byte chooses the type and the options, the others are the text.
///
/// # Panics
///
/// If a law does not hold.
pub(crate) fn check(data: &[u8]) {
    let Some((first, bytes)) = data.split_first() else {
        return;
    };
    let (env, types) = types();
    let (choice, first) = (usize::from(*first), usize::from(*first) / types.len());
    let ty = &types[choice % types.len()];
    let mut options = JsonOptions::new();
    if first % 2 == 1 {
        options = options.blob(BlobEncoding::Hex);
    }
    if first / 2 % 2 == 1 {
        options = options.unknown_keys(UnknownKeys::Skip);
    }
    let read = bounded("JSON at a type", bytes.len(), Floor::Usual, || {
        json::from_slice(bytes, &env, ty, &options)
    });
    let Ok(text) = std::str::from_utf8(bytes) else {
        assert!(read.is_err() && lossless::from_slice(bytes, &options).is_err());
        return;
    };
    match read {
        Ok(value) => at_type(text, &value, &env, ty, &options),
        Err(error) => {
            let shown = error.to_string();
            assert!(shown.len() < 20_000, "{shown}");
            // Fewer texts are read where unknown keys are refused.
            let refuse = options.unknown_keys(UnknownKeys::Refuse);
            assert!(json::from_str(text, &env, ty, &refuse).is_err(), "{text}");
        }
    }
    self_describing(text, &options);
    lines(text, &env, ty, options);
}

/// A value is written as one text, which decodes as the same value, and is the value of a message.
fn at_type(text: &str, value: &IDLValue, env: &TypeEnv, ty: &Type, options: &JsonOptions) {
    let shown = format!("{value:?}");
    let written = bounded("writing JSON", text.len(), Floor::Usual, || {
        json::to_string(value, env, ty, options)
    });
    let written = written.expect("a value of the type");
    let again = json::from_str(&written, env, ty, options).expect("it was written");
    assert_eq!(format!("{again:?}"), shown, "{text}");
    assert_eq!(
        json::to_string(&again, env, ty, options).expect("a value"),
        written,
        "{text}"
    );
    // What is written never has unknown keys.
    let refuse = options.unknown_keys(UnknownKeys::Refuse);
    let again = json::from_str(&written, env, ty, &refuse).expect("it was written");
    assert_eq!(format!("{again:?}"), shown, "{text}");
    let mut parts = Vec::new();
    json::to_writer(&mut parts, value, env, ty, options).expect("a value");
    assert_eq!(parts, written.as_bytes());

    let types = [ty.clone()];
    let args = IDLArgs::new(std::slice::from_ref(value));
    let message = args.to_bytes_with_types(env, &types).expect("a message");
    match IDLArgs::from_bytes_with_types(&message, env, &types) {
        Ok(decoded) => assert_eq!(format!("{:?}", decoded.args[0]), shown, "{text}"),
        Err(error) => assert!(error.is_limit(), "{text}: {error}"),
    }
    let described = lossless::to_string(value, options).expect("a value");
    let again = lossless::from_str(&described, options).expect("it was written");
    assert_eq!(format!("{again:?}"), shown, "{described}");
}

/// The self-describing form: a value is written as a text that decodes as the same value.
fn self_describing(text: &str, options: &JsonOptions) {
    let read = bounded("self-describing JSON", text.len(), Floor::Usual, || {
        lossless::from_str(text, options)
    });
    match read {
        Ok(value) => {
            let written = lossless::to_string(&value, options).expect("a value");
            let again = lossless::from_str(&written, options).expect("it was written");
            assert_eq!(format!("{again:?}"), format!("{value:?}"), "{text}");
            assert_eq!(lossless::to_string(&again, options).unwrap(), written);
        }
        Err(error) => assert!(error.to_string().len() < 20_000, "{text}"),
    }
}

/// Each line decodes as it does alone.
fn lines(text: &str, env: &TypeEnv, ty: &Type, options: JsonOptions) {
    let mut reader = LineReader::new(text.as_bytes(), options);
    let alone = text.split('\n');
    let alone = alone.filter(|line| !line.bytes().all(|byte| b" \t\r".contains(&byte)));
    for line in alone {
        let read = reader.next_value(env, ty).expect("a line");
        let expected = json::from_str(line, env, ty, &options);
        match (read, expected) {
            (Ok(read), Ok(expected)) => assert_eq!(format!("{read:?}"), format!("{expected:?}")),
            (Err(read), Err(expected)) => assert_eq!(read.offset(), expected.offset(), "{line}"),
            (read, _) => panic!("{line:?}: {read:?}"),
        }
    }
    assert!(reader.next_value(env, ty).is_none());
}

/// Definitions, and types that name them.
pub(crate) fn types() -> (TypeEnv, Vec<Type>) {
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
        named("data", opt(vec(prim(TypeInner::Nat8)))),
        named("#", prim(TypeInner::Null)),
        field(Label::Id(5), opt(opt(prim(TypeInner::Bool)))),
    ]);
    env.0
        .insert("Account".to_string(), TypeInner::Record(account).into());
    let shape = sorted(vec![
        named("a", prim(TypeInner::Null)),
        named("b", prim(TypeInner::Int8)),
        named("c", var("Shape")),
        field(Label::Id(0), prim(TypeInner::Reserved)),
    ]);
    env.0
        .insert("Shape".to_string(), TypeInner::Variant(shape).into());
    let list = sorted(vec![
        field(Label::Id(0), prim(TypeInner::Float32)),
        field(Label::Id(1), var("List")),
    ]);
    env.0
        .insert("List".to_string(), opt(TypeInner::Record(list).into()));
    env.0.insert("Tree".to_string(), vec(var("Tree")));
    env.0.insert("Opts".to_string(), opt(var("Opts")));
    let func = TypeInner::Func(Function {
        modes: vec![FuncMode::Query],
        args: vec![],
        rets: vec![],
    });
    let types = vec![
        prim(TypeInner::Nat8),
        prim(TypeInner::Int32),
        prim(TypeInner::Nat64),
        prim(TypeInner::Nat),
        prim(TypeInner::Int),
        prim(TypeInner::Float32),
        prim(TypeInner::Float64),
        prim(TypeInner::Text),
        vec(prim(TypeInner::Nat8)),
        vec(prim(TypeInner::Float64)),
        opt(prim(TypeInner::Text)),
        var("Account"),
        vec(var("Shape")),
        var("List"),
        var("Tree"),
        var("Opts"),
        vec(prim(func)),
        prim(TypeInner::Service(Vec::new())),
        prim(TypeInner::Empty),
    ];
    (env, types)
}
