//! Places in a text of TOML: the keys and tables that they are in, and those of keys.

use std::ops::Range;
use toml_edit::{ImDocument, Item, TableLike, Value};

/// What is at a place of a text.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Place {
    /// The heading of the table around, as in `[lint.levels]`; `None` outside of any.
    pub(super) table: Option<String>,
    /// The key that is there, or whose value is, as written; `None` for a table as a whole.
    pub(super) key: Option<String>,
    /// The heading of the table that the key names, if it does.
    pub(super) named: Option<String>,
}

/// Returns what is at a place of a text; nothing if the text is not TOML.
pub(super) fn at(text: &str, at: usize) -> Place {
    let Ok(document) = ImDocument::parse(text) else {
        return Place::default();
    };
    let search = Search { text, at };
    let found = search.within(document.as_table(), &mut Vec::new(), false);
    found.unwrap_or_default()
}

/// Returns the place of the key at the end of a path of keys.
pub(super) fn of_key(text: &str, path: &[String]) -> Option<Range<usize>> {
    let document = ImDocument::parse(text).ok()?;
    let (last, tables) = path.split_last()?;
    let mut table: &dyn TableLike = document.as_table();
    for key in tables {
        table = table.get(key)?.as_table_like()?;
    }
    table.get_key_value(last)?.0.span()
}

struct Search<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Search<'a> {
    fn is_in(&self, span: Option<Range<usize>>) -> bool {
        span.is_some_and(|span| span.contains(&self.at))
    }

    /// Returns what is at the place, if that is in a table, whose keys are after those of `path`.
    fn within(
        &self,
        table: &'a dyn TableLike,
        path: &mut Vec<&'a str>,
        is_listed: bool,
    ) -> Option<Place> {
        for (name, item) in table.iter() {
            let span = table.get_key_value(name)?.0.span();
            path.push(name);
            let inside = match item {
                Item::Table(below) => {
                    let whole = || {
                        self.is_in(below.span())
                            .then(|| of_table(path_of(path, false)))
                    };
                    let inside = self.within(below, &mut path.clone(), false);
                    inside.or_else(whole)
                }
                Item::ArrayOfTables(list) => list.iter().find_map(|below| {
                    let whole = || {
                        self.is_in(below.span())
                            .then(|| of_table(path_of(path, true)))
                    };
                    let inside = self.within(below, &mut path.clone(), true);
                    inside.or_else(whole)
                }),
                Item::Value(value) => self.within_value(value, path),
                Item::None => None,
            };
            path.pop();
            let is_here = self.is_in(span.clone());
            let is_value = matches!(item, Item::Value(_)) && self.is_in(item.span());
            if !is_here && (inside.is_some() || !is_value) {
                match inside {
                    Some(inside) => return Some(inside),
                    None => continue,
                }
            }
            let is_list = matches!(item, Item::ArrayOfTables(_));
            path.push(name);
            let named = (!matches!(item, Item::Value(_))).then(|| path_of(path, is_list));
            path.pop();
            let key = span.and_then(|span| self.text.get(span));
            return Some(Place {
                table: (!path.is_empty()).then(|| path_of(path, is_listed)),
                key: Some(key.unwrap_or(name).to_string()),
                named,
            });
        }
        None
    }

    /// Returns what is at the place, if that is in a table in a value.
    fn within_value(&self, value: &'a Value, path: &mut Vec<&'a str>) -> Option<Place> {
        match value {
            Value::InlineTable(below) => self.within(below, path, false),
            Value::Array(items) => items.iter().find_map(|item| match item {
                Value::InlineTable(below) => self.within(below, path, true),
                _ => None,
            }),
            _ => None,
        }
    }
}

fn of_table(heading: String) -> Place {
    Place {
        table: Some(heading),
        ..Place::default()
    }
}

/// Returns the heading of a table.
fn path_of(path: &[&str], is_listed: bool) -> String {
    let path = path.join(".");
    match is_listed {
        true => format!("[[{path}]]"),
        false => format!("[{path}]"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each `^` is before a place, of which the table, the key and the table that it names are given.
    #[test]
    fn places() {
        let rows = [
            ("^a = 1", ["", "a", ""]),
            ("a = ^1", ["", "a", ""]),
            ("[a.^b]\nc = 1", ["[a]", "b", "[a.b]"]),
            ("^[a.b]\nc = 1", ["[a.b]", "", ""]),
            ("[a]\nb.c = ^1", ["[a.b]", "c", ""]),
            ("a = { b = ^1 }", ["[a]", "b", ""]),
            ("[[a]]\n[[a]]\n\"b c\" = ^[1]", ["[[a]]", "\"b c\"", ""]),
            ("[[a]]\n^[[a]]\n", ["[[a]]", "", ""]),
            ("a = [{ b = ^1 }]", ["[[a]]", "b", ""]),
            // Lines of a text that look like a table.
            (
                "[a]\nb = \"\"\"\n[c]\nd = 1\n\"\"\"\ne = ^1",
                ["[a]", "e", ""],
            ),
            ("[a]\nb = [\n  ^1\n]", ["[a]", "b", ""]),
            ("[a]\n# [c]\nb = ^1 # [d]", ["[a]", "b", ""]),
        ];
        for (text, expected) in rows {
            let offset = text.find('^').expect("a place");
            let place = at(&text.replace('^', ""), offset);
            let found = [place.table, place.key, place.named].map(Option::unwrap_or_default);
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn keys() {
        let text = "[a]\nb.c = 1\n[a.d]\ne = 1";
        let key = |path: &str| {
            let path: Vec<String> = path.split('.').map(String::from).collect();
            of_key(text, &path)
        };
        assert_eq!(key("a.b.c"), Some(6..7));
        assert_eq!(key("a.d.e"), Some(18..19));
        assert_eq!(key("a.d.x"), None);
    }
}
