//! Generation of the type and the encoding of variants: enums.

use super::item::{Skip, Style, Variant};
use super::record;
use proc_macro2::TokenStream;
use quote::{quote, ToTokens};

/// Returns the expression of the variant's type.
pub(super) fn ty(variants: &[Variant], candid: &TokenStream) -> TokenStream {
    let cases = not_skipped(variants).map(|variant| {
        let key = record::key(&variant.name, variant.id, variant.numbered);
        let payload = match (variant.payload.style, variant.payload.fields.as_slice()) {
            (Style::Unit, _) => quote!(Of(<() as #candid::types::CandidType>::ty)),
            (Style::Newtype, [field]) => {
                let ty = field.item("ty");
                quote!(Of(#ty))
            }
            (_, fields) => {
                let table = record::parts(fields, candid);
                quote!(Record(#table))
            }
        };
        quote!(#key #payload)
    });
    quote!(#candid::types::derived::variant(#candid::types::__cases!(#(#cases),*)))
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
    let members = fields.iter().map(|field| &field.member);
    let variables = record::variables(&variant.payload);
    let values = variables.iter().map(ToTokens::to_token_stream);
    let fields = record::written_fields(fields, values, candid);
    quote! {
        // Braces fit tuple variants too, and skipped fields stay unnamed.
        Self::#ident { #(#members: #variables,)* .. } => #candid::types::__write_fields!(
            serialize_variant(__serializer, #index) #fields
        ),
    }
}
