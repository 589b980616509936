//! The subcommands, one per file.

pub(crate) mod assist;
pub(crate) mod bind;
pub(crate) mod breaking;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod convert;
pub(crate) mod decode;
pub(crate) mod diff;
pub(crate) mod doc;
pub(crate) mod encode;
pub(crate) mod explain;
pub(crate) mod explain_code;
pub(crate) mod fmt;
pub(crate) mod hash;
pub(crate) mod lint;
pub(crate) mod lsp;
pub(crate) mod man;
pub(crate) mod model;
pub(crate) mod random;
pub(crate) mod schema;
pub(crate) mod subtype;
pub(crate) mod test;
pub(crate) mod wasm;
