//! What system calls charge and do, and how state is kept from message to message.

use ic_meter::canister::{Canister, Kind};
use ic_meter::error::Error;
use ic_meter::instrument::Detail;
use ic_meter::stable::Stable;
use ic_meter::Answer;

const IMPORTS: &str = r#"
  (import "ic0" "performance_counter" (func $performance_counter (param i32) (result i64)))
  (import "ic0" "msg_arg_data_size" (func $arg_size (result i32)))
  (import "ic0" "msg_arg_data_copy" (func $arg_copy (param i32 i32 i32)))
  (import "ic0" "msg_caller_size" (func $caller_size (result i32)))
  (import "ic0" "canister_self_copy" (func $self_copy (param i32 i32 i32)))
  (import "ic0" "msg_reply" (func $reply))
  (import "ic0" "msg_reply_data_append" (func $append (param i32 i32)))
  (import "ic0" "msg_reject" (func $reject (param i32 i32)))
  (import "ic0" "time" (func $time (result i64)))
  (import "ic0" "is_controller" (func $is_controller (param i32 i32) (result i32)))
  (import "ic0" "debug_print" (func $print (param i32 i32)))
  (import "ic0" "trap" (func $trap (param i32 i32)))
  (import "ic0" "stable64_size" (func $stable_size (result i64)))
  (import "ic0" "stable64_grow" (func $stable_grow (param i64) (result i64)))
  (import "ic0" "stable64_read" (func $stable_read (param i64 i64 i64)))
  (import "ic0" "stable64_write" (func $stable_write (param i64 i64 i64)))
  (import "ic0" "call_new" (func $call_new (param i32 i32 i32 i32 i32 i32 i32 i32)))
"#;

fn canister(body: &str) -> Canister {
    let wat = format!("(module {IMPORTS} (memory 2) {body})");
    let wasm = wat::parse_str(&wat).unwrap_or_else(|e| panic!("{body}\n{e}"));
    Canister::compile(&wasm, Detail::Total).unwrap_or_else(|e| panic!("{body}\n{e}"))
}

#[test]
fn charges() {
    // A body of `canister_init`, the operators in it (each call is 5), and what the system adds.
    let rows: [(&str, u64, u64); 17] = [
        ("i32.const 0 call $performance_counter drop", 7, 200),
        ("call $arg_size drop", 6, 500),
        ("call $caller_size drop", 6, 500),
        ("i32.const 0 i32.const 0 i32.const 4 call $arg_copy", 8, 500 + 4),
        ("i32.const 0 i32.const 0 i32.const 10 call $self_copy", 8, 500 + 10),
        ("call $time drop", 6, 500),
        ("i32.const 0 i32.const 8 call $append call $reply", 12, 500 + 8 * 50 + 500),
        ("i32.const 0 i32.const 8 call $reject", 7, 500 + 8 * 50),
        ("i32.const 0 i32.const 10 call $is_controller drop", 8, 1000),
        ("i32.const 0 i32.const 10 call $print", 7, 100 + 20 + 500),
        // The log has room for 4096 bytes in all.
        ("i32.const 0 i32.const 5000 call $print", 7, 100 + 2 * 4096 + 50 * 4096),
        ("i32.const 0 i32.const 4000 call $print i32.const 0 i32.const 100 call $print", 14, 200 + 2 * 4100 + 50 * 4096),
        ("call $stable_size drop", 6, 0),
        ("i64.const 1 call $stable_grow drop", 7, 100),
        ("i64.const 1 call $stable_grow drop i64.const 0 i64.const 0 i64.const 9 call $stable_read", 15, 100 + 20 + 9),
        // A page counts when it is first written to; this stretch touches two of 4 KiB, then one again.
        (
            "i64.const 1 call $stable_grow drop
             i64.const 4000 i64.const 0 i64.const 100 call $stable_write
             i64.const 4096 i64.const 0 i64.const 100 call $stable_write",
            7 + 8 + 8,
            100 + 20 + 100 + 2000 + 20 + 100,
        ),
        ("i64.const 0 i64.const 0 i64.const 0 call $stable_write", 8, 20),
    ];
    for (body, operators, charge) in rows {
        let mut canister = canister(&format!("(func (export \"canister_init\") {body})"));
        assert_eq!(
            canister.install(b"DIDL").unwrap().instructions,
            1 + operators + charge,
            "{body}"
        );
    }
}

#[test]
fn updates_are_kept_and_queries_are_not() {
    let mut canister = canister(
        r#"(global $count (mut i64) (i64.const 0))
           (func $start (i64.store (i32.const 8) (i64.const 100)))
           (start $start)
           (func $step
             (global.set $count (i64.add (global.get $count) (i64.const 1)))
             (i64.store (i32.const 8) (i64.add (i64.load (i32.const 8)) (i64.const 1)))
             (drop (call $stable_grow (i64.const 1)))
             (drop (memory.grow (i32.const 1)))
             (i32.store8 (i32.const 0) (i32.wrap_i64 (global.get $count)))
             (i32.store8 (i32.const 1) (i32.load8_u (i32.const 8)))
             (i32.store8 (i32.const 2) (i32.wrap_i64 (call $stable_size)))
             (i32.store8 (i32.const 3) (memory.size))
             (call $append (i32.const 0) (i32.const 4)) (call $reply))
           (export "canister_update add" (func $step))
           (export "canister_query peek" (func $step))
           (func (export "canister_update fail") (call $step) unreachable)
           (func (export "canister_update refuse")
             (drop (call $stable_grow (i64.const 5))) (call $reject (i32.const 0) (i32.const 0)))"#,
    );
    canister.install(b"").unwrap();
    let methods: Vec<_> = canister.methods().collect();
    let expected = [
        (Kind::Update, "add"),
        (Kind::Query, "peek"),
        (Kind::Update, "fail"),
        (Kind::Update, "refuse"),
    ];
    assert_eq!(methods, expected);
    let reply =
        |canister: &mut Canister, method| canister.call(method, b"").unwrap().answer.unwrap();
    let rows: [(&str, [u8; 4]); 5] = [
        ("add", [1, 101, 1, 3]),
        ("peek", [2, 102, 2, 4]),
        ("peek", [2, 102, 2, 4]),
        ("add", [2, 102, 2, 4]),
        ("add", [3, 103, 3, 5]),
    ];
    for (method, expected) in rows {
        assert_eq!(
            reply(&mut canister, method),
            Answer::Reply(expected.to_vec()),
            "{method}"
        );
    }
    assert!(matches!(
        canister.call("fail", b""),
        Err(Error::Trap { .. })
    ));
    assert_eq!(
        reply(&mut canister, "refuse"),
        Answer::Reject(String::new())
    );
    assert_eq!(
        reply(&mut canister, "add"),
        Answer::Reply(vec![4, 104, 4, 6])
    );
}

#[test]
fn stable_memory_may_be_given() {
    let mut canister = canister(
        r#"(func (export "canister_query read")
             (call $stable_read (i64.const 0) (i64.const 1) (i64.const 3))
             (call $append (i32.const 0) (i32.const 3)) (call $reply))"#,
    );
    canister.set_stable(Stable::from_bytes(b"stable"));
    canister.install(b"").unwrap();
    assert_eq!(
        canister.call("read", b"").unwrap().answer,
        Some(Answer::Reply(b"tab".to_vec()))
    );
}

#[test]
fn errors_say_what_went_wrong() {
    // A query's body, and what calling it says.
    let rows = [
        ("unreachable", "q trapped: wasm trap: wasm `unreachable` instruction executed"),
        ("i32.const 4 i32.const 5 call $trap", "q trapped: words"),
        ("", "q did not reply"),
        ("call $reply call $reply", "q trapped: the message has been answered already"),
        (
            "i32.const 131072 i32.const 1 call $append",
            "q trapped: a system call reaches beyond the end of the memory",
        ),
        (
            "i32.const 0 i32.const 0 i32.const 5 call $arg_copy",
            "q trapped: a copy reaches beyond the end of its source",
        ),
        (
            "i64.const 0 i64.const 0 i64.const 1 call $stable_read",
            "q trapped: an access reaches beyond the end of the stable memory",
        ),
        (
            "i32.const 0 i32.const 0 i32.const 0 i32.const 0 i32.const 0 i32.const 0 i32.const 0 i32.const 0 call $call_new",
            "q trapped: a call to another canister is not available off chain",
        ),
        ("call $q", "q trapped: wasm trap: call stack exhausted"),
    ];
    for (body, expected) in rows {
        let mut canister = canister(&format!(
            "(data (i32.const 4) \"words\") (func $q (export \"canister_query q\") {body})"
        ));
        canister.install(b"").unwrap();
        assert_eq!(
            canister.call("q", b"DIDL").unwrap_err().to_string(),
            expected,
            "{body}"
        );
    }
    let mut canister = canister("(func (export \"canister_query q\"))");
    canister.install(b"").unwrap();
    assert_eq!(
        canister.call("r", b"").unwrap_err().to_string(),
        "no method \"r\": there are q"
    );
}

#[test]
fn what_is_not_a_canister_is_refused() {
    let rows: [(&[u8], &str); 9] = [
        (b"(module", "not a canister module: no \\0asm"),
        (
            b"\x1f\x8b\x08",
            "not a canister module: it is compressed, unpack it with gunzip",
        ),
        (
            b"\0asm\x01\0\0",
            "not a canister module: unexpected end-of-file (at offset 0x4)",
        ),
        (
            b"(module (import \"env\" \"f\" (func)))",
            "import env.f: not part of the system API",
        ),
        (
            b"(module (import \"ic0\" \"f\" (func)))",
            "import ic0.f: not part of the system API",
        ),
        (
            b"(module (import \"ic0\" \"time\" (func)))",
            "import ic0.time: not of the type that the system API gives it",
        ),
        (
            b"(module (import \"ic0\" \"m\" (memory 1)))",
            "import ic0.m: only functions can be imported",
        ),
        (
            b"(module (memory 1) (memory 1))",
            "not a canister module: multiple memories (at offset 0xa)",
        ),
        (
            b"(module (func i32.const 0 i32.const 0 i32.atomic.rmw.add drop) (memory 1 1 shared))",
            "not a canister module: threads must be enabled for shared memories (at offset 0x15)",
        ),
    ];
    for (bytes, expected) in rows {
        let is_text = bytes.starts_with(b"(module (");
        let wasm = if is_text {
            wat::parse_bytes(bytes).unwrap().into_owned()
        } else {
            bytes.to_vec()
        };
        let error = Canister::compile(&wasm, Detail::Total)
            .err()
            .map(|e| e.to_string());
        assert_eq!(
            error.as_deref(),
            Some(expected),
            "{}",
            String::from_utf8_lossy(bytes)
        );
    }
}
