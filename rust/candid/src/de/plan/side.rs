//! A common view, one level deep, of types of the wire's table and of an expected type's graph.

use crate::de::header::{Entry, TypeTable, WireField, WireMethod, WireType};
use crate::schema::graph::{annotation, Graph, GraphField, GraphNode, ReferenceParts};
use crate::types::ty::FuncMode;
use candid_wire::opcode::{FuncAnnotation, Primitive};

/// A type of one side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Side {
    Wire(WireType),
    ExpectedType(u32),
}

/// A type, one level deep.
pub(crate) enum Shape<'a> {
    Primitive(Primitive),
    Opt,
    Vec(Side),
    Record(Fields<'a>),
    Variant(Fields<'a>),
    Func(Func<'a>),
    Service(Methods<'a>),
    /// A type that no rule covers: of a later version of Candid, or unknown.
    Other,
}

/// Fields or cases, sorted by id.
#[derive(Clone, Copy)]
pub(crate) enum Fields<'a> {
    Wire(&'a [WireField]),
    ExpectedType(&'a [GraphField]),
}

#[derive(Clone, Copy)]
pub(crate) enum Func<'a> {
    Wire {
        args: &'a [WireType],
        rets: &'a [WireType],
        annotation: Option<FuncAnnotation>,
    },
    ExpectedType {
        args: &'a [u32],
        rets: &'a [u32],
        modes: &'a [FuncMode],
    },
}

/// Methods, sorted by name.
#[derive(Clone, Copy)]
pub(crate) enum Methods<'a> {
    Wire(&'a [WireMethod]),
    ExpectedType(&'a [(String, u32)]),
}

/// Both sides.
#[derive(Clone, Copy)]
pub(crate) struct Sides<'a> {
    pub(crate) table: &'a TypeTable,
    pub(crate) graph: &'a Graph,
}

impl<'a> Sides<'a> {
    pub(crate) fn shape(self, side: Side) -> Shape<'a> {
        match side {
            Side::Wire(wire) => self.wire_shape(wire),
            Side::ExpectedType(node) => self.expected_shape(node),
        }
    }

    fn wire_shape(self, wire: WireType) -> Shape<'a> {
        let table = self.table;
        match (wire, table.entry(wire)) {
            (WireType::Primitive(primitive), _) => Shape::Primitive(primitive),
            (_, Some(Entry::Opt(_))) => Shape::Opt,
            (_, Some(Entry::Vec(element))) => Shape::Vec(Side::Wire(element)),
            (_, Some(Entry::Record(range))) => Shape::Record(Fields::Wire(table.fields(range))),
            (_, Some(Entry::Variant(range))) => Shape::Variant(Fields::Wire(table.fields(range))),
            (
                _,
                Some(Entry::Func {
                    args,
                    rets,
                    annotation,
                }),
            ) => Shape::Func(Func::Wire {
                args: table.types(args),
                rets: table.types(rets),
                annotation: FuncAnnotation::from_byte(annotation),
            }),
            (_, Some(Entry::Service(range))) => Shape::Service(Methods::Wire(table.methods(range))),
            (_, Some(Entry::Future) | None) => Shape::Other,
        }
    }

    fn expected_shape(self, node: u32) -> Shape<'a> {
        match self.graph.node(node) {
            GraphNode::Primitive(primitive) => Shape::Primitive(*primitive),
            GraphNode::Opt(_) => Shape::Opt,
            GraphNode::Vec(element) => Shape::Vec(Side::ExpectedType(*element)),
            GraphNode::Record(fields) => Shape::Record(Fields::ExpectedType(fields)),
            GraphNode::Variant(tags) => Shape::Variant(Fields::ExpectedType(tags)),
            GraphNode::Reference(reference) => match &reference.parts {
                ReferenceParts::Func { args, rets, modes } => {
                    Shape::Func(Func::ExpectedType { args, rets, modes })
                }
                ReferenceParts::Service(methods) => Shape::Service(Methods::ExpectedType(methods)),
            },
            GraphNode::Unknown => Shape::Other,
        }
    }

    /// Returns whether `null` is a value of the type.
    pub(crate) fn is_nullable(self, side: Side) -> bool {
        matches!(
            self.shape(side),
            Shape::Opt | Shape::Primitive(Primitive::Null | Primitive::Reserved)
        )
    }
}

impl Fields<'_> {
    pub(crate) fn len(self) -> usize {
        match self {
            Fields::Wire(fields) => fields.len(),
            Fields::ExpectedType(fields) => fields.len(),
        }
    }

    /// Returns the id and the type of a field.
    pub(crate) fn get(self, i: usize) -> Option<(u32, Side)> {
        match self {
            Fields::Wire(fields) => fields.get(i).map(|field| (field.id, Side::Wire(field.ty))),
            Fields::ExpectedType(fields) => fields
                .get(i)
                .map(|field| (field.id, Side::ExpectedType(field.node))),
        }
    }
}

impl<'a> Methods<'a> {
    pub(crate) fn len(self) -> usize {
        match self {
            Methods::Wire(methods) => methods.len(),
            Methods::ExpectedType(methods) => methods.len(),
        }
    }

    /// Returns the name and the type of a method.
    pub(crate) fn get(self, i: usize) -> Option<(&'a str, Side)> {
        match self {
            Methods::Wire(methods) => methods
                .get(i)
                .map(|method| (method.name.as_str(), Side::Wire(method.ty))),
            Methods::ExpectedType(methods) => methods
                .get(i)
                .map(|(name, node)| (name.as_str(), Side::ExpectedType(*node))),
        }
    }
}

impl<'a> Func<'a> {
    pub(crate) fn arg(self, i: usize) -> Option<Side> {
        match self {
            Func::Wire { args, .. } => args.get(i).map(|ty| Side::Wire(*ty)),
            Func::ExpectedType { args, .. } => args.get(i).map(|node| Side::ExpectedType(*node)),
        }
    }

    pub(crate) fn ret(self, i: usize) -> Option<Side> {
        match self {
            Func::Wire { rets, .. } => rets.get(i).map(|ty| Side::Wire(*ty)),
            Func::ExpectedType { rets, .. } => rets.get(i).map(|node| Side::ExpectedType(*node)),
        }
    }

    /// Returns whether both have the same annotations.
    pub(crate) fn has_modes_of(self, other: Func<'_>) -> bool {
        self.modes().eq(other.modes())
    }

    fn modes(self) -> impl Iterator<Item = FuncAnnotation> + 'a {
        let (one, all) = match self {
            Func::Wire { annotation, .. } => (annotation, &[][..]),
            Func::ExpectedType { modes, .. } => (None, modes),
        };
        one.into_iter().chain(all.iter().map(annotation))
    }
}
