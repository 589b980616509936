//! Records into which others are flattened (`#[serde(flatten)]`): the fields of all of them in one list.

pub(crate) mod check;

use crate::schema::descriptor::{Descriptor, FieldDescriptor};
use crate::types::docs::TypeDoc;
use crate::types::ty::{Type, TypeInner};
use candid_wire::opcode::Primitive;

/// The fields of a Rust type whose Candid type is a record of its own.
#[derive(Clone, Copy, Debug)]
pub enum RecordFields {
    /// The type is none, or its fields are not known as a constant.
    Unknown,
    /// Those of a struct with names.
    Plain(&'static [FieldDescriptor]),
    /// Those of a struct and of those that are flattened into it.
    Merged {
        /// The fields, sorted by id.
        fields: &'static [FieldDescriptor],
        /// Which part they are of.
        runs: &'static [Run],
    },
}

impl RecordFields {
    /// Returns the fields, sorted by id; none if they are not known.
    pub const fn list(&self) -> &'static [FieldDescriptor] {
        match self {
            RecordFields::Unknown => &[],
            RecordFields::Plain(fields) | RecordFields::Merged { fields, .. } => fields,
        }
    }

    /// Returns the descriptor of the record, or this one if the fields are not known.
    pub(crate) const fn descriptor_or(&self, other: Descriptor) -> Descriptor {
        match self {
            RecordFields::Unknown => other,
            _ => Descriptor::Record(self.list()),
        }
    }

    /// Returns which part each field is of; nothing for a record without flattened ones.
    pub const fn runs(&self) -> &'static [Run] {
        match self {
            RecordFields::Merged { runs, .. } => runs,
            _ => &[],
        }
    }
}

/// Fields next to each other in a merged record, all of one part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// The number of the part.
    pub part: usize,
    /// How many fields of that part are before them.
    pub n_before: usize,
    /// How many they are.
    pub n_fields: usize,
}

/// A record that is part of a merged one.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// The Rust name of the flattened field; none for the fields of the struct itself.
    pub name: Option<&'static str>,
    /// The fields.
    pub fields: RecordFields,
}

/// A Rust type that has such parts.
pub trait HasParts {
    /// The struct itself, then those that are flattened into it.
    const PARTS: &'static [Part];
}

/// Returns the record of all fields of these records.
pub fn merged_type(parts: &[Type]) -> Type {
    let mut fields = Vec::new();
    for part in parts {
        if let TypeInner::Record(part) = part.as_ref() {
            fields.extend(part.iter().cloned());
        }
    }
    fields.sort_by_key(|field| field.id.get_id());
    TypeInner::Record(fields).into()
}

/// Returns the first comment with the comments of the fields of all.
pub fn merged_doc(parts: impl IntoIterator<Item = TypeDoc>) -> TypeDoc {
    let mut parts = parts.into_iter();
    let mut doc = parts.next().unwrap_or_default();
    doc.fields.extend(parts.flat_map(|part| part.fields));
    doc
}

/// The greatest number of fields of a merged record: the list is a constant, whose length a generic type cannot give, and
/// which has one of a few lengths instead.
const MAX_FIELDS: usize = 1 << 15;

/// Merges the fields of the parts of a type, which [`check`](check::check) has looked at.
pub const fn merge<T: HasParts + ?Sized>() -> RecordFields {
    match n_fields(T::PARTS) {
        0..=8 => merge_into::<T, 8>(),
        9..=32 => merge_into::<T, 32>(),
        33..=128 => merge_into::<T, 128>(),
        129..=512 => merge_into::<T, 512>(),
        513..=2048 => merge_into::<T, 2048>(),
        2049..=8192 => merge_into::<T, 8192>(),
        _ => merge_into::<T, MAX_FIELDS>(),
    }
}

const fn merge_into<T: HasParts + ?Sized, const N: usize>() -> RecordFields {
    let merged = const { &Merged::<N>::new(T::PARTS) };
    RecordFields::Merged {
        fields: merged.fields.split_at(merged.n_fields).0,
        runs: merged.runs.split_at(merged.n_runs).0,
    }
}

/// Returns how many fields the parts have.
const fn n_fields(parts: &[Part]) -> usize {
    let mut n = 0;
    let mut part = 0;
    while part < parts.len() {
        n += parts[part].fields.list().len();
        part += 1;
    }
    n
}

/// The fields of several records.
struct Merged<const N: usize> {
    fields: [FieldDescriptor; N],
    n_fields: usize,
    runs: [Run; N],
    n_runs: usize,
}

impl<const N: usize> Merged<N> {
    /// Merges at most `N` fields.
    const fn new(parts: &[Part]) -> Self {
        const FILLER: FieldDescriptor =
            FieldDescriptor::unnamed(0, || const { &Descriptor::Primitive(Primitive::Null) });
        const NO_RUN: Run = Run {
            part: 0,
            n_before: 0,
            n_fields: 0,
        };
        let mut merged = Merged {
            fields: [FILLER; N],
            n_fields: 0,
            runs: [NO_RUN; N],
            n_runs: 0,
        };
        let mut part = 0;
        while part < parts.len() {
            merged.add(part, parts[part].fields.list());
            part += 1;
        }
        merged.join_runs();
        merged
    }

    /// Adds the fields of a part, each as a run of its own.
    const fn add(&mut self, part: usize, added: &[FieldDescriptor]) {
        let mut n_old = self.n_fields;
        let mut n_added = added.len();
        self.n_fields += n_added;
        // From the last one, so that each field moves to its place at once.
        let mut at = self.n_fields;
        while n_added > 0 {
            at -= 1;
            if n_old > 0 && self.fields[n_old - 1].id > added[n_added - 1].id {
                n_old -= 1;
                self.fields[at] = self.fields[n_old];
                self.runs[at] = self.runs[n_old];
            } else {
                n_added -= 1;
                self.fields[at] = added[n_added];
                self.runs[at] = Run {
                    part,
                    n_before: n_added,
                    n_fields: 1,
                };
            }
        }
    }

    /// Makes one run of neighbours of the same part.
    const fn join_runs(&mut self) {
        let mut i = 0;
        while i < self.n_fields {
            let run = self.runs[i];
            if self.n_runs > 0 && self.runs[self.n_runs - 1].part == run.part {
                self.runs[self.n_runs - 1].n_fields += 1;
            } else {
                self.runs[self.n_runs] = run;
                self.n_runs += 1;
            }
            i += 1;
        }
    }
}
