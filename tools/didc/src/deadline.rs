//! Time limit of work that has no other bound: a thread ends the process with a message.

use crate::code;
use candid_parser::diagnostic::{one_line, sanitize_terminal};
use std::io::Write;
use std::sync::mpsc::{channel, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// Does some work. If it takes longer than a number of seconds, the process ends; 0 is no limit.
pub(crate) fn within<R>(seconds: u64, what: &str, work: impl FnOnce() -> R) -> R {
    if seconds == 0 {
        return work();
    }
    let (done, end) = channel::<()>();
    let what = one_line(what);
    let what = sanitize_terminal(&what);
    let text = format!(
        "error[{}]: time limit of {seconds} s for {what} exceeded; use --max-time to change it\n",
        code::LIMIT.id
    );
    // Without a thread, there is no limit.
    let _ = thread::Builder::new()
        .name("time".to_string())
        .spawn(move || {
            let limit = Duration::from_secs(seconds);
            if end.recv_timeout(limit) == Err(RecvTimeoutError::Timeout) {
                let _ = std::io::stderr().write_all(text.as_bytes());
                std::process::exit(1);
            }
        });
    let result = work();
    drop(done);
    result
}
