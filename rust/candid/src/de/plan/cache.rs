//! Cache of the plans of recent headers, which outlives a message.
//!
//! A canister receives the same header bytes again and again; from the second time on, the header is not parsed and no
//! type compared. The number of entries and their size are fixed, so untrusted callers can evict plans but never make
//! the cache grow.

use crate::de::plan::Plan;
use crate::util::bytes_eq::starts_with;
use crate::util::fifo_cache::FifoCache;
use crate::util::mechanisms;
use candid_wire::limits::{MAX_KEPT_HEADER_LEN, MAX_KEPT_PAIRS, MAX_KEPT_PLANS};
use std::cell::RefCell;
use std::rc::Rc;

thread_local! {
    static PLANS: RefCell<FifoCache<CachedPlan, MAX_KEPT_PLANS>> = const { RefCell::new(FifoCache::new()) };
}

struct CachedPlan {
    header: Box<[u8]>,
    plan: Rc<Plan>,
}

/// Returns the cached plan of a message that starts with the same header as `input`.
///
/// A header is self-delimiting, so no other header has a cached one as its prefix.
pub(crate) fn lookup(input: &[u8]) -> Option<Rc<Plan>> {
    if !mechanisms::CACHED_PLANS {
        return None;
    }
    PLANS
        .try_with(|plans| {
            let plans = plans.try_borrow().ok()?;
            let kept = plans.iter().find(|kept| starts_with(input, &kept.header))?;
            Some(kept.plan.clone())
        })
        .ok()
        .flatten()
}

/// Caches `plan` for later messages that start with the same header as `input`.
pub(crate) fn keep(input: &[u8], plan: &Rc<Plan>) {
    let len = plan.table.header_len();
    let Some(header) = input.get(..len) else {
        return;
    };
    if !mechanisms::CACHED_PLANS || len > MAX_KEPT_HEADER_LEN {
        return;
    }
    let kept = CachedPlan {
        header: header.into(),
        plan: plan.clone(),
    };
    // During thread teardown the cache may be gone.
    let _ = PLANS.try_with(|plans| {
        if let Ok(mut plans) = plans.try_borrow_mut() {
            plans.keep(kept);
        }
    });
}

/// A plan in use, evicted on drop, however decoding has ended, if it has grown too large to cache, or values are left in it.
pub(crate) struct PlanGuard(pub(crate) Rc<Plan>);

impl std::ops::Deref for PlanGuard {
    type Target = Plan;

    #[inline]
    fn deref(&self) -> &Plan {
        &self.0
    }
}

impl Drop for PlanGuard {
    fn drop(&mut self) {
        if self.0.n_pairs() <= MAX_KEPT_PAIRS && !self.0.is_open() {
            return;
        }
        let _ = PLANS.try_with(|plans| {
            if let Ok(mut plans) = plans.try_borrow_mut() {
                plans.retain(|kept| !Rc::ptr_eq(&kept.plan, &self.0));
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::lookup;
    use crate::api::decode_one;
    use crate::traits::{CandidType, Serializer};
    use crate::types::ty::label::Label;
    use crate::types::ty::{Field, Type, TypeInner};
    use crate::Deserialize;

    #[derive(Deserialize)]
    struct List {
        #[allow(dead_code, reason = "only read")]
        a: Option<Box<List>>,
    }

    impl CandidType for List {
        fn _ty() -> Type {
            TypeInner::Record(vec![Field {
                id: Label::Named("a".into()).into(),
                ty: <Option<Box<List>>>::ty(),
            }])
            .into()
        }

        fn idl_serialize<S: Serializer>(&self, _: S) -> Result<(), S::Error> {
            unreachable!("only decoded")
        }
    }

    /// Returns a message of `n` options of records of the next option, each with its own entry, and as many values.
    fn chain(n: u64, n_values: usize) -> Vec<u8> {
        let mut bytes = b"DIDL".to_vec();
        candid_wire::writer::write_leb_u64(&mut bytes, 2 * n);
        for i in 0..n {
            bytes.push(0x6e);
            candid_wire::writer::write_sleb_i64(&mut bytes, 2 * i as i64 + 1);
            bytes.extend([0x6c, 1, b'a']);
            if i + 1 < n {
                candid_wire::writer::write_sleb_i64(&mut bytes, 2 * i as i64 + 2);
            } else {
                bytes.push(0x7f);
            }
        }
        bytes.extend([1, 0]);
        bytes.extend(std::iter::repeat_n(1, n_values));
        bytes
    }

    #[test]
    fn a_plan_that_has_grown_too_large_is_not_kept_even_after_a_failure() {
        let deep = std::thread::Builder::new().stack_size(64 << 20);
        deep.spawn(check_kept).unwrap().join().unwrap();
    }

    fn check_kept() {
        for n_values in [400, 399] {
            let message = chain(400, n_values);
            let is_whole = n_values == 400;
            assert_eq!(decode_one::<Option<List>>(&message).is_ok(), is_whole);
            assert!(lookup(&message).is_some());
        }
        for n_values in [1500, 1499] {
            let message = chain(1500, n_values);
            let is_whole = n_values == 1500;
            assert_eq!(decode_one::<Option<List>>(&message).is_ok(), is_whole);
            assert!(lookup(&message).is_none());
        }
    }
}
