//! Deep texts on the stacks of coroutines, of which nobody tells: an error, or more stack.
#![cfg(not(target_family = "wasm"))]

use candid_parser::{check_prog, parse_idl_args, IDLProg, TypeEnv};
use corosensei::stack::DefaultStack;
use corosensei::{Coroutine, CoroutineResult};
use std::fmt::Write;

/// Definitions that name each other in a chain, the last one first.
fn chain(len: usize) -> String {
    let mut text = String::new();
    for i in (0..len).rev() {
        writeln!(text, "type T{i} = record {{ a : opt T{} }};", i + 1).unwrap();
    }
    write!(text, "type T{len} = nat; service : {{ f : (T0) -> () }}").unwrap();
    text
}

/// Parses, checks and prints.
fn check() {
    for (depth, fits) in [(1, true), (1_000_000, false)] {
        let text = format!("({}5{})", "vec {".repeat(depth), "}".repeat(depth));
        assert_eq!(parse_idl_args(&text).is_ok(), fits, "{depth}");
    }
    let prog: IDLProg = chain(5_000).parse().unwrap();
    let mut env = TypeEnv::new();
    let actor = check_prog(&mut env, &prog).unwrap().unwrap();
    let again = chain(5_000).replace("opt", "opt opt");
    let mut other = TypeEnv::new();
    let other_actor = check_prog(&mut other, &again.parse().unwrap()).unwrap();
    let printed = candid_parser::pretty::candid::compile(&env, &Some(actor.clone()));
    assert!(printed.parse::<IDLProg>().is_ok());
    drop((actor, other_actor));
}

fn on_coroutine(stack: DefaultStack) {
    let mut coroutine = Coroutine::<(), (), (), _>::with_stack(stack, |_, ()| check());
    assert!(matches!(coroutine.resume(()), CoroutineResult::Return(())));
}

/// Above the stack of the thread and below.
#[test]
fn deep_texts() {
    let stack = || DefaultStack::new(256 * 1024).unwrap();
    let above = [stack(), stack()];
    let thread = std::thread::spawn(move || {
        check();
        above.into_iter().for_each(on_coroutine);
        on_coroutine(stack());
    });
    thread.join().unwrap();
}
