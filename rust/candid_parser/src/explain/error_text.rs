//! The texts of errors of messages, which have only the ids of fields, with their names.

use super::names::{shown_name, Names};
use candid::Error;

impl Names {
    /// Returns the text of an error of decoding, in which fields and cases of printed types and of the path have names where
    /// the dictionary has exactly one. All else stays: texts in quotes, names of methods, numbers.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_parser::explain::Names;
    ///
    /// let bytes = candid_parser::parse_idl_args("(record { owner = true })")?.to_bytes()?;
    /// let error = candid::decode_one::<u8>(&bytes).unwrap_err();
    /// let mut names = Names::new();
    /// assert_eq!(names.error_text(&error), error.to_string());
    /// names.insert("owner");
    /// assert_eq!(
    ///     names.error_text(&error),
    ///     "expected nat8, found record { owner : bool } in argument 1, byte offset 15"
    /// );
    /// # Ok::<(), candid_parser::Error>(())
    /// ```
    pub fn error_text(&self, error: &Error) -> String {
        let text = error.to_string();
        // Behind the path are only the words about the offset.
        let end = error.offset().and_then(|_| {
            let (before, _) = text.rsplit_once(" byte offset ")?;
            let before = before.strip_suffix(" at").or(before.strip_suffix(','));
            before.map(str::len)
        });
        let (before, offset) = text.split_at(end.unwrap_or(text.len()));
        let path = error.path();
        let inner = path.trim_start_matches(|c: char| c.is_ascii_digit());
        let inner = inner.strip_prefix('.').unwrap_or(inner);
        let is_end = |path: &str| {
            let before = before.strip_suffix(path)?;
            (!path.is_empty() && before.ends_with(" at ")).then_some(before.len())
        };
        let at = is_end(&path).or_else(|| is_end(inner));
        let (message, path) = before.split_at(at.unwrap_or(before.len()));
        format!(
            "{}{}{offset}",
            self.in_types(message),
            self.in_path(path, true)
        )
    }

    /// Returns the path of an error of decoding, with names as [`error_text`](Self::error_text).
    pub fn error_path(&self, error: &Error) -> String {
        self.in_path(&error.path(), false)
    }

    /// Returns the one name of an id, as printed.
    fn name_of(&self, digits: &str) -> Option<String> {
        let id = digits.replace('_', "").parse().ok()?;
        let mut names = self.get(id);
        match (names.next(), names.next()) {
            (Some(name), None) => Some(shown_name(name)),
            _ => None,
        }
    }

    /// Names the ids of a path, which may begin with one instead of the position of an argument.
    fn in_path(&self, path: &str, begins_with_id: bool) -> String {
        let mut named = String::with_capacity(path.len());
        let (mut rest, mut is_id) = (path, begins_with_id);
        while let Some(first) = rest.chars().next() {
            let len = match first {
                '"' => len_of_quoted(rest),
                c if c.is_ascii_digit() => len_of_word(rest),
                c => c.len_utf8(),
            };
            let (part, after) = rest.split_at(len);
            let name = match is_id && first.is_ascii_digit() {
                true => self.name_of(part),
                false => None,
            };
            named.push_str(name.as_deref().unwrap_or(part));
            is_id = part == ".";
            rest = after;
        }
        named
    }

    /// Names the labels of the types in a text.
    fn in_types(&self, text: &str) -> String {
        let mut named = String::with_capacity(text.len());
        // Of each open brace, whether it is that of a record or variant.
        let mut open = Vec::new();
        let mut rest = text;
        // The last word, and the last character that is not white space and in no word.
        let (mut word, mut symbol) = ("", ' ');
        while let Some(first) = rest.chars().next() {
            let len = match first {
                '"' => len_of_quoted(rest),
                c if is_in_word(c) => len_of_word(rest),
                c => c.len_utf8(),
            };
            let (part, after) = rest.split_at(len);
            rest = after;
            if is_in_word(first) {
                let next = after.trim_start().chars().next();
                let is_label = open.last() == Some(&true)
                    && matches!(symbol, '{' | ';')
                    && matches!(next, Some(':' | ';' | '}'));
                let is_case = word == "case" && named.ends_with("found unknown case ");
                let is_last = after.is_empty() || after.starts_with(" in argument ");
                let is_number = first.is_ascii_digit() && (is_label || is_case && is_last);
                let name = is_number.then(|| self.name_of(part)).flatten();
                (word, symbol) = (part, ' ');
                named.push_str(name.as_deref().unwrap_or(part));
                continue;
            }
            match first {
                '{' => open.push(matches!(word, "record" | "variant")),
                '}' => {
                    open.pop();
                }
                _ => {}
            }
            if !first.is_whitespace() {
                (word, symbol) = ("", first);
            }
            named.push_str(part);
        }
        named
    }
}

fn is_in_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn len_of_word(text: &str) -> usize {
    text.find(|c| !is_in_word(c)).unwrap_or(text.len())
}

/// Returns the length of the text in quotes at the start, or of everything if they are never closed.
fn len_of_quoted(text: &str) -> usize {
    let mut is_escaped = true;
    for (at, c) in text.char_indices() {
        match c {
            '"' if !is_escaped => return at + 1,
            c => is_escaped = at == 0 && c != '"' || c == '\\' && !is_escaped,
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> Names {
        let mut names = Names::new();
        names.insert_lines("to\nowner\na b\nTooOld");
        names
    }

    #[test]
    fn labels_have_names_and_nothing_else_has() {
        let rows = [
            (
                "expected nat, found record { 25_979 : record { 947296307 : opt text; 1 : nat }; 947296307 : … …",
                "expected nat, found record { to : record { owner : opt text; 1 : nat }; owner : … …",
            ),
            (
                "found variant { 25979; 947296307 }",
                "found variant { to; owner }",
            ),
            // Cut short, a method, a text, a number.
            ("record { 25979 …", "record { 25979 …"),
            ("record { 25979…", "record { 25979…"),
            (
                "service { 25979 : (record { 25979 : nat }) -> (); 25979 : x }",
                "service { 25979 : (record { to : nat }) -> (); 25979 : x }",
            ),
            (
                "found \"record { 25979 : nat }\", 25979 : record {}",
                "found \"record { 25979 : nat }\", 25979 : record {}",
            ),
            (
                "record { \"a\\\"; 25979 : b\" : nat; 25979 : \"never closed; 25979 : nat }",
                "record { \"a\\\"; 25979 : b\" : nat; to : \"never closed; 25979 : nat }",
            ),
            (
                "vec { 25979; 25979 } } record { 25979 : nat",
                "vec { 25979; 25979 } } record { to : nat",
            ),
            (
                "expected variant { a }, found unknown case 25979 in argument 25979",
                "expected variant { a }, found unknown case to in argument 25979",
            ),
            ("found unknown case 25979", "found unknown case to"),
            ("found unknown case 25979 items", "found unknown case 25979 items"),
            ("record { 99999999999 : nat }", "record { 99999999999 : nat }"),
        ];
        for (text, expected) in rows {
            assert_eq!(names().in_types(text), expected);
        }
        assert_eq!(
            names().in_path("a.947296307[25979].\".25979\".25979", true),
            "a.owner[25979].\".25979\".to"
        );
        assert_eq!(names().in_path("25979[0].25979", false), "25979[0].to");
        assert_eq!(names().in_path("25979[0].25979", true), "to[0].to");
    }

    #[test]
    fn errors_have_their_paths_named() {
        let bytes = crate::parse_idl_args("(vec { record { owner = record { to = \"text\" } } })");
        let bytes = bytes
            .and_then(|args| Ok(args.to_bytes()?))
            .expect("a message");
        let error = candid::IDLArgs::from_bytes(&bytes[..bytes.len() - 1]).expect_err("cut off");
        let text = error.to_string();
        assert!(text.contains(" at [0].947296307.25979,"), "{text}");
        let named = names().error_text(&error);
        assert_eq!(named, text.replace("947296307.25979", "owner.to"));
        assert_eq!(names().error_path(&error), "0[0].owner.to");
    }
}
