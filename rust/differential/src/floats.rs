//! Floats as the incumbent prints them.

use crate::words::on_one_line;

/// How a value is printed that is the same on both sides.
pub const EXPONENT: &str = "a float with an exponent";

/// Returns what is different about our text: [`EXPONENT`], and the layout that depends on the length of the number, or
/// something else.
pub fn difference(ours: &str, theirs: &str) -> Option<&'static str> {
    let plain = || with_all_zeros(ours).map(|text| on_one_line(&text));
    if ours == theirs {
        None
    } else if plain().is_some_and(|text| text == on_one_line(theirs)) {
        Some(EXPONENT)
    } else {
        Some("another value")
    }
}

/// Returns where a difference is to be listed that was found in one place: how floats are printed is the same everywhere.
pub fn place<'a>(found: &'a str, what: &str) -> &'a str {
    if what.ends_with(EXPONENT) {
        "any"
    } else {
        found
    }
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
    let text = if is_float32 {
        number.parse().map(|f: f32| f.to_string())
    } else {
        number.parse().map(|f: f64| f.to_string())
    };
    match text {
        Ok(text) if text.contains('.') => text,
        Ok(text) => text + ".0",
        Err(_) => number.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::{difference, with_all_zeros, EXPONENT};

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
    fn only_floats_are_the_same() {
        let theirs = "(\n  1000000000000000000000.0 : float64,\n  \"a b\",\n)";
        for (ours, expected) in [
            (theirs, None),
            ("(1e21 : float64, \"a b\")", Some(EXPONENT)),
            ("(1e21 : float64, \"ab\")", Some("another value")),
            ("(1e20 : float64, \"a b\")", Some("another value")),
        ] {
            assert_eq!(difference(ours, theirs), expected, "{ours}");
        }
    }
}
