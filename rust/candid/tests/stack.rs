//! Deep messages on stacks that are not what they seem: grown ones, small ones, coroutines, signal handlers.
//!
//! What overflows a stack ends the process, so each case runs in one of its own.
#![cfg(not(target_family = "wasm"))]

#[path = "stack/foreign.rs"]
mod foreign;
#[path = "stack/own.rs"]
mod own;

use candid::{decode_args, decode_one, CandidType, Deserialize};
use std::env;
use std::process::Command;

/// A list of options: `type List = opt record { nat8; List }`.
#[derive(CandidType, Deserialize)]
struct List(Option<Box<(u8, List)>>);

impl List {
    /// Lists of some length would overflow the stack when they are dropped.
    fn unlink(mut self) {
        while let Some(node) = self.0.take() {
            self = node.1;
        }
    }
}

/// Returns a list of so many elements.
fn list(len: usize) -> Vec<u8> {
    let mut bytes = b"DIDL\x02\x6e\x01\x6c\x02\x00\x7b\x01\x00\x01\x00".to_vec();
    bytes.extend([1, 7].repeat(len));
    bytes.push(0);
    bytes
}

/// A list that no stack here is large enough for.
const ENDLESS: usize = 10_000_000;

/// Returns whether a list of so many elements is decoded, in any way; all other errors than that of depth are failures.
fn decodes(len: usize) -> bool {
    let message = list(len);
    let skipped = decode_args::<()>(&message);
    let typed = decode_one::<List>(&message).map(List::unlink);
    let mut errors = [skipped.err(), typed.err()].into_iter().flatten();
    match errors.next() {
        Some(error) => assert!(error.is_limit(), "{error}"),
        None => return true,
    }
    false
}

/// Checks that some nesting is possible, and that without end there is an error.
fn check(least: usize) {
    assert!(decodes(least), "a list of {least}");
    #[cfg(feature = "value")]
    candid::IDLArgs::from_bytes(&list(least.min(5))).unwrap();
    assert!(!decodes(ENDLESS));
    #[cfg(feature = "value")]
    assert!(candid::IDLArgs::from_bytes(&list(ENDLESS))
        .unwrap_err()
        .is_limit());
}

/// Returns whether the system tells what is mapped where. Otherwise the stack of a thread's first deep message is supposed to
/// be that of the thread, and others are if they are close.
fn system_tells() -> bool {
    std::path::Path::new("/proc/self/maps").exists()
}

/// Runs the body of the test `name` in a process of its own.
fn in_child(name: &str, body: impl FnOnce()) {
    const CASE: &str = "CANDID_STACK_CASE";
    if env::var(CASE).as_deref() == Ok(name) {
        return body();
    }
    let child = Command::new(env::current_exe().unwrap())
        .args([name, "--exact", "--nocapture", "--test-threads=1"])
        .env(CASE, name)
        .output()
        .unwrap();
    let stdout = String::from_utf8_lossy(&child.stdout);
    let stderr = String::from_utf8_lossy(&child.stderr);
    assert!(
        child.status.success() && stdout.contains("1 passed"),
        "{}\n{stdout}\n{stderr}",
        child.status
    );
}

/// Runs `f` on a thread with a stack of this many KiB.
fn on_thread<T: Send + 'static>(kib: usize, f: impl FnOnce() -> T + Send + 'static) -> T {
    let thread = std::thread::Builder::new().stack_size(kib * 1024).spawn(f);
    thread.unwrap().join().unwrap()
}
