//! Parsing of the relevant attributes: serde's that change labels or fields, `candid`, `candid_path`, doc comments.
//!
//! Serde's other attributes are skipped, but recorded if they could make the field numbers of serde's derive differ
//! from ours: the decoder then uses names.

use crate::errors::Errors;
use proc_macro2::{Span, TokenStream};
use quote::{quote, ToTokens};
use syn::meta::ParseNestedMeta;
use syn::{parenthesized, token, Attribute, Expr, ExprLit, Lit, LitInt, LitStr, Meta, Path, Token};

/// The attributes of a field or a variant that serde's derive knows.
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is there or is not, whatever the others are"
)]
pub(super) struct SerdeAttributes {
    /// The label from `rename`.
    pub(super) rename: Option<LitStr>,
    /// The numeric label that replaces the name, from `#[candid(id = 5)]`.
    pub(super) id: Option<(u32, Span)>,
    /// `skip`.
    pub(super) skipped: bool,
    /// `with = "serde_bytes"`.
    pub(super) bytes: bool,
    /// Whether a function other than the `Deserialize` of its type reads it: `with`, `deserialize_with`.
    pub(super) has_function: bool,
    /// Whether serde's derive numbers and names the fields as ours does.
    pub(super) same_numbers: bool,
}

/// The attributes of a field or variant that leave serde's numbers and names the same as ours. Others count as changing
/// them, so that an attribute of a later serde is not misjudged.
const HARMLESS: [&str; 9] = [
    "bound",
    "borrow",
    "default",
    "deserialize_with",
    "serialize_with",
    "skip",
    "skip_serializing_if",
    "rename",
    "with",
];

/// The same for the attributes of the item itself.
const HARMLESS_ON_ITEM: [&str; 4] = ["bound", "default", "expecting", "rename"];

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
    /// Parses the attributes of a field or a variant.
    pub(super) fn parse(attributes: &[Attribute], errors: &mut Errors) -> Self {
        let mut found = SerdeAttributes {
            rename: None,
            id: parse_id(attributes, errors),
            skipped: false,
            bytes: false,
            has_function: false,
            same_numbers: attributes
                .iter()
                .all(|attribute| is_inert(attribute) || is_any(attribute.path(), &INERT_HELPERS)),
        };
        for_each_serde(attributes, errors, |meta, errors| {
            if !is_any(&meta.path, &HARMLESS) {
                found.same_numbers = false;
            }
            if meta.path.is_ident("rename") {
                let rename = Rename::parse(&meta, errors)?;
                found.same_numbers &= rename.is_same_both_ways();
                found.rename = rename.serialize.or(found.rename.take());
                Ok(())
            } else if meta.path.is_ident("with") {
                found.bytes |= value_is(&meta, "serde_bytes")?;
                found.has_function = true;
                Ok(())
            } else {
                found.skipped |= meta.path.is_ident("skip");
                found.has_function |= is_any(&meta.path, &["borrow", "bound", "deserialize_with"]);
                skip_value(&meta)
            }
        });
        found
    }
}

/// The attributes of the item itself.
pub(super) struct ItemAttributes {
    /// The path of the candid crate, with a leading `::` unless it was given explicitly.
    pub(super) candid: TokenStream,
    /// Whether serde's derive numbers and names the fields as ours does.
    pub(super) same_numbers: bool,
    /// `repr(packed)`: fields cannot be borrowed.
    pub(super) packed: bool,
    /// `bound`: `Deserialize` may hold for some lifetimes only.
    pub(super) has_bound: bool,
}

impl ItemAttributes {
    /// Parses the attributes of a struct or an enum.
    pub(super) fn parse(attributes: &[Attribute], errors: &mut Errors) -> Self {
        let mut found = ItemAttributes {
            candid: quote!(::candid),
            same_numbers: attributes.iter().all(is_inert),
            packed: false,
            has_bound: false,
        };
        for attribute in attributes {
            if attribute.path().is_ident("candid_path") {
                if let Some(path) = errors.check(parse_candid_path(attribute)) {
                    found.candid = path.into_token_stream();
                }
            } else if attribute.path().is_ident("repr") {
                found.packed |= is_packed(attribute);
            }
        }
        for_each_serde(attributes, errors, |meta, _| {
            found.same_numbers &= is_any(&meta.path, &HARMLESS_ON_ITEM);
            found.has_bound |= meta.path.is_ident("bound");
            skip_value(&meta)
        });
        found
    }
}

/// Returns the number in `#[candid(id = 5)]` and its span.
fn parse_id(attributes: &[Attribute], errors: &mut Errors) -> Option<(u32, Span)> {
    let mut found = None;
    for attribute in attributes {
        if !attribute.path().is_ident("candid") {
            continue;
        }
        let parsed = attribute.parse_nested_meta(|meta| {
            if !meta.path.is_ident("id") {
                return Err(meta.error("expected `id`, as in `candid(id = 5)`"));
            }
            let number: LitInt = meta.value()?.parse()?;
            let id = number.base10_parse().map_err(|_| {
                syn::Error::new(
                    number.span(),
                    "expected a number below 2^32 without a suffix",
                )
            })?;
            found = Some((id, number.span()));
            Ok(())
        });
        errors.check(parsed);
    }
    found
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

/// The two names of `rename = "…"` or `rename(serialize = "…", deserialize = "…")`.
struct Rename {
    serialize: Option<LitStr>,
    deserialize: Option<LitStr>,
}

impl Rename {
    fn parse(meta: &ParseNestedMeta<'_>, errors: &mut Errors) -> syn::Result<Self> {
        if !meta.input.peek(token::Paren) {
            let name = parse_string(meta)?;
            return Ok(Rename {
                serialize: Some(name.clone()),
                deserialize: Some(name),
            });
        }
        let mut rename = Rename {
            serialize: None,
            deserialize: None,
        };
        meta.parse_nested_meta(|meta| {
            if meta.path.is_ident("serialize") {
                rename.serialize = errors.check(parse_string(&meta));
            } else if meta.path.is_ident("deserialize") {
                rename.deserialize = errors.check(parse_string(&meta));
            } else {
                return Err(meta.error("expected `serialize` or `deserialize`"));
            }
            Ok(())
        })?;
        Ok(rename)
    }

    fn is_same_both_ways(&self) -> bool {
        match (&self.serialize, &self.deserialize) {
            (Some(a), Some(b)) => a.value() == b.value(),
            _ => false,
        }
    }
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

fn parse_string(meta: &ParseNestedMeta<'_>) -> syn::Result<LitStr> {
    if !meta.input.peek(Token![=]) {
        return Err(meta.error("expected a name, as in `rename = \"name\"`"));
    }
    let value: Expr = meta.value()?.parse()?;
    string_of(&value).ok_or_else(|| {
        syn::Error::new_spanned(&value, "expected a string, as in `rename = \"name\"`")
    })
}

fn value_is(meta: &ParseNestedMeta<'_>, expected: &str) -> syn::Result<bool> {
    let value: Expr = meta.value()?.parse()?;
    Ok(string_of(&value).is_some_and(|text| text.value() == expected))
}

/// Skips `= value` or `(…)`.
fn skip_value(meta: &ParseNestedMeta<'_>) -> syn::Result<()> {
    if meta.input.peek(Token![=]) {
        meta.value()?.parse::<Expr>()?;
    } else if meta.input.peek(token::Paren) {
        let content;
        parenthesized!(content in meta.input);
        content.parse::<TokenStream>()?;
    }
    Ok(())
}

fn string_of(value: &Expr) -> Option<LitStr> {
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
