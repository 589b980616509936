//! Descriptions of places, types and labels in findings.

use crate::diagnostic::shown_name;
use crate::suggest::edit_distance;
use crate::syntax::ast::{Value, ValueKind};
use candid::types::{Field, Label, SharedLabel, Type, TypeInner};
use std::borrow::Cow;
use std::fmt;

/// A step of a path into a value.
#[derive(Debug, Clone)]
pub(super) enum Step<'a> {
    /// An argument.
    Argument(usize),
    /// A field of a record.
    Field(Cow<'a, Label>),
    /// The content of a case.
    Case(Cow<'a, Label>),
    /// An item of a vector.
    Item(usize),
}

impl Step<'_> {
    /// Returns the id of the field or case, 0 of anything else.
    pub(super) fn id(&self) -> u32 {
        match self {
            Step::Field(label) | Step::Case(label) => label.get_id(),
            Step::Argument(_) | Step::Item(_) => 0,
        }
    }
}

/// `argument 2, field owner, item 3`; positions count from one.
#[derive(Debug, Default)]
pub(super) struct Path<'a>(pub(super) Vec<Step<'a>>);

impl Path<'_> {
    /// Returns `message, in argument 2, field owner`, or the message alone if the path is empty.
    pub(super) fn within(&self, message: impl fmt::Display) -> String {
        if self.0.is_empty() {
            message.to_string()
        } else {
            format!("{message}, in {self}")
        }
    }
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// Number of steps shown at either end of a long path.
        const SHOWN: usize = 8;
        let n = self.0.len();
        for (i, step) in self.0.iter().enumerate() {
            if i >= SHOWN && n - i > SHOWN {
                if i == SHOWN {
                    f.write_str(", …")?;
                }
                continue;
            }
            if i > 0 {
                f.write_str(", ")?;
            }
            match step {
                Step::Argument(idx) => write!(f, "argument {}", idx + 1)?,
                Step::Field(label) => write!(f, "field {}", shown_label(label))?,
                Step::Case(label) => write!(f, "case {}", shown_label(label))?,
                Step::Item(idx) => write!(f, "item {}", idx + 1)?,
            }
        }
        Ok(())
    }
}

/// Returns the label of a field or case in a path: of one that the value gives by its id, the name that the type has.
pub(super) fn label<'a>(given: &'a Label, of_type: &SharedLabel) -> Cow<'a, Label> {
    match (given, &**of_type) {
        (Label::Id(_) | Label::Unnamed(_), name @ Label::Named(_)) => Cow::Owned(name.clone()),
        _ => Cow::Borrowed(given),
    }
}

/// Returns a label for a message: a name that is more than a word in quotes.
pub(super) fn shown_label(label: &Label) -> String {
    match label {
        Label::Named(name) => shown_name(name).into_owned(),
        number => number.to_string(),
    }
}

/// Returns the parts of a value in source order, each with the step to it; there is none into an `opt`. An annotated
/// value has no parts.
pub(super) fn parts(value: &Value) -> Vec<(Option<Step<'_>>, &Value)> {
    match &value.kind {
        ValueKind::Leaf(_) | ValueKind::Annotated(_) | ValueKind::Error => Vec::new(),
        ValueKind::Opt(content) => vec![(None, content)],
        ValueKind::Vec(items) => (0..).map(Step::Item).map(Some).zip(items).collect(),
        ValueKind::Record(fields) => {
            let fields = fields.iter();
            fields
                .map(|field| (Some(Step::Field(Cow::Borrowed(&field.label))), &field.value))
                .collect()
        }
        ValueKind::Variant(case) => {
            vec![(Some(Step::Case(Cow::Borrowed(&case.label))), &case.value)]
        }
    }
}

/// Returns the text of the type, or only its kind if the text would be long.
pub(super) fn short(ty: &Type) -> String {
    /// Maximum number of characters of a type shown in a message.
    const SHOWN: usize = 60;
    let text = match ty.as_ref() {
        // Types of definitions are long, so their text is not built.
        TypeInner::Record(fields) | TypeInner::Variant(fields) if fields.len() > SHOWN / 4 => {
            String::new()
        }
        TypeInner::Service(methods) if methods.len() > SHOWN / 4 => String::new(),
        _ => ty.to_string(),
    };
    if !text.is_empty() && text.len() <= SHOWN && !text.contains('\n') {
        return text;
    }
    let kind = match ty.as_ref() {
        TypeInner::Record(_) => "record { … }",
        TypeInner::Variant(_) => "variant { … }",
        TypeInner::Service(_) => "service { … }",
        TypeInner::Func(_) => "func …",
        TypeInner::Opt(_) => "opt …",
        TypeInner::Vec(_) => "vec …",
        _ => return text,
    };
    kind.to_string()
}

/// Returns the smallest and the largest number of a fixed-width number type.
pub(super) fn range(ty: &TypeInner) -> Option<String> {
    let (least, most) = match ty {
        TypeInner::Nat8 => (0, i128::from(u8::MAX)),
        TypeInner::Nat16 => (0, i128::from(u16::MAX)),
        TypeInner::Nat32 => (0, i128::from(u32::MAX)),
        TypeInner::Nat64 => (0, i128::from(u64::MAX)),
        TypeInner::Int8 => (i128::from(i8::MIN), i128::from(i8::MAX)),
        TypeInner::Int16 => (i128::from(i16::MIN), i128::from(i16::MAX)),
        TypeInner::Int32 => (i128::from(i32::MIN), i128::from(i32::MAX)),
        TypeInner::Int64 => (i128::from(i64::MIN), i128::from(i64::MAX)),
        _ => return None,
    };
    let group = |n: i128| candid::utils::pp_num_str(&n.to_string());
    Some(format!("{} to {}", group(least), group(most)))
}

/// Returns the note about a label that the type does not have: the most similar label, or all labels if they are few.
pub(super) fn similar_labels(wrong: &Label, fields: &[Field], kind: &str) -> String {
    /// Limit on the number of labels searched: more would take too long for each wrong label.
    const MAX_LABELS: usize = 200;
    /// Maximum number of labels listed.
    const SHOWN: usize = 8;
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
        return format!("did you mean {}?", shown_label(&field.id));
    }
    let shown = fields
        .iter()
        .take(SHOWN)
        .map(|field| shown_label(&field.id));
    let mut list = shown.collect::<Vec<_>>().join(", ");
    if fields.len() > SHOWN {
        list.push_str(", …");
    }
    format!("the {kind}s of the type are: {list}")
}
