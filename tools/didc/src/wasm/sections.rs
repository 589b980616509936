//! The custom sections of a module that hold its interface: reading and replacing them.

use super::run;
use crate::code;
use crate::failure::{Failure, Result};
use std::borrow::Cow;
use std::ops::Range;
use std::path::Path;
use wasm_encoder::{CustomSection, Encode, SectionId};
use wasmparser::{Encoding, ExternalKind, Parser, Payload};

/// The names of metadata, as on the Internet Computer: the service, without init arguments as compilers write it, and the
/// init arguments.
pub(crate) const SERVICE: &str = "candid:service";
pub(crate) const ARGS: &str = "candid:args";

/// The length of the magic number and the version.
const HEADER: usize = 8;

/// Who can read metadata: everyone, or only the controllers of a canister.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Visibility {
    Public,
    Private,
}

impl Visibility {
    const ALL: [Self; 2] = [Visibility::Public, Visibility::Private];

    fn section_name(self, metadata: &str) -> String {
        match self {
            Visibility::Public => format!("icp:public {metadata}"),
            Visibility::Private => format!("icp:private {metadata}"),
        }
    }
}

/// The parts of a module that matter for its interface.
pub(crate) struct Module<'a> {
    bytes: &'a [u8],
    /// Whether it exports a function `get_candid_pointer`.
    pub(super) exports_pointer: bool,
    /// The metadata of an interface.
    found: Vec<Metadata<'a>>,
}

struct Metadata<'a> {
    name: &'a str,
    data: &'a [u8],
    /// The whole section.
    range: Range<usize>,
}

impl<'a> Module<'a> {
    /// Finds the sections of a module. Code is not validated.
    pub(crate) fn parse(path: &Path, bytes: &'a [u8]) -> Result<Self> {
        let invalid = |error: wasmparser::BinaryReaderError| {
            let (message, offset) = (error.message(), error.offset());
            let reason = format!("invalid Wasm module: {message}, at byte offset {offset}");
            invalid_module(path, &reason)
        };
        let mut module = Module {
            bytes,
            exports_pointer: false,
            found: Vec::new(),
        };
        let mut start = HEADER;
        for payload in Parser::new(0).parse_all(bytes) {
            let payload = payload.map_err(invalid)?;
            if let Payload::Version { num, encoding, .. } = payload {
                let reason = match (encoding, num) {
                    (Encoding::Module, 1) => continue,
                    (Encoding::Module, _) => format!("invalid Wasm module: unknown version {num}"),
                    (Encoding::Component, _) => {
                        "a component; only modules have an interface".to_string()
                    }
                };
                return Err(invalid_module(path, &reason));
            }
            let Some((_, content)) = payload.as_section() else {
                continue;
            };
            let range = start..content.end;
            start = content.end;
            match payload {
                Payload::ExportSection(exports) => {
                    for export in exports {
                        let export = export.map_err(invalid)?;
                        module.exports_pointer |=
                            export.kind == ExternalKind::Func && export.name == run::EXPORT;
                    }
                }
                Payload::CustomSection(section) if is_interface(section.name()) => {
                    module.found.push(Metadata {
                        name: section.name(),
                        data: section.data(),
                        range,
                    });
                }
                _ => {}
            }
        }
        Ok(module)
    }

    /// Returns the text of metadata, if the module has it.
    pub(super) fn metadata(&self, path: &Path, metadata: &str) -> Result<Option<&'a str>> {
        let names = Visibility::ALL.map(|visibility| visibility.section_name(metadata));
        let mut found = self
            .found
            .iter()
            .filter(|found| names.contains(&found.name.to_string()));
        let Some(first) = found.next() else {
            return Ok(None);
        };
        if let Some(second) = found.next() {
            // The Internet Computer does not install such a module.
            let (first, second) = (first.name, second.name);
            let reason = match first == second {
                true => format!("two sections {first}"),
                false => format!("two sections of the same metadata: {first}, {second}"),
            };
            return Err(invalid_module(path, &reason));
        }
        match std::str::from_utf8(first.data) {
            Ok(text) => Ok(Some(text)),
            Err(error) => {
                let reason = format!("section {}: not text: {error}", first.name);
                Err(invalid_module(path, &reason))
            }
        }
    }

    /// Returns the module with the given metadata in place of all that it has. Other sections stay as they are, byte for byte.
    pub(crate) fn with(&self, metadata: &[(&str, &str)], visibility: Visibility) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.bytes.len());
        let mut start = 0;
        for found in &self.found {
            bytes.extend(&self.bytes[start..found.range.start]);
            start = found.range.end;
        }
        bytes.extend(&self.bytes[start..]);
        for (name, data) in metadata {
            let name = visibility.section_name(name);
            let section = CustomSection {
                name: Cow::Borrowed(&name),
                data: Cow::Borrowed(data.as_bytes()),
            };
            bytes.push(SectionId::Custom.into());
            section.encode(&mut bytes);
        }
        bytes
    }
}

fn invalid_module(path: &Path, reason: &str) -> Failure {
    Failure::file(path, reason).coded(code::INVALID_MODULE)
}

/// Returns whether a section is metadata of an interface.
fn is_interface(name: &str) -> bool {
    let metadata = ["icp:public ", "icp:private "]
        .iter()
        .find_map(|prefix| name.strip_prefix(prefix));
    metadata.is_some_and(|name| name == SERVICE || name == ARGS)
}
