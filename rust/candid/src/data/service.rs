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

#[cfg(test)]
mod tests {
    use super::Service;

    #[test]
    fn reads_what_a_principal_reads() {
        let service: Service = serde_json::from_str("\"aaaaa-aa\"").unwrap();
        assert_eq!(service.principal.as_slice(), [0; 0]);
        serde_json::from_str::<Service>("5").unwrap_err();
    }

    #[test]
    fn declared_types() {
        use crate::traits::CandidType;
        use crate::types::ty::TypeInner;

        crate::define_service!(Empty : {});
        crate::define_service!(Two : { "b" : crate::func!((Two) -> ()); "a" : Empty::ty(); });
        let principal = crate::data::principal::Principal::anonymous();
        assert_eq!(Two::new(principal), Service { principal }.into());
        assert_eq!(*Empty::ty().0, TypeInner::Service(vec![]));
        match &*Two::ty().0 {
            TypeInner::Service(methods) => {
                let names: Vec<_> = methods.iter().map(|(name, _)| name.as_str()).collect();
                assert_eq!(names, ["a", "b"]);
            }
            other => panic!("expected service, found {other:?}"),
        }
        let read: Two = serde_json::from_str("\"aaaaa-aa\"").unwrap();
        assert_eq!(read.0.principal.as_slice(), [0; 0]);
    }
}
