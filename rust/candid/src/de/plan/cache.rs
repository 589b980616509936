//! Cache of the plans of headers, which outlives a message.
//!
//! A canister receives the same header bytes again and again; from the second time on, the header is not parsed and no
//! type compared. The size of the cache is fixed, so untrusted callers cannot make it grow; and they cannot evict the plans
//! of headers that are used more often than theirs ([`FrequentCache`]).

use crate::de::plan::Plan;
use crate::util::bytes_eq::{equal_after, word};
use crate::util::frequent_cache::FrequentCache;
use crate::util::mechanisms;
use candid_wire::limits::{MAX_KEPT_PLANS, MAX_KEPT_PLANS_BYTES};
use candid_wire::opcode::MAGIC;
use std::cell::RefCell;
use std::rc::Rc;

type Plans = FrequentCache<CachedPlan, MAX_KEPT_PLANS, MAX_KEPT_PLANS_BYTES>;

thread_local! {
    static PLANS: RefCell<Plans> = const { RefCell::new(Plans::new()) };
}

#[derive(Debug)]
struct CachedPlan {
    /// The bytes of the header behind the magic ones, of which there are eight unless it is shorter, and a mask of those
    /// that it has.
    first: u64,
    mask: u64,
    header: Box<[u8]>,
    plan: Rc<Plan>,
}

/// How many bytes the magic ones are, and those in [`CachedPlan::first`].
const N_FIRST: usize = MAGIC.len() + 8;

/// Returns eight bytes of a message, those behind the magic ones, and zeros after its end; `None` without the magic ones.
#[inline]
fn first_of(input: &[u8]) -> Option<u64> {
    let (magic, rest) = input.split_first_chunk()?;
    if *magic != MAGIC {
        return None;
    }
    Some(match rest.first_chunk() {
        Some(first) => word(first),
        None => first_of_short(rest),
    })
}

#[cold]
#[inline(never)]
fn first_of_short(rest: &[u8]) -> u64 {
    (rest.iter().rev()).fold(0, |first, byte| first << 8 | u64::from(*byte))
}

impl CachedPlan {
    /// Returns whether `input`, whose [`first_of`] is given, starts with the header.
    #[inline(always)]
    fn is_of(&self, input: &[u8], first: u64) -> bool {
        first & self.mask == self.first
            && match input.get(..self.header.len()) {
                Some(start) => equal_after::<N_FIRST>(start, &self.header),
                None => false,
            }
    }
}

/// Returns the cached plan of a message that starts with the same header as `input`.
///
/// A header is self-delimiting, so no other header has a cached one as its prefix.
pub(crate) fn lookup(input: &[u8]) -> Option<Rc<Plan>> {
    if !mechanisms::CACHED_PLANS {
        return None;
    }
    let first = first_of(input)?;
    PLANS
        .try_with(|plans| {
            let mut plans = plans.try_borrow_mut().ok()?;
            let kept = plans.find(|kept| kept.is_of(input, first))?;
            Some(kept.plan.clone())
        })
        .ok()
        .flatten()
}

/// Caches `plan`, which is new, for later messages that start with the same header as `input`. `is_needed` says that there will be
/// many. It is measured when its [`PlanGuard`] is dropped, if much of it was compiled.
#[inline(always)]
pub(crate) fn keep(input: &[u8], plan: &Rc<Plan>, is_needed: bool) {
    let Some(header) = input.get(..plan.table.header_len()) else {
        return;
    };
    let Some(first) = first_of(header) else {
        return;
    };
    if !mechanisms::CACHED_PLANS || header.len() > Plans::MAX_ITEM_BYTES {
        return;
    }
    let mask = match u32::try_from(header.len().saturating_sub(MAGIC.len())) {
        Ok(len @ ..8) => (1 << (u8::BITS * len)) - 1,
        _ => u64::MAX,
    };
    let n_bytes = usize::try_from(plan.n_bytes_at_first()).unwrap_or(usize::MAX);
    // During thread teardown the cache may be gone.
    let _ = PLANS.try_with(|plans| {
        if let Ok(mut plans) = plans.try_borrow_mut() {
            let kept = CachedPlan {
                first,
                mask,
                header: header.into(),
                plan: plan.clone(),
            };
            plans.keep(kept, n_bytes, is_needed);
        }
    });
}

/// A plan in use. On drop, however decoding has ended, the cache takes note of its growth.
pub(crate) struct PlanGuard(pub(crate) Rc<Plan>);

impl std::ops::Deref for PlanGuard {
    type Target = Plan;

    #[inline]
    fn deref(&self) -> &Plan {
        &self.0
    }
}

impl Drop for PlanGuard {
    #[inline]
    fn drop(&mut self) {
        if self.0.has_grown() {
            measure(&self.0);
        }
    }
}

#[cold]
#[inline(never)]
fn measure(plan: &Rc<Plan>) {
    let _ = PLANS.try_with(|plans| {
        if let Ok(mut plans) = plans.try_borrow_mut() {
            plans.resize(|kept| Rc::ptr_eq(&kept.plan, plan), plan.measure());
        }
    });
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
        for n_values in [90, 89] {
            let message = chain(90, n_values);
            let is_whole = n_values == 90;
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
