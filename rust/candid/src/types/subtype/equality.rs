//! The local rules of equality: the same constructor, and equal parts under the same labels.

use super::explore::{is_same_atom, list_steps, Explorer, Item, Items};
use super::mismatch::{Mismatch, Step};
use crate::types::{Field, SharedLabel, Type, TypeInner};
use std::collections::BTreeMap;

impl Explorer<'_> {
    /// Adds what it takes for `left` and `right`, both without names, to be equal.
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
                let entries = |methods: &[(String, Type)]| -> BTreeMap<String, Type> {
                    methods.iter().cloned().collect()
                };
                let what = |name: &String| format!("method \"{name}\"");
                let step = |name: &String| Step::Method(name.clone());
                self.equal_maps(&entries(a), &entries(b), what, step, items);
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
        let entries = |fields: &[Field]| -> BTreeMap<SharedLabel, Type> {
            fields
                .iter()
                .map(|f| (f.id.clone(), f.ty.clone()))
                .collect()
        };
        let what = |label: &SharedLabel| format!("field {label}");
        let step = |label: &SharedLabel| step(label.clone());
        self.equal_maps(&entries(left), &entries(right), what, step, items);
    }

    fn equal_maps<K: Ord>(
        &mut self,
        left: &BTreeMap<K, Type>,
        right: &BTreeMap<K, Type>,
        what: impl Fn(&K) -> String,
        step: impl Fn(&K) -> Step,
        items: &mut Items,
    ) {
        let one_sided = |key: &K, left| {
            let what = what(key);
            Item::Fails(Vec::new(), Mismatch::OneSided { left, what })
        };
        for (key, ty) in left {
            match right.get(key) {
                Some(other) => self.need(items, vec![step(key)], ty, other),
                None => items.push(one_sided(key, true)),
            }
        }
        for key in right.keys().filter(|key| !left.contains_key(key)) {
            items.push(one_sided(key, false));
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
