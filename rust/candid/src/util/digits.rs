//! Grouping of digits by three, as Candid prints numbers: `1_000_000`.

/// The number of digits in a group.
const GROUP: usize = 3;

/// Returns the decimal number `num` with its digits in groups of three, joined by `_`.
///
/// A sign stays in front. Only the leading digits are grouped: a fraction, an exponent, or text that is not a number is
/// returned unchanged.
///
/// # Examples
///
/// ```
/// use candid::utils::pp_num_str;
///
/// assert_eq!(pp_num_str("1234567"), "1_234_567");
/// assert_eq!(pp_num_str("-1000"), "-1_000");
/// assert_eq!(pp_num_str("1234.5678"), "1_234.5678");
/// ```
pub fn pp_num_str(num: &str) -> String {
    let n_sign = usize::from(num.starts_with(['-', '+']));
    let (sign, unsigned) = num.split_at(n_sign);
    let n_digits = unsigned
        .bytes()
        .position(|byte| !byte.is_ascii_digit())
        .unwrap_or(unsigned.len());
    // All bytes before `n_digits` are ASCII, so this is a character boundary.
    let (digits, rest) = unsigned.split_at(n_digits);

    let mut text = String::with_capacity(num.len().saturating_add(digits.len() / GROUP));
    text.push_str(sign);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (n_digits - i) % GROUP == 0 {
            text.push('_');
        }
        text.push(digit);
    }
    text.push_str(rest);
    text
}
