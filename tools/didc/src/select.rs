//! `--select`: a part of the values, or with `[]` in its path that of each item of a vec.

use crate::code;
use crate::failure::{Failure, Result};
use crate::format::Format;
use crate::part::{selected, type_of};
use crate::typing::Typed;
use crate::values::{without_options, write_value};
use candid_parser::types::Type;
use candid_parser::{IDLArgs, IDLValue, TypeEnv};

/// A part of the values, and its type if they have types.
pub(crate) type Part<'a> = (&'a IDLValue, Option<(&'a TypeEnv, Type)>);

/// Returns whether a path has `[]`, and thus any number of parts.
pub(crate) fn has_many(path: &str) -> bool {
    split(path).is_some()
}

/// Returns the path of the first part: with `[0]` for each `[]`.
pub(crate) fn first(path: &str) -> String {
    let (mut first, mut rest) = (String::new(), path);
    while let Some((before, after)) = split(rest) {
        first.push_str(before);
        first.push_str("[0]");
        rest = after;
    }
    first + rest
}

/// Calls `visit` with each part at a path, in their order.
pub(crate) fn each<'a>(
    args: &'a IDLArgs,
    path: &str,
    typed: Option<&'a Typed>,
    visit: &mut dyn FnMut(Part<'a>) -> Result<()>,
) -> Result<()> {
    let Some((before, after)) = split(path) else {
        return visit(selected(args, path, typed)?);
    };
    let (vector, _) = selected(args, before, typed)?;
    let mut parts = Parts {
        args,
        path,
        typed,
        ty: None,
        visit,
    };
    parts.items(vector, before, after)
}

/// A walk through the parts at a path with `[]`. Each begins at the item around it: from the arguments, it would pass all that is
/// before the item again.
struct Parts<'a, 'w> {
    args: &'a IDLArgs,
    path: &'w str,
    typed: Option<&'a Typed>,
    /// The type of all parts, once there is one.
    ty: Option<Option<(&'a TypeEnv, Type)>>,
    visit: &'w mut dyn FnMut(Part<'a>) -> Result<()>,
}

impl<'a> Parts<'a, '_> {
    /// Visits the parts of the items of a vector, at a place from the arguments.
    fn items(&mut self, vector: &'a IDLValue, place: &str, rest: &str) -> Result<()> {
        match without_options(vector) {
            IDLValue::Vec(items) => {
                for (idx, item) in items.iter().enumerate() {
                    self.within(item, &format!("{place}[{idx}]"), rest)?;
                }
                Ok(())
            }
            IDLValue::Null | IDLValue::None => Ok(()),
            _ => {
                let text = format_args!("expected a vec before [] in {place}[]{rest}");
                let failure = Failure::new(text);
                Err(failure.coded(code::UNKNOWN_PATH))
            }
        }
    }

    /// Visits the parts of an item, at a place from the arguments.
    fn within(&mut self, item: &'a IDLValue, place: &str, rest: &str) -> Result<()> {
        let (before, after) = match split(rest) {
            Some((before, after)) => (before, Some(after)),
            None => (rest, None),
        };
        let part = match before {
            "" => Ok(item),
            _ => item.at(before.strip_prefix('.').unwrap_or(before)),
        };
        let place = format!("{place}{before}");
        let (part, is_there) = match part {
            Ok(part) => (part, true),
            // A part of null, or an error, which has the whole path.
            Err(_) => (selected(self.args, &place, self.typed)?.0, false),
        };
        if let Some(after) = after {
            return self.items(part, &place, after);
        }
        let ty = match &self.ty {
            _ if !is_there => None,
            Some(ty) => ty.clone(),
            None => {
                let ty = type_of(self.args.args.len(), self.path, self.typed)?;
                self.ty.insert(ty).clone()
            }
        };
        (self.visit)((part, ty))
    }
}

/// Returns a part as text or JSON; if it is plain, a text or principal without quotes.
pub(crate) fn write(
    (value, ty): Part<'_>,
    to: Format,
    is_line: bool,
    is_plain: bool,
) -> Result<String> {
    if is_plain {
        match without_options(value) {
            IDLValue::Text(text) => return Ok(text.clone()),
            IDLValue::Principal(id) => return Ok(id.to_text()),
            _ => {}
        }
    }
    let ty = ty.as_ref().map(|(env, ty)| (*env, ty));
    write_value(value, ty, to, is_line)
}

/// Returns a hint for a path as other programs write one.
pub(crate) fn hint(path: &str) -> Option<&'static str> {
    [
        ("$", "a path begins with a name or a position, without $"),
        ("[*]", "[] stands for each item of a vec"),
        ("[\"", "a name in quotes follows a dot: to.\"list\""),
        ("'", "a name in quotes has double ones: to.\"list\""),
        ("?", "options have no step in paths: a.b is also in opt"),
    ]
    .iter()
    .find(|(word, _)| path.contains(word))
    .map(|(_, hint)| *hint)
}

/// Splits a path at its first `[]` that is not in quotes.
fn split(path: &str) -> Option<(&str, &str)> {
    let (mut is_quoted, mut is_escaped, mut last) = (false, false, '.');
    for (at, c) in path.char_indices() {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = is_quoted,
            '"' if is_quoted || last == '.' => is_quoted = !is_quoted,
            '[' if !is_quoted => {
                let (before, rest) = path.split_at(at);
                if let Some(after) = rest.strip_prefix("[]") {
                    return Some((before, after));
                }
            }
            _ => {}
        }
        last = c;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::split;

    #[test]
    fn brackets_in_quotes_are_a_name() {
        let rows = [
            ("a[].b", Some(("a", ".b"))),
            ("[][]", Some(("", "[]"))),
            (r#"a."[]"[]"#, Some((r#"a."[]""#, ""))),
            (r#""\"[]".c"#, None),
            (r#"a"[]"#, Some((r#"a""#, ""))),
            ("a[0].b", None),
        ];
        for (path, parts) in rows {
            assert_eq!(split(path), parts, "{path}");
        }
    }
}
