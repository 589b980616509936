//! Reading of values by their steps, without serde.

pub(crate) mod case;
pub(crate) mod decoder;
pub(crate) mod emplace;
pub(crate) mod keep;
pub(crate) mod layout;
pub(crate) mod lookahead;
pub(crate) mod number;
pub(crate) mod opt;
pub(crate) mod path;
pub(crate) mod record;
pub(crate) mod reference;
pub(crate) mod reserve;
pub(crate) mod skip;
pub(crate) mod text;
pub(crate) mod utf8;
pub(crate) mod validate;
