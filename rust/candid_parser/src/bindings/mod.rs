//! Bindings for other languages: what a program needs to call a service, and to be one.

pub mod analysis;
pub mod did;
pub mod javascript;
mod layout;
pub mod motoko;
pub mod rust;
pub mod typescript;
