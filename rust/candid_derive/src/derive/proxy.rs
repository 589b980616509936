//! `from`, `try_from` and `into`: the type that serde converts to and from.

use super::attributes::string_of;
use super::known::Known;
use super::refused::refuse;
use crate::errors::Errors;
use proc_macro2::Ident;
use quote::ToTokens;
use syn::meta::ParseNestedMeta;
use syn::{Expr, LitStr, Type};

/// The types that are named, each with the attribute.
#[derive(Default)]
pub(super) struct Proxy {
    /// `from` or `try_from`.
    from: Option<(Ident, LitStr)>,
    into: Option<(Ident, LitStr)>,
    /// The second of `from` and `try_from`.
    conflict: Option<Ident>,
}

impl Proxy {
    /// Parses the attribute if it is one of these, and skips its value otherwise.
    pub(super) fn parse(&mut self, meta: &ParseNestedMeta<'_>, known: &Known) -> syn::Result<()> {
        let target = match meta.path.get_ident() {
            Some(name) if name == "into" => &mut self.into,
            Some(name) if name == "from" || name == "try_from" => &mut self.from,
            _ => return known.skip_value(meta),
        };
        let value: Expr = meta.value()?.parse()?;
        let help = "expected a type in quotes, as in `into = \"Type\"`";
        let text = string_of(&value).ok_or_else(|| syn::Error::new_spanned(&value, help))?;
        // Twice the same is an error before.
        if target.is_some() {
            self.conflict = meta.path.get_ident().cloned();
        }
        *target = meta.path.get_ident().cloned().zip(Some(text));
        Ok(())
    }

    /// Returns the type. It is an error if the two directions differ.
    pub(super) fn finish(self, errors: &mut Errors) -> Option<Type> {
        const REASON: &str = "a Candid type is the same for serialization and deserialization";
        if let Some(name) = self.conflict {
            let message = "`from` is not possible beside `try_from`: remove one of them";
            errors.at(name.span(), message);
        }
        match (self.from, self.into) {
            (None, None) => None,
            (Some((name, from)), Some((_, into))) => {
                let ty: Type = errors.check(into.parse())?;
                let from_ty: Type = errors.check(from.parse())?;
                if ty.to_token_stream().to_string() != from_ty.to_token_stream().to_string() {
                    let [from, into] = [from.value(), into.value()];
                    let advice = format!("convert to and from one type, not `{from}` and `{into}`");
                    refuse(
                        &name,
                        "with another type than `into`",
                        REASON,
                        &advice,
                        errors,
                    );
                }
                Some(ty)
            }
            (Some((name, from)), None) => {
                let advice = format!("add `into = \"{}\"`", from.value());
                refuse(&name, "without `into`", REASON, &advice, errors);
                None
            }
            (None, Some((name, into))) => {
                let ty = into.value();
                let advice = format!("add `from = \"{ty}\"` or `try_from = \"{ty}\"`");
                refuse(
                    &name,
                    "without `from` or `try_from`",
                    REASON,
                    &advice,
                    errors,
                );
                None
            }
        }
    }
}
