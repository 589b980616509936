//! Headers alone: any bytes behind the magic number.

use super::cost::Floor;
use super::{bounded, Bytes};
use candid::de::IDLDeserialize;
use candid::DecoderConfig;

/// The first two bytes choose the limits, the others are the header.
///
/// # Panics
///
/// If a law does not hold.
pub(crate) fn check(data: &[u8]) {
    let mut bytes = Bytes(data);
    let mut config = DecoderConfig::new();
    match bytes.below(3) {
        0 => {}
        1 => drop(config.set_max_header_len(1 << 20).set_max_type_len(1 << 16)),
        _ => drop(config.set_max_type_len(bytes.below(8))),
    }
    let mut message = b"DIDL".to_vec();
    message.extend(bytes.0);
    let read = || {
        bounded("header", message.len(), Floor::Usual, || {
            let mut read = IDLDeserialize::new_with_config(&message, &config)?;
            Ok(read.is_done() && read.done().is_ok())
        })
        .map_err(|error: candid::Error| error.to_string())
    };
    let first = read();
    if let Err(error) = &first {
        assert!(error.len() < 1_000, "{error}");
    }
    assert_eq!(read(), first);
    let plain = IDLDeserialize::new(&message).is_ok();
    let limited = IDLDeserialize::new_with_config(&message, &config).is_ok();
    // Limits refuse, and change nothing else.
    let is_wider = config_is_wider(data);
    assert!(if is_wider {
        !plain || limited
    } else {
        !limited || plain
    });
}

/// Whether the limits chosen allow more than the usual ones.
fn config_is_wider(data: &[u8]) -> bool {
    Bytes(data).below(3) < 2
}
