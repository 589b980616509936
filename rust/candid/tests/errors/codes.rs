//! Each code of `Error::code`, and how programs meet it.

use crate::predicates;
use candid::ser::IDLBuilder;
use candid::{decode_one, decode_one_with_config, DecoderConfig, Error, Reserved, Result};

/// `vec null`, with more elements than a message may have that are decoded.
const NULLS: &[u8] = b"DIDL\x01\x6d\x7f\x01\0\xff\xff\xff\x7f";

/// A code without its prefix, and how to get an error with it.
type Row = (&'static str, fn() -> Result<()>);

/// All codes. More than one row where errors differ.
const ROWS: [Row; 13] = [
    ("malformed", || decode_one(b"no message")),
    ("malformed", || decode_one(b"")),
    ("malformed", || decode_one(b"DIDL\0\x01\x7f surplus")),
    ("malformed", || {
        decode_one::<bool>(b"DIDL\0\x01\x7e\x02").map(|_| ())
    }),
    ("truncated", || decode_one(b"DIDL\0\x01")),
    ("truncated", || {
        decode_one::<String>(b"DIDL\0\x01\x71\x05abc").map(|_| ())
    }),
    ("subtype", || {
        decode_one::<bool>(b"DIDL\0\x01\x7b\x05").map(|_| ())
    }),
    ("subtype", || Err(Error::subtype("5 is not text"))),
    ("quota", || {
        let mut config = DecoderConfig::new();
        config.set_decoding_quota(1);
        decode_one_with_config(b"DIDL\0\x01\x7f", &config)
    }),
    ("limit", || decode_one::<Vec<()>>(NULLS).map(|_| ())),
    // The one function of this crate that reserves as much as the caller says.
    ("reserve", || {
        IDLBuilder::new().try_reserve_value_serializer_capacity(usize::MAX)?;
        Ok(())
    }),
    ("custom", || Err(Error::msg("no such account"))),
    ("custom", || {
        decode_one::<[u8; 2]>(b"DIDL\x01\x6d\x7b\x01\0\x01\x05").map(|_| ())
    }),
];

#[test]
fn each_code_is_met() {
    for (name, fail) in ROWS {
        let error = fail().expect_err(name);
        assert_eq!(error.code(), format!("candid::{name}"), "{error}");
        // The predicate with the name of the code holds.
        let held = predicates(&error);
        assert!(held.split(' ').any(|held| held == name), "{name}: {held}");
    }
    for code in Error::CODES {
        let name = code.strip_prefix("candid::").unwrap();
        assert!(ROWS.iter().any(|row| row.0 == name), "no row for {code}");
    }
}

/// The bound is on values that are decoded: skipping values without bytes takes no time, however many there are.
#[test]
fn skipped_values_without_bytes_are_no_limit() {
    decode_one::<Reserved>(NULLS).unwrap();
    assert_eq!(decode_one::<Option<u8>>(NULLS).unwrap(), None);
}
