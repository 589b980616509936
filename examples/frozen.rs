//! A test of one line: messages of earlier versions of a type stay readable. Feature `value`, for tests.
//!
//! ```text
//! stored messages are readable: true
//! after a field was renamed: false
//! ```

use candid::testing::assert_frozen;
use candid::{CandidType, Deserialize};

#[derive(CandidType, Deserialize)]
struct Transfer {
    to: String,
    amount: u64,
    memo: Option<String>,
}

#[derive(CandidType, Deserialize)]
struct Renamed {
    to: String,
    amount: u64,
    note: Option<String>,
}

// In your crate, a function with `#[test]`. With `CANDID_BLESS=1` it writes the file, which has the type and the messages.
fn transfers_stay_readable() {
    let transfer = Transfer {
        to: "alice".into(),
        amount: 5,
        memo: Some("rent".into()),
    };
    assert_frozen!(Transfer, [transfer], "data/transfer.txt");
}

fn renamed_stay_readable() {
    let renamed = Renamed {
        to: "alice".into(),
        amount: 5,
        note: None,
    };
    assert_frozen!(Renamed, [renamed], "data/transfer.txt");
}

fn main() {
    // The message says that `memo` of the stored version would be lost.
    std::panic::set_hook(Box::new(|_| ()));
    let passes = |test: fn()| std::panic::catch_unwind(test).is_ok();
    let readable = passes(transfers_stay_readable);
    println!("stored messages are readable: {readable}");
    let readable = passes(renamed_stay_readable);
    println!("after a field was renamed: {readable}");
}
