//! Tests of the recognition of visitors.

use super::is_derived_path;
use super::is_ignored_any;
use super::is_visitor_of;
use serde::de::{Deserialize, Deserializer, IgnoredAny, Visitor};

#[test]
fn only_paths_of_serdes_derive_are_recognised() {
    let rows = [
        (
            "a::_::<impl serde_core::de::Deserialize<'_> for a::T>::deserialize::__Visitor<'_>",
            true,
        ),
        (
            "a::_::<impl serde::de::Deserialize for a::T>::deserialize::__Visitor",
            true,
        ),
        (
            "a::_::<impl serde_core::de::Deserialize<'_> for a::T<_>>::deserialize::__Visitor<'_, u8>",
            true,
        ),
        (
            "<a::_::<impl serde_core::de::Deserialize<'_> for a::T>::deserialize::__Visitor<'_> as serde_core::de::Visitor<'_>>::visit_enum::__Visitor<'_>",
            true,
        ),
        // Of another type, in another module, hand-written, of another trait, or named differently.
        (
            "a::_::<impl serde_core::de::Deserialize<'_> for a::Tx>::deserialize::__Visitor<'_>",
            false,
        ),
        (
            "a::_::<impl serde_core::de::Deserialize<'_> for b::T>::deserialize::__Visitor<'_>",
            false,
        ),
        (
            "b::_::<impl serde_core::de::Deserialize<'_> for a::T>::deserialize::__Visitor<'_>",
            false,
        ),
        (
            "a::<impl serde_core::de::Deserialize<'_> for a::T>::deserialize::__Visitor<'_>",
            false,
        ),
        (
            "a::_::<impl a::Deserialize<'_> for a::T>::deserialize::__Visitor<'_>",
            false,
        ),
        (
            "a::_::<impl serde_core::de::Deserialize<'_> for a::T>::deserialize::__VisitorToo<'_>",
            false,
        ),
        ("a::__Visitor", false),
        ("", false),
    ];
    for (visitor, expected) in rows {
        let found = is_derived_path(visitor, "a::T", "T").is_some();
        assert_eq!(found, expected, "{visitor}");
    }
}

#[test]
fn visitors_of_std_are_known_by_identity() {
    /// Makes a `Vec`, but is not serde's.
    struct VecVisitor;
    impl<'de> Visitor<'de> for VecVisitor {
        type Value = Vec<u8>;

        fn expecting(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            Ok(())
        }
    }
    struct Wrapped;
    impl<'de> Deserialize<'de> for Wrapped {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            deserializer.deserialize_seq(VecVisitor).map(|_| Wrapped)
        }
    }
    assert!(is_visitor_of::<VecVisitor, Wrapped>());
    assert!(!is_visitor_of::<VecVisitor, Vec<u8>>());
    assert!(!is_visitor_of::<VecVisitor, String>());
    assert!(is_visitor_of::<IgnoredAny, IgnoredAny>());
    assert!(is_ignored_any::<IgnoredAny>() && !is_ignored_any::<VecVisitor>());
}
