//! The subcommands, one per file.

pub(crate) mod assist;
pub(crate) mod bind;
pub(crate) mod check;
pub(crate) mod completions;
pub(crate) mod decode;
pub(crate) mod encode;
pub(crate) mod hash;
pub(crate) mod lsp;
pub(crate) mod random;
pub(crate) mod subtype;
pub(crate) mod test;
