//! Where the counter moves: runs, calls, loops, bulk operations, the limit.

use ic_meter::canister::Canister;
use ic_meter::error::Error;
use ic_meter::instrument::Detail;
use ic_meter::limits::ON_CHAIN;
use ic_meter::Answer;

fn module(init: &str) -> Vec<u8> {
    let wat = format!(
        "(module
           (import \"ic0\" \"performance_counter\" (func $counter (param i32) (result i64)))
           (import \"ic0\" \"msg_reply_data_append\" (func $append (param i32 i32)))
           (import \"ic0\" \"msg_reply\" (func $reply))
           (memory 2)
           (table 8 funcref)
           (elem (i32.const 0) $empty)
           (elem $passive func $empty $empty)
           (data $bytes \"0123456789\")
           (func $empty)
           (func $twice (param i32) (result i32) local.get 0 i32.const 2 i32.mul)
           (func $early (param i32) (result i32)
             local.get 0 if i32.const 1 return end i32.const 2)
           (func $tail return_call $empty)
           (func $tail_indirect i32.const 0 return_call_indirect)
           (func (export \"canister_init\") (local i32 i64) {init}))"
    );
    wat::parse_str(&wat).unwrap_or_else(|e| panic!("{init}\n{e}"))
}

fn instructions(init: &str, detail: Detail) -> u64 {
    let mut canister =
        Canister::compile(&module(init), detail).unwrap_or_else(|e| panic!("{init}\n{e}"));
    canister
        .install(b"")
        .unwrap_or_else(|e| panic!("{init}\n{e}"))
        .instructions
}

/// A body of `canister_init` and what it costs beyond the 1 for entering it.
const ROWS: [(&str, u64); 25] = [
    ("", 0),
    ("block end", 0),
    ("nop", 1),
    // A call costs 5, entering the function 1.
    ("call $empty", 5 + 1),
    ("i32.const 3 call $twice drop", 1 + 5 + (1 + 3) + 1),
    ("i32.const 0 call_indirect", 1 + 10 + 1),
    ("call $tail", 5 + (1 + 3) + 1),
    ("call $tail_indirect", 5 + (1 + 1 + 60) + 1),
    // Only the branch taken is paid.
    ("i32.const 1 if nop nop else nop end", 1 + 2 + 2),
    ("i32.const 0 if nop nop else nop end", 1 + 2 + 1),
    ("i32.const 0 if nop nop end nop", 1 + 2 + 1),
    // What follows a jump in the same block is not paid.
    ("block br 0 nop nop end", 2),
    ("block i32.const 1 br_if 0 nop nop end", 1 + 2),
    ("block i32.const 0 br_if 0 nop nop end", 1 + 2 + 2),
    ("block i32.const 0 br_table 0 0 nop end", 1 + 2),
    ("return nop", 1),
    (
        "i32.const 1 call $early drop",
        1 + 5 + (1 + 1 + 2) + (1 + 1) + 1,
    ),
    ("i32.const 0 call $early drop", 1 + 5 + (1 + 1 + 2) + 1 + 1),
    // Ten times the body: get, const, add, tee, const, compare, br_if.
    (
        "loop local.get 0 i32.const 1 i32.add local.tee 0 i32.const 10 i32.lt_s br_if 0 end",
        10 * (6 + 2),
    ),
    ("loop end", 0),
    // One per byte, one per element, on top of the static part.
    (
        "i32.const 0 i32.const 0 i32.const 1000 memory.fill",
        3 + 100 + 1000,
    ),
    (
        "i32.const 9 i32.const 0 i32.const 77 memory.copy",
        3 + 100 + 77,
    ),
    (
        "i32.const 0 i32.const 0 i32.const 10 memory.init $bytes",
        3 + 100 + 10,
    ),
    (
        "i32.const 0 i32.const 1 i32.const 3 table.copy",
        3 + 100 + 3,
    ),
    (
        "i32.const 0 i32.const 0 i32.const 2 table.init $passive",
        3 + 100 + 2,
    ),
];

#[test]
fn runs_are_paid_where_they_begin() {
    for (body, expected) in ROWS {
        assert_eq!(instructions(body, Detail::Total), 1 + expected, "{body}");
    }
}

#[test]
fn a_profile_does_not_change_the_count() {
    for (body, expected) in ROWS {
        assert_eq!(
            instructions(body, Detail::Functions),
            1 + expected,
            "{body}"
        );
    }
}

/// The reply is the counter: the eight bytes at address 0.
#[test]
fn the_counter_reads_what_has_been_paid() {
    let rows: [(&str, u64); 3] = [
        // Entry; two constants, call, store, two constants, two calls: the run up to the end is paid; then 200.
        ("i32.const 0 i32.const 0 call $counter i64.store i32.const 0 i32.const 8 call $append call $reply", 1 + 20 + 200),
        // A block does not begin a run; its end does, so the last operator is not paid yet.
        ("nop block i32.const 0 i32.const 0 call $counter i64.store i32.const 0 i32.const 8 call $append call $reply end nop", 1 + 1 + 20 + 200),
        // The run after an `if` is paid once the `if` is over.
        ("i32.const 1 if end i32.const 0 i32.const 0 call $counter i64.store i32.const 0 i32.const 8 call $append call $reply", 1 + 3 + 20 + 200),
    ];
    for (body, expected) in rows {
        let mut canister = Canister::compile(&module(body), Detail::Total).unwrap();
        let Some(Answer::Reply(bytes)) = canister.install(b"").unwrap().answer else {
            panic!("{body}: no reply")
        };
        let bytes: [u8; 8] = bytes.try_into().unwrap();
        assert_eq!(u64::from_le_bytes(bytes), expected, "{body}");
    }
}

#[test]
fn the_limit_stops_loops_recursion_and_bulk_operations() {
    let rows = [
        ("loop br 0 end", 1_000_000),
        ("i32.const 0 i32.const 0 i32.const 1000 memory.fill", 1000),
        ("i32.const 0 i32.const 0 call $counter i64.store", 100),
    ];
    for (body, limit) in rows {
        let mut canister = Canister::compile(&module(body), Detail::Total).unwrap();
        canister.set_limits(ON_CHAIN.with_instructions(limit));
        match canister.install(b"") {
            Err(Error::OutOfInstructions {
                method,
                limit: reached,
            }) => {
                assert_eq!(
                    (method.as_str(), reached),
                    ("canister_init", limit),
                    "{body}"
                );
            }
            other => panic!("{body}: {other:?}"),
        }
    }
}

#[test]
fn a_profile_names_functions_and_adds_up() {
    let body = "i32.const 3 call $twice drop call $empty call $empty";
    let mut canister = Canister::compile(&module(body), Detail::Functions).unwrap();
    let outcome = canister.install(b"").unwrap();
    let profile = outcome.profile.unwrap();
    assert_eq!(
        profile,
        "function 8 18\nfunction 8;empty 2\nfunction 8;twice 4\n"
    );
    let sum: u64 = profile
        .lines()
        .map(|line| line.rsplit(' ').next().unwrap().parse::<u64>().unwrap())
        .sum();
    assert_eq!(sum, outcome.instructions);
}
