//! Suggestions for misspelt labels.

use crate::suggest::edit_distance;
use candid::types::{Field, Label};

/// Limit on the number of labels searched: more would take too long for each wrong label.
const MAX_LABELS: usize = 200;

/// Maximum number of labels listed in a note.
const SHOWN: usize = 8;

/// Returns the note about a label that the type does not have: the most similar label, or all labels if they are few.
pub(super) fn note(wrong: &Label, fields: &[Field], kind: &str) -> String {
    if fields.is_empty() {
        return format!("the type has no {kind}s");
    }
    let wrong = wrong.to_string();
    let most = wrong.chars().count() / 3;
    let similar = fields
        .iter()
        .take(MAX_LABELS)
        .filter_map(|field| Some((edit_distance(&wrong, &field.id.to_string(), most)?, field)))
        .min_by_key(|(edit_distance, _)| *edit_distance);
    if let Some((_, field)) = similar {
        return format!("did you mean {}?", field.id);
    }
    let shown = fields.iter().take(SHOWN).map(|field| field.id.to_string());
    let mut list = shown.collect::<Vec<_>>().join(", ");
    if fields.len() > SHOWN {
        list.push_str(", …");
    }
    format!("the {kind}s of the type are: {list}")
}

#[cfg(test)]
mod tests {
    use super::note;
    use candid::types::{Field, Label, TypeInner};

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
