//! Encoding of types: the type table and the argument types, function `T` of the specification.
//!
//! A type enters the table before its parts, and equal types share an entry. Equality is that of
//! the infinite trees, so a recursive type has one entry, however it is unrolled.
//!
//! `spec/Candid.md#types-1`

use crate::error::{internal, Error, Result};
use crate::schema::descriptor::{Descriptor, DescriptorFn};
use crate::schema::expected::ExpectedType;
use crate::schema::fingerprint::{deep_fingerprint_of, equal, fingerprint_of, DeepFingerprint};
use crate::schema::graph::{Graph, GraphNode};
use crate::ser::entry::{write_entry, TypeCode};
use crate::types::env::TypeEnv;
use crate::types::ty::Type;
use crate::util::id_map::{IdHasher, IdMap};
use crate::util::mechanisms;
use candid_wire::opcode;
use candid_wire::writer;
use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::rc::Rc;

/// Collects the types of a message's arguments and writes its header.
#[derive(Default)]
pub struct TypeSerialize {
    entries: Vec<Entry>,
    /// The bytes of the entries, in the order in which they were finished: parts before the types that contain them.
    bytes: Vec<u8>,
    /// Entries by the key of the type they were created for and, once there are many, by the keys of descriptors equal to
    /// it.
    by_key: IdMap<usize, u32>,
    /// The first entry with a shallow fingerprint, once there are many entries.
    by_fingerprint: IdMap<u64, u32>,
    /// The first entry with a second fingerprint, among those with common shallow fingerprints.
    by_second_fingerprint: IdMap<u64, u32>,
    /// Deep fingerprints by the keys of the types and of their parts.
    deep_fingerprints: IdMap<usize, DeepFingerprint>,
    /// The codes of the parts entered so far of the types that are being entered.
    codes: Vec<TypeCode>,
    args: Vec<TypeCode>,
    result: Vec<u8>,
    has_rest: bool,
}

struct Entry {
    expected: ExpectedType,
    key: usize,
    fingerprint: u64,
    /// The second fingerprint, if it was computed.
    second_fingerprint: Option<u64>,
    /// The range of its bytes in `bytes` of the table.
    bytes: Range<usize>,
    /// The next later entry with the same fingerprint: the shallow one or, if many entries share that, the second.
    next_in_bucket: Option<u32>,
}

/// An entry whose parts are being entered.
struct Open {
    index: u32,
    expected: ExpectedType,
    /// The number of parts entered.
    n_entered: usize,
}

enum Entered {
    Known(TypeCode),
    New(Open),
}

/// Up to this many entries, a linear scan beats hashing.
const LINEAR_SCAN_MAX: usize = 16;

/// Up to this many parts are included in the shallow fingerprint. Labels distinguish most types.
const SHALLOW_PARTS: usize = 3;

/// The number of types that may share a shallow fingerprint before second ones are computed.
const MAX_COLLISIONS: usize = 4;

/// Returns the second fingerprint, the same for equal types: it covers all parts and their deep fingerprints.
fn second_fingerprint(
    deep_fingerprints: &mut IdMap<usize, DeepFingerprint>,
    expected: &ExpectedType,
) -> Result<u64> {
    let mut hasher = IdHasher::default();
    hasher.write_u64(fingerprint_of(expected, usize::MAX)?);
    deep_fingerprint_of(deep_fingerprints, expected)?.hash(&mut hasher);
    Ok(hasher.finish())
}

impl TypeSerialize {
    /// Returns an empty table.
    pub fn new() -> Self {
        Self::default()
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
        let result = self.push(&ExpectedType::Node(Rc::new(Graph::new(env, ty)?), 0));
        // The graph may be dropped now, and its addresses reused for other types.
        self.deep_fingerprints.clear();
        result
    }

    pub(crate) fn push_descriptor(&mut self, descriptor: &'static Descriptor) -> Result<()> {
        self.push(&ExpectedType::of_descriptor(descriptor)?)
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
                    let child = self.push_primitives(graph, ty, &mut top.n_entered);
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

    /// Pushes the parts of a type in a graph, from part `n_entered` on, as long as they are primitive. Returns the
    /// first that is not.
    #[inline]
    fn push_primitives(
        &mut self,
        graph: &Graph,
        ty: &GraphNode,
        n_entered: &mut usize,
    ) -> Option<u32> {
        while let Some(child) = ty.child(*n_entered) {
            *n_entered += 1;
            match graph.node(child) {
                GraphNode::Primitive(primitive) => self.codes.push(primitive.opcode().into()),
                _ => return Some(child),
            }
        }
        None
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
    fn of_key(&self, key: usize) -> Option<u32> {
        if self.entries.len() <= LINEAR_SCAN_MAX {
            position(&self.entries, |entry| entry.key == key)
        } else {
            self.by_key.get(&key).copied()
        }
    }

    /// Returns the first entry with this fingerprint.
    fn of_fingerprint(&self, fingerprint: u64) -> Option<u32> {
        if self.entries.len() <= LINEAR_SCAN_MAX {
            position(&self.entries, |entry| entry.fingerprint == fingerprint)
        } else {
            self.by_fingerprint.get(&fingerprint).copied()
        }
    }

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
            self.by_key.insert_new(entry.key, index);
            self.by_fingerprint
                .get_or_insert_with(entry.fingerprint, || index);
        }
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
        let key = expected.key();
        let fingerprint = if mechanisms::FINGERPRINTS {
            fingerprint_of(&expected, SHALLOW_PARTS)?
        } else {
            // All share one, so all are compared. Types without values fail nevertheless.
            fingerprint_of(&expected, 0).map(|_| 0)?
        };
        let first = self.of_fingerprint(fingerprint);
        // In a chain such as `opt opt …`, and among records with the same labels, many types share a shallow
        // fingerprint. The second fingerprint rules out most comparisons.
        let has_few =
            !mechanisms::FINGERPRINTS || bucket_from(&self.entries, first).count() < MAX_COLLISIONS;
        let second = if has_few {
            None
        } else {
            Some(second_fingerprint(&mut self.deep_fingerprints, &expected)?)
        };
        let (mut found, mut last) = self.find_in_bucket(first, second, &expected)?;
        let mut is_first = false;
        if let (Some(fingerprint), None) = (second, found) {
            let further = self.by_second_fingerprint.get(&fingerprint).copied();
            is_first = further.is_none();
            (found, last) = self.find_in_bucket(further, None, &expected)?;
        }
        if let Some(index) = found {
            return Ok(Entered::Known(index.into()));
        }
        let index = u32::try_from(self.entries.len())
            .map_err(|_| Error::msg("the type has more than 2^32 parts"))?;
        if let (Some(fingerprint), true) = (second, is_first) {
            self.by_second_fingerprint.insert_new(fingerprint, index);
        }
        if let Some(last) = last.and_then(|last| self.entries.get_mut(last as usize)) {
            last.next_in_bucket = Some(index);
        }
        self.has_rest |= expected.rest_name().is_some();
        self.push_entry(Entry {
            expected: expected.clone(),
            key,
            fingerprint,
            second_fingerprint: second,
            bytes: 0..0,
            next_in_bucket: None,
        });
        Ok(Entered::New(Open {
            index,
            expected,
            n_entered: 0,
        }))
    }

    /// Returns the entry of a type among those with the same fingerprint, from `first` on, and the last of these.
    /// Entries with a second fingerprint other than `second` are not compared. A descriptor is found by its key from then
    /// on.
    fn find_in_bucket(
        &mut self,
        first: Option<u32>,
        second: Option<u64>,
        expected: &ExpectedType,
    ) -> Result<(Option<u32>, Option<u32>)> {
        let (mut next, mut last) = (first, None);
        while let Some(index) = next {
            let Some(entry) = self.entries.get_mut(index as usize) else {
                break;
            };
            (last, next) = (next, entry.next_in_bucket);
            if second.is_some() {
                if entry.second_fingerprint.is_none() {
                    entry.second_fingerprint = Some(second_fingerprint(
                        &mut self.deep_fingerprints,
                        &entry.expected,
                    )?);
                }
                if entry.second_fingerprint != second {
                    continue;
                }
            }
            let entry = &entry.expected.clone();
            if equal(entry, expected, |key| self.of_key(key))? {
                if expected.is_static() && self.entries.len() > LINEAR_SCAN_MAX {
                    self.by_key.insert_new(expected.key(), index);
                }
                return Ok((Some(index), last));
            }
        }
        Ok((None, last))
    }
}

/// Returns the index of the first entry for which `is_match` returns true.
#[inline]
fn position(entries: &[Entry], is_match: impl Fn(&Entry) -> bool) -> Option<u32> {
    let mut indexed = (0u32..).zip(entries);
    Some(indexed.find(|(_, entry)| is_match(entry))?.0)
}

/// Returns the entries with the same fingerprint, from `first` on.
fn bucket_from(entries: &[Entry], first: Option<u32>) -> impl Iterator<Item = u32> + '_ {
    std::iter::successors(first, |index| entries.get(*index as usize)?.next_in_bucket)
}
