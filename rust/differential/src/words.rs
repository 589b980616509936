//! Candid text in pieces: to change some of them, and to compare texts that are laid out differently.

/// Splits a text in words and single characters, which together are the text.
pub fn pieces(text: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    split(text, |before, next| is_word(before) && is_word(next))
}

/// Splits a text that somebody has printed, without the spaces: between quotes are none to split at, and a number is whole.
pub fn tokens(text: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_alphanumeric() || "_-.".contains(c);
    let (mut in_quotes, mut is_escaped) = (false, false);
    let mut tokens = split(text, |before, next| {
        let is_quote = before == '"' && !is_escaped;
        is_escaped = in_quotes && before == '\\' && !is_escaped;
        in_quotes ^= is_quote;
        in_quotes || is_word(before) && is_word(next)
    });
    tokens.retain(|token| !token.trim().is_empty());
    tokens
}

/// Returns the text without what depends on the length of its parts: line breaks, and the separators before them.
pub fn on_one_line(text: &str) -> String {
    let tokens = tokens(text);
    let behind = tokens.iter().skip(1).map(Some).chain([None]);
    let is_kept = |token: &str, next: Option<&&str>| {
        !matches!((token, next), (";", Some(&"}")) | (",", Some(&")")))
    };
    let kept = tokens.iter().zip(behind);
    let kept = kept.filter(|(token, next)| is_kept(token, *next));
    kept.map(|(token, _)| *token).collect::<Vec<_>>().join(" ")
}

/// Cuts a text into parts: a character goes on with the one before it where `joins` says so.
fn split(text: &str, mut joins: impl FnMut(char, char) -> bool) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text;
    while let Some(mut before) = rest.chars().next() {
        let end = rest.char_indices().skip(1).find(|(_, c)| {
            let is_joined = joins(before, *c);
            before = *c;
            !is_joined
        });
        let (part, behind) = rest.split_at(end.map_or(rest.len(), |(at, _)| at));
        parts.push(part);
        rest = behind;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "(opt -1.5 : float64,\n  \"a \\\" b\"; ü_1 )";

    #[test]
    fn texts_fall_apart() {
        let expected = "(|opt| |-|1|.|5| |:| |float64|,|\n| | |\"|a| |\\|\"| |b|\"|;| |ü|_1| |)";
        assert_eq!(pieces(TEXT).join("|"), expected);
        assert_eq!(pieces(TEXT).concat(), TEXT);
        let expected = "(|opt|-1.5|:|float64|,|\"a \\\" b\"|;|ü_1|)";
        assert_eq!(tokens(TEXT).join("|"), expected);
        assert_eq!(tokens("\"open , "), ["\"open , "]);
        assert!(pieces("").is_empty() && tokens("").is_empty());
    }

    #[test]
    fn layouts_are_alike() {
        for (one, other, are_alike) in [
            (
                "(\n  record {\n    a = 1;\n  },\n)",
                "(record { a = 1 })",
                true,
            ),
            ("record { a; b }", "record { a b }", false),
            ("(\"a b\")", "(\"ab\")", false),
            ("(\"a;}\")", "(\"a}\")", false),
            ("opt nat", "optnat", false),
        ] {
            assert_eq!(on_one_line(one) == on_one_line(other), are_alike, "{one}");
        }
    }
}
