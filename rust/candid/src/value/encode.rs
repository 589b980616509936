//! Dynamic values as arguments.

use crate::error::Result;
use crate::ser::builder::IDLBuilder;
use crate::traits::CandidType;
use crate::types::env::TypeEnv;
use crate::types::ty::Type;
use crate::value::model::IDLValue;

impl IDLBuilder {
    /// Appends a dynamic value with its own type.
    ///
    /// # Errors
    ///
    /// If the value has no type: the elements of a vector disagree, or a number has no type.
    pub fn value_arg<'a>(&'a mut self, value: &IDLValue) -> Result<&'a mut Self> {
        let ty = value.checked_ty()?;
        let value = value.annotate_type(true, &TypeEnv::new(), &ty)?;
        self.annotated_arg(&value, &TypeEnv::new(), &ty)
    }

    /// Appends a dynamic value as the type `ty`, whose variables `env` defines.
    ///
    /// # Errors
    ///
    /// If the value does not have that type.
    pub fn value_arg_with_type<'a>(
        &'a mut self,
        value: &IDLValue,
        env: &TypeEnv,
        ty: &Type,
    ) -> Result<&'a mut Self> {
        let value = value.annotate_type(true, env, ty)?;
        self.annotated_arg(&value, env, ty)
    }

    /// Appends a dynamic value that has already been annotated with the type `ty`.
    pub(crate) fn annotated_arg<'a>(
        &'a mut self,
        value: &IDLValue,
        env: &TypeEnv,
        ty: &Type,
    ) -> Result<&'a mut Self> {
        self.append(|types, values| {
            types.push_type_in(env, ty)?;
            value.idl_serialize(values)
        })
    }
}
