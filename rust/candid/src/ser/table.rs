//! Types to bytes: the type table and the argument types, function `T` of the specification.
//!
//! A type enters the table when it is first met, before its parts, and equal types share an entry.
//! Equality is that of the infinite trees, so a recursive type has one entry however it is unrolled.
//!
//! `spec/Candid.md#types-1`

use super::alike::{equal, height_of, look_of, part_of, Height};
use crate::de::{Graph, ReferenceParts, Want, WantFields, WantView};
use crate::error::{Error, Result};
use crate::keys::KeyMap;
use crate::types::descriptor::Descriptor;
use crate::types::{Type, TypeEnv};
use candid_wire::opcode::{self, Composite};
use candid_wire::writer;
use std::ops::Range;
use std::rc::Rc;

/// Collects the types of a message's arguments and writes its header.
#[derive(Default)]
pub struct TypeSerialize {
    entries: Vec<Entry>,
    /// The bytes of the entries, in the order in which they were finished: parts before what they are part of.
    bytes: Vec<u8>,
    /// Entries by the key of the type they were made for, once there are many.
    by_key: KeyMap<usize, u32>,
    /// By what two equal types have in common at first sight: the first entry that looks so, once there are many.
    by_look: KeyMap<u64, u32>,
    /// Entries by their look and height, once many look alike.
    by_height: KeyMap<(u64, Height), Vec<u32>>,
    heights: KeyMap<usize, Height>,
    /// How the parts are referred to that were entered of the types that are being entered.
    codes: Vec<Code>,
    args: Vec<Code>,
    result: Vec<u8>,
}

struct Entry {
    want: Want,
    key: usize,
    look: u64,
    /// Where its bytes are in `bytes` of the table.
    bytes: Range<usize>,
    /// The entry that looks the same and was made after this one.
    next_alike: Option<u32>,
}

/// An entry whose parts are being entered.
struct Open {
    index: u32,
    want: Want,
    /// How many of the parts were.
    n_entered: usize,
}

enum Entered {
    Known(Code),
    New(Open),
}

/// Up to how many entries are looked through. Maps for them took a quarter of the instructions of a small header.
const FEW: usize = 16;

/// How many types may look alike before their heights are compared.
const MANY: usize = 4;

/// A type as it is referred to: a primitive's opcode or an index.
type Code = i64;

impl TypeSerialize {
    /// Returns an empty table.
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends an argument type.
    ///
    /// # Errors
    ///
    /// If no value has that type, or a variable in it is not defined.
    #[doc(hidden)]
    pub fn push_type(&mut self, ty: &Type) -> Result<()> {
        self.push_type_in(&TypeEnv::new(), ty)
    }

    pub(crate) fn push_type_in(&mut self, env: &TypeEnv, ty: &Type) -> Result<()> {
        self.push(&Want::Node(Rc::new(Graph::new(env, ty)?), 0))
    }

    pub(crate) fn push_descriptor(&mut self, descriptor: &'static Descriptor) -> Result<()> {
        self.push(&Want::of_descriptor(descriptor)?)
    }

    fn push(&mut self, want: &Want) -> Result<()> {
        let code = self.code(want)?;
        self.args.push(code);
        Ok(())
    }

    /// Writes the header: what [`TypeSerialize::get_result`] returns.
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

    /// Returns the header that [`serialize`](Self::serialize) wrote, and does not keep it.
    pub(super) fn take_result(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.result)
    }

    /// Returns the header that [`serialize`](Self::serialize) wrote.
    pub fn get_result(&self) -> &[u8] {
        &self.result
    }

    /// Returns how a type is referred to, after entering it and its parts into the table.
    fn code(&mut self, root: &Want) -> Result<Code> {
        // Depth first with a stack of its own: a type may be deeper than the thread's stack.
        let root = match self.enter(root)? {
            Entered::Known(code) => return Ok(code),
            Entered::New(open) => open,
        };
        // Few types are deeper.
        let mut stack = Vec::with_capacity(8);
        stack.push(root);
        self.reserve();
        while let Some(top) = stack.last_mut() {
            let mut part = None;
            if let Want::Static(Descriptor::Record(fields) | Descriptor::Variant(fields)) = top.want
            {
                // Most parts of most types: primitives and what was met before, at constants.
                for field in fields.fields.get(top.n_entered..).unwrap_or_default() {
                    let descriptor = (field.ty)();
                    top.n_entered += 1;
                    match self.known(descriptor) {
                        Some(code) => self.codes.push(code),
                        None => {
                            part = Some(Want::of_descriptor(descriptor)?);
                            break;
                        }
                    }
                }
            } else {
                part = part_of(&top.want, top.n_entered)?;
                top.n_entered += usize::from(part.is_some());
            }
            if let Some(part) = part {
                match self.enter(&part)? {
                    Entered::Known(code) => self.codes.push(code),
                    Entered::New(open) => stack.push(open),
                }
                continue;
            }
            let first = self.codes.len().saturating_sub(top.n_entered);
            let start = self.bytes.len();
            write_entry(
                &top.want,
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
        self.codes.pop().ok_or_else(crate::de::internal)
    }

    /// Makes room for what most headers take. Growing step by step took a fifth of the instructions of a small one.
    fn reserve(&mut self) {
        self.entries.reserve(FEW);
        self.codes.reserve(32);
        self.bytes.reserve(256);
    }

    /// Returns how a constant type is referred to if it is a primitive or was met before.
    fn known(&self, descriptor: &'static Descriptor) -> Option<Code> {
        match descriptor {
            Descriptor::Primitive(primitive) => Some(primitive.opcode().into()),
            _ => {
                let index = self.of_key(Want::Static(descriptor).key())?;
                Some(index.into())
            }
        }
    }

    /// Returns the entry that was made for the type with this key.
    #[inline]
    fn of_key(&self, key: usize) -> Option<u32> {
        match self.entries.len() <= FEW {
            true => position(&self.entries, |entry| entry.key == key),
            false => self.by_key.get(&key).copied(),
        }
    }

    /// Returns the first entry that looks like this.
    fn of_look(&self, look: u64) -> Option<u32> {
        match self.entries.len() <= FEW {
            true => position(&self.entries, |entry| entry.look == look),
            false => self.by_look.get(&look).copied(),
        }
    }

    /// Appends an entry.
    fn push_entry(&mut self, entry: Entry) {
        self.entries.push(entry);
        let new = match self.entries.len() {
            n if n <= FEW => return,
            // There are many now: all of them go into the maps.
            n if n == FEW + 1 => {
                self.by_key.reserve(2 * FEW);
                self.by_look.reserve(2 * FEW);
                0
            }
            n => n - 1,
        };
        let first = u32::try_from(new).unwrap_or(u32::MAX);
        for (index, entry) in (first..).zip(self.entries.get(new..).unwrap_or_default()) {
            self.by_key.insert_new(entry.key, index);
            self.by_look.get_or_insert_with(entry.look, || index);
        }
    }

    /// Finds a type in the table, or opens an entry for it.
    fn enter(&mut self, want: &Want) -> Result<Entered> {
        if let Some(primitive) = want.primitive() {
            return Ok(Entered::Known(primitive.opcode().into()));
        }
        let key = want.key();
        if let Some(index) = self.of_key(key) {
            return Ok(Entered::Known(index.into()));
        }
        let look = look_of(want)?;
        let first = self.of_look(look);
        let alike = || alike_from(&self.entries, first);
        // A chain such as `opt opt …` looks alike at every level: then types of another height need no comparison.
        let height = match alike().count() < MANY {
            true => None,
            false => Some(height_of(&mut self.heights, want)?),
        };
        let of_height = height.and_then(|height| self.by_height.get(&(look, height)));
        for index in alike().chain(of_height.into_iter().flatten().copied()) {
            let Some(entry) = self.entries.get(index as usize) else {
                continue;
            };
            if let Some(height) = height {
                if height_of(&mut self.heights, &entry.want)? != height {
                    continue;
                }
            }
            if equal(&entry.want, want)? {
                return Ok(Entered::Known(index.into()));
            }
        }
        let index = u32::try_from(self.entries.len())
            .map_err(|_| Error::msg("the type has more than 2^32 parts"))?;
        let last = alike().last();
        match (height, last) {
            (Some(height), _) => self
                .by_height
                .get_or_insert_with((look, height), Vec::new)
                .push(index),
            // It is the first of its look.
            (None, None) => {}
            (None, Some(last)) => {
                if let Some(last) = self.entries.get_mut(last as usize) {
                    last.next_alike = Some(index);
                }
            }
        }
        self.push_entry(Entry {
            want: want.clone(),
            key,
            look,
            bytes: 0..0,
            next_alike: None,
        });
        Ok(Entered::New(Open {
            index,
            want: want.clone(),
            n_entered: 0,
        }))
    }
}

/// The index of the first entry of which `is_it` says so.
#[inline]
fn position(entries: &[Entry], is_it: impl Fn(&Entry) -> bool) -> Option<u32> {
    let mut indexed = (0u32..).zip(entries);
    Some(indexed.find(|(_, entry)| is_it(entry))?.0)
}

/// The entries that look alike, from the first of them on.
fn alike_from(entries: &[Entry], first: Option<u32>) -> impl Iterator<Item = u32> + '_ {
    std::iter::successors(first, |index| entries.get(*index as usize)?.next_alike)
}

/// Writes the entry of a type whose parts are referred to by `codes`.
fn write_entry(want: &Want, codes: &[Code], out: &mut Vec<u8>) -> Result<()> {
    match want.view()? {
        WantView::Opt(_) => {
            out.push(Composite::Opt.byte());
            write_codes(codes, out);
        }
        WantView::Vec(_) => {
            out.push(Composite::Vec.byte());
            write_codes(codes, out);
        }
        WantView::Record(fields) => write_fields(Composite::Record, fields, codes, out),
        WantView::Variant(fields) => write_fields(Composite::Variant, fields, codes, out),
        WantView::Reference(reference, _) => match &reference.parts {
            ReferenceParts::Func { args, modes, .. } => {
                out.push(Composite::Func.byte());
                let (args, rets) = codes.split_at(args.len().min(codes.len()));
                for codes in [args, rets] {
                    writer::write_leb_u64(out, codes.len() as u64);
                    write_codes(codes, out);
                }
                writer::write_leb_u64(out, modes.len() as u64);
                out.extend(modes.iter().map(|mode| crate::de::annotation(mode).byte()));
            }
            ReferenceParts::Service(methods) => {
                out.push(Composite::Service.byte());
                writer::write_leb_u64(out, methods.len() as u64);
                for ((name, _), code) in methods.iter().zip(codes) {
                    writer::write_text(out, name);
                    writer::write_sleb_i64(out, *code);
                }
            }
        },
        WantView::Primitive(_) | WantView::AsIs => return Err(crate::de::internal()),
    }
    Ok(())
}

fn write_fields(constructor: Composite, fields: WantFields<'_>, codes: &[Code], out: &mut Vec<u8>) {
    out.push(constructor.byte());
    writer::write_leb_u64(out, fields.len() as u64);
    for (i, code) in codes.iter().enumerate() {
        writer::write_leb_u32(out, fields.id(i).unwrap_or_default());
        writer::write_sleb_i64(out, *code);
    }
}

fn write_codes(codes: &[Code], out: &mut Vec<u8>) {
    for code in codes {
        writer::write_sleb_i64(out, *code);
    }
}
