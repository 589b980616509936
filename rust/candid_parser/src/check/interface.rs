//! Loading of an interface from a file or a text.

use crate::error::{Error, Result};
use candid::types::{Type, TypeEnv};
use std::path::Path;

/// An interface: a file, or its text.
///
/// # Examples
///
/// ```
/// use candid_parser::utils::{service_equal, CandidSource};
/// use std::path::Path;
///
/// let file = CandidSource::File(Path::new("tests/interface/greet.did"));
/// let text = CandidSource::Text("service : { greet : (text) -> (text) query }");
/// assert!(service_equal(file, text).is_ok());
/// ```
#[derive(Debug, Clone, Copy)]
pub enum CandidSource<'a> {
    /// A file; its imports are loaded too.
    File(&'a Path),
    /// Text; its imports are ignored.
    Text(&'a str),
}

impl CandidSource<'_> {
    /// Returns the definitions and the main service, if there is one.
    ///
    /// # Errors
    ///
    /// With every problem in the interface, or if the file cannot be read.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_parser::utils::CandidSource;
    ///
    /// let (env, actor) = CandidSource::Text("type A = nat;").load().unwrap();
    /// assert_eq!(env.to_string(), "type A = nat\n");
    /// assert!(actor.is_none());
    /// ```
    pub fn load(&self) -> Result<(TypeEnv, Option<Type>)> {
        match self {
            CandidSource::File(path) => {
                let checked = super::file(&super::Disk, path)?;
                Ok((checked.env, checked.actor))
            }
            CandidSource::Text(text) => super::text_without_imports(text),
        }
    }

    /// Returns the definitions and the main service; `which` names the interface in errors.
    pub(crate) fn load_service(&self, which: &str) -> Result<(TypeEnv, Type)> {
        let (env, actor) = self.load()?;
        Ok((env, actor.ok_or_else(|| no_service(which))?))
    }
}

/// Returns the error for an interface without a service.
pub(crate) fn no_service(which: &str) -> Error {
    Error::msg(format!("{which} has no main service type"))
}
