//! The expected type in each of its forms: constants of the derive, a graph built at run time, or none (the value is
//! expected as it is).

use crate::error::Result;
use crate::schema::descriptor::{Descriptor, FieldDescriptor, Tolerance};
use crate::schema::graph::{graph_of, Graph, GraphField, GraphNode, ReferenceParts};
use crate::types::ty::label::Label;
use crate::util::escape::path_segment;
use crate::util::id_map::IdMap;
use candid_wire::opcode::Primitive;
use std::hash::Hasher;
use std::rc::Rc;

/// An expected type.
#[derive(Clone, Debug)]
pub(crate) enum ExpectedType {
    /// A Rust type with a constant descriptor.
    Static(&'static Descriptor),
    /// A node of a graph.
    Node(Rc<Graph>, u32),
    /// Any type: the one on the wire.
    Any,
}

/// An expected type, one level deep.
pub(crate) enum TypeShape<'a> {
    Primitive(Primitive),
    Opt(ExpectedType),
    Vec(ExpectedType),
    Record(ExpectedFields<'a>),
    Variant(ExpectedFields<'a>),
    /// A function or service type and the graph that contains it.
    Reference(&'a ReferenceParts, &'a Rc<Graph>),
    Any,
}

/// The fields of an expected record or the cases of an expected variant, sorted by id.
#[derive(Clone, Copy)]
pub(crate) enum ExpectedFields<'a> {
    Static(&'static [FieldDescriptor]),
    Node(&'a Rc<Graph>, &'a [GraphField]),
}

/// The name of a field, in the form given to serde and printed.
#[derive(Clone, Debug)]
pub(crate) enum FieldName {
    Static(&'static str),
    Shared(Rc<Label>),
    /// A numeric label: the position in a tuple, or a hash without a known name.
    Id(u32),
}

/// One expected field.
pub(crate) struct ExpectedField {
    pub(crate) id: u32,
    pub(crate) name: FieldName,
    pub(crate) tolerance: Option<&'static Tolerance>,
    pub(crate) ty: ExpectedType,
}

impl ExpectedType {
    /// Returns the expected type of a Rust type: its constant descriptor, or the graph cached for it.
    ///
    /// # Errors
    ///
    /// If a hand-written `_ty()` returns a type without values.
    #[inline]
    pub(crate) fn of_descriptor(descriptor: &'static Descriptor) -> Result<ExpectedType> {
        match descriptor {
            Descriptor::Dynamic { id, ty, .. } => {
                let (graph, node) = graph_of(id(), *ty)?;
                Ok(ExpectedType::Node(graph, node))
            }
            Descriptor::Alias(ty) => ExpectedType::of_alias(ty()),
            constant => Ok(ExpectedType::Static(constant)),
        }
    }

    /// Returns the expected type of a newtype: that of the first type inside it that is not a newtype. Newtypes that
    /// lead back to themselves have no values.
    #[cold]
    #[inline(never)]
    fn of_alias(mut descriptor: &'static Descriptor) -> Result<ExpectedType> {
        let mut seen = IdMap::default();
        while let Descriptor::Alias(ty) = descriptor {
            if seen
                .insert(std::ptr::from_ref(descriptor) as usize, ())
                .is_some()
            {
                return Ok(ExpectedType::Static(
                    const { &Descriptor::Primitive(Primitive::Empty) },
                ));
            }
            descriptor = ty();
        }
        ExpectedType::of_descriptor(descriptor)
    }

    /// Returns whether this is a Rust type with a constant descriptor.
    pub(crate) fn is_static(&self) -> bool {
        matches!(self, ExpectedType::Static(_))
    }

    /// Returns whether this is any type, also as a node of a graph.
    pub(crate) fn is_any(&self) -> bool {
        match self {
            ExpectedType::Any => true,
            ExpectedType::Static(_) => false,
            ExpectedType::Node(graph, index) => matches!(graph.node(*index), GraphNode::Unknown),
        }
    }

    /// Returns a number that identifies the expected type for as long as `self` lives.
    pub(crate) fn key(&self) -> usize {
        match self {
            ExpectedType::Static(descriptor) => std::ptr::from_ref(*descriptor) as usize,
            ExpectedType::Node(graph, index) => std::ptr::from_ref(graph.node(*index)) as usize,
            ExpectedType::Any => 0,
        }
    }

    /// Returns the type one level deep.
    ///
    /// # Errors
    ///
    /// Those of [`ExpectedType::of_descriptor`] for the parts.
    pub(crate) fn view(&self) -> Result<TypeShape<'_>> {
        Ok(match self {
            ExpectedType::Any => TypeShape::Any,
            ExpectedType::Static(descriptor) => match descriptor {
                Descriptor::Primitive(primitive) => TypeShape::Primitive(*primitive),
                Descriptor::Opt(inner) => TypeShape::Opt(ExpectedType::of_descriptor(inner())?),
                Descriptor::Vec(inner) => TypeShape::Vec(ExpectedType::of_descriptor(inner())?),
                Descriptor::Record(fields) | Descriptor::RecordWithRest { fields, .. } => {
                    TypeShape::Record(ExpectedFields::Static(fields))
                }
                Descriptor::Variant(fields) => TypeShape::Variant(ExpectedFields::Static(fields)),
                // `of_descriptor` never returns these.
                Descriptor::Dynamic { .. } | Descriptor::Alias(_) => TypeShape::Any,
            },
            ExpectedType::Node(graph, index) => match graph.node(*index) {
                GraphNode::Primitive(primitive) => TypeShape::Primitive(*primitive),
                GraphNode::Opt(inner) => TypeShape::Opt(ExpectedType::Node(graph.clone(), *inner)),
                GraphNode::Vec(inner) => TypeShape::Vec(ExpectedType::Node(graph.clone(), *inner)),
                GraphNode::Record(fields) => TypeShape::Record(ExpectedFields::Node(graph, fields)),
                GraphNode::Variant(fields) => {
                    TypeShape::Variant(ExpectedFields::Node(graph, fields))
                }
                GraphNode::Reference(reference) => TypeShape::Reference(reference, graph),
                GraphNode::Unknown => TypeShape::Any,
            },
        })
    }

    /// Returns the number of parts: one of an option or a vector, the fields, the cases, arguments and results, methods.
    pub(crate) fn n_parts(&self) -> usize {
        match self {
            ExpectedType::Static(Descriptor::Opt(_) | Descriptor::Vec(_)) => 1,
            ExpectedType::Static(
                Descriptor::Record(fields)
                | Descriptor::RecordWithRest { fields, .. }
                | Descriptor::Variant(fields),
            ) => fields.len(),
            ExpectedType::Node(graph, index) => graph.node(*index).n_children(),
            ExpectedType::Static(_) | ExpectedType::Any => 0,
        }
    }

    /// Returns the name of what keeps the other fields of a record, if the Rust type has such a field.
    pub(crate) fn rest_name(&self) -> Option<&'static str> {
        match self {
            ExpectedType::Static(Descriptor::RecordWithRest { rest, .. }) => Some(rest),
            _ => None,
        }
    }

    /// Returns the type if it is a primitive.
    #[inline]
    pub(crate) fn primitive(&self) -> Option<Primitive> {
        match self {
            ExpectedType::Static(Descriptor::Primitive(primitive)) => Some(*primitive),
            ExpectedType::Node(graph, index) => match graph.node(*index) {
                GraphNode::Primitive(primitive) => Some(*primitive),
                _ => None,
            },
            ExpectedType::Static(_) | ExpectedType::Any => None,
        }
    }

    /// Hashes what equal types have in common: the name of the definition and the [head](mod@head).
    pub(crate) fn hash_head(&self, state: &mut impl Hasher) {
        match self {
            ExpectedType::Any => {}
            ExpectedType::Static(descriptor) => state.write_u64(head::of_constant(descriptor)),
            ExpectedType::Node(graph, index) => graph.hash_head(*index, state),
        }
    }

    /// Returns the name of the definition that the type is, if it has one.
    pub(crate) fn name(&self) -> Option<&str> {
        match self {
            ExpectedType::Node(graph, index) => graph.name(*index),
            ExpectedType::Static(_) | ExpectedType::Any => None,
        }
    }

    /// Returns the payload type of an expected `opt`.
    ///
    /// # Errors
    ///
    /// Those of [`ExpectedType::of_descriptor`].
    pub(crate) fn payload(&self) -> Result<Option<ExpectedType>> {
        Ok(match self.view()? {
            TypeShape::Opt(payload) => Some(payload),
            _ => None,
        })
    }
}

/// The head of a type: a number computed from the constructor, and the opcode of a primitive or the number of fields and
/// the first of them, which distinguishes most types.
pub(crate) mod head {
    pub(crate) const UNKNOWN: u64 = 0;
    pub(crate) const OPT: u64 = 2;
    pub(crate) const VEC: u64 = 3;
    pub(crate) const REFERENCE: u64 = 6;

    use crate::schema::descriptor::Descriptor;

    /// Returns the head of a descriptor.
    #[inline]
    pub(crate) fn of_constant(descriptor: &Descriptor) -> u64 {
        match descriptor {
            Descriptor::Primitive(of_leaf) => primitive(*of_leaf),
            Descriptor::Opt(_) => OPT,
            Descriptor::Vec(_) => VEC,
            Descriptor::Record(fields) | Descriptor::RecordWithRest { fields, .. } => {
                record(fields.len(), fields.first().map(|field| field.id))
            }
            Descriptor::Variant(fields) => {
                variant(fields.len(), fields.first().map(|field| field.id))
            }
            // Of which the type is looked up first.
            Descriptor::Dynamic { .. } | Descriptor::Alias(_) => UNKNOWN,
        }
    }

    pub(crate) fn primitive(primitive: candid_wire::opcode::Primitive) -> u64 {
        1 ^ u64::from(primitive.byte()) << 3
    }

    pub(crate) fn record(n_fields: usize, first_id: Option<u32>) -> u64 {
        4 ^ (n_fields as u64) << 3 ^ u64::from(first_id.unwrap_or_default()) << 32
    }

    pub(crate) fn variant(n_cases: usize, first_id: Option<u32>) -> u64 {
        1 ^ record(n_cases, first_id)
    }
}

impl ExpectedField {
    /// Returns the label: serde's name for it differs from that of Candid where it stands for a number.
    pub(crate) fn label(&self) -> Label {
        let label = match &self.name {
            FieldName::Static(name) => Label::Named((*name).to_string()),
            FieldName::Shared(label) => label.as_ref().clone(),
            FieldName::Id(id) => Label::Id(*id),
        };
        if label.get_id() == self.id {
            label
        } else {
            Label::Id(self.id)
        }
    }

    /// Returns whether it is left out if it is missing and not optional.
    pub(crate) fn has_default(&self) -> bool {
        self.tolerance
            .is_some_and(|tolerance| tolerance.has_default)
    }

    /// Returns whether such a field is one of a tuple, which serde knows by its position.
    pub(crate) fn is_in_tuple(&self) -> bool {
        self.tolerance
            .is_some_and(|tolerance| tolerance.is_in_tuple)
    }
}

impl ExpectedFields<'_> {
    /// Returns the ids of other labels of field `i`.
    pub(crate) fn aliases(&self, i: usize) -> &'static [u32] {
        match self {
            ExpectedFields::Static(fields) => fields.get(i).map_or(&[], FieldDescriptor::aliases),
            ExpectedFields::Node(..) => &[],
        }
    }

    /// Returns whether any field has an alias.
    pub(crate) fn has_aliases(&self) -> bool {
        (0..self.len()).any(|i| !self.aliases(i).is_empty())
    }

    /// Returns the position of the field that has this id as an alias.
    #[cold]
    pub(crate) fn by_alias(&self, id: u32) -> Option<usize> {
        (0..self.len()).find(|i| self.aliases(*i).contains(&id))
    }

    pub(crate) fn len(&self) -> usize {
        match self {
            ExpectedFields::Static(fields) => fields.len(),
            ExpectedFields::Node(_, fields) => fields.len(),
        }
    }

    /// Returns the id of field `i`, or `None` past the end.
    pub(crate) fn id(&self, i: usize) -> Option<u32> {
        match self {
            ExpectedFields::Static(fields) => fields.get(i).map(|field| field.id),
            ExpectedFields::Node(_, fields) => fields.get(i).map(|field| field.id),
        }
    }

    /// Returns the name of field `i` and its position in the Rust declaration, if known, or `None` past the end.
    pub(crate) fn name(&self, i: usize) -> Option<(FieldName, u32)> {
        match self {
            ExpectedFields::Static(fields) => {
                let field = fields.get(i)?;
                Some((static_name(field), field.ordinal))
            }
            ExpectedFields::Node(_, fields) => Some((shared_name(fields.get(i)?), u32::MAX)),
        }
    }

    /// Returns field `i`, or `None` past the end.
    ///
    /// # Errors
    ///
    /// Those of [`ExpectedType::of_descriptor`].
    pub(crate) fn get(&self, i: usize) -> Result<Option<ExpectedField>> {
        Ok(match self {
            ExpectedFields::Static(fields) => match fields.get(i) {
                Some(field) => Some(ExpectedField {
                    id: field.id,
                    name: static_name(field),
                    tolerance: field.tolerance,
                    ty: ExpectedType::of_descriptor((field.ty)())?,
                }),
                None => None,
            },
            ExpectedFields::Node(graph, fields) => fields.get(i).map(|field| ExpectedField {
                id: field.id,
                name: shared_name(field),
                tolerance: None,
                ty: ExpectedType::Node((*graph).clone(), field.node),
            }),
        })
    }

    /// Returns the type of field `i`, or `None` past the end.
    ///
    /// # Errors
    ///
    /// Those of [`ExpectedType::of_descriptor`].
    #[inline]
    pub(crate) fn child(&self, i: usize) -> Result<Option<ExpectedType>> {
        match self {
            ExpectedFields::Static(fields) => match fields.get(i) {
                Some(field) => ExpectedType::of_descriptor((field.ty)()).map(Some),
                None => Ok(None),
            },
            ExpectedFields::Node(graph, fields) => Ok(fields
                .get(i)
                .map(|field| ExpectedType::Node((*graph).clone(), field.node))),
        }
    }
}

/// Returns the name of a field of a descriptor.
#[inline]
pub(crate) fn static_name(field: &FieldDescriptor) -> FieldName {
    match field.name {
        Some(name) => FieldName::Static(name),
        None => FieldName::Id(field.id),
    }
}

/// Returns the name of a field of a graph.
fn shared_name(field: &GraphField) -> FieldName {
    match field.label.as_ref() {
        Label::Named(_) => FieldName::Shared(field.label.clone()),
        Label::Id(_) | Label::Unnamed(_) => FieldName::Id(field.id),
    }
}

impl FieldName {
    /// Returns the length of the name that is charged: `|k|` in the equations of
    /// [`DecoderConfig::set_decoding_quota`](crate::DecoderConfig::set_decoding_quota).
    pub(crate) fn cost_len(&self) -> u64 {
        match self.text() {
            Ok(name) => name.len() as u64,
            Err(_) => 1,
        }
    }

    /// Returns the name, or the number of a numeric label.
    fn text(&self) -> std::result::Result<&str, u32> {
        match self {
            FieldName::Static(name) => Ok(name),
            FieldName::Shared(label) => match label.as_ref() {
                Label::Named(name) => Ok(name),
                Label::Id(id) | Label::Unnamed(id) => Err(*id),
            },
            FieldName::Id(id) => Err(*id),
        }
    }

    /// Returns whether the label is numeric.
    pub(crate) fn is_id(&self) -> bool {
        matches!(self, FieldName::Id(_))
    }
}

impl FieldName {
    /// Returns the name as a segment of a path in errors.
    #[cold]
    pub(crate) fn path_segment(&self) -> String {
        match self.text() {
            Ok(name) => path_segment(name).into_owned(),
            Err(id) => id.to_string(),
        }
    }
}

impl std::fmt::Display for FieldName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.text() {
            Ok(name) => f.write_str(name),
            Err(id) => write!(f, "{id}"),
        }
    }
}
