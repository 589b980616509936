//! Parsing of the attributes of fields and variants: serde's that change labels or fields, doc comments.
//!
//! Serde's other attributes are skipped, but recorded if they could make the field numbers of serde's derive differ
//! from ours: the decoder then uses names.

use super::field_attributes::{writing_function, FieldAttributes};
use super::inert::{is_inert, HARMLESS, INERT_HELPERS};
use super::item::Skip;
use super::known::Known;
use super::refused::{self, Place};
use super::rename::{Case, Names};
use super::written::{is_bytes, text};
use crate::errors::Errors;
use proc_macro2::Span;
use syn::meta::ParseNestedMeta;
use syn::parse::ParseStream;
use syn::spanned::Spanned;
use syn::{Attribute, Expr, ExprLit, ExprPath, Ident, Lit, LitStr, Meta, Path, Token, Type};

/// The attributes of a field or a variant that serde's derive knows.
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is there or is not, whatever the others are"
)]
pub(super) struct SerdeAttributes {
    /// The label from `rename`.
    pub(super) rename: Option<LitStr>,
    /// The labels from `alias`, in order.
    pub(super) aliases: Vec<LitStr>,
    /// The case of the fields of a variant, from `rename_all`.
    pub(super) rename_all: Option<Case>,
    /// The function that writes it, and the type that this is, from `#[candid(with_type = "T")]`.
    pub(super) written: Option<(ExprPath, Type)>,
    /// The numeric label that replaces the name, from `#[candid(id = 5)]`.
    pub(super) id: Option<(u32, Span)>,
    /// `#[candid(rest)]`.
    pub(super) rest: Option<Span>,
    /// `skip`, and `skip_serializing` of a variant.
    pub(super) skip: Skip,
    /// `default`, which `skip_deserializing` means too.
    pub(super) default: bool,
    /// `skip_deserializing`.
    pub(super) not_read: Option<Span>,
    /// `flatten`.
    pub(super) flatten: Option<Span>,
    /// `with = "serde_bytes"`.
    pub(super) bytes: bool,
    /// `with`, or another function that writes it.
    pub(super) with: Option<Span>,
    pub(super) reader: Reader,
    /// The function in `default = "function"`.
    pub(super) default_function: Option<ExprPath>,
    /// Whether serde's derive numbers and names the fields as ours does.
    pub(super) same_numbers: bool,
}

/// What reads a field or a variant.
pub(super) enum Reader {
    /// The `Deserialize` of its type.
    Type,
    /// A function: `deserialize_with`, and that of `with = "serde_bytes"`.
    Function(ExprPath),
    /// A function that may be missing, or only be for some inputs.
    Other,
}

impl Reader {
    /// Returns the function.
    pub(super) fn function(self) -> Option<ExprPath> {
        match self {
            Reader::Function(function) => Some(function),
            Reader::Type | Reader::Other => None,
        }
    }
}

impl SerdeAttributes {
    /// Returns whether the derive can call what reads a field of this type.
    pub(super) fn can_be_called(&self, ty: &Type) -> bool {
        match self.reader {
            Reader::Type => true,
            Reader::Function(_) => !self.bytes || is_bytes(&text(ty)),
            Reader::Other => false,
        }
    }

    /// Parses the attributes of a field or a variant of an item. `unchecked` is what that has.
    pub(super) fn parse(
        attributes: &[Attribute],
        place: Place,
        unchecked: bool,
        errors: &mut Errors,
    ) -> Self {
        let candid = FieldAttributes::parse(attributes, place, errors);
        let mut writer = None;
        let mut found = SerdeAttributes {
            rename: None,
            aliases: Vec::new(),
            rename_all: None,
            written: None,
            id: candid.id,
            rest: candid.rest,
            skip: Skip::Nothing,
            default: false,
            not_read: None,
            flatten: None,
            bytes: false,
            with: None,
            reader: Reader::Type,
            default_function: None,
            same_numbers: attributes
                .iter()
                .all(|attribute| is_inert(attribute) || is_any(attribute.path(), &INERT_HELPERS)),
        };
        // Of what is skipped, nothing else counts.
        let mut refused = Errors::default();
        let known = Known::new(place, unchecked);
        for_each_serde(attributes, known, errors, |meta, known, errors| {
            let path = &meta.path;
            found.same_numbers &= is_any(path, &HARMLESS);
            if path.is_ident("rename") {
                let names = Names::parse(&meta, errors)?;
                found.same_numbers &= names.is_same_both_ways();
                let name = if unchecked {
                    names.serialize
                } else {
                    names.same(&mut refused)
                };
                found.rename = name.or(found.rename.take());
                return Ok(());
            }
            if path.is_ident("rename_all") {
                found.same_numbers &= !unchecked;
                found.rename_all = rename_all(&meta, unchecked, errors)?;
                return Ok(());
            }
            if path.is_ident("alias") && !unchecked {
                let help = "expected a name in quotes, as in `alias = \"name\"`";
                let name = text_value(&meta)?.ok_or_else(|| meta.error(help))?;
                found.aliases.push(name);
                return Ok(());
            }
            if is_any(path, &["with", "serialize_with"]) {
                // A module that a hand-written `Deserialize` does not need may have no function to read.
                found.reader = Reader::Other;
                let text = text_value(&meta)?;
                if let (Some(text), Some(_)) = (&text, &candid.with_type) {
                    found.with = Some(path.span());
                    writer = Some(writing_function(path, text)?);
                    return Ok(());
                }
                let module = text
                    .as_ref()
                    .map(LitStr::value)
                    .filter(|_| path.is_ident("with"));
                if !module.as_deref().is_some_and(writes_the_type) {
                    refused::check(place, path, &mut refused);
                } else if !unchecked {
                    found.with = Some(path.span());
                }
                if module.as_deref() == Some("serde_bytes") {
                    found.bytes = true;
                    if let Some(mut function) = text.and_then(|text| text.parse::<ExprPath>().ok())
                    {
                        let name = Ident::new("deserialize", path.span());
                        function.path.segments.push(name.into());
                        found.reader = Reader::Function(function);
                    }
                }
                return Ok(());
            }
            refused::check(place, path, &mut refused);
            if path.is_ident("skip") {
                found.skip = Skip::Type;
            } else if !unchecked && path.is_ident("skip_serializing") && place == Place::Variant {
                found.skip = found.skip.max(Skip::Encoding);
            }
            found.default |= !unchecked && is_any(path, &["default", "skip_deserializing"]);
            if path.is_ident("skip_deserializing") {
                found.not_read = Some(path.span());
            }
            if path.is_ident("flatten") && !unchecked {
                found.flatten = Some(path.span());
            }
            if path.is_ident("default") {
                found.default_function = named_function(meta.input);
            } else if is_any(path, &["borrow", "bound"]) {
                found.reader = Reader::Other;
            } else if path.is_ident("deserialize_with") {
                found.reader = match (&found.reader, named_function(meta.input)) {
                    (Reader::Type, Some(function)) => Reader::Function(function),
                    _ => Reader::Other,
                };
            }
            known.skip_value(&meta)
        });
        found.written = candid.written(writer, errors);
        if found.skip == Skip::Encoding && found.not_read.is_some() {
            found.skip = Skip::Type;
        }
        if !unchecked && found.skip != Skip::Type {
            errors.append(refused);
        }
        found
    }
}

/// Parses the case of `rename_all`, which counts for nothing if unchecked.
pub(super) fn rename_all(
    meta: &ParseNestedMeta<'_>,
    unchecked: bool,
    errors: &mut Errors,
) -> syn::Result<Option<Case>> {
    let mut ignored = Errors::default();
    let errors = if unchecked { &mut ignored } else { errors };
    Ok(Case::parse(meta, errors)?.filter(|_| !unchecked))
}

/// Returns the lines of the doc comments, trimmed.
pub(crate) fn doc_lines(attributes: &[Attribute]) -> Vec<String> {
    let mut lines = Vec::new();
    for attribute in attributes {
        // `#[doc(hidden)]` is a list, not a comment; `#[doc = include_str!("…")]` is not a literal.
        if let Meta::NameValue(meta) = &attribute.meta {
            if let (true, Some(text)) = (meta.path.is_ident("doc"), string_of(&meta.value)) {
                lines.extend(text.value().lines().map(|line| line.trim().to_owned()));
                if text.value().is_empty() {
                    lines.push(String::new());
                }
            }
        }
    }
    lines
}

/// Calls `visit` for each `x` in `#[serde(x, …)]` that may be at this place.
pub(super) fn for_each_serde(
    attributes: &[Attribute],
    mut known: Known,
    errors: &mut Errors,
    mut visit: impl FnMut(ParseNestedMeta<'_>, &Known, &mut Errors) -> syn::Result<()>,
) {
    for attribute in attributes {
        if attribute.path().is_ident("serde") {
            let parsed = attribute.parse_nested_meta(|meta| {
                known.check(&meta)?;
                visit(meta, &known, errors)
            });
            errors.check(parsed);
        }
    }
}

pub(super) fn is_any(path: &Path, names: &[&str]) -> bool {
    names.iter().any(|name| path.is_ident(name))
}

/// Returns the text in `= "text"`.
pub(super) fn text_value(meta: &ParseNestedMeta<'_>) -> syn::Result<Option<LitStr>> {
    let value: Expr = meta.value()?.parse()?;
    Ok(string_of(&value))
}

/// Returns the function in `= "function"`, if it is one, and leaves the input where it is.
fn named_function(input: ParseStream<'_>) -> Option<ExprPath> {
    let input = input.fork();
    input.parse::<Token![=]>().ok()?;
    let value: Expr = input.parse().ok()?;
    string_of(&value)?.parse().ok()
}

/// Returns whether this is a module that writes what the type of the field writes: that of bytes, and those of `candid`.
fn writes_the_type(module: &str) -> bool {
    let segments: Vec<_> = module.split("::").map(str::trim).collect();
    match segments.as_slice() {
        ["serde_bytes"] => true,
        [path @ .., "rc" | "arc" | "array" | "nat_as_string"] => path.contains(&"candid"),
        _ => false,
    }
}

pub(super) fn string_of(value: &Expr) -> Option<LitStr> {
    match value {
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => Some(text.clone()),
        // A macro that passes on a literal wraps it in an invisible group.
        Expr::Group(group) => string_of(&group.expr),
        _ => None,
    }
}
