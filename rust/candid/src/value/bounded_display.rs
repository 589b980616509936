//! Text of values with bounds: for logs and errors.

use crate::pretty::flat;
use crate::value::model::IDLValue;
use std::fmt::{self, Display, Write};

/// Prints a value as Candid on one line, with bounds on its levels and its length. [`IDLValue::display`] makes it.
#[derive(Clone, Copy)]
pub struct ValueDisplay<'a> {
    value: &'a IDLValue,
    max_depth: usize,
    max_len: usize,
}

impl IDLValue {
    /// Returns a wrapper that prints the value as Candid on one line, as `{:?}` does, but within bounds. It takes time and
    /// memory in proportion to what it prints, except that a `nat` or `int` is converted to decimal digits as a whole.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::IDLValue;
    ///
    /// let value = IDLValue::from_rust(&("alice", vec![Some(1u8), None], 5u64))?;
    /// let text = value.display().max_depth(2).to_string();
    /// assert_eq!(text, r#"record { "alice"; vec { opt …; null;}; 5 : nat64;}"#);
    /// let text = value.display().max_len(20).to_string();
    /// assert_eq!(text, r#"record { "alice"; ve…"#);
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn display(&self) -> ValueDisplay<'_> {
        ValueDisplay {
            value: self,
            max_depth: usize::MAX,
            max_len: usize::MAX,
        }
    }
}

impl ValueDisplay<'_> {
    /// Prints at most `levels` options, vectors, records and variants inside each other, and `…` for the content of those
    /// below.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::IDLValue;
    ///
    /// let value = IDLValue::from_rust(&(5u8, Some(vec!["a"])))?;
    /// assert_eq!(value.display().max_depth(2).to_string(), "record { 5 : nat8; opt vec { … };}");
    /// # Ok::<(), candid::Error>(())
    /// ```
    #[must_use]
    pub fn max_depth(mut self, levels: usize) -> Self {
        self.max_depth = levels;
        self
    }

    /// Prints at most `len` bytes, and then `…` if there would be more.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::IDLValue;
    ///
    /// let value = IDLValue::from_rust(&vec![0u64; 100_000])?;
    /// assert_eq!(value.display().max_len(20).to_string(), "vec { 0 : nat64; 0 :…");
    /// # Ok::<(), candid::Error>(())
    /// ```
    #[must_use]
    pub fn max_len(mut self, len: usize) -> Self {
        self.max_len = len;
        self
    }
}

impl Display for ValueDisplay<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = Bounded {
            out: f,
            left: self.max_len,
            is_cut: false,
        };
        match flat::write_levels(&mut out, self.value, self.max_depth) {
            Err(_) if out.is_cut => f.write_char('…'),
            result => result,
        }
    }
}

impl fmt::Debug for ValueDisplay<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

/// Refuses more than so many bytes.
struct Bounded<'a, 'f> {
    out: &'a mut fmt::Formatter<'f>,
    left: usize,
    is_cut: bool,
}

impl Write for Bounded<'_, '_> {
    fn write_str(&mut self, s: &str) -> fmt::Result {
        if let Some(left) = self.left.checked_sub(s.len()) {
            self.left = left;
            return self.out.write_str(s);
        }
        let fits = (0..=self.left).rev().find(|end| s.is_char_boundary(*end));
        let (start, _) = s.split_at(fits.unwrap_or_default());
        self.is_cut = true;
        self.out.write_str(start)?;
        Err(fmt::Error)
    }
}
