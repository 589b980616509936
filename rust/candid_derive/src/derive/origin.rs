//! Where serde's attributes come from: an attribute macro behind serde's derive, and in front of ours, may add some that serde's
//! derive has never seen.
//!
//! What a macro makes has the position of something else, with another text; what it copies from its arguments stands in front
//! of our derive, or in another place than the declaration. What is written in a declaration, also in that of `macro_rules`,
//! stands behind our derive, in front of what it is about.

use super::attributes::is_any;
use super::known::skip_value;
use proc_macro2::{Span, TokenStream, TokenTree};
use quote::ToTokens;
use std::cell::OnceCell;
use syn::spanned::Spanned;
use syn::{Attribute, Data, DeriveInput, Fields};

/// Attributes that have no effect on the values that are read.
const ONLY_WRITING: [&str; 4] = [
    "bound",
    "serialize_with",
    "skip_serializing",
    "skip_serializing_if",
];

/// A position in a source file.
struct Position {
    file: String,
    line: usize,
    column: usize,
}

impl Position {
    fn of(span: Span) -> Self {
        let start = span.unwrap().start();
        Position {
            file: start.file(),
            line: start.line(),
            column: start.column(),
        }
    }

    fn is_before(&self, other: &Self) -> bool {
        self.file == other.file && (self.line, self.column) < (other.line, other.column)
    }
}

/// Returns whether serde's attributes for decoding stand where they are written, as far as that can be told.
pub(super) fn is_written(input: &DeriveInput) -> bool {
    // No compiler, no positions.
    if !proc_macro::is_available() {
        return true;
    }
    let derive = OnceCell::new();
    let is_written = |attributes: &[Attribute], things: &[Span]| {
        let mut attributes = attributes.iter();
        attributes.all(|attribute| !is_for_reading(attribute) || stands(attribute, &derive, things))
    };
    let fields_are_written = |fields: &Fields| {
        fields.iter().all(|field| {
            let name = field.ident.as_ref().map(Spanned::span);
            let things = [field.ty.span(), name.unwrap_or(field.ty.span())];
            is_written(&field.attrs, &things)
        })
    };
    match &input.data {
        Data::Struct(data) => {
            let things = [data.struct_token.span, input.ident.span()];
            is_written(&input.attrs, &things) && fields_are_written(&data.fields)
        }
        Data::Enum(data) => {
            let things = [data.enum_token.span, input.ident.span()];
            is_written(&input.attrs, &things)
                && data.variants.iter().all(|variant| {
                    is_written(&variant.attrs, &[variant.ident.span()])
                        && fields_are_written(&variant.fields)
                })
        }
        Data::Union(_) => true,
    }
}

/// Returns whether an attribute stands behind our derive and in front of the things that it is about, which may come from another
/// file, and is written there.
fn stands(attribute: &Attribute, derive: &OnceCell<Position>, things: &[Span]) -> bool {
    let start = Position::of(attribute.pound_token.span);
    let name = Position::of(attribute.path().span());
    let derive = derive.get_or_init(|| Position::of(Span::call_site()));
    let things = things.iter().map(|thing| Position::of(*thing));
    start.is_before(&name)
        && derive.is_before(&name)
        && !things.into_iter().any(|thing| thing.is_before(&name))
        && are_written(attribute.meta.to_token_stream(), derive)
}

/// Returns whether each token is what is written at its position, which is not in front of our derive.
fn are_written(tokens: TokenStream, derive: &Position) -> bool {
    tokens.into_iter().all(|token| match token {
        TokenTree::Group(group) => are_written(group.stream(), derive),
        token => {
            let span = token.span();
            !Position::of(span).is_before(derive)
                && span.unwrap().source_text() == Some(token.to_string())
        }
    })
}

/// Returns whether an attribute is one of serde that has an effect on decoding.
fn is_for_reading(attribute: &Attribute) -> bool {
    if !attribute.path().is_ident("serde") {
        return false;
    }
    let mut is_for_reading = false;
    let parsed = attribute.parse_nested_meta(|meta| {
        is_for_reading |= !is_any(&meta.path, &ONLY_WRITING);
        skip_value(&meta)
    });
    is_for_reading || parsed.is_err()
}
