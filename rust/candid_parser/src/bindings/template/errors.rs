//! Errors of templates: their places, and what was probably meant.

use crate::bindings::model::{Model, Ty};
use crate::bindings::rust::TemplateMistake;
use crate::diagnostic::{shown_name, Diagnostic, Diagnostics};
use crate::error::Error;
use crate::suggest::did_you_mean;
use crate::syntax::ast::Span;
use minijinja::ErrorKind;
use serde_json::{Map, Value};
use std::collections::BTreeSet;
use std::ops::Range;

/// Returns the failure of a template without a place.
pub(super) fn failed(error: impl ToString) -> Error {
    Error::Custom(TemplateMistake(error.to_string()).into())
}

/// Returns the failure of types that nest more deeply than values of a template, with the deepest of them.
pub(super) fn too_deep(model: &Model) -> Error {
    let defs = model.defs.iter();
    let defs = defs.map(|def| (levels(&def.ty), "the type", def.name.as_str()));
    let methods = model.actor_methods().iter();
    let methods = methods.map(|method| (levels(&method.ty), "the method", method.name.as_str()));
    let init = model.actor.iter().flat_map(|actor| &actor.init).flatten();
    let init = init.map(|arg| (levels(&arg.ty), "an init argument", ""));
    let deepest = defs.chain(methods).chain(init);
    let (n, what, name) = deepest
        .max_by_key(|(n, ..)| *n)
        .unwrap_or((0, "a type", ""));
    let name = match name {
        "" => String::new(),
        name => format!(" {}", shown_name(name)),
    };
    failed(format!(
        "{what}{name} nests too deeply for templates, {n} levels: give a part of it a name"
    ))
}

/// Returns the number of types in one another; a name has no others in it.
fn levels(ty: &Ty) -> usize {
    let mut deepest = 0;
    let mut todo = vec![(ty, 1)];
    while let Some((ty, level)) = todo.pop() {
        deepest = deepest.max(level);
        let mut add = |ty| todo.push((ty, level + 1));
        match ty {
            Ty::Prim(_) | Ty::Principal | Ty::Var(_) | Ty::Blob => {}
            Ty::Opt(part) | Ty::Vec(part) => add(part),
            Ty::Record(fields) | Ty::Variant(fields) => {
                fields.iter().for_each(|field| add(&field.ty));
            }
            Ty::Func(func) => {
                let args = func.args.iter().chain(&func.rets);
                args.for_each(|arg| add(&arg.ty));
            }
            Ty::Service(methods) => methods.iter().for_each(|method| add(&method.ty)),
        }
    }
    deepest
}

/// The filters of [`super::environment`], ours and MiniJinja's, for suggestions.
pub(super) const FILTERS: &[&str] = &[
    "abs",
    "attr",
    "batch",
    "bool",
    "camel_case",
    "capitalize",
    "chain",
    "comment",
    "count",
    "d",
    "default",
    "dictsort",
    "e",
    "escape",
    "first",
    "float",
    "format",
    "groupby",
    "identifiers",
    "indent",
    "int",
    "items",
    "join",
    "kebab_case",
    "last",
    "length",
    "lines",
    "list",
    "literal",
    "lower",
    "map",
    "max",
    "min",
    "pascal_case",
    "pprint",
    "python_docs",
    "python_literal",
    "reject",
    "rejectattr",
    "replace",
    "reverse",
    "round",
    "rust_docs",
    "rust_literal",
    "rust_tuple",
    "safe",
    "screaming_case",
    "select",
    "selectattr",
    "slice",
    "snake_case",
    "sort",
    "split",
    "string",
    "sum",
    "title",
    "trim",
    "unique",
    "upper",
    "zip",
];

/// Returns the failure of a template at a place in it.
pub(super) fn mistake(
    (name, source): (&str, &str),
    place: Range<usize>,
    message: impl Into<String>,
    notes: impl IntoIterator<Item = String>,
) -> Error {
    let mut findings = Diagnostics::default();
    let file = findings.sources.add(name, source);
    let mut finding = Diagnostic::error(message, file, Span::of(place.start, place.end));
    finding.notes.extend(notes);
    findings.list.push(finding);
    findings.into()
}

/// Returns where a line is in a text, of errors of which no more is known.
pub(super) fn line_of(text: &str, number: usize) -> Option<Range<usize>> {
    let mut lines = text.split_inclusive('\n');
    let before = lines.by_ref().take(number.saturating_sub(1));
    let start: usize = before.map(str::len).sum();
    Some(start..start + lines.next()?.trim_end().len())
}

/// Returns what went wrong, for a filter that there is not with the one that was meant.
pub(super) fn message(error: &minijinja::Error) -> String {
    let Some(detail) = error.detail() else {
        return error.kind().to_string();
    };
    let text = format!("{}: {detail}", error.kind());
    let is_filter = error.kind() == ErrorKind::UnknownFilter;
    let name = detail.split(' ').nth(1).filter(|_| is_filter);
    match did_you_mean(name.unwrap_or_default(), FILTERS.iter().copied()) {
        Some(meant) => format!("{text}: did you mean {meant}?"),
        None => text,
    }
}

/// Returns notes on the variables and on the attribute that there are not, if that is why rendering failed.
pub(super) fn missing(
    error: &minijinja::Error,
    used: impl IntoIterator<Item = String>,
    variables: BTreeSet<&str>,
    values: &Map<String, Value>,
) -> Vec<String> {
    let is_function = error.kind() == ErrorKind::UnknownFunction;
    if error.kind() != ErrorKind::UndefinedError && !is_function {
        return Vec::new();
    }
    let used: BTreeSet<String> = used
        .into_iter()
        .filter(|name| !variables.contains(name.as_str()))
        .collect();
    let note = |what: &str, name: &str, known: &BTreeSet<&str>| {
        let meant = did_you_mean(name, known.iter().copied());
        let hint = meant.map_or(String::new(), |meant| format!(": did you mean {meant}?"));
        format!("there is no {what} {name}{hint}")
    };
    // The engine writes it between backticks.
    let expression = error.detail().and_then(|detail| detail.split('`').nth(1));
    let is_end = |c: char| !c.is_alphanumeric() && c != '_';
    let variable = expression.and_then(|text| text.split(is_end).next());
    let attribute = expression.and_then(|text| Some(text.rsplit_once('.')?.1));
    if let Some(name) = attribute.filter(|_| variable.is_some_and(|it| !used.contains(it))) {
        let attributes = attributes(values);
        return vec![match attributes.contains(name) {
            true => format!("this value has no attribute {name}, which others have"),
            false => note("attribute", name, &attributes),
        }];
    }
    used.iter()
        .map(|name| note("variable", name, &variables))
        .collect()
}

/// Returns the names of the attributes of values, and of values in these.
fn attributes(variables: &Map<String, Value>) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    let mut values: Vec<&Value> = variables.values().collect();
    while let Some(value) = values.pop() {
        match value {
            Value::Array(items) => values.extend(items),
            Value::Object(fields) => {
                names.extend(fields.keys().map(String::as_str));
                values.extend(fields.values());
            }
            _ => {}
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::super::{environment, plain};
    use super::FILTERS;

    /// The engine has the names of its filters only in its debug output.
    #[test]
    fn the_filters_are_those_of_the_engine() {
        let shown = format!("{:?}", environment(Default::default(), 0));
        let (_, shown) = shown.split_once(" filters: ").expect("filters");
        let (shown, _) = shown.split_once(", templates: ").expect("templates");
        let mut found: Vec<&str> = shown.split('"').skip(1).step_by(2).collect();
        found.retain(|name| *name != plain::FILTER);
        assert_eq!(found, FILTERS);
    }
}
