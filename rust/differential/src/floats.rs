//! Floats as the incumbent prints them.

/// Returns whether our text is theirs, apart from exponents and the layout that depends on the length of the numbers.
pub fn same(ours: &str, theirs: &str) -> bool {
    let plain = || with_all_zeros(ours).map(|text| on_one_line(&text));
    ours == theirs || plain().is_some_and(|text| text == on_one_line(theirs))
}

/// Returns the text with the digits of all floats in place of exponents; none if there is none.
fn with_all_zeros(text: &str) -> Option<String> {
    let mut plain = String::with_capacity(text.len());
    let mut found = false;
    let mut rest = text;
    while let Some(at) = rest.find(" : float") {
        let (before, after) = rest.split_at(at);
        let start = before.rfind(|c: char| !(c.is_ascii_digit() || "-.e".contains(c)));
        let (before, number) = before.split_at(start.map_or(0, |start| start + 1));
        plain.push_str(before);
        if number.contains('e') {
            found = true;
            plain.push_str(&digits(number, after.starts_with(" : float32")));
        } else {
            plain.push_str(number);
        }
        let (annotation, behind) = after.split_at(" : float".len());
        plain.push_str(annotation);
        rest = behind;
    }
    plain.push_str(rest);
    found.then_some(plain)
}

fn digits(number: &str, is_float32: bool) -> String {
    let text = match is_float32 {
        true => number.parse().map(|f: f32| f.to_string()),
        false => number.parse().map(|f: f64| f.to_string()),
    };
    match text {
        Ok(text) if text.contains('.') => text,
        Ok(text) => text + ".0",
        Err(_) => number.to_string(),
    }
}

/// Returns the text without what depends on the length of its parts: line breaks, and the separators before them.
fn on_one_line(text: &str) -> String {
    let text: String = text.split_whitespace().collect();
    text.replace(";}", "}").replace(",)", ")")
}

#[cfg(test)]
mod tests {
    use super::{on_one_line, with_all_zeros};

    #[test]
    fn numbers() {
        for (text, expected) in [
            ("(1.5 : float64)", None),
            (
                "(1e21 : float64, -2.5e-7 : float32)",
                Some("(1000000000000000000000.0 : float64, -0.00000025 : float32)"),
            ),
            (
                "(opt (1e21 : float64))",
                Some("(opt (1000000000000000000000.0 : float64))"),
            ),
            (
                "(1e21 : nat, 1e-45 : float32)",
                Some("(1e21 : nat, 0.000000000000000000000000000000000000000000001 : float32)"),
            ),
        ] {
            assert_eq!(with_all_zeros(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn lines() {
        let broken = "(\n  record {\n    a = 1;\n  },\n)";
        assert_eq!(on_one_line(broken), on_one_line("(record { a = 1 })"));
    }
}
