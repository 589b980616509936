//! Parsing of the relevant attributes: serde's that change labels or fields, `candid`, `candid_path`, doc comments.
//!
//! Serde's other attributes are skipped, but recorded if they could make the field numbers of serde's derive differ
//! from ours: the decoder then uses names.

use super::field_attributes::{writing_function, FieldAttributes};
use super::item::Skip;
use super::proxy::Proxy;
use super::refused::{self, Place};
use super::rename::{Case, Names};
use crate::errors::Errors;
use candid_wire::identifier::is_identifier;
use proc_macro2::{Span, TokenStream};
use quote::{quote, ToTokens};
use syn::meta::ParseNestedMeta;
use syn::spanned::Spanned;
use syn::{
    parenthesized, token, Attribute, Expr, ExprLit, ExprPath, Lit, LitStr, Meta, Path, Token, Type,
};

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
    /// Whether a function other than the `Deserialize` of its type reads it: `with`, `deserialize_with`.
    pub(super) has_function: bool,
    /// Whether serde's derive numbers and names the fields as ours does.
    pub(super) same_numbers: bool,
}

/// The attributes of a field or variant that leave serde's numbers and names the same as ours. Others count as changing
/// them, so that an attribute of a later serde is not misjudged.
const HARMLESS: [&str; 10] = [
    "bound",
    "borrow",
    "default",
    "deserialize_with",
    "serialize_with",
    "skip",
    "skip_serializing_if",
    "rename",
    "rename_all",
    "with",
];

/// The same for the attributes of the item itself.
const HARMLESS_ON_ITEM: [&str; 6] = [
    "bound",
    "default",
    "expecting",
    "rename",
    "rename_all",
    "rename_all_fields",
];

/// Attributes that leave a declaration unchanged: those of the language, candid and serde. Any other may be a macro
/// that changes it, for serde's derive and not for ours, or vice versa.
const INERT: [&str; 18] = [
    "allow",
    "automatically_derived",
    "candid",
    "candid_path",
    "cfg",
    "cfg_attr",
    "default",
    "deny",
    "deprecated",
    "derive",
    "doc",
    "expect",
    "forbid",
    "must_use",
    "non_exhaustive",
    "repr",
    "serde",
    "warn",
];

/// Helper attributes of fields and variants for derives: those of minicbor, prost, schemars, strum, arbitrary,
/// proptest.
const INERT_HELPERS: [&str; 8] = [
    "arbitrary",
    "b",
    "cbor",
    "n",
    "proptest",
    "prost",
    "schemars",
    "strum",
];

/// Attributes of tools.
const INERT_TOOLS: [&str; 4] = ["clippy", "diagnostic", "miri", "rustfmt"];

/// Returns whether an attribute leaves a declaration unchanged.
fn is_inert(attribute: &Attribute) -> bool {
    let segments = &attribute.path().segments;
    is_any(attribute.path(), &INERT)
        || segments.len() > 1 && INERT_TOOLS.iter().any(|tool| segments[0].ident == tool)
}

impl SerdeAttributes {
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
            has_function: false,
            same_numbers: attributes
                .iter()
                .all(|attribute| is_inert(attribute) || is_any(attribute.path(), &INERT_HELPERS)),
        };
        // Of what is skipped, nothing else counts.
        let mut refused = Errors::default();
        for_each_serde(attributes, errors, |meta, errors| {
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
                found.has_function = true;
                let text = text_value(&meta)?;
                if let (Some(text), Some(_)) = (&text, &candid.with_type) {
                    writer = Some(writing_function(path, text)?);
                    return Ok(());
                }
                let module = text
                    .map(|text| text.value())
                    .filter(|_| path.is_ident("with"));
                if !module.as_deref().is_some_and(writes_the_type) {
                    refused::check(place, path, &mut refused);
                }
                found.bytes |= module.as_deref() == Some("serde_bytes");
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
            let functions = ["borrow", "bound", "deserialize_with"];
            found.has_function |= is_any(path, &functions);
            skip_value(&meta)
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

/// The attributes of the item itself.
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is there or is not, whatever the others are"
)]
pub(super) struct ItemAttributes {
    /// The path of the candid crate, with a leading `::` unless it was given explicitly.
    pub(super) candid: TokenStream,
    /// Whether serde's derive numbers and names the fields as ours does.
    pub(super) same_numbers: bool,
    /// `repr(packed)`: fields cannot be borrowed.
    pub(super) packed: bool,
    /// `bound`: `Deserialize` may hold for some lifetimes only.
    pub(super) has_bound: bool,
    /// `#[candid(name = "…")]`: the name of the definition in interfaces.
    pub(super) name: Option<LitStr>,
    /// `#[candid(unchecked)]`: serde's attributes count as in candid 0.10.39.
    pub(super) unchecked: bool,
    /// `rename_all`: the case of the fields of a struct, or the variants of an enum.
    pub(super) rename_all: Option<Case>,
    /// `rename_all_fields`: the case of the fields of the variants of an enum.
    pub(super) rename_all_fields: Option<Case>,
    /// `default`: each field that is missing has that of the default value of the struct.
    pub(super) default: bool,
    /// `transparent`.
    pub(super) transparent: Option<Span>,
    /// `into` with `from` or `try_from`: the type that is encoded and decoded instead.
    pub(super) proxy: Option<Type>,
}

impl ItemAttributes {
    /// Parses the attributes of a struct or an enum.
    pub(super) fn parse(attributes: &[Attribute], errors: &mut Errors) -> Self {
        let mut found = ItemAttributes {
            candid: quote!(::candid),
            same_numbers: attributes.iter().all(is_inert),
            packed: false,
            has_bound: false,
            name: None,
            unchecked: false,
            rename_all: None,
            rename_all_fields: None,
            default: false,
            transparent: None,
            proxy: None,
        };
        for attribute in attributes {
            let path = attribute.path();
            if path.is_ident("candid_path") {
                if let Some(path) = errors.check(parse_candid_path(attribute)) {
                    found.candid = path.into_token_stream();
                }
            } else if path.is_ident("candid") {
                let parsed = attribute.parse_nested_meta(|meta| {
                    if meta.path.is_ident("name") {
                        if found.name.is_some() {
                            return Err(meta.error("duplicate `name`"));
                        }
                        found.name = Some(definition_name(&meta)?);
                    } else if meta.path.is_ident("unchecked") {
                        found.unchecked = true;
                    } else {
                        let help =
                            "expected `name` or `unchecked`, as in `candid(name = \"User\")`";
                        return Err(meta.error(help));
                    }
                    Ok(())
                });
                errors.check(parsed);
            } else if path.is_ident("repr") {
                found.packed |= is_packed(attribute);
            }
        }
        let unchecked = found.unchecked;
        let mut proxy = Proxy::default();
        for_each_serde(attributes, errors, |meta, errors| {
            let path = &meta.path;
            found.same_numbers &= is_any(path, &HARMLESS_ON_ITEM)
                && !(unchecked && is_any(path, &["rename_all", "rename_all_fields"]));
            found.has_bound |= path.is_ident("bound");
            if path.is_ident("rename_all") {
                found.rename_all = rename_all(&meta, unchecked, errors)?;
                return Ok(());
            }
            if path.is_ident("rename_all_fields") {
                found.rename_all_fields = rename_all(&meta, unchecked, errors)?;
                return Ok(());
            }
            if unchecked {
                return skip_value(&meta);
            }
            refused::check(Place::Item, path, errors);
            found.default |= path.is_ident("default");
            if path.is_ident("transparent") {
                found.transparent = Some(path.span());
            }
            proxy.parse(&meta)
        });
        found.proxy = proxy.finish(errors);
        found
    }
}

/// Parses the case of `rename_all`, which counts for nothing if unchecked.
fn rename_all(
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

/// Calls `visit` for each `x` in `#[serde(x, …)]`.
fn for_each_serde(
    attributes: &[Attribute],
    errors: &mut Errors,
    mut visit: impl FnMut(ParseNestedMeta<'_>, &mut Errors) -> syn::Result<()>,
) {
    for attribute in attributes {
        if attribute.path().is_ident("serde") {
            let parsed = attribute.parse_nested_meta(|meta| visit(meta, errors));
            errors.check(parsed);
        }
    }
}

fn is_any(path: &Path, names: &[&str]) -> bool {
    names.iter().any(|name| path.is_ident(name))
}

/// Returns the text in `= "text"`.
fn text_value(meta: &ParseNestedMeta<'_>) -> syn::Result<Option<LitStr>> {
    let value: Expr = meta.value()?.parse()?;
    Ok(string_of(&value))
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

/// Skips `= value` or `(…)`.
pub(super) fn skip_value(meta: &ParseNestedMeta<'_>) -> syn::Result<()> {
    if meta.input.peek(Token![=]) {
        meta.value()?.parse::<Expr>()?;
    } else if meta.input.peek(token::Paren) {
        let content;
        parenthesized!(content in meta.input);
        content.parse::<TokenStream>()?;
    }
    Ok(())
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

/// Parses the name of a definition.
fn definition_name(meta: &ParseNestedMeta<'_>) -> syn::Result<LitStr> {
    let help = "expected a name in quotes, as in `name = \"User\"`";
    let name = text_value(meta)?.ok_or_else(|| meta.error(help))?;
    if is_identifier(&name.value()) {
        return Ok(name);
    }
    let help = "the name of a definition is letters, digits and `_`, does not begin with a digit, and is no keyword of Candid";
    Err(syn::Error::new(name.span(), help))
}

fn parse_candid_path(attribute: &Attribute) -> syn::Result<Path> {
    let help = "expected the path of the candid crate, as in `candid_path(\"path::to::candid\")`";
    let text: LitStr = attribute
        .parse_args()
        .map_err(|_| syn::Error::new_spanned(attribute, help))?;
    text.parse_with(Path::parse_mod_style)
        .map_err(|_| syn::Error::new(text.span(), help))
}

fn is_packed(attribute: &Attribute) -> bool {
    let mut packed = false;
    // The compiler reports errors in `repr` itself.
    let _ = attribute.parse_nested_meta(|meta| {
        packed |= meta.path.is_ident("packed");
        skip_value(&meta)
    });
    packed
}
