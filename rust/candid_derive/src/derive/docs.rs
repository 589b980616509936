//! Generation of `_ty_doc`: the doc comments of the item, its fields and variants.

use super::item::{Flattened, Item, Record, Shape, Style};
use super::record::type_span;
use super::variant::not_skipped;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

/// Returns the method `_ty_doc`, or nothing if there are no comments.
pub(super) fn method(item: &Item) -> TokenStream {
    let candid = &item.candid;
    let fields = match &item.shape {
        Shape::Struct(record) => record_docs(record, candid),
        Shape::Enum(variants) => not_skipped(variants)
            .filter_map(|variant| {
                let payload = type_doc(&[], &record_docs(&variant.payload, candid), candid);
                entry(variant.id, &variant.docs, payload, candid)
            })
            .collect(),
        Shape::Proxy(_) => Vec::new(),
    };
    let mut body = type_doc(&item.docs, &fields, candid);
    if let Shape::Struct(Record { flattened, .. }) = &item.shape {
        if !flattened.is_empty() {
            let own = body.unwrap_or_else(|| quote!(::core::default::Default::default()));
            let parts = flattened.iter().map(|Flattened { ty, .. }| {
                quote_spanned!(type_span(ty)=> <#ty as #candid::types::CandidType>::_ty_doc())
            });
            body = Some(quote!(#candid::types::flatten::merged_doc([#own, #(#parts),*])));
        }
    }
    body.map(|body| {
        quote! {
            #[inline]
            fn _ty_doc() -> #candid::types::TypeDoc {
                #body
            }
        }
    })
    .unwrap_or_default()
}

/// Returns the comments of fields. A comment on the field of a newtype has no place in Candid.
fn record_docs(record: &Record, candid: &TokenStream) -> Vec<TokenStream> {
    if record.style == Style::Newtype {
        return Vec::new();
    }
    record
        .fields
        .iter()
        .filter_map(|field| entry(field.id, &field.docs, None, candid))
        .collect()
}

/// Returns one field or case, if it has a comment.
fn entry(
    id: u32,
    docs: &[String],
    ty: Option<TokenStream>,
    candid: &TokenStream,
) -> Option<TokenStream> {
    if docs.is_empty() && ty.is_none() {
        return None;
    }
    let ty = match ty {
        Some(ty) => quote!(::core::option::Option::Some(::std::boxed::Box::new(#ty))),
        None => quote!(::core::option::Option::None),
    };
    let docs = lines(docs);
    Some(quote!((#id, #candid::types::FieldDoc { docs: #docs, ty: #ty })))
}

fn type_doc(docs: &[String], fields: &[TokenStream], candid: &TokenStream) -> Option<TokenStream> {
    if docs.is_empty() && fields.is_empty() {
        return None;
    }
    let docs = lines(docs);
    Some(quote! {
        #candid::types::TypeDoc {
            docs: #docs,
            fields: <::std::collections::BTreeMap<_, _> as ::core::convert::From<_>>::from([#(#fields),*]),
        }
    })
}

/// Returns the expression of a vector of strings.
fn lines(docs: &[String]) -> TokenStream {
    quote!(::std::vec![#(<::std::string::String as ::core::convert::From<_>>::from(#docs)),*])
}
