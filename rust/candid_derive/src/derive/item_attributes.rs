//! Parsing of the attributes of a struct or an enum: serde's, `candid`, `candid_path`.

use super::attributes::{for_each_serde, is_any, rename_all, text_value};
use super::inert::{is_inert, HARMLESS_ON_ITEM};
use super::known::{skip_value, Known};
use super::proxy::Proxy;
use super::refused::{self, Place};
use super::rename::{Case, Names};
use crate::errors::Errors;
use candid_wire::identifier::is_identifier;
use proc_macro2::{Span, TokenStream};
use quote::{quote, ToTokens};
use syn::meta::ParseNestedMeta;
use syn::spanned::Spanned;
use syn::{Attribute, LitStr, Path, Type};

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
    pub(super) fn parse(attributes: &[Attribute], place: Place, errors: &mut Errors) -> Self {
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
        let mut has_path = false;
        for attribute in attributes {
            let path = attribute.path();
            if path.is_ident("candid_path") {
                if std::mem::replace(&mut has_path, true) {
                    errors.at(path.span(), "duplicate `candid_path`");
                }
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
        let known = Known::new(place, unchecked);
        for_each_serde(attributes, known, errors, |meta, known, errors| {
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
            if path.is_ident("rename") {
                // Candid does not know the name, which formats may write.
                return Names::parse(&meta, errors).map(|_| ());
            }
            refused::check(place, path, errors);
            found.default |= path.is_ident("default");
            if path.is_ident("transparent") {
                found.transparent = Some(path.span());
            }
            proxy.parse(&meta, known)
        });
        found.proxy = proxy.finish(errors);
        if let (Some(span), Some(_)) = (found.transparent, &found.proxy) {
            errors.at(
                span,
                "`transparent` is not possible beside `from` and `into`: these name the type; remove one of them",
            );
        }
        found
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
