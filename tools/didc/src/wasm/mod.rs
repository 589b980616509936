//! The interface in a Wasm module: in its custom sections, or in the memory of its export `get_candid_pointer`.

mod metered;
mod run;
pub(crate) mod sections;

pub(crate) use run::FUEL_OF_ALL;

use crate::code;
use crate::failure::{Failure, Result};
use crate::trace;
use candid_parser::bindings::did;
use candid_parser::check::{self, Checked, Memory};
use sections::Module;
use std::cell::Cell;
use std::path::{Path, PathBuf};

/// The first bytes of a module.
pub(crate) const MAGIC: &[u8] = b"\0asm";

/// The text of an interface, and the name of its origin in findings.
pub(crate) struct Embedded {
    pub(crate) origin: PathBuf,
    pub(crate) text: String,
}

impl Embedded {
    /// Checks the interface. It cannot import files: its modules are not where it was written.
    pub(crate) fn check(&self) -> Result<Checked> {
        Ok(check::text(&Memory::default(), &self.origin, &self.text)?)
    }
}

/// Returns whether bytes are a module rather than the text of an interface.
pub(crate) fn is_module(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// Returns whether the name of a file promises a module, compressed or not.
pub(crate) fn is_named_as_module(path: &Path) -> bool {
    let has_extension = |path: &Path, names: &[&str]| {
        let extension = path.extension().and_then(|extension| extension.to_str());
        extension.is_some_and(|extension| names.contains(&extension))
    };
    has_extension(path, &["wasm"])
        || has_extension(path, &["gz", "zst"]) && has_extension(&path.with_extension(""), &["wasm"])
}

/// Returns the interface in a module. Init arguments are those of the service if it has any, else those in a section of their
/// own.
pub(crate) fn interface(path: &Path, bytes: &[u8]) -> Result<Embedded> {
    let found = interface_if_any(path, bytes, &Cell::new(run::FUEL))?;
    found.ok_or_else(|| no_interface(path))
}

/// Fails for a module without an interface.
pub(crate) fn no_interface(path: &Path) -> Failure {
    let reason = format!(
        "no interface: the module has neither a section icp:public {} or icp:private {0}, nor an export {}",
        sections::SERVICE,
        run::EXPORT
    );
    Failure::file(path, reason).coded(code::INVALID_MODULE)
}

/// Returns the same as [`interface`], by as many instructions as are left of those of several modules; `None` if the module has none.
pub(crate) fn interface_if_any(
    path: &Path,
    bytes: &[u8],
    left: &Cell<u64>,
) -> Result<Option<Embedded>> {
    let module = Module::parse(path, bytes)?;
    let (origin, service) = match module.metadata(path, sections::SERVICE)? {
        Some(text) => (sections::SERVICE, text.to_string()),
        None if module.exports_pointer => {
            let text = run::candid_pointer(bytes, left);
            let text =
                text.map_err(|error| Failure::file(path, error).coded(code::INVALID_MODULE))?;
            (run::EXPORT, text)
        }
        None => return Ok(None),
    };
    trace::say(format_args!(
        "takes the interface of {}",
        named(path, origin)
    ));
    let text = match module.metadata(path, sections::ARGS)? {
        Some(args) => did::join_init_args(&service, args)
            .map_err(|error| Failure::from(error).in_text(&named(path, sections::ARGS), args))?,
        None => service,
    };
    let origin = named(path, origin).into();
    Ok(Some(Embedded { origin, text }))
}

/// Returns the name in findings of a part of a module.
fn named(path: &Path, part: &str) -> String {
    format!("{}#{part}", path.display())
}
