//! Records into which others are flattened (`#[serde(flatten)]`): the fields of all of them in one list.

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
    Merged(&'static Merged),
}

impl RecordFields {
    /// Returns the fields, sorted by id.
    ///
    /// # Panics
    ///
    /// If they are not known; in compilation, since this is called for constants.
    pub const fn list(&self) -> &'static [FieldDescriptor] {
        match self {
            RecordFields::Unknown => panic!(
                "`flatten` is possible for structs with named fields that derive `CandidType`, without `from` and \
                 `transparent`, and for pointers to them (`Box`, `Rc`, `Arc`, `Cow`, `&`); fields that no type \
                 names are kept by `#[candid(rest)] rest: candid::Rest`"
            ),
            RecordFields::Plain(fields) => fields,
            RecordFields::Merged(merged) => merged.fields(),
        }
    }

    /// Returns which part each field is of.
    pub const fn sources(&self) -> &'static [u8] {
        match self {
            RecordFields::Merged(merged) => merged.sources.split_at(merged.len).0,
            _ => &[],
        }
    }
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

/// The greatest number of fields of a merged record: the list is a constant, whose length generic types cannot give.
const MAX_FIELDS: usize = 128;

/// The greatest number of records that are merged.
pub(crate) const MAX_PARTS: usize = 32;

/// The fields of several records.
#[derive(Debug)]
pub struct Merged {
    fields: [FieldDescriptor; MAX_FIELDS],
    /// The number of the record that each field is of.
    sources: [u8; MAX_FIELDS],
    len: usize,
}

impl Merged {
    /// Merges lists of fields, each sorted by id.
    ///
    /// # Panics
    ///
    /// If two fields have the same id, or an alias of one is the id or an alias of another; if there are more than 128
    /// fields or 32 parts. In compilation, since this is called for constants.
    pub const fn new(parts: &[&[FieldDescriptor]]) -> Self {
        const FILLER: FieldDescriptor =
            FieldDescriptor::unnamed(0, || const { &Descriptor::Primitive(Primitive::Null) });
        let mut merged = Merged {
            fields: [FILLER; MAX_FIELDS],
            sources: [0; MAX_FIELDS],
            len: 0,
        };
        let mut part = 0;
        while part < parts.len() {
            let mut i = 0;
            while i < parts[part].len() {
                merged.insert(parts[part][i], part);
                i += 1;
            }
            part += 1;
        }
        merged.check_aliases();
        merged
    }

    /// Refuses an alias that is also the name or an alias of another field: both would be read from one field.
    const fn check_aliases(&self) {
        let mut i = 0;
        while i < self.len {
            let aliases = self.fields[i].aliases();
            let mut k = 0;
            while k < aliases.len() {
                let mut j = 0;
                while j < self.len {
                    assert!(
                        i == j || !self.fields[j].has_id(aliases[k]),
                        "an alias of a field is the name or an alias of another, and one of them is flattened: remove it"
                    );
                    j += 1;
                }
                k += 1;
            }
            i += 1;
        }
    }

    const fn insert(&mut self, field: FieldDescriptor, part: usize) {
        assert!(
            self.len < MAX_FIELDS && part < MAX_PARTS,
            "a record with flattened fields has at most 128 fields, of at most 31 flattened structs"
        );
        let mut at = self.len;
        while at > 0 && self.fields[at - 1].id >= field.id {
            assert!(
                self.fields[at - 1].id != field.id,
                "two fields, of which one is flattened, have the same id: rename one"
            );
            self.fields[at] = self.fields[at - 1];
            self.sources[at] = self.sources[at - 1];
            at -= 1;
        }
        self.fields[at] = field;
        #[allow(clippy::cast_possible_truncation, reason = "less than 256")]
        {
            self.sources[at] = part as u8;
        }
        self.len += 1;
    }

    const fn fields(&self) -> &[FieldDescriptor] {
        self.fields.split_at(self.len).0
    }
}
