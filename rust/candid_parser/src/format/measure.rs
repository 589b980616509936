//! What is behind each list: its results, and the columns up to where a line may end.

use super::document::{Document, List, Step};
use super::{columns_of_first_line, Source};

impl Document {
    /// Sets the results of each list of arguments, if nothing is between them but the arrow.
    pub(super) fn set_results(&mut self) {
        for steps in self.steps.windows(5) {
            if let [Step::Close(args), Step::Space, Step::Token(_), Step::Space, Step::Open(results)] =
                *steps
            {
                let in_parens = |lists: &[List], idx: u32| {
                    let list = lists.get(idx as usize);
                    list.is_some_and(|list| !list.in_braces)
                };
                if in_parens(&self.lists, args) && in_parens(&self.lists, results) {
                    self.lists[args as usize].results = Some(results);
                }
            }
        }
    }

    /// Sets what follows each list on its line, where the list is broken or could be.
    pub(super) fn set_columns_after(&mut self, source: &Source<'_>) {
        let mut after = 0;
        for step in self.steps.iter().rev() {
            let text = match *step {
                Step::Token(idx) => source.token(idx),
                Step::Comment(idx) => source.comment(idx),
                Step::Space | Step::Separator { .. } | Step::Open(_) => {
                    after += 1;
                    continue;
                }
                Step::Trailing(_)
                | Step::LineWithinItem
                | Step::Line { .. }
                | Step::Unchanged(..) => {
                    after = 0;
                    continue;
                }
                Step::Close(idx) => {
                    if let Some(list) = self.lists.get_mut(idx as usize) {
                        list.columns_after = after;
                    }
                    after = 0;
                    continue;
                }
            };
            if text.contains('\n') {
                after = 0;
            }
            after += columns_of_first_line(text);
        }
    }
}
