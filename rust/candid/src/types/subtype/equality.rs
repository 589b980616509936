//! The local rules of equality: the same constructor, and equal parts under the same labels.

use crate::types::subtype::explore::{by_id, by_name, matched, Explorer, Relation};
use crate::types::subtype::mismatch::{Mismatch, Step};
use crate::types::ty::label::Label;
use crate::types::ty::{Type, TypeInner};

impl Explorer<'_> {
    /// Adds the conditions for the equality of `left` and `right`, both resolved to constructors.
    pub(super) fn equal(&mut self, left: &Type, right: &Type) {
        use TypeInner as T;
        match (left.as_ref(), right.as_ref()) {
            (T::Opt(a), T::Opt(b)) | (T::Vec(a), T::Vec(b)) => self.need(Vec::new(), a, b),
            (T::Record(a), T::Record(b)) => self.equal_parts(&by_id(a), &by_id(b), |field| {
                (Step::Record(field.id.clone()), &field.ty)
            }),
            (T::Variant(a), T::Variant(b)) => self.equal_parts(&by_id(a), &by_id(b), |case| {
                (Step::Variant(case.id.clone()), &case.ty)
            }),
            (T::Func(a), T::Func(b)) => {
                self.need_modes(a, b);
                self.equal_lists(&Step::Inputs, &a.args, &b.args);
                self.equal_lists(&Step::Outputs, &a.rets, &b.rets);
            }
            (T::Service(a), T::Service(b)) => {
                self.equal_parts(&by_name(a), &by_name(b), |(name, ty)| {
                    (Step::Method(name.clone()), ty)
                });
            }
            (T::Class(a, service_a), T::Class(b, service_b)) => {
                self.equal_lists(&Step::InitArgs, a, b);
                self.need(Vec::new(), service_a, service_b);
            }
            _ => self.same_atom(left, right),
        }
    }

    /// Adds that parts of the same label must be equal, and labels of one side only do not occur. `part` returns the
    /// step to a part, and its type.
    fn equal_parts<K: Ord, T>(
        &mut self,
        left: &[(K, &T)],
        right: &[(K, &T)],
        part: impl Fn(&T) -> (Step, &Type),
    ) {
        for (this, other) in matched(left, right) {
            let (step, ty) = part(this);
            match other {
                Some(other) => {
                    let (other_step, other_ty) = part(other);
                    self.same_spelling(&step, other_step);
                    self.need(vec![step], ty, other_ty);
                }
                None => self.fail(Vec::new(), Mismatch::OneSided(step, "first")),
            }
        }
        for (this, other) in matched(right, left) {
            if other.is_none() {
                self.fail(Vec::new(), Mismatch::OneSided(part(this).0, "second"));
            }
        }
    }

    /// For identity: adds that the labels of two fields are both names, or both numbers.
    fn same_spelling(&mut self, step: &Step, other: Step) {
        let labels = match (self.relation, step, other) {
            (Relation::Identical, Step::Record(left), Step::Record(right))
            | (Relation::Identical, Step::Variant(left), Step::Variant(right)) => (left, right),
            _ => return,
        };
        let name = |label: &Label| match label {
            Label::Named(name) => Some(name.clone()),
            Label::Id(_) | Label::Unnamed(_) => None,
        };
        if name(labels.0) != name(&labels.1) {
            let spelling = Mismatch::Spelling(labels.0.clone(), labels.1);
            self.fail(vec![step.clone()], spelling);
        }
    }

    fn equal_lists(&mut self, list: &Step, left: &[Type], right: &[Type]) {
        for (i, (a, b)) in left.iter().zip(right).enumerate() {
            self.need(list.member(i), a, b);
        }
        let longer = match left.len() > right.len() {
            true => "first",
            false => "second",
        };
        let (shortest, longest) = (left.len().min(right.len()), left.len().max(right.len()));
        for position in shortest..longest {
            let mismatch = Mismatch::OneSided(list.position(position), longer);
            self.fail(vec![list.clone()], mismatch);
        }
    }
}
