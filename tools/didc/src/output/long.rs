//! Long results, which are in memory once.

use super::{Output, Sink};
use crate::failure::Result;
use std::fmt::Display;
use std::io::Write;

impl Output {
    /// Writes what is printed as a line, as [`line`](Self::line) does.
    pub(crate) fn line_of(&mut self, printed: &impl Display) -> Result<()> {
        if self.is_terminal() {
            return self.line(printed.to_string());
        }
        self.write("")?;
        let written = match &mut self.sink {
            Some(Sink::Direct(writer)) => writeln!(writer, "{printed}"),
            Some(Sink::Whole(results)) => writeln!(results, "{printed}"),
            None => Ok(()),
        };
        written.map_err(|error| self.failed(error))
    }

    /// Writes a line, as [`line`](Self::line) does.
    pub(crate) fn long_line(&mut self, text: String) -> Result<()> {
        match self.is_terminal() {
            true => self.line(text),
            false => {
                self.long(text.into_bytes())?;
                self.write("\n")
            }
        }
    }

    /// Writes bytes.
    pub(crate) fn long(&mut self, bytes: Vec<u8>) -> Result<()> {
        self.write("")?;
        match &mut self.sink {
            Some(Sink::Whole(results)) if results.is_empty() => {
                *results = bytes;
                Ok(())
            }
            _ => self.write(bytes),
        }
    }
}
