//! Parsing of the variants of an enum.

use super::attributes::{doc_lines, Reader, SerdeAttributes};
use super::item::{number, Record, Skip, Style, Variant};
use super::item_attributes::ItemAttributes;
use super::labels::{label, Labels};
use super::refused::Place;
use super::rules::Rules;
use super::written::is_option;
use crate::errors::Errors;

/// Returns the variants and whether serde's derive numbers and names them as ours does.
pub(super) fn parse_variants(
    data: &syn::DataEnum,
    owner: &syn::Ident,
    item: &ItemAttributes,
    errors: &mut Errors,
) -> (Vec<Variant>, bool) {
    let mut same_numbers = item.same_numbers;
    let mut labels = Labels::new("variant");
    let mut variants = Vec::with_capacity(data.variants.len());
    let mut n_kept = 0;
    for variant in &data.variants {
        let attributes =
            SerdeAttributes::parse(&variant.attrs, Place::Variant, item.unchecked, errors);
        same_numbers &= attributes.same_numbers;
        let rules = Rules::of_variant(owner, item, &attributes);
        let mut payload = Record::parse_payload(variant, &rules, errors);
        payload.same_numbers &= item.same_numbers && attributes.same_numbers;
        if let (Style::Newtype, [field]) = (payload.style, payload.fields.as_mut_slice()) {
            field.bytes = attributes.bytes && !is_option(&field.ty);
        }
        if let (Some(span), false) = (attributes.with, payload.style == Style::Newtype) {
            if attributes.skip != Skip::Type {
                errors.at(
                    span,
                    "`with` is not possible on a variant without exactly one unnamed field: the payload is not a type that \
                     the module knows; put it on the fields",
                );
            }
        }
        let case = |name: &str| item.rename_all.map(|case| case.of_variant(name));
        let (name, span) = label(&variant.ident, attributes.rename, case);
        let skipped = attributes.skip == Skip::Type;
        let aliases = if skipped {
            &[]
        } else {
            attributes.aliases.as_slice()
        };
        let id = if skipped {
            0
        } else {
            labels.add(&name, attributes.id, span, errors)
        };
        variants.push(Variant {
            ident: variant.ident.clone(),
            name,
            id,
            aliases: labels.add_aliases(id, aliases),
            numbered: attributes.id.is_some(),
            ordinal: number(n_kept),
            skip: attributes.skip,
            is_plain: !skipped && matches!(attributes.reader, Reader::Type),
            payload,
            docs: doc_lines(&variant.attrs),
        });
        n_kept += usize::from(!skipped);
    }
    variants.sort_by_key(|variant| variant.id);
    labels.check_aliases(errors);
    (variants, same_numbers)
}
