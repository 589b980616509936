//! The end of the stack: an assumption made at once, and verification on demand.

#[cfg(any(target_os = "linux", target_os = "android"))]
#[path = "stack/maps.rs"]
mod maps;
#[cfg(not(target_family = "wasm"))]
#[path = "stack/host.rs"]
mod system;
#[cfg(target_family = "wasm")]
#[path = "stack/wasm.rs"]
mod system;

pub(super) use system::{believed, verified};
