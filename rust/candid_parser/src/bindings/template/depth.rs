//! Bounds on the depth of expressions in a template, and of the values that it makes, found before it is compiled.
//!
//! MiniJinja bounds the nesting of brackets and of blocks, but neither the length of chains such as `a.b.c`, `a|f|g` or `a + b + c` nor
//! the number of `elif`: compiling them takes stack for each of their parts. Each operator may also make a value one level deeper.
//! What is assigned to a namespace passes a filter that bounds it ([`super::plain`]), because loops repeat only that.

use super::errors::mistake;
use super::plain::{filter, MAX_DEPTH};
use crate::error::Result;
use std::ops::Range;

/// Limit on the depth of expressions.
const MAX: usize = 1000;

/// Limit on the levels of values, of all operators in assignments.
const MAX_LEVELS: usize = 400_000;

/// The numbers of calls of macros, and of recursive loops, inside each other.
const MAX_CALLS: usize = 125;
const MAX_LOOPS: usize = 500;

/// The words that are operators.
const OPERATORS: [&[u8]; 7] = [b"and", b"else", b"if", b"in", b"is", b"not", b"or"];

/// The operators of two bytes, each of which counts once.
const PAIRS: [&[u8]; 6] = [b"!=", b"**", b"//", b"<=", b"==", b">="];

/// A template with bounds.
pub(super) struct Bounded {
    /// Its source, in which all values that namespaces get pass the filter.
    pub(super) source: String,
    /// Where the expressions of these values are in what was given.
    stored: Vec<Range<usize>>,
    /// A bound on the depth of its expressions, and of its `elif`.
    pub(super) n_operators: usize,
    /// A bound on the nesting of its values.
    pub(super) n_levels: usize,
}

/// Returns a template with its bounds.
///
/// # Errors
///
/// If one is above the limit, with the name and the line.
pub(super) fn check(name: &str, source: &str) -> Result<Bounded> {
    let mut scan = Scan {
        text: source.as_bytes(),
        at: 0,
        n_elif: 0,
        ifs: Vec::new(),
        max: 0,
        in_assignments: 0,
        n_calls: 1,
        stored: Vec::new(),
    };
    let Err(what) = scan.template() else {
        return Ok(Bounded {
            source: with_filter(source, &scan.stored),
            n_operators: scan.max,
            n_levels: scan.levels(),
            stored: scan.stored,
        });
    };
    let (at, file) = (scan.at, (name, source));
    Err(mistake(file, at..at, what, []))
}

impl Bounded {
    /// Returns where a part of the source is in what was given.
    pub(super) fn given(&self, part: Range<usize>) -> Range<usize> {
        let given = |at: usize| {
            let mut added = 0;
            for expression in &self.stored {
                let start = expression.start.saturating_add(added);
                if at < start.saturating_add(BEFORE.len()) {
                    break;
                }
                added = added.saturating_add(BEFORE.len());
                let end = expression.end.saturating_add(added);
                if at <= end {
                    break;
                }
                added = added.saturating_add(AFTER.len()).min(at);
            }
            at.saturating_sub(added)
        };
        given(part.start)..given(part.end)
    }
}

/// What is around an expression that passes the filter.
const BEFORE: &str = " (";
const AFTER: &str = concat!(")|", filter!(), " ");

/// Returns a template in which expressions pass the filter.
fn with_filter(source: &str, expressions: &[Range<usize>]) -> String {
    let mut text = String::with_capacity(source.len());
    let mut done = 0;
    for expression in expressions {
        text += source.get(done..expression.start).unwrap_or_default();
        let of = source.get(expression.clone()).unwrap_or_default();
        text.extend([BEFORE, of, AFTER]);
        done = expression.end;
    }
    text + source.get(done..).unwrap_or_default()
}

/// A `set`, as far as it has been scanned.
#[derive(Default)]
struct Set {
    is_set: bool,
    /// Whether its target is in a namespace.
    has_dot: bool,
    /// Where its expression starts.
    start: Option<usize>,
    /// Whether a bracket was closed that was not open.
    is_closed: bool,
}

impl Set {
    /// Returns the expression that ends here, if a namespace gets its value.
    fn stored(self, text: &[u8], end: usize) -> Option<Range<usize>> {
        let start = self
            .start
            .filter(|_| self.is_set && self.has_dot && !self.is_closed)?;
        // Without an expression, brackets would be one.
        let expression = text.get(start..end)?;
        (!expression.trim_ascii().is_empty()).then_some(start..end)
    }
}

/// A scanner of the syntax with the usual delimiters. What is no valid template ends it: compiling says so.
struct Scan<'s> {
    text: &'s [u8],
    at: usize,
    /// The number of `elif` around, and in each `if` that is open.
    n_elif: usize,
    ifs: Vec<usize>,
    /// The depth found.
    max: usize,
    /// The operators of all `set` and `with`.
    in_assignments: usize,
    /// The number of calls inside each other.
    n_calls: usize,
    /// The expressions whose values namespaces get.
    stored: Vec<Range<usize>>,
}

/// A pair of brackets that is open: the depth at its start, and the largest one in it.
struct Level {
    start: usize,
    max: usize,
}

impl Scan<'_> {
    fn template(&mut self) -> std::result::Result<(), String> {
        while let Some(start) = self.find(|text| matches!(text, [b'{', b'{' | b'%' | b'#', ..])) {
            let kind = self.text.get(start + 1).copied().unwrap_or_default();
            self.at = start + 2;
            if let Some(b'-' | b'+') = self.peek() {
                self.at += 1;
            }
            match kind {
                b'#' => match self.find(|text| text.starts_with(b"#}")) {
                    Some(end) => self.at = end + 2,
                    None => return Ok(()),
                },
                b'%' if self.skip_basic(b"raw") => {
                    if !self.skip_raw() {
                        return Ok(());
                    }
                }
                b'%' => self.tag(b'%')?,
                _ => self.tag(b'}')?,
            }
        }
        Ok(())
    }

    /// Scans a tag, up to its end.
    fn tag(&mut self, end: u8) -> std::result::Result<(), String> {
        let mut levels: Vec<Level> = Vec::new();
        let (mut depth, mut n_open, mut is_first) = (0usize, 0isize, end == b'%');
        let mut n_operators = 0usize;
        let (mut set, mut is_assignment) = (Set::default(), false);
        loop {
            self.skip_space();
            let rest = self.text.get(self.at..).unwrap_or_default();
            let Some(first) = rest.first().copied() else {
                return Ok(());
            };
            if n_open == 0 {
                let len = match rest {
                    [a, b, ..] if [*a, *b] == [end, b'}'] => 2,
                    [b'-' | b'+', a, b, ..] if [*a, *b] == [end, b'}'] => 3,
                    _ => 0,
                };
                if len > 0 {
                    self.in_assignments += if is_assignment { n_operators } else { 0 };
                    self.check_levels()?;
                    self.stored.extend(set.stored(self.text, self.at));
                    self.at += len;
                    return Ok(());
                }
            }
            match first {
                b'"' | b'\'' => match string(rest) {
                    Some(len) => self.at += len,
                    None => return Ok(()),
                },
                b'a'..=b'z' | b'A'..=b'Z' | b'_' => {
                    let is_in_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
                    let len = rest.iter().position(|byte| !is_in_word(byte));
                    let word = rest.get(..len.unwrap_or(rest.len())).unwrap_or_default();
                    if is_first {
                        self.keyword(word);
                        is_assignment = matches!(word, b"set" | b"with" | b"for");
                        set.is_set = word == b"set";
                    }
                    // A number may be in front of an operator without a space.
                    let before = self.at.checked_sub(1).and_then(|at| self.text.get(at));
                    let is_behind_digit = before.is_some_and(u8::is_ascii_digit);
                    if word == b"recursive" {
                        self.n_calls = MAX_LOOPS;
                    }
                    depth += usize::from(is_behind_digit || OPERATORS.contains(&word));
                    self.at += word.len();
                }
                b'0'..=b'9' | b':' => self.at += 1,
                b',' => {
                    self.at += 1;
                    depth = levels.last_mut().map_or(0, |level| {
                        level.max = level.max.max(depth);
                        level.start
                    });
                }
                b'(' | b'[' | b'{' => {
                    self.at += 1;
                    n_open += 1;
                    depth += 1;
                    levels.push(Level {
                        start: depth,
                        max: depth,
                    });
                }
                b')' | b']' | b'}' => {
                    self.at += 1;
                    n_open -= 1;
                    if let Some(level) = levels.pop() {
                        depth = depth.max(level.max);
                    }
                }
                _ => {
                    let is_pair = PAIRS.iter().any(|pair| rest.starts_with(pair));
                    if n_open == 0 && !is_pair && set.start.is_none() {
                        set.has_dot |= first == b'.';
                        set.start = (first == b'=').then_some(self.at + 1);
                    }
                    self.at += if is_pair { 2 } else { 1 };
                    depth += 1;
                }
            }
            is_first = false;
            set.is_closed |= n_open < 0;
            n_operators = n_operators.max(depth);
            self.max = self.max.max(self.n_elif + depth);
            if self.n_elif > MAX {
                return Err(format!("more than {MAX} elif"));
            }
            if self.max > MAX {
                return Err(format!("more than {MAX} operators in an expression"));
            }
        }
    }

    /// Returns a bound on the levels of values: those in a namespace, and those that each call adds.
    fn levels(&self) -> usize {
        MAX_DEPTH + self.n_calls * (self.max + self.in_assignments)
    }

    fn check_levels(&self) -> std::result::Result<(), String> {
        if self.levels() > MAX_LEVELS {
            return Err(format!(
                "more than {MAX_LEVELS} levels of values, of all calls and assignments"
            ));
        }
        Ok(())
    }

    /// Counts the `elif` of each `if`: one is inside of the one before it.
    fn keyword(&mut self, word: &[u8]) {
        match word {
            b"if" => self.ifs.push(0),
            b"elif" => {
                if let Some(n) = self.ifs.last_mut() {
                    *n += 1;
                    self.n_elif += 1;
                }
            }
            b"macro" | b"call" => self.n_calls = self.n_calls.max(MAX_CALLS),
            b"endif" => self.n_elif -= self.ifs.pop().unwrap_or_default(),
            _ => {}
        }
    }

    /// Skips what is raw, and returns whether it has an end.
    fn skip_raw(&mut self) -> bool {
        while let Some(start) = self.find(|text| text.starts_with(b"{%")) {
            self.at = start + 2;
            if let Some(b'-' | b'+') = self.peek() {
                self.at += 1;
            }
            if self.skip_basic(b"endraw") {
                return true;
            }
            self.at = start + 2;
        }
        false
    }

    /// Skips the rest of a tag that is only a word, and returns whether it is one.
    fn skip_basic(&mut self, word: &[u8]) -> bool {
        let start = self.at;
        self.skip_space();
        let rest = self.text.get(self.at..).unwrap_or_default();
        if rest.starts_with(word) {
            self.at += word.len();
            self.skip_space();
            if let Some(b'-' | b'+') = self.peek() {
                self.at += 1;
            }
            let rest = self.text.get(self.at..).unwrap_or_default();
            if rest.starts_with(b"%}") {
                self.at += 2;
                return true;
            }
        }
        self.at = start;
        false
    }

    fn skip_space(&mut self) {
        while self.peek().is_some_and(|byte| byte.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    /// Returns where the text that follows is of some form.
    fn find(&self, is_found: fn(&[u8]) -> bool) -> Option<usize> {
        (self.at..self.text.len()).find(|at| is_found(self.text.get(*at..).unwrap_or_default()))
    }
}

/// Returns the length of the literal at the start.
fn string(text: &[u8]) -> Option<usize> {
    let (quote, rest) = text.split_first()?;
    let mut is_escaped = false;
    let end = rest.iter().position(|byte| {
        let is_end = byte == quote && !is_escaped;
        is_escaped = *byte == b'\\' && !is_escaped;
        is_end
    });
    end.map(|end| end + 2)
}

#[cfg(test)]
mod tests;
