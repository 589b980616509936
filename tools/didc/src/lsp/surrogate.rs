//! Halves of surrogate pairs in JSON, which editors have while a character is edited, and UTF-8 has not.

/// Returns JSON with U+FFFD in place of each escape that is half of a pair: it has as many code units, so that all positions stay.
/// `None` if there is no such escape.
pub(super) fn replaced(json: &[u8]) -> Option<Vec<u8>> {
    let mut found = None;
    let mut at = 0;
    while let Some(rest) = json.get(at..).filter(|rest| !rest.is_empty()) {
        let next = rest.get(6..).and_then(code_unit);
        at += match code_unit(rest) {
            Some(0xd800..=0xdbff) if matches!(next, Some(0xdc00..=0xdfff)) => 12,
            Some(0xd800..=0xdfff) => {
                let fixed = found.get_or_insert_with(|| json.to_vec());
                if let Some(digits) = fixed.get_mut(at + 2..at + 6) {
                    digits.copy_from_slice(b"fffd");
                }
                6
            }
            // Any other escape, such as that of a backslash.
            _ if rest.starts_with(b"\\") => 2,
            _ => 1,
        };
    }
    found
}

/// Returns the code unit of the escape that a text starts with.
fn code_unit(text: &[u8]) -> Option<u16> {
    let digits = text.strip_prefix(b"\\u")?.get(..4)?;
    let digits = digits.iter().all(u8::is_ascii_hexdigit).then_some(digits)?;
    u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::replaced;

    #[test]
    fn halves() {
        for (json, expected) in [
            (r#""a""#, None),
            (r#""\ud83d\ude00\u00e9""#, None),
            (r#""\\ud83d\n""#, None),
            (r#""\ud83d""#, Some(r#""\ufffd""#)),
            (r#""\uDE00\uD83D\uDE00""#, Some(r#""\ufffd\uD83D\uDE00""#)),
            (r#""\ud83d\ud83d\ude00""#, Some(r#""\ufffd\ud83d\ude00""#)),
            (r#""\ud83d\\ude00""#, Some(r#""\ufffd\\ude00""#)),
            (r#""\ud83"#, None),
            (r#""\"#, None),
        ] {
            let found = replaced(json.as_bytes());
            let found = found.map(|bytes| String::from_utf8(bytes).unwrap());
            assert_eq!(found.as_deref(), expected, "{json}");
        }
    }
}
