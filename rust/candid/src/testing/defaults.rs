//! The type that a Rust type reads: its own, with aliases beside the names, and with fields that have a default or an alias
//! as options.

use crate::error::Result;
use crate::schema::descriptor::Descriptor;
use crate::schema::expected::ExpectedType;
use crate::schema::named::{FieldsAs, NamedTypes};
use crate::types::env::TypeEnv;
use crate::types::ty::Type;

/// Returns the type that a Rust type reads: messages may lack fields with `#[serde(default)]`, or have fields and cases
/// under another name with `#[serde(alias)]`, which its Candid type does not say.
///
/// # Errors
///
/// If a hand-written type in it has no values.
pub(super) fn readable_type(root: &'static Descriptor) -> Result<(TypeEnv, Type)> {
    let mut types = NamedTypes::new("Read", FieldsAs::Read);
    let root = types.enter(ExpectedType::of_descriptor(root)?);
    let mut env = TypeEnv::new();
    types.define(&mut env)?;
    Ok((env, root))
}
