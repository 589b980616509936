//! Types and values of one implementation as those of the other, by structure.

/// Defines the conversions in one direction.
macro_rules! conversions {
    ($module:ident, $what:literal, $from:ident, $to:ident) => {
        #[doc = $what]
        pub mod $module {
            use $from::types as from;
            use $to::types as to;

            /// Converts definitions.
            ///
            /// # Panics
            ///
            /// As [`ty`].
            pub fn env(env: &from::TypeEnv) -> to::TypeEnv {
                let defs = env.0.iter().map(|(name, t)| (name.clone(), ty(t)));
                to::TypeEnv(defs.collect())
            }

            /// Converts types.
            ///
            /// # Panics
            ///
            /// As [`ty`].
            pub fn types(types: &[from::Type]) -> Vec<to::Type> {
                types.iter().map(ty).collect()
            }

            /// Converts a type.
            ///
            /// # Panics
            ///
            /// If it refers to a Rust type: that reference means nothing elsewhere.
            pub fn ty(ty: &from::Type) -> to::Type {
                use from::TypeInner as F;
                use to::TypeInner as T;
                let inner = match ty.as_ref() {
                    F::Null => T::Null,
                    F::Bool => T::Bool,
                    F::Nat => T::Nat,
                    F::Int => T::Int,
                    F::Nat8 => T::Nat8,
                    F::Nat16 => T::Nat16,
                    F::Nat32 => T::Nat32,
                    F::Nat64 => T::Nat64,
                    F::Int8 => T::Int8,
                    F::Int16 => T::Int16,
                    F::Int32 => T::Int32,
                    F::Int64 => T::Int64,
                    F::Float32 => T::Float32,
                    F::Float64 => T::Float64,
                    F::Text => T::Text,
                    F::Reserved => T::Reserved,
                    F::Empty => T::Empty,
                    F::Principal => T::Principal,
                    F::Unknown => T::Unknown,
                    F::Future => T::Future,
                    F::Var(name) => T::Var(name.clone()),
                    F::Knot(id) => panic!("a reference to the Rust type {id}"),
                    F::Opt(part) => T::Opt(self::ty(part)),
                    F::Vec(part) => T::Vec(self::ty(part)),
                    F::Record(parts) => T::Record(fields(parts)),
                    F::Variant(parts) => T::Variant(fields(parts)),
                    F::Func(function) => T::Func(to::Function {
                        modes: function.modes.iter().map(mode).collect(),
                        args: types(&function.args),
                        rets: types(&function.rets),
                    }),
                    F::Service(methods) => {
                        let method =
                            |(name, ty): &(String, from::Type)| (name.clone(), self::ty(ty));
                        T::Service(methods.iter().map(method).collect())
                    }
                    F::Class(args, service) => T::Class(types(args), self::ty(service)),
                };
                inner.into()
            }

            fn fields(fields: &[from::Field]) -> Vec<to::Field> {
                let field = |field: &from::Field| to::Field {
                    id: label(&field.id).into(),
                    ty: ty(&field.ty),
                };
                fields.iter().map(field).collect()
            }

            fn label(label: &from::Label) -> to::Label {
                match label {
                    from::Label::Id(id) => to::Label::Id(*id),
                    from::Label::Named(name) => to::Label::Named(name.clone()),
                    from::Label::Unnamed(id) => to::Label::Unnamed(*id),
                }
            }

            fn mode(mode: &from::FuncMode) -> to::FuncMode {
                match mode {
                    from::FuncMode::Oneway => to::FuncMode::Oneway,
                    from::FuncMode::Query => to::FuncMode::Query,
                    from::FuncMode::CompositeQuery => to::FuncMode::CompositeQuery,
                }
            }

            /// Converts an argument list.
            pub fn args(args: &$from::IDLArgs) -> $to::IDLArgs {
                $to::IDLArgs {
                    args: args.args.iter().map(value).collect(),
                }
            }

            /// Converts a value.
            pub fn value(v: &$from::IDLValue) -> $to::IDLValue {
                use $from::IDLValue as F;
                use $to::IDLValue as T;
                match v {
                    F::Bool(v) => T::Bool(*v),
                    F::Null => T::Null,
                    F::Text(v) => T::Text(v.clone()),
                    F::Number(v) => T::Number(v.clone()),
                    F::Float64(v) => T::Float64(*v),
                    F::Opt(v) => T::Opt(Box::new(value(v))),
                    F::Vec(items) => T::Vec(items.iter().map(value).collect()),
                    F::Blob(bytes) => T::Blob(bytes.clone()),
                    F::Record(fields) => T::Record(fields.iter().map(field_value).collect()),
                    F::Variant(v) => {
                        T::Variant(to::value::VariantValue(Box::new(field_value(&v.0)), v.1))
                    }
                    F::Principal(v) => T::Principal(*v),
                    F::Service(v) => T::Service(*v),
                    F::Func(v, method) => T::Func(*v, method.clone()),
                    F::None => T::None,
                    F::Int(v) => T::Int($to::Int(v.0.clone())),
                    F::Nat(v) => T::Nat($to::Nat(v.0.clone())),
                    F::Nat8(v) => T::Nat8(*v),
                    F::Nat16(v) => T::Nat16(*v),
                    F::Nat32(v) => T::Nat32(*v),
                    F::Nat64(v) => T::Nat64(*v),
                    F::Int8(v) => T::Int8(*v),
                    F::Int16(v) => T::Int16(*v),
                    F::Int32(v) => T::Int32(*v),
                    F::Int64(v) => T::Int64(*v),
                    F::Float32(v) => T::Float32(*v),
                    F::Reserved => T::Reserved,
                }
            }

            fn field_value(field: &from::value::IDLField) -> to::value::IDLField {
                to::value::IDLField {
                    id: label(&field.id),
                    val: value(&field.val),
                }
            }
        }
    };
}

conversions!(
    to_ours,
    "From the incumbent's to ours.",
    candid_incumbent,
    candid
);
conversions!(
    to_theirs,
    "From ours to the incumbent's.",
    candid,
    candid_incumbent
);
