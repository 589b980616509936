//! The types of a message that its values refer to.

use super::names::Names;
use super::shown::count;
use candid_wire::opcode::Primitive;

/// A type in the header.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum WireType {
    Primitive(Primitive),
    /// An entry of the table that it came from.
    Index(usize),
}

/// One entry of the type table, without what values do not need.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Entry {
    Opt(WireType),
    Vec(WireType),
    Record(Vec<(u32, WireType)>),
    Variant(Vec<(u32, WireType)>),
    Func,
    Service,
    Future,
}

/// The entries and the types of the arguments.
#[derive(Debug, Default)]
pub(super) struct Table {
    pub(super) entries: Vec<Entry>,
    pub(super) args: Vec<WireType>,
    pub(super) header_len: usize,
    /// Whether something in the header is not valid, which does not hide the rest.
    pub(super) is_damaged: bool,
}

impl Table {
    pub(super) fn entry(&self, ty: WireType) -> Option<&Entry> {
        match ty {
            WireType::Primitive(_) => None,
            WireType::Index(i) => self.entries.get(i),
        }
    }

    /// Returns a type in a few words: `vec nat8 (type 1)`.
    pub(super) fn shown(&self, ty: WireType) -> String {
        let i = match ty {
            WireType::Primitive(primitive) => return primitive.name().to_string(),
            WireType::Index(i) => i,
        };
        let words = match self.entry(ty) {
            Some(Entry::Opt(inner)) => format!("opt {}", reference(*inner)),
            Some(Entry::Vec(inner)) => format!("vec {}", reference(*inner)),
            Some(Entry::Record(_)) => "record".to_string(),
            Some(Entry::Variant(_)) => "variant".to_string(),
            Some(Entry::Func) => "func".to_string(),
            Some(Entry::Service) => "service".to_string(),
            Some(Entry::Future) => "future type".to_string(),
            None => return format!("type {i}"),
        };
        format!("{words} (type {i})")
    }

    /// Returns whether the type is `nat8`, whose vectors are blobs.
    pub(super) fn is_byte(ty: WireType) -> bool {
        ty == WireType::Primitive(Primitive::Nat8)
    }

    /// Returns whether the type is one of those whose values take no bytes by themselves.
    pub(super) fn is_empty(ty: WireType) -> bool {
        use Primitive::{Null, Reserved};
        matches!(ty, WireType::Primitive(Null | Reserved))
    }
}

/// Returns a type as the header refers to it.
pub(super) fn reference(ty: WireType) -> String {
    match ty {
        WireType::Primitive(primitive) => primitive.name().to_string(),
        WireType::Index(i) => format!("type {i}"),
    }
}

/// Returns a field or case as in a type.
pub(super) fn field(what: &str, names: &Names, id: u32, ty: WireType) -> String {
    format!("{what} {} : {}", names.label_with_id(id), reference(ty))
}

/// Returns a type constructor with the number of its parts.
pub(super) fn with_parts(constructor: &str, n: usize, part: &str) -> String {
    match n {
        0 => format!("{constructor} without {part}s"),
        n => format!("{constructor} with {}", count(n, part)),
    }
}
