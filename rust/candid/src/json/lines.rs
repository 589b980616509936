//! NDJSON: one value or one message per line.

use crate::error::{Error, ErrorKind, Result};
use crate::json::options::JsonOptions;
use crate::json::read::Reader;
use crate::json::syntax::Parser;
use crate::json::{args_to_writer, lossless, to_writer};
use crate::types::env::TypeEnv;
use crate::types::ty::print::{brief, brief_list};
use crate::types::ty::Type;
use crate::value::model::{IDLArgs, IDLValue};
use std::fmt::Display;
use std::io::{BufRead, Write};

/// Reads one value or message per line. After an error in a line, reading goes on with the next line; after an error of the
/// input it ends.
///
/// # Examples
///
/// ```
/// use candid::{json::{JsonOptions, LineReader}, types::TypeInner, TypeEnv};
///
/// let (env, ty) = (TypeEnv::new(), TypeInner::Nat8.into());
/// let mut lines = LineReader::new("1\n\n256\n3".as_bytes(), JsonOptions::new());
/// let mut read = || lines.next_value(&env, &ty).map(|read| match read {
///     Ok(value) => value.to_string(),
///     Err(error) => error.to_string(),
/// });
/// assert_eq!(read().unwrap(), "1 : nat8");
/// let expected = "line 3, column 1: expected nat8, found the number 256 at byte offset 0";
/// assert_eq!(read().unwrap(), expected);
/// assert_eq!(read().unwrap(), "3 : nat8");
/// assert_eq!(read(), None);
/// ```
#[derive(Debug)]
pub struct LineReader<R> {
    input: R,
    options: JsonOptions,
    max_len: usize,
    /// The current line.
    line: Vec<u8>,
    /// Its number, from 1.
    number: usize,
    is_done: bool,
}

impl<R: BufRead> LineReader<R> {
    /// The default bound on the length of a line in bytes: 16 MiB.
    pub const MAX_LEN: usize = 16 * 1024 * 1024;

    /// Returns a reader of the lines of `input`.
    pub fn new(input: R, options: JsonOptions) -> Self {
        LineReader {
            input,
            options,
            max_len: Self::MAX_LEN,
            line: Vec::new(),
            number: 0,
            is_done: false,
        }
    }

    /// Sets the maximum length of a line in bytes, without its end. Longer lines are errors, and are not kept in memory.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::{json::{JsonOptions, LineReader}, types::TypeInner, TypeEnv};
    ///
    /// let (env, ty) = (TypeEnv::new(), TypeInner::Text.into());
    /// let input = "\"a long line\"\n\"b\"\n";
    /// let mut lines = LineReader::new(input.as_bytes(), JsonOptions::new()).max_len(5);
    /// let error = lines.next_value(&env, &ty).unwrap().unwrap_err();
    /// assert!(error.is_limit());
    /// assert_eq!(error.to_string(), "line 1: expected at most 5 bytes for text, found a longer line");
    /// // The next line is read all the same.
    /// assert_eq!(lines.next_value(&env, &ty).unwrap()?.as_text(), Some("b"));
    /// # Ok::<(), candid::Error>(())
    /// ```
    #[must_use]
    pub fn max_len(mut self, max_len: usize) -> Self {
        self.max_len = max_len;
        self
    }

    /// Returns the number of the line read last, from 1; 0 before the first. At the end of the input it is the number of lines.
    pub fn line_number(&self) -> usize {
        self.number
    }

    /// Reads the value of the next line that is not blank, at a type; `None` at the end of the input.
    ///
    /// # Errors
    ///
    /// Those of [`from_slice`](super::from_slice), if the line is too long, and those of the input. Offsets are those in the
    /// line.
    pub fn next_value(&mut self, env: &TypeEnv, ty: &Type) -> Option<Result<IDLValue>> {
        self.next(env, || brief(ty), |reader| reader.only_value(ty))
    }

    /// Reads the message of the next line that is not blank, at its argument types; `None` at the end of the input.
    ///
    /// # Errors
    ///
    /// Those of [`args_from_slice`](super::args_from_slice), if the line is too long, and those of the input.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::{json::{JsonOptions, LineReader}, types::TypeInner, TypeEnv};
    ///
    /// let (env, types) = (TypeEnv::new(), [TypeInner::Text.into(), TypeInner::Nat64.into()]);
    /// let calls = "[\"alice\", \"5\"]\n[\"bob\", \"7\"]\n";
    /// let mut lines = LineReader::new(calls.as_bytes(), JsonOptions::new());
    /// let mut n_calls = 0;
    /// while let Some(args) = lines.next_args(&env, &types) {
    ///     // The message to call a method with.
    ///     let message = args?.to_bytes_with_types(&env, &types)?;
    ///     let (to, _): (String, u64) = candid::decode_args(&message)?;
    ///     assert_eq!(to, ["alice", "bob"][n_calls]);
    ///     n_calls += 1;
    /// }
    /// assert_eq!((n_calls, lines.line_number()), (2, 2));
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn next_args(&mut self, env: &TypeEnv, types: &[Type]) -> Option<Result<IDLArgs>> {
        let expected = || brief_list(types);
        self.next(env, expected, |reader| reader.only_args(types))
    }

    /// Reads the value of the next line that is not blank, in the [self-describing form](super::lossless); `None` at the end
    /// of the input.
    ///
    /// # Errors
    ///
    /// Those of [`lossless::from_slice`], if the line is too long, and those of the input.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::{json::{JsonOptions, LineReader}, IDLValue};
    ///
    /// let mut lines = LineReader::new("{\"nat8\": 5}\n".as_bytes(), JsonOptions::new());
    /// assert_eq!(lines.next_lossless_value().unwrap()?, IDLValue::Nat8(5));
    /// assert!(lines.next_lossless_value().is_none());
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn next_lossless_value(&mut self) -> Option<Result<IDLValue>> {
        self.next(&TypeEnv::new(), || lossless::VALUE, lossless::only_value)
    }

    /// Reads the message of the next line that is not blank, in the [self-describing form](super::lossless); `None` at the
    /// end of the input.
    ///
    /// # Errors
    ///
    /// Those of [`lossless::args_from_slice`], if the line is too long, and those of the input.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::json::{JsonOptions, LineReader};
    ///
    /// let mut lines = LineReader::new("[\"a\", {\"nat8\": 5}]\n".as_bytes(), JsonOptions::new());
    /// assert_eq!(lines.next_lossless_args().unwrap()?.to_string(), "(\"a\", 5 : nat8)");
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn next_lossless_args(&mut self) -> Option<Result<IDLArgs>> {
        self.next(&TypeEnv::new(), || lossless::ARGS, lossless::only_args)
    }

    /// Returns an iterator over the values of the lines, at a type, see [`LineReader::next_value`].
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::{json::{JsonOptions, LineReader}, types::TypeInner, TypeEnv};
    ///
    /// let (env, ty) = (TypeEnv::new(), TypeInner::Nat8.into());
    /// let lines = LineReader::new("1\n2\n".as_bytes(), JsonOptions::new());
    /// let values: Vec<_> = lines.values(&env, &ty).collect::<candid::Result<_>>()?;
    /// assert_eq!(values[1].as_u64(), Some(2));
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn values<'a>(
        mut self,
        env: &'a TypeEnv,
        ty: &'a Type,
    ) -> impl Iterator<Item = Result<IDLValue>> + use<'a, R> {
        std::iter::from_fn(move || self.next_value(env, ty))
    }

    fn next<T, E: Display>(
        &mut self,
        env: &TypeEnv,
        expected: impl FnOnce() -> E,
        read: impl FnOnce(&mut Reader<'_>) -> Result<T>,
    ) -> Option<Result<T>> {
        match self.read_line(expected) {
            Ok(true) => {}
            Ok(false) => return None,
            Err(error) => return Some(Err(error)),
        }
        let parser = Parser::of_bytes(&self.line, self.number);
        Some(read(&mut Reader::new(parser, env, &self.options)))
    }

    /// Reads the next line that is not blank, and returns whether there was one.
    fn read_line<E: Display>(&mut self, expected: impl FnOnce() -> E) -> Result<bool> {
        while !self.is_done {
            self.number += 1;
            self.line.clear();
            let is_too_long = self.fill_line()?;
            if is_too_long {
                let (number, max_len, expected) = (self.number, self.max_len, expected());
                let message = format!(
                    "line {number}: expected at most {max_len} bytes for {expected}, found a longer line"
                );
                return Err(Error::new(ErrorKind::Limit, message));
            }
            if self.is_done && self.line.is_empty() {
                // Behind the last end of a line there is no other line.
                self.number -= 1;
                break;
            }
            let is_space = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r');
            if !self.line.iter().all(is_space) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Reads up to the end of the line, keeps at most the maximum length, and returns whether it is longer.
    fn fill_line(&mut self) -> Result<bool> {
        let mut is_too_long = false;
        loop {
            let available = match self.input.fill_buf() {
                Ok(available) => available,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(error) => {
                    self.is_done = true;
                    return Err(error.into());
                }
            };
            if available.is_empty() {
                self.is_done = true;
                return Ok(is_too_long);
            }
            let end = available.iter().position(|byte| *byte == b'\n');
            let n_line = end.unwrap_or(available.len());
            let part = available.get(..n_line).unwrap_or_default();
            if self.line.len().saturating_add(n_line) > self.max_len {
                is_too_long = true;
            } else {
                self.line.extend_from_slice(part);
            }
            self.input.consume(n_line + usize::from(end.is_some()));
            if end.is_some() {
                return Ok(is_too_long);
            }
        }
    }
}

/// Writes one value or message per line.
///
/// # Examples
///
/// ```
/// use candid::{json::{JsonOptions, LineWriter}, types::TypeInner, IDLValue, TypeEnv};
///
/// let mut lines = LineWriter::new(Vec::new(), JsonOptions::new());
/// for n in [1, 2] {
///     lines.write_value(&IDLValue::Nat64(n), &TypeEnv::new(), &TypeInner::Nat64.into()).unwrap();
/// }
/// assert_eq!(lines.into_inner(), b"\"1\"\n\"2\"\n");
/// ```
#[derive(Debug)]
pub struct LineWriter<W> {
    out: W,
    options: JsonOptions,
}

impl<W: Write> LineWriter<W> {
    /// Returns a writer of lines to `out`.
    pub fn new(out: W, options: JsonOptions) -> Self {
        LineWriter { out, options }
    }

    /// Writes a value at a type as a line.
    ///
    /// # Errors
    ///
    /// Those of [`to_writer`](super::to_writer): a part of the line may have been written then.
    pub fn write_value(&mut self, value: &IDLValue, env: &TypeEnv, ty: &Type) -> Result<()> {
        to_writer(&mut self.out, value, env, ty, &self.options)?;
        Ok(self.out.write_all(b"\n")?)
    }

    /// Writes a message at its argument types as a line.
    ///
    /// # Errors
    ///
    /// Those of [`args_to_writer`](super::args_to_writer): a part of the line may have been written then.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::{json::{JsonOptions, LineWriter}, types::TypeInner, Encode, IDLArgs, TypeEnv};
    ///
    /// let (env, types) = (TypeEnv::new(), [TypeInner::Text.into(), TypeInner::Nat64.into()]);
    /// let mut lines = LineWriter::new(Vec::new(), JsonOptions::new());
    /// for message in [Encode!(&"alice", &5u64)?, Encode!(&"bob", &7u64)?] {
    ///     lines.write_args(&IDLArgs::from_bytes(&message)?, &env, &types)?;
    /// }
    /// assert_eq!(lines.into_inner(), b"[\"alice\",\"5\"]\n[\"bob\",\"7\"]\n");
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn write_args(&mut self, args: &IDLArgs, env: &TypeEnv, types: &[Type]) -> Result<()> {
        args_to_writer(&mut self.out, args, env, types, &self.options)?;
        Ok(self.out.write_all(b"\n")?)
    }

    /// Writes a value in the [self-describing form](super::lossless) as a line.
    ///
    /// # Errors
    ///
    /// Those of [`lossless::to_writer`]: a part of the line may have been written then.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::{json::{JsonOptions, LineWriter}, IDLValue};
    ///
    /// let mut lines = LineWriter::new(Vec::new(), JsonOptions::new());
    /// lines.write_lossless_value(&IDLValue::Nat8(5))?;
    /// lines.write_lossless_value(&IDLValue::from("a"))?;
    /// assert_eq!(lines.into_inner(), b"{\"nat8\":5}\n\"a\"\n");
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn write_lossless_value(&mut self, value: &IDLValue) -> Result<()> {
        lossless::to_writer(&mut self.out, value, &self.options)?;
        Ok(self.out.write_all(b"\n")?)
    }

    /// Writes a message in the [self-describing form](super::lossless) as a line.
    ///
    /// # Errors
    ///
    /// Those of [`lossless::args_to_writer`]: a part of the line may have been written then.
    ///
    /// # Examples
    ///
    /// A log of messages whose types are not known:
    ///
    /// ```
    /// use candid::{json::{JsonOptions, LineWriter}, Encode, IDLArgs};
    ///
    /// let mut log = LineWriter::new(Vec::new(), JsonOptions::new());
    /// log.write_lossless_args(&IDLArgs::from_bytes(&Encode!(&5u8, &"a")?)?)?;
    /// assert_eq!(log.into_inner(), b"[{\"nat8\":5},\"a\"]\n");
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn write_lossless_args(&mut self, args: &IDLArgs) -> Result<()> {
        lossless::args_to_writer(&mut self.out, args, &self.options)?;
        Ok(self.out.write_all(b"\n")?)
    }

    /// Returns what was written to.
    pub fn into_inner(self) -> W {
        self.out
    }
}
