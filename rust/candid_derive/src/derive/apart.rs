//! Fields that have no label of their own: those with `flatten`, whose fields are part of the record, and the one with
//! `rest`, which keeps what no field has, and those with `skip`.

use super::attributes::SerdeAttributes;
use super::item::{Record, Rest, Skip};
use super::written::is_or_points_to;
use crate::errors::Errors;
use candid_wire::label::label_hash;
use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{ExprPath, Ident, Member, Type};

/// A field that is not part of the record.
pub(super) struct Skipped {
    pub(super) member: Member,
    pub(super) ty: Type,
    /// The function that makes it, in place of `Default`.
    pub(super) function: Option<ExprPath>,
}

/// Reports what has no effect, or a wrong one, on such a field. `owner` is the type that has it.
pub(super) fn check(attributes: &SerdeAttributes, owner: &Ident, ty: &Type, errors: &mut Errors) {
    if attributes.skip == Skip::Type {
        if let Some(span) = attributes.rest {
            errors.at(
                span,
                "`rest` is not possible beside `skip`: a field that is skipped keeps nothing; remove one of them",
            );
        }
        return;
    }
    match (attributes.flatten, attributes.rest) {
        (Some(_), Some(span)) => errors.at(
            span,
            "`rest` is not possible beside `flatten`: a struct that is flattened has fields with names, `rest` keeps the \
             others; remove one of them",
        ),
        (Some(span), None) => {
            if is_or_points_to(ty, owner) {
                errors.at(
                    span,
                    "`flatten` is not possible on a field of the struct's own type: its record would have no end; use the field without \
                     `flatten`",
                );
            }
        }
        (None, Some(_)) => {
            if let Some(alias) = attributes.aliases.first() {
                errors.at(
                    alias.span(),
                    "`alias` is not possible beside `rest`: that is no field of the record; remove it",
                );
            }
        }
        (None, None) => return,
    }
    if let Some((_, span)) = attributes.id {
        errors.at(
            span,
            "`id` is not possible beside `flatten` or `rest`: the field has no label; remove it",
        );
    }
    if let Some(span) = attributes.not_read {
        errors.at(
            span,
            "`skip_deserializing` is not possible beside `flatten` or `rest`: their fields are read one by one; use `skip`, \
             or `default` on the fields of the flattened struct",
        );
    }
    match (&attributes.written, attributes.with) {
        (Some((_, ty)), _) => errors.at(
            ty.span(),
            "`with_type` is not possible beside `flatten` or `rest`: their fields are written one by one, not by a function; \
             give the field the type itself, or convert the struct with `from` and `into`",
        ),
        (None, Some(span)) if attributes.bytes || attributes.rest.is_some() => errors.at(
            span,
            "`with` is not possible beside `flatten` or `rest`: their fields are written one by one; remove it",
        ),
        _ => {}
    }
}

/// Reports what is not possible beside a field with `rest`: flattened fields, and another field with the name that serde
/// knows it by.
pub(super) fn check_rest(record: &Record, span: Span, errors: &mut Errors) {
    let Some(Rest { name: rest, .. }) = &record.rest else {
        return;
    };
    if !record.flattened.is_empty() {
        errors.at(
            span,
            "`rest` is not possible beside `flatten`: the fields of both would be mixed; remove one of them",
        );
    }
    let id = label_hash(rest);
    let mut fields = record.fields.iter();
    let other =
        fields.find(|field| field.name.as_ref() == Some(rest) || field.aliases.contains(&id));
    if let Some(name) = other.and_then(|field| field.name.as_ref()) {
        errors.at(
            span,
            format_args!(
                "`rest` is not possible with the name of another field: serde knows it by `{rest}`, which is a name or an \
                 alias of `{name}`; rename one"
            ),
        );
    }
}
