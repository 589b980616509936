//! The rules of the language, checked for a program together with its imports.

mod labels;
mod service;
mod types;

use super::findings::Findings;
use super::resolve::Scope;
use super::unit::Unit;
use candid::types::{Type, TypeEnv};
use candid_wire::text::name_to_string;
use types::Order;

pub(crate) use labels::{check_args, check_fields, check_methods};
pub(crate) use types::Types;

/// Checks programs, of which the first is the main one, on top of the definitions in `base`. Returns their definitions,
/// without those of `base`, and the main service.
///
/// The result is meaningful only if nothing was found.
pub(crate) fn check(
    units: &[Unit<'_>],
    base: &TypeEnv,
    findings: &mut Findings,
) -> (TypeEnv, Option<Type>) {
    let scope = Scope::new(base, units, findings);
    if findings.is_empty() {
        // Programs are usually valid. If there are findings, the check is repeated in source order.
        let mut unordered = Findings::default();
        let types = convert(Order::Backwards, units, &scope, &mut unordered);
        if unordered.is_empty() {
            return types;
        }
    }
    convert(Order::Forwards, units, &scope, findings)
}

/// Converts all definitions and the main service.
fn convert<'a>(
    order: Order,
    units: &[Unit<'a>],
    scope: &Scope<'a>,
    findings: &mut Findings,
) -> (TypeEnv, Option<Type>) {
    let mut types = Types::in_order(order, scope, findings);
    let define = |idx: usize| {
        let def = scope.defs().get(idx)?;
        let ty = types.ty(def.file, def.typ);
        Some((name_to_string(&def.name.text), ty))
    };
    let n_defs = scope.defs().len();
    let mut defs: Vec<(String, Type)> = Vec::with_capacity(n_defs);
    match order {
        Order::Forwards => defs.extend((0..n_defs).filter_map(define)),
        Order::Backwards => defs.extend(scope.sorted().rev().filter_map(define)),
    }
    match order {
        Order::Forwards => defs.sort_by(|(a, _), (b, _)| a.cmp(b)),
        Order::Backwards => defs.reverse(),
    }
    let actor = types.actor(units, &defs);
    types.finish();
    // All at once and sorted: inserting one after the other compares names much more often.
    (TypeEnv(defs.into_iter().collect()), actor)
}
