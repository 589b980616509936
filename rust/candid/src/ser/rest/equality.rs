//! Equality of the types of several tables, in time that is linear in the tables: types that were found equal are one set.

use crate::de::header::{Entry, TypeTable, WireField, WireType};
use crate::util::work_count::count_work;

/// The sets of types that are equal. After two types were found to differ, no others may be compared.
#[derive(Default)]
pub(super) struct EqualTypes {
    /// For each entry of each table, another one of its set, or the entry itself.
    parents: Vec<usize>,
}

/// A type of a table whose entries are numbered from `first` on.
#[derive(Clone, Copy)]
pub(super) struct TypeOfTable<'a> {
    pub(super) table: &'a TypeTable,
    pub(super) first: usize,
    pub(super) ty: WireType,
}

impl<'a> TypeOfTable<'a> {
    fn entry(self) -> Option<Entry> {
        self.table.entry(self.ty)
    }

    fn part(self, ty: WireType) -> Self {
        TypeOfTable { ty, ..self }
    }

    fn parts(self, parts: &'a [WireField]) -> impl Iterator<Item = Self> {
        parts.iter().map(move |part| self.part(part.ty))
    }
}

impl EqualTypes {
    /// Adds a table, and returns the number of its first entry.
    pub(super) fn add(&mut self, table: &TypeTable) -> usize {
        let first = self.parents.len();
        self.parents.extend(first..first + table.len());
        first
    }

    /// Returns the entry that stands for the set of an entry.
    fn root(&mut self, mut entry: usize) -> usize {
        while let Some(parent) = self.parents.get(entry).copied() {
            if parent == entry {
                break;
            }
            // The next time, the way is half as long.
            let next = self.parents.get(parent).copied().unwrap_or(parent);
            if let Some(parent) = self.parents.get_mut(entry) {
                *parent = next;
            }
            entry = next;
        }
        entry
    }

    /// Returns whether two types are equal as infinite trees.
    pub(super) fn are_equal<'a>(&mut self, a: TypeOfTable<'a>, b: TypeOfTable<'a>) -> bool {
        let mut pending = vec![(a, b)];
        while let Some((a, b)) = pending.pop() {
            count_work();
            let (Some(i), Some(j)) = (a.ty.index(), b.ty.index()) else {
                if a.ty != b.ty {
                    return false;
                }
                continue;
            };
            let i = self.root(a.first.saturating_add(i as usize));
            let j = self.root(b.first.saturating_add(j as usize));
            if i == j {
                continue;
            }
            if let Some(parent) = self.parents.get_mut(i) {
                *parent = j;
            }
            if !push_parts(a, b, &mut pending) {
                return false;
            }
        }
        true
    }
}

/// Returns whether two types are equal but for their parts, which are pushed.
fn push_parts<'a>(
    a: TypeOfTable<'a>,
    b: TypeOfTable<'a>,
    pending: &mut Vec<(TypeOfTable<'a>, TypeOfTable<'a>)>,
) -> bool {
    let (Some(entry), Some(other)) = (a.entry(), b.entry()) else {
        return false;
    };
    let mut push_all = |parts: &'a [WireField], others: &'a [WireField]| {
        pending.extend(a.parts(parts).zip(b.parts(others)));
        let ids = parts.iter().map(|part| part.id);
        ids.eq(others.iter().map(|part| part.id))
    };
    match (entry, other) {
        (Entry::Opt(part), Entry::Opt(other)) | (Entry::Vec(part), Entry::Vec(other)) => {
            pending.push((a.part(part), b.part(other)));
            true
        }
        (Entry::Record(fields), Entry::Record(others))
        | (Entry::Variant(fields), Entry::Variant(others)) => {
            push_all(a.table.fields(fields), b.table.fields(others))
        }
        (
            Entry::Func {
                args,
                rets,
                annotation,
            },
            Entry::Func {
                args: other_args,
                rets: other_rets,
                annotation: other_annotation,
            },
        ) => {
            annotation == other_annotation
                && push_all(a.table.fields(args), b.table.fields(other_args))
                && push_all(a.table.fields(rets), b.table.fields(other_rets))
        }
        (Entry::Service(methods), Entry::Service(others)) => {
            let (methods, others) = (a.table.methods(methods), b.table.methods(others));
            let pairs = methods.iter().zip(others);
            pending.extend(pairs.map(|(method, other)| (a.part(method.ty), b.part(other.ty))));
            let names = methods.iter().map(|method| &method.name);
            names.eq(others.iter().map(|method| &method.name))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::{EqualTypes, TypeOfTable};
    use crate::de::config::DecoderConfig;
    use crate::de::header::TypeTable;
    use candid_wire::reader::Reader;

    #[test]
    fn types_are_equal_as_infinite_trees() {
        // The tables; equal types have the same name.
        let rows: [(&str, &[u8]); 16] = [
            ("vec …", b"\x01\x6d\0"),
            ("vec …", b"\x02\x6d\x01\x6d\0"),
            ("vec …", b"\x03\x6d\x01\x6d\x02\x6d\x01"),
            ("opt …", b"\x01\x6e\0"),
            ("vec opt …", b"\x02\x6d\x01\x6e\0"),
            ("vec vec nat", b"\x02\x6d\x01\x6d\x7d"),
            ("vec vec int", b"\x02\x6d\x01\x6d\x7c"),
            ("record { 0 : nat }", b"\x01\x6c\x01\0\x7d"),
            ("record { 1 : nat }", b"\x01\x6c\x01\x01\x7d"),
            ("record { nat; nat }", b"\x01\x6c\x02\0\x7d\x01\x7d"),
            ("variant { 0 : nat }", b"\x01\x6b\x01\0\x7d"),
            ("func (nat) -> ()", b"\x01\x6a\x01\x7d\0\0"),
            ("func () -> (nat)", b"\x01\x6a\0\x01\x7d\0"),
            ("func (nat) -> () query", b"\x01\x6a\x01\x7d\0\x01\x01"),
            ("service a", b"\x02\x69\x01\x01a\x01\x6a\0\0\0"),
            ("service b", b"\x02\x69\x01\x01b\x01\x6a\0\0\0"),
        ];
        let tables = rows.map(|(name, table)| {
            let message = [b"DIDL", table, b"\x01\0"].concat();
            let table = TypeTable::read(&mut Reader::new(&message), &DecoderConfig::new());
            (name, table.unwrap())
        });
        for (name, table) in &tables {
            for (other_name, other) in &tables {
                let mut types = EqualTypes::default();
                let mut of_table = |table| TypeOfTable {
                    table,
                    first: types.add(table),
                    ty: table.args()[0].ty,
                };
                let (a, b) = (of_table(table), of_table(other));
                assert_eq!(
                    types.are_equal(a, b),
                    name == other_name,
                    "{name}, {other_name}"
                );
            }
        }
    }
}
