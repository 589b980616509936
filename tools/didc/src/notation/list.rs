//! Lists of numbers.

use super::{check_length, check_rest, start_of};

type Result<T> = std::result::Result<T, String>;

/// Returns the bytes of a list of numbers in brackets.
pub(super) fn listed(text: &str) -> Result<Vec<u8>> {
    let (inner, closing) = match text.strip_prefix('[') {
        Some(inner) => (inner, ']'),
        None => (text.get(1..).unwrap_or_default(), '}'),
    };
    // JSON of a Node buffer: `{"type":"Buffer","data":[68, …]}`.
    if closing == '}' && inner.trim_start().starts_with("\"type\"") {
        if let Some((_, data)) = inner.split_once("\"data\"") {
            let data = data.trim_start().trim_start_matches(':').trim_start();
            if data.starts_with('[') {
                return listed(data);
            }
        }
    }
    let end = inner.find(closing).ok_or("the brackets are never closed")?;
    let (items, rest) = inner.split_at(end);
    check_rest(rest.get(1..).unwrap_or_default())?;
    let (items, properties) = match items.find("buffer: ") {
        Some(at) => items.split_at(at),
        None => (items, ""),
    };
    let mut bytes = Vec::with_capacity(items.len() / 4);
    for item in items.split([',', ';']) {
        let item = without_cast(item);
        for word in words(item) {
            if word.starts_with("...") || word == "more" || word == "items" || word == "…" {
                return Err("the list was cut off when it was printed".to_string());
            }
            bytes.push(number(word, bytes.len())?);
        }
    }
    check_length("list", length_in(properties)?, bytes)
}

/// Returns an item without the cast that Java has before bytes from 128 on.
fn without_cast(item: &str) -> &str {
    let item = item.trim();
    item.strip_prefix("(byte)").unwrap_or(item)
}

/// Returns the length among the properties of an array, which Chrome prints behind its elements.
fn length_in(properties: &str) -> Result<Option<usize>> {
    let mut length = None;
    for property in properties.split(',').filter(|text| !text.is_empty()) {
        let (name, value) = property.trim().split_once(": ").unwrap_or_default();
        match name {
            "buffer" | "byteLength" | "byteOffset" | "Symbol(Symbol.toStringTag)" => {}
            "length" => length = value.parse().ok(),
            _ => {
                return Err(format!(
                    "unexpected {:?} after the bytes",
                    start_of(property)
                ))
            }
        }
    }
    Ok(length)
}

/// Returns the numbers of an item: one, with its type or position, or several with only space between them.
fn words(item: &str) -> impl Iterator<Item = &str> {
    let item = item.trim();
    let is_whole = item.contains(':');
    let many = item.split_whitespace().filter(move |_| !is_whole);
    Some(item).filter(|_| is_whole).into_iter().chain(many)
}

/// Returns a number from -128 to 255: with `0x`, a suffix or a type, or the position before it, as JavaScript prints typed arrays
/// as JSON.
fn number(word: &str, position: usize) -> Result<u8> {
    let unknown = || {
        let shown = start_of(word);
        format!("{shown:?} is not a byte: expected a number from 0 to 255")
    };
    let mut word = word;
    if let Some((first, second)) = word.split_once(':') {
        let (first, second) = (first.trim(), second.trim());
        let key = first.trim_matches(['"', '\'']);
        let is_type = second.starts_with(|c: char| c.is_ascii_alphabetic());
        word = match key.parse::<usize>() {
            _ if is_type => first,
            Ok(key) if key == position => second,
            _ => return Err(unknown()),
        };
    }
    let word = word.trim_end_matches("_u8").trim_end_matches("u8");
    let value: Option<i32> = match word.strip_prefix("0x").or(word.strip_prefix("0X")) {
        Some(hex) => i32::from_str_radix(hex, 16)
            .ok()
            .filter(|_| !hex.starts_with(['-', '+'])),
        None => word.parse().ok(),
    };
    // Java prints bytes with signs.
    match value {
        Some(value @ -128..0) => u8::try_from(value + 256).map_err(|_| unknown()),
        Some(value) => u8::try_from(value).map_err(|_| unknown()),
        None => Err(unknown()),
    }
}
