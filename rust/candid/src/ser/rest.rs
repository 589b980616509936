//! Encoding of records that keep fields their types do not have ([`Rest`]).
//!
//! The values are written first, as their types say, while each such record registers its other fields here. Then, if there
//! are any, the values are read twice by their types: to find out which other fields there are at each place, and to
//! write the values again with them.
//!
//! A place is a path of parts of types; recursion leads back to the place of the same type on the path. Places have one
//! type each, of all values there.

mod equality;
mod places;
mod walk;

use crate::data::rest::Rest;
use crate::error::{internal, Error, Result};
use crate::schema::expected::ExpectedType;
use crate::ser::rest::walk::Walk;
use crate::types::env::TypeEnv;
use crate::types::ty::Type;
use std::cell::RefCell;

thread_local! {
    /// The records written so far, of each message that is being written in this thread: user code that writes a
    /// value may encode another message, and coroutines write theirs by turns. `None` of one that is closed before another.
    static WRITTEN: RefCell<Vec<Option<Vec<Written>>>> = const { RefCell::new(Vec::new()) };
}

/// Where a serializer registers what records keep: nowhere, or in the list with this number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Registry(u32);

/// A record that was written without its other fields.
#[derive(Debug)]
struct Written {
    /// The position of its first byte.
    at: usize,
    rest: Rest,
    /// Completes the arguments. In here, because only canisters with such records are to have that code.
    complete: CompleteFn,
}

type CompleteFn = fn(&[Written], &[ExpectedType], &[u8], usize) -> Result<Complete>;

/// Arguments with all fields of their records.
pub(crate) struct Complete {
    pub(crate) env: TypeEnv,
    pub(crate) types: Vec<Type>,
    pub(crate) values: Vec<u8>,
}

impl Registry {
    /// No registry: other fields are refused.
    pub(crate) const NONE: Registry = Registry(0);

    /// Returns a new registry, to be closed by [`Registry::close`].
    pub(crate) fn open() -> Registry {
        // During thread teardown there may be none: other fields are refused then.
        let opened = WRITTEN.try_with(|lists| {
            let mut lists = lists.try_borrow_mut().ok()?;
            lists.push(Some(Vec::new()));
            u32::try_from(lists.len()).ok()
        });
        Registry(opened.ok().flatten().unwrap_or(0))
    }

    /// Registers the other fields of a record that is written at position `at`.
    ///
    /// # Errors
    ///
    /// If there are any, and this is no registry.
    pub(crate) fn add(self, at: usize, rest: &Rest) -> Result<()> {
        let Some(index) = (self.0 as usize).checked_sub(1) else {
            return if rest.is_empty() {
                Ok(())
            } else {
                Err(not_here())
            };
        };
        WRITTEN.with_borrow_mut(|lists| {
            let list = lists.get_mut(index).and_then(Option::as_mut);
            let rest = rest.clone();
            list.ok_or_else(internal)?.push(Written {
                at,
                rest,
                complete: complete_arguments,
            });
            Ok(())
        })
    }

    /// Closes the registry, and returns what it has.
    fn close(self) -> Vec<Written> {
        let Some(index) = (self.0 as usize).checked_sub(1) else {
            return Vec::new();
        };
        let list = WRITTEN.try_with(|lists| {
            let mut lists = lists.try_borrow_mut().ok()?;
            let list = lists.get_mut(index)?.take();
            while lists.last().is_some_and(Option::is_none) {
                lists.pop();
            }
            list
        });
        list.ok().flatten().unwrap_or_default()
    }

    /// Closes the registry without using it when the value is dropped: in a panic of the code that writes the records.
    pub(crate) fn discard_on_drop(self) -> DiscardOnDrop {
        DiscardOnDrop(self)
    }

    /// Closes the registry without using it.
    pub(crate) fn discard(self) {
        self.close();
    }

    /// Closes the registry.
    ///
    /// # Errors
    ///
    /// If there are any other fields.
    pub(crate) fn refuse(self) -> Result<()> {
        let written = self.close();
        if written.iter().all(|record| record.rest.is_empty()) {
            Ok(())
        } else {
            Err(not_here())
        }
    }

    /// Closes the registry, and returns the arguments with the fields in it; `None` if it has none. `values` are the
    /// arguments of these types, written from position `start` on.
    ///
    /// # Errors
    ///
    /// If fields are in a type that is written by hand, or those of values at one place have different types.
    pub(crate) fn complete(
        self,
        types: &[ExpectedType],
        values: &[u8],
        start: usize,
    ) -> Result<Option<Complete>> {
        let written = self.close();
        match written.iter().find(|record| !record.rest.is_empty()) {
            Some(record) => (record.complete)(&written, types, values, start).map(Some),
            None => Ok(None),
        }
    }
}

/// See [`Registry::complete`].
fn complete_arguments(
    written: &[Written],
    types: &[ExpectedType],
    values: &[u8],
    start: usize,
) -> Result<Complete> {
    let mut walk = Walk::new(types, values, start, written);
    walk.collect()?;
    let values = walk.write()?;
    let (env, types) = walk.types()?;
    Ok(Complete { env, types, values })
}

/// See [`Registry::discard_on_drop`].
pub(crate) struct DiscardOnDrop(Registry);

impl Drop for DiscardOnDrop {
    fn drop(&mut self) {
        self.0.discard();
    }
}

/// Returns the error for other fields where they cannot be written.
#[cold]
fn not_here() -> Error {
    Error::msg(
        "a record has other fields (`candid::Rest`) where they cannot be written: in a stream, a buffer other than a vector, \
         or a type whose `CandidType` is written by hand",
    )
}

#[cfg(test)]
mod tests {
    use super::{Registry, WRITTEN};
    use crate::data::rest::Rest;

    /// As where coroutines write messages by turns.
    #[test]
    fn registries_are_closed_in_any_order() {
        for order in [
            [0, 1, 2],
            [0, 2, 1],
            [1, 0, 2],
            [1, 2, 0],
            [2, 0, 1],
            [2, 1, 0],
        ] {
            let all = [(); 3].map(|()| Registry::open());
            for (at, registry) in all.iter().enumerate() {
                registry.add(at, &Rest::new()).unwrap();
            }
            for i in order {
                let written = all[i].close();
                assert_eq!(written.iter().map(|of| of.at).collect::<Vec<_>>(), [i]);
                assert!(all[i].close().is_empty());
            }
            assert!(WRITTEN.with_borrow(Vec::is_empty));
        }
    }
}
