//! Types to bytes: the type table and the argument types, function `T` of the specification.
//!
//! A type enters the table when it is first met, before its parts, and equal types share an entry.
//! Equality is that of the infinite trees, so a recursive type has one entry however it is unrolled.
//!
//! `spec/Candid.md#types-1`

use crate::de::{Graph, KeyHasher, KeyMap, ReferenceParts, Want, WantFields, WantView};
use crate::error::{Error, Result};
use crate::types::descriptor::Descriptor;
use crate::types::{FuncMode, Type, TypeEnv};
use candid_wire::opcode;
use candid_wire::writer;
use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::rc::Rc;

/// Collects the types of a message's arguments and writes its header.
#[derive(Default)]
pub struct TypeSerialize {
    entries: Vec<Entry>,
    /// The bytes of the entries, in the order in which they were finished: parts before what they are part of.
    bytes: Vec<u8>,
    /// Entries by the key of the type they were made for.
    by_key: KeyMap<usize, u32>,
    /// Entries by what two equal types have in common at first sight.
    by_look: KeyMap<u64, Vec<u32>>,
    /// Entries by their look and height, once many look alike.
    by_height: KeyMap<(u64, Height), Vec<u32>>,
    heights: KeyMap<usize, Height>,
    args: Vec<Code>,
    result: Vec<u8>,
}

struct Entry {
    want: Want,
    /// Where its bytes are in `bytes` of the table.
    bytes: Range<usize>,
}

/// How many types may look alike before their heights are compared.
const MANY: usize = 4;

/// How many types deep a type is; none if it contains itself.
type Height = Option<u32>;

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
        out.extend_from_slice(&opcode::MAGIC);
        writer::write_leb_u64(out, self.entries.len() as u64);
        for entry in &self.entries {
            out.extend_from_slice(self.bytes.get(entry.bytes.clone()).unwrap_or_default());
        }
        writer::write_leb_u64(out, self.args.len() as u64);
        for code in &self.args {
            writer::write_sleb_i64(out, *code);
        }
        Ok(())
    }

    /// Returns the header that [`serialize`](Self::serialize) wrote.
    pub fn get_result(&self) -> &[u8] {
        &self.result
    }

    /// Returns how a type is referred to, after entering it and its parts into the table.
    fn code(&mut self, root: &Want) -> Result<Code> {
        // Depth first with a stack of its own: a type may be deeper than the thread's stack.
        let mut stack: Vec<Open> = Vec::new();
        let mut done = match self.enter(root)? {
            Entered::Known(code) => return Ok(code),
            Entered::New(open) => {
                stack.push(open);
                None
            }
        };
        while let Some(top) = stack.last_mut() {
            if let Some(code) = done.take() {
                top.codes.push(code);
            }
            match top.parts.get(top.codes.len()).cloned() {
                Some(part) => match self.enter(&part)? {
                    Entered::Known(code) => done = Some(code),
                    Entered::New(open) => stack.push(open),
                },
                None => {
                    let code = Code::from(top.index);
                    let start = self.bytes.len();
                    top.write(&mut self.bytes);
                    if let Some(entry) = self.entries.get_mut(top.index as usize) {
                        entry.bytes = start..self.bytes.len();
                    }
                    done = Some(code);
                    stack.pop();
                }
            }
        }
        done.ok_or_else(crate::de::internal)
    }

    /// Finds a type in the table, or opens an entry for it.
    fn enter(&mut self, want: &Want) -> Result<Entered> {
        if let WantView::Primitive(primitive) = want.view()? {
            return Ok(Entered::Known(primitive.opcode().into()));
        }
        if let Some(index) = self.by_key.get(&want.key()) {
            return Ok(Entered::Known((*index).into()));
        }
        let (shape, parts) = parts_of(want)?;
        let look = look_of(want, &shape, &parts);
        // A chain such as `opt opt …` looks alike at every level: then types of another height need no comparison.
        let alike = self.by_look.get(&look).map_or(&[][..], Vec::as_slice);
        let height = match alike.len() < MANY {
            true => None,
            false => Some(height_of(&mut self.heights, want)?),
        };
        let of_height = height.and_then(|height| self.by_height.get(&(look, height)));
        for index in alike.iter().chain(of_height.into_iter().flatten()) {
            let Some(entry) = self.entries.get(*index as usize) else {
                continue;
            };
            if let Some(height) = height {
                if height_of(&mut self.heights, &entry.want)? != height {
                    continue;
                }
            }
            if equal(&entry.want, want)? {
                return Ok(Entered::Known((*index).into()));
            }
        }
        let index = u32::try_from(self.entries.len())
            .map_err(|_| Error::msg("the type has more than 2^32 parts"))?;
        self.by_key.insert(want.key(), index);
        match height {
            None => self.by_look.entry(look).or_default().push(index),
            Some(height) => self
                .by_height
                .entry((look, height))
                .or_default()
                .push(index),
        }
        self.entries.push(Entry {
            want: want.clone(),
            bytes: 0..0,
        });
        Ok(Entered::New(Open {
            index,
            codes: Vec::with_capacity(parts.len()),
            parts,
            shape,
        }))
    }
}

enum Entered {
    Known(Code),
    New(Open),
}

/// An entry whose parts are being entered.
struct Open {
    index: u32,
    parts: Vec<Want>,
    codes: Vec<Code>,
    shape: Shape,
}

/// What an entry is, apart from its parts.
#[derive(PartialEq, Hash)]
enum Shape {
    Opt,
    Vec,
    /// The ids of the fields.
    Record(Vec<u32>),
    Variant(Vec<u32>),
    /// The number of arguments among the parts, and the annotations.
    Func(usize, Vec<FuncMode>),
    /// The names of the methods.
    Service(Vec<String>),
}

impl Open {
    fn write(&self, out: &mut Vec<u8>) {
        let code = |out: &mut Vec<u8>, code: &Code| writer::write_sleb_i64(out, *code);
        let head = |out: &mut Vec<u8>, constructor: opcode::Composite| out.push(constructor.byte());
        match &self.shape {
            Shape::Opt => head(out, opcode::Composite::Opt),
            Shape::Vec => head(out, opcode::Composite::Vec),
            Shape::Record(ids) | Shape::Variant(ids) => {
                head(
                    out,
                    match self.shape {
                        Shape::Record(_) => opcode::Composite::Record,
                        _ => opcode::Composite::Variant,
                    },
                );
                writer::write_leb_u64(out, ids.len() as u64);
                for (id, part) in ids.iter().zip(&self.codes) {
                    writer::write_leb_u64(out, (*id).into());
                    code(out, part);
                }
                return;
            }
            Shape::Func(n_args, modes) => {
                head(out, opcode::Composite::Func);
                let (args, rets) = self.codes.split_at((*n_args).min(self.codes.len()));
                for codes in [args, rets] {
                    writer::write_leb_u64(out, codes.len() as u64);
                    for part in codes {
                        code(out, part);
                    }
                }
                writer::write_leb_u64(out, modes.len() as u64);
                out.extend(modes.iter().map(|mode| crate::de::annotation(mode).byte()));
                return;
            }
            Shape::Service(names) => {
                head(out, opcode::Composite::Service);
                writer::write_leb_u64(out, names.len() as u64);
                for (name, part) in names.iter().zip(&self.codes) {
                    writer::write_text(out, name);
                    code(out, part);
                }
                return;
            }
        }
        for part in &self.codes {
            code(out, part);
        }
    }
}

fn parts_of(want: &Want) -> Result<(Shape, Vec<Want>)> {
    Ok(match want.view()? {
        WantView::Opt(inner) => (Shape::Opt, vec![inner]),
        WantView::Vec(inner) => (Shape::Vec, vec![inner]),
        WantView::Record(fields) => {
            let (ids, parts) = fields_of(fields)?;
            (Shape::Record(ids), parts)
        }
        WantView::Variant(fields) => {
            let (ids, parts) = fields_of(fields)?;
            (Shape::Variant(ids), parts)
        }
        WantView::Reference(reference, graph) => {
            let node = |index: &u32| Want::Node(graph.clone(), *index);
            match &reference.parts {
                ReferenceParts::Func { args, rets, modes } => (
                    Shape::Func(args.len(), modes.to_vec()),
                    args.iter().chain(rets.iter()).map(node).collect(),
                ),
                ReferenceParts::Service(methods) => (
                    Shape::Service(methods.iter().map(|(name, _)| name.clone()).collect()),
                    methods.iter().map(|(_, index)| node(index)).collect(),
                ),
            }
        }
        WantView::Primitive(_) => return Err(crate::de::internal()),
        WantView::AsIs => {
            return Err(Error::msg(
                "a dynamic value has no type of its own to encode: give its type",
            ))
        }
    })
}

fn fields_of(fields: WantFields<'_>) -> Result<(Vec<u32>, Vec<Want>)> {
    let mut ids = Vec::with_capacity(fields.len());
    let mut parts = Vec::with_capacity(fields.len());
    for i in 0..fields.len() {
        if let Some(field) = fields.get(i)? {
            ids.push(field.id);
            parts.push(field.want);
        }
    }
    Ok((ids, parts))
}

/// Returns a number that equal types have in common: the hash of their top and of the tops of
/// their parts.
fn look_of(want: &Want, shape: &Shape, parts: &[Want]) -> u64 {
    let mut hasher = KeyHasher::default();
    want.name().hash(&mut hasher);
    shape.hash(&mut hasher);
    for part in parts {
        part.top().hash(&mut hasher);
    }
    hasher.finish()
}

/// Returns the height of a type, which is the same for equal types. Those of its parts are kept.
fn height_of(heights: &mut KeyMap<usize, Height>, root: &Want) -> Result<Height> {
    struct Open {
        key: usize,
        parts: std::vec::IntoIter<Want>,
        height: Height,
    }
    let open = |want: &Want| -> Result<Open> {
        Ok(Open {
            key: want.key(),
            parts: parts_of(want)?.1.into_iter(),
            height: Some(1),
        })
    };
    if let Some(height) = heights.get(&root.key()) {
        return Ok(*height);
    }
    // While its parts are looked at a type is one that contains itself: true if they lead back to it.
    heights.insert(root.key(), None);
    let mut stack = vec![open(root)?];
    while let Some(top) = stack.last_mut() {
        let Some(part) = top.parts.next() else {
            heights.insert(top.key, top.height);
            let below = top.height.map(|height| height.saturating_add(1));
            stack.pop();
            if let Some(top) = stack.last_mut() {
                top.height = highest(top.height, below);
            }
            continue;
        };
        if matches!(part.view()?, WantView::Primitive(_)) {
            top.height = highest(top.height, Some(2));
        } else if let Some(height) = heights.get(&part.key()) {
            let below = height.map(|height| height.saturating_add(1));
            top.height = highest(top.height, below);
        } else {
            heights.insert(part.key(), None);
            stack.push(open(&part)?);
        }
    }
    Ok(heights.get(&root.key()).copied().flatten())
}

/// The greater of two heights; none is greater than any.
fn highest(a: Height, b: Height) -> Height {
    Some(a?.max(b?))
}

/// Returns whether two types are equal as infinite trees. A type that has a name equals none but
/// those of the same name: the entries of a `.did` file's definitions stay apart.
fn equal(a: &Want, b: &Want) -> Result<bool> {
    let mut assumed = KeyMap::default();
    let mut pending = vec![(a.clone(), b.clone())];
    while let Some((a, b)) = pending.pop() {
        if a.key() == b.key() || assumed.insert((a.key(), b.key()), ()).is_some() {
            continue;
        }
        if a.name() != b.name() {
            return Ok(false);
        }
        match (a.view()?, b.view()?) {
            (WantView::Primitive(a), WantView::Primitive(b)) if a == b => continue,
            (WantView::Primitive(_), _) | (_, WantView::Primitive(_)) => return Ok(false),
            _ => {}
        }
        let (a, a_parts) = parts_of(&a)?;
        let (b, b_parts) = parts_of(&b)?;
        if a != b || a_parts.len() != b_parts.len() {
            return Ok(false);
        }
        pending.extend(a_parts.into_iter().zip(b_parts));
    }
    Ok(true)
}
