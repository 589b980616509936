//! Generators of bindings for other languages, for programs that call a service or implement it.

pub mod analysis;
pub mod config;
pub mod did;
#[cfg(feature = "template")]
pub mod go;
pub mod javascript;
mod layout;
pub mod model;
pub mod motoko;
#[cfg(feature = "template")]
pub mod python;
pub mod rust;
#[cfg(feature = "template")]
pub mod template;
pub mod typescript;
pub mod typescript_client;
