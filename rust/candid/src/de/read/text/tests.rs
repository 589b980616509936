//! Tests: texts of all lengths, compared with those that the reader of `candid_wire` reads.

use super::*;
use crate::de::config::DecoderConfig;
use crate::de::state::budget::Budget;

#[test]
fn a_byte_beyond_ascii_is_found_at_any_position() {
    for len in (0..80).chain(if cfg!(miri) { 500..502 } else { 500..520 }) {
        let mut bytes = vec![0x7f; len];
        assert!(is_text(&bytes), "{len}");
        for at in 0..len {
            // Cut off at the end.
            for letter in [&b"\x80"[..], "é".as_bytes(), "😀".as_bytes()] {
                let n = letter.len().min(len - at);
                bytes[at..at + n].copy_from_slice(&letter[..n]);
                let is_valid = std::str::from_utf8(&bytes).is_ok();
                assert_eq!(is_text(&bytes), is_valid, "{letter:?} at {at} of {len}");
                bytes[at..at + n].fill(0);
            }
        }
    }
}

/// Returns the text at the start of a message, and the reader's position after it: by `Reader`, and by this file.
fn read_both(message: &[u8]) -> [(std::result::Result<String, String>, usize); 2] {
    let mut plain = Reader::new(message);
    let expected = plain.read_text().map(str::to_string);
    let expected = expected.map_err(|error| crate::error::Error::from(error).to_string());
    let config = DecoderConfig::new();
    let budget = Budget::new(&config, 0);
    let mut state = State::new(Reader::new(message), budget, &config);
    let found = match try_read_short(&mut state.reader) {
        Some(text) => Ok(text.to_string()),
        None => read_string(&mut state).map_err(|error| error.to_string()),
    };
    [(expected, plain.offset()), (found, state.reader.offset())]
}

#[test]
fn strings_of_all_lengths_are_those_of_the_reader() {
    // Miri takes a second for a millisecond of work.
    let step = if cfg!(miri) { 7 } else { 1 };
    for len in (0..140_u8).step_by(step) {
        // Bytes after a text are not part of it, and are not ASCII.
        for n_after in (0..9).step_by(step) {
            for at in (0..len).step_by(step).map(Some).chain([None]) {
                let mut text: Vec<u8> = (0..len).map(|i| b' ' + i % 90).collect();
                if let Some(at) = at {
                    text[usize::from(at)] = 0xff;
                }
                let mut message = Vec::new();
                candid_wire::writer::write_leb_u64(&mut message, len.into());
                message.extend_from_slice(&text);
                message.extend(std::iter::repeat_n(0xff, n_after));
                let [expected, found] = read_both(&message);
                assert_eq!(
                    found, expected,
                    "{len} bytes, other at {at:?}, {n_after} more"
                );
            }
        }
    }
}

#[test]
fn texts_and_errors_are_those_of_the_reader() {
    let texts: [&[u8]; 7] = [
        b"",
        b"plain",
        "h\u{e9}llo, plain for a while and then not: \u{10ffff}".as_bytes(),
        b"\xff",
        b"0123456789012345678901234567890123456789\xed\xa0\x80",
        b"\xc0\x80",
        b"cut short \xe2\x82",
    ];
    for text in texts {
        for missing in [0, 1] {
            let mut message = vec![u8::try_from(text.len()).unwrap()];
            message.extend_from_slice(text);
            message.truncate(message.len().saturating_sub(missing));
            let (mut ours, mut plain) = (Reader::new(&message), Reader::new(&message));
            let found = read_text(&mut ours).map_err(|error| error.to_string());
            let expected = plain
                .read_text()
                .map_err(|e| crate::error::Error::from(e).to_string());
            assert_eq!(found, expected);
            assert_eq!(ours.offset(), plain.offset());
        }
    }
}
