//! What system calls charge and do, and how state is kept from message to message.

use ic_meter::canister::{Canister, Kind};
use ic_meter::error::Error;
use ic_meter::instrument::Detail;
use ic_meter::limits::{Limits, ON_CHAIN};
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
        "unknown method \"r\"; available: q"
    );
}

#[test]
fn what_is_not_a_canister_is_refused() {
    let rows: [(&[u8], &str); 8] = [
        (b"(module", "not a canister module: missing \\0asm header"),
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
            b"(module (import \"ic0\" \"time\" (func)))",
            "import ic0.time: type differs from that in the system API",
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

/// All that the crate `ic0` 1.2.0 declares, and what came before it. `p` is a pointer or a size, `i` and `l` are i32 and i64.
const SYSTEM_API: &str = "
accept_message () canister_cycle_balance ()l canister_cycle_balance128 (p) canister_liquid_cycle_balance128 (p)
canister_self_copy (ppp) canister_self_size ()p canister_status ()i canister_version ()l certified_data_set (pp)
call_cycles_add (l) call_cycles_add128 (ll) call_data_append (pp) call_new (pppppppp) call_on_cleanup (pp)
call_perform ()i call_with_best_effort_response (i) cost_call (llp) cost_create_canister (p) cost_http_request (llp)
cost_http_request_v2 (ppp) cost_sign_with_ecdsa (ppip)i cost_sign_with_schnorr (ppip)i cost_vetkd_derive_key (ppip)i
cycles_burn128 (llp) data_certificate_copy (ppp) data_certificate_present ()i data_certificate_size ()p
debug_print (pp) env_var_count ()p env_var_name_copy (pppp) env_var_name_exists (pp)i env_var_name_size (p)p
env_var_value_copy (ppppp) env_var_value_size (pp)p global_timer_set (l)l in_replicated_execution ()i
is_controller (pp)i mint_cycles128 (llp) msg_arg_data_copy (ppp) msg_arg_data_size ()p msg_caller_copy (ppp)
msg_caller_info_data_copy (ppp) msg_caller_info_data_size ()p msg_caller_info_signer_copy (ppp)
msg_caller_info_signer_size ()p msg_caller_size ()p msg_cycles_accept (l)l msg_cycles_accept128 (llp)
msg_cycles_available ()l msg_cycles_available128 (p) msg_cycles_refunded ()l msg_cycles_refunded128 (p)
msg_deadline ()l msg_method_name_copy (ppp) msg_method_name_size ()p msg_reject (pp) msg_reject_code ()i
msg_reject_msg_copy (ppp) msg_reject_msg_size ()p msg_reply () msg_reply_data_append (pp) performance_counter (i)l
root_key_copy (ppp) root_key_size ()p stable64_grow (l)l stable64_read (lll) stable64_size ()l stable64_write (lll)
stable_grow (i)i stable_read (iii) stable_size ()i stable_write (iii) subnet_self_copy (ppp)
subnet_self_node_count ()i subnet_self_size ()p time ()l trap (pp)";

#[test]
fn all_of_the_system_api_can_be_imported() {
    let words: Vec<&str> = SYSTEM_API.split_whitespace().collect();
    for pointer in ["i32", "i64"] {
        let ty = |letter| match letter {
            'p' => pointer,
            'i' => "i32",
            _ => "i64",
        };
        let mut imports = String::new();
        for pair in words.chunks(2) {
            let (params, result) = pair[1][1..].split_once(')').unwrap();
            let list = |of: &str| of.chars().map(ty).collect::<Vec<_>>().join(" ");
            imports += &format!(
                "(import \"ic0\" \"{}\" (func (param {}) (result {})))\n",
                pair[0],
                list(params),
                list(result)
            );
        }
        let memory = if pointer == "i64" { "i64 1" } else { "1" };
        let wasm = wat::parse_str(format!("(module {imports} (memory {memory}))")).unwrap();
        Canister::compile(&wasm, Detail::Total).unwrap();
    }
}

/// What such a call replies, or why it traps.
fn outcome_of(import: &str, body: &str) -> Result<Vec<u8>, String> {
    let wat = format!(
        "(module (import \"ic0\" {import})
           (import \"ic0\" \"msg_reply\" (func $reply))
           (import \"ic0\" \"msg_reply_data_append\" (func $append (param i32 i32)))
           (memory 1)
           (func (export \"canister_query q\") {body}))"
    );
    let wasm = wat::parse_str(&wat).unwrap_or_else(|e| panic!("{wat}\n{e}"));
    let mut canister = Canister::compile(&wasm, Detail::Total).unwrap();
    canister.install(b"").unwrap();
    match canister.call("q", b"") {
        Ok(outcome) => match outcome.answer {
            Some(Answer::Reply(bytes)) => Ok(bytes),
            other => panic!("{body}: {other:?}"),
        },
        Err(error) => Err(error.to_string()),
    }
}

#[test]
fn newer_calls_answer_where_the_answer_is_plain_and_trap_elsewhere() {
    const SIZE: &str = "(i32.store8 (i32.const 0) (call $f)) (call $append (i32.const 0) (i32.const 1)) (call $reply)";
    /// An import, what is done with it, and what comes of that.
    type Row = (
        &'static str,
        &'static str,
        Result<&'static [u8], &'static str>,
    );
    let rows: [Row; 12] = [
        ("\"subnet_self_size\" (func $f (result i32))", SIZE, Ok(&[29])),
        ("\"subnet_self_node_count\" (func $f (result i32))", SIZE, Ok(&[13])),
        (
            "\"subnet_self_copy\" (func $f (param i32 i32 i32))",
            "(call $f (i32.const 0) (i32.const 27) (i32.const 2)) (call $append (i32.const 0) (i32.const 3)) (call $reply)",
            Ok(&[2, 2, 0]),
        ),
        ("\"msg_caller_info_data_size\" (func $f (result i32))", SIZE, Ok(&[0])),
        ("\"msg_caller_info_signer_size\" (func $f (result i32))", SIZE, Ok(&[0])),
        (
            "\"msg_caller_info_data_copy\" (func $f (param i32 i32 i32))",
            "(call $f (i32.const 0) (i32.const 0) (i32.const 1))",
            Err("q trapped: a copy reaches beyond the end of its source"),
        ),
        ("\"env_var_count\" (func $f (result i32))", SIZE, Ok(&[0])),
        (
            "\"env_var_value_size\" (func $f (param i32 i32) (result i32))",
            "(drop (call $f (i32.const 0) (i32.const 1)))",
            Err("q trapped: no such environment variable"),
        ),
        (
            "\"canister_liquid_cycle_balance128\" (func $f (param i32))",
            "(i32.store8 (i32.const 3) (i32.const 7)) (call $f (i32.const 0))
             (call $append (i32.const 3) (i32.const 1)) (call $reply)",
            Ok(&[0]),
        ),
        (
            "\"root_key_size\" (func $f (result i32))",
            SIZE,
            Err("q trapped: a root key is not available off chain"),
        ),
        // One that came after this list: whoever does not call it can be run.
        (
            "\"of_tomorrow\" (func $f (param i32) (result f64))",
            "(drop (call $f (i32.const 0)))",
            Err("q trapped: ic0.of_tomorrow is not supported by ic-meter"),
        ),
        (
            "\"of_tomorrow\" (func $f (param i32) (result f64))",
            "(call $reply)",
            Ok(&[]),
        ),
    ];
    for (import, body, expected) in rows {
        let expected = expected.map(<[u8]>::to_vec).map_err(str::to_string);
        assert_eq!(outcome_of(import, body), expected, "{import}");
    }
}

#[test]
fn limits_are_those_of_the_kind_of_message() {
    let wasm = wat::parse_str(
        "(module (func $loop loop br 0 end)
           (export \"canister_update u\" (func $loop))
           (export \"canister_query q\" (func $loop)))",
    )
    .unwrap();
    let mut canister = Canister::compile(&wasm, Detail::Total).unwrap();
    canister.set_limits(Limits {
        update: 40_000,
        query: 5_000,
        ..ON_CHAIN
    });
    canister.install(b"").unwrap();
    for (method, expected) in [("u", 40_000), ("q", 5_000)] {
        match canister.call(method, b"") {
            Err(Error::OutOfInstructions { limit, .. }) => assert_eq!(limit, expected),
            other => panic!("{method}: {other:?}"),
        }
    }
}

#[test]
fn memory_beyond_the_limit_traps() {
    const PAGE: u64 = 65_536;
    let wasm = wat::parse_str(
        "(module (import \"ic0\" \"msg_reply\" (func $reply))
           (memory 2)
           (func (export \"canister_update one\") (drop (memory.grow (i32.const 1))) (call $reply))
           (func (export \"canister_update many\") (drop (memory.grow (i32.const 60000)))))",
    );
    let wasm = wasm.unwrap();
    let mut canister = Canister::compile(&wasm, Detail::Total).unwrap();
    let limits = |pages| Limits {
        memory: pages * PAGE,
        ..ON_CHAIN
    };
    canister.set_limits(limits(3));
    canister.install(b"").unwrap();
    let call = |canister: &mut Canister, method| {
        canister
            .call(method, b"")
            .map(drop)
            .map_err(|e| e.to_string())
    };
    assert_eq!(call(&mut canister, "one"), Ok(()));
    let expected = "one trapped: memory of 262144 bytes exceeds the limit of 196608; use --memory-limit to change it";
    assert_eq!(call(&mut canister, "one"), Err(expected.into()));
    // The default: 3 GiB, as a canister has without settings.
    canister.set_limits(ON_CHAIN);
    assert!(call(&mut canister, "many")
        .unwrap_err()
        .contains("exceeds the limit of 3221225472"));
    // What it begins with counts as well.
    let mut canister = Canister::compile(&wasm, Detail::Total).unwrap();
    canister.set_limits(limits(1));
    let error = canister.install(b"").unwrap_err().to_string();
    assert!(error.contains("memory of 131072 bytes exceeds"), "{error}");
}
