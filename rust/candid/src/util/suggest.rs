//! Suggestions for misspelt words.

/// Maximum length of a compared word, because the comparison takes quadratic time.
const MAX_LETTERS: usize = 64;

/// Returns the known word closest to `word`, if it is close: documented in `candid_parser::utils`.
pub fn did_you_mean<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Within a distance of one, any single letter would match any other.
    let most = match word.chars().count() {
        0 | 1 => 0,
        2..=4 => 1,
        _ => 2,
    };
    closest(word, known, most)
}

/// Returns the known word with the smallest edit distance, if that is at most `most`; of several the first by name,
/// since the words may be unordered.
pub fn closest<'a>(
    word: &str,
    known: impl IntoIterator<Item = &'a str>,
    most: usize,
) -> Option<&'a str> {
    let close = known
        .into_iter()
        .filter_map(|candidate| Some((edit_distance(word, candidate, most)?, candidate)));
    close.min().map(|(_, candidate)| candidate)
}

/// Returns the edit distance of two words, ignoring case, if that is at most `most`: the number of letters added,
/// removed, replaced or swapped with their neighbour.
pub fn edit_distance(a: &str, b: &str, most: usize) -> Option<usize> {
    let letters = |word: &str| -> Vec<char> {
        let letters = word.chars().flat_map(char::to_lowercase);
        letters.take(MAX_LETTERS + 1).collect()
    };
    let (a, b) = (letters(a), letters(b));
    if a.len().max(b.len()) > MAX_LETTERS || a.len().abs_diff(b.len()) > most {
        return None;
    }
    // The last two rows of the table, which has a row for each letter of `a` and a column for each letter of `b`.
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let replaced = last[j] + usize::from(x != y);
            let mut least = replaced.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && *x == b[j - 1] && a[i - 1] == *y {
                least = least.min(before[j - 1] + 1);
            }
            row.push(least);
        }
        before = std::mem::replace(&mut last, row);
        // What follows is computed from these two rows, and is no less.
        if before.iter().chain(&last).all(|distance| *distance > most) {
            return None;
        }
    }
    Some(last[b.len()]).filter(|edit_distance| *edit_distance <= most)
}

#[cfg(test)]
mod tests {
    use super::edit_distance;

    #[test]
    fn slips_between_words() {
        let long = "x".repeat(65);
        for (a, b, most, expected) in [
            ("", "", 0, Some(0)),
            ("", "ab", 2, Some(2)),
            ("owner", "Owner", 0, Some(0)),
            ("owner", "onwer", 1, Some(1)),
            ("owner", "own", 2, Some(2)),
            ("owner", "own", 1, None),
            ("amount", "account", 3, Some(2)),
            ("abc", "xabc", 1, Some(1)),
            ("abc", "bca", 1, None),
            ("abc", "bca", 2, Some(2)),
            (&long, &long, 9, None),
        ] {
            assert_eq!(edit_distance(a, b, most), expected, "{a} {b}");
            assert_eq!(edit_distance(b, a, most), expected, "{b} {a}");
        }
    }
}
