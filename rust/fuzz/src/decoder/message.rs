//! Messages of any types, made of bytes that choose: type tables, values of them, and the same types as definitions.

#![allow(
    clippy::cast_possible_truncation,
    reason = "tables, names and numbers here are below 256"
)]

use super::Bytes;
use candid::types::{Field, FuncMode, Function, Label, Type, TypeInner};
use candid::TypeEnv;
use std::rc::Rc;

/// How many entries a table has at most.
const MAX_ENTRIES: usize = 8;

/// How deep values are at most; below, they are as small as their types allow.
const MAX_DEPTH: usize = 24;

/// A type: an entry of the table, or one without parts.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Ref {
    Entry(usize),
    Leaf(u8),
}

#[derive(Clone, PartialEq, Debug)]
enum Entry {
    Opt(Ref),
    Vec(Ref),
    Record(Vec<(u32, Ref)>),
    Variant(Vec<(u32, Ref)>),
    Func(Vec<Ref>, Vec<Ref>, Option<u8>),
    /// Methods that have the same type, which is an entry.
    Service(Vec<String>, Option<usize>),
}

/// Types and a list of them.
#[derive(Clone, Debug)]
pub(super) struct Table {
    entries: Vec<Entry>,
    args: Vec<Ref>,
}

/// The opcodes of types without parts, from -1 on; the last is `principal`.
const LEAVES: [u8; 18] = [
    0x7f, 0x7e, 0x7d, 0x7c, 0x7b, 0x7a, 0x79, 0x78, 0x77, 0x76, 0x75, 0x74, 0x73, 0x72, 0x71, 0x70,
    0x6f, 0x68,
];

/// Returns a message of random types with values of them, or with the bytes that are left.
pub(super) fn untyped(bytes: &mut Bytes<'_>) -> Vec<u8> {
    let table = Table::make(bytes);
    let mut message = table.header();
    if bytes.below(2) == 0 || table.write_values(bytes, &mut message).is_none() {
        message.extend(bytes.0);
    }
    message
}

impl Table {
    pub(super) fn make(bytes: &mut Bytes<'_>) -> Self {
        let n = bytes.below(MAX_ENTRIES + 1);
        let mut entries: Vec<Entry> = (0..n).map(|_| entry(bytes, n)).collect();
        // Methods are functions, so there must be one.
        let func = entries
            .iter()
            .position(|entry| matches!(entry, Entry::Func(..)));
        for entry in &mut entries {
            if let Entry::Service(names, method) = entry {
                *method = func;
                if func.is_none() {
                    names.clear();
                }
            }
        }
        let args = refs(bytes, n, 3);
        Table { entries, args }
    }

    /// Returns a table that differs in some places.
    pub(super) fn changed(&self, bytes: &mut Bytes<'_>) -> Self {
        let mut changed = self.clone();
        let n = changed.entries.len();
        for _ in 0..bytes.below(4) {
            let Some(entry) = changed.entries.get_mut(bytes.below(n.max(1))) else {
                break;
            };
            match entry {
                Entry::Opt(part) | Entry::Vec(part) => *part = reference(bytes, n),
                Entry::Record(fields) | Entry::Variant(fields) => change(bytes, fields, n),
                Entry::Func(args, rets, _) => {
                    *args = refs(bytes, n, 2);
                    *rets = refs(bytes, n, 2);
                }
                Entry::Service(names, _) => drop(names.pop()),
            }
        }
        if bytes.below(4) == 0 {
            changed.args = refs(bytes, n, 3);
        }
        changed
    }

    pub(super) fn header(&self) -> Vec<u8> {
        let mut out = b"DIDL".to_vec();
        out.push(self.entries.len() as u8);
        for entry in &self.entries {
            match entry {
                Entry::Opt(part) => out.extend([0x6e, part.code()]),
                Entry::Vec(part) => out.extend([0x6d, part.code()]),
                Entry::Record(fields) => write_fields(0x6c, fields, &mut out),
                Entry::Variant(fields) => write_fields(0x6b, fields, &mut out),
                Entry::Func(args, rets, mode) => {
                    out.push(0x6a);
                    write_refs(args, &mut out);
                    write_refs(rets, &mut out);
                    out.push(u8::from(mode.is_some()));
                    out.extend(mode);
                }
                Entry::Service(names, method) => {
                    out.extend([0x69, names.len() as u8]);
                    for name in names {
                        out.push(name.len() as u8);
                        out.extend(name.bytes());
                        out.extend(method.map(|method| method as u8));
                    }
                }
            }
        }
        write_refs(&self.args, &mut out);
        out
    }

    /// Returns the types as definitions.
    pub(super) fn types(&self) -> (TypeEnv, Vec<Type>) {
        let mut env = TypeEnv::new();
        for (i, entry) in self.entries.iter().enumerate() {
            let func = |args: &[Ref], rets: &[Ref], mode: &Option<u8>| Function {
                modes: mode
                    .map(|mode| match mode {
                        1 => FuncMode::Query,
                        2 => FuncMode::Oneway,
                        _ => FuncMode::CompositeQuery,
                    })
                    .into_iter()
                    .collect(),
                args: args.iter().map(|arg| arg.ty()).collect(),
                rets: rets.iter().map(|ret| ret.ty()).collect(),
            };
            let inner = match entry {
                Entry::Opt(part) => TypeInner::Opt(part.ty()),
                Entry::Vec(part) => TypeInner::Vec(part.ty()),
                Entry::Record(fields) => TypeInner::Record(typed_fields(fields)),
                Entry::Variant(fields) => TypeInner::Variant(typed_fields(fields)),
                Entry::Func(args, rets, mode) => TypeInner::Func(func(args, rets, mode)),
                Entry::Service(names, method) => {
                    let ty = Ref::Entry(method.unwrap_or(0)).ty();
                    let methods = names.iter().map(|name| (name.clone(), ty.clone()));
                    TypeInner::Service(methods.collect())
                }
            };
            env.0.insert(format!("T{i}"), inner.into());
        }
        (env, self.args.iter().map(|arg| arg.ty()).collect())
    }

    /// Appends values of the arguments. `None` if one has none that is small enough.
    pub(super) fn write_values(&self, bytes: &mut Bytes<'_>, out: &mut Vec<u8>) -> Option<()> {
        let mut values = Values {
            table: self,
            bytes,
            left: 4_000,
        };
        self.args
            .iter()
            .try_for_each(|arg| values.write(*arg, 0, out))
    }
}

fn entry(bytes: &mut Bytes<'_>, n: usize) -> Entry {
    match bytes.below(11) {
        0 | 1 => Entry::Opt(reference(bytes, n)),
        2 | 3 => Entry::Vec(reference(bytes, n)),
        4..=6 => Entry::Record(fields(bytes, n)),
        7 | 8 => Entry::Variant(fields(bytes, n)),
        9 => {
            let mode = bytes.below(4) as u8;
            Entry::Func(
                refs(bytes, n, 2),
                refs(bytes, n, 2),
                (mode > 0).then_some(mode),
            )
        }
        _ => {
            let n = bytes.below(3);
            Entry::Service((0..n).map(|i| format!("m{i}")).collect(), None)
        }
    }
}

fn reference(bytes: &mut Bytes<'_>, n: usize) -> Ref {
    match bytes.below(2 * LEAVES.len()) {
        leaf if leaf < LEAVES.len() || n == 0 => Ref::Leaf(LEAVES[leaf % LEAVES.len()]),
        entry => Ref::Entry(entry % n),
    }
}

fn refs(bytes: &mut Bytes<'_>, n: usize, most: usize) -> Vec<Ref> {
    let len = bytes.below(most + 1);
    (0..len).map(|_| reference(bytes, n)).collect()
}

fn fields(bytes: &mut Bytes<'_>, n: usize) -> Vec<(u32, Ref)> {
    let mut id = 0;
    let len = bytes.below(5);
    let field = |_| {
        id += 1 + bytes.below(8).saturating_sub(5) as u32;
        (id - 1, reference(bytes, n))
    };
    (0..len).map(field).collect()
}

fn change(bytes: &mut Bytes<'_>, fields: &mut Vec<(u32, Ref)>, n: usize) {
    let at = bytes.below(fields.len() + 1);
    match (bytes.below(3), fields.get_mut(at)) {
        (0, Some(_)) => drop(fields.remove(at)),
        (_, Some((_, part))) => *part = reference(bytes, n),
        (_, None) => {
            let id = fields.last().map_or(0, |(id, _)| id + 1);
            fields.push((id, reference(bytes, n)));
        }
    }
}

fn write_fields(opcode: u8, fields: &[(u32, Ref)], out: &mut Vec<u8>) {
    out.extend([opcode, fields.len() as u8]);
    for (id, part) in fields {
        out.extend([*id as u8, part.code()]);
    }
}

fn write_refs(refs: &[Ref], out: &mut Vec<u8>) {
    out.push(refs.len() as u8);
    out.extend(refs.iter().map(|part| part.code()));
}

fn typed_fields(fields: &[(u32, Ref)]) -> Vec<Field> {
    let field = |(id, part): &(u32, Ref)| Field {
        id: Rc::new(Label::Id(*id)),
        ty: part.ty(),
    };
    fields.iter().map(field).collect()
}

impl Ref {
    fn code(self) -> u8 {
        match self {
            Ref::Entry(i) => i as u8,
            Ref::Leaf(opcode) => opcode,
        }
    }

    fn ty(self) -> Type {
        use TypeInner as T;
        match self {
            Ref::Entry(i) => T::Var(format!("T{i}")),
            Ref::Leaf(opcode) => match opcode {
                0x7f => T::Null,
                0x7e => T::Bool,
                0x7d => T::Nat,
                0x7c => T::Int,
                0x7b => T::Nat8,
                0x7a => T::Nat16,
                0x79 => T::Nat32,
                0x78 => T::Nat64,
                0x77 => T::Int8,
                0x76 => T::Int16,
                0x75 => T::Int32,
                0x74 => T::Int64,
                0x73 => T::Float32,
                0x72 => T::Float64,
                0x71 => T::Text,
                0x70 => T::Reserved,
                0x6f => T::Empty,
                _ => T::Principal,
            },
        }
        .into()
    }
}

/// Makes values.
struct Values<'t, 'b, 'd> {
    table: &'t Table,
    bytes: &'b mut Bytes<'d>,
    /// How many more there may be.
    left: usize,
}

impl Values<'_, '_, '_> {
    fn write(&mut self, ty: Ref, depth: usize, out: &mut Vec<u8>) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        let entry = match ty {
            Ref::Leaf(opcode) => return self.write_leaf(opcode, out),
            Ref::Entry(i) => &self.table.entries[i],
        };
        if depth > 4 * MAX_DEPTH {
            return None;
        }
        let is_deep = depth > MAX_DEPTH;
        match entry {
            Entry::Opt(part) => {
                let has = !is_deep && !self.bytes.next().is_multiple_of(4);
                let mark = out.len();
                out.push(u8::from(has));
                if has && self.write(*part, depth + 1, out).is_none() {
                    out.truncate(mark);
                    out.push(0);
                }
            }
            Entry::Vec(part) => {
                let n = if is_deep { 0 } else { self.bytes.below(5) };
                let mark = out.len();
                out.push(n as u8);
                for _ in 0..n {
                    if self.write(*part, depth + 1, out).is_none() {
                        out.truncate(mark);
                        out.push(0);
                        break;
                    }
                }
            }
            Entry::Record(fields) => {
                for (_, part) in fields {
                    self.write(*part, depth + 1, out)?;
                }
            }
            Entry::Variant(fields) => {
                let tag = self.bytes.below(fields.len().max(1));
                let mark = out.len();
                out.push(tag as u8);
                if let Some(()) = self.write(fields.get(tag)?.1, depth + 1, out) {
                    return Some(());
                }
                out.truncate(mark);
                out.push(0);
                return self.write(fields[0].1, depth + 1, out);
            }
            Entry::Func(..) => out.extend([1, 1, 1, 7, 1, b'f']),
            Entry::Service(..) => out.extend([1, 1, 7]),
        }
        Some(())
    }

    fn write_leaf(&mut self, opcode: u8, out: &mut Vec<u8>) -> Option<()> {
        let n_bytes = match opcode {
            0x7f | 0x70 => 0,
            0x7e => {
                out.push(self.bytes.next() & 1);
                0
            }
            0x7d | 0x7c => {
                // One byte in three goes on.
                while self.bytes.0.first().is_some_and(|byte| byte % 3 == 0) {
                    out.push(self.bytes.next() | 0x80);
                }
                out.push(self.bytes.next() & 0x3f | 1);
                0
            }
            0x7b | 0x77 => 1,
            0x7a | 0x76 => 2,
            0x79 | 0x75 | 0x73 => 4,
            0x78 | 0x74 | 0x72 => 8,
            0x71 => {
                let n = self.bytes.below(4);
                out.push(n as u8);
                out.extend((0..n).map(|_| self.bytes.next() & 0x7f));
                0
            }
            0x6f => return None,
            _ => {
                out.extend([1, 2]);
                2
            }
        };
        out.extend((0..n_bytes).map(|_| self.bytes.next()));
        Some(())
    }
}
