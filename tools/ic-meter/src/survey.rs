//! Validation of a module, and extraction of the facts that the instrumentation and the machine need.

use crate::error::{Error, Result};
use crate::weights::Width;
use wasmparser::{
    CompositeInnerType, ExternalKind, FuncType, KnownCustom, Name, Parser, Payload, TypeRef,
    Validator, WasmFeatures,
};

/// The contents of a module: counts, types, names. Indices are the module's own.
#[derive(Debug)]
pub struct Survey {
    /// Every function type of the module; other types cannot pass validation.
    pub types: Vec<FuncType>,
    /// Number of imported functions.
    pub imports: u32,
    /// Type index of each function, imported ones first.
    pub functions: Vec<u32>,
    /// For each global, whether it is mutable and a number: then it is part of a canister's state.
    pub globals: Vec<bool>,
    /// The name and function of each exported function.
    pub exports: Vec<(String, u32)>,
    /// The export name of the memory, if it has one.
    pub memory: Option<String>,
    /// The function to run once at installation.
    pub start: Option<u32>,
    /// Function names from the name section; empty without one.
    pub names: Vec<String>,
    /// The width of the memory's addresses.
    pub width: Width,
}

/// Returns the features that canisters may use: not threads, exceptions, garbage collection, or several memories.
fn features() -> WasmFeatures {
    WasmFeatures::MUTABLE_GLOBAL
        | WasmFeatures::SATURATING_FLOAT_TO_INT
        | WasmFeatures::SIGN_EXTENSION
        | WasmFeatures::REFERENCE_TYPES
        | WasmFeatures::MULTI_VALUE
        | WasmFeatures::BULK_MEMORY
        | WasmFeatures::SIMD
        | WasmFeatures::TAIL_CALL
        | WasmFeatures::FLOATS
        | WasmFeatures::MEMORY64
        | WasmFeatures::EXTENDED_CONST
        | WasmFeatures::GC_TYPES
}

/// Validates and surveys a module.
///
/// # Errors
///
/// If the bytes are not a module, or it uses features that canisters must not use.
pub fn survey(wasm: &[u8]) -> Result<Survey> {
    if !wasm.starts_with(b"\0asm") {
        let hint = if wasm.starts_with(&[0x1f, 0x8b]) {
            "it is compressed, unpack it with gunzip"
        } else {
            "missing \\0asm header"
        };
        return Err(Error::Module(hint.into()));
    }
    Validator::new_with_features(features())
        .validate_all(wasm)
        .map_err(invalid)?;
    let mut survey = Survey {
        types: Vec::new(),
        imports: 0,
        functions: Vec::new(),
        globals: Vec::new(),
        exports: Vec::new(),
        memory: None,
        start: None,
        names: Vec::new(),
        width: Width::Wasm32,
    };
    for payload in Parser::new(0).parse_all(wasm) {
        survey.read(payload.map_err(invalid)?).map_err(invalid)?;
    }
    Ok(survey)
}

/// Returns the error of the parser or the validator.
pub(crate) fn invalid(error: impl std::fmt::Display) -> Error {
    Error::Module(error.to_string())
}

impl Survey {
    fn read(&mut self, payload: Payload<'_>) -> wasmparser::Result<()> {
        match payload {
            Payload::TypeSection(section) => {
                for group in section {
                    for ty in group?.into_types() {
                        // Other types cannot pass validation; an empty type keeps the indices correct.
                        self.types.push(match ty.composite_type.inner {
                            CompositeInnerType::Func(ty) => ty,
                            _ => FuncType::new([], []),
                        });
                    }
                }
            }
            Payload::ImportSection(section) => {
                for import in section {
                    match import?.ty {
                        TypeRef::Func(ty) => {
                            self.imports += 1;
                            self.functions.push(ty);
                        }
                        TypeRef::Global(_) => self.globals.push(false),
                        _ => {}
                    }
                }
            }
            Payload::FunctionSection(section) => {
                for ty in section {
                    self.functions.push(ty?);
                }
            }
            Payload::MemorySection(section) => {
                for memory in section {
                    if memory?.memory64 {
                        self.width = Width::Wasm64;
                    }
                }
            }
            Payload::GlobalSection(section) => {
                for global in section {
                    let ty = global?.ty;
                    self.globals
                        .push(ty.mutable && !ty.content_type.is_reference_type());
                }
            }
            Payload::ExportSection(section) => {
                for export in section {
                    let export = export?;
                    match export.kind {
                        ExternalKind::Func => self.exports.push((export.name.into(), export.index)),
                        ExternalKind::Memory => self.memory = Some(export.name.into()),
                        _ => {}
                    }
                }
            }
            Payload::StartSection { func, .. } => self.start = Some(func),
            Payload::CustomSection(section) => {
                if let KnownCustom::Name(names) = section.as_known() {
                    // Names are only for display: a broken section is ignored.
                    self.read_names(names).unwrap_or_default();
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn read_names(&mut self, section: wasmparser::NameSectionReader<'_>) -> wasmparser::Result<()> {
        for subsection in section {
            let Name::Function(map) = subsection? else {
                continue;
            };
            self.names = (0..self.functions.len())
                .map(|i| format!("function {i}"))
                .collect();
            for naming in map {
                let naming = naming?;
                let name = usize::try_from(naming.index)
                    .ok()
                    .and_then(|i| self.names.get_mut(i));
                if let Some(name) = name {
                    *name = format!("{:#}", rustc_demangle::demangle(naming.name));
                }
            }
        }
        Ok(())
    }

    /// Returns the type of a function, by its index.
    #[must_use]
    pub fn function_type(&self, index: u32) -> Option<&FuncType> {
        let ty = *self.functions.get(usize::try_from(index).ok()?)?;
        self.types.get(usize::try_from(ty).ok()?)
    }
}
