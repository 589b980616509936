//! `#[candid(…)]` on a field or a variant.

use super::refused::Place;
use crate::errors::Errors;
use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Attribute, ExprPath, Ident, LitInt, LitStr, Path, Type};

#[derive(Default)]
pub(super) struct FieldAttributes {
    /// The numeric label that replaces the name, from `id = 5`.
    pub(super) id: Option<(u32, Span)>,
    /// The type that a function of serde writes, from `with_type = "T"`.
    pub(super) with_type: Option<(Ident, Type)>,
    /// `rest`: the field keeps the other fields.
    pub(super) rest: Option<Span>,
}

impl FieldAttributes {
    pub(super) fn parse(attributes: &[Attribute], place: Place, errors: &mut Errors) -> Self {
        let mut found = FieldAttributes::default();
        for attribute in attributes {
            if attribute.path().is_ident("candid_path") {
                errors.on(
                    attribute.path(),
                    "`candid_path` is not possible on a field or a variant: put it on the type",
                );
            }
            if !attribute.path().is_ident("candid") {
                continue;
            }
            let parsed = attribute.parse_nested_meta(|meta| {
                let is_there = [
                    ("id", found.id.is_some()),
                    ("with_type", found.with_type.is_some()),
                    ("rest", found.rest.is_some()),
                ];
                let mut is_there = is_there.into_iter();
                if let Some((name, _)) =
                    is_there.find(|(name, is_there)| *is_there && meta.path.is_ident(name))
                {
                    return Err(meta.error(format_args!("duplicate `{name}`")));
                }
                if meta.path.is_ident("id") {
                    let number: LitInt = meta.value()?.parse()?;
                    let id = number.base10_parse().map_err(|_| {
                        let help = "expected a number below 2^32 without a suffix";
                        syn::Error::new(number.span(), help)
                    })?;
                    found.id = Some((id, number.span()));
                } else if meta.path.is_ident("with_type") && place == Place::Field {
                    let name: LitStr = meta.value()?.parse()?;
                    found.with_type = meta.path.get_ident().cloned().zip(Some(name.parse()?));
                } else if meta.path.is_ident("rest") && place == Place::Field {
                    found.rest = Some(meta.path.span());
                } else if meta.path.is_ident("with_type") {
                    return Err(
                        meta.error("`with_type` is not possible on a variant: put it on the field of the variant")
                    );
                } else {
                    let help = match place {
                        Place::Field => {
                            "expected `id`, `rest` or `with_type`, as in `candid(id = 5)`"
                        }
                        _ => "expected `id`, as in `candid(id = 5)`",
                    };
                    return Err(meta.error(help));
                }
                Ok(())
            });
            errors.check(parsed);
        }
        found
    }

    /// Returns the function that writes the field, and the type.
    pub(super) fn written(
        self,
        function: Option<ExprPath>,
        errors: &mut Errors,
    ) -> Option<(ExprPath, Type)> {
        match (self.with_type, function) {
            (Some((_, ty)), Some(function)) => Some((function, ty)),
            (Some((name, _)), None) => {
                errors.at(
                    name.span(),
                    "`with_type` is not possible without `with` or `serialize_with`: it names the type that the function \
                     of one of these writes; add one, or give the field the type",
                );
                None
            }
            (None, _) => None,
        }
    }
}

/// Returns the function that `with` or `serialize_with` names.
pub(super) fn writing_function(attribute: &Path, value: &LitStr) -> syn::Result<ExprPath> {
    let mut function: ExprPath = value.parse()?;
    if attribute.is_ident("with") {
        function
            .path
            .segments
            .push(Ident::new("serialize", value.span()).into());
    }
    Ok(function)
}
