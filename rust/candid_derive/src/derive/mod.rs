//! Expansion of `#[derive(CandidType)]` into one `impl`, with one file per method.

mod apart;
mod attributes;
mod cases;
mod descriptor;
mod docs;
mod field_attributes;
mod flattened;
mod inert;
mod item;
mod item_attributes;
mod known;
mod labels;
mod origin;
mod proxy;
mod read;
mod record;
mod refused;
mod rename;
mod rules;
mod variant;
mod written;

pub(crate) use attributes::doc_lines;

use crate::errors::Errors;
use item::{Item, Shape};
use proc_macro2::TokenStream;
use quote::{quote, ToTokens};
use syn::{Attribute, Data, DeriveInput, Fields, GenericParam, Generics};

/// Returns the implementation of `CandidType`.
pub(crate) fn expand(input: &DeriveInput) -> syn::Result<TokenStream> {
    let mut errors = Errors::default();
    let item = Item::parse(input, &mut errors);
    errors.finish()?;
    // There were no errors, so there is an item.
    Ok(item.map(|item| implement(input, &item)).unwrap_or_default())
}

fn implement(input: &DeriveInput, item: &Item) -> TokenStream {
    let candid = &item.candid;
    let ident = &input.ident;
    let mut generics = with_bounds(&input.generics, candid);
    if let (Shape::Proxy(proxy), true) = (&item.shape, generics.type_params().next().is_some()) {
        // For other types the compiler finds out itself.
        let bound = syn::parse_quote!(Self: ::core::clone::Clone + ::core::convert::Into<#proxy>);
        generics.make_where_clause().predicates.push(bound);
    }
    let (impl_generics, type_generics, where_clause) = generics.split_for_impl();
    let (ty, serialize) = match &item.shape {
        Shape::Struct(record) => (
            record::ty(record, candid),
            record::serialize(record, item.packed, candid),
        ),
        Shape::Enum(variants) => (
            variant::ty(variants, candid),
            variant::serialize(variants, candid),
        ),
        Shape::Proxy(proxy) => (
            {
                let ty = record::type_of(proxy, candid);
                quote!(#ty())
            },
            record::serialize_proxy(proxy, candid),
        ),
    };
    let choose_name = item.name.as_ref().map(
        |name| quote!(#candid::types::choose_name(#candid::types::TypeId::of::<Self>(), #name);),
    );
    let docs = docs::method(item);
    let fields = flattened::fields_constant(item);
    let descriptor = descriptor::method(item);
    let read = read::items(input, item);
    let allow_deprecated = allow_deprecated(input);
    let check = flattened::check(input, item, allow_deprecated.as_ref());
    let read_fields = read::implementation(input, item, allow_deprecated.as_ref());
    let size = match &item.shape {
        Shape::Struct(record) => record::size(record, candid),
        Shape::Enum(_) => None,
        Shape::Proxy(proxy) => {
            let size = record::size_of(proxy, candid);
            Some(quote!(const __SIZE: usize = #size;))
        }
    };
    // `inline`: compiled where they are called, not in every library that declares types.
    quote! {
        #[automatically_derived]
        #allow_deprecated
        #[allow(unused_qualifications, clippy::all)]
        impl #impl_generics #candid::types::CandidType for #ident #type_generics #where_clause {
            #[inline]
            fn _ty() -> #candid::types::Type {
                #choose_name
                #ty
            }

            #docs

            fn idl_serialize<__S: #candid::types::Serializer>(
                &self,
                __serializer: __S,
            ) -> ::core::result::Result<(), __S::Error> {
                #serialize
            }

            #fields

            #size

            #descriptor

            #read
        }

        #read_fields

        #check
    }
}

/// Adds the bound `CandidType` to every type parameter.
fn with_bounds(generics: &Generics, candid: &TokenStream) -> Generics {
    let mut generics = generics.clone();
    for parameter in &mut generics.params {
        if let GenericParam::Type(parameter) = parameter {
            let bound = syn::parse_quote!(#candid::types::CandidType);
            parameter.bounds.push(bound);
        }
    }
    generics
}

/// Returns the attribute that allows deprecated parts, if the declaration contains any: without need it could violate a
/// crate's `forbid`.
fn allow_deprecated(input: &DeriveInput) -> Option<TokenStream> {
    // Or such are used, where the declaration allows it.
    let is_deprecated = |attributes: &[Attribute]| {
        let mut attributes = attributes.iter();
        attributes.any(|attribute| {
            !attribute.path().is_ident("doc")
                && attribute
                    .to_token_stream()
                    .to_string()
                    .contains("deprecated")
        })
    };
    let has_deprecated = |fields: &Fields| fields.iter().any(|field| is_deprecated(&field.attrs));
    let is_mentioned = is_deprecated(&input.attrs)
        || match &input.data {
            Data::Struct(data) => has_deprecated(&data.fields),
            Data::Enum(data) => data
                .variants
                .iter()
                .any(|variant| is_deprecated(&variant.attrs) || has_deprecated(&variant.fields)),
            Data::Union(_) => false,
        };
    is_mentioned.then(|| quote!(#[allow(deprecated)]))
}

#[cfg(test)]
mod tests {
    use super::expand;
    use proc_macro2::{TokenStream, TokenTree};
    use quote::{format_ident, quote};

    /// Cargo compiles macros without optimization: each token takes thousands of instructions.
    #[test]
    fn a_field_takes_few_tokens() {
        let n_tokens_of = |n_fields: usize| {
            let fields = (0..n_fields).map(|i| format_ident!("field{i}"));
            n_tokens(expand(&syn::parse_quote!(struct S { #(#fields: u64),* })).unwrap())
        };
        let n = n_tokens_of(11) - n_tokens_of(10);
        assert!(n <= 90, "{n}");
    }

    /// Of a field, another one may belong to a derive that changes what serde reads; of a struct, any may be a macro.
    #[test]
    fn helper_attributes_of_known_derives_leave_fields_as_they_are() {
        let reads = |item: &TokenStream, field: &TokenStream| {
            let code = expand(&syn::parse_quote!(#item struct S { #field a: u64 })).unwrap();
            code.to_string().contains("__read_impl")
        };
        let (none, rkyv) = (quote!(), quote!(#[rkyv(with = W)]));
        for known in [&none, &rkyv, &quote!(#[borsh(skip)]), &quote!(#[n(0)])] {
            assert!(reads(&none, known), "{known}");
        }
        assert!(!reads(&none, &quote!(#[unknown])));
        assert!(!reads(&rkyv, &none));
    }

    fn n_tokens(stream: TokenStream) -> usize {
        let n_in = |token| match token {
            TokenTree::Group(group) => 1 + n_tokens(group.stream()),
            _ => 1,
        };
        stream.into_iter().map(n_in).sum()
    }
}
