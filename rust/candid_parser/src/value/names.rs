//! Labels that are like another: what was perhaps meant.

use candid::types::{Field, Label};

/// Looking through more labels than this for each that is wrong would take too long.
const MAX_LABELS: usize = 200;

/// How many labels a note lists.
const SHOWN: usize = 8;

/// Returns what to say about a label that is none of the type's: the one that is like it, or all if they are few.
pub(super) fn note(wrong: &Label, fields: &[Field], kind: &str) -> String {
    let similar = fields
        .iter()
        .take(MAX_LABELS)
        .map(|field| (distance(&wrong.to_string(), &field.id.to_string()), field))
        .min_by_key(|(distance, _)| *distance);
    match similar {
        Some((distance, field)) if distance <= wrong.to_string().chars().count() / 3 => {
            format!("did you mean {}?", field.id)
        }
        None => format!("the type has no {kind}s"),
        Some(_) => {
            let shown = fields.iter().take(SHOWN).map(|field| field.id.to_string());
            let mut list = shown.collect::<Vec<_>>().join(", ");
            if fields.len() > SHOWN {
                list.push_str(", …");
            }
            format!("the {kind}s of the type are: {list}")
        }
    }
}

/// How many letters have to be added, removed, replaced or swapped with their neighbour to make one of the other,
/// whatever their case.
fn distance(a: &str, b: &str) -> usize {
    let letters = |name: &str| -> Vec<char> {
        let letters = name.chars().flat_map(char::to_lowercase);
        letters.take(MAX_LABELS).collect()
    };
    let (a, b) = (letters(a), letters(b));
    // The last two rows of the table, in which a row stands for a letter of `a`, a column for one of `b`.
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
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::{distance, note};
    use candid::types::{Field, Label, TypeInner};

    #[test]
    fn distances() {
        for (a, b, expected) in [
            ("", "", 0),
            ("", "ab", 2),
            ("owner", "owner", 0),
            ("owner", "Owner", 0),
            ("owner", "onwer", 1),
            ("owner", "own", 2),
            ("amount", "account", 3),
        ] {
            assert_eq!(distance(a, b), expected, "{a} {b}");
            assert_eq!(distance(b, a), expected, "{b} {a}");
        }
    }

    #[test]
    fn notes() {
        let field = |name: &str| Field {
            id: Label::Named(name.to_string()).into(),
            ty: TypeInner::Nat.into(),
        };
        let label = |name: &str| Label::Named(name.to_string());
        let few = [field("owner"), field("amount")];
        assert_eq!(note(&label("onwer"), &few, "field"), "did you mean owner?");
        assert_eq!(
            note(&label("to"), &few, "field"),
            "the fields of the type are: owner, amount"
        );
        assert_eq!(note(&label("to"), &[], "case"), "the type has no cases");
        let many: Vec<Field> = (0..20).map(|i| field(&format!("f{i}"))).collect();
        assert_eq!(
            note(&label("to"), &many, "case"),
            "the cases of the type are: f0, f1, f2, f3, f4, f5, f6, f7, …"
        );
    }
}
