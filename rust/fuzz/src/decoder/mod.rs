//! The laws of the binary decoder, one file for each fuzz target, and what they share.
//!
//! All of them: it ends in a value or an error, and within what [`cost`] allows.

pub(crate) mod caches;
pub(crate) mod dynamic;
pub(crate) mod headers;
mod message;
pub(crate) mod pairs;
pub(crate) mod readers;
pub(crate) mod skipping;
pub(crate) mod typed;

#[path = "../cost.rs"]
mod cost;

use candid::DecoderConfig;
use cost::{bounded, Floor};

/// What every message is decoded with: nothing, quotas that suffice for most, quotas that suffice for few.
fn configs(len: usize) -> [(DecoderConfig, Floor); 3] {
    let with = |decoding, skipping| {
        let mut config = DecoderConfig::new();
        config.set_decoding_quota(decoding);
        config.set_skipping_quota(skipping);
        config
    };
    [
        (DecoderConfig::new(), Floor::ZeroSized),
        (with(1_000 + len * 50, 1_000 + len * 10), Floor::Usual),
        (with(300, 30), Floor::Usual),
    ]
}

/// Bytes that say what to make; zeros follow the last one.
pub(crate) struct Bytes<'a>(pub(crate) &'a [u8]);

impl Bytes<'_> {
    fn next(&mut self) -> u8 {
        match self.0.split_first() {
            Some((first, rest)) => {
                self.0 = rest;
                *first
            }
            None => 0,
        }
    }

    fn below(&mut self, n: usize) -> usize {
        usize::from(self.next()) % n
    }
}
