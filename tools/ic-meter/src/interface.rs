//! The argument and result types of a canister's methods, from its interface. Only this part of the tool depends on
//! Candid crates.

use crate::canister::{Canister, CANDID_POINTER};
use crate::error::{Error, Result};
use crate::instrument::Detail;
use crate::limits::Limits;
use crate::survey::invalid;
use candid::types::{Type, TypeEnv, TypeInner};
use candid_parser::utils::CandidSource;
use std::path::Path;
use wasmparser::{ExternalKind, Parser, Payload};

/// The custom sections that contain a module's interface: public, or for its controllers.
const SECTIONS: [&str; 2] = ["icp:public candid:service", "icp:private candid:service"];

/// A service, and its init arguments.
#[derive(Debug)]
pub struct Interface {
    env: TypeEnv,
    init: Vec<Type>,
    service: Type,
}

/// Types of arguments with the definitions they refer to.
#[derive(Clone, Copy, Debug)]
pub struct Types<'a> {
    /// The definitions.
    pub env: &'a TypeEnv,
    /// The types, one for each argument.
    pub types: &'a [Type],
}

impl Interface {
    /// Reads a `.did` file and its imports.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, is not Candid, or has no service.
    pub fn read(path: &Path) -> Result<Self> {
        std::fs::metadata(path).map_err(|e| Error::file(path, e))?;
        Self::load(CandidSource::File(path), &path.display().to_string())
    }

    /// Reads the interface in a module's custom section, if there is one.
    ///
    /// # Errors
    ///
    /// If the bytes are not a module, or the interface is not Candid or has no service.
    pub fn of_module(wasm: &[u8]) -> Result<Option<Self>> {
        for payload in Parser::new(0).parse_all(wasm) {
            let Payload::CustomSection(section) = payload.map_err(invalid)? else {
                continue;
            };
            let name = section.name();
            if SECTIONS.contains(&name) {
                let text = String::from_utf8_lossy(section.data());
                return Self::load(CandidSource::Text(&text), name).map(Some);
            }
        }
        Ok(None)
    }

    /// Asks a canister for its interface: `get_candid_pointer`, which the Rust CDK exports, returns a pointer to the
    /// text.
    ///
    /// # Errors
    ///
    /// If it is not a canister, or traps, or the text is not Candid or has no service.
    pub fn of_canister(wasm: &[u8], limits: Limits) -> Result<Option<Self>> {
        if !exports_function(wasm, CANDID_POINTER)? {
            return Ok(None);
        }
        let mut canister = Canister::compile(wasm, Detail::Total)?;
        canister.set_limits(limits);
        let Some(text) = canister.candid_text()? else {
            return Ok(None);
        };
        let text = String::from_utf8_lossy(&text);
        Self::load(CandidSource::Text(&text), CANDID_POINTER).map(Some)
    }

    fn load(source: CandidSource<'_>, of: &str) -> Result<Self> {
        let wrong = |what: String| Error::Interface {
            of: of.into(),
            what,
        };
        let (env, service) = source.load().map_err(|e| wrong(e.to_string()))?;
        let service = service.ok_or_else(|| wrong("no service found".into()))?;
        let (init, service) = match service.as_ref() {
            TypeInner::Class(init, service) => (init.clone(), service.clone()),
            _ => (Vec::new(), service),
        };
        Ok(Self { env, init, service })
    }

    /// Returns the types of the init arguments.
    #[must_use]
    pub fn init(&self) -> Types<'_> {
        Types {
            env: &self.env,
            types: &self.init,
        }
    }

    /// Returns the argument and result types of a method, if it is in the interface.
    #[must_use]
    pub fn method<'a>(&'a self, name: &'a str) -> Option<(Types<'a>, Types<'a>)> {
        let method = self.env.get_method(&self.service, name).ok()?;
        let types = |types| Types {
            env: &self.env,
            types,
        };
        Some((types(&method.args), types(&method.rets)))
    }
}

/// Returns whether a module exports a function. Checked before the module is compiled, which takes longer.
fn exports_function(wasm: &[u8], name: &str) -> Result<bool> {
    for payload in Parser::new(0).parse_all(wasm) {
        if let Payload::ExportSection(exports) = payload.map_err(invalid)? {
            for export in exports {
                let export = export.map_err(invalid)?;
                if export.name == name && export.kind == ExternalKind::Func {
                    return Ok(true);
                }
            }
        }
    }
    Ok(false)
}
