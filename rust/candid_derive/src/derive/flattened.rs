//! Generation of the fields of a struct with those of the structs that are flattened into it, as a constant, and of the checks
//! that they differ.

use super::descriptor::{field_descriptor, field_descriptor_of};
use super::item::{Flattened, Item, Record, Shape, Style};
use super::record::type_span;
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{quote, quote_spanned, ToTokens};
use syn::{DeriveInput, GenericParam, Generics, Type};

/// Returns the constant `__FIELDS` of a struct with names, and `__PARTS` if others are flattened into it.
pub(super) fn fields_constant(item: &Item) -> Option<TokenStream> {
    let candid = &item.candid;
    let record = match &item.shape {
        Shape::Struct(record) if record.style == Style::Named && record.rest.is_none() => record,
        _ => return None,
    };
    let fields = record.fields.iter();
    let own = own_fields(fields.map(|field| field_descriptor(field, candid)), candid);
    if record.flattened.is_empty() {
        return Some(quote! {
            const __FIELDS: #candid::types::flatten::RecordFields = #own;
        });
    }
    let flattened: Vec<_> = record.flattened.iter().collect();
    let parts = parts(&own, &flattened, candid);
    let table = quote!(<Self as #candid::types::CandidType>::__PARTS);
    let checks = checks(&table, &flattened, candid);
    Some(quote! {
        const __PARTS: &'static [#candid::types::flatten::Part] = #parts;

        const __FIELDS: #candid::types::flatten::RecordFields = {
            #checks
            #candid::types::flatten::merge::<Self>()
        };
    })
}

/// Returns an item that checks the merged fields where the type is declared: all of them, or those that are known whatever
/// the parameters are.
pub(super) fn check(
    input: &DeriveInput,
    item: &Item,
    allow_deprecated: Option<&TokenStream>,
) -> Option<TokenStream> {
    let (candid, ident) = (&item.candid, &input.ident);
    let Shape::Struct(record) = &item.shape else {
        return None;
    };
    let span = record.flattened.first()?.span;
    let is_lifetime = |parameter: &GenericParam| matches!(parameter, GenericParam::Lifetime(_));
    if !input.generics.params.iter().all(is_lifetime) {
        let check = check_known(record, &input.generics, candid)?;
        return Some(quote!(#allow_deprecated #check));
    }
    let lifetimes = input.generics.params.iter().map(|_| quote!('static));
    Some(quote_spanned! {span=>
        #allow_deprecated
        #[allow(unused_qualifications, clippy::all)]
        const _: #candid::types::flatten::RecordFields =
            <#ident<#(#lifetimes),*> as #candid::types::CandidType>::__FIELDS;
    })
}

/// Returns an item that checks the structs whose types have no parameters; nothing if there is none.
fn check_known(record: &Record, generics: &Generics, candid: &TokenStream) -> Option<TokenStream> {
    let flattened = record.flattened.iter();
    let known: Vec<_> = flattened
        .filter(|part| !has_parameters(&part.ty, generics))
        .collect();
    let span = known.first()?.span;
    // Only the names of the fields matter.
    let function = quote!(<() as #candid::types::CandidType>::__descriptor);
    let fields = record.fields.iter();
    let own = own_fields(
        fields.map(|field| field_descriptor_of(field, &function, candid)),
        candid,
    );
    let parts = parts(&own, &known, candid);
    let checks = checks(&quote!(__PARTS), &known, candid);
    Some(quote_spanned! {span=>
        #[allow(unused_qualifications, clippy::all)]
        const _: () = {
            const __PARTS: &'static [#candid::types::flatten::Part] = #parts;
            #checks
        };
    })
}

fn own_fields(list: impl Iterator<Item = TokenStream>, candid: &TokenStream) -> TokenStream {
    quote!(#candid::types::flatten::RecordFields::Plain { 0: #candid::types::__descriptors!(#(#list),*) })
}

/// Returns the table of parts.
fn parts(own: &TokenStream, flattened: &[&Flattened], candid: &TokenStream) -> TokenStream {
    let parts = flattened.iter().map(|Flattened { member, ty, .. }| {
        let name = member.to_token_stream().to_string();
        let fields = quote_spanned!(type_span(ty)=> <#ty as #candid::types::CandidType>::__FIELDS);
        quote! {
            #candid::types::flatten::Part {
                name: ::core::option::Option::Some(#name),
                fields: #fields,
            }
        }
    });
    quote! {
        &[
            #candid::types::flatten::Part { name: ::core::option::Option::None, fields: #own },
            #(#parts),*
        ]
    }
}

/// Returns a call for each flattened struct, whose error is where the attribute is.
fn checks(table: &TokenStream, flattened: &[&Flattened], candid: &TokenStream) -> TokenStream {
    let calls = flattened.iter().zip(1usize..).map(|(flattened, part)| {
        let candid = located_at(candid, flattened.span);
        quote_spanned!(flattened.span=> #candid::types::flatten::check(#table, #part);)
    });
    quote!(#(#calls)*)
}

/// Returns whether the type mentions a parameter, or a lifetime.
fn has_parameters(ty: &Type, generics: &Generics) -> bool {
    let mentions = |word: &proc_macro2::Ident| {
        word == "Self"
            || generics.params.iter().any(|parameter| match parameter {
                GenericParam::Type(parameter) => parameter.ident == *word,
                GenericParam::Const(parameter) => parameter.ident == *word,
                GenericParam::Lifetime(_) => false,
            })
    };
    let mut tokens = vec![ty.to_token_stream()];
    while let Some(stream) = tokens.pop() {
        for token in stream {
            match token {
                TokenTree::Ident(word) if mentions(&word) => return true,
                TokenTree::Punct(mark) if matches!(mark.as_char(), '\'' | '&') => return true,
                TokenTree::Group(group) => tokens.push(group.stream()),
                _ => {}
            }
        }
    }
    false
}

/// Returns the path at this place, which names the same.
fn located_at(path: &TokenStream, place: Span) -> TokenStream {
    let tokens = path.clone().into_iter();
    tokens
        .map(|mut token| {
            token.set_span(token.span().located_at(place));
            token
        })
        .collect()
}
