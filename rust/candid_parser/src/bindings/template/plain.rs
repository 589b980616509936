//! What a namespace of a template may hold: plain data of bounded depth.
//!
//! A namespace keeps its values from one turn of a loop to the next. Those of `ns.x = [ns.x]`, or of slices and repetitions, which
//! MiniJinja computes when they are used, would become deeper with each turn, and a namespace could contain itself; dropping or
//! printing such a value overflows the stack. All other values nest as deeply as the template's text and its calls make them.

use minijinja::value::{Tuple, ValueKind};
use minijinja::{Error, ErrorKind, Value};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

/// The filter that all values for namespaces pass; the scanner of templates puts it there.
macro_rules! filter {
    () => {
        "__plain"
    };
}
pub(super) use filter;

pub(super) const FILTER: &str = filter!();

/// Limit on the depth, above that of values of a model.
pub(super) const MAX_DEPTH: usize = 256;

/// The number of values that may still be copied.
pub(super) struct Copies(AtomicU64);

impl Copies {
    pub(super) fn new(limit: u64) -> Self {
        Copies(AtomicU64::new(limit))
    }

    /// Returns a copy of a value in which nothing is computed later.
    pub(super) fn plain(&self, value: &Value) -> Result<Value, Error> {
        self.copy(value, MAX_DEPTH)
    }

    fn copy(&self, value: &Value, n_levels: usize) -> Result<Value, Error> {
        let count = |n: u64| n.checked_sub(1);
        let (set, fetch) = (Ordering::Relaxed, Ordering::Relaxed);
        if self.0.fetch_update(set, fetch, count).is_err() {
            return Err(Error::from(ErrorKind::OutOfFuel));
        }
        let kind = value.kind();
        if !matches!(
            kind,
            ValueKind::Seq | ValueKind::Iterable | ValueKind::Map | ValueKind::Plain
        ) {
            return Ok(value.clone());
        }
        let Some(n_below) = n_levels.checked_sub(1) else {
            return Err(invalid(format!(
                "a value in a namespace may be nested at most {MAX_DEPTH} levels"
            )));
        };
        if matches!(kind, ValueKind::Seq | ValueKind::Iterable) {
            let items = value.try_iter()?.map(|item| self.copy(&item, n_below));
            let items = items.collect::<Result<Vec<Value>, Error>>()?;
            return Ok(match value.is_tuple() {
                true => Value::from(Tuple::from(items)),
                false => Value::from(items),
            });
        }
        // Loops and namespaces look like maps, too.
        let Some(map) = value.downcast_object_ref::<BTreeMap<Value, Value>>() else {
            let message = "a namespace holds texts, numbers, lists and maps; no macro, loop or other namespace";
            return Err(invalid(message.to_string()));
        };
        let entries = map
            .iter()
            .map(|(key, item)| Ok((self.copy(key, n_below)?, self.copy(item, n_below)?)));
        Ok(Value::from_object(
            entries.collect::<Result<BTreeMap<_, _>, Error>>()?,
        ))
    }
}

fn invalid(message: String) -> Error {
    Error::new(ErrorKind::InvalidOperation, message)
}

#[cfg(test)]
mod tests {
    use crate::bindings::template::render;
    use crate::check::{self, Memory};
    use std::path::Path;

    fn rendered(source: &str) -> Result<String, String> {
        let checked = check::text(&Memory::default(), Path::new("a.did"), "").expect("it is valid");
        let (env, actor, prog) = (&checked.env, &checked.actor, &checked.prog);
        let rendered = render("name", source, env, actor, prog, &Default::default());
        rendered
            .map(|(text, _)| text)
            .map_err(|error| without_place(&error.to_string()))
    }

    /// Returns the text of an error without the line and the column.
    fn without_place(error: &str) -> String {
        let (_, text) = error.split_once(": ").expect("a place");
        text.to_string()
    }

    /// What becomes deeper with each turn of a loop has an end, and what does not is not affected.
    #[test]
    fn values_in_namespaces() {
        let deep = "invalid operation: a value in a namespace may be nested at most 256 levels";
        let other = "invalid operation: a namespace holds texts, numbers, lists and maps; no macro, loop or other \
                     namespace";
        let fuel = "engine ran out of fuel";
        let rows = [
            ("[]", "[ns.x]", Err(deep)),
            ("{}", "dict(a=ns.x)", Err(deep)),
            ("{}", "{[ns.x]: 1} if true", Err(deep)),
            ("[1]", "ns.x|zip([1])", Err(deep)),
            ("[1]", "ns.x, 1", Err(deep)),
            ("[1]", "ns", Err(other)),
            ("[1]", "[ns]", Err(other)),
            ("1", "namespace(y=ns.x)", Err(other)),
            ("1", "loop", Err(other)),
            ("1", "m", Err(other)),
            ("[1]", "ns.x + [1]", Err(fuel)),
            ("range(3)", "ns.x[0:]", Ok("[0, 1, 2]")),
            ("[1]", "ns.x * 1", Ok("[1]")),
            ("[1, 2]", "ns.x|reverse", Ok("[1, 2]")),
            ("[1]", "ns.x|chain([])", Ok("[1]")),
            ("{1: 2}", "dict(ns.x, a=[1])", Ok("{1: 2, 'a': [1]}")),
            ("1", "ns.x + 1", Ok("100001")),
            ("[1, 2]", "ns.x[0], 5", Ok("(1, 5)")),
            ("''", "'%}' ~ '='", Ok("%}=")),
        ];
        for (start, value, expected) in rows {
            let source = format!(
                "{{% macro m() %}}{{% endmacro %}}{{% set ns = namespace(x={start}) %}}\
                 {{% for i in range(100000) %}}{{%- set ns.x = {value} -%}}{{% endfor %}}{{{{ ns.x }}}}"
            );
            let expected = expected.map(str::to_string).map_err(str::to_string);
            assert_eq!(rendered(&source), expected, "{value}");
        }
        // Several at once, and in others.
        let source = "{% set a = namespace() %}{% set (a.x, a.y) = 1, [2] %}{% set a.z=a.x==1 %}{{ a.x }}{{ a.y }}{{ a.z }}";
        assert_eq!(rendered(source).as_deref(), Ok("1[2]True"));
        let source = "{% set a = namespace() %}{% set a.x %}b{% endset %}{{ a.x }}";
        assert_eq!(rendered(source).as_deref(), Ok("b"));
        // What is no valid template is none with brackets either.
        for value in ["", " ", ") + (", "1 2", "a = 1"] {
            let source = format!("{{% set a = namespace() %}}{{% set a.x ={value}%}}");
            let error = rendered(&source).expect_err(value);
            assert!(error.starts_with("syntax error"), "{error}");
        }
    }

    /// Values that become deeper with the text, or with calls, are printed, compared and dropped, or refused.
    #[test]
    fn values_of_long_templates() {
        let sets = |n: usize| format!("{{% set a = [] %}}{}", "{% set a=[a] %}".repeat(n));
        let compared = "{% set b = a %}{{ a == b }}{{ a|string|length }}";
        let text = rendered(&(sets(50_000) + compared)).expect("it is printed");
        assert_eq!(text, "True100002");
        let too_long = "more than 400000 levels of values, of all calls and assignments";
        assert_eq!(rendered(&sets(200_000)), Err(too_long.to_string()));
        let calls = |n: usize| {
            let body = "{% set x=[x] %}".repeat(n);
            format!("{{% macro m(x, n) %}}{body}{{% if n %}}{{{{ m(x, n - 1) }}}}{{% else %}}{{{{ x|string|length }}}}{{% endif %}}{{% endmacro %}}{{{{ m([], 60) }}}}")
        };
        assert_eq!(rendered(&calls(1000)).as_deref(), Ok("122002"));
        assert_eq!(rendered(&calls(2000)), Err(too_long.to_string()));
        let loops = "{% for x in [[]] recursive %}{% if loop.depth < 400 %}{{ loop([[x, x]|batch(1)|list]) }}{% else %}{{ x|length }}{% endif %}{% endfor %}";
        assert_eq!(rendered(loops).as_deref(), Ok("2"));
    }
}
