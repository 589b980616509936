//! Go's names, literals and comments.

use crate::bindings::layout;
use crate::keywords::GO;
use candid::pretty::utils::printable;

/// The length beyond which a name is long: types in such a type have its name with a number.
pub(super) const MAX_NAME: usize = 80;

/// Go's predeclared identifiers, and what the body of a client's method uses.
#[rustfmt::skip]
const LOCAL: &[&str] = &[
    "any", "append", "bool", "byte", "c", "candidMethods", "cap", "clear", "close", "comparable", "complex",
    "complex128", "complex64", "context", "copy", "ctx", "decode", "delete", "encode", "err", "error", "false",
    "float32", "float64", "imag", "int", "int16", "int32", "int64", "int8", "iota", "len", "make", "max", "min",
    "new", "nil", "panic", "print", "println", "real", "recover", "rune", "string", "true", "uint", "uint16",
    "uint32", "uint64", "uint8", "uintptr",
];

/// Names besides keywords that a package should not have: what `go` treats in a special way.
const NOT_PACKAGES: &[&str] = &["documentation", "init", "main"];

/// Returns the name of a package for a file: the letters and digits of its name without its extensions.
///
/// # Examples
///
/// ```
/// use candid_parser::bindings::go::package_name;
///
/// assert_eq!(package_name("icrc_ledger.did"), "icrcledger");
/// assert_eq!(package_name("2/type.wasm.gz"), "type_");
/// assert_eq!(package_name("-"), "candid");
/// ```
#[must_use]
pub fn package_name(file: &str) -> String {
    let letters = stem(file).chars().filter(char::is_ascii_alphanumeric);
    let name: String = letters.map(|c| c.to_ascii_lowercase()).collect();
    if name.is_empty() {
        "candid".to_string()
    } else if name.starts_with(|c: char| c.is_ascii_digit()) {
        format!("candid{name}")
    } else if GO.contains(&name.as_str()) || NOT_PACKAGES.contains(&name.as_str()) {
        name + "_"
    } else {
        name
    }
}

/// Returns the name of the file of an interface or a module, without its folder and its extensions.
///
/// # Examples
///
/// ```
/// use candid_parser::bindings::go::stem;
///
/// assert_eq!(stem("canisters/ledger.v2.did"), "ledger.v2");
/// assert_eq!(stem("ledger.did.wasm.gz"), "ledger");
/// assert_eq!(stem(".did"), "");
/// ```
#[must_use]
pub fn stem(file: &str) -> &str {
    let mut stem = file.rsplit(['/', '\\']).next().unwrap_or_default();
    for extension in [".gz", ".zst", ".wasm", ".did"] {
        stem = stem.strip_suffix(extension).unwrap_or(stem);
    }
    stem
}

/// Returns whether a package may have this name.
pub(super) fn is_package(name: &str) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(is_word)
        && !GO.contains(&name)
        && !NOT_PACKAGES.contains(&name)
}

/// Returns an exported identifier: the words of a name, each with a capital.
pub(super) fn exported(name: &str) -> String {
    let mut identifier = String::with_capacity(name.len() + 1);
    let mut starts_word = true;
    for c in name.chars() {
        if !is_letter_or_digit(c) {
            starts_word = true;
        } else if std::mem::take(&mut starts_word) {
            identifier.push(c.to_ascii_uppercase());
        } else {
            identifier.push(c);
        }
    }
    // Only a capital exports a name, and letters of many scripts have none.
    if !identifier.starts_with(|c: char| c.is_ascii_uppercase()) {
        identifier.insert(0, 'X');
    }
    identifier
}

/// Returns an identifier for an argument or a result.
pub(super) fn local(name: &str) -> String {
    let mut identifier = exported(name);
    if identifier.starts_with('X') && !name.starts_with(['X', 'x']) {
        identifier.replace_range(..1, "x");
    } else {
        // All of an abbreviation that the name begins with.
        let capitals = identifier.chars().take_while(char::is_ascii_uppercase);
        let n = match capitals.count() {
            n if n == identifier.len() => n,
            n => n.saturating_sub(1).max(1),
        };
        identifier[..n].make_ascii_lowercase();
    }
    if GO.contains(&identifier.as_str()) || LOCAL.contains(&identifier.as_str()) {
        identifier.push('_');
    }
    identifier
}

/// Returns whether identifiers may have a character: of the letters beyond ASCII those of scripts in wide use, which every
/// version of Unicode that a compiler has knows as letters.
fn is_letter_or_digit(c: char) -> bool {
    c.is_ascii_alphanumeric()
        || matches!(c,
            '\u{c0}'..='\u{d6}' | '\u{d8}'..='\u{f6}' | '\u{f8}'..='\u{17f}' | '\u{3b1}'..='\u{3c9}' | '\u{410}'..='\u{44f}'
            | '\u{5d0}'..='\u{5ea}' | '\u{3041}'..='\u{3096}' | '\u{30a1}'..='\u{30fa}' | '\u{4e00}'..='\u{9fff}'
            | '\u{ac00}'..='\u{d7a3}')
}

/// Returns a literal of Go.
pub(super) fn literal(text: &str) -> String {
    layout::literal(text, is_letter_or_digit)
}

/// Returns the lines of a comment as `gofmt` would leave them: without indentation, which makes lists and code in Go, and
/// without what it rewrites.
pub(super) fn doc_lines(lines: &[String]) -> Vec<String> {
    let mut out: Vec<String> = Vec::with_capacity(lines.len());
    for line in lines {
        let line = doc_line(printable(line).trim());
        if !line.is_empty() || out.last().is_some_and(|last| !last.is_empty()) {
            out.push(line);
        }
    }
    while out.last().is_some_and(String::is_empty) {
        out.pop();
    }
    for idx in 0..out.len() {
        let is_empty = |at: usize| out.get(at).is_none_or(String::is_empty);
        let is_alone = (idx == 0 || is_empty(idx - 1)) && is_empty(idx + 1);
        let is_between = idx > 0 && idx + 1 < out.len();
        if let Some(heading) = heading(&out[idx], is_between).filter(|_| is_alone) {
            out[idx] = format!("# {heading}");
        }
    }
    out
}

/// Returns the heading that a line alone is, or that earlier versions of Go took it for between others.
fn heading(line: &str, is_between: bool) -> Option<&str> {
    if let Some(heading) = line.strip_prefix("# ") {
        return Some(heading.trim());
    }
    let is_heading = is_between
        && line.starts_with(char::is_uppercase)
        && line.ends_with(char::is_alphanumeric)
        && !line.contains(|c| ";:!?+*/=[]{}_^°&§~%#@<\">\\".contains(c));
    is_heading.then_some(line)
}

fn doc_line(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    // The definition of a link would move to the end, and a condition for the compiler to the start of the file.
    if line.starts_with('[') && line.contains("]:")
        || line.starts_with("+build")
        || line.starts_with("go:")
    {
        out.push('\\');
    }
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        let n_quotes = rest.len() - rest.trim_start_matches('`').len();
        if n_quotes > 2 {
            out += &rest[..n_quotes];
            rest = &rest[n_quotes..];
        } else if let Some(after) = rest.strip_prefix("``") {
            out.push('“');
            rest = after;
        } else if let Some(after) = rest.strip_prefix("''") {
            out.push('”');
            rest = after;
        } else {
            // `gofmt` does not take it inside of a file.
            out.push(if c == '\u{feff}' { ' ' } else { c });
            rest = &rest[c.len_utf8()..];
        }
    }
    out
}

/// Returns the name of a type in another one. Of a long name the beginning is used: each type inside would have all of it.
pub(super) fn path(outer: &str, part: &str) -> String {
    if outer.len() + part.len() > MAX_NAME {
        let mut end = outer.len().min(MAX_NAME);
        while !outer.is_char_boundary(end) {
            end -= 1;
        }
        outer[..end].to_string()
    } else {
        format!("{outer}{part}")
    }
}
