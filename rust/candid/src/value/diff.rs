//! Differences between two values, part by part.

use crate::pretty::flat;
use crate::types::ty::label::Label;
use crate::value::model::{IDLField, IDLValue};
use crate::value::path::{path_of, Segment};
use std::collections::HashMap;
use std::fmt::{self, Display};

/// The maximum number of differences that [`IDLValue::diff`] returns.
pub const MAX_DIFFERENCES: usize = 1_000;

/// One place where two values differ: a part that only one of them has, or values of which neither is a container of the
/// other's kind.
///
/// Printed, it is one line: the path, and both values, the first 200 bytes of each.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference<'a> {
    /// The path to the part, as for [`IDLValue::at`]. Options on the way are not in it.
    pub path: String,
    /// The part of the left value, if it has one there.
    pub left: Option<&'a IDLValue>,
    /// The part of the right value, if it has one there.
    pub right: Option<&'a IDLValue>,
}

impl Display for Difference<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        write_part(f, self.left)?;
        f.write_str(" -> ")?;
        write_part(f, self.right)
    }
}

fn write_part(f: &mut fmt::Formatter<'_>, part: Option<&IDLValue>) -> fmt::Result {
    match part {
        Some(value) => f.write_str(&flat::start_of_value(value)),
        None => f.write_str("(absent)"),
    }
}

/// The indices of two items to compare, of which one may be missing.
type Pair = (Option<usize>, Option<usize>);

/// What is left to compare, last first: from a list and not by recursion, because values may be deep.
enum Task<'a> {
    Compare(Segment, Option<&'a IDLValue>, Option<&'a IDLValue>),
    /// The items of two vectors in these pairs: they become tasks one by one, as there may be millions.
    Items(std::vec::IntoIter<Pair>, [&'a [IDLValue]; 2]),
    /// The parts of a value are done.
    Leave,
}

impl IDLValue {
    /// Returns where two values differ, in the order of the left value; empty if they are equal. Floats are compared by
    /// their bits: a NaN is equal to itself, and -0.0 differs from 0.0. Records are compared by their labels, vectors by
    /// position. At most [`MAX_DIFFERENCES`] are returned.
    ///
    /// [`MAX_DIFFERENCES`]: crate::types::value::MAX_DIFFERENCES
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::{CandidType, IDLValue};
    ///
    /// #[derive(CandidType, Clone)]
    /// struct Account { owner: String, history: Vec<u64> }
    ///
    /// let before = Account { owner: "alice".into(), history: vec![1, 2] };
    /// let mut after = before.clone();
    /// after.history = vec![1, 3, 5];
    /// let (before, after) = (IDLValue::from_rust(&before)?, IDLValue::from_rust(&after)?);
    /// let differences: Vec<_> = before.diff(&after).iter().map(ToString::to_string).collect();
    /// assert_eq!(
    ///     differences,
    ///     ["history[1]: 2 : nat64 -> 3 : nat64", "history[2]: (absent) -> 5 : nat64"]
    /// );
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn diff<'a>(&'a self, other: &'a IDLValue) -> Vec<Difference<'a>> {
        self.diff_by(other, |left, right| {
            let index = |i, items: &[IDLValue]| Some(i).filter(|i| *i < items.len());
            let both = (0..left.len().max(right.len())).map(|i| (index(i, left), index(i, right)));
            both.collect()
        })
    }

    /// Returns the same, with items of vectors compared as `pairs` pairs the indices of those of both, `None` where one has no
    /// such item. Items in no pair are not compared. A path has the index in the left vector, or if the item is not there, that in
    /// the right one.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::IDLValue;
    ///
    /// let (before, after) = (IDLValue::from_rust(&vec![1u32, 2, 3])?, IDLValue::from_rust(&vec![2u32, 3])?);
    /// // The items from the end.
    /// let differences = before.diff_by(&after, |left, right| {
    ///     let n_more = left.len() - right.len();
    ///     (0..left.len()).map(|i| (Some(i), i.checked_sub(n_more))).collect()
    /// });
    /// assert_eq!(differences.len(), 1);
    /// assert_eq!(differences[0].to_string(), "[0]: 1 : nat32 -> (absent)");
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn diff_by<'a>(
        &'a self,
        other: &'a IDLValue,
        mut pairs: impl FnMut(&'a [IDLValue], &'a [IDLValue]) -> Vec<Pair>,
    ) -> Vec<Difference<'a>> {
        let mut differences = Vec::new();
        let mut path: Vec<Segment> = Vec::new();
        let mut tasks = Vec::new();
        compare(self, other, &path, &mut pairs, &mut tasks, &mut differences);
        while let Some(task) = tasks.pop() {
            if differences.len() >= MAX_DIFFERENCES {
                break;
            }
            match task {
                Task::Leave => {
                    path.pop();
                }
                Task::Items(mut rest, [left, right]) => {
                    let Some((i, j)) = rest.next() else {
                        continue;
                    };
                    tasks.push(Task::Items(rest, [left, right]));
                    if let Some(at) = i.or(j) {
                        let left = i.and_then(|i| left.get(i));
                        let right = j.and_then(|j| right.get(j));
                        tasks.push(Task::Compare(Segment::Index(at), left, right));
                    }
                }
                Task::Compare(segment, left, right) => {
                    path.push(segment);
                    tasks.push(Task::Leave);
                    match (left, right) {
                        (Some(left), Some(right)) => {
                            compare(left, right, &path, &mut pairs, &mut tasks, &mut differences);
                        }
                        (left, right) => differences.push(Difference {
                            path: path_of(&path),
                            left,
                            right,
                        }),
                    }
                }
            }
        }
        differences
    }
}

/// Compares two values, and leaves their parts to be compared.
fn compare<'a>(
    mut left: &'a IDLValue,
    mut right: &'a IDLValue,
    path: &[Segment],
    pairs: &mut impl FnMut(&'a [IDLValue], &'a [IDLValue]) -> Vec<Pair>,
    tasks: &mut Vec<Task<'a>>,
    differences: &mut Vec<Difference<'a>>,
) {
    while let (IDLValue::Opt(a), IDLValue::Opt(b)) = (left, right) {
        (left, right) = (a, b);
    }
    let first = tasks.len();
    let is_equal = match (left, right) {
        (IDLValue::Record(a), IDLValue::Record(b)) => {
            add_fields(a, b, tasks);
            true
        }
        (IDLValue::Vec(a), IDLValue::Vec(b)) => {
            tasks.push(Task::Items(pairs(a, b).into_iter(), [a, b]));
            true
        }
        (IDLValue::Variant(a), IDLValue::Variant(b)) if a.0.id == b.0.id => {
            let segment = Segment::Field(clearest(&a.0.id, &b.0.id));
            tasks.push(Task::Compare(segment, Some(&a.0.val), Some(&b.0.val)));
            true
        }
        (IDLValue::Float64(a), IDLValue::Float64(b)) => a.to_bits() == b.to_bits(),
        (IDLValue::Float32(a), IDLValue::Float32(b)) => a.to_bits() == b.to_bits(),
        // Nothing that nests is compared here: the other one is not of its kind.
        _ => left == right,
    };
    // The first part is taken from the end.
    if let Some(parts) = tasks.get_mut(first..) {
        parts.reverse();
    }
    if !is_equal {
        differences.push(Difference {
            path: path_of(path),
            left: Some(left),
            right: Some(right),
        });
    }
}

fn add_fields<'a>(left: &'a [IDLField], right: &'a [IDLField], tasks: &mut Vec<Task<'a>>) {
    // Most records have the same fields in the same order.
    if left.len() == right.len() && left.iter().zip(right).all(|(a, b)| a.id == b.id) {
        tasks.extend(left.iter().zip(right).map(|(a, b)| {
            let segment = Segment::Field(clearest(&a.id, &b.id));
            Task::Compare(segment, Some(&a.val), Some(&b.val))
        }));
        return;
    }
    let mut others: HashMap<u32, &IDLField> = right
        .iter()
        .map(|field| (field.id.get_id(), field))
        .collect();
    for field in left {
        let other = others.remove(&field.id.get_id());
        let label = clearest(&field.id, other.map_or(&field.id, |other| &other.id));
        let other = other.map(|other| &other.val);
        tasks.push(Task::Compare(
            Segment::Field(label),
            Some(&field.val),
            other,
        ));
    }
    for field in right {
        if others.contains_key(&field.id.get_id()) {
            let segment = Segment::Field(field.id.clone());
            tasks.push(Task::Compare(segment, None, Some(&field.val)));
        }
    }
}

/// Returns the label of a part that has a name, if one of them has.
fn clearest(left: &Label, right: &Label) -> Label {
    match left {
        Label::Named(_) => left.clone(),
        Label::Id(_) | Label::Unnamed(_) => right.clone(),
    }
}
