//! Errors of templates: their places, and what was probably meant.

use crate::bindings::rust::TemplateMistake;
use crate::diagnostic::{Diagnostic, Diagnostics};
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
