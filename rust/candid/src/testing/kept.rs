//! Whether a value of a newer type has what a value of an older type had.

use crate::data::int::Int;
use crate::util::stack::level;
use crate::value::diff::Difference;
use crate::value::model::{IDLField, IDLValue};
use crate::value::path::{path_of, Segment};
use std::collections::HashMap;

/// Parts beyond this many are not listed.
const MAX_LOST: usize = 20;

/// Returns the parts of `old` that `new` does not have, or with another content. It may have further fields; an option
/// around a part, an `int` for a `nat` and `reserved` for anything are no difference, nor is a missing `null`.
pub(super) fn lost_parts(old: &IDLValue, new: &IDLValue) -> Vec<String> {
    let mut comparison = Comparison::default();
    comparison.compare(old, Some(new));
    comparison.lost
}

#[derive(Default)]
struct Comparison {
    path: Vec<Segment>,
    lost: Vec<String>,
}

impl Comparison {
    fn compare(&mut self, old: &IDLValue, new: Option<&IDLValue>) {
        if self.lost.len() >= MAX_LOST {
            return;
        }
        let is_kept = match (old, new) {
            (_, Some(IDLValue::Reserved)) | (IDLValue::Reserved, _) => true,
            (old, None) => is_null(old),
            (old, Some(new)) if is_null(old) || is_null(new) => is_null(old) && is_null(new),
            (IDLValue::Opt(old), Some(IDLValue::Opt(new))) => return self.inner(old, new),
            (old, Some(IDLValue::Opt(new))) => return self.inner(old, new),
            (IDLValue::Record(old), Some(IDLValue::Record(new))) => return self.fields(old, new),
            (IDLValue::Variant(old), Some(IDLValue::Variant(new))) if old.0.id == new.0.id => {
                let segment = Segment::Field(old.0.id.clone());
                return self.part(segment, &old.0.val, Some(&new.0.val));
            }
            (IDLValue::Vec(old), Some(IDLValue::Vec(new))) if old.len() == new.len() => {
                for (i, (old, new)) in old.iter().zip(new).enumerate() {
                    self.part(Segment::Index(i), old, Some(new));
                }
                return;
            }
            (IDLValue::Service(old), Some(IDLValue::Principal(new))) => old == new,
            (IDLValue::Nat(old), Some(IDLValue::Int(new))) => *new == Int::from(old.clone()),
            // A NaN is equal to itself.
            (old, Some(new)) => old.diff(new).is_empty(),
        };
        if !is_kept {
            let lost = Difference {
                path: path_of(&self.path),
                left: Some(old),
                right: new,
            };
            self.lost.push(lost.to_string());
        }
    }

    fn inner(&mut self, old: &IDLValue, new: &IDLValue) {
        level(|| self.compare(old, Some(new)));
    }

    fn part(&mut self, segment: Segment, old: &IDLValue, new: Option<&IDLValue>) {
        self.path.push(segment);
        level(|| self.compare(old, new));
        self.path.pop();
    }

    fn fields(&mut self, old: &[IDLField], new: &[IDLField]) {
        let new: HashMap<u32, &IDLValue> = new
            .iter()
            .map(|field| (field.id.get_id(), &field.val))
            .collect();
        for field in old {
            let new = new.get(&field.id.get_id()).copied();
            self.part(Segment::Field(field.id.clone()), &field.val, new);
        }
    }
}

fn is_null(value: &IDLValue) -> bool {
    matches!(value, IDLValue::Null | IDLValue::None)
}
