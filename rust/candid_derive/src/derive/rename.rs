//! Names as serde makes them: `rename`, and the cases of `rename_all`.

use super::attributes::string_of;
use crate::errors::Errors;
use proc_macro2::Span;
use syn::meta::ParseNestedMeta;
use syn::{token, Expr, LitStr, Token};

/// A case of `rename_all`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Case {
    Lower,
    Upper,
    Pascal,
    Camel,
    Snake,
    ScreamingSnake,
    Kebab,
    ScreamingKebab,
}

/// The cases by the names that serde has for them.
const CASES: [(&str, Case); 8] = [
    ("lowercase", Case::Lower),
    ("UPPERCASE", Case::Upper),
    ("PascalCase", Case::Pascal),
    ("camelCase", Case::Camel),
    ("snake_case", Case::Snake),
    ("SCREAMING_SNAKE_CASE", Case::ScreamingSnake),
    ("kebab-case", Case::Kebab),
    ("SCREAMING-KEBAB-CASE", Case::ScreamingKebab),
];

impl Case {
    /// Parses the value of `rename_all` or `rename_all_fields`.
    pub(super) fn parse(
        meta: &ParseNestedMeta<'_>,
        errors: &mut Errors,
    ) -> syn::Result<Option<Self>> {
        let names = Names::parse(meta, errors)?;
        let Some(name) = names.same(errors) else {
            return Ok(None);
        };
        let value = name.value();
        let case = CASES.iter().find(|(name, _)| *name == value);
        if case.is_none() {
            let known = CASES.map(|(name, _)| format!("`{name}`")).join(", ");
            errors.at(
                name.span(),
                format_args!("unknown case `{value}`: expected one of {known}"),
            );
        }
        Ok(case.map(|(_, case)| *case))
    }

    /// Returns the name of a field, which is in `snake_case` in Rust.
    pub(super) fn of_field(self, name: &str) -> String {
        match self {
            Case::Lower | Case::Snake => name.to_owned(),
            Case::Upper | Case::ScreamingSnake => name.to_ascii_uppercase(),
            Case::Pascal => {
                let mut pascal = String::new();
                for word in name.split('_') {
                    let mut chars = word.chars();
                    pascal.extend(chars.next().map(|first| first.to_ascii_uppercase()));
                    pascal.push_str(chars.as_str());
                }
                pascal
            }
            Case::Camel => first_lower(&Case::Pascal.of_field(name)),
            Case::Kebab => name.replace('_', "-"),
            Case::ScreamingKebab => name.to_ascii_uppercase().replace('_', "-"),
        }
    }

    /// Returns the name of a variant, which is in `PascalCase` in Rust.
    pub(super) fn of_variant(self, name: &str) -> String {
        match self {
            Case::Pascal => name.to_owned(),
            Case::Lower => name.to_ascii_lowercase(),
            Case::Upper => name.to_ascii_uppercase(),
            Case::Camel => first_lower(name),
            Case::Snake => {
                let mut snake = String::new();
                for (i, c) in name.char_indices() {
                    if i > 0 && c.is_uppercase() {
                        snake.push('_');
                    }
                    snake.push(c.to_ascii_lowercase());
                }
                snake
            }
            Case::ScreamingSnake => Case::Snake.of_variant(name).to_ascii_uppercase(),
            Case::Kebab => Case::Snake.of_variant(name).replace('_', "-"),
            Case::ScreamingKebab => Case::ScreamingSnake.of_variant(name).replace('_', "-"),
        }
    }
}

fn first_lower(name: &str) -> String {
    let mut chars = name.chars();
    let first = chars.next().map(|first| first.to_ascii_lowercase());
    first.into_iter().chain(chars).collect()
}

/// The two names of `rename = "…"` or `rename(serialize = "…", deserialize = "…")`.
pub(super) struct Names {
    pub(super) serialize: Option<LitStr>,
    deserialize: Option<LitStr>,
    span: Span,
    attribute: String,
}

impl Names {
    pub(super) fn parse(meta: &ParseNestedMeta<'_>, errors: &mut Errors) -> syn::Result<Self> {
        let mut names = Names {
            serialize: None,
            deserialize: None,
            span: meta.path.segments[0].ident.span(),
            attribute: meta.path.segments[0].ident.to_string(),
        };
        let help = format!("as in `{} = \"name\"`", names.attribute);
        if !meta.input.peek(token::Paren) {
            let name = parse_string(meta, &help)?;
            names.serialize = Some(name.clone());
            names.deserialize = Some(name);
            return Ok(names);
        }
        meta.parse_nested_meta(|meta| {
            if meta.path.is_ident("serialize") {
                names.serialize = errors.check(parse_string(&meta, &help));
            } else if meta.path.is_ident("deserialize") {
                names.deserialize = errors.check(parse_string(&meta, &help));
            } else {
                return Err(meta.error("expected `serialize` or `deserialize`"));
            }
            Ok(())
        })?;
        Ok(names)
    }

    /// Returns whether both directions have this name.
    pub(super) fn is_same_both_ways(&self) -> bool {
        match (&self.serialize, &self.deserialize) {
            (Some(a), Some(b)) => a.value() == b.value(),
            _ => false,
        }
    }

    /// Returns the name of both directions. Two different ones are an error: a Candid type has one name for both.
    pub(super) fn same(self, errors: &mut Errors) -> Option<LitStr> {
        if !self.is_same_both_ways() {
            errors.at(
                self.span,
                format_args!(
                    "`{0}` is not possible with two names: a Candid type is the same for serialization and \
                     deserialization; use `{0} = \"name\"`, or put `#[candid(unchecked)]` on the type, which then does \
                     not decode what it encodes",
                    self.attribute
                ),
            );
        }
        self.serialize
    }
}

fn parse_string(meta: &ParseNestedMeta<'_>, help: &str) -> syn::Result<LitStr> {
    if !meta.input.peek(Token![=]) {
        return Err(meta.error(format_args!("expected a name, {help}")));
    }
    let value: Expr = meta.value()?.parse()?;
    string_of(&value)
        .ok_or_else(|| syn::Error::new_spanned(&value, format_args!("expected a string, {help}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Serde's own table.
    #[test]
    fn cases() {
        let of = |name: &str, is_field| {
            CASES.map(|(_, case)| {
                if is_field {
                    case.of_field(name)
                } else {
                    case.of_variant(name)
                }
            })
        };
        let rows = [
            ("outcome", true, "outcome OUTCOME Outcome outcome outcome OUTCOME outcome OUTCOME"),
            ("very_tasty", true, "very_tasty VERY_TASTY VeryTasty veryTasty very_tasty VERY_TASTY very-tasty VERY-TASTY"),
            ("a", true, "a A A a a A a A"),
            ("z42", true, "z42 Z42 Z42 z42 z42 Z42 z42 Z42"),
            ("_a__b_", true, "_a__b_ _A__B_ AB aB _a__b_ _A__B_ -a--b- -A--B-"),
            ("Outcome", false, "outcome OUTCOME Outcome outcome outcome OUTCOME outcome OUTCOME"),
            ("VeryTasty", false, "verytasty VERYTASTY VeryTasty veryTasty very_tasty VERY_TASTY very-tasty VERY-TASTY"),
            ("A", false, "a A A a a A a A"),
            ("Z42", false, "z42 Z42 Z42 z42 z42 Z42 z42 Z42"),
            ("HTTPGet", false, "httpget HTTPGET HTTPGet hTTPGet h_t_t_p_get H_T_T_P_GET h-t-t-p-get H-T-T-P-GET"),
        ];
        for (name, is_field, expected) in rows {
            assert_eq!(of(name, is_field).join(" "), expected, "{name}");
        }
    }
}
