//! The errors of `#[serde(flatten)]`, found when constants are evaluated: the fields of a type are not known before.

use super::{n_fields, Part, RecordFields, MAX_FIELDS};
use crate::schema::descriptor::FieldDescriptor;

/// Checks that a part is a record whose fields the parts before it do not have.
///
/// # Panics
///
/// If its fields are not known; if a field has the id of another, or an alias that is the id or an alias of another; if
/// there are too many. In compilation, since this is called for constants: the compiler reports the caller.
#[track_caller]
pub const fn check(parts: &[Part], part: usize) {
    if let RecordFields::Unknown = parts[part].fields {
        fail(
            Message::new("`flatten` is not possible on a field that is no record: the type of `")
                .then(name(&parts[part]))
                .then(
                    "` is not a struct with named fields that derives `CandidType`, without `from`, `transparent` and \
                     `rest`, or a pointer to one (`Box`, `Rc`, `Arc`, `Cow`, `&`); use the field without `flatten`, or \
                     `#[candid(rest)] rest: candid::Rest`, which keeps fields that no type names",
                ),
        );
    }
    if n_fields(parts.split_at(part + 1).0) > MAX_FIELDS {
        fail(
            Message::new("`flatten` is not possible with more than ")
                .then_number(MAX_FIELDS)
                .then(" fields: those of `")
                .then(name(&parts[part]))
                .then("` are too many; use the field without `flatten`"),
        );
    }
    let mut before = 0;
    while before < part {
        check_ids(&parts[before], &parts[part]);
        check_aliases(&parts[before], &parts[part]);
        check_aliases(&parts[part], &parts[before]);
        before += 1;
    }
}

/// Refuses fields with the same id.
#[track_caller]
const fn check_ids(before: &Part, part: &Part) {
    let (a, b) = (before.fields.list(), part.fields.list());
    let (mut i, mut j) = (0, 0);
    while i < a.len() && j < b.len() {
        if a[i].id == b[j].id {
            let message = Message::new("`flatten` is not possible with two fields of one id: ")
                .then_field(part, &b[j])
                .then(" and ")
                .then_field(before, &a[i])
                .then(" have the id ")
                .then_number(a[i].id as usize);
            fail(message.then("; rename one"));
        }
        if a[i].id < b[j].id {
            i += 1;
        } else {
            j += 1;
        }
    }
}

/// Refuses an alias of a field that is also the name or an alias of another: both would be read from one field.
#[track_caller]
const fn check_aliases(owners: &Part, others: &Part) {
    let (owners_fields, others_fields) = (owners.fields.list(), others.fields.list());
    let others_have_aliases = has_aliases(others_fields);
    let mut i = 0;
    while i < owners_fields.len() {
        let owner = &owners_fields[i];
        let aliases = owner.aliases();
        let mut k = 0;
        while k < aliases.len() {
            let (other, is_of) = match with_id(others_fields, aliases[k]) {
                Some(other) => (Some(other), " of "),
                None if others_have_aliases => (
                    with_alias(others_fields, aliases[k]),
                    ", as has an alias of ",
                ),
                None => (None, ""),
            };
            if let Some(other) = other {
                let message = Message::new(
                    "`flatten` is not possible with an alias that another field has: an alias of ",
                )
                .then_field(owners, owner)
                .then(" has the id ")
                .then_number(aliases[k] as usize)
                .then(is_of)
                .then_field(others, other);
                fail(message.then("; remove it"));
            }
            k += 1;
        }
        i += 1;
    }
}

/// Returns the field with an id, of fields sorted by id.
const fn with_id(fields: &[FieldDescriptor], id: u32) -> Option<&FieldDescriptor> {
    let (mut start, mut end) = (0, fields.len());
    while start < end {
        let middle = start + (end - start) / 2;
        let field = &fields[middle];
        if field.id == id {
            return Some(field);
        }
        if field.id < id {
            start = middle + 1;
        } else {
            end = middle;
        }
    }
    None
}

const fn has_aliases(fields: &[FieldDescriptor]) -> bool {
    let mut i = 0;
    while i < fields.len() {
        if !fields[i].aliases().is_empty() {
            return true;
        }
        i += 1;
    }
    false
}

/// Returns the first field with an alias that has the id.
const fn with_alias(fields: &[FieldDescriptor], id: u32) -> Option<&FieldDescriptor> {
    let mut i = 0;
    while i < fields.len() {
        let aliases = fields[i].aliases();
        let mut k = 0;
        while k < aliases.len() {
            if aliases[k] == id {
                return Some(&fields[i]);
            }
            k += 1;
        }
        i += 1;
    }
    None
}

const fn name(part: &Part) -> &'static str {
    match part.name {
        Some(name) => name,
        None => "",
    }
}

#[track_caller]
const fn fail(message: Message) -> ! {
    panic!("{}", message.text())
}

/// A text put together in a constant; what is too long for it is cut off.
struct Message {
    bytes: [u8; Message::MAX_LEN],
    len: usize,
}

impl Message {
    const MAX_LEN: usize = 1024;

    const fn new(text: &str) -> Self {
        let message = Message {
            bytes: [0; Message::MAX_LEN],
            len: 0,
        };
        message.then(text)
    }

    const fn then(mut self, text: &str) -> Self {
        let text = text.as_bytes();
        let mut i = 0;
        while i < text.len() && self.len < Message::MAX_LEN {
            self.bytes[self.len] = text[i];
            self.len += 1;
            i += 1;
        }
        self
    }

    const fn then_number(mut self, number: usize) -> Self {
        if number >= 10 {
            self = self.then_number(number / 10);
        }
        self.then("0123456789".split_at(number % 10).1.split_at(1).0)
    }

    /// Adds the name of a field, or its number.
    const fn then_field(self, part: &Part, field: &FieldDescriptor) -> Self {
        let message = self.then("the field `");
        let message = match field.name {
            Some(name) => message.then(name),
            None => message.then_number(field.id as usize),
        };
        match part.name {
            Some(part) => message.then("` of `").then(part).then("`"),
            None => message.then("` of the struct itself"),
        }
    }

    const fn text(&self) -> &str {
        let bytes = self.bytes.split_at(self.len).0;
        match std::str::from_utf8(bytes) {
            Ok(text) => text,
            // Cut inside of a character.
            Err(error) => match std::str::from_utf8(bytes.split_at(error.valid_up_to()).0) {
                Ok(text) => text,
                Err(_) => "",
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::descriptor::{Descriptor, Tolerance};
    use candid_wire::opcode::Primitive;

    const ALIASES: &Tolerance = &Tolerance {
        has_default: false,
        is_in_tuple: false,
        aliases: &[7, 9],
    };

    fn field(id: u32, name: &'static str) -> FieldDescriptor {
        FieldDescriptor::named(
            id,
            name,
            0,
            || const { &Descriptor::Primitive(Primitive::Null) },
        )
    }

    /// Checks the second of two parts, and returns the message.
    fn message(own: Vec<FieldDescriptor>, inner: Vec<FieldDescriptor>) -> String {
        let parts = [(None, own), (Some("inner"), inner)].map(|(name, fields)| Part {
            name,
            fields: RecordFields::Plain(fields.leak()),
        });
        match std::panic::catch_unwind(|| check(&parts, 1)) {
            Ok(()) => String::new(),
            Err(payload) => *payload.downcast().unwrap(),
        }
    }

    #[test]
    fn messages() {
        let number = FieldDescriptor::numbered(5, 0, field(5, "").ty);
        let long = format!("x{}", "ö".repeat(600)).leak();
        let rows = [
            (vec![field(1, "a")], vec![field(2, "b")], ""),
            (vec![], vec![], ""),
            (
                vec![field(1, "a"), field(3, "c"), field(5, "e")],
                vec![field(2, "b"), number],
                "`flatten` is not possible with two fields of one id: the field `5` of `inner` and the field `e` of the \
                 struct itself have the id 5; rename one",
            ),
            (
                vec![field(9, "b")],
                vec![field(1, "a").with_tolerance(ALIASES)],
                "`flatten` is not possible with an alias that another field has: an alias of the field `a` of `inner` has \
                 the id 9 of the field `b` of the struct itself; remove it",
            ),
            (
                vec![field(2, "b").with_tolerance(ALIASES)],
                vec![field(1, "a").with_tolerance(ALIASES)],
                "`flatten` is not possible with an alias that another field has: an alias of the field `b` of the struct \
                 itself has the id 7, as has an alias of the field `a` of `inner`; remove it",
            ),
        ];
        for (own, inner, expected) in rows {
            assert_eq!(message(own, inner), expected);
        }
        // Cut at a whole character.
        let cut = message(vec![field(1, "a")], vec![field(1, long)]);
        assert_eq!(cut.len(), Message::MAX_LEN - 1);
        assert!(cut.ends_with('ö'), "{cut}");
    }

    #[test]
    fn too_many_fields() {
        let fields = |ids: std::ops::Range<usize>| {
            ids.map(|id| field(u32::try_from(id).unwrap(), ""))
                .collect()
        };
        assert_eq!(message(fields(0..1), fields(1..MAX_FIELDS)), "");
        assert_eq!(
            message(fields(0..1), fields(1..MAX_FIELDS + 1)),
            "`flatten` is not possible with more than 32768 fields: those of `inner` are too many; use the field without \
             `flatten`"
        );
    }
}
