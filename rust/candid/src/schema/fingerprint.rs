//! Structural type equality, and fingerprints that rule out most unequal pairs.

use crate::error::{internal, Error, Result};
use crate::schema::descriptor::{Descriptor, DescriptorFn, FieldDescriptor};
use crate::schema::expected::{head, ExpectedFields, ExpectedType, TypeShape};
use crate::schema::graph::{Graph, GraphNode, ReferenceParts};
use crate::util::id_map::{IdHasher, IdMap};
use crate::util::work_count::count_work;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// The fingerprint of a whole type down to parts with names, the same for equal types; `None` if the type contains itself.
pub(crate) type DeepFingerprint = Option<u64>;

/// Pairs of keys of equal types.
pub(crate) type EqualKeys = IdMap<(usize, usize), ()>;

/// Returns child `i` of a type that is not primitive, or `None` past the last.
pub(crate) fn child_of(expected: &ExpectedType, i: usize) -> Result<Option<ExpectedType>> {
    match expected {
        ExpectedType::Static(Descriptor::Opt(child) | Descriptor::Vec(child)) if i == 0 => {
            ExpectedType::of_descriptor(child()).map(Some)
        }
        ExpectedType::Static(
            Descriptor::Record(fields)
            | Descriptor::RecordWithRest { fields, .. }
            | Descriptor::Variant(fields),
        ) => ExpectedFields::Static(fields).child(i),
        ExpectedType::Node(graph, index) => {
            let child = graph.node(*index).child(i);
            Ok(child.map(|index| ExpectedType::Node(graph.clone(), index)))
        }
        ExpectedType::Static(_) | ExpectedType::Any => Ok(None),
    }
}

/// Returns whether the decoder may read more than the type says: a field has a default, a field or case has an alias, or a
/// record keeps other fields.
///
/// # Errors
///
/// If a hand-written type has no values.
#[cfg(feature = "value")]
pub(crate) fn is_tolerant(root: &ExpectedType) -> Result<bool> {
    let mut seen = IdMap::default();
    let mut next = vec![root.clone()];
    while let Some(ty) = next.pop() {
        // Graphs have none of these.
        let ExpectedType::Static(descriptor) = ty else {
            continue;
        };
        if seen.insert(ty.key(), ()).is_some() {
            continue;
        }
        if matches!(descriptor, Descriptor::RecordWithRest { .. }) {
            return Ok(true);
        }
        if let Descriptor::Record(fields) | Descriptor::Variant(fields) = descriptor {
            if fields.iter().any(|field| field.tolerance.is_some()) {
                return Ok(true);
            }
        }
        let mut i = 0;
        while let Some(child) = child_of(&ty, i)? {
            next.push(child);
            i += 1;
        }
    }
    Ok(false)
}

/// Returns the shallow fingerprint, the same for equal types: computed from the type without its parts, and the heads of
/// those if there are no more than `max_parts`.
///
/// # Errors
///
/// If the type has no values.
pub(crate) fn fingerprint_of(expected: &ExpectedType, max_parts: usize) -> Result<u64> {
    let mut hasher = IdHasher::default();
    match expected {
        ExpectedType::Static(descriptor) => {
            hasher.write_u64(head::of_constant(descriptor));
            hash_parts(descriptor, max_parts, &mut hasher)?;
        }
        ExpectedType::Node(graph, index) => {
            graph.hash_head(*index, &mut hasher);
            hash_parts_of_node(graph, graph.node(*index), max_parts, &mut hasher)?;
        }
        ExpectedType::Any => return Err(untyped()),
    }
    Ok(hasher.finish())
}

fn untyped() -> Error {
    Error::msg("cannot encode a dynamic value without a type: specify its type")
}

/// Hashes the ids of fields or cases, but for the first, which is in the head.
#[inline]
fn hash_ids(ids: impl Iterator<Item = u32>, hasher: &mut IdHasher) {
    ids.skip(1).for_each(|id| hasher.write_u32(id));
}

/// Hashes the parts of a descriptor as [`fingerprint_of`] does.
#[inline]
fn hash_parts(
    descriptor: &'static Descriptor,
    max_parts: usize,
    hasher: &mut IdHasher,
) -> Result<()> {
    let single;
    let mut parts = match descriptor {
        Descriptor::Opt(part) | Descriptor::Vec(part) => {
            single = [FieldDescriptor::unnamed(0, *part)];
            single.iter()
        }
        Descriptor::Record(fields)
        | Descriptor::RecordWithRest { fields, .. }
        | Descriptor::Variant(fields) => {
            hash_ids(fields.iter().map(|field| field.id), hasher);
            let n_hashed = if fields.len() <= max_parts {
                fields.len()
            } else {
                0
            };
            fields.get(..n_hashed).unwrap_or_default().iter()
        }
        Descriptor::Primitive(_) | Descriptor::Dynamic { .. } | Descriptor::Alias(_) => {
            return Err(internal())
        }
    };
    parts.try_for_each(|part| hash_part(hasher, part.ty))
}

/// Hashes the head of a part.
#[inline]
fn hash_part(hasher: &mut IdHasher, part: DescriptorFn) -> Result<()> {
    let part = part();
    match part {
        Descriptor::Alias(_) | Descriptor::Dynamic { .. } => {
            ExpectedType::of_descriptor(part)?.hash_head(hasher);
        }
        _ => hasher.write_u64(head::of_constant(part)),
    }
    Ok(())
}

/// Hashes the parts of a node as [`fingerprint_of`] does.
#[inline]
fn hash_parts_of_node(
    graph: &Graph,
    node: &GraphNode,
    max_parts: usize,
    hasher: &mut IdHasher,
) -> Result<()> {
    match node {
        GraphNode::Opt(part) | GraphNode::Vec(part) => graph.hash_head(*part, hasher),
        GraphNode::Record(fields) | GraphNode::Variant(fields) => {
            hash_ids(fields.iter().map(|field| field.id), hasher);
            if fields.len() <= max_parts {
                for field in fields {
                    graph.hash_head(field.node, hasher);
                }
            }
        }
        GraphNode::Reference(ReferenceParts::Func { args, rets, modes }) => {
            (args.len(), rets.len(), modes).hash(hasher);
            if args.len() + rets.len() <= max_parts {
                for index in args.iter().chain(rets) {
                    graph.hash_head(*index, hasher);
                }
            }
        }
        GraphNode::Reference(ReferenceParts::Service(methods)) => {
            methods.iter().for_each(|(name, _)| name.hash(hasher));
        }
        GraphNode::Primitive(_) => return Err(internal()),
        GraphNode::Unknown => return Err(untyped()),
    }
    Ok(())
}

/// Returns the fingerprint of the whole type down to parts with names, the same for equal types, or `None` if it contains itself.
/// The fingerprints of its parts are cached by their keys.
///
/// # Errors
///
/// If the type has no values.
pub(crate) fn deep_fingerprint_of(
    fingerprints: &mut IdMap<usize, DeepFingerprint>,
    root: &ExpectedType,
) -> Result<DeepFingerprint> {
    struct Open {
        expected: ExpectedType,
        n_seen: usize,
        /// The hash of the parts visited; `None` if one contains a type that is being hashed.
        hasher: Option<IdHasher>,
    }
    impl Open {
        fn new(expected: ExpectedType) -> Result<Self> {
            let mut hasher = IdHasher::default();
            hasher.write_u64(fingerprint_of(&expected, 0)?);
            Ok(Open {
                expected,
                n_seen: 0,
                hasher: Some(hasher),
            })
        }

        fn add_child(&mut self, fingerprint: DeepFingerprint) {
            match (&mut self.hasher, fingerprint) {
                (Some(hasher), Some(fingerprint)) => hasher.write_u64(fingerprint),
                (hasher, _) => *hasher = None,
            }
        }
    }
    if let Some(fingerprint) = fingerprints.get(&root.key()) {
        return Ok(*fingerprint);
    }
    // A type that is being hashed counts as recursive, which is correct if its parts contain it.
    fingerprints.insert(root.key(), None);
    let mut stack = vec![Open::new(root.clone())?];
    while let Some(top) = stack.last_mut() {
        let Some(child) = child_of(&top.expected, top.n_seen)? else {
            let fingerprint = top.hasher.as_ref().map(IdHasher::finish);
            fingerprints.insert(top.expected.key(), fingerprint);
            stack.pop();
            if let Some(top) = stack.last_mut() {
                top.add_child(fingerprint);
            }
            continue;
        };
        top.n_seen += 1;
        // A name stands for its type, which equals only types of that name: so few types contain themselves here.
        if child.primitive().is_some() || child.name().is_some() {
            if let Some(hasher) = &mut top.hasher {
                child.hash_head(hasher);
            }
        } else if let Some(fingerprint) = fingerprints.get(&child.key()) {
            top.add_child(*fingerprint);
        } else {
            fingerprints.insert(child.key(), None);
            stack.push(Open::new(child)?);
        }
    }
    Ok(fingerprints.get(&root.key()).copied().flatten())
}

/// Returns whether two types are equal as infinite trees: if they are, with the keys of parts that are, too. A named type equals
/// only types of the same name: the entries of a `.did` file's definitions stay distinct. A record that keeps other fields equals
/// only such records: whoever encodes it has to know that it is there.
///
/// `entry_of` returns the entry of the type with a key, if it has one already. No two entries are equal.
pub(crate) fn equal(
    a: &ExpectedType,
    b: &ExpectedType,
    entry_of: impl Fn(usize) -> Option<u32>,
) -> Result<Option<EqualKeys>> {
    match (a, b) {
        (ExpectedType::Static(a), ExpectedType::Static(b)) => {
            if let Some(equal) = equal_by_entries(a, b, &entry_of) {
                return Ok(equal.then(EqualKeys::default));
            }
        }
        (ExpectedType::Node(graph, _), ExpectedType::Node(b_graph, _))
            if Rc::ptr_eq(graph, b_graph) && a.name() == b.name() =>
        {
            // The methods of a service with the same names and types.
            if let (TypeShape::Reference(a, _), TypeShape::Reference(b, _)) = (a.view()?, b.view()?)
            {
                if a == b {
                    return Ok(Some(EqualKeys::default()));
                }
            }
        }
        _ => {}
    }
    let mut assumed = EqualKeys::default();
    let mut pending = vec![(a.clone(), b.clone())];
    while let Some((a, b)) = pending.pop() {
        count_work();
        if a.key() == b.key() || assumed.insert((a.key(), b.key()), ()).is_some() {
            continue;
        }
        if let (ExpectedType::Node(..), ExpectedType::Node(..)) = (&a, &b) {
            // One type may be part of many, in each of two graphs.
            if let (Some(a), Some(b)) = (entry_of(a.key()), entry_of(b.key())) {
                if a == b {
                    continue;
                }
                return Ok(None);
            }
        }
        if a.name() != b.name() || !equal_but_for_parts(&a, &b)? {
            return Ok(None);
        }
        if a.rest_name().is_some() != b.rest_name().is_some() {
            return Ok(None);
        }
        let mut i = 0;
        while let (Some(a), Some(b)) = (child_of(&a, i)?, child_of(&b, i)?) {
            i += 1;
            match (a.primitive(), b.primitive()) {
                (None, None) => pending.push((a, b)),
                (kind, b_kind) if kind == b_kind && a.name() == b.name() => {}
                _ => return Ok(None),
            }
        }
    }
    Ok(Some(assumed))
}

/// Returns whether two constant types are equal, if their labels and the parts with entries determine it.
fn equal_by_entries(
    a: &'static Descriptor,
    b: &'static Descriptor,
    entry_of: &impl Fn(usize) -> Option<u32>,
) -> Option<bool> {
    use Descriptor::{Alias, Dynamic, Opt, Primitive, Record, Variant, Vec};

    let child = |a: DescriptorFn, b: DescriptorFn| match (a(), b()) {
        (a, b) if std::ptr::eq(a, b) => Some(true),
        (Primitive(a), Primitive(b)) => Some(a == b),
        (Primitive(_), Opt(_) | Vec(_) | Record(_) | Variant(_)) => Some(false),
        (Opt(_) | Vec(_) | Record(_) | Variant(_), Primitive(_)) => Some(false),
        (Dynamic { .. } | Alias(_), _) | (_, Dynamic { .. } | Alias(_)) => None,
        (a, b) => {
            let entry = |ty| entry_of(ExpectedType::Static(ty).key());
            Some(entry(a)? == entry(b)?)
        }
    };
    match (a, b) {
        (Opt(a), Opt(b)) | (Vec(a), Vec(b)) => child(*a, *b),
        (Record(a), Record(b)) | (Variant(a), Variant(b)) => {
            let ids = |fields: &'static [FieldDescriptor]| fields.iter().map(|field| field.id);
            if !ids(a).eq(ids(b)) {
                return Some(false);
            }
            let mut all = Some(true);
            for (a, b) in a.iter().zip(*b) {
                match child(a.ty, b.ty) {
                    Some(true) => {}
                    Some(false) => return Some(false),
                    None => all = None,
                }
            }
            all
        }
        _ => Some(false),
    }
}

/// Returns whether two types have the same constructor, the same number of parts and, at each, the same label.
fn equal_but_for_parts(a: &ExpectedType, b: &ExpectedType) -> Result<bool> {
    Ok(match (a.view()?, b.view()?) {
        (TypeShape::Primitive(a), TypeShape::Primitive(b)) => a == b,
        (TypeShape::Opt(_), TypeShape::Opt(_)) | (TypeShape::Vec(_), TypeShape::Vec(_)) => true,
        (TypeShape::Record(a), TypeShape::Record(b))
        | (TypeShape::Variant(a), TypeShape::Variant(b)) => {
            a.len() == b.len() && (0..a.len()).all(|i| a.id(i) == b.id(i))
        }
        (TypeShape::Reference(a, _), TypeShape::Reference(b, _)) => match (a, b) {
            (
                ReferenceParts::Func { args, rets, modes },
                ReferenceParts::Func {
                    args: b_args,
                    rets: b_rets,
                    modes: b_modes,
                },
            ) => args.len() == b_args.len() && rets.len() == b_rets.len() && modes == b_modes,
            (ReferenceParts::Service(a), ReferenceParts::Service(b)) => a
                .iter()
                .map(|(name, _)| name)
                .eq(b.iter().map(|(name, _)| name)),
            _ => false,
        },
        _ => false,
    })
}
