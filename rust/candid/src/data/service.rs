//! `Service`: a reference to a canister, as a value.

use ic_principal::Principal;
use serde::de::{self, Deserialize};

/// A reference to a canister with a certain interface.
///
/// The methods are part of the Candid type and not of the value, so `Service` alone has no Candid type. Declare one for
/// each interface with [`define_service!`](macro@crate::define_service), which defines a struct around a `Service`.
///
/// # Examples
///
/// ```
/// use candid::{define_service, func, Principal};
///
/// define_service!(Counter : { "get" : func!(() -> (u64) query); "inc" : func!(() -> ()) });
///
/// let counter = Counter::new(Principal::management_canister());
/// let bytes = candid::encode_one(&counter)?;
/// assert_eq!(candid::decode_one::<Counter>(&bytes)?, counter);
/// # Ok::<(), candid::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Service {
    /// The canister.
    pub principal: Principal,
}

impl<'de> Deserialize<'de> for Service {
    /// Deserializes the value as a [`Principal`].
    fn deserialize<D>(deserializer: D) -> Result<Self, D::Error>
    where
        D: de::Deserializer<'de>,
    {
        Principal::deserialize(deserializer).map(|principal| Service { principal })
    }
}
