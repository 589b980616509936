//! Generation of the type and the encoding of records: structs, and the payloads of variants.

use super::item::{Field, Record, Style};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::Member;

/// Returns the expression of the record's type.
pub(super) fn ty(record: &Record, candid: &TokenStream) -> TokenStream {
    match (record.style, record.fields.as_slice()) {
        (Style::Unit, _) => {
            quote!(<#candid::types::Type as ::core::convert::From<_>>::from(#candid::types::TypeInner::Null))
        }
        (Style::Newtype, [field]) => type_of(&field.ty, candid),
        (_, fields) => {
            let fields = fields.iter().map(|field| {
                let label = label(field, candid);
                let ty = type_of(&field.ty, candid);
                typed_label(&label, &ty, candid)
            });
            let own = quote! {
                <#candid::types::Type as ::core::convert::From<_>>::from(#candid::types::TypeInner::Record(
                    ::std::vec![#(#fields),*]
                ))
            };
            if record.flattened.is_empty() {
                return own;
            }
            let flattened = record.flattened.iter().map(|(_, ty)| {
                quote_spanned!(type_span(ty)=> <#ty as #candid::types::CandidType>::__flattened_ty())
            });
            quote! {
                // Fails to compile where the type is flattened into itself, which would not end.
                const { _ = <Self as #candid::types::CandidType>::__FIELDS; }
                #candid::types::flatten::merged_type(&[#own, #(#flattened),*])
            }
        }
    }
}

/// Returns the expression of one field of a record type or one case of a variant type.
pub(super) fn typed_label(
    label: &TokenStream,
    ty: &TokenStream,
    candid: &TokenStream,
) -> TokenStream {
    quote! {
        #candid::types::Field {
            id: ::core::convert::Into::into(#label),
            ty: #ty,
        }
    }
}

/// Returns the expression of a label with a name.
pub(super) fn named(name: &str, candid: &TokenStream) -> TokenStream {
    quote!(#candid::types::Label::Named(<::std::string::String as ::core::convert::From<_>>::from(#name)))
}

/// Returns the expression of the size common to all values, or 0.
pub(super) fn size(record: &Record, candid: &TokenStream) -> TokenStream {
    let has_others = !record.flattened.is_empty() || record.rest.is_some();
    if has_others || record.fields.iter().any(|field| field.bytes) {
        return quote!(0);
    }
    let sizes = record.fields.iter().map(|field| size_of(&field.ty, candid));
    quote!(#candid::types::__size_of_record(&[#(#sizes),*]))
}

/// Returns the expression of the size common to all values of a type, or 0.
pub(super) fn size_of(ty: &syn::Type, candid: &TokenStream) -> TokenStream {
    quote_spanned!(type_span(ty)=> <#ty as #candid::types::CandidType>::__SIZE)
}

/// Returns the body of `idl_serialize` of what is converted to another type, as serde does.
pub(super) fn serialize_proxy(proxy: &syn::Type, candid: &TokenStream) -> TokenStream {
    quote_spanned! {type_span(proxy)=>
        let __proxy: #proxy = ::core::convert::Into::into(::core::clone::Clone::clone(self));
        <#proxy as #candid::types::CandidType>::idl_serialize(&__proxy, __serializer)
    }
}

/// Returns the body of `idl_serialize` of a struct.
pub(super) fn serialize(record: &Record, packed: bool, candid: &TokenStream) -> TokenStream {
    if let Some((ident, _)) = &record.rest {
        let rest = borrow_member(&Member::Named(ident.clone()), packed);
        let elements = serialize_elements(&record.fields, |field, _| borrow(field, packed), candid);
        let elements = (!record.fields.is_empty()).then_some(elements);
        return quote! {
            let mut __serializer = __serializer;
            #candid::types::Serializer::__other_fields(&mut __serializer, #rest)?;
            #[allow(unused_mut, unused_variables)]
            let mut __compound = #candid::types::Serializer::serialize_struct(__serializer)?;
            #elements
            ::core::result::Result::Ok(())
        };
    }
    match (record.style, record.fields.as_slice()) {
        (Style::Unit, _) => {
            quote!(#candid::types::Serializer::serialize_null(__serializer, ()))
        }
        (Style::Newtype, [field]) => {
            let value = written(field, borrow(field, packed), candid);
            if field.bytes {
                let bytes = as_bytes(field, &value);
                quote!(#candid::types::Serializer::serialize_blob(__serializer, #bytes))
            } else {
                let ty = &field.ty;
                quote_spanned! {type_span(ty)=>
                    <#ty as #candid::types::CandidType>::idl_serialize(#value, __serializer)
                }
            }
        }
        (_, fields) if !record.flattened.is_empty() => {
            let own = serialize_elements(fields, |field, _| borrow(field, packed), candid);
            let own = (!fields.is_empty()).then(|| quote!(let mut __compound = __record; #own));
            let parts = record
                .flattened
                .iter()
                .zip(1u8..)
                .map(|((member, ty), part)| {
                    let value = borrow_member(member, packed);
                    let span = type_span(ty);
                    quote_spanned! {span=>
                        #part => <#ty as #candid::types::CandidType>::idl_serialize(#value, __record),
                    }
                });
            quote! {
                let mut __compound = #candid::types::Serializer::serialize_struct(__serializer)?;
                #candid::types::flatten::serialize_parts(
                    &mut __compound,
                    const { <Self as #candid::types::CandidType>::__FIELDS.sources() },
                    |__part, __record| match __part {
                        #(#parts)*
                        _ => {
                            #own
                            ::core::result::Result::Ok(())
                        }
                    },
                )
            }
        }
        (_, []) => quote! {
            #candid::types::Serializer::serialize_struct(__serializer)?;
            ::core::result::Result::Ok(())
        },
        (_, fields) => {
            let elements = serialize_elements(fields, |field, _| borrow(field, packed), candid);
            quote! {
                let mut __compound = #candid::types::Serializer::serialize_struct(__serializer)?;
                #elements
                ::core::result::Result::Ok(())
            }
        }
    }
}

/// Returns the statements that write the fields with `__compound`. A single field is written as an element; of several,
/// neighbours of fixed sizes are written together.
pub(super) fn serialize_elements(
    fields: &[Field],
    value: impl Fn(&Field, usize) -> TokenStream,
    candid: &TokenStream,
) -> TokenStream {
    let is_alone = fields.len() == 1;
    let statements = fields.iter().enumerate().map(|(i, field)| {
        let value = written(field, value(field, i), candid);
        let ty = &field.ty;
        let span = type_span(ty);
        if field.bytes {
            let bytes = as_bytes(field, &value);
            let end = (!is_alone).then(|| quote!(#candid::types::Compound::__end(&mut __compound, &mut __batch);));
            quote!(#end #candid::types::Compound::serialize_blob(&mut __compound, #bytes)?;)
        } else if is_alone {
            quote_spanned!(span=> <#ty as #candid::types::CandidType>::__write_part(#value, &mut __compound)?;)
        } else {
            quote_spanned! {span=>
                <#ty as #candid::types::CandidType>::__write_field(#value, &mut __compound, &mut __batch)?;
            }
        }
    });
    if is_alone {
        return quote!(#(#statements)*);
    }
    quote! {
        let mut __bytes = [0; #candid::types::FieldBatch::SIZE];
        let mut __batch = #candid::types::FieldBatch::new(&mut __bytes);
        #(#statements)*
        #candid::types::Compound::__end(&mut __compound, &mut __batch);
    }
}

/// Returns the span of a type, for errors, with names resolved as in the rest of the expansion: the type may come from
/// a `macro_rules!` macro, which hides its names from ours.
pub(super) fn type_span(ty: &syn::Type) -> Span {
    ty.span().resolved_at(Span::call_site())
}

/// Returns the variables that a pattern binds the fields to.
pub(super) fn variables(record: &Record) -> Vec<Ident> {
    record
        .fields
        .iter()
        .map(|field| Ident::new(&format!("__field{}", field.ordinal), Span::mixed_site()))
        .collect()
}

fn label(field: &Field, candid: &TokenStream) -> TokenStream {
    let id = field.id;
    match &field.name {
        _ if field.numbered => quote!(#candid::types::Label::Id(#id)),
        Some(name) => named(name, candid),
        None => quote!(#candid::types::Label::Unnamed(#id)),
    }
}

/// Returns the expression of the Candid type of a type; if it has none, that is reported where it is written.
pub(super) fn type_of(ty: &syn::Type, candid: &TokenStream) -> TokenStream {
    quote_spanned!(type_span(ty)=> <#ty as #candid::types::CandidType>::ty())
}

fn borrow(field: &Field, packed: bool) -> TokenStream {
    borrow_member(&field.member, packed)
}

fn borrow_member(member: &Member, packed: bool) -> TokenStream {
    if packed {
        // A field of a packed struct may be unaligned, so it is copied out.
        quote!(&{ self.#member })
    } else {
        quote!(&self.#member)
    }
}

/// Returns the expression of what is written of a field: a function of its own may write another type.
fn written(field: &Field, value: TokenStream, candid: &TokenStream) -> TokenStream {
    let Some(function) = &field.function else {
        return value;
    };
    let ty = &field.ty;
    quote_spanned! {type_span(ty)=>
        &#candid::types::serde_value::convert::<#ty, __S::Error>(
            #function(#value, #candid::types::serde_value::ToSerdeValue)
        )?
    }
}

fn as_bytes(field: &Field, value: &TokenStream) -> TokenStream {
    let ty = &field.ty;
    quote_spanned!(type_span(ty)=> <#ty as ::core::convert::AsRef<[u8]>>::as_ref(#value))
}
