//! Generation of the type and the encoding of variants: enums.

use super::item::{Skip, Variant};
use super::record;
use proc_macro2::TokenStream;
use quote::quote;

/// Returns the expression of the variant's type.
pub(super) fn ty(variants: &[Variant], candid: &TokenStream) -> TokenStream {
    let cases = not_skipped(variants).map(|variant| {
        let id = variant.id;
        let label = if variant.numbered {
            quote!(#candid::types::Label::Id(#id))
        } else {
            record::named(&variant.name, candid)
        };
        let ty = record::ty(&variant.payload, candid);
        record::typed_label(&label, &ty, candid)
    });
    quote! {
        <#candid::types::Type as ::core::convert::From<_>>::from(#candid::types::TypeInner::Variant(::std::vec![#(#cases),*]))
    }
}

/// Returns the body of `idl_serialize`.
pub(super) fn serialize(variants: &[Variant], candid: &TokenStream) -> TokenStream {
    if variants.is_empty() {
        return quote!(match *self {});
    }
    let unwritten = variants
        .iter()
        .filter(|variant| variant.skip != Skip::Nothing);
    let refusals = unwritten.map(|variant| {
        let ident = &variant.ident;
        quote! {
            // It has no Candid value: the serializer returns an error.
            Self::#ident { .. } => #candid::types::Serializer::serialize_empty(__serializer),
        }
    });
    let arms = not_skipped(variants)
        .zip(0u64..)
        .filter(|(variant, _)| variant.skip == Skip::Nothing)
        .map(|(variant, index)| serialize_arm(variant, index, candid));
    quote! {
        match self {
            #(#arms)*
            #(#refusals)*
        }
    }
}

/// Returns the variants without `#[serde(skip)]`, which the Candid type has, in the order of their ids.
pub(super) fn not_skipped(variants: &[Variant]) -> impl Iterator<Item = &Variant> {
    variants.iter().filter(|variant| variant.skip != Skip::Type)
}

fn serialize_arm(variant: &Variant, index: u64, candid: &TokenStream) -> TokenStream {
    let ident = &variant.ident;
    let fields = &variant.payload.fields;
    if fields.is_empty() {
        return quote! {
            Self::#ident { .. } => {
                #candid::types::Serializer::serialize_variant(__serializer, #index)?;
                ::core::result::Result::Ok(())
            }
        };
    }
    let members = fields.iter().map(|field| &field.member);
    let variables = record::variables(&variant.payload);
    let value = |_: &_, i: usize| {
        variables
            .get(i)
            .map(|variable| quote!(#variable))
            .unwrap_or_default()
    };
    let elements = record::serialize_elements(fields, value, candid);
    quote! {
        // Braces fit tuple variants too, and skipped fields stay unnamed.
        Self::#ident { #(#members: #variables,)* .. } => {
            let mut __compound =
                #candid::types::Serializer::serialize_variant(__serializer, #index)?;
            #elements
            ::core::result::Result::Ok(())
        }
    }
}
