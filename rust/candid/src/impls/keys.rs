//! Bounds of the keys of maps and the elements of sets, with advice where a type lacks one of them.
//!
//! As bounds of their own, all that is missing is one error.

use crate::traits::CandidType;
use std::hash::Hash;

/// Types that may be keys of a [`HashMap`](std::collections::HashMap) or elements of a
/// [`HashSet`](std::collections::HashSet) with a Candid type. All types with the three bounds are; the trait is there for the
/// advice in the compiler's error about one that is not.
///
/// # Examples
///
/// ```
/// use candid::types::HashedKey;
/// use candid::encode_one;
/// use std::collections::HashMap;
///
/// fn encode<K: HashedKey>(map: &HashMap<K, u64>) -> candid::Result<Vec<u8>> {
///     encode_one(map)
/// }
/// assert!(encode(&HashMap::from([("alice", 5)])).is_ok());
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a key of a hash map or an element of a hash set in Candid",
    label = "`{Self}` lacks `CandidType`, `Eq` or `Hash`",
    note = "for a type of your crate, add `#[derive(CandidType, PartialEq, Eq, Hash)]`",
    note = "for keys that are not `Eq` and `Hash`, such as floats, use `Vec<(K, V)>`, which has the same Candid type, or a key \
            that is, such as an integer or a `String`"
)]
pub trait HashedKey: CandidType + Eq + Hash {}

#[diagnostic::do_not_recommend]
impl<K: CandidType + Eq + Hash> HashedKey for K {}

/// Types that may be keys of a [`BTreeMap`](std::collections::BTreeMap), or elements of a
/// [`BTreeSet`](std::collections::BTreeSet) or a [`BinaryHeap`](std::collections::BinaryHeap), with a Candid type. All types
/// with both bounds are, as those of [`HashedKey`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a key of an ordered map or an element of an ordered set in Candid",
    label = "`{Self}` lacks `CandidType` or `Ord`",
    note = "for a type of your crate, add `#[derive(CandidType, PartialEq, Eq, PartialOrd, Ord)]`",
    note = "for keys that are not `Ord`, such as floats, use `Vec<(K, V)>`, which has the same Candid type, or a key that is, \
            such as an integer or a `String`"
)]
pub trait OrderedKey: CandidType + Ord {}

#[diagnostic::do_not_recommend]
impl<K: CandidType + Ord> OrderedKey for K {}
