//! Attributes of serde that a Candid type cannot have, each with the reason and what to use in its place.

use super::known::Known;
use crate::errors::Errors;
use syn::{Ident, Path};

/// What an attribute is on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Struct,
    Enum,
    Variant,
    Field,
}

impl Place {
    pub(super) fn plural(self) -> &'static str {
        match self {
            Place::Struct => "structs",
            Place::Enum => "enums",
            Place::Variant => "variants",
            Place::Field => "fields",
        }
    }

    fn noun(self) -> &'static str {
        match self {
            Place::Struct => "on a struct",
            Place::Enum => "on an enum",
            Place::Variant => "on a variant",
            Place::Field => "on a field",
        }
    }
}

const STRUCT: &[Place] = &[Place::Struct];
const ENUM: &[Place] = &[Place::Enum];
const ITEM: &[Place] = &[Place::Struct, Place::Enum];
const VARIANT: &[Place] = &[Place::Variant];
const FIELD: &[Place] = &[Place::Field];
const CASES: &[Place] = &[Place::Enum, Place::Variant];
const PART: &[Place] = &[Place::Variant, Place::Field];

/// The attributes, where each is refused, the reason and the advice.
const REFUSED: [(&str, &[Place], &str, &str); 12] = [
    (
        "tag",
        STRUCT,
        "a Candid record has no tag",
        "remove it, or use a field for the tag",
    ),
    (
        "tag",
        ENUM,
        "a Candid variant has its own tag",
        "remove it for the variant type, or use a record with a field for the tag",
    ),
    (
        "content",
        ENUM,
        "a Candid variant has its own tag and payload",
        "remove it for the variant type, or use a record with fields for both",
    ),
    (
        "untagged",
        CASES,
        "a Candid value has one type, and cannot be tried at several",
        "remove it for the variant type, or use a record with an `opt` field for each case",
    ),
    (
        "deny_unknown_fields",
        ITEM,
        "Candid skips fields that are not expected, so that senders can add some",
        "remove it",
    ),
    (
        "variant_identifier",
        ENUM,
        "Candid has field ids, not values that name a field",
        "use text, or a variant without payloads",
    ),
    (
        "field_identifier",
        ENUM,
        "Candid has field ids, not values that name a field",
        "use text, or a variant without payloads",
    ),
    (
        "other",
        VARIANT,
        "a Candid case that is not expected is an error, except in an `opt`",
        "use `Option<…>` of this type, which is null then",
    ),
    (
        "skip_serializing",
        FIELD,
        "a Candid type is the same for serialization and deserialization",
        "use `skip` for a field in neither of them, or an `Option` that is `None`",
    ),
    (
        "serialize_with",
        PART,
        "Candid does not know the type that the function writes",
        "name it with `#[candid(with_type = \"…\")]` on the field, give the field a type that implements `CandidType`",
    ),
    (
        "with",
        PART,
        "Candid does not know the type that the module writes; it knows `serde_bytes`, `candid::rc`, `candid::arc`, \
         `candid::array` and `candid::nat_as_string`",
        "name it with `#[candid(with_type = \"…\")]` on the field, give the field a type that implements `CandidType`",
    ),
    (
        "getter",
        FIELD,
        "`CandidType` reads fields directly",
        "implement `CandidType` by hand, or convert with `from` and `into`",
    ),
];

/// Adds an error if the attribute is refused there.
pub(super) fn check(place: Place, path: &Path, errors: &mut Errors) {
    let Some(name) = path.get_ident() else {
        return;
    };
    let found = REFUSED
        .iter()
        .find(|(refused, places, ..)| name == refused && places.contains(&place));
    if let Some((_, places, reason, advice)) = found {
        let is_honoured_elsewhere = Known::places(name) != *places;
        let place = if is_honoured_elsewhere {
            place.noun()
        } else {
            "in Candid"
        };
        refuse(name, place, reason, advice, errors);
    }
}

/// Adds the error of an attribute.
pub(super) fn refuse(name: &Ident, place: &str, reason: &str, advice: &str, errors: &mut Errors) {
    errors.at(
        name.span(),
        format_args!(
            "`{name}` is not possible {place}: {reason}; {advice}, or put `#[candid(unchecked)]` on the type to leave \
             it to serde"
        ),
    );
}
