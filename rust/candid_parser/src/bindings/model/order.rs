//! Topological order of definitions, and the forward references it leaves.

use super::{Def, Model, Ty};

impl Model {
    /// Returns the definitions that some types need, each after those that it refers to, as far as recursion allows,
    /// and for every definition whether that order refers to it before it is defined.
    ///
    /// [`Model::order`] is the same for the whole service.
    #[must_use]
    pub fn needed_by<'a>(
        &self,
        types: impl IntoIterator<Item = &'a Ty>,
    ) -> (Vec<usize>, Vec<bool>) {
        self.with_stack(|| {
            let mut roots = Vec::new();
            types.into_iter().for_each(|ty| add_vars(ty, &mut roots));
            let uses = uses(&self.defs);
            let order = reachable(&uses, &roots);
            let recursive = recursive(&uses, &order);
            (order, recursive)
        })
    }

    pub(super) fn set_order(&mut self) {
        let (order, recursive) = match &self.actor {
            Some(actor) => {
                let init = actor.init.iter().flatten().map(|arg| &arg.ty);
                self.needed_by(init.chain([&actor.ty]))
            }
            None => {
                let order: Vec<usize> = (0..self.defs.len()).collect();
                let uses = self.with_stack(|| uses(&self.defs));
                let recursive = recursive(&uses, &order);
                (order, recursive)
            }
        };
        for (def, recursive) in self.defs.iter_mut().zip(recursive) {
            def.recursive = recursive;
        }
        for &idx in &order {
            self.defs[idx].used = true;
        }
        self.order = order;
    }
}

/// Adds the index of every definition that a type refers to, in source order.
fn add_vars(ty: &Ty, vars: &mut Vec<usize>) {
    match ty {
        Ty::Prim(_) | Ty::Principal | Ty::Blob => {}
        Ty::Var(idx) => vars.push(*idx),
        Ty::Opt(part) | Ty::Vec(part) => add_vars(part, vars),
        Ty::Record(fields) | Ty::Variant(fields) => {
            fields.iter().for_each(|field| add_vars(&field.ty, vars));
        }
        Ty::Func(func) => {
            let args = func.args.iter().chain(&func.rets);
            args.for_each(|arg| add_vars(&arg.ty, vars));
        }
        Ty::Service(methods) => methods.iter().for_each(|m| add_vars(&m.ty, vars)),
    }
}

/// Returns a definition that resolves to itself through names alone, if there is one.
///
/// Each definition is visited once, however long the chains of names are.
pub(super) fn cycle_of_names(defs: &[Def]) -> Option<usize> {
    /// Marks a definition that no traversal has visited.
    const NONE: usize = usize::MAX;
    let mut visited_from = vec![NONE; defs.len()];
    for start in 0..defs.len() {
        let mut idx = start;
        while visited_from[idx] == NONE {
            visited_from[idx] = start;
            match defs[idx].ty {
                Ty::Var(next) if visited_from[next] == start => return Some(next),
                Ty::Var(next) => idx = next,
                _ => break,
            }
        }
    }
    None
}

/// Returns, for each definition, those that it refers to.
fn uses(defs: &[Def]) -> Vec<Vec<usize>> {
    let of = |def: &Def| {
        let mut used = Vec::new();
        add_vars(&def.ty, &mut used);
        used
    };
    defs.iter().map(of).collect()
}

/// Returns the definitions reachable from `roots`, each after those that it refers to.
///
/// An explicit stack: a chain of definitions may be longer than any call stack.
fn reachable(uses: &[Vec<usize>], roots: &[usize]) -> Vec<usize> {
    let mut seen = vec![false; uses.len()];
    let mut order = Vec::new();
    for &root in roots {
        if std::mem::replace(&mut seen[root], true) {
            continue;
        }
        let mut open = vec![(root, 0)];
        while let Some((idx, next)) = open.last_mut() {
            match uses[*idx].get(*next) {
                Some(&part) => {
                    *next += 1;
                    if !std::mem::replace(&mut seen[part], true) {
                        open.push((part, 0));
                    }
                }
                None => {
                    order.push(*idx);
                    open.pop();
                }
            }
        }
    }
    order
}

/// Returns, for each definition, whether the order refers to it before it is complete.
fn recursive(uses: &[Vec<usize>], order: &[usize]) -> Vec<bool> {
    let mut complete = vec![false; uses.len()];
    let mut early = vec![false; uses.len()];
    for &idx in order {
        for &part in &uses[idx] {
            early[part] |= !complete[part];
        }
        complete[idx] = true;
    }
    early
}
