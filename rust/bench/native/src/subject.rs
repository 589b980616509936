//! One codec on one value: what is timed and counted.

use std::hint::black_box;
use std::rc::Rc;
use std::time::{Duration, Instant};

/// A codec with a value to encode and a message to decode.
pub trait Subject {
    /// The name of the codec.
    fn codec(&self) -> &'static str;

    /// How often the value is encoded or decoded for one sample.
    fn repeat(&self) -> u32;

    /// The length of the message.
    fn message_len(&self) -> usize;

    /// Encodes into new vectors; they are dropped after the clock has stopped.
    fn encode(&mut self) -> Duration;

    /// Encodes into a buffer that has room already.
    fn encode_again(&mut self) -> Duration;

    /// Decodes; what was decoded is dropped after the clock has stopped.
    fn decode(&mut self) -> Duration;
}

/// How a codec writes a value, to a new vector and behind what is in a buffer, and reads one.
pub struct Codec<T> {
    /// Its name.
    pub name: &'static str,
    /// Returns the message.
    pub encode: fn(&T) -> Vec<u8>,
    /// Appends the message, or replaces an empty buffer by one with the message.
    pub encode_into: fn(&T, &mut Vec<u8>),
    /// Reads a message to its end.
    pub decode: fn(&[u8]) -> T,
}

struct Prepared<T> {
    codec: Codec<T>,
    value: Rc<T>,
    /// What is decoded, and the buffer that is encoded into: the bytes are the same each time.
    message: Vec<u8>,
    encoded: Vec<Vec<u8>>,
    decoded: Vec<T>,
    /// Once for a large value.
    repeat: u32,
}

/// Encodes the value once, and checks that decoding gives it back.
///
/// # Panics
///
/// If it does not: a codec that loses something is not measured.
pub fn prepare<T>(codec: Codec<T>, value: Rc<T>, repeat: u32) -> Box<dyn Subject>
where
    T: PartialEq + 'static,
{
    let message = (codec.encode)(&value);
    // Not `assert_eq`: values are large.
    let is_same = (codec.decode)(&message) == *value;
    assert!(is_same, "{} does not return what it was given", codec.name);
    Box::new(Prepared {
        codec,
        value,
        message,
        encoded: Vec::with_capacity(repeat as usize),
        decoded: Vec::with_capacity(repeat as usize),
        repeat,
    })
}

impl<T> Subject for Prepared<T> {
    fn codec(&self) -> &'static str {
        self.codec.name
    }

    fn repeat(&self) -> u32 {
        self.repeat
    }

    fn message_len(&self) -> usize {
        self.message.len()
    }

    fn encode(&mut self) -> Duration {
        let start = Instant::now();
        for _ in 0..self.repeat {
            let message = (self.codec.encode)(black_box(&*self.value));
            self.encoded.push(message);
        }
        let elapsed = start.elapsed();
        black_box(&mut self.encoded).clear();
        elapsed
    }

    fn encode_again(&mut self) -> Duration {
        let start = Instant::now();
        for _ in 0..self.repeat {
            self.message.clear();
            (self.codec.encode_into)(black_box(&*self.value), &mut self.message);
            black_box(self.message.as_slice());
        }
        start.elapsed()
    }

    fn decode(&mut self) -> Duration {
        let start = Instant::now();
        for _ in 0..self.repeat {
            let value = (self.codec.decode)(black_box(&self.message));
            self.decoded.push(value);
        }
        let elapsed = start.elapsed();
        black_box(&mut self.decoded).clear();
        elapsed
    }
}
