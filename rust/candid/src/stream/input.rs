//! A stream of which a part is in memory.

use crate::error::{Error, ErrorKind, Result};
use std::io::{self, Read};

/// The least number of bytes asked of the stream at once.
const CHUNK: usize = 16 * 1024;

/// The bytes of a stream that have been read but not been used.
pub(super) struct Input<R> {
    stream: R,
    buffer: Vec<u8>,
    /// Bytes before it have been used.
    start: usize,
    /// The position in the stream of `start`.
    offset: usize,
    is_at_end: bool,
    /// The failure of the stream behind what is in memory.
    failure: Option<io::Error>,
}

impl<R: Read> Input<R> {
    pub(super) fn new(stream: R) -> Self {
        Input {
            stream,
            buffer: Vec::new(),
            start: 0,
            offset: 0,
            is_at_end: false,
            failure: None,
        }
    }

    /// Returns what is in memory and has not been used.
    pub(super) fn rest(&self) -> &[u8] {
        self.buffer.get(self.start..).unwrap_or_default()
    }

    /// Returns the position in the stream of what has not been used.
    pub(super) fn offset(&self) -> usize {
        self.offset
    }

    /// Marks bytes as used.
    pub(super) fn advance(&mut self, n: usize) {
        self.start += n;
        self.offset = self.offset.saturating_add(n);
    }

    /// Returns the result of `parse` for what is in memory, with more and more of the stream in memory until it suffices.
    ///
    /// `parse` starts over each time. What is in memory doubles, so that it sees each byte a few times.
    ///
    /// # Errors
    ///
    /// That of `parse`, at its position in the stream, if more bytes make no difference; if more than `max_len` bytes would
    /// be needed; if the stream fails.
    pub(super) fn parse<P>(
        &mut self,
        max_len: usize,
        mut parse: impl FnMut(&[u8]) -> Result<P>,
    ) -> Result<P> {
        loop {
            let error = match parse(self.rest()) {
                Ok(parsed) => return Ok(parsed),
                Err(error) => error,
            };
            if !error.is_truncated() || self.is_at_end {
                return Err(error.shifted_by(self.offset));
            }
            if self.rest().len() > max_len {
                return Err(too_long(max_len).at_offset(self.offset));
            }
            self.read_more()?;
        }
    }

    /// Has at least `n` bytes in memory, or all that the stream has, and returns how many.
    ///
    /// # Errors
    ///
    /// If the stream fails.
    pub(super) fn read_at_least(&mut self, n: usize) -> Result<usize> {
        while self.rest().len() < n && !self.is_at_end {
            self.read_more()?;
        }
        Ok(self.rest().len())
    }

    /// Reads as much again as there is in memory, or up to the end or a failure, which the next call returns: what came
    /// before it is used first.
    fn read_more(&mut self) -> Result<()> {
        if let Some(failure) = self.failure.take() {
            return Err(failure.into());
        }
        self.buffer.drain(..self.start);
        self.start = 0;
        if self.buffer.len() < CHUNK {
            // One large element does not keep its memory.
            self.buffer.shrink_to(2 * CHUNK);
        }
        let wanted = self.buffer.len().max(CHUNK);
        let mut limited = self.stream.by_ref().take(wanted as u64);
        // It stops before `wanted` at the end of the stream or a failure only. `Interrupted` is none.
        match limited.read_to_end(&mut self.buffer) {
            Ok(found) => self.is_at_end = found < wanted,
            Err(failure) => self.failure = Some(failure),
        }
        Ok(())
    }
}

#[cold]
pub(super) fn too_long(max_len: usize) -> Error {
    let message = format!("a value is longer than {max_len} bytes");
    Error::new(ErrorKind::Limit, message)
}
