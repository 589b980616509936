//! Generation of `__descriptor`: the compile-time type descriptor, the input of plan compilation.
//!
//! Everything is in inline constants, since those, unlike items, can use the generic parameters of the `impl` around
//! them. Lists are in braces, not arguments of a call, which would not live long enough.

use super::item::{Field, Item, Record, Rest, Shape, Style, Variant};
use super::record::type_span;
use super::variant::not_skipped;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

/// Returns the method; none for a struct with names, whose `__FIELDS` say it.
pub(super) fn method(item: &Item) -> Option<TokenStream> {
    let candid = &item.candid;
    let body = match &item.shape {
        Shape::Struct(Record {
            fields,
            rest: Some(Rest { name: rest, .. }),
            ..
        }) => {
            let list = fields.iter().map(|field| field_descriptor(field, candid));
            quote! {
                const {
                    &#candid::types::descriptor::Descriptor::RecordWithRest {
                        fields: #candid::types::__descriptors!(#(#list),*),
                        rest: #rest,
                    }
                }
            }
        }
        Shape::Struct(record) if record.style == Style::Named => return None,
        Shape::Struct(record) => match record_constant(record, candid) {
            Some(constant) => constant,
            None => {
                let function = record_function(record, candid);
                quote! {
                    const { &#candid::types::descriptor::Descriptor::Alias(#function) }
                }
            }
        },
        Shape::Enum(variants) => {
            let cases = not_skipped(variants).map(|variant| variant_descriptor(variant, candid));
            quote! {
                const { &#candid::types::descriptor::Descriptor::Variant { 0: #candid::types::__descriptors!(#(#cases),*) } }
            }
        }
        Shape::Proxy(proxy) => {
            let function = type_function(proxy, candid);
            quote! {
                const { &#candid::types::descriptor::Descriptor::Alias(#function) }
            }
        }
    };
    Some(quote! {
        #[inline(never)]
        fn __descriptor() -> &'static #candid::types::descriptor::Descriptor {
            #body
        }
    })
}

/// Returns the descriptor of a record type; `None` if the type is that of a field, or `null`.
fn record_constant(record: &Record, candid: &TokenStream) -> Option<TokenStream> {
    if matches!(record.style, Style::Unit | Style::Newtype) {
        return None;
    }
    let list = record
        .fields
        .iter()
        .map(|field| field_descriptor(field, candid));
    Some(quote! {
        const { &#candid::types::descriptor::Descriptor::Record { 0: #candid::types::__descriptors!(#(#list),*) } }
    })
}

/// Returns a function that returns the descriptor.
fn record_function(record: &Record, candid: &TokenStream) -> TokenStream {
    match (record_constant(record, candid), record.fields.as_slice()) {
        // A closure without captures is a function.
        (Some(constant), _) => quote!(|| #constant),
        (None, [field]) => field.item("__descriptor"),
        (None, _) => quote!(<() as #candid::types::CandidType>::__descriptor),
    }
}

/// Returns the descriptor of a field.
pub(super) fn field_descriptor(field: &Field, candid: &TokenStream) -> TokenStream {
    field_descriptor_of(field, &field.item("__descriptor"), candid)
}

/// Returns the descriptor of a field with the descriptor of another type.
pub(super) fn field_descriptor_of(
    field: &Field,
    function: &TokenStream,
    candid: &TokenStream,
) -> TokenStream {
    let (id, ordinal) = (field.id, field.ordinal);
    let descriptor = match &field.name {
        Some(name) => labelled(id, name, field.numbered, ordinal, function),
        None => quote!(unnamed(#id, #function)),
    };
    let is_in_tuple = field.default && field.name.is_none();
    with_tolerance(
        descriptor,
        field.default,
        is_in_tuple,
        &field.aliases,
        candid,
    )
}

/// Adds what messages may have in place of a field or case, if anything.
fn with_tolerance(
    descriptor: TokenStream,
    has_default: bool,
    is_in_tuple: bool,
    aliases: &[u32],
    candid: &TokenStream,
) -> TokenStream {
    if !has_default && aliases.is_empty() {
        return descriptor;
    }
    quote! {
        #descriptor.with_tolerance(const {
            &#candid::types::descriptor::Tolerance {
                has_default: #has_default,
                is_in_tuple: #is_in_tuple,
                aliases: &[#(#aliases),*],
            }
        })
    }
}

fn variant_descriptor(variant: &Variant, candid: &TokenStream) -> TokenStream {
    let function = record_function(&variant.payload, candid);
    let Variant {
        id,
        name,
        numbered,
        ordinal,
        aliases,
        ..
    } = variant;
    let descriptor = labelled(*id, name, *numbered, *ordinal, &function);
    with_tolerance(descriptor, false, false, aliases, candid)
}

/// Serde's name of a numeric label is `_5_` unless the declaration has another.
fn labelled(
    id: u32,
    name: &str,
    numbered: bool,
    ordinal: u32,
    function: &TokenStream,
) -> TokenStream {
    if numbered && name == format!("_{id}_") {
        quote!(numbered(#id, #ordinal, #function))
    } else {
        quote!(named(#id, #name, #ordinal, #function))
    }
}

fn type_function(ty: &syn::Type, candid: &TokenStream) -> TokenStream {
    quote_spanned!(type_span(ty)=> <#ty as #candid::types::CandidType>::__descriptor)
}
