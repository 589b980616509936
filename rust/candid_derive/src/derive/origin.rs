//! Where serde's attributes come from: an attribute macro behind serde's derive, and in front of ours, may add some that serde's
//! derive has never seen.
//!
//! All tokens that a macro makes have one position, and those that it copies from its arguments stand in front of our
//! derive. What is written in a declaration, also in that of `macro_rules`, has increasing positions behind it.

use super::attributes::is_any;
use super::known::skip_value;
use proc_macro2::Span;
use std::cell::OnceCell;
use syn::spanned::Spanned;
use syn::{Attribute, Data, DeriveInput};

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
    let is_written = |attributes: &[Attribute]| {
        attributes
            .iter()
            .all(|attribute| is_behind(&derive, attribute))
    };
    is_written(&input.attrs)
        && match &input.data {
            Data::Struct(data) => data.fields.iter().all(|field| is_written(&field.attrs)),
            Data::Enum(data) => data.variants.iter().all(|variant| {
                let mut fields = variant.fields.iter();
                is_written(&variant.attrs) && fields.all(|field| is_written(&field.attrs))
            }),
            Data::Union(_) => true,
        }
}

/// Returns whether the tokens of an attribute have different positions, which are not in front of our derive in its file.
fn is_behind(derive: &OnceCell<Position>, attribute: &Attribute) -> bool {
    if !is_for_reading(attribute) {
        return true;
    }
    let start = Position::of(attribute.pound_token.span);
    let name = Position::of(attribute.path().span());
    let derive = derive.get_or_init(|| Position::of(Span::call_site()));
    start.is_before(&name) && !name.is_before(derive)
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
