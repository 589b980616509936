//! Attributes that leave a declaration, or serde's view of it, unchanged.

use super::attributes::is_any;
use syn::Attribute;

/// The attributes of a field or variant that leave serde's numbers and names the same as ours. Others count as changing
/// them, so that an attribute of a later serde is not misjudged.
pub(super) const HARMLESS: [&str; 10] = [
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
pub(super) const HARMLESS_ON_ITEM: [&str; 6] = [
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
/// proptest, borsh, rkyv.
pub(super) const INERT_HELPERS: [&str; 10] = [
    "arbitrary",
    "b",
    "borsh",
    "cbor",
    "n",
    "proptest",
    "prost",
    "rkyv",
    "schemars",
    "strum",
];

/// Attributes of tools.
const INERT_TOOLS: [&str; 4] = ["clippy", "diagnostic", "miri", "rustfmt"];

/// Returns whether an attribute leaves a declaration unchanged.
pub(super) fn is_inert(attribute: &Attribute) -> bool {
    let segments = &attribute.path().segments;
    is_any(attribute.path(), &INERT)
        || segments.len() > 1 && INERT_TOOLS.iter().any(|tool| segments[0].ident == tool)
}
