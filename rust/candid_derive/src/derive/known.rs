//! All attributes of serde: what each may be on, and what follows its name. Without this, a wrong name or place would have no
//! effect where no derive of serde is beside ours.

use super::attributes::string_of;
use super::refused::Place::{self, Enum, Field, Struct, Variant};
use quote::ToTokens;
use syn::meta::ParseNestedMeta;
use syn::{parenthesized, token, Expr, Ident, Token};

/// What follows the name of an attribute.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Value {
    /// Nothing.
    Nothing,
    /// A text: a name, a path, a type.
    Text,
    /// A text or nothing.
    OptionalText,
    /// One of several forms.
    Any,
}

/// The name of an attribute, where it may be, and what follows the name.
type Entry = (&'static str, &'static [Place], Value);

const KNOWN: [Entry; 30] = [
    ("alias", &[Variant, Field], Value::Text),
    ("borrow", &[Variant, Field], Value::OptionalText),
    ("bound", &[Struct, Enum, Variant, Field], Value::Any),
    ("content", &[Enum], Value::Text),
    ("crate", &[Struct, Enum], Value::Text),
    ("default", &[Struct, Field], Value::OptionalText),
    ("deny_unknown_fields", &[Struct, Enum], Value::Nothing),
    ("deserialize_with", &[Variant, Field], Value::Text),
    ("expecting", &[Struct, Enum], Value::Text),
    ("field_identifier", &[Enum], Value::Nothing),
    ("flatten", &[Field], Value::Nothing),
    ("from", &[Struct, Enum], Value::Text),
    ("getter", &[Field], Value::Text),
    ("into", &[Struct, Enum], Value::Text),
    ("other", &[Variant], Value::Nothing),
    ("remote", &[Struct, Enum], Value::Text),
    ("rename", &[Struct, Enum, Variant, Field], Value::Any),
    ("rename_all", &[Struct, Enum, Variant], Value::Any),
    ("rename_all_fields", &[Enum], Value::Any),
    ("serialize_with", &[Variant, Field], Value::Text),
    ("skip", &[Variant, Field], Value::Nothing),
    ("skip_deserializing", &[Variant, Field], Value::Nothing),
    ("skip_serializing", &[Variant, Field], Value::Nothing),
    ("skip_serializing_if", &[Field], Value::Text),
    ("tag", &[Struct, Enum], Value::Text),
    ("transparent", &[Struct, Enum], Value::Nothing),
    ("try_from", &[Struct, Enum], Value::Text),
    ("untagged", &[Enum, Variant], Value::Nothing),
    ("variant_identifier", &[Enum], Value::Nothing),
    ("with", &[Variant, Field], Value::Text),
];

fn entry(name: &str) -> Option<&'static Entry> {
    KNOWN.iter().find(|(known, ..)| *known == name)
}

/// The attributes at one place so far.
pub(super) struct Known {
    place: Place,
    /// Whether only the form is checked: `#[candid(unchecked)]`.
    unchecked: bool,
    seen: Vec<String>,
}

impl Known {
    pub(super) fn new(place: Place, unchecked: bool) -> Self {
        Known {
            place,
            unchecked,
            seen: Vec::new(),
        }
    }

    /// Returns where serde has the attribute.
    pub(super) fn places(name: &Ident) -> &'static [Place] {
        entry(&name.to_string()).map_or(&[], |(_, places, _)| places)
    }

    /// Returns an error if serde has no such attribute here, or it is there already. The words are serde's where it has an
    /// error: a compiler reports the same error at the same place once.
    pub(super) fn check(&mut self, meta: &ParseNestedMeta<'_>) -> syn::Result<()> {
        if self.unchecked {
            return Ok(());
        }
        let name = meta.path.to_token_stream().to_string().replace(' ', "");
        let Some((_, places, _)) = entry(&name) else {
            let place = match self.place {
                Struct | Enum => "container",
                Variant => "variant",
                Field => "field",
            };
            return Err(meta.error(format_args!("unknown serde {place} attribute `{name}`")));
        };
        if !places.contains(&self.place) {
            let (last, first) = places.split_last().unwrap_or((&Field, &[]));
            let first: Vec<_> = first.iter().map(|place| place.plural()).collect();
            let and = if first.is_empty() { "" } else { " and " };
            return Err(meta.error(format_args!(
                "serde has `{name}` for {}{and}{}, not for {}: it would have no effect here",
                first.join(", "),
                last.plural(),
                self.place.plural(),
            )));
        }
        // What is in parentheses may be one half of it.
        if name != "alias" && !meta.input.peek(token::Paren) {
            if self.seen.contains(&name) {
                return Err(meta.error(format_args!("duplicate serde attribute `{name}`")));
            }
            self.seen.push(name);
        }
        Ok(())
    }

    /// Skips what follows the name.
    pub(super) fn skip_value(&self, meta: &ParseNestedMeta<'_>) -> syn::Result<()> {
        if self.unchecked {
            return skip_value(meta);
        }
        let name = meta.path.get_ident().map(ToString::to_string);
        match name.as_deref().and_then(entry) {
            // The parser of the list reports what is there.
            Some((_, _, Value::Nothing)) => Ok(()),
            Some((_, _, Value::OptionalText)) if !meta.input.peek(Token![=]) => skip_value(meta),
            Some((name, _, Value::Text | Value::OptionalText)) => {
                let value: Expr = meta.value()?.parse()?;
                if string_of(&value).is_some() {
                    return Ok(());
                }
                let help = format_args!(
                    "expected serde {name} attribute to be a string: `{name} = \"...\"`"
                );
                Err(syn::Error::new_spanned(&value, help))
            }
            _ => skip_value(meta),
        }
    }
}

/// Skips `= value` or `(…)`.
pub(super) fn skip_value(meta: &ParseNestedMeta<'_>) -> syn::Result<()> {
    if meta.input.peek(Token![=]) {
        meta.value()?.parse::<Expr>()?;
    } else if meta.input.peek(token::Paren) {
        let content;
        parenthesized!(content in meta.input);
        content.parse::<proc_macro2::TokenStream>()?;
    }
    Ok(())
}
