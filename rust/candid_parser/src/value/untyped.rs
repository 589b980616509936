//! Locates the first item of a vector that has no type in common with the previous ones.

use super::describe::{parts, short, Path, Step};
use super::plain::plain;
use super::{walk, TextArgs};
use crate::diagnostic::{Code, Diagnostic, FileId};
use crate::syntax::ast::{Span, Value, ValueKind};
use candid::{IDLValue, TypeEnv};

/// Returns the findings that keep arguments without types from being encoded.
pub(super) fn check(text: &TextArgs<'_>, args: &[Value]) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    for (i, arg) in args.iter().enumerate() {
        let mut path = Path::default();
        path.0.push(Step::Argument(i));
        let way = plain(arg).and_then(|value| value.conflict_path());
        findings.extend(way.and_then(|way| find(arg, &way, path)));
    }
    if findings.is_empty() {
        // There is a type, but a number does not have it.
        let types: Option<Vec<_>> = args.iter().map(|v| Some(plain(v)?.value_ty())).collect();
        findings = walk::check(text, args, &TypeEnv::new(), &types.unwrap_or_default());
        findings = findings.into_iter().map(|d| d.note(ONE_TYPE)).collect();
    }
    findings
}

const ONE_TYPE: &str = "the items of a vec must have one type; annotate values with (… : type)";

/// Returns the finding about the item at the end of the path.
fn find<'a>(mut value: &'a Value, way: &[usize], mut path: Path<'a>) -> Option<Diagnostic> {
    let (last, outer) = way.split_last()?;
    for position in outer {
        let mut parts = parts(value);
        // Values have their fields in the order of the ids.
        parts.sort_by_key(|(step, _)| step.as_ref().map_or(0, Step::id));
        let step;
        (step, value) = parts.into_iter().nth(*position)?;
        path.0.extend(step);
    }
    match &value.kind {
        ValueKind::Vec(items) => differs(items, *last, path),
        _ => None,
    }
}

/// Returns the finding about an item that does not match the previous ones.
fn differs<'a>(items: &'a [Value], n_before: usize, mut path: Path<'a>) -> Option<Diagnostic> {
    let (item, before) = (items.get(n_before)?, items.get(..n_before)?);
    let before: Vec<IDLValue> = before.iter().map(plain).collect::<Option<_>>()?;
    let before = IDLValue::Vec(before).value_ty();
    let found = short(&plain(item)?.value_ty());
    let before = match before.as_ref() {
        candid::types::TypeInner::Vec(item) => short(item),
        _ => short(&before),
    };
    path.0.push(Step::Item(n_before));
    Some(mismatched(&path, &before, &found, item.span))
}

/// Returns the finding about an item of another type than those before it.
pub(super) fn mismatched(path: &Path<'_>, before: &str, found: &str, span: Span) -> Diagnostic {
    let message = format!("mismatched item types in a vec: expected {before}, found {found}");
    let finding = Diagnostic::error(path.within(message), FileId::default(), span);
    finding.coded(Code::MismatchedItems.id()).note(ONE_TYPE)
}
