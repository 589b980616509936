//! What nobody wants is skipped, and refused for the same reasons for which it would not be read.

use super::pairs::hex;
use super::readers::readers;
use super::typed::message;
use super::{bounded, configs, Bytes};
use candid::{
    decode_args_with_config, decode_one_with_config, CandidType, Deserialize, Error, IDLArgs,
    Reserved,
};

/// A record of which nothing is known.
#[derive(CandidType, Deserialize)]
struct Any {}

/// The bytes are a message, see `typed`.
///
/// # Panics
///
/// If a law does not hold.
pub(crate) fn check(data: &[u8]) {
    let message = &message(&mut Bytes(data), &readers());
    for (config, floor) in configs(message.len()) {
        let within = |what: &str, skip: &dyn Fn() -> Result<(), Error>| {
            bounded(what, message.len(), floor, skip)
        };
        let read = IDLArgs::from_bytes_with_config(message, &config).map(drop);
        let skipped = within("arguments", &|| {
            decode_args_with_config::<()>(message, &config)
        });
        let reserved = within("reserved", &|| {
            decode_one_with_config::<Reserved>(message, &config).map(drop)
        });
        let others = [
            within("fields", &|| {
                decode_one_with_config::<Any>(message, &config).map(drop)
            }),
            within("elements", &|| {
                decode_one_with_config::<Vec<Any>>(message, &config).map(drop)
            }),
            within("null", &|| {
                decode_one_with_config::<Option<u8>>(message, &config).map(drop)
            }),
            within("nulls", &|| {
                decode_one_with_config::<Vec<Option<Option<u8>>>>(message, &config).map(drop)
            }),
        ];
        // Each way has costs of its own, and its own frames.
        let verdict = |result: &Result<(), Error>| match result {
            Err(error) if error.is_limit() || error.is_quota() => None,
            result => Some(result.is_ok()),
        };
        let (Some(is_read), Some(is_skipped)) = (verdict(&read), verdict(&skipped)) else {
            continue;
        };
        assert_eq!(
            is_read,
            is_skipped,
            "{}: {read:?} {skipped:?}",
            hex(message)
        );
        if let Some(is_reserved) = verdict(&reserved) {
            assert_eq!(is_skipped, is_reserved, "{}: {reserved:?}", hex(message));
        }
        // What is malformed is refused wherever it is.
        let any = others.iter().any(Result::is_ok);
        assert!(!any || is_read, "{}: {others:?}", hex(message));
    }
}
