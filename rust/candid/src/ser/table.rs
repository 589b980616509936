//! Encoding of types: the type table and the argument types, function `T` of the specification.
//!
//! A type enters the table before its parts, and equal types share an entry. Equality is that of
//! the infinite trees, so a recursive type has one entry, however it is unrolled.
//!
//! `spec/Candid.md#types-1`

use crate::error::{internal, Error, Result};
use crate::schema::descriptor::{Descriptor, DescriptorFn};
use crate::schema::expected::ExpectedType;
use crate::schema::fingerprint::DeepFingerprint;
use crate::schema::graph::{Graph, GraphNode};
use crate::ser::entry::{write_entry, TypeCode};
use crate::util::id_map::IdMap;
use candid_wire::opcode;
use candid_wire::writer;
use std::ops::Range;
use std::rc::Rc;

/// Collects the types of a message's arguments and writes its header.
#[derive(Default)]
pub struct TypeSerialize {
    pub(super) entries: Vec<Entry>,
    /// The bytes of the entries, in the order in which they were finished: parts before the types that contain them.
    bytes: Vec<u8>,
    /// Entries by the key of the type they were created for and, once there are many, by the keys of descriptors equal to
    /// it.
    pub(super) by_key: IdMap<usize, u32>,
    /// The first entry with a shallow fingerprint, once there are many entries.
    pub(super) by_fingerprint: IdMap<u64, u32>,
    /// The first entry with a second fingerprint, among those with common shallow fingerprints.
    pub(super) by_second_fingerprint: IdMap<u64, u32>,
    /// Deep fingerprints by the keys of the types and of their parts.
    pub(super) deep_fingerprints: IdMap<usize, DeepFingerprint>,
    /// The graph whose nodes are being entered, or were last.
    pub(super) graph: Option<GraphEntries>,
    /// The codes of the parts entered so far of the types that are being entered.
    codes: Vec<TypeCode>,
    pub(super) args: Vec<TypeCode>,
    result: Vec<u8>,
    has_rest: bool,
}

pub(super) struct Entry {
    pub(super) expected: ExpectedType,
    key: usize,
    /// 0 for one that nothing is compared with yet, see [`GraphEntries`].
    pub(super) fingerprint: u64,
    /// The second fingerprint, if it was computed.
    pub(super) second_fingerprint: Option<u64>,
    /// The range of its bytes in `bytes` of the table.
    bytes: Range<usize>,
    /// The next later entry with the same fingerprint: the shallow one or, if many entries share that, the second.
    pub(super) next_in_bucket: Option<u32>,
}

/// An entry whose parts are being entered.
pub(super) struct Open {
    pub(super) index: u32,
    expected: ExpectedType,
    /// The number of parts entered.
    n_entered: usize,
}

/// The entries of a graph's nodes, which are found by index.
pub(super) struct GraphEntries {
    pub(super) graph: Rc<Graph>,
    /// The entry of each node, if it has one.
    pub(super) of_nodes: Vec<Option<u32>>,
    /// Whether all entries are those of nodes. Then a definition equals no other type: its name is that of one node. It
    /// gets its fingerprint when types of elsewhere follow, which are compared with it.
    pub(super) is_alone: bool,
}

/// What is known about a type that may have an entry.
pub(super) struct Search {
    pub(super) fingerprint: u64,
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
    New(Open),
}

/// Up to this many entries, a linear scan beats hashing.
pub(super) const LINEAR_SCAN_MAX: usize = 16;

impl TypeSerialize {
    /// Returns an empty table.
    pub fn new() -> Self {
        Self::default()
    }

    pub(crate) fn push_descriptor(&mut self, descriptor: &'static Descriptor) -> Result<()> {
        self.leave_graph()?;
        self.push(&ExpectedType::of_descriptor(descriptor)?)
    }

    /// Returns whether a type in the table is a record that keeps other fields.
    pub(crate) fn has_rest(&self) -> bool {
        self.has_rest
    }

    pub(super) fn push(&mut self, expected: &ExpectedType) -> Result<()> {
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
        self.result.clear();
        let out = &mut self.result;
        out.reserve(self.bytes.len().saturating_add(32));
        out.extend_from_slice(&opcode::MAGIC);
        writer::write_leb_u64(out, self.entries.len() as u64);
        for entry in &self.entries {
            let bytes = self.bytes.get(entry.bytes.clone());
            writer::write_bytes(out, bytes.unwrap_or_default());
        }
        writer::write_leb_u64(out, self.args.len() as u64);
        for code in &self.args {
            writer::write_sleb_i64(out, *code);
        }
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
        // Depth first with an explicit stack: a type may be deeper than the thread's stack.
        let root = match self.enter(root.clone())? {
            Entered::Known(code) => return Ok(code),
            Entered::New(open) => open,
        };
        // Few types are deeper.
        let mut stack = Vec::with_capacity(8);
        stack.push(root);
        self.reserve();
        while let Some(top) = stack.last_mut() {
            let mut is_alias = false;
            let child = match &top.expected {
                ExpectedType::Static(ty) => match self.push_known(ty, &mut top.n_entered) {
                    Some(child) => {
                        is_alias = matches!(child, Descriptor::Alias(_));
                        Some(ExpectedType::of_descriptor(child)?)
                    }
                    None => None,
                },
                ExpectedType::Node(graph, index) => {
                    let ty = graph.node(*index);
                    let child = self.push_known_nodes(graph, ty, &mut top.n_entered);
                    child.map(|index| ExpectedType::Node(graph.clone(), index))
                }
                ExpectedType::Any => None,
            };
            if let Some(child) = child {
                let entered = match child {
                    // The type of an alias may be known.
                    ExpectedType::Static(_) if !is_alias => self.enter_unknown(child)?,
                    child => self.enter(child)?,
                };
                match entered {
                    Entered::Known(code) => self.codes.push(code),
                    Entered::New(open) => stack.push(open),
                }
                continue;
            }
            let first = self.codes.len().saturating_sub(top.n_entered);
            let start = self.bytes.len();
            write_entry(
                &top.expected,
                self.codes.get(first..).unwrap_or_default(),
                &mut self.bytes,
            )?;
            if let Some(entry) = self.entries.get_mut(top.index as usize) {
                entry.bytes = start..self.bytes.len();
            }
            self.codes.truncate(first);
            self.codes.push(top.index.into());
            stack.pop();
        }
        self.codes.pop().ok_or_else(internal)
    }

    /// Pushes the codes of the parts of a descriptor, from part `n_entered` on, as long as they are primitive
    /// or known, which most are. Returns the first that is neither.
    #[inline]
    fn push_known(
        &mut self,
        ty: &'static Descriptor,
        n_entered: &mut usize,
    ) -> Option<&'static Descriptor> {
        let n_before = *n_entered;
        let mut push = |child: DescriptorFn| {
            let child = child();
            *n_entered += 1;
            match self.known(child) {
                Some(code) => {
                    self.codes.push(code);
                    None
                }
                None => Some(child),
            }
        };
        match ty {
            Descriptor::Opt(child) | Descriptor::Vec(child) if n_before == 0 => push(*child),
            Descriptor::Record(fields)
            | Descriptor::RecordWithRest { fields, .. }
            | Descriptor::Variant(fields) => {
                let rest = fields.get(n_before..).unwrap_or_default();
                rest.iter().find_map(|field| push(field.ty))
            }
            _ => None,
        }
    }

    /// Pushes the codes of the parts of a type in a graph, from part `n_entered` on, as long as they are primitive or
    /// known. Returns the first that is neither.
    #[inline]
    fn push_known_nodes(
        &mut self,
        graph: &Rc<Graph>,
        ty: &GraphNode,
        n_entered: &mut usize,
    ) -> Option<u32> {
        let n_before = *n_entered;
        let mut push = |child: u32| {
            *n_entered += 1;
            let code = match graph.node(child) {
                GraphNode::Primitive(primitive) => primitive.opcode().into(),
                _ => match self.of_node(graph, child) {
                    Some(index) => index.into(),
                    None => return Some(child),
                },
            };
            self.codes.push(code);
            None
        };
        match ty {
            GraphNode::Record(fields) | GraphNode::Variant(fields) => {
                let rest = fields.get(n_before..).unwrap_or_default();
                rest.iter().find_map(|field| push(field.node))
            }
            _ => (n_before..).map_while(|i| ty.child(i)).find_map(push),
        }
    }

    /// Reserves the capacity that most headers need.
    fn reserve(&mut self) {
        self.entries.reserve(LINEAR_SCAN_MAX);
        self.codes.reserve(32);
        self.bytes.reserve(256);
    }

    /// Returns the code of a descriptor if it is primitive or has an entry.
    fn known(&self, descriptor: &'static Descriptor) -> Option<TypeCode> {
        match descriptor {
            Descriptor::Primitive(primitive) => Some(primitive.opcode().into()),
            _ => {
                let index = self.of_key(ExpectedType::Static(descriptor).key())?;
                Some(index.into())
            }
        }
    }

    /// Returns the entry of the type with this key, if it has one.
    #[inline]
    pub(super) fn of_key(&self, key: usize) -> Option<u32> {
        if self.entries.len() <= LINEAR_SCAN_MAX {
            position(&self.entries, |entry| entry.key == key)
        } else {
            self.by_key.get(&key).copied()
        }
    }

    /// Returns the first entry with this fingerprint.
    pub(super) fn of_fingerprint(&self, fingerprint: u64) -> Option<u32> {
        if self.entries.len() <= LINEAR_SCAN_MAX {
            position(&self.entries, |entry| entry.fingerprint == fingerprint)
        } else {
            self.by_fingerprint.get(&fingerprint).copied()
        }
    }

    #[inline(always)]
    fn push_entry(&mut self, entry: Entry) {
        self.entries.push(entry);
        let new = match self.entries.len() {
            n if n <= LINEAR_SCAN_MAX => return,
            // Beyond the limit of the linear scan: all entries go into the maps.
            n if n == LINEAR_SCAN_MAX + 1 => {
                self.by_key.reserve(8 * LINEAR_SCAN_MAX);
                self.by_fingerprint.reserve(8 * LINEAR_SCAN_MAX);
                0
            }
            n => n - 1,
        };
        let first = u32::try_from(new).unwrap_or(u32::MAX);
        for (index, entry) in (first..).zip(self.entries.get(new..).unwrap_or_default()) {
            if entry.expected.is_static() || self.graph.is_none() {
                self.by_key.insert_new(entry.key, index);
            }
            if entry.fingerprint != 0 {
                self.by_fingerprint
                    .get_or_insert_with(entry.fingerprint, || index);
            }
        }
    }

    /// Finds a type in the table, or opens an entry for it.
    fn enter(&mut self, expected: ExpectedType) -> Result<Entered> {
        if let Some(primitive) = expected.primitive() {
            return Ok(Entered::Known(primitive.opcode().into()));
        }
        if self.graph.is_some() {
            return self.enter_node(expected);
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
            None => self.open(expected, Some(&search)),
        }
    }

    /// Opens an entry for a type that was not found, or not searched for.
    #[inline(always)]
    pub(super) fn open(
        &mut self,
        expected: ExpectedType,
        search: Option<&Search>,
    ) -> Result<Entered> {
        let index = u32::try_from(self.entries.len())
            .map_err(|_| Error::msg("the type has more than 2^32 parts"))?;
        if let Some(search) = search {
            self.link(search, index);
        }
        self.has_rest |= expected.rest_name().is_some();
        self.push_entry(Entry {
            key: expected.key(),
            expected: expected.clone(),
            fingerprint: search.map_or(0, |search| search.fingerprint),
            second_fingerprint: search.and_then(|search| search.second),
            bytes: 0..0,
            next_in_bucket: None,
        });
        Ok(Entered::New(Open {
            index,
            expected,
            n_entered: 0,
        }))
    }
}

/// Returns the index of the first entry for which `is_match` returns true.
#[inline]
fn position(entries: &[Entry], is_match: impl Fn(&Entry) -> bool) -> Option<u32> {
    let mut indexed = (0u32..).zip(entries);
    Some(indexed.find(|(_, entry)| is_match(entry))?.0)
}
