//! Messages one after the other: each has the verdict that it has alone, and what is kept of them is bounded.

use super::pairs::hex;
use super::readers::{readers, Reader};
use super::typed::message;
use super::{configs, Bytes};
use candid::{DecoderConfig, IDLArgs};
use std::cell::Cell;

/// What may be kept: tables and plans of messages, graphs of types, headers to write.
const MAX_KEPT: i64 = 8 << 20;

thread_local! {
    /// What is kept on this thread.
    static KEPT: Cell<i64> = const { Cell::new(0) };
}

/// Each message begins with its length.
///
/// # Panics
///
/// If a law does not hold.
pub(crate) fn check(data: &[u8]) {
    let mut cases = Vec::new();
    let mut rest = data;
    while let (Some((len, more)), true) = (rest.split_first(), cases.len() < 12) {
        let (case, more) = more.split_at(usize::from(*len).min(more.len()));
        cases.push(case);
        rest = more;
    }
    let cold: Vec<_> = cases
        .iter()
        .map(|case| {
            std::thread::scope(|scope| scope.spawn(|| verdict(case)).join().expect("a verdict"))
        })
        .collect();
    let used = allocation_counter::measure(|| {
        for _ in 0..2 {
            for (case, cold) in cases.iter().zip(&cold).rev() {
                assert_eq!(verdict(case), *cold, "{}", hex(case));
            }
        }
        // More often than there is room for.
        for (case, cold) in cases
            .iter()
            .cycle()
            .zip(cold.iter().cycle())
            .take(2 * cases.len())
        {
            assert_eq!(verdict(case), *cold, "{}", hex(case));
        }
    });
    let kept = KEPT.get() + used.bytes_current;
    KEPT.set(kept);
    assert!(kept <= MAX_KEPT, "{kept} bytes are kept");
}

/// Decodes the message that the bytes stand for.
fn verdict(case: &[u8]) -> Result<String, String> {
    let mut bytes = Bytes(case);
    let all = readers();
    let way = bytes.below(all.len() + 2);
    let config = bytes.below(4);
    let message = message(&mut bytes, &all);
    let config = match config {
        3 => DecoderConfig::new().set_max_type_len(2).clone(),
        i => configs(message.len())[i].0.clone(),
    };
    decode(all.get(way), &message, &config).map_err(|error| error.to_string())
}

fn decode(
    reader: Option<&Reader>,
    message: &[u8],
    config: &DecoderConfig,
) -> candid::Result<String> {
    let Some(reader) = reader else {
        return IDLArgs::from_bytes_with_config(message, config).map(|args| format!("{args:?}"));
    };
    let (env, ty) = (reader.ty)();
    let dynamic = IDLArgs::from_bytes_with_types_with_config(message, &env, &[ty], config);
    let typed = (reader.decode)(message, config);
    match (typed, dynamic) {
        (Ok(typed), dynamic) => Ok(format!("{typed} {}", dynamic.is_ok())),
        (Err(error), _) => Err(error),
    }
}
