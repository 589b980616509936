//! The header for types known at run time that are all of one graph: its nodes are numbered and written, for a fraction of the
//! instructions that [`TypeSerialize`](super::table::TypeSerialize) takes, which writes the same bytes.
//!
//! Nearly all nodes of a graph are known to differ from each other. Those that may be equal refer to each other without cycles,
//! so they are by their parts.

use crate::schema::graph::{Graph, GraphField, GraphNode, ReferenceParts};
use crate::ser::entry::{write_reference, TypeCode};
use crate::util::id_map::{IdHasher, IdMap};
use candid_wire::opcode::{self, Composite};
use candid_wire::writer;
use std::hash::{Hash, Hasher};
use std::slice;

/// The entries so far.
struct GraphTable<'g> {
    graph: &'g Graph,
    /// By node: the opcode of a primitive type, or the index of the entry, or [`UNKNOWN`].
    codes: Vec<TypeCode>,
    /// By node: the node itself, or the first that it equals. Empty if all are different.
    firsts: Vec<u32>,
    /// The nodes of the entries.
    entries: Vec<u32>,
    n_parts: usize,
}

/// No code yet: neither an opcode nor an index.
const UNKNOWN: TypeCode = TypeCode::MAX;

/// No node that is known to be the first yet.
const NO_NODE: u32 = u32::MAX;

/// Returns the header for arguments of these types, nodes of the graph. `None` if it is not known that their
/// parts are without cycles, if two of these have one hash by accident, or if one is not that of values.
pub(crate) fn header_of(graph: &Graph, roots: &[u32]) -> Option<Vec<u8>> {
    let code = |node: &GraphNode| match node {
        GraphNode::Primitive(primitive) => primitive.opcode().into(),
        _ => UNKNOWN,
    };
    let mut table = GraphTable {
        graph,
        codes: graph.nodes().iter().map(code).collect(),
        firsts: Vec::new(),
        entries: Vec::with_capacity(graph.len()),
        n_parts: 0,
    };
    table.find_equal()?;
    for root in roots {
        table.enter(*root)?;
    }
    // Most ids take five bytes, most codes one; a field is written as eight.
    let n = 6 * table.n_parts + 2 * table.entries.len() + roots.len() + 16;
    let mut out = Vec::with_capacity(n);
    out.extend_from_slice(&opcode::MAGIC);
    writer::write_len(&mut out, table.entries.len());
    for entry in &table.entries {
        table.write_entry(graph.node(*entry), &mut out);
    }
    writer::write_len(&mut out, roots.len());
    for root in roots {
        writer::write_sleb_i64(&mut out, table.code(*root));
    }
    Some(out)
}

impl GraphTable<'_> {
    #[inline]
    fn code(&self, index: u32) -> TypeCode {
        self.codes.get(index as usize).copied().unwrap_or(UNKNOWN)
    }

    #[inline]
    fn first(&self, index: u32) -> u32 {
        self.firsts.get(index as usize).copied().unwrap_or(index)
    }

    /// Finds the first of equal nodes.
    fn find_equal(&mut self) -> Option<()> {
        let inline = self.graph.inline()?;
        if inline.is_empty() {
            return Some(());
        }
        self.firsts = (0..).take(self.graph.len()).collect();
        for index in inline {
            *self.firsts.get_mut(*index as usize)? = NO_NODE;
        }
        let mut by_hash = IdMap::default();
        let mut open = Vec::new();
        // Most parts come before what they are parts of.
        for index in inline.iter().rev() {
            open.push(*index);
            while let Some(index) = open.last().copied() {
                let n_open = open.len();
                if self.first(index) == NO_NODE {
                    let node = self.graph.node(index);
                    let parts = (0..node.n_children()).filter_map(|i| node.child(i));
                    open.extend(parts.filter(|part| self.first(*part) == NO_NODE));
                    if open.len() > n_open {
                        continue;
                    }
                    let first = *by_hash.get_or_insert_with(self.hash(index), || index);
                    if first != index && !self.are_equal(first, index) {
                        return None;
                    }
                    *self.firsts.get_mut(index as usize)? = first;
                }
                open.pop();
            }
        }
        Some(())
    }

    /// Returns a number that equal types share, and no others. Of a primitive type without a name there may be several nodes.
    fn key(&self, index: u32) -> TypeCode {
        match self.code(index) {
            code @ ..0 if self.graph.name(index).is_none() => code,
            _ => self.first(index).into(),
        }
    }

    /// Returns the hash of a node without a name; the firsts of its parts are known.
    fn hash(&self, index: u32) -> u64 {
        let mut hasher = IdHasher::default();
        self.graph.hash_head(index, &mut hasher);
        let node = self.graph.node(index);
        match node {
            GraphNode::Record(fields) | GraphNode::Variant(fields) => {
                fields.iter().for_each(|field| field.id.hash(&mut hasher));
            }
            GraphNode::Reference(ReferenceParts::Func { args, modes, .. }) => {
                (args.len(), modes).hash(&mut hasher);
            }
            GraphNode::Reference(ReferenceParts::Service(methods)) => {
                methods.iter().for_each(|(name, _)| name.hash(&mut hasher));
            }
            _ => {}
        }
        for part in (0..node.n_children()).filter_map(|i| node.child(i)) {
            self.key(part).hash(&mut hasher);
        }
        hasher.finish()
    }

    /// Returns whether two nodes without names are equal.
    fn are_equal(&self, a: u32, b: u32) -> bool {
        let (a, b) = (self.graph.node(a), self.graph.node(b));
        let is_alike = match (a, b) {
            (GraphNode::Opt(_), GraphNode::Opt(_)) | (GraphNode::Vec(_), GraphNode::Vec(_)) => true,
            (GraphNode::Record(a), GraphNode::Record(b))
            | (GraphNode::Variant(a), GraphNode::Variant(b)) => {
                let (a, b) = (a.iter(), b.iter());
                a.map(|field| field.id).eq(b.map(|field| field.id))
            }
            (GraphNode::Reference(a), GraphNode::Reference(b)) => match (a, b) {
                (
                    ReferenceParts::Func { args, modes, .. },
                    ReferenceParts::Func {
                        args: b_args,
                        modes: b_modes,
                        ..
                    },
                ) => args.len() == b_args.len() && modes == b_modes,
                (ReferenceParts::Service(a), ReferenceParts::Service(b)) => {
                    let (a, b) = (a.iter(), b.iter());
                    a.map(|(name, _)| name).eq(b.map(|(name, _)| name))
                }
                _ => false,
            },
            _ => false,
        };
        let n = a.n_children();
        let mut parts = (0..n).map(|i| a.child(i).zip(b.child(i)));
        is_alike
            && b.n_children() == n
            && parts.all(|parts| parts.is_some_and(|(a, b)| self.key(a) == self.key(b)))
    }

    /// Enters a type and its parts, depth first. Not by recursion: a type may be deeper than the thread's stack.
    fn enter(&mut self, root: u32) -> Option<()> {
        let mut open: Vec<Open<'_>> = Vec::new();
        let mut next = Some(root);
        loop {
            while let Some(index) = next.take() {
                match self.enter_one(index)? {
                    Some(GraphNode::Opt(part) | GraphNode::Vec(part)) if self.is_new(*part) => {
                        next = Some(*part);
                    }
                    Some(GraphNode::Record(fields) | GraphNode::Variant(fields)) => {
                        open.push(Open::Fields(fields.iter()));
                    }
                    Some(node @ GraphNode::Reference(_)) => open.push(Open::Reference(node, 0)),
                    _ => {}
                }
            }
            let Some(top) = open.last_mut() else {
                return Some(());
            };
            next = match top {
                Open::Fields(fields) => {
                    let mut parts = fields.map(|field| field.node);
                    parts.find(|part| self.is_new(*part))
                }
                Open::Reference(node, n_entered) => {
                    *n_entered += 1;
                    node.child(*n_entered - 1)
                }
            };
            if next.is_none() {
                open.pop();
            }
        }
    }

    /// Returns whether a type has no code yet.
    #[inline]
    fn is_new(&self, index: u32) -> bool {
        self.code(index) == UNKNOWN
    }
}

impl<'g> GraphTable<'g> {
    /// Enters a type without its parts. Returns the node that these are of, if it is new.
    #[inline]
    fn enter_one(&mut self, index: u32) -> Option<Option<&'g GraphNode>> {
        let first = self.first(index);
        let known = self.code(first);
        if known != UNKNOWN {
            *self.codes.get_mut(index as usize)? = known;
            return Some(None);
        }
        let node = self.graph.node(first);
        if matches!(node, GraphNode::Unknown) {
            return None;
        }
        let code = TypeCode::try_from(self.entries.len()).ok()?;
        self.entries.push(first);
        self.n_parts += node.n_children();
        *self.codes.get_mut(first as usize)? = code;
        *self.codes.get_mut(index as usize)? = code;
        Some(Some(node))
    }

    /// Writes the entry of a node.
    #[inline]
    fn write_entry(&self, node: &GraphNode, out: &mut Vec<u8>) {
        let coded = |field: &GraphField| (field.id, self.code(field.node));
        match node {
            GraphNode::Opt(part) => {
                out.push(Composite::Opt.byte());
                writer::write_sleb_i64(out, self.code(*part));
            }
            GraphNode::Vec(part) => {
                out.push(Composite::Vec.byte());
                writer::write_sleb_i64(out, self.code(*part));
            }
            GraphNode::Record(fields) | GraphNode::Variant(fields) => {
                let constructor = match node {
                    GraphNode::Record(_) => Composite::Record,
                    _ => Composite::Variant,
                };
                out.push(constructor.byte());
                writer::write_len(out, fields.len());
                writer::write_fields(out, fields.iter().map(coded));
            }
            GraphNode::Reference(reference) => {
                let parts = (0..node.n_children()).filter_map(|i| node.child(i));
                let codes: Vec<TypeCode> = parts.map(|part| self.code(part)).collect();
                write_reference(reference, &codes, out);
            }
            // These have no entries.
            GraphNode::Primitive(_) | GraphNode::Unknown => {}
        }
    }
}

/// A type whose parts are being entered.
enum Open<'g> {
    Fields(slice::Iter<'g, GraphField>),
    /// A function or service, and how many parts were entered.
    Reference(&'g GraphNode, usize),
}

#[cfg(test)]
mod tests {
    use super::header_of;
    use crate::schema::graph::Graph;
    use crate::ser::table::TypeSerialize;
    use crate::types::env::TypeEnv;
    use crate::types::ty::label::Label;
    use crate::types::ty::{Field, FuncMode, Function, Type, TypeInner};

    /// Definitions that refer to each other, through types without a name that are there many times.
    fn definitions(n: usize) -> TypeEnv {
        let var = |i: usize| Type::from(TypeInner::Var(format!("T{}", i % n)));
        let opt = |ty: Type| Type::from(TypeInner::Opt(ty));
        let record = |types: Vec<Type>| {
            let fields = (0u32..).zip(types).map(|(id, ty)| Field {
                id: Label::Id(id).into(),
                ty,
            });
            Type::from(TypeInner::Record(fields.collect()))
        };
        let deep = |i: usize, ty: Type| (0..i).fold(ty, |ty, _| opt(ty));
        let func = |i: usize| {
            Type::from(TypeInner::Func(Function {
                modes: [FuncMode::Query].into_iter().take(i % 2).collect(),
                args: vec![opt(var(i % 3))],
                rets: vec![record(vec![var(i % 3)])],
            }))
        };
        let mut env = TypeEnv::new();
        for i in 0..n {
            let shared = record(vec![opt(TypeInner::Text.into())]);
            let parts = vec![
                opt(var(i * 7 + 1)),
                TypeInner::Vec(opt(var(i * 3 % 5))).into(),
                record(vec![opt(var(i % 4)), TypeInner::Nat8.into()]),
                opt(TypeInner::Nat8.into()),
                TypeInner::Nat8.into(),
                deep(i % 9, TypeInner::Nat.into()),
                deep(i % 7, record(vec![opt(record(vec![var(i % 2)]))])),
                func(i),
                TypeInner::Service(vec![("a".to_string(), func(i % 3))]).into(),
                shared.clone(),
                record(vec![shared]),
            ];
            env.0.insert(format!("T{i}"), opt(record(parts)));
        }
        env
    }

    #[test]
    fn the_bytes_are_those_of_the_type_table() {
        for n in [1, 2, 5, 10, 40] {
            let env = definitions(n);
            let last: Type = TypeInner::Var(format!("T{}", n - 1)).into();
            for types in [
                vec![],
                vec![last.clone(), TypeInner::Text.into()],
                vec![TypeInner::Opt(last.clone()).into(), last.clone()],
                vec![TypeInner::Vec(TypeInner::Bool.into()).into(), last],
            ] {
                let mut table = TypeSerialize::new();
                for ty in &types {
                    table.push_type_in(&env, ty).unwrap();
                }
                table.serialize().unwrap();
                let (graph, roots, _) = Graph::of_types(&env, &types, false).unwrap();
                assert_eq!(header_of(&graph, &roots).unwrap(), table.get_result());
            }
        }
    }
}
