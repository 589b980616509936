//! Encoding of types: the type table and the argument types, function `T` of the specification.
//!
//! A type enters the table before its parts, and equal types share an entry. Equality is that of
//! the infinite trees, so a recursive type has one entry, however it is unrolled.
//!
//! `spec/Candid.md#types-1`

use crate::error::{internal, Error, Result};
use crate::schema::descriptor::{Descriptor, FieldDescriptor};
use crate::schema::expected::ExpectedType;
use crate::schema::fingerprint::DeepFingerprint;
use crate::schema::graph::Graph;
use crate::ser::entry::{write_entry, TypeCode};
use crate::types::env::TypeEnv;
use crate::types::ty::Type;
use crate::util::id_map::IdMap;
use candid_wire::opcode;
use candid_wire::writer;
use std::rc::Rc;

/// The number of entries that capacity is reserved for: copying them costs more than it does. As many as the buckets hold that
/// 128 would take.
const N_RESERVED: usize = 192;

/// Collects the types of a message's arguments and writes its header.
#[derive(Default)]
pub struct TypeSerialize {
    pub(super) entries: Vec<Entry>,
    /// The codes of the parts of all entries, those of each entry together.
    codes: Vec<TypeCode>,
    /// Entries by the key of the type they were created for, and by the keys of types equal to it.
    pub(super) by_key: IdMap<usize, u32>,
    /// The first entry with a shallow fingerprint.
    pub(super) by_fingerprint: IdMap<u64, u32>,
    /// The first entry with a second fingerprint, among those with common shallow fingerprints.
    pub(super) by_second_fingerprint: IdMap<u64, u32>,
    /// Deep fingerprints by the keys of the types and of their parts.
    pub(super) deep_fingerprints: IdMap<usize, DeepFingerprint>,
    /// Those of argument types.
    pub(super) graphs: Vec<Rc<Graph>>,
    args: Vec<TypeCode>,
    result: Vec<u8>,
    has_rest: bool,
}

pub(super) struct Entry {
    pub(super) expected: ExpectedType,
    /// The second fingerprint, if it was computed.
    pub(super) second_fingerprint: Option<u64>,
    /// The next later entry with the same fingerprint: the shallow one or, if many entries share that, the second.
    pub(super) next_in_bucket: Option<u32>,
    /// The position in `codes` of the table of the first part's.
    first_code: usize,
    /// The number of parts entered.
    n_entered: usize,
    /// The entry that it was entered for as a part, or itself.
    parent: u32,
}

/// What is known about a type that may have an entry.
pub(super) struct Search {
    pub(super) fingerprint: u64,
    /// Whether no entry has the fingerprint yet.
    pub(super) is_new: bool,
    pub(super) second: Option<u64>,
    /// Whether no entry has the second fingerprint yet.
    pub(super) is_first: bool,
    /// The entry of an equal type.
    pub(super) found: Option<u32>,
    /// The last entry with the same fingerprint.
    pub(super) last: Option<u32>,
}

pub(super) enum Entered {
    Known(TypeCode),
    /// An entry whose parts are to be entered.
    New(u32),
}

impl TypeSerialize {
    /// Returns an empty table.
    pub fn new() -> Self {
        Self::default()
    }

    pub(crate) fn push_descriptor(&mut self, descriptor: &'static Descriptor) -> Result<()> {
        self.push(&ExpectedType::of_descriptor(descriptor)?)
    }

    /// Appends an argument type.
    ///
    /// # Errors
    ///
    /// If the type has no values, or a variable in it is not defined.
    #[doc(hidden)]
    pub fn push_type(&mut self, ty: &Type) -> Result<()> {
        self.push_type_in(&TypeEnv::new(), ty)
    }

    pub(crate) fn push_type_in(&mut self, env: &TypeEnv, ty: &Type) -> Result<()> {
        let (graph, node) = Graph::new(env, ty)?;
        self.push_node(graph, node)
    }

    /// Appends an argument type: a node of a graph.
    pub(crate) fn push_node(&mut self, graph: Rc<Graph>, node: u32) -> Result<()> {
        // Nodes are known by their addresses, which are not reused while the table has the graph.
        self.graphs.push(graph.clone());
        self.push(&ExpectedType::Node(graph, node))
    }

    /// Returns the header for arguments of these types, nodes of the graph.
    ///
    /// # Errors
    ///
    /// If a type has no values.
    #[cfg(feature = "value")]
    pub(crate) fn header_of(graph: &Rc<Graph>, roots: &[u32]) -> Result<Vec<u8>> {
        let mut table = TypeSerialize::new();
        for root in roots {
            table.push_node(graph.clone(), *root)?;
        }
        table.serialize()?;
        Ok(table.result)
    }

    /// Replaces the type of the last argument. What only that needed stays in the table.
    pub(crate) fn replace_last(&mut self, env: &TypeEnv, ty: &Type) -> Result<()> {
        self.args.pop();
        self.push_type_in(env, ty)
    }

    /// Returns whether a type in the table is a record that keeps other fields.
    pub(crate) fn has_rest(&self) -> bool {
        self.has_rest
    }

    fn push(&mut self, expected: &ExpectedType) -> Result<()> {
        let code = self.code(expected)?;
        self.args.push(code);
        Ok(())
    }

    /// Writes the header, which [`TypeSerialize::get_result`] returns.
    ///
    /// # Errors
    ///
    /// None today.
    #[doc(hidden)]
    pub fn serialize(&mut self) -> Result<()> {
        // Most ids take five bytes, most codes one; a field is written as eight.
        let n = 6 * self.codes.len() + 2 * self.entries.len() + self.args.len() + 16;
        let mut out = Vec::with_capacity(n);
        out.extend_from_slice(&opcode::MAGIC);
        writer::write_leb_u64(&mut out, self.entries.len() as u64);
        for entry in &self.entries {
            let codes = entry.first_code..entry.first_code + entry.n_entered;
            let codes = self.codes.get(codes).unwrap_or_default();
            write_entry(&entry.expected, codes, &mut out)?;
        }
        writer::write_leb_u64(&mut out, self.args.len() as u64);
        for code in &self.args {
            writer::write_sleb_i64(&mut out, *code);
        }
        self.result = out;
        Ok(())
    }

    /// Returns the header that [`serialize`](Self::serialize) wrote, removing it.
    pub(crate) fn take_result(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.result)
    }

    /// Returns the header that [`serialize`](Self::serialize) wrote.
    pub fn get_result(&self) -> &[u8] {
        &self.result
    }

    /// Returns the code of a type, after entering it and its parts into the table.
    fn code(&mut self, root: &ExpectedType) -> Result<TypeCode> {
        let root = match self.enter(root.clone())? {
            Entered::Known(code) => return Ok(code),
            Entered::New(index) => index,
        };
        // Depth first, without recursion: a type may be deeper than the thread's stack.
        let mut open = root;
        loop {
            let entry = self.entries.get(open as usize).ok_or_else(internal)?;
            let entered = match &entry.expected {
                ExpectedType::Static(ty) => {
                    let ty = *ty;
                    self.enter_parts(open, ty)?
                }
                ExpectedType::Node(graph, node) => {
                    let (graph, node) = (graph.clone(), *node);
                    self.enter_parts_of_node(open, &graph, node)?
                }
                ExpectedType::Any => None,
            };
            open = match entered {
                Some(part) => part,
                None if open == root => return Ok(root.into()),
                None => self.parent(open)?,
            };
        }
    }

    fn parent(&self, index: u32) -> Result<u32> {
        let entry = self.entries.get(index as usize).ok_or_else(internal)?;
        Ok(entry.parent)
    }

    /// Enters the further parts of an entry, a descriptor, up to the first that gets an entry, which is returned.
    #[inline(always)]
    fn enter_parts(&mut self, index: u32, ty: &'static Descriptor) -> Result<Option<u32>> {
        let single;
        let parts = match ty {
            Descriptor::Opt(part) | Descriptor::Vec(part) => {
                single = [FieldDescriptor::unnamed(0, *part)];
                &single
            }
            Descriptor::Record(fields)
            | Descriptor::RecordWithRest { fields, .. }
            | Descriptor::Variant(fields) => *fields,
            Descriptor::Primitive(_) | Descriptor::Dynamic { .. } | Descriptor::Alias(_) => &[],
        };
        let entry = self.entries.get(index as usize).ok_or_else(internal)?;
        let (first_code, mut n_entered) = (entry.first_code, entry.n_entered);
        while let Some(part) = parts.get(n_entered) {
            // Most are primitive or known.
            let part = (part.ty)();
            let code = match part {
                Descriptor::Primitive(primitive) => primitive.opcode().into(),
                _ => match self.of_key(std::ptr::from_ref(part) as usize) {
                    Some(index) => index.into(),
                    None => {
                        let entered = self.enter_part(part)?;
                        if let Some(new) = self.set_code(index, n_entered, entered) {
                            return Ok(Some(new));
                        }
                        n_entered += 1;
                        continue;
                    }
                },
            };
            if let Some(target) = self.codes.get_mut(first_code + n_entered) {
                *target = code;
            }
            n_entered += 1;
        }
        if let Some(entry) = self.entries.get_mut(index as usize) {
            entry.n_entered = n_entered;
        }
        Ok(None)
    }

    /// Finds a descriptor in the table that has no entry under its key, or opens an entry for it.
    #[inline]
    fn enter_part(&mut self, part: &'static Descriptor) -> Result<Entered> {
        match part {
            // The type may be known, or primitive.
            Descriptor::Alias(_) | Descriptor::Dynamic { .. } => {
                self.enter(ExpectedType::of_descriptor(part)?)
            }
            _ => self.enter_unknown(ExpectedType::Static(part)),
        }
    }

    /// Enters the further parts of an entry, a node, up to the first that gets an entry, which is returned.
    #[inline]
    fn enter_parts_of_node(
        &mut self,
        index: u32,
        graph: &Rc<Graph>,
        node: u32,
    ) -> Result<Option<u32>> {
        let ty = graph.node(node);
        let n_entered = self
            .entries
            .get(index as usize)
            .map_or(0, |entry| entry.n_entered);
        let mut i = n_entered;
        while let Some(part) = ty.child(i) {
            let entered = self.enter(ExpectedType::Node(graph.clone(), part))?;
            if let Some(part) = self.set_code(index, i, entered) {
                return Ok(Some(part));
            }
            i += 1;
        }
        Ok(None)
    }

    /// Sets the code of part `i` of an entry. Returns the part's own entry if that is new.
    #[inline]
    fn set_code(&mut self, index: u32, i: usize, entered: Entered) -> Option<u32> {
        let (code, new) = match entered {
            Entered::Known(code) => (code, None),
            Entered::New(part) => (part.into(), Some(part)),
        };
        let entry = self.entries.get_mut(index as usize)?;
        entry.n_entered = i + 1;
        let position = entry.first_code + i;
        *self.codes.get_mut(position)? = code;
        let part = self.entries.get_mut(new? as usize)?;
        part.parent = index;
        new
    }

    /// Returns the entry of the type with this key, if it has one.
    #[inline]
    pub(super) fn of_key(&self, key: usize) -> Option<u32> {
        self.by_key.get(&key).copied()
    }

    /// Returns the first entry with this fingerprint.
    #[inline]
    pub(super) fn of_fingerprint(&self, fingerprint: u64) -> Option<u32> {
        self.by_fingerprint.get(&fingerprint).copied()
    }

    /// Finds a type in the table, or opens an entry for it.
    fn enter(&mut self, expected: ExpectedType) -> Result<Entered> {
        if let Some(primitive) = expected.primitive() {
            return Ok(Entered::Known(primitive.opcode().into()));
        }
        match self.of_key(expected.key()) {
            Some(index) => Ok(Entered::Known(index.into())),
            None => self.enter_unknown(expected),
        }
    }

    /// Finds a type in the table that is not primitive and has no entry under its key, or opens an entry for it.
    fn enter_unknown(&mut self, expected: ExpectedType) -> Result<Entered> {
        let search = self.search(&expected)?;
        match search.found {
            Some(index) => Ok(Entered::Known(index.into())),
            None => Ok(Entered::New(self.open(expected, &search)?)),
        }
    }

    /// Opens an entry for a type that was not found.
    #[inline(never)]
    fn open(&mut self, expected: ExpectedType, search: &Search) -> Result<u32> {
        let index = u32::try_from(self.entries.len())
            .map_err(|_| Error::msg("the type has more than 2^32 parts"))?;
        self.link(search, index);
        if index == 0 {
            // What most tables of so many types need.
            self.by_key.reserve(N_RESERVED);
            self.by_fingerprint.reserve(N_RESERVED);
            self.entries.reserve(N_RESERVED);
            self.codes.reserve(4 * N_RESERVED);
        }
        self.has_rest |= expected.rest_name().is_some();
        let first_code = self.codes.len();
        // Not `resize`: filling memory costs more than a few pushes.
        for _ in 0..expected.n_parts() {
            self.codes.push(0);
        }
        self.by_key.insert_new(expected.key(), index);
        if search.is_new {
            self.by_fingerprint.insert_new(search.fingerprint, index);
        }
        self.entries.push(Entry {
            expected,
            second_fingerprint: search.second,
            next_in_bucket: None,
            first_code,
            n_entered: 0,
            parent: index,
        });
        Ok(index)
    }
}
