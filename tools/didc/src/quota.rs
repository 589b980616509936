//! The decoding quota of commands that decode messages.

use candid_parser::candid::Error;
use candid_parser::DecoderConfig;

/// The default decoding quota: enough for any message that a canister may receive, not for one whose few bytes expand
/// to gigabytes.
const DEFAULT: usize = 1 << 30;

/// The least skipping quota for each byte of a message, whose own values cost up to a few units for each: also where types leave
/// out most of them.
const PER_BYTE: usize = 16;

/// How many times its cost a value of a message takes of the decoding quota if it is built without a Rust type.
const FACTOR: usize = 50;

#[derive(clap::Args)]
pub(crate) struct Quota {
    /// The decoding quota, which bounds the values by their cost; 0 for none
    ///
    /// By default it is 1073741824. Without this option, and without a quota, a message may have at most 131,072 zero-sized values,
    /// such as the items of a vec null, and any number of others.
    #[arg(long = "quota", value_name = "N", help_heading = "Decoding")]
    given: Option<usize>,
}

impl Quota {
    /// Returns whether the option was given.
    pub(crate) fn is_given(&self) -> bool {
        self.given.is_some()
    }

    /// Returns the configuration for decoding a message of this length, with errors that show types in full.
    ///
    /// A quota pays for zero-sized values, of which the default one would allow millions in a few bytes. As a skipping quota
    /// it is the same for values that are built, and leaves the bound on zero-sized ones.
    pub(crate) fn config(&self, len: usize) -> DecoderConfig {
        let mut config = DecoderConfig::new();
        match self.given {
            None => {
                config.set_skipping_quota(len.saturating_mul(PER_BYTE).max(DEFAULT / FACTOR));
            }
            Some(0) => {}
            Some(quota) => {
                config.set_decoding_quota(quota);
            }
        }
        config.set_full_error_message(true);
        config
    }

    /// Returns how to decode a message nevertheless that was rejected only because of a quota.
    pub(crate) fn hint(&self, error: &Error) -> Option<&'static str> {
        if error.is_quota() {
            return Some(match self.given {
                None => {
                    "few bytes of it stand for more values than are allowed by default: use --quota N for a decoding quota, of which \
                     values take 50 times their cost (the default is 1073741824); --quota 0 sets none, for values that take bytes"
                }
                Some(_) => "use --quota N for a higher one; --quota 0 sets none, for values that take bytes",
            });
        }
        // Other limits are always in force.
        error.is_zero_sized().then_some(
            "use --quota N for a decoding quota that pays for them, 50 times their cost: 1073741824 allows millions; what they \
             take in memory is limited by --max-memory",
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use candid_parser::candid::{encode_one, Decode};
    use candid_parser::IDLArgs;

    /// The values of a long message may be skipped, and those of a short one bounded.
    #[test]
    fn the_quota_grows_with_the_message() {
        let quota = Quota { given: None };
        let skipping = |len: usize| quota.config(len).skipping_quota;
        assert_eq!(skipping(0), Some(21_474_836));
        assert_eq!(skipping(10_000_000), Some(160_000_000));
    }

    /// Only the bound that a quota lifts has the hint, whatever the text of another one says.
    #[test]
    fn the_hint_is_of_the_kind_of_error() {
        let quota = Quota { given: None };
        let many = encode_one(vec![(); 1_000_000]).unwrap();
        let error = IDLArgs::from_bytes_with_config(&many, &quota.config(many.len())).unwrap_err();
        assert!(error.is_limit());
        assert!(quota.hint(&error).unwrap().contains("pays for them"));
        let mut config = quota.config(many.len());
        config.set_max_type_len(0);
        let error = IDLArgs::from_bytes_with_config(&many, &config).unwrap_err();
        assert!(error.is_limit());
        assert_eq!(quota.hint(&error), None);
        let bytes = encode_one(5u8).unwrap();
        let error = Decode!(&bytes, String).unwrap_err();
        assert_eq!(quota.hint(&error), None);
        let error = Error::msg("zero-sized");
        assert_eq!(quota.hint(&error), None);
    }
}
