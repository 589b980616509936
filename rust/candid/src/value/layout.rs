//! The types of a graph in the form in which values are written at them: what is the same for all values of a type is
//! found once.

use crate::schema::graph::{Graph, GraphField, GraphNode};
use crate::types::ty::label::Label;
use crate::util::bytes_eq::{self, FewBytes};
use crate::value::model::IDLField;
use candid_wire::opcode::Primitive;
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

/// The types of a graph; records and variants are compiled when the first of their values is written.
pub(super) struct Layout {
    pub(super) graph: Rc<Graph>,
    /// By node.
    parts: Box<[OnceCell<Parts>]>,
}

/// A type: what its values are, and what it takes to write one.
#[derive(Clone, Copy)]
pub(super) struct At {
    pub(super) op: Op,
    /// Of the payload of an option, of the element of a vector, unless that is a blob; of the type itself for all others, as is
    /// the node.
    pub(super) part: Op,
    pub(super) node: u32,
}

/// Defines the operations, and those of primitive types.
macro_rules! operations {
    ($($primitive:ident)*) => {
        /// The constructor of a type.
        #[derive(Clone, Copy, PartialEq)]
        pub(super) enum Op {
            $($primitive,)*
            Blob,
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
pub(super) struct Parts {
    /// By id.
    pub(super) fields: Box<[LayoutField]>,
    /// The order of the last record that had no other fields, and those of the type not in their order.
    pub(super) order: RefCell<Option<Rc<Order>>>,
}

/// Where the fields of a record are: at the next one of its type they are expected there.
pub(super) struct Order {
    /// The position of each expected field, or [`MISSING`].
    pub(super) positions: Vec<usize>,
    /// How many are not missing.
    pub(super) n_found: usize,
}

/// How many cases are compared before one is found by its id.
const COMPARED_CASES: usize = 8;

/// No position.
const MISSING: usize = usize::MAX;

pub(super) struct LayoutField {
    pub(super) at: At,
    /// The label, and its name if that is short.
    label: Rc<Label>,
    short_name: FewBytes,
    pub(super) id: u32,
}

impl Layout {
    pub(super) fn new(graph: Rc<Graph>) -> Self {
        Layout {
            parts: (0..graph.len()).map(|_| OnceCell::new()).collect(),
            graph,
        }
    }

    /// Returns the type of a node.
    #[inline(always)]
    pub(super) fn at(&self, index: u32) -> At {
        let op = self.op(index);
        match (op, self.graph.node(index)) {
            (Op::Opt | Op::Vec, GraphNode::Opt(part) | GraphNode::Vec(part)) => At {
                op,
                part: self.op(*part),
                node: *part,
            },
            _ => At {
                op,
                part: op,
                node: index,
            },
        }
    }

    fn op(&self, index: u32) -> Op {
        match self.graph.node(index) {
            GraphNode::Primitive(ty) => Op::of(*ty),
            GraphNode::Opt(_) => Op::Opt,
            GraphNode::Vec(part) => match self.graph.node(*part) {
                GraphNode::Primitive(Primitive::Nat8) => Op::Blob,
                _ => Op::Vec,
            },
            GraphNode::Record(_) => Op::Record,
            GraphNode::Variant(_) => Op::Variant,
            GraphNode::Reference(_) | GraphNode::Unknown => Op::Other,
        }
    }

    /// Returns the parts of a record or variant.
    #[inline(always)]
    pub(super) fn parts(&self, index: u32) -> Option<&Parts> {
        match self.parts.get(index as usize)?.get() {
            Some(parts) => Some(parts),
            None => self.compile(index),
        }
    }

    #[cold]
    #[inline(never)]
    fn compile(&self, index: u32) -> Option<&Parts> {
        let fields = match self.graph.node(index) {
            GraphNode::Record(fields) | GraphNode::Variant(fields) => &fields[..],
            _ => &[],
        };
        let field = |field: &GraphField| LayoutField {
            at: self.at(field.node),
            short_name: FewBytes::new(name_of(&field.label).unwrap_or_default().as_bytes()),
            label: field.label.clone(),
            id: field.id,
        };
        let parts = self.parts.get(index as usize)?.get_or_init(|| Parts {
            fields: fields.iter().map(field).collect(),
            order: RefCell::default(),
        });
        Some(parts)
    }
}

/// Returns the name, if the label has one.
fn name_of(label: &Label) -> Option<&str> {
    match label {
        Label::Named(name) => Some(name),
        Label::Id(_) | Label::Unnamed(_) => None,
    }
}

impl LayoutField {
    /// Returns whether a field certainly has the expected label: names are compared, and not hashed.
    #[inline(always)]
    pub(super) fn is_of(&self, field: &IDLField) -> bool {
        match &field.id {
            Label::Named(name) => match self.short_name.equal(name.as_bytes()) {
                Some(is_equal) => is_equal,
                None => self.is_name(name),
            },
            Label::Id(id) | Label::Unnamed(id) => *id == self.id,
        }
    }

    /// As [`LayoutField::is_of`], with names compared by a function: less code, for loops.
    #[inline(always)]
    fn is_case(&self, field: &IDLField) -> bool {
        match &field.id {
            Label::Named(name) => self.is_named(name),
            Label::Id(id) | Label::Unnamed(id) => *id == self.id,
        }
    }

    /// Returns whether it is the expected name.
    #[inline(never)]
    fn is_named(&self, name: &str) -> bool {
        let is_equal = self.short_name.equal(name.as_bytes());
        is_equal.unwrap_or_else(|| self.is_name(name))
    }

    #[cold]
    #[inline(never)]
    fn is_name(&self, name: &str) -> bool {
        let is_equal = |expected: &str| bytes_eq::equal(name.as_bytes(), expected.as_bytes());
        name_of(&self.label).is_some_and(is_equal)
    }
}

impl Parts {
    /// Returns the position of a case and the case: that which an annotated value has, or by its name among the first few, or
    /// by its id.
    #[inline(always)]
    pub(super) fn case(&self, case: &IDLField, hint: u64) -> Option<(usize, &LayoutField)> {
        // 0 is also in values that were not annotated.
        if hint != 0 {
            let hint = usize::try_from(hint).unwrap_or(usize::MAX);
            match self.fields.get(hint) {
                Some(known) if known.is_case(case) => return Some((hint, known)),
                _ => {}
            }
        }
        if let Label::Named(name) = &case.id {
            if let Some(head) = bytes_eq::head(name.as_bytes()) {
                for (position, known) in self.fields.iter().take(COMPARED_CASES).enumerate() {
                    if known.short_name.head() == head && known.is_named(name) {
                        return Some((position, known));
                    }
                }
            }
        }
        let id = case.id.get_id();
        let position = self.fields.binary_search_by_key(&id, |known| known.id);
        let position = position.ok()?;
        Some((position, self.fields.get(position)?))
    }
}

impl Order {
    /// Finds the fields of a record, or returns `None` if two have one label: annotation decides which of them counts. `ids` is
    /// for their ids and positions.
    pub(super) fn of(
        fields: &[IDLField],
        expected: &[LayoutField],
        ids: &mut Vec<(u32, usize)>,
    ) -> Option<Order> {
        ids.clear();
        ids.extend(fields.iter().map(|field| field.id.get_id()).zip(0..));
        ids.sort_unstable();
        if ids.windows(2).any(|pair| pair[0].0 == pair[1].0) {
            return None;
        }
        let mut ids = ids.iter().peekable();
        let position_of = |expected: &LayoutField| {
            while ids.next_if(|(id, _)| *id < expected.id).is_some() {}
            let found = ids.next_if(|(id, _)| *id == expected.id);
            found.map_or(MISSING, |(_, position)| *position)
        };
        let positions: Vec<_> = expected.iter().map(position_of).collect();
        Some(Order {
            n_found: positions.iter().filter(|i| **i != MISSING).count(),
            positions,
        })
    }

    /// Returns whether it is the order of these fields: each has the label of the expected field that is there, and those that
    /// are missing are, because there are as many fields as others.
    pub(super) fn is_of(&self, fields: &[IDLField], expected: &[LayoutField]) -> bool {
        if self.n_found != fields.len() {
            return false;
        }
        for (position, expected) in self.positions.iter().zip(expected) {
            let field = fields.get(*position);
            if field.is_some_and(|field| !expected.is_case(field)) {
                return false;
            }
        }
        true
    }
}
