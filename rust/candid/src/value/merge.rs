//! Types of values that have a common type: found in one pass, without lists of values.
//!
//! What [`Inference`](crate::value::inference::Inference) finds for values without conflicts; for others it has to be asked.

use crate::schema::graph::{Graph, GraphField, GraphNode, ReferenceParts};
use crate::types::ty::label::Label;
use crate::util::bytes_eq;
use crate::util::stack::StackLimit;
use crate::value::inference::Like;
use crate::value::model::{IDLField, IDLValue};
use candid_wire::opcode::Primitive;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Returns a graph with the types of values, and the node of each, or `None` if parts of a value conflict, more than `max_absent`
/// fields are missing in records of one beside others that have them, or one is nested too deeply for the stack.
pub(super) fn types_of(values: &[IDLValue], max_absent: usize) -> Option<(Graph, Vec<u32>)> {
    types_of_some(values, max_absent, usize::MAX)
}

/// Returns the types that values have if all items of their vectors are like some of them, without missing fields.
pub(super) fn types_of_samples(values: &[IDLValue]) -> Option<(Graph, Vec<u32>)> {
    types_of_some(values, 0, SAMPLE)
}

fn types_of_some(
    values: &[IDLValue],
    max_absent: usize,
    max_items: usize,
) -> Option<(Graph, Vec<u32>)> {
    let mut merge = Merge {
        stack: StackLimit::of_this_thread(),
        absent_left: max_absent,
        max_items,
        // Most types have at most this many parts.
        nodes: Vec::with_capacity(INITIAL_CAPACITY),
        known: Vec::with_capacity(MAX_KNOWN),
    };
    let mut roots = Vec::with_capacity(values.len());
    for value in values {
        merge.absent_left = max_absent;
        let mut place = Place::default();
        merge.add(&mut place, value)?;
        roots.push(merge.finish(&place)?);
    }
    Some((Graph::of_nodes(merge.nodes), roots))
}

struct Merge {
    stack: StackLimit,
    absent_left: usize,
    /// About how many items of each vector are added, at most.
    max_items: usize,
    nodes: Vec<GraphNode>,
    /// Some nodes that are found again: primitive types, options and vectors.
    known: Vec<u32>,
}

/// How many nodes are searched for one that is found again.
const MAX_KNOWN: usize = 16;

/// The capacity in nodes before the first is found.
const INITIAL_CAPACITY: usize = 32;

/// How many items of a vector are looked at before it is assumed that the others are like them.
const SAMPLE: usize = 32;

/// What is known about the values at one place, such as all those of a field of the records of a vector.
#[derive(Default)]
struct Place<'v> {
    like: Option<Like<'v>>,
    n_values: usize,
    /// The contents of options, or the items of vectors.
    inner: Option<Box<Place<'v>>>,
    has_blob: bool,
    /// The fields of records or the cases of variants, in the order in which they were found.
    fields: Vec<FieldPlace<'v>>,
    by_id: BTreeMap<u32, usize>,
}

struct FieldPlace<'v> {
    /// The first label: a name in one place may be a number in another.
    label: &'v Label,
    /// The number of the last record that has the field.
    last_of: usize,
    place: Place<'v>,
}

/// How many cases are compared before one is looked up by its id.
const COMPARED_CASES: usize = 4;

impl Merge {
    /// Adds a value to those at a place.
    #[inline(always)]
    fn add<'v>(&mut self, mut place: &mut Place<'v>, mut value: &'v IDLValue) -> Option<()> {
        loop {
            place.like = Some(match place.like {
                Some(like) => like.with(value)?,
                None => Like::Value(value),
            });
            place.n_values += 1;
            match value {
                // Without a call. Options in options are for the check of the stack.
                IDLValue::Opt(content) if !matches!(**content, IDLValue::Opt(_)) => {
                    (place, value) = (place.inner(), content);
                }
                IDLValue::Opt(_)
                | IDLValue::Vec(_)
                | IDLValue::Blob(_)
                | IDLValue::Record(_)
                | IDLValue::Variant(_) => return self.add_parts(place, value),
                _ => return Some(()),
            }
        }
    }

    /// Adds the parts of a value to those of the values at a place.
    #[inline(never)]
    fn add_parts<'v>(&mut self, place: &mut Place<'v>, value: &'v IDLValue) -> Option<()> {
        match value {
            IDLValue::Opt(content) => {
                self.stack.check().ok()?;
                self.add(place.inner(), content)
            }
            IDLValue::Vec(items) => {
                self.stack.check().ok()?;
                // Items beside a blob are bytes: that is for the general way.
                if place.has_blob {
                    return None;
                }
                let inner = place.inner();
                // An odd step, because values often alternate.
                let step = (items.len() / self.max_items) | 1;
                let mut items = items.iter().step_by(step);
                items.try_for_each(|item| self.add(inner, item))
            }
            IDLValue::Blob(_) => {
                place.has_blob = true;
                place.inner.is_none().then_some(())
            }
            IDLValue::Record(fields) => {
                self.stack.check().ok()?;
                let n_values = place.n_values;
                if n_values == 1 {
                    place.fields.reserve_exact(fields.len());
                }
                for (position, field) in fields.iter().enumerate() {
                    // Nearly always the field that was there in the record before.
                    let of_field = match place.fields.get_mut(position) {
                        Some(likely) if is_same_label(likely.label, &field.id) => likely,
                        _ => place.field(field, [])?,
                    };
                    // A label that is there twice is an error.
                    if std::mem::replace(&mut of_field.last_of, n_values) == n_values {
                        return None;
                    }
                    self.add(&mut of_field.place, &field.val)?;
                }
                Some(())
            }
            IDLValue::Variant(variant) => {
                self.stack.check().ok()?;
                let of_case = place.field(&variant.0, 0..COMPARED_CASES)?;
                self.add(&mut of_case.place, &variant.0.val)
            }
            _ => Some(()),
        }
    }

    /// Returns the node of the type of the values at a place.
    fn finish(&mut self, place: &Place<'_>) -> Option<u32> {
        self.stack.check().ok()?;
        let node = match place.like {
            None => GraphNode::Primitive(Primitive::Empty),
            Some(Like::Int(_)) => GraphNode::Primitive(Primitive::Int),
            Some(Like::Value(example)) => match example {
                IDLValue::None | IDLValue::Opt(_) => GraphNode::Opt(self.finish_inner(place)?),
                IDLValue::Vec(_) | IDLValue::Blob(_) => GraphNode::Vec(self.finish_inner(place)?),
                IDLValue::Record(_) => GraphNode::Record(self.fields(place)?),
                IDLValue::Variant(_) => GraphNode::Variant(self.fields(place)?),
                IDLValue::Number(_) => GraphNode::Primitive(Primitive::Int),
                IDLValue::Service(_) => {
                    GraphNode::Reference(ReferenceParts::Service(Box::default()))
                }
                IDLValue::Func(..) => GraphNode::Reference(ReferenceParts::Func {
                    args: Box::default(),
                    rets: Box::default(),
                    modes: Box::default(),
                }),
                leaf => GraphNode::Primitive(leaf.primitive()?),
            },
        };
        self.node(node)
    }

    fn finish_inner(&mut self, place: &Place<'_>) -> Option<u32> {
        match &place.inner {
            Some(inner) => self.finish(inner),
            None if place.has_blob => self.node(GraphNode::Primitive(Primitive::Nat8)),
            None => self.node(GraphNode::Primitive(Primitive::Empty)),
        }
    }

    /// Returns the index of a node.
    fn node(&mut self, node: GraphNode) -> Option<u32> {
        let is_known = |index: &&u32| match (self.nodes.get(**index as usize), &node) {
            (Some(GraphNode::Primitive(a)), GraphNode::Primitive(b)) => a == b,
            (Some(GraphNode::Opt(a)), GraphNode::Opt(b))
            | (Some(GraphNode::Vec(a)), GraphNode::Vec(b)) => a == b,
            _ => false,
        };
        if let Some(known) = self.known.iter().find(is_known) {
            return Some(*known);
        }
        let index = u32::try_from(self.nodes.len()).ok()?;
        let is_like_known = matches!(
            node,
            GraphNode::Primitive(_) | GraphNode::Opt(_) | GraphNode::Vec(_)
        );
        if is_like_known && self.known.len() < MAX_KNOWN {
            self.known.push(index);
        }
        self.nodes.push(node);
        Some(index)
    }

    /// Returns the fields or cases, in the order of their ids.
    fn fields(&mut self, place: &Place<'_>) -> Option<Box<[GraphField]>> {
        let is_record = matches!(place.like, Some(Like::Value(IDLValue::Record(_))));
        let mut fields = Vec::with_capacity(place.fields.len());
        for (id, position) in &place.by_id {
            let field = place.fields.get(*position)?;
            let node = self.finish(&field.place)?;
            if is_record {
                self.check_absent(place.n_values.checked_sub(field.place.n_values)?, node)?;
            }
            fields.push(GraphField {
                label: Rc::new(field.label.clone()),
                id: *id,
                node,
            });
        }
        Some(fields.into())
    }

    /// Checks that a field may be missing in so many records.
    fn check_absent(&mut self, n_absent: usize, node: u32) -> Option<()> {
        let may_be_absent = matches!(
            self.nodes.get(node as usize),
            Some(GraphNode::Opt(_) | GraphNode::Primitive(Primitive::Null))
        );
        if n_absent > 0 && !may_be_absent {
            return None;
        }
        self.absent_left = self.absent_left.checked_sub(n_absent)?;
        Some(())
    }
}

impl<'v> Place<'v> {
    fn inner(&mut self) -> &mut Place<'v> {
        self.inner.get_or_insert_default()
    }

    /// Returns the place of a field, probably one of the fields at `likely`.
    fn field(
        &mut self,
        field: &'v IDLField,
        likely: impl IntoIterator<Item = usize>,
    ) -> Option<&mut FieldPlace<'v>> {
        let is_same = |position: &usize| {
            let known = self.fields.get(*position);
            known.is_some_and(|known| is_same_label(known.label, &field.id))
        };
        let position = match likely.into_iter().find(is_same) {
            Some(position) => position,
            None => *self.by_id.entry(field.id.get_id()).or_insert_with(|| {
                self.fields.push(FieldPlace {
                    label: &field.id,
                    last_of: 0,
                    place: Place::default(),
                });
                self.fields.len() - 1
            }),
        };
        self.fields.get_mut(position)
    }
}

/// Returns whether two labels are certainly the same: names are compared, and not hashed.
fn is_same_label(a: &Label, b: &Label) -> bool {
    match (a, b) {
        (Label::Named(a), Label::Named(b)) => bytes_eq::equal(a.as_bytes(), b.as_bytes()),
        (Label::Id(a) | Label::Unnamed(a), Label::Id(b) | Label::Unnamed(b)) => a == b,
        _ => false,
    }
}
