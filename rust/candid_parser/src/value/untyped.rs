//! Vectors whose items have no type in common: which item is the first.

use super::path::{Path, Step};
use super::shape::{plain, short};
use crate::diagnostic::{Diagnostic, FileId};
use crate::stack;
use crate::syntax::ast::{Value, ValueKind};
use candid::{IDLArgs, IDLValue};

/// Returns what keeps arguments without types from being encoded.
pub(super) fn check(args: &[Value]) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    for (i, arg) in args.iter().enumerate() {
        let mut path = Path::default();
        if args.len() > 1 {
            path.0.push(Step::Argument(i));
        }
        findings.extend(find(arg, &mut path));
    }
    findings
}

/// Returns the finding about the innermost part that cannot be encoded. What is within a value with a type has one.
fn find<'a>(value: &'a Value, path: &mut Path<'a>) -> Option<Diagnostic> {
    stack::level(|| {
        let mut step = |step: Step<'a>, part: &'a Value| {
            path.0.push(step);
            let found = find(part, path);
            path.0.pop();
            found
        };
        match &value.kind {
            ValueKind::Opt(content) => find(content, path),
            ValueKind::Variant(case) => step(Step::Case(&case.label), &case.value),
            ValueKind::Record(fields) => fields
                .iter()
                .find_map(|field| step(Step::Field(&field.label), &field.value)),
            ValueKind::Vec(items) => {
                let within = items
                    .iter()
                    .enumerate()
                    .find_map(|(i, item)| step(Step::Item(i), item));
                within.or_else(|| first_that_differs(items, path))
            }
            ValueKind::Leaf(_) | ValueKind::Annotated(..) | ValueKind::Error => None,
        }
    })
}

/// Returns the finding about the first item that does not go with those before it: items that have a type in
/// common still have one when the last is left out, so halving finds it.
fn first_that_differs<'a>(items: &'a [Value], path: &mut Path<'a>) -> Option<Diagnostic> {
    let values: Vec<IDLValue> = items.iter().map(plain).collect::<Option<_>>()?;
    let fits = |n: usize| {
        let first = IDLValue::Vec(values.get(..n).unwrap_or(&values).to_vec());
        let args = IDLArgs { args: vec![first] };
        args.to_bytes().is_ok()
    };
    if fits(values.len()) {
        return None;
    }
    let (mut fitting, mut failing) = (0, values.len());
    while failing - fitting > 1 {
        let middle = fitting + (failing - fitting) / 2;
        match fits(middle) {
            true => fitting = middle,
            false => failing = middle,
        }
    }
    let before = IDLValue::Vec(values.get(..fitting)?.to_vec()).value_ty();
    let before = match before.as_ref() {
        candid::types::TypeInner::Vec(item) => short(item),
        _ => short(&before),
    };
    let (item, value) = (items.get(fitting)?, values.get(fitting)?);
    let message = match value {
        IDLValue::Number(_)
            if ["nat", "int", "float"]
                .iter()
                .any(|n| before.starts_with(n)) =>
        {
            format!("this number is none of type {before}, which the items before it have")
        }
        _ => format!(
            "an item of type {} cannot follow items of type {before}",
            short(&value.value_ty())
        ),
    };
    path.0.push(Step::Item(fitting));
    let finding = Diagnostic::error(path.within(message), FileId::default(), item.span)
        .note("the items of a vec have one type; give the values their type with (… : type)");
    path.0.pop();
    Some(finding)
}
