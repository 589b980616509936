//! The language server: a state machine over messages, without input or output of its own.
//!
//! `candid_parser::ide` has the answers. Here they are put into the forms of the Language Server Protocol: positions in code
//! units, URIs, messages in their order.

mod action;
mod change;
mod comparison;
mod diagnostic;
mod documents;
mod edit;
pub(crate) mod frame;
mod head;
pub(crate) mod host;
mod importers;
mod initialize;
mod lints;
mod named;
mod navigate;
mod position;
mod state;
mod surrogate;
#[cfg(test)]
mod tests;
mod uri;
mod view;
mod workspace;

pub(crate) use comparison::{Compared, Job};
pub(crate) use state::State;
