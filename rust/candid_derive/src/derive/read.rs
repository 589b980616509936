//! Generation of `__read_with`: straight-line decoding code that replaces serde's visitors.
//!
//! It applies only where serde's derive would do the same: the generated code first checks whether `Deserialize` is
//! serde's own derive of this very declaration, and calls it if it is not. Without optimisation it gains nothing, and takes
//! a third of the time of a build, so crates with debug assertions are compiled without it.

use super::apart::Skipped;
use super::item::{Field, Item, Record, Shape, Style, Variant};
use super::record::{may_be_built, variables};
use super::variant::not_skipped;
use proc_macro2::TokenStream;
use quote::{quote, ToTokens};
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

/// Returns the call of the macro that implements `ReadFields`; nothing if values are read only by serde.
pub(super) fn implementation(
    input: &DeriveInput,
    item: &Item,
    allow_deprecated: Option<&TokenStream>,
) -> Option<TokenStream> {
    if !reads(input, item) {
        return None;
    }
    let (records, n_fields, value): (Vec<&Record>, _, _) = match &item.shape {
        Shape::Struct(record) => {
            let style = match record.style {
                Style::Unit => quote!(unit),
                Style::Newtype => quote!(newtype),
                Style::Tuple | Style::Named => quote!(record),
            };
            let built = may_be_built(record).then(|| quote!(built));
            let fields = fields(record);
            (
                vec![record],
                record.has_default.then_some(record.fields.len()),
                quote!(#style #built #fields),
            )
        }
        Shape::Enum(variants) => {
            let cases = not_skipped(variants).map(case);
            (
                variants.iter().map(|variant| &variant.payload).collect(),
                None,
                quote!(variant { #(#cases)* }),
            )
        }
        Shape::Proxy(_) => return None,
    };
    // Each type once: the compiler looks at all of them for every field.
    let mut seen = BTreeSet::new();
    let mut types: Vec<_> = records.iter().flat_map(|record| &record.fields).collect();
    types.retain(|field| field.reader.is_none() && seen.insert(&field.ty_text));
    let types = types.iter().map(|field| &field.ty);
    let skipped = records.iter().flat_map(|record| &record.skipped);
    let skipped = skipped
        .filter(|skipped| skipped.function.is_none())
        .map(|skipped| &skipped.ty);
    let (candid, ident, condition) = (&item.candid, &input.ident, condition());
    Some(quote! {
        #condition
        #candid::de::direct::__read_impl!(#allow_deprecated #ident [#(#types),* #(; #skipped)*] [#n_fields] #value);
    })
}

/// Returns the fields of a record, each with its variable and its type, or the function that reads it; then those that are
/// skipped, each with its type or the function that makes it.
fn fields(record: &Record) -> TokenStream {
    let fields = record.fields.iter().zip(variables(record));
    let fields = fields.map(|(field, variable)| {
        let (member, read) = (&field.member, read_by(field));
        quote!(#member #variable: #read)
    });
    let skipped = record.skipped.iter().map(
        |Skipped {
             member,
             ty,
             function,
         }| match function {
            Some(function) => quote!(; #member: = #function),
            None => quote!(; #member: #ty),
        },
    );
    quote!({ #(#fields),* #(#skipped)* })
}

/// Returns the type of a field, or the function that reads it.
fn read_by(Field { ty, reader, .. }: &Field) -> TokenStream {
    match reader {
        Some(function) => quote!(= #function),
        None => ty.to_token_stream(),
    }
}

/// Returns a case: its number, its name, and its payload.
fn case(variant: &Variant) -> TokenStream {
    let (ordinal, ident) = (variant.ordinal, &variant.ident);
    let payload = match (variant.payload.style, variant.payload.fields.as_slice()) {
        (Style::Unit, _) => quote!(()),
        (Style::Newtype, [field]) => {
            let read = read_by(field);
            quote!((#read))
        }
        _ => fields(&variant.payload),
    };
    quote!(#ordinal #ident #payload)
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
