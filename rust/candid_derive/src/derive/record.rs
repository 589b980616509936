//! Generation of the type and the encoding of records: structs, and the payloads of variants.

use super::item::{Field, Flattened, Record, Rest, Style};
use super::written::has_no_fixed_size;
use proc_macro2::{Ident, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::Member;

/// Returns the expression of the record's type.
pub(super) fn ty(record: &Record, candid: &TokenStream) -> TokenStream {
    match (record.style, record.fields.as_slice()) {
        (Style::Unit, _) => quote!(<() as #candid::types::CandidType>::ty()),
        (Style::Newtype, [field]) => {
            let ty = field.item("ty");
            quote!(#ty())
        }
        (_, fields) => {
            let table = parts(fields, candid);
            let own = quote!(#candid::types::derived::record(#table));
            if record.flattened.is_empty() {
                return own;
            }
            let flattened = record.flattened.iter().map(|Flattened { ty, .. }| {
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

/// Returns the expression of the table of fields.
pub(super) fn parts(fields: &[Field], candid: &TokenStream) -> TokenStream {
    let parts = fields.iter().map(|field| {
        let ty = field.item("ty");
        let key = match &field.name {
            Some(name) => key(name, field.id, field.numbered),
            None => {
                let id = field.id;
                quote!(Unnamed(#id))
            }
        };
        quote!(#key #ty)
    });
    quote!(#candid::types::__parts!(#(#parts),*))
}

/// Returns the label of a field or case with a name.
pub(super) fn key(name: &str, id: u32, numbered: bool) -> TokenStream {
    if numbered {
        quote!(Id(#id))
    } else {
        quote!(Named(#name))
    }
}

/// Returns whether all values may have a common size, as far as the declaration shows.
pub(super) fn may_be_fixed(record: &Record) -> bool {
    let has_others = !record.flattened.is_empty() || record.rest.is_some();
    let mut fields = record.fields.iter();
    !has_others && !fields.any(|field| field.bytes || has_no_fixed_size(&field.ty))
}

/// Returns whether values may be built from their bytes, as far as the declaration shows: all have a common size, but for
/// options.
pub(super) fn may_be_built(record: &Record) -> bool {
    let has_others = !record.flattened.is_empty() || record.rest.is_some();
    let may_be_built = |field: &Field| {
        if field.reader.is_some() {
            return false;
        }
        let payload = option_payload(&field.ty);
        !field.bytes && !has_no_fixed_size(payload.unwrap_or(&field.ty))
    };
    !has_others && record.skipped.is_empty() && record.fields.iter().all(may_be_built)
}

/// Returns the payload of a type that is written as an option.
fn option_payload(ty: &syn::Type) -> Option<&syn::Type> {
    match ty {
        syn::Type::Path(path) => {
            let last = path.path.segments.last()?;
            match &last.arguments {
                syn::PathArguments::AngleBracketed(arguments) if last.ident == "Option" => {
                    match arguments.args.first()? {
                        syn::GenericArgument::Type(payload) => Some(payload),
                        _ => None,
                    }
                }
                _ => None,
            }
        }
        syn::Type::Group(group) => option_payload(&group.elem),
        syn::Type::Paren(paren) => option_payload(&paren.elem),
        _ => None,
    }
}

/// Returns the constant `__SIZE`, the size common to all values; none if there is no such size.
pub(super) fn size(record: &Record, candid: &TokenStream) -> Option<TokenStream> {
    may_be_fixed(record).then(|| {
        let sizes = record.fields.iter().map(|field| field.item("__SIZE"));
        quote!(const __SIZE: usize = #candid::types::__size_of_record(&[#(#sizes),*]);)
    })
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
    let start = quote!(serialize_struct(__serializer));
    let fields = || {
        let values = record.fields.iter().map(|field| borrow(field, packed));
        written_fields(&record.fields, values, candid)
    };
    if let Some(Rest { ident, ty_span, .. }) = &record.rest {
        // Where the type is, for an error if it is another.
        let rest = if packed {
            quote_spanned!(*ty_span=> &{ self.#ident })
        } else {
            quote_spanned!(*ty_span=> &self.#ident)
        };
        let fields = fields();
        return quote! {
            let mut __serializer = __serializer;
            #candid::types::Serializer::__other_fields(&mut __serializer, #rest)?;
            #candid::types::__write_fields!(#start #fields)
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
                let serialize = field.item("idl_serialize");
                quote!(#serialize(#value, __serializer))
            }
        }
        _ if !record.flattened.is_empty() => {
            let own = fields();
            let parts = record
                .flattened
                .iter()
                .zip(1usize..)
                .map(|(flattened, part)| {
                    let (member, ty) = (&flattened.member, &flattened.ty);
                    let value = borrow_member(member, packed);
                    let span = type_span(ty);
                    quote_spanned! {span=>
                        #part => <#ty as #candid::types::CandidType>::idl_serialize(#value, __record),
                    }
                });
            quote! {
                let mut __compound = #candid::types::Serializer::#start?;
                #candid::types::flatten::serialize_parts(
                    &mut __compound,
                    const { <Self as #candid::types::CandidType>::__FIELDS.runs() },
                    |__part, __record| match __part {
                        #(#parts)*
                        _ => #candid::types::__write_fields!(serialize_struct(__record) #own),
                    },
                )
            }
        }
        _ => {
            let fields = fields();
            quote!(#candid::types::__write_fields!(#start #fields))
        }
    }
}

/// Returns the fields, each with the function that writes it and the value.
pub(super) fn written_fields(
    fields: &[Field],
    values: impl Iterator<Item = TokenStream>,
    candid: &TokenStream,
) -> TokenStream {
    let is_alone = fields.len() == 1;
    let fields = fields.iter().zip(values).map(|(field, value)| {
        let value = written(field, value, candid);
        if field.bytes {
            let bytes = as_bytes(field, &value);
            let write = if is_alone {
                quote!(__blob_part)
            } else {
                quote!(__blob_field)
            };
            quote!(; #candid::types::Compound::#write, #bytes)
        } else {
            let write = field.item(if is_alone {
                "__write_part"
            } else {
                "__write_field"
            });
            quote!(; #write, #value)
        }
    });
    fields.collect()
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

/// Returns `<T as CandidType>::`, which the name of an item follows; if the type has no `CandidType`, that is reported where it is written.
pub(super) fn items_of(ty: &syn::Type, span: Span, candid: &TokenStream) -> TokenStream {
    quote_spanned!(span=> <#ty as #candid::types::CandidType>::)
}

impl Field {
    /// Returns the path of an item of `CandidType` of the type.
    pub(super) fn item(&self, name: &str) -> TokenStream {
        let (items, name) = (&self.items, Ident::new(name, self.ty_span));
        quote!(#items #name)
    }
}

/// Returns the function that returns the Candid type of a type.
pub(super) fn type_of(ty: &syn::Type, candid: &TokenStream) -> TokenStream {
    quote_spanned!(type_span(ty)=> <#ty as #candid::types::CandidType>::ty)
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
    quote_spanned! {field.ty_span=>
        &#candid::types::serde_value::convert::<#ty, __S::Error>(
            #function(#value, #candid::types::serde_value::ToSerdeValue)
        )?
    }
}

fn as_bytes(field: &Field, value: &TokenStream) -> TokenStream {
    let ty = &field.ty;
    quote_spanned!(field.ty_span=> <#ty as ::core::convert::AsRef<[u8]>>::as_ref(#value))
}
