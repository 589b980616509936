//! Where the stack ends: each system tells it in its own way.

#[cfg(any(target_os = "linux", target_os = "android"))]
#[path = "stack/linux.rs"]
mod system;
#[cfg(target_family = "wasm")]
#[path = "stack/wasm.rs"]
mod system;
#[cfg(not(any(target_os = "linux", target_os = "android", target_family = "wasm")))]
#[path = "stack/other.rs"]
mod system;

pub(super) use system::lowest;
