//! Building blocks without knowledge of Candid: maps, sorting, caches, escapes, suggestions, tuples, the stack.

pub(crate) mod bytes_eq;
pub(crate) mod digits;
pub(crate) mod escape;
pub(crate) mod frequent_cache;
pub(crate) mod id_map;
pub(crate) mod mechanisms;
pub(crate) mod room;
pub(crate) mod sort;
pub(crate) mod stack;
#[cfg(feature = "json")]
pub mod suggest;
pub(crate) mod thread_state;
pub(crate) mod tuples;
pub(crate) mod work_count;
