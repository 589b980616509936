//! The local rules of equality: the same constructor, and equal parts under the same labels.

use crate::types::subtype::explore::{
    by_id, by_name, find, is_same_atom, list_steps, Explorer, Item, Items,
};
use crate::types::subtype::mismatch::{Mismatch, Step};
use crate::types::subtype::{brevity, mismatch};
use crate::types::ty::label::SharedLabel;
use crate::types::ty::{Field, Type, TypeInner};

/// One part of a type, with the label by which both sides are matched: a field or a method.
struct Part<T, W, S> {
    ty: T,
    what: W,
    step: S,
}

impl Explorer<'_> {
    /// Adds the conditions for the equality of `left` and `right`, both resolved to constructors.
    pub(super) fn equal(&mut self, left: &Type, right: &Type, items: &mut Items) {
        use TypeInner as T;
        match (left.as_ref(), right.as_ref()) {
            (T::Opt(a), T::Opt(b)) | (T::Vec(a), T::Vec(b)) => self.need(items, Vec::new(), a, b),
            (T::Record(a), T::Record(b)) => self.equal_fields(a, b, &Step::Record, items),
            (T::Variant(a), T::Variant(b)) => self.equal_fields(a, b, &Step::Variant, items),
            (T::Func(a), T::Func(b)) => {
                if a.modes != b.modes {
                    let modes = Mismatch::Modes(a.modes.clone(), b.modes.clone());
                    items.push(Item::Fails(Vec::new(), modes));
                }
                let (left, right) = (a.args.len(), b.args.len());
                self.equal_lists(&a.args, &b.args, &Step::Inputs { left, right }, items);
                let (left, right) = (a.rets.len(), b.rets.len());
                self.equal_lists(&a.rets, &b.rets, &Step::Outputs { left, right }, items);
            }
            (T::Service(a), T::Service(b)) => {
                let part = Part {
                    ty: |ty: &'_ Type| ty.clone(),
                    what: |name: &str, _: &Type| format!("method \"{}\"", brevity::name(name)),
                    step: |name: &str, _: &Type| Step::Method(name.to_string()),
                };
                self.equal_entries(&by_name(a), &by_name(b), &part, items);
            }
            (T::Class(a, service_a), T::Class(b, service_b)) => {
                self.equal_lists(a, b, &Step::InitArgs, items);
                self.need(items, Vec::new(), service_a, service_b);
            }
            (a, b) if is_same_atom(a, b) => {}
            _ => {
                let mismatch = Mismatch::NotEqual(left.clone(), right.clone());
                items.push(Item::Fails(Vec::new(), mismatch));
            }
        }
    }

    fn equal_fields(
        &mut self,
        left: &[Field],
        right: &[Field],
        step: &dyn Fn(SharedLabel) -> Step,
        items: &mut Items,
    ) {
        let part = Part {
            ty: |field: &Field| field.ty.clone(),
            what: |_: u32, field: &Field| format!("field {}", mismatch::label(&field.id)),
            step: |_: u32, field: &Field| step(field.id.clone()),
        };
        self.equal_entries(&by_id(left), &by_id(right), &part, items);
    }

    fn equal_entries<K: Ord + Copy, V: Copy>(
        &mut self,
        left: &[(K, V)],
        right: &[(K, V)],
        part: &Part<impl Fn(V) -> Type, impl Fn(K, V) -> String, impl Fn(K, V) -> Step>,
        items: &mut Items,
    ) {
        let one_sided = |key: K, value: V, left| {
            let what = (part.what)(key, value);
            Item::Fails(Vec::new(), Mismatch::OneSided { left, what })
        };
        for (key, value) in left {
            match find(right, key) {
                Some(other) => {
                    let steps = vec![(part.step)(*key, *value)];
                    self.need(items, steps, &(part.ty)(*value), &(part.ty)(other));
                }
                None => items.push(one_sided(*key, *value, true)),
            }
        }
        for (key, value) in right {
            if find(left, key).is_none() {
                items.push(one_sided(*key, *value, false));
            }
        }
    }

    fn equal_lists(&mut self, left: &[Type], right: &[Type], list: &Step, items: &mut Items) {
        let is_single = left.len() == 1 && right.len() == 1;
        for (i, (a, b)) in left.iter().zip(right).enumerate() {
            self.need(items, list_steps(list, i, is_single), a, b);
        }
        if left.len() != right.len() {
            let what = format!("field {}", left.len().min(right.len()));
            let left = left.len() > right.len();
            items.push(Item::Fails(
                vec![list.clone()],
                Mismatch::OneSided { left, what },
            ));
        }
    }
}
