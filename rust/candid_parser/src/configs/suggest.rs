//! Which of the known words a misspelt one may have been.

/// Returns `; did you mean …?` for the known word that is closest, if any is close.
pub(crate) fn did_you_mean<'a>(
    word: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    // Two slips in a long word, one in a short one; with one in a single letter any other would do.
    let allowed = match word.chars().count() {
        0 | 1 => 0,
        2..=4 => 1,
        _ => 2,
    };
    known
        .into_iter()
        .map(|candidate| (distance(word, candidate, allowed), candidate))
        .filter(|(distance, _)| *distance <= allowed)
        .min()
        .map(|(_, candidate)| candidate)
}

/// How many characters have to be inserted, removed, replaced or swapped with their neighbour; more than `allowed` is
/// only told to be more.
fn distance(a: &str, b: &str, allowed: usize) -> usize {
    let a: Vec<char> = a.to_lowercase().chars().collect();
    let b: Vec<char> = b.to_lowercase().chars().collect();
    if a.len().abs_diff(b.len()) > allowed {
        return allowed + 1;
    }
    let mut before: Vec<usize> = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replaced = last[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = replaced.min(last[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(before[j - 2] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::did_you_mean;

    #[test]
    fn close_words() {
        for (word, known, expected) in [
            ("valuee", &["value", "range"][..], Some("value")),
            ("nmae", &["name", "use_type"], Some("name")),
            ("usetype", &["name", "use_type"], Some("use_type")),
            ("Name", &["name"], Some("name")),
            ("a", &["b", "bcd"], None),
            ("A", &["b", "a"], Some("a")),
            ("colour", &["name"], None),
        ] {
            assert_eq!(
                did_you_mean(word, known.iter().copied()),
                expected,
                "{word}"
            );
        }
    }
}
