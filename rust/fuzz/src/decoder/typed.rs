//! Decoding at Rust types: what comes out is written and read again as the same, and is what dynamic decoding says.

use super::message::untyped;
use super::readers::{readers, Reader};
use super::{bounded, configs, Bytes};
use candid::{DecoderConfig, Error, IDLArgs};

/// The first byte chooses the type, the second the message that the others are the values of.
///
/// # Panics
///
/// If a law does not hold.
pub(crate) fn check(data: &[u8]) {
    let mut bytes = Bytes(data);
    let all = readers();
    let reader = &all[bytes.below(all.len())];
    let message = message(&mut bytes, &all);
    check_reader(reader, &message);
}

/// Returns the rest of the bytes as a message: as they are, or as values of one of the types, or of one made of them.
pub(super) fn message(bytes: &mut Bytes<'_>, readers: &[Reader]) -> Vec<u8> {
    let way = bytes.below(readers.len() + 2);
    match readers.get(way) {
        Some(reader) => {
            let mut message = (reader.header)();
            message.extend(bytes.0);
            message
        }
        None if way == readers.len() => bytes.0.to_vec(),
        None => untyped(bytes),
    }
}

fn check_reader(reader: &Reader, message: &[u8]) {
    let (env, ty) = (reader.ty)();
    for (config, floor) in configs(message.len()) {
        let typed = (reader.read)(message, &config, floor);
        if let Some(lazy) = reader.lazy {
            check_lazy(reader, message, &config, lazy(message, &config, floor));
        }
        let types = [ty.clone()];
        let dynamic = bounded(reader.name, message.len(), floor, || {
            IDLArgs::from_bytes_with_types_with_config(message, &env, &types, &config)
        });
        let (typed, dynamic) = match (typed, dynamic) {
            (Ok(typed), Ok(dynamic)) => (typed, dynamic),
            (Err(typed), Err(dynamic)) => {
                assert!(typed.to_string().len() < 20_000 && dynamic.to_string().len() < 20_000);
                continue;
            }
            // The two have other frames on the stack, and other costs with quotas.
            (Err(error), _) | (_, Err(error))
                if error.is_limit() || error.is_quota() || !reader.is_exact =>
            {
                continue
            }
            (Err(error), _) => panic!("{}: only typed: {error}", reader.name),
            (_, Err(error)) => panic!("{}: only dynamic: {error}", reader.name),
        };
        if !reader.is_exact {
            continue;
        }
        match IDLArgs::from_bytes_with_types(&typed, &env, &types) {
            Ok(again) => assert_eq!(
                format!("{again:?}"),
                format!("{dynamic:?}"),
                "{}",
                reader.name
            ),
            Err(error) => assert!(error.is_limit(), "{}: {error}", reader.name),
        }
    }
}

/// A value that is kept is accepted, refused and charged for as one that is decoded at once.
fn check_lazy(
    reader: &Reader,
    message: &[u8],
    config: &DecoderConfig,
    lazy: Result<String, Error>,
) {
    match ((reader.decode)(message, config), lazy) {
        (Ok(typed), Ok(lazy)) => assert_eq!(lazy, typed, "{}", reader.name),
        (Err(_), Err(_)) => {}
        // The two have other frames on the stack.
        (Err(error), _) | (_, Err(error)) if error.is_limit() => {}
        (Err(error), _) => panic!("{}: only lazily: {error}", reader.name),
        (_, Err(error)) => panic!("{}: only at once: {error}", reader.name),
    }
}
