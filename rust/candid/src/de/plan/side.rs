//! A common view, one level deep, of the types of the wire's table and of expected types.

use crate::de::header::{Entry, TypeTable, WireField, WireMethod, WireType};
use crate::error::Result;
use crate::schema::descriptor::Descriptor;
use crate::schema::expected::{ExpectedFields, ExpectedType, FieldName, TypeShape};
use crate::schema::graph::{Graph, GraphNode, ReferenceParts};
use crate::types::ty::FuncMode;
use candid_wire::opcode::{FuncAnnotation, Primitive};
use std::rc::Rc;

/// A type of one side.
#[derive(Clone, Debug)]
pub(crate) enum Side {
    Wire(WireType),
    Expected(ExpectedType),
}

/// A type, one level deep.
pub(crate) enum Shape<'a> {
    Primitive(Primitive),
    Opt(Side),
    Vec(Side),
    Record(Fields<'a>),
    Variant(Fields<'a>),
    Func(Func<'a>),
    Service(Methods<'a>),
    /// Expected: any type.
    Any,
    /// On the wire: a type of a later version of Candid.
    Future,
}

/// Fields or cases, sorted by id.
#[derive(Clone, Copy)]
pub(crate) enum Fields<'a> {
    Wire(&'a [WireField]),
    Expected(ExpectedFields<'a>),
}

#[derive(Clone, Copy)]
pub(crate) enum Func<'a> {
    Wire {
        args: &'a [WireField],
        rets: &'a [WireField],
        annotation: Option<FuncAnnotation>,
    },
    Expected {
        graph: &'a Rc<Graph>,
        args: &'a [u32],
        rets: &'a [u32],
        modes: &'a [FuncMode],
    },
}

/// Methods, sorted by name.
#[derive(Clone, Copy)]
pub(crate) enum Methods<'a> {
    Wire(&'a [WireMethod]),
    Expected(&'a Rc<Graph>, &'a [(String, u32)]),
}

impl Side {
    fn node(graph: &Rc<Graph>, node: u32) -> Self {
        Side::Expected(ExpectedType::Node(graph.clone(), node))
    }

    /// Returns a number that identifies the type, which is not primitive, for as long as `self` lives: an index is odd,
    /// and an address is even.
    pub(crate) fn key(&self) -> usize {
        match self {
            Side::Wire(wire) => wire.index().map_or(0, |index| 2 * index as usize + 1),
            Side::Expected(expected) => expected.key(),
        }
    }

    /// Returns the type if it is a primitive.
    #[inline]
    pub(crate) fn primitive(&self) -> Option<Primitive> {
        match self {
            Side::Wire(wire) => wire.primitive(),
            Side::Expected(expected) => expected.primitive(),
        }
    }

    /// Returns whether it is an option; `table` is that of the wire's types.
    #[inline]
    pub(crate) fn is_opt(&self, table: &TypeTable) -> bool {
        match self {
            Side::Wire(wire) => matches!(table.entry(*wire), Some(Entry::Opt(_))),
            Side::Expected(ExpectedType::Static(ty)) => matches!(ty, Descriptor::Opt(_)),
            Side::Expected(ExpectedType::Node(graph, index)) => {
                matches!(graph.node(*index), GraphNode::Opt(_))
            }
            Side::Expected(ExpectedType::Any) => false,
        }
    }

    /// Returns the type one level deep; `table` is that of the wire's types.
    ///
    /// # Errors
    ///
    /// Those of [`ExpectedType::view`].
    pub(crate) fn shape<'a>(&'a self, table: &'a TypeTable) -> Result<Shape<'a>> {
        match self {
            Side::Wire(wire) => Ok(wire_shape(*wire, table)),
            Side::Expected(expected) => expected_shape(expected),
        }
    }

    /// Returns whether `null` is a value of the type.
    ///
    /// # Errors
    ///
    /// Those of [`Side::shape`].
    pub(crate) fn is_nullable(&self, table: &TypeTable) -> Result<bool> {
        Ok(matches!(
            self.shape(table)?,
            Shape::Opt(_) | Shape::Primitive(Primitive::Null | Primitive::Reserved)
        ))
    }
}

fn wire_shape(wire: WireType, table: &TypeTable) -> Shape<'_> {
    let Some(entry) = table.entry(wire) else {
        return wire.primitive().map_or(Shape::Future, Shape::Primitive);
    };
    match entry {
        Entry::Opt(payload) => Shape::Opt(Side::Wire(payload)),
        Entry::Vec(element) => Shape::Vec(Side::Wire(element)),
        Entry::Record(range) => Shape::Record(Fields::Wire(table.fields(range))),
        Entry::Variant(range) => Shape::Variant(Fields::Wire(table.fields(range))),
        Entry::Func {
            args,
            rets,
            annotation,
        } => Shape::Func(Func::Wire {
            args: table.fields(args),
            rets: table.fields(rets),
            annotation: FuncAnnotation::from_byte(annotation),
        }),
        Entry::Service(range) => Shape::Service(Methods::Wire(table.methods(range))),
        Entry::Future => Shape::Future,
    }
}

fn expected_shape(expected: &ExpectedType) -> Result<Shape<'_>> {
    Ok(match expected.view()? {
        TypeShape::Primitive(primitive) => Shape::Primitive(primitive),
        TypeShape::Opt(payload) => Shape::Opt(Side::Expected(payload)),
        TypeShape::Vec(element) => Shape::Vec(Side::Expected(element)),
        TypeShape::Record(fields) => Shape::Record(Fields::Expected(fields)),
        TypeShape::Variant(fields) => Shape::Variant(Fields::Expected(fields)),
        TypeShape::Reference(reference, graph) => match reference {
            ReferenceParts::Func { args, rets, modes } => Shape::Func(Func::Expected {
                graph,
                args,
                rets,
                modes,
            }),
            ReferenceParts::Service(methods) => Shape::Service(Methods::Expected(graph, methods)),
        },
        TypeShape::Any => Shape::Any,
    })
}

impl Fields<'_> {
    pub(crate) fn len(self) -> usize {
        match self {
            Fields::Wire(fields) => fields.len(),
            Fields::Expected(fields) => fields.len(),
        }
    }

    /// Returns the id of field `i`, or `None` past the end.
    pub(crate) fn id(self, i: usize) -> Option<u32> {
        match self {
            Fields::Wire(fields) => fields.get(i).map(|field| field.id),
            Fields::Expected(fields) => fields.id(i),
        }
    }

    /// Returns the ids of other labels of field `i`.
    pub(crate) fn aliases(self, i: usize) -> &'static [u32] {
        match self {
            Fields::Wire(_) => &[],
            Fields::Expected(fields) => fields.aliases(i),
        }
    }

    /// Returns the name and the type of field `i`, or `None` past the end.
    ///
    /// # Errors
    ///
    /// Those of [`ExpectedFields::get`].
    pub(crate) fn get(self, i: usize) -> Result<Option<(FieldName, Side)>> {
        Ok(match self {
            Fields::Wire(fields) => {
                let field = fields.get(i);
                field.map(|field| (FieldName::Id(field.id), Side::Wire(field.ty)))
            }
            Fields::Expected(fields) => {
                let field = fields.get(i)?;
                field.map(|field| (field.name, Side::Expected(field.ty)))
            }
        })
    }

    /// Returns the type of field `i`, or `None` past the end.
    ///
    /// # Errors
    ///
    /// Those of [`ExpectedFields::child`].
    pub(crate) fn ty(self, i: usize) -> Result<Option<Side>> {
        Ok(match self {
            Fields::Wire(fields) => fields.get(i).map(|field| Side::Wire(field.ty)),
            Fields::Expected(fields) => fields.child(i)?.map(Side::Expected),
        })
    }
}

impl<'a> Methods<'a> {
    pub(crate) fn len(self) -> usize {
        match self {
            Methods::Wire(methods) => methods.len(),
            Methods::Expected(_, methods) => methods.len(),
        }
    }

    /// Returns the name of method `i`, or `None` past the end.
    pub(crate) fn name(self, i: usize) -> Option<&'a str> {
        match self {
            Methods::Wire(methods) => methods.get(i).map(|method| method.name.as_str()),
            Methods::Expected(_, methods) => methods.get(i).map(|(name, _)| name.as_str()),
        }
    }

    /// Returns the type of method `i`, or `None` past the end.
    pub(crate) fn ty(self, i: usize) -> Option<Side> {
        match self {
            Methods::Wire(methods) => methods.get(i).map(|method| Side::Wire(method.ty)),
            Methods::Expected(graph, methods) => {
                methods.get(i).map(|(_, node)| Side::node(graph, *node))
            }
        }
    }
}

impl<'a> Func<'a> {
    /// Returns the number of arguments and results.
    pub(crate) fn n_parts(self) -> usize {
        match self {
            Func::Wire { args, rets, .. } => args.len() + rets.len(),
            Func::Expected { args, rets, .. } => args.len() + rets.len(),
        }
    }

    pub(crate) fn arg(self, i: usize) -> Option<Side> {
        match self {
            Func::Wire { args, .. } => args.get(i).map(|arg| Side::Wire(arg.ty)),
            Func::Expected { graph, args, .. } => args.get(i).map(|node| Side::node(graph, *node)),
        }
    }

    pub(crate) fn ret(self, i: usize) -> Option<Side> {
        match self {
            Func::Wire { rets, .. } => rets.get(i).map(|ret| Side::Wire(ret.ty)),
            Func::Expected { graph, rets, .. } => rets.get(i).map(|node| Side::node(graph, *node)),
        }
    }

    pub(crate) fn annotations(self) -> impl Iterator<Item = FuncAnnotation> + 'a {
        let (one, all) = match self {
            Func::Wire { annotation, .. } => (annotation, &[][..]),
            Func::Expected { modes, .. } => (None, modes),
        };
        one.into_iter().chain(all.iter().map(FuncMode::annotation))
    }
}
