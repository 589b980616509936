//! The types of a graph in the form in which values are written at them: what is the same for all values of a type is
//! found once.

use crate::schema::graph::{Graph, GraphField, GraphNode};
use crate::types::ty::label::Label;
use crate::util::bytes_eq;
use crate::value::model::IDLField;
use candid_wire::opcode::Primitive;
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

/// The types of a graph; records and variants are compiled when the first of their values is written.
pub(super) struct Layout<'g> {
    pub(super) graph: &'g Graph,
    /// By node.
    parts: OnceCell<Vec<OnceCell<Parts<'g>>>>,
}

/// A type: what its values are, and what it takes to write one.
#[derive(Clone, Copy)]
pub(super) struct At {
    pub(super) op: Op,
    /// The payload of an option, the element of a vector; the node itself of all others.
    pub(super) node: u32,
}

/// Defines the operations, and those of primitive types.
macro_rules! operations {
    ($($primitive:ident)*) => {
        /// The constructor of a type.
        #[derive(Clone, Copy, PartialEq)]
        pub(super) enum Op {
            $($primitive,)*
            Opt,
            Vec,
            Record,
            Variant,
            Other,
        }

        impl Op {
            fn of(ty: Primitive) -> Op {
                match ty {
                    $(Primitive::$primitive => Op::$primitive,)*
                }
            }
        }
    };
}

operations! {
    Null Bool Nat Int Nat8 Nat16 Nat32 Nat64 Int8 Int16 Int32 Int64 Float32 Float64 Text Reserved Empty Principal
}

/// The fields of a record or the cases of a variant.
pub(super) struct Parts<'g> {
    /// By id.
    pub(super) fields: Box<[LayoutField<'g>]>,
    /// The order of the last record whose fields were not in that of the type.
    pub(super) order: RefCell<Option<Rc<Order>>>,
}

/// Where the fields of a record are: at the next one of its type they are expected there.
pub(super) struct Order {
    /// The position of each expected field, if it is not missing.
    pub(super) positions: Vec<Option<usize>>,
    /// How many are not missing.
    pub(super) n_found: usize,
}

pub(super) struct LayoutField<'g> {
    name: Name<'g>,
    pub(super) id: u32,
    pub(super) at: At,
}

/// A name, with its first and last bytes as numbers: a comparison by them takes half the instructions.
struct Name<'g> {
    label: &'g Label,
    /// `usize::MAX` for a label without a name.
    len: usize,
    first: u64,
    last: u64,
}

impl<'g> Layout<'g> {
    pub(super) fn new(graph: &'g Graph) -> Self {
        Layout {
            graph,
            parts: OnceCell::new(),
        }
    }

    /// Returns the type of a node.
    #[inline(always)]
    pub(super) fn at(&self, index: u32) -> At {
        let (op, node) = match self.graph.node(index) {
            GraphNode::Primitive(ty) => (Op::of(*ty), index),
            GraphNode::Opt(payload) => (Op::Opt, *payload),
            GraphNode::Vec(element) => (Op::Vec, *element),
            GraphNode::Record(_) => (Op::Record, index),
            GraphNode::Variant(_) => (Op::Variant, index),
            GraphNode::Reference(_) | GraphNode::Unknown => (Op::Other, index),
        };
        At { op, node }
    }

    /// Returns the parts of a record or variant.
    #[inline(always)]
    pub(super) fn parts(&self, index: u32) -> Option<&Parts<'g>> {
        let compiled = self.parts.get().and_then(|parts| parts.get(index as usize));
        match compiled.and_then(OnceCell::get) {
            Some(parts) => Some(parts),
            None => self.compile(index),
        }
    }

    #[cold]
    #[inline(never)]
    fn compile(&self, index: u32) -> Option<&Parts<'g>> {
        let parts = self.parts.get_or_init(|| {
            let mut parts = Vec::new();
            parts.resize_with(self.graph.len(), OnceCell::new);
            parts
        });
        let fields = match self.graph.node(index) {
            GraphNode::Record(fields) | GraphNode::Variant(fields) => &fields[..],
            _ => &[],
        };
        let field = |field: &'g GraphField| LayoutField {
            name: Name::new(&field.label),
            id: field.id,
            at: self.at(field.node),
        };
        let parts = parts.get(index as usize)?.get_or_init(|| Parts {
            fields: fields.iter().map(field).collect(),
            order: RefCell::default(),
        });
        Some(parts)
    }
}

impl LayoutField<'_> {
    /// Returns whether a field certainly has the expected label: names are compared, and not hashed.
    #[inline(always)]
    pub(super) fn is_of(&self, field: &IDLField) -> bool {
        match &field.id {
            Label::Named(name) => self.name.is(name.as_bytes()),
            Label::Id(id) | Label::Unnamed(id) => *id == self.id,
        }
    }

    /// As [`LayoutField::is_of`], outlined for loops.
    #[inline(never)]
    pub(super) fn is_case(&self, field: &IDLField) -> bool {
        self.is_of(field)
    }
}

impl Order {
    /// Returns whether it is the order of these fields: each has the label of the expected field that is there, and those that
    /// are missing are, because there are as many fields as others.
    pub(super) fn is_of(&self, fields: &[IDLField], expected: &[LayoutField<'_>]) -> bool {
        let is_there = |(position, expected): (&Option<usize>, &LayoutField<'_>)| {
            position.is_none_or(|position| {
                fields
                    .get(position)
                    .is_some_and(|field| expected.is_case(field))
            })
        };
        self.n_found == fields.len() && self.positions.iter().zip(expected).all(is_there)
    }
}

impl<'g> Name<'g> {
    fn new(label: &'g Label) -> Self {
        let (len, first, last) = match label {
            Label::Named(name) => {
                let bytes = name.as_bytes();
                let (first, last) = first_and_last(bytes).unwrap_or((few(bytes), 0));
                (bytes.len(), first, last)
            }
            Label::Id(_) | Label::Unnamed(_) => (usize::MAX, 0, 0),
        };
        Name {
            label,
            len,
            first,
            last,
        }
    }

    #[inline(always)]
    fn is(&self, bytes: &[u8]) -> bool {
        if bytes.len() != self.len {
            return false;
        }
        match first_and_last(bytes) {
            Some(both) => {
                both == (self.first, self.last) && (bytes.len() <= 16 || self.is_all(bytes))
            }
            None => few(bytes) == self.first,
        }
    }

    #[inline(never)]
    fn is_all(&self, bytes: &[u8]) -> bool {
        matches!(self.label, Label::Named(name) if bytes_eq::equal(name.as_bytes(), bytes))
    }
}

/// Returns the first and the last eight bytes.
#[inline(always)]
fn first_and_last(bytes: &[u8]) -> Option<(u64, u64)> {
    let first = u64::from_le_bytes(*bytes.first_chunk()?);
    Some((first, u64::from_le_bytes(*bytes.last_chunk()?)))
}

/// Returns fewer than eight bytes as a number, which no others of the same length have.
#[inline(always)]
fn few(bytes: &[u8]) -> u64 {
    if let (Some(first), Some(last)) = (bytes.first_chunk(), bytes.last_chunk()) {
        return u64::from(u32::from_le_bytes(*last)) << 32 | u64::from(u32::from_le_bytes(*first));
    }
    // At most three: the first, the middle and the last one.
    let [Some(first), Some(middle), Some(last)] =
        [0, bytes.len() / 2, bytes.len().wrapping_sub(1)].map(|i| bytes.get(i))
    else {
        return 0;
    };
    u64::from(*first) | u64::from(*middle) << 8 | u64::from(*last) << 16
}

#[cfg(test)]
mod tests {
    use super::Name;
    use crate::types::ty::label::Label;

    #[test]
    fn names_are_compared_to_their_end() {
        let letters = "abcdefghijklmnopqrstuvwxyz";
        for len in 0..letters.len() {
            let label = Label::Named(letters[..len].to_string());
            let name = Name::new(&label);
            assert!(name.is(&letters.as_bytes()[..len]));
            assert!(!name.is(&letters.as_bytes()[..=len]));
            for at in 0..len {
                let mut other = letters.as_bytes()[..len].to_vec();
                other[at] ^= 1;
                assert!(!name.is(&other), "{at} of {len}");
            }
        }
        assert!(!Name::new(&Label::Id(0)).is(b""));
    }
}
