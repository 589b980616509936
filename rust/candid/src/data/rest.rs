//! [`Rest`]: the fields of a record that its Rust type does not have.

use serde::de::value::UnitDeserializer;
use serde::de::Visitor;
use std::cell::Cell;
use std::mem::ManuallyDrop;
use std::sync::Arc;

/// Keeps the other fields of a record: those of a message that the Rust type does not have, and writes them again.
///
/// A proxy that passes records on, or an older version of a type, loses nothing:
///
/// ```
/// use candid::{CandidType, Decode, Deserialize, Encode, Rest};
///
/// #[derive(CandidType, Deserialize)]
/// struct User {
///     name: String,
///     #[candid(rest)]
///     rest: Rest,
/// }
/// #[derive(CandidType, Deserialize, Debug, PartialEq)]
/// struct NewerUser {
///     name: String,
///     age: u8,
///     emails: Vec<String>,
/// }
///
/// let emails = vec!["alice@example.com".to_string()];
/// let newer = NewerUser { name: "Alice".to_string(), age: 30, emails };
/// let mut user = Decode!(&Encode!(&newer)?, User)?;
/// assert_eq!(User::ty().to_string(), "record { name : text }");
/// user.name = "Bob".to_string();
///
/// let passed_on = Decode!(&Encode!(&user)?, NewerUser)?;
/// assert_eq!(passed_on, NewerUser { name: "Bob".to_string(), ..newer });
/// # Ok::<(), candid::Error>(())
/// ```
///
/// # What is written
///
/// The Candid type of the Rust type has only its own fields; the type of the message that is encoded has all of them, at
/// the place of this record. A place can be in a vector, or reached through recursion, so that one type has several
/// values: a field that some of them do not have is written as an `opt`, unless it is one already. If their types differ,
/// encoding is an error.
///
/// Whoever sends records that are kept decides how large these become: check [`Rest::n_bytes`] and
/// [`Rest::len`] where records are stored. Records
/// of many senders in one vector may have up to 1,000 different other fields, and each is written with all of them: encoding
/// is an error if these are more than 100,000 and 16 for each byte of the records.
///
/// A value of the type language (`IDLValue::from_rust`) has them, and
/// `IDLValue::to_rust` keeps them, unless the value contains a function or a service, which do
/// not tell their types. JSON at the type of the Rust type (`json::encode_one`) cannot have them: encoding is an error that names
/// the first of them, and keys that the type does not have are refused or skipped, not kept. JSON in the self-describing form
/// has them: `json::lossless` of the value of the type language.
///
/// Fields count as skipped for the decoding quota. Fields of a type of a later version of Candid are an error.
///
/// # Where it can be
///
/// In one field of a struct with names, which neither has flattened fields nor is flattened itself. A vector written by
/// [`VecWriter`](crate::stream::VecWriter), a buffer other than a vector, and a type whose `CandidType` is written by hand
/// take records without other fields only: encoding is an error if there are any.
///
/// In other formats of serde it is a byte string: the message of [`Rest::to_message`].
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Rest {
    /// The header of a message whose only argument is a record of these fields; `None` if there are none.
    header: Option<Arc<[u8]>>,
    /// The values of the fields, by id.
    values: Vec<u8>,
}

impl Rest {
    /// Returns a rest without fields.
    ///
    /// # Examples
    ///
    /// ```
    /// assert!(candid::Rest::new().is_empty());
    /// ```
    pub fn new() -> Self {
        Rest::default()
    }

    /// Returns whether there are no fields.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::{CandidType, Decode, Deserialize, Encode, Rest};
    ///
    /// #[derive(CandidType, Deserialize)]
    /// struct User {
    ///     name: String,
    ///     #[candid(rest)]
    ///     rest: Rest,
    /// }
    /// #[derive(CandidType)]
    /// struct Newer { name: &'static str, age: u8 }
    ///
    /// let user = Decode!(&Encode!(&Newer { name: "alice", age: 30 })?, User)?;
    /// assert!(!user.rest.is_empty());
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn is_empty(&self) -> bool {
        self.header.is_none()
    }

    /// Returns the fields of a message, which has to be valid.
    pub(crate) fn from_parts(header: Arc<[u8]>, values: Vec<u8>) -> Self {
        Rest {
            header: Some(header),
            values,
        }
    }

    pub(crate) fn header(&self) -> Option<&Arc<[u8]>> {
        self.header.as_ref()
    }

    pub(crate) fn values(&self) -> &[u8] {
        &self.values
    }
}

thread_local! {
    /// Passes what the decoder kept to the visitor of [`Rest`], which is called next: serde's data model has no type for
    /// it. Nothing runs in between. Empty between calls, so that there is nothing to drop,
    /// and it is there for destructors of other thread-locals.
    static KEPT: ManuallyDrop<Cell<Option<Rest>>> = const { ManuallyDrop::new(Cell::new(None)) };
}

/// Passes the fields to the visitor, which has to be that of [`Rest`].
///
/// # Errors
///
/// Those of the visitor.
pub(crate) fn give_to<'de, V, E>(rest: Rest, visitor: V) -> Result<V::Value, E>
where
    V: Visitor<'de>,
    E: serde::de::Error,
{
    KEPT.with(|slot| slot.set(Some(rest)));
    let visited = visitor.visit_newtype_struct(UnitDeserializer::new());
    // What was not taken must not be found by a later visitor.
    drop(take());
    visited
}

/// Takes what the decoder passes, if it does.
pub(crate) fn take() -> Option<Rest> {
    KEPT.with(|slot| slot.take())
}
