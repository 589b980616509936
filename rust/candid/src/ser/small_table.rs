//! The header of a few constant types: that of most messages, for a fraction of the instructions that
//! [`TypeSerialize`](super::table::TypeSerialize) takes, which writes the same bytes.
//!
//! An entry is written when it is opened, so the entries are in the order of their numbers. What it refers to gets its
//! number later, and has one byte of it until then: therefore there are few entries, and no others than these are looked at
//! when one is searched for.

use crate::schema::descriptor::{Descriptor, DescriptorFn, FieldDescriptor, FuncDescriptor};
use crate::schema::expected::head;
use candid_wire::opcode::{Composite, MAGIC};
use candid_wire::writer;
use std::mem::discriminant;

/// The maximum number of entries, whose numbers are one byte each. What is done for the first ones of more is done in vain.
const MAX_ENTRIES: usize = 16;

/// How many newtypes may be around each other.
const MAX_ALIASES: usize = 8;

/// How many arguments and results a function may have: fewer than a length of two bytes.
const MAX_FUNC_PARTS: usize = 100;

/// Capacity for what most headers need.
const FIRST_BYTES: usize = 192;

/// The entries so far.
struct SmallTable {
    out: Vec<u8>,
    entries: Vec<Entry>,
    /// The parts of the open entries that are to be entered.
    pending: Vec<Pending>,
    /// The bits of the entries' addresses and heads.
    keys: u64,
    heads: u64,
}

struct Entry {
    ty: &'static Descriptor,
    head: u64,
}

/// A part, and the position of the byte that refers to it.
struct Pending {
    at: usize,
    ty: &'static Descriptor,
}

/// Returns the header for arguments of these types. `None` if there are too many parts, if one is not constant or keeps other
/// fields, if two are alike but for parts of parts, or if there are two functions.
pub(super) fn header_of(
    types: impl ExactSizeIterator<Item = &'static Descriptor> + Clone,
) -> Option<Vec<u8>> {
    let mut table = SmallTable {
        out: Vec::with_capacity(FIRST_BYTES),
        entries: Vec::new(),
        pending: Vec::new(),
        keys: 0,
        heads: 0,
    };
    table.out.extend_from_slice(&MAGIC);
    let n_entries = table.out.len();
    table.out.push(0);
    for ty in types.clone() {
        table.code(resolved(ty)?)?;
    }
    *table.out.get_mut(n_entries)? = u8::try_from(table.entries.len()).ok()?;
    writer::write_len(&mut table.out, types.len());
    for ty in types {
        let code = table.code(resolved(ty)?)?;
        table.out.push(code);
    }
    Some(table.out)
}

impl SmallTable {
    /// Returns the byte that refers to a type, after entering it and its parts.
    fn code(&mut self, ty: &'static Descriptor) -> Option<u8> {
        if let Some(code) = self.known(ty) {
            return Some(code);
        }
        let head = head_of(ty)?;
        if self.heads >> bit_of_head(head) & 1 != 0 {
            for (code, entry) in (0..).zip(&self.entries) {
                if entry.head == head && equal(entry.ty, ty)? {
                    return Some(code);
                }
            }
        }
        self.open(ty, head)
    }

    /// Returns the byte that refers to a type, if it is primitive or has an entry by its address.
    #[inline]
    fn known(&self, ty: &'static Descriptor) -> Option<u8> {
        if let Descriptor::Primitive(primitive) = ty {
            return Some(primitive.byte());
        }
        if self.keys >> bit_of_key(ty) & 1 == 0 {
            return None;
        }
        let mut entries = (0..).zip(&self.entries);
        let (code, _) = entries.find(|(_, entry)| std::ptr::eq(entry.ty, ty))?;
        Some(code)
    }

    /// Writes a new entry, and those of its parts. They nest only as deep as there are entries.
    fn open(&mut self, ty: &'static Descriptor, head: u64) -> Option<u8> {
        let index = self.entries.len();
        if index == MAX_ENTRIES {
            return None;
        }
        if index == 0 {
            self.entries = Vec::with_capacity(MAX_ENTRIES);
            self.pending = Vec::with_capacity(MAX_ENTRIES);
        }
        self.entries.push(Entry { ty, head });
        self.keys |= 1 << bit_of_key(ty);
        self.heads |= 1 << bit_of_head(head);
        let first = self.pending.len();
        match ty {
            Descriptor::Opt(part) => self.write_part(Composite::Opt, *part)?,
            Descriptor::Vec(part) => self.write_part(Composite::Vec, *part)?,
            Descriptor::Record(fields) => self.write_fields(Composite::Record, fields)?,
            Descriptor::Variant(fields) => self.write_fields(Composite::Variant, fields)?,
            Descriptor::Dynamic {
                func: Some(func), ..
            } => self.write_func(func)?,
            _ => return None,
        }
        let end = self.pending.len();
        for i in first..end {
            let Pending { at, ty } = *self.pending.get(i)?;
            let code = self.code(ty)?;
            *self.out.get_mut(at)? = code;
        }
        self.pending.truncate(first);
        u8::try_from(index).ok()
    }

    fn write_fields(
        &mut self,
        constructor: Composite,
        fields: &'static [FieldDescriptor],
    ) -> Option<()> {
        // Most take six bytes, and are written as eight.
        self.out.reserve(6 * fields.len() + 16);
        self.out.push(constructor.byte());
        writer::write_len(&mut self.out, fields.len());
        for field in fields {
            let code = self.code_or_pending(field.ty, writer::id_len(field.id))?;
            writer::write_field(&mut self.out, field.id, code);
        }
        Some(())
    }

    fn write_part(&mut self, constructor: Composite, part: DescriptorFn) -> Option<()> {
        let code = self.code_or_pending(part, 1)?;
        self.out.extend_from_slice(&[constructor.byte(), code]);
        Some(())
    }

    fn write_func(&mut self, func: &'static FuncDescriptor) -> Option<()> {
        if func.parts.len() > MAX_FUNC_PARTS {
            return None;
        }
        // After the opcode and a length.
        let mut at = self.out.len().wrapping_add(2);
        self.out.extend_from_slice(func.entry);
        for (i, ty) in func.parts.iter().enumerate() {
            at = at.wrapping_add(usize::from(i == func.n_args));
            let n_before = at.wrapping_sub(self.out.len());
            let code = self.code_or_pending(*ty, n_before)?;
            *self.out.get_mut(at)? = code;
            at = at.wrapping_add(1);
        }
        Some(())
    }

    /// Returns the byte that refers to a part, which will be written after `n_before` others. If it is not known, the part is
    /// pending, and the byte is set later.
    #[inline(never)]
    fn code_or_pending(&mut self, part: DescriptorFn, n_before: usize) -> Option<u8> {
        let ty = resolved(part())?;
        let code = self.known(ty);
        if code.is_none() {
            let at = self.out.len().wrapping_add(n_before);
            self.pending.push(Pending { at, ty });
        }
        Some(code.unwrap_or(0))
    }
}

/// Returns whether two types are equal, if that is known without looking at the parts of parts.
#[cold]
#[inline(never)]
fn equal(a: &'static Descriptor, b: &'static Descriptor) -> Option<bool> {
    let part = |a: DescriptorFn, b: DescriptorFn| match (resolved(a())?, resolved(b())?) {
        (a, b) if std::ptr::eq(a, b) => Some(true),
        (Descriptor::Primitive(a), Descriptor::Primitive(b)) => Some(a == b),
        (Descriptor::Primitive(_), _) | (_, Descriptor::Primitive(_)) => Some(false),
        (a, b) if discriminant(a) != discriminant(b) => Some(false),
        _ => None,
    };
    match (a, b) {
        (Descriptor::Opt(a), Descriptor::Opt(b)) | (Descriptor::Vec(a), Descriptor::Vec(b)) => {
            part(*a, *b)
        }
        (Descriptor::Record(a), Descriptor::Record(b))
        | (Descriptor::Variant(a), Descriptor::Variant(b)) => {
            if a.len() != b.len() {
                return Some(false);
            }
            for (a, b) in a.iter().zip(*b) {
                if a.id != b.id || !part(a.ty, b.ty)? {
                    return Some(false);
                }
            }
            Some(true)
        }
        (Descriptor::Dynamic { .. }, Descriptor::Dynamic { .. }) => None,
        _ => Some(false),
    }
}

/// Returns the type that a newtype is. `None` if it is not constant.
#[inline]
fn resolved(mut ty: &'static Descriptor) -> Option<&'static Descriptor> {
    for _ in 0..MAX_ALIASES {
        match ty {
            Descriptor::Alias(inner) => ty = inner(),
            Descriptor::Dynamic { func: None, .. } => return None,
            _ => return Some(ty),
        }
    }
    None
}

/// Returns a number that equal types share, and few others.
fn head_of(ty: &Descriptor) -> Option<u64> {
    Some(match ty {
        // A constructor alone would be that of many.
        Descriptor::Opt(part) | Descriptor::Vec(part) => {
            head::of_constant(ty) ^ head::of_constant(resolved(part())?) << 4
        }
        _ => head::of_constant(ty),
    })
}

/// Returns the bit of a head: which are not among those of the entries, mostly.
#[inline]
fn bit_of_head(head: u64) -> u64 {
    head.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 58
}

/// The same of an address, which is a multiple of the alignment.
#[inline]
fn bit_of_key(ty: &'static Descriptor) -> u64 {
    (std::ptr::from_ref(ty) as usize / align_of::<Descriptor>() % 64) as u64
}

#[cfg(test)]
mod tests {
    use super::{header_of, MAX_ENTRIES};
    use crate::schema::descriptor::tests::descriptors;
    use crate::schema::descriptor::{Descriptor, DescriptorFn, FieldDescriptor};
    use crate::ser::header::bytes_of;
    use crate::traits::CandidType;
    use crate::types::id::TypeId;
    use candid_wire::opcode::Primitive;

    crate::define_function!(Nothing : () -> ());
    crate::define_function!(Query : (u8, Vec<u8>, bool) -> (Option<Vec<u8>>, Query) query);
    crate::define_function!(Itself : (Itself) -> () oneway);
    crate::define_function!(OfHolder : (Holder) -> (Vec<Holder>) composite_query);

    #[derive(crate::CandidType)]
    #[allow(dead_code, reason = "only its type")]
    struct Holder {
        method: OfHolder,
        others: Vec<Holder>,
    }

    const fn field(id: u32, ty: DescriptorFn) -> FieldDescriptor {
        FieldDescriptor::numbered(id, 0, ty)
    }

    use Descriptor::{Alias, Opt, Record, RecordWithRest, Variant, Vec as List};

    descriptors! {
        nat = Descriptor::Primitive(Primitive::Nat);
        nat8 = Descriptor::Primitive(Primitive::Nat8);
        blob = List(nat8);
        // The same, at another address.
        list_of_byte = List(byte);
        byte = Alias(nat8);
        opt_blob = Opt(blob);
        opt_list = Opt(list_of_byte);
        opt_nat = Opt(nat);
        empty = Record(&[]);
        none = Variant(&[]);
        // Of one head.
        a = Record(&[field(1, nat), field(300, nat)]);
        b = Record(&[field(1, nat), field(301, nat)]);
        c = Record(&[field(1, nat), field(300, nat8)]);
        d = Record(&[field(1, opt_blob), field(300, opt_list)]);
        a_again = Record(&[field(1, nat), field(300, nat)]);
        variant_a = Variant(&[field(1, nat), field(300, nat)]);
        all = Record(&[
            field(0, a), field(1, b), field(2, c), field(3, d), field(4, a_again), field(5, variant_a),
            field(0x7f, opt_blob), field(0x80, opt_list), field(0x3fff, nat), field(0x4000, none),
            field(0x1f_ffff, empty), field(0x20_0000, blob), field(0xfff_ffff, list_of_byte),
            field(0x1000_0000, opt_nat), field(u32::MAX, newtype)
        ]);
        newtype = Alias(newer);
        newer = Alias(a);
        // One infinite tree, unrolled in different ways, and one that differs deep inside.
        list = Record(&[field(1, nat), field(2, opt_of_list)]);
        opt_of_list = Opt(list);
        unrolled = Record(&[field(1, nat), field(2, opt_of_longer)]);
        opt_of_longer = Opt(longer);
        longer = Record(&[field(1, nat), field(2, opt_of_unrolled)]);
        opt_of_unrolled = Opt(unrolled);
        other = Record(&[field(1, nat), field(2, opt_of_other)]);
        opt_of_other = Opt(nearly);
        nearly = Record(&[field(1, nat), field(2, opt_of_near)]);
        opt_of_near = Opt(near);
        near = Record(&[field(1, nat8), field(2, opt_of_other)]);
        itself = Opt(itself);
        vec_of_itself = List(vec_of_itself);
        // Not for this table.
        keeps = RecordWithRest { fields: &[field(1, nat), field(300, nat)], rest: "rest" };
        cycle = Alias(cycle);
        by_hand = Descriptor::Dynamic { id: TypeId::of::<bool>, ty: bool::ty, func: None };
        opt_keeps = Opt(keeps);
        vec_by_hand = List(by_hand);
    }

    fn types(types: &[DescriptorFn]) -> Vec<&'static Descriptor> {
        types.iter().map(|ty| ty()).collect()
    }

    #[test]
    fn the_bytes_are_those_of_the_type_table() {
        let rows: &[&[DescriptorFn]] = &[
            &[],
            &[nat],
            &[nat, byte, nat],
            &[blob, list_of_byte, opt_blob, opt_nat],
            &[a, b, c, a_again, variant_a, newtype, empty, none],
            &[blob, list_of_byte, opt_blob, opt_list],
            &[a, b, c, d, a_again, variant_a],
            &[all],
            &[opt_nat, all, all, newtype],
            &[list, unrolled, longer, other, near, nearly],
            &[other, unrolled, opt_of_longer, list],
            &[itself, vec_of_itself, opt_blob],
            &[Nothing::__descriptor, nat],
            &[opt_blob, Query::__descriptor, Query::__descriptor, blob],
            &[Itself::__descriptor, a],
            &[Holder::__descriptor, a],
            &[Itself::__descriptor, Nothing::__descriptor],
        ];
        let mut n_small = 0;
        for row in rows {
            let types = types(row);
            let (expected, has_rest) = bytes_of(types.iter().copied()).unwrap();
            assert!(!has_rest);
            // Parts of parts of the others would have to be compared.
            if let Some(bytes) = header_of(types.iter().copied()) {
                assert_eq!(bytes, expected);
                n_small += 1;
            }
        }
        assert!((9..rows.len()).contains(&n_small), "{n_small}");
    }

    #[test]
    fn other_types_are_not_for_this_table() {
        let rows: &[&[DescriptorFn]] = &[
            &[keeps],
            &[a, keeps],
            &[opt_keeps],
            &[by_hand],
            &[nat, vec_by_hand],
            &[cycle],
        ];
        for row in rows {
            assert_eq!(header_of(types(row).into_iter()), None);
        }
    }

    /// Returns a record with a field of this number, which is the next record.
    macro_rules! nested {
        () => { nat() };
        ($id:literal $($more:literal)*) => {{
            fn record() -> &'static Descriptor {
                const { &Record(&[field($id, part), field(100, nat)]) }
            }
            fn part() -> &'static Descriptor {
                nested!($($more)*)
            }
            record()
        }};
    }

    #[test]
    fn more_entries_than_there_may_be() {
        let most = nested!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);
        let (expected, _) = bytes_of(std::iter::once(most)).unwrap();
        assert_eq!(usize::from(expected[4]), MAX_ENTRIES);
        assert_eq!(header_of(std::iter::once(most)), Some(expected));
        assert_eq!(header_of([most, blob()].into_iter()), None);
    }
}
