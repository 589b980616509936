//! In which order definitions are printed, and which are needed before that.

use super::model::{Arg, Def, Ty};

/// Calls `visit` with the index of every definition that a type names, in the order of the text.
pub(super) fn each_var(ty: &Ty, visit: &mut impl FnMut(usize)) {
    match ty {
        Ty::Prim(_) | Ty::Principal | Ty::Blob => {}
        Ty::Var(idx) => visit(*idx),
        Ty::Opt(part) | Ty::Vec(part) => each_var(part, visit),
        Ty::Record(fields) | Ty::Variant(fields) => {
            fields.iter().for_each(|field| each_var(&field.ty, visit));
        }
        Ty::Func(func) => each_arg(func.args.iter().chain(&func.rets), visit),
        Ty::Service(methods) => methods
            .iter()
            .for_each(|method| each_var(&method.ty, visit)),
    }
}

/// The same for arguments.
pub(super) fn each_arg<'a>(args: impl IntoIterator<Item = &'a Arg>, visit: &mut impl FnMut(usize)) {
    args.into_iter().for_each(|arg| each_var(&arg.ty, visit));
}

/// For each definition those that it names.
pub(super) fn uses(defs: &[Def]) -> Vec<Vec<usize>> {
    let of = |def: &Def| {
        let mut used = Vec::new();
        each_var(&def.ty, &mut |idx| used.push(idx));
        used
    };
    defs.iter().map(of).collect()
}

/// The definitions that are reached from `roots`, each after those that it names.
///
/// The walk keeps its own stack: a chain of definitions may be longer than any stack of calls.
pub(super) fn reachable(uses: &[Vec<usize>], roots: &[usize]) -> Vec<usize> {
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

/// Which definitions are named, in that order, before they are complete.
pub(super) fn recursive(uses: &[Vec<usize>], order: &[usize]) -> Vec<bool> {
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
