//! Suggestions for misspelt words.

pub(crate) use candid::utils::suggest::{closest, edit_distance};

/// Returns the known word closest to `word`, if it is close: within an edit distance of two for a long word, one for a
/// short one.
///
/// # Examples
///
/// ```
/// use candid_parser::utils::did_you_mean;
///
/// assert_eq!(did_you_mean("balance_fo", ["transfer", "balance_of"]), Some("balance_of"));
/// assert_eq!(did_you_mean("owner", ["transfer", "balance_of"]), None);
/// ```
pub fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    candid::utils::suggest::did_you_mean(word, known)
}
