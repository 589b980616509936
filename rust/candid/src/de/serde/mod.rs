//! Serde's side of decoding: deserializers, accesses, and the recognition of visitors.

pub(crate) mod buffered;
pub(crate) mod deserializer;
pub(crate) mod fixed_width_vec;
pub(crate) mod for_programs;
pub(crate) mod identifier;
pub(crate) mod lazy;
pub(crate) mod map;
pub(crate) mod number;
pub(crate) mod recognise;
pub(crate) mod record;
pub(crate) mod reference;
pub(crate) mod rest;
pub(crate) mod seq;
pub(crate) mod variant;
pub(crate) mod visit;
pub(crate) mod visitor_kind;
