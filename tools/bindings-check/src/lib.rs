//! What the programs here share.

use candid::types::{Field, Function, Type, TypeEnv, TypeInner};

/// Returns definitions under other names, which refer to each other by these.
pub fn renamed_env(env: &TypeEnv, rename: &dyn Fn(&str) -> String) -> TypeEnv {
    let defs = env.0.iter();
    TypeEnv(
        defs.map(|(name, ty)| (rename(name), renamed(ty, rename)))
            .collect(),
    )
}

/// Returns a type in which the names are others.
pub fn renamed(ty: &Type, rename: &dyn Fn(&str) -> String) -> Type {
    let part = |ty: &Type| renamed(ty, rename);
    let fields = |fields: &[Field]| {
        let field = |field: &Field| Field {
            id: field.id.clone(),
            ty: part(&field.ty),
        };
        fields.iter().map(field).collect()
    };
    match ty.as_ref() {
        TypeInner::Var(name) => TypeInner::Var(rename(name)),
        TypeInner::Opt(inner) => TypeInner::Opt(part(inner)),
        TypeInner::Vec(inner) => TypeInner::Vec(part(inner)),
        TypeInner::Record(list) => TypeInner::Record(fields(list)),
        TypeInner::Variant(list) => TypeInner::Variant(fields(list)),
        TypeInner::Func(func) => TypeInner::Func(Function {
            modes: func.modes.clone(),
            args: func.args.iter().map(part).collect(),
            rets: func.rets.iter().map(part).collect(),
        }),
        TypeInner::Service(methods) => {
            let methods = methods.iter();
            TypeInner::Service(methods.map(|(name, ty)| (name.clone(), part(ty))).collect())
        }
        _ => return ty.clone(),
    }
    .into()
}
