//! Decoding without types: what is read is written and read again as the same.

use super::pairs::{check_again, hex};
use super::readers::readers;
use super::typed::message;
use super::{bounded, configs, Bytes, Floor};
use candid::{IDLArgs, IDLValue};

/// The bytes are a message, see `typed`.
///
/// # Panics
///
/// If a law does not hold.
pub(crate) fn check(data: &[u8]) {
    let message = message(&mut Bytes(data), &readers());
    for (config, floor) in configs(message.len()) {
        let read = || IDLArgs::from_bytes_with_config(&message, &config);
        let Ok(args) = bounded("untyped", message.len(), floor, read) else {
            continue;
        };
        if has_reserved(&args) {
            continue;
        }
        // Values that differ in type in one vector have none in common that nothing is lost by.
        let env = candid::TypeEnv::new();
        let types = args.get_types();
        if args.to_bytes_with_types(&env, &types).is_ok() {
            check_again(&args, &env, &types);
        }
        let printed = bounded("printing", message.len(), floor, || args.to_string());
        // `null : null;` for each value without bytes, of which there are few with quotas.
        let floor = match floor {
            Floor::ZeroSized => 131_072 * 16,
            _ => 10_000,
        };
        assert!(
            printed.len() <= floor + message.len() * 400,
            "{}",
            hex(&message)
        );
    }
}

/// Whether there is a `reserved` among the values, of which the type is not to be seen in values beside it.
fn has_reserved(args: &IDLArgs) -> bool {
    fn within(value: &IDLValue) -> bool {
        match value {
            IDLValue::Reserved => true,
            IDLValue::Opt(value) => within(value),
            IDLValue::Vec(values) => values.iter().any(within),
            IDLValue::Record(fields) => fields.iter().any(|field| within(&field.val)),
            IDLValue::Variant(variant) => within(&variant.0.val),
            _ => false,
        }
    }
    args.args.iter().any(within)
}
