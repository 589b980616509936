//! A line of a list in tokens: splitting, brackets, paths, printing.

/// Splits in identifiers, lifetimes, `::`, `->` and single characters.
pub(super) fn tokens(line: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    for c in line.chars() {
        let joined = tokens.last_mut().filter(|last| match last.as_str() {
            ":" => c == ':',
            "-" => c == '>',
            last => is_word(c) && last.starts_with(|first: char| is_word(first) || first == '\''),
        });
        match joined {
            Some(last) => last.push(c),
            None => tokens.push(c.to_string()),
        }
    }
    tokens.retain(|token| token != " ");
    tokens
}

/// Whether a character may be in a name.
pub(super) fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}
/// Splits where a separator stands outside of brackets.
pub(super) fn split(tokens: &[String], separator: &str) -> Vec<Vec<String>> {
    let mut parts = vec![Vec::new()];
    let mut depth = 0;
    for token in tokens {
        depth += nesting(token);
        if depth == 0 && token == separator {
            parts.push(Vec::new());
        } else if let Some(last) = parts.last_mut() {
            last.push(token.clone());
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// How many brackets a token opens.
pub(super) fn nesting(token: &str) -> i32 {
    match token {
        "<" | "(" | "[" => 1,
        ">" | ")" | "]" => -1,
        _ => 0,
    }
}

/// A bracket, and the one that closes it.
pub(super) fn brackets(item: &[String], start: usize) -> Option<(usize, usize)> {
    let mut depth = 0;
    for (at, token) in item.iter().enumerate().skip(start) {
        depth += nesting(token);
        if depth == 0 {
            return Some((start, at));
        }
    }
    None
}

/// Prints what was split.
pub(super) fn print(tokens: &[String]) -> String {
    let mut text = String::new();
    for token in tokens {
        let joins = |c: char| is_word(c) || "'>)]".contains(c);
        let is_spaced = ["->", "+", "="].contains(&token.as_str());
        let after_word =
            text.ends_with(joins) && token.starts_with(|c: char| is_word(c) || c == '\'');
        let after_mark = text.ends_with([',', ':', ';', '+', '=']) && !text.ends_with("::");
        let after_arrow = text.ends_with("->");
        if is_spaced || after_word || after_mark || after_arrow {
            text.push(' ');
        }
        text.push_str(token);
    }
    text
}
