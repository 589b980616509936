//! What the attributes of a struct, an enum or a variant say about its fields.

use super::attributes::SerdeAttributes;
use super::item_attributes::ItemAttributes;
use super::rename::Case;
use proc_macro2::{Span, TokenStream};
use syn::{DeriveInput, Ident};

/// The rules for the fields of one record.
pub(super) struct Rules<'a> {
    /// The struct or enum.
    pub(super) owner: &'a Ident,
    /// The path of the candid crate.
    pub(super) candid: &'a TokenStream,
    pub(super) unchecked: bool,
    pub(super) transparent: Option<Span>,
    pub(super) rename_all: Option<Case>,
    pub(super) default: bool,
    /// Whether fields may be records whose fields are part of this one.
    pub(super) may_flatten: bool,
}

impl<'a> Rules<'a> {
    pub(super) fn of_struct(input: &'a DeriveInput, attributes: &'a ItemAttributes) -> Self {
        Rules {
            owner: &input.ident,
            candid: &attributes.candid,
            transparent: attributes.transparent,
            unchecked: attributes.unchecked,
            rename_all: attributes.rename_all,
            default: attributes.default,
            may_flatten: true,
        }
    }

    pub(super) fn of_variant(
        owner: &'a Ident,
        attributes: &'a ItemAttributes,
        variant: &SerdeAttributes,
    ) -> Self {
        Rules {
            owner,
            candid: &attributes.candid,
            transparent: None,
            unchecked: attributes.unchecked,
            rename_all: variant.rename_all.or(attributes.rename_all_fields),
            default: false,
            may_flatten: false,
        }
    }
}
