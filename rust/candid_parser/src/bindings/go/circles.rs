//! Types that refer to themselves in ways that those of Go cannot.

use super::flatten::Builder;
use super::package::GoField;
use crate::bindings::model::{Model, Ty};
use std::collections::HashSet;

/// Returns, for each definition, whether it leads back to itself through names, options and vectors alone.
pub(super) fn circular(model: &Model) -> Vec<bool> {
    let next = |idx: usize| {
        let mut ty = &model.defs[idx].ty;
        loop {
            ty = match ty {
                Ty::Opt(part) | Ty::Vec(part) => part,
                Ty::Var(next) => return Some(*next),
                _ => return None,
            };
        }
    };
    let mut circular = vec![false; model.defs.len()];
    let mut seen_from = vec![usize::MAX; model.defs.len()];
    for start in 0..model.defs.len() {
        let mut at = Some(start);
        while let Some(idx) = at.filter(|idx| seen_from[*idx] == usize::MAX) {
            seen_from[idx] = start;
            at = next(idx);
        }
        // A definition that was seen on this way closes a circle.
        while let Some(idx) = at.filter(|idx| seen_from[*idx] == start && !circular[*idx]) {
            circular[idx] = true;
            at = next(idx);
        }
    }
    circular
}

impl Builder<'_> {
    /// Makes `Empty` of records that have no values, because each would have another one in it: a struct cannot.
    pub(super) fn mark_uninhabited(&mut self) {
        let types = &self.package.types;
        let mut users: Vec<Vec<usize>> = vec![Vec::new(); types.len()];
        // How many records are in a record whose values are not known to end.
        let mut n_open = vec![0_usize; types.len()];
        for (at, entry) in types
            .iter()
            .enumerate()
            .filter(|(_, entry)| entry.op == "opRecord")
        {
            for part in entry
                .fields
                .iter()
                .filter_map(|f| usize::try_from(f.index).ok())
            {
                if types[part].op == "opRecord" {
                    users[part].push(at);
                    n_open[at] += 1;
                }
            }
        }
        let mut finite: Vec<usize> = (0..types.len()).filter(|at| n_open[*at] == 0).collect();
        while let Some(at) = finite.pop() {
            for user in &users[at] {
                n_open[*user] -= 1;
                if n_open[*user] == 0 {
                    finite.push(*user);
                }
            }
        }
        let infinite = self.package.types.iter_mut().zip(n_open);
        let infinite = infinite.filter(|(_, n_open)| *n_open > 0);
        let names = infinite.filter_map(|(entry, _)| entry.go.replace("Empty".to_string()));
        let names: HashSet<String> = names.collect();
        for declaration in &mut self.package.declarations {
            if !names.contains(&declaration.name) || declaration.fields.is_none() {
                continue;
            }
            if declaration.case_of.is_some() {
                declaration.set_fields(vec![GoField {
                    name: "Value".to_string(),
                    is_apart: false,
                    padding: String::new(),
                    docs: Vec::new(),
                    ty: "Empty".to_string(),
                }]);
            } else {
                declaration.fields = None;
                declaration.ty = "Empty".to_string();
                declaration.is_alias = true;
            }
        }
    }
}
