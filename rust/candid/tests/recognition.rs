//! Programs that would fool the recognition of types and of serde's derived code: each value is what the program's own
//! `Deserialize` makes of it. These tests hold in release builds too, where equal functions are merged.
#![cfg(feature = "default")]

#[path = "recognition/cases.rs"]
mod cases;
#[path = "recognition/delegation.rs"]
mod delegation;
#[path = "recognition/depth.rs"]
mod depth;
#[path = "recognition/early.rs"]
mod early;
#[path = "recognition/elements.rs"]
mod elements;
#[path = "recognition/expansion.rs"]
mod expansion;
#[path = "recognition/functions.rs"]
mod functions;
#[path = "recognition/identity.rs"]
mod identity;
#[path = "recognition/imitations.rs"]
mod imitations;
#[path = "recognition/options.rs"]
mod options;
