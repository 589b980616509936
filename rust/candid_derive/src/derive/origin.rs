//! Where serde's attributes come from: an attribute macro behind serde's derive, and in front of ours, may add some that serde's
//! derive has never seen.
//!
//! What is written in a declaration has increasing positions. What a macro makes has one position for all its tokens, and
//! what it copies from its arguments stands in front of the declaration. Tokens of `macro_rules` have the positions of
//! those who wrote them, so some types that such macros declare count as changed, and are only slower.

use super::attributes::is_any;
use super::known::skip_value;
use proc_macro2::Span;
use syn::spanned::Spanned;
use syn::{Attribute, Data, DeriveInput, Fields};

/// Attributes without an effect on decoding.
const ONLY_WRITING: [&str; 4] = [
    "bound",
    "serialize_with",
    "skip_serializing",
    "skip_serializing_if",
];

/// A position in a source file.
#[derive(PartialEq, Eq)]
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
    let before = input.ident.span();
    input.attrs.iter().all(is_in_order)
        && match &input.data {
            Data::Struct(data) => are_fields_written(before, &data.fields),
            Data::Enum(data) => {
                let mut before = before;
                data.variants.iter().all(|variant| {
                    let here = variant.ident.span();
                    let is_written = are_between(before, &variant.attrs, here)
                        && are_fields_written(here, &variant.fields);
                    before = here;
                    is_written
                })
            }
            Data::Union(_) => true,
        }
}

/// `before` is the name in front of the fields.
fn are_fields_written(mut before: Span, fields: &Fields) -> bool {
    fields.iter().all(|field| {
        let here = field
            .ident
            .as_ref()
            .map_or_else(|| field.ty.span(), Spanned::span);
        let is_written = are_between(before, &field.attrs, here);
        before = here;
        is_written
    })
}

/// Returns whether serde's attributes of what is at `here` stand between that and what is at `before`.
fn are_between(before: Span, attributes: &[Attribute], here: Span) -> bool {
    let mut serde = attributes.iter().filter(is_for_reading).peekable();
    if serde.peek().is_none() {
        return true;
    }
    let (before, here) = (Position::of(before), Position::of(here));
    serde.all(|attribute| {
        let at = Position::of(attribute.path().span());
        is_in_order(attribute) && before.is_before(&at) && at.is_before(&here)
    })
}

/// Returns whether the tokens of an attribute of serde have different positions.
fn is_in_order(attribute: &Attribute) -> bool {
    !is_for_reading(&attribute)
        || Position::of(attribute.pound_token.span)
            .is_before(&Position::of(attribute.path().span()))
}

/// Returns whether an attribute is one of serde that has an effect on decoding.
fn is_for_reading(attribute: &&Attribute) -> bool {
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
