//! The path from the arguments to a value, in words.

use candid::types::Label;
use std::fmt;

/// A step of a path into a value.
#[derive(Debug, Clone)]
pub(super) enum Step<'a> {
    /// An argument, if there are several.
    Argument(usize),
    /// A field of a record.
    Field(&'a Label),
    /// The content of a case.
    Case(&'a Label),
    /// An item of a vector.
    Item(usize),
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

/// Number of steps shown at either end of a long path.
const SHOWN: usize = 8;

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
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
                Step::Field(label) => write!(f, "field {label}")?,
                Step::Case(label) => write!(f, "case {label}")?,
                Step::Item(idx) => write!(f, "item {}", idx + 1)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Path, Step};
    use candid::types::Label;

    #[test]
    fn words() {
        let label = Label::Named("owner".to_string());
        let mut path = Path(vec![Step::Argument(1), Step::Field(&label), Step::Item(0)]);
        let words = "no, in argument 2, field owner, item 1";
        assert_eq!(path.within("no"), words);
        path.0.extend((0..40).map(Step::Item));
        let words = path.to_string();
        assert!(
            words.starts_with("argument 2, field owner, item 1, item 1, item 2"),
            "{words}"
        );
        assert!(
            words.ends_with(
                "item 5, …, item 33, item 34, item 35, item 36, item 37, item 38, item 39, item 40"
            ),
            "{words}"
        );
        assert_eq!(Path::default().within("no"), "no");
    }
}
