//! A small call whose types were prepared, as in `init` or `post_upgrade`.

use crate::calls::{transfer, TransferArg, TransferResult};
use crate::{decode, encode};
use canbench_rs::{bench, bench_fn, bench_scope, BenchResult};
use candid::Nat;

/// Does nothing with 0.10.39, which has no such function.
fn prepare() {
    #[cfg(feature = "prepare")]
    candid::prepare::<((TransferArg,), (TransferResult,))>();
}

/// The first call, after that.
#[bench(raw)]
fn small_call_prepared() -> BenchResult {
    prepare();
    bench_fn(|| small_call!(encode, decode))
}
