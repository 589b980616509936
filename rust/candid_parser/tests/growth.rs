//! Long, wide and deep inputs: time that grows with the input, not with its square.
//!
//! A case does its work on an input of some size and on one four times as large. The shortest of a few runs counts, because
//! other processes run too; a square would show as sixteen times as long.

use candid::types::{Type, TypeInner};
use candid::{IDLArgs, TypeEnv};
use candid_parser::value::TextArgs;
use std::time::{Duration, Instant};

/// Checks that four times the size takes less than `most` times as long.
#[track_caller]
fn grows(most: u32, n: usize, case: impl Fn(usize)) {
    let best = |n: usize| {
        let times = (0..3).map(|_| {
            let start = Instant::now();
            case(n);
            start.elapsed()
        });
        times.min().unwrap_or_default()
    };
    let (small, large) = (best(n), best(4 * n));
    let allowed = small * most + Duration::from_millis(20);
    assert!(
        large < allowed,
        "{small:?} for {n}, {large:?} for four times as much"
    );
}

/// Multiplying long numbers is not linear: four times the digits take about eight times as long.
#[test]
fn digits() {
    let at = |text: &str, ty: TypeInner| {
        let types: [Type; 1] = [ty.into()];
        let bytes = TextArgs::new(text).to_bytes_at(&TypeEnv::new(), &types);
        bytes.map(|(bytes, _)| bytes)
    };
    grows(11, 5_000, |n| {
        let bytes = at(&format!("({})", "12_3".repeat(n)), TypeInner::Nat).unwrap();
        assert!(bytes.len() > n);
    });
    grows(11, 5_000, |n| {
        let bytes = at(&format!("(-0x{})", "fe_d".repeat(n)), TypeInner::Int).unwrap();
        assert!(IDLArgs::from_bytes(&bytes).unwrap().to_string().len() > n);
    });
    // That it is no float is known without reading it.
    grows(7, 50_000, |n| {
        assert!(at(&format!("({})", "123".repeat(n)), TypeInner::Float64).is_err());
    });
}
