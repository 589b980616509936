//! Types of derived structs and enums, made of tables: the derive has less code to generate, and users to compile.

use super::ty::{Field, Label, Type, TypeInner};

/// The label of a field or case.
#[derive(Clone, Copy, Debug)]
pub enum Key {
    /// A name.
    Named(&'static str),
    /// A number.
    Id(u32),
    /// A position in a tuple.
    Unnamed(u32),
}

/// A field with its type.
pub type Part = (Key, fn() -> Type);

/// The type of a case.
#[derive(Clone, Copy, Debug)]
pub enum Payload<'a> {
    /// That of a Rust type.
    Of(fn() -> Type),
    /// The record of these fields.
    Record(&'a [Part]),
}

/// Returns the record of these fields, which are sorted by id.
pub fn record(fields: &[Part]) -> Type {
    let fields = fields.iter().map(|(key, ty)| field(*key, ty()));
    TypeInner::Record(fields.collect()).into()
}

/// Returns the variant of these cases, which are sorted by id.
pub fn variant(cases: &[(Key, Payload<'_>)]) -> Type {
    let cases = cases.iter().map(|(key, payload)| {
        let ty = match payload {
            Payload::Of(ty) => ty(),
            Payload::Record(fields) => record(fields),
        };
        field(*key, ty)
    });
    TypeInner::Variant(cases.collect()).into()
}

fn field(key: Key, ty: Type) -> Field {
    let label = match key {
        Key::Named(name) => Label::Named(name.to_string()),
        Key::Id(id) => Label::Id(id),
        Key::Unnamed(id) => Label::Unnamed(id),
    };
    Field {
        id: label.into(),
        ty,
    }
}
