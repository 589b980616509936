//! Generation of `__read_with`: straight-line decoding code that replaces serde's visitors.
//!
//! It applies only where serde's derive would do the same: the generated code first checks whether `Deserialize` is
//! serde's own derive of this very declaration, and calls it if it is not. Without optimisation it gains nothing, and takes
//! a third of the time of a build, so crates with debug assertions are compiled without it.

use super::item::{Field, Item, Record, Shape, Style, Variant};
use super::record::{may_be_built, type_span, variables};
use super::variant::not_skipped;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned, ToTokens};
use std::collections::BTreeSet;
use syn::DeriveInput;

/// Returns whether values can be read without visitors.
fn reads(input: &DeriveInput, item: &Item) -> bool {
    // Whether a type parameter can be read is not known here.
    item.reads && input.generics.params.is_empty()
}

/// Returns the condition in front of each generated item: none with the feature `direct_in_debug`, for tests of that code.
fn condition() -> Option<TokenStream> {
    (!cfg!(feature = "direct_in_debug")).then(|| quote!(#[cfg(not(debug_assertions))]))
}

/// Returns the implementation of `ReadFields`; empty if values are read only by serde.
///
/// Its bounds are those that serde's derive assumes. They have a lifetime of their own, so unsatisfied bounds are not
/// an error: there is then no such implementation.
pub(super) fn implementation(
    input: &DeriveInput,
    item: &Item,
    allow_deprecated: Option<&TokenStream>,
) -> TokenStream {
    if !reads(input, item) {
        return TokenStream::new();
    }
    let candid = &item.candid;
    let ident = &input.ident;
    let condition = condition();
    let name = ident.to_string();
    let (body, from_bytes, fields): (_, _, Vec<&Field>) = match &item.shape {
        Shape::Struct(record) => (
            value(&format!("struct {ident}"), record, candid),
            {
                let n_fields = record.has_default.then(|| {
                    let n_fields = record.fields.len();
                    quote!(const N_FIELDS: ::core::option::Option<usize> = ::core::option::Option::Some(#n_fields);)
                });
                let from_bytes = may_be_built(record).then(|| from_bytes(record, candid));
                quote!(#n_fields #from_bytes)
            },
            record.fields.iter().collect(),
        ),
        Shape::Enum(variants) => (
            variant(&name, variants, candid),
            TokenStream::new(),
            variants
                .iter()
                .flat_map(|variant| &variant.payload.fields)
                .collect(),
        ),
        Shape::Proxy(_) => return TokenStream::new(),
    };
    // Each type once: the compiler looks at all of them for every field.
    let mut seen = BTreeSet::new();
    let types = fields.iter().map(|field| &field.ty);
    let types = types.filter(|ty| seen.insert(ty.to_token_stream().to_string()));
    let bounds = types.map(|ty| quote_spanned!(type_span(ty)=> #ty: #candid::Deserialize<'__de>));
    quote! {
        #condition
        #[automatically_derived]
        #allow_deprecated
        #[allow(private_bounds, unused_mut, clippy::all)]
        impl<'__de> #candid::de::direct::ReadFields<'__de> for #ident
        where
            #(#bounds,)*
        {
            const NAME: &'static str = #name;

            #[inline(always)]
            fn read_fields<__W: #candid::de::direct::Emplace<Self>>(
                __decoder: #candid::de::direct::Decoder<'_, '_, '__de>,
                __wrap: __W,
            ) -> #candid::Result<__W::Out> {
                #body
            }

            #from_bytes
        }
    }
}

/// Returns the items that build a value from its bytes.
fn from_bytes(record: &Record, candid: &TokenStream) -> TokenStream {
    let members = record.fields.iter().map(|field| &field.member);
    let variables = variables(record);
    let of_type = |item: TokenStream| {
        let types = record.fields.iter().map(|field| &field.ty);
        types.map(
            move |ty| quote_spanned!(type_span(ty)=> <#ty as #candid::types::CandidType>::#item),
        )
    };
    let (layouts, from_bytes) = (of_type(quote!(__AS_FIELD)), of_type(quote!(__from_bytes)));
    quote! {
        const LAYOUT: &'static [#candid::de::direct::FieldLayout] = &[#(#layouts),*];

        #[inline(always)]
        fn fields_from_bytes<__I: #candid::de::direct::Input>(
            __input: &mut __I,
        ) -> ::core::option::Option<Self> {
            #(let #variables = #from_bytes(__input)?;)*
            ::core::option::Option::Some(Self { #(#members: #variables),* })
        }
    }
}

/// Returns the items in the `impl` of `CandidType`; none if values are read only by serde.
pub(super) fn items(input: &DeriveInput, item: &Item) -> TokenStream {
    if !reads(input, item) {
        return TokenStream::new();
    }
    let candid = &item.candid;
    let condition = condition();
    let built = match &item.shape {
        // A newtype's own `Deserialize` may not read its field.
        Shape::Struct(record) if may_be_built(record) => match record.style {
            Style::Newtype => quote!(built),
            _ => quote!(built payload),
        },
        _ => TokenStream::new(),
    };
    quote! {
        #condition
        #candid::de::direct::__read_items!(#built);
    }
}

/// Returns the expression of a `Result` of `__wrap` applied to the value with these fields, read by `__decoder`.
fn value(what: &str, record: &Record, candid: &TokenStream) -> TokenStream {
    match (record.style, record.fields.as_slice()) {
        (Style::Unit, _) => quote! {
            match #candid::de::direct::read::<()>(__decoder) {
                ::core::result::Result::Ok(()) => {
                    ::core::result::Result::Ok(#candid::de::direct::Emplace::wrap(__wrap, Self {}))
                }
                ::core::result::Result::Err(__error) => ::core::result::Result::Err(__error),
            }
        },
        (Style::Newtype, [field]) => {
            let read = read(&field.ty, &quote!(__decoder), candid);
            quote! {
                match #read {
                    ::core::result::Result::Ok(__value) => {
                        ::core::result::Result::Ok(#candid::de::direct::Emplace::wrap(__wrap, Self { 0: __value }))
                    }
                    ::core::result::Result::Err(__error) => ::core::result::Result::Err(__error),
                }
            }
        }
        _ => {
            let may_be_built = may_be_built(record);
            let at_once = may_be_built.then(|| {
                quote! {
                    let mut __decoder = __decoder;
                    if let ::core::option::Option::Some(__value) =
                        #candid::de::direct::Decoder::at_once::<Self>(&mut __decoder)
                    {
                        return ::core::result::Result::Ok(#candid::de::direct::Emplace::wrap(__wrap, __value));
                    }
                }
            });
            let finish = if may_be_built {
                quote!(finish_as::<Self>)
            } else {
                quote!(finish)
            };
            let fields = fields(
                record,
                &quote!(#candid::de::direct::Decoder::record(__decoder, #what)),
                &quote!(__error),
                &finish,
                candid,
            );
            let pattern = pattern(record, candid);
            quote! {
                #at_once
                #fields
                ::core::result::Result::Ok(#candid::de::direct::Emplace::wrap(__wrap, Self { #pattern }))
            }
        }
    }
}

/// Returns the statements that read fields, each into its variable. On failure they return `error`, made of `__error`;
/// `entered` is the `Result` of entering the record, and `finish` the method of `Record` to call after the last.
fn fields(
    record: &Record,
    entered: &TokenStream,
    error: &TokenStream,
    finish: &TokenStream,
    candid: &TokenStream,
) -> TokenStream {
    let variables = variables(record);
    let types = record.fields.iter().map(|field| &field.ty);
    quote! {
        #candid::de::direct::__read_fields!(#entered, #finish, __error => #error; #(#variables: #types),*);
    }
}

/// Returns the expression of the `Result` of a value of a type.
fn read(ty: &syn::Type, decoder: &TokenStream, candid: &TokenStream) -> TokenStream {
    quote_spanned!(type_span(ty)=> <#ty as #candid::types::CandidType>::__read(#decoder))
}

/// Returns the fields of a constructor, each with its variable. Braces fit tuples too. Fields that were read stay in
/// place until here, because a large value would be copied back and forth.
fn pattern(record: &Record, candid: &TokenStream) -> TokenStream {
    let members = record.fields.iter().map(|field| &field.member);
    let variables = variables(record);
    quote! {
        #(#members: #candid::de::direct::unwrap_checked(#variables)),*
    }
}

/// Returns the body for an enum.
fn variant(name: &str, variants: &[Variant], candid: &TokenStream) -> TokenStream {
    let what = format!("enum {name}");
    let arms = not_skipped(variants).map(|variant| arm(name, variant, candid));
    quote! {
        let mut __payload = #candid::de::direct::Decoder::variant(__decoder, #what)?;
        match #candid::de::direct::Payload::ordinal(&__payload) {
            #(#arms)*
            _ => ::core::result::Result::Err(#candid::de::direct::Payload::unknown(__payload)),
        }
    }
}

/// Returns the arm of one variant. Only the payload has a place of its own: it may be far smaller than the enum.
fn arm(name: &str, variant: &Variant, candid: &TokenStream) -> TokenStream {
    let (ordinal, ident) = (variant.ordinal, &variant.ident);
    let error = quote!(#candid::de::direct::Payload::failed(__payload, __error));
    let (read, made) = match (variant.payload.style, variant.payload.fields.as_slice()) {
        (Style::Unit, _) => (
            quote!(#candid::de::direct::Payload::unit(__payload)?;),
            quote!(Self::#ident {}),
        ),
        (Style::Newtype, [field]) => {
            let decoder = quote!(#candid::de::direct::Payload::decoder(&mut __payload)?);
            let read = read(&field.ty, &decoder, candid);
            let read = quote! {
                let __payload = match #read {
                    ::core::result::Result::Ok(__value) => __value,
                    ::core::result::Result::Err(__error) => {
                        return ::core::result::Result::Err(#error);
                    }
                };
            };
            (read, quote!(Self::#ident { 0: __payload }))
        }
        _ => {
            let what = format!("variant {name}::{ident}");
            let entered = quote!(#candid::de::direct::Payload::record(&mut __payload, #what));
            let pattern = pattern(&variant.payload, candid);
            (
                fields(&variant.payload, &entered, &error, &quote!(finish), candid),
                quote!(Self::#ident { #pattern }),
            )
        }
    };
    quote! {
        #ordinal => {
            #read
            ::core::result::Result::Ok(#candid::de::direct::Emplace::wrap(__wrap, #made))
        }
    }
}
