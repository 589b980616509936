//! Bounds on custom Handlebars templates, which the engine does not have: on nesting, on the work and on the output.
//!
//! The engine recurses for each block and each expression in another one, also while it parses, so nesting is determined
//! from the text. Work is counted by a call of a helper at the start of each part of the parsed template.

use handlebars::template::{HelperTemplate, TemplateElement};
use handlebars::{
    Context, Handlebars, Helper, HelperDef, HelperResult, Output, RenderContext, RenderErrorReason,
    Template,
};
use serde_json::Value;
use std::io::Error;
use std::sync::atomic::{AtomicU64, Ordering};

/// Limit on blocks inside each other, including the branches of `{{else if}}` before, and on expressions inside each other.
pub(super) const MAX_NESTING: usize = 100;

/// Limit on the bytes of a template times its tags: the engine counts lines from the start for each tag.
const MAX_PARSING: usize = 2_000_000_000;

/// The work that a template may do, in elements: this much, and more for each byte of the data.
const WORK: u64 = 2_000_000;
const WORK_PER_BYTE: u64 = 50;

/// Limit on the output in bytes: this much, and more for each byte of the data and of the template.
const OUTPUT: u64 = 16 * 1024 * 1024;
const OUTPUT_PER_BYTE: u64 = 64;

/// The name of the helper that counts the work.
pub(super) const COUNTER: &str = "__count";

/// Checks that a text can be parsed without recursion beyond [`MAX_NESTING`], and in time.
///
/// # Errors
///
/// If it cannot, with the line.
pub(super) fn check_nesting(text: &str) -> Result<(), String> {
    let mut scanner = Scanner {
        rest: text.as_bytes(),
        blocks: Vec::new(),
        n_open: 0,
        n_tags: 0,
    };
    let scanned = scanner.scan().and_then(|()| {
        match scanner.n_tags.saturating_mul(text.len()) > MAX_PARSING {
            true => Err(format!(
                "{} tags are too many in {} bytes",
                scanner.n_tags,
                text.len()
            )),
            false => Ok(()),
        }
    });
    scanned.map_err(|message| {
        let n_read = text.len() - scanner.rest.len();
        let read = text.as_bytes().iter().take(n_read);
        let line = read.filter(|byte| **byte == b'\n').count() + 1;
        format!("line {line}: {message}")
    })
}

/// A reader of what determines the nesting, by the grammar of the engine. Where that would read a text in another way, such
/// as quotes in brackets, the text is refused.
struct Scanner<'a> {
    rest: &'a [u8],
    /// The branches of each open block.
    blocks: Vec<usize>,
    /// Their number.
    n_open: usize,
    n_tags: usize,
}

impl Scanner<'_> {
    fn scan(&mut self) -> Result<(), String> {
        while let Some(byte) = self.rest.first() {
            match byte {
                b'\\' => self.escape(),
                b'{' if self.rest.starts_with(b"{{{{") => {
                    self.tag()?;
                    self.raw_block();
                }
                b'{' if self.rest.starts_with(b"{{!") => self.comment(),
                b'{' if self.rest.starts_with(b"{{") => {
                    self.block()?;
                    self.tag()?;
                }
                _ => self.skip(1),
            }
        }
        Ok(())
    }

    fn skip(&mut self, n_bytes: usize) {
        self.rest = self.rest.get(n_bytes..).unwrap_or_default();
    }

    /// Skips to the end of the first occurrence of a text, or of all. Returns whether there is one.
    fn skip_behind(&mut self, text: &[u8]) -> bool {
        let at = self.rest.windows(text.len()).position(|part| part == text);
        self.skip(at.map_or(self.rest.len(), |at| at + text.len()));
        at.is_some()
    }

    /// Backslashes before braces: a single one makes them text.
    fn escape(&mut self) {
        let n_slashes = self.rest.iter().take_while(|byte| **byte == b'\\').count();
        self.skip(n_slashes);
        if n_slashes == 1 && self.rest.starts_with(b"{{") {
            self.skip(2);
            if self.rest.starts_with(b"{{") {
                self.skip(2);
            }
        }
    }

    fn comment(&mut self) {
        self.n_tags += 1;
        self.skip(3);
        let whole = self.rest;
        self.skip(blanks(self.rest));
        if self.rest.starts_with(b"--") {
            self.skip(2);
            if self.skip_behind(b"--}}") {
                return;
            }
            self.rest = whole;
        }
        self.skip_behind(b"}}");
    }

    /// Skips the text of a raw block, to the tag at its end.
    fn raw_block(&mut self) {
        while !self.rest.is_empty() && !self.rest.starts_with(b"{{{{") {
            match self.rest.first() {
                Some(b'\\') => self.escape(),
                _ => self.skip(1),
            }
        }
        // That is a tag like another one, but no text follows it.
        let _ = self.tag();
    }

    /// Counts the blocks and branches that a tag opens or closes.
    fn block(&mut self) -> Result<(), String> {
        let mut tag = self.rest.get(2..).unwrap_or_default();
        tag = &tag[blanks(tag)..];
        if let Some(rest) = tag.strip_prefix(b"~") {
            tag = &rest[blanks(rest)..];
        }
        let is_branch = tag.starts_with(b"^") || tag.starts_with(b"else");
        match tag.first() {
            Some(b'#') => self.blocks.push(1),
            Some(b'/') => {
                self.n_open -= self.blocks.pop().unwrap_or(0);
                return Ok(());
            }
            _ if is_branch => match self.blocks.last_mut() {
                Some(branches) => *branches += 1,
                None => return Ok(()),
            },
            _ => return Ok(()),
        }
        self.n_open += 1;
        match self.n_open > MAX_NESTING {
            true => Err(format!(
                "more than {MAX_NESTING} blocks and branches inside each other"
            )),
            false => Ok(()),
        }
    }

    /// Skips a tag, and checks the nesting of the expressions in it.
    fn tag(&mut self) -> Result<(), String> {
        self.n_tags += 1;
        self.skip(2);
        let mut depth = 0usize;
        while let Some(byte) = self.rest.first() {
            match byte {
                b'}' if depth == 0 && self.rest.starts_with(b"}}") => {
                    self.skip(2);
                    return Ok(());
                }
                b'(' | b'{' => depth += 1,
                b')' | b'}' => depth = depth.saturating_sub(1),
                b'[' => {
                    self.brackets()?;
                    continue;
                }
                b'"' | b'\'' => {
                    self.quotes()?;
                    continue;
                }
                _ => {}
            }
            if depth > MAX_NESTING {
                return Err(format!(
                    "more than {MAX_NESTING} expressions inside each other"
                ));
            }
            self.skip(1);
        }
        Ok(())
    }

    /// Skips a name in brackets, or a list of literals.
    fn brackets(&mut self) -> Result<(), String> {
        self.skip(1);
        while let Some(byte) = self.rest.first() {
            match byte {
                b']' => {
                    self.skip(1);
                    return Ok(());
                }
                b'"' | b'\'' => {
                    let from = self.rest;
                    self.quotes()?;
                    let text = &from[..from.len() - self.rest.len()];
                    if text.contains(&b']') {
                        return Err("a text with a bracket, in brackets".to_string());
                    }
                }
                b'[' | b'{' | b'(' => return Err("brackets in brackets".to_string()),
                _ => self.skip(1),
            }
        }
        Ok(())
    }

    /// Skips a text in quotes.
    fn quotes(&mut self) -> Result<(), String> {
        let quote = self.rest.first().copied();
        self.skip(1);
        while let Some(byte) = self.rest.first().copied() {
            match byte {
                // The engine reads the name of a partial in another way.
                b'\\' if quote == Some(b'\'') => {
                    return Err("a backslash between single quotes".to_string())
                }
                b'\\' => self.skip(2),
                _ => self.skip(1),
            }
            if Some(byte) == quote {
                break;
            }
        }
        Ok(())
    }
}

fn blanks(text: &[u8]) -> usize {
    let is_blank = |byte: &&u8| matches!(**byte, b' ' | b'\t' | b'\r' | b'\n');
    text.iter().take_while(is_blank).count()
}

/// Makes a template, and those of its blocks, count their work.
///
/// # Errors
///
/// If it has partials or decorators, which have no bound, with the line.
pub(super) fn count(template: &mut Template) -> Result<(), String> {
    for (idx, element) in template.elements.iter_mut().enumerate() {
        match element {
            TemplateElement::HelperBlock(block) => count_block(block)?,
            TemplateElement::RawString(_)
            | TemplateElement::HtmlExpression(_)
            | TemplateElement::Expression(_)
            | TemplateElement::Comment(_) => {}
            _ => {
                let line = template.mapping.get(idx).map_or(1, |place| place.0);
                return Err(format!(
                    "line {line}: partials and decorators are not supported in custom templates"
                ));
            }
        }
    }
    let n_elements = template.elements.len() + 1;
    // Of a name and a number, which is a template.
    if let Ok(mut counter) = Template::compile(&format!("{{{{{COUNTER} {n_elements}}}}}")) {
        template.elements.splice(0..0, counter.elements.drain(..));
        template.mapping.splice(0..0, counter.mapping.drain(..));
    }
    Ok(())
}

fn count_block(block: &mut HelperTemplate) -> Result<(), String> {
    let branches = [&mut block.template, &mut block.inverse];
    branches.into_iter().flatten().try_for_each(count)
}

/// The helper that counts work, up to a limit.
pub(super) struct Counter {
    done: AtomicU64,
    limit: u64,
}

impl Counter {
    pub(super) fn new(data: &Value) -> Self {
        Counter {
            done: AtomicU64::new(0),
            limit: WORK.saturating_add(WORK_PER_BYTE.saturating_mul(size(data))),
        }
    }
}

impl HelperDef for Counter {
    fn call<'reg: 'rc, 'rc>(
        &self,
        call: &Helper<'rc>,
        _: &'reg Handlebars<'reg>,
        _: &'rc Context,
        _: &mut RenderContext<'reg, 'rc>,
        _: &mut dyn Output,
    ) -> HelperResult {
        let n_elements = call.param(0).and_then(|number| number.value().as_u64());
        let n_elements = n_elements.unwrap_or(1);
        let done = self.done.fetch_add(n_elements, Ordering::Relaxed);
        match done > self.limit {
            true => Err(RenderErrorReason::Other(
                "work out of all proportion to the interface".to_string(),
            )
            .into()),
            false => Ok(()),
        }
    }
}

/// A text that is written up to a limit.
pub(super) struct Text {
    pub(super) text: String,
    limit: u64,
}

impl Text {
    pub(super) fn new(data: &Value, template: &str) -> Self {
        let size = size(data).saturating_add(template.len() as u64);
        Text {
            text: String::new(),
            limit: OUTPUT.saturating_add(OUTPUT_PER_BYTE.saturating_mul(size)),
        }
    }
}

impl Output for Text {
    fn write(&mut self, part: &str) -> Result<(), Error> {
        if (self.text.len() + part.len()) as u64 > self.limit {
            return Err(Error::other(
                "an output out of all proportion to the interface",
            ));
        }
        self.text.push_str(part);
        Ok(())
    }
}

/// Returns the size of data, about as many bytes as its text has.
fn size(data: &Value) -> u64 {
    match data {
        Value::String(text) => text.len() as u64 + 2,
        Value::Array(list) => list.iter().map(size).sum::<u64>() + 2,
        Value::Object(map) => {
            let entry = |(key, value): (&String, &Value)| key.len() as u64 + size(value);
            map.iter().map(entry).sum::<u64>() + 2
        }
        _ => 4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nesting() {
        let blocks = |n| "{{#if 1}}".repeat(n) + &"{{/if}}".repeat(n);
        let calls = |n| format!("{{{{a {}1{}}}}}", "(b ".repeat(n), ")".repeat(n));
        let branches = |n| format!("{{{{#if 0}}}}{}{{{{/if}}}}", "{{else if 0}}".repeat(n));
        // A deep text behind what might hide it.
        let behind = |start: &str| start.to_string() + &blocks(MAX_NESTING + 2);
        let deep = "line 1: more than 100 blocks and branches inside each other";
        let deep_call = "line 1: more than 100 expressions inside each other";
        let rows = [
            (blocks(MAX_NESTING), ""),
            (blocks(MAX_NESTING + 1), deep),
            (blocks(MAX_NESTING).repeat(3), ""),
            (branches(MAX_NESTING - 1), ""),
            (branches(MAX_NESTING), deep),
            (calls(MAX_NESTING), ""),
            ("{{a}}".repeat(20_000), ""),
            (
                "{{a}}".repeat(21_000),
                "line 1: 21000 tags are too many in 105000 bytes",
            ),
            (calls(MAX_NESTING + 1), deep_call),
            ("(".repeat(1_000) + &"{{a}}".repeat(1_000), ""),
            // Neither of these hides what follows, or counts itself.
            ("{{!-- {{#if}} }} --}}".repeat(200), ""),
            ("{{! {{#if}}".repeat(200), ""),
            ("\\{{#if}}".repeat(200), ""),
            ("{{{{a}}}} {{#if}} {{{{/a}}}}".repeat(200), ""),
            (
                "{{lookup {\"a\": {\"b\": 1}} \"}}\"}} {{{a}}}".repeat(200),
                "",
            ),
            (behind("{{! -- a"), deep),
            (behind("{{!-- }} {{/if}} --}} {{! {{! }}"), deep),
            (behind("\\\\"), deep),
            (behind("{{{{a}}}} {{! {{!-- {{{{/a}}}}"), deep),
            (behind("{{a \"{{!\"}}"), deep),
            (behind("{{a.[}}]}}"), deep),
            ("{{#if 1}}{{! {{/if}} }}".repeat(101), deep),
            (
                format!("\n{{{{a [b\"c] {}", "(b \"}}\" ".repeat(200)),
                "line 2: a text with a bracket, in brackets",
            ),
            (
                format!("{{{{> 'a\\' {}", "(b ".repeat(200)),
                "line 1: a backslash between single quotes",
            ),
            ("{{a [[1]]}}".to_string(), "line 1: brackets in brackets"),
        ];
        for (text, expected) in rows {
            let found = check_nesting(&text).err().unwrap_or_default();
            assert_eq!(found, expected, "{text}");
        }
    }
}
