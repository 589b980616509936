//! What `small_call_cold` needs, by code that knows types, but no header: it writes the type table from a description of the types, and
//! reads, validates and compares the one that it receives. That is what `encode` and `decode` of any type demand of a first
//! message. Nothing is kept for a second one, and of messages whose types are other than expected, none is decoded.

use crate::calls::{Account, TransferArg, TransferError, TransferResult};
use crate::wire::{Reader, Wire};
use candid::{Nat, Principal};
use candid_wire::label::label_hash;
use candid_wire::writer;
use serde_bytes::ByteBuf;

pub(crate) type TypeFn = fn() -> &'static Type;

/// A type one level deep, as the derive describes types.
pub(crate) enum Type {
    /// The byte of a primitive type.
    Leaf(u8),
    /// The byte of the constructor, and the part.
    Single(u8, TypeFn),
    /// The byte of the constructor; ids and types by id.
    Fields(u8, &'static [(u32, TypeFn)]),
}

pub(crate) trait Described {
    fn ty() -> &'static Type;
}

macro_rules! described {
    ($($ty:ty: $description:expr,)*) => {$(
        impl Described for $ty {
            fn ty() -> &'static Type {
                const { &$description }
            }
        }
    )*};
    (fields $constructor:literal: $($name:literal $ty:expr),*) => {
        Type::Fields($constructor, const { &[$((label_hash($name), $ty)),*] })
    };
}

described! {
    Nat: Type::Leaf(0x7d),
    u64: Type::Leaf(0x78),
    u8: Type::Leaf(0x7b),
    (): Type::Leaf(0x7f),
    String: Type::Leaf(0x71),
    Principal: Type::Leaf(0x68),
    ByteBuf: Type::Single(0x6d, u8::ty),
    Account: described!(fields 0x6c: "owner" Principal::ty, "subaccount" Option::<ByteBuf>::ty),
    TransferArg: described!(fields 0x6c:
        "to" Account::ty, "fee" Option::<Nat>::ty, "memo" Option::<ByteBuf>::ty,
        "from_subaccount" Option::<ByteBuf>::ty, "created_at_time" Option::<u64>::ty, "amount" Nat::ty),
    TransferResult: described!(fields 0x6b: "Ok" Nat::ty, "Err" TransferError::ty),
    TransferError: described!(fields 0x6b:
        "GenericError" || const { &described!(fields 0x6c: "message" String::ty, "error_code" Nat::ty) },
        "TemporarilyUnavailable" <()>::ty,
        "BadBurn" || const { &described!(fields 0x6c: "min_burn_amount" Nat::ty) },
        "Duplicate" || const { &described!(fields 0x6c: "duplicate_of" Nat::ty) },
        "BadFee" || const { &described!(fields 0x6c: "expected_fee" Nat::ty) },
        "CreatedInFuture" || const { &described!(fields 0x6c: "ledger_time" u64::ty) },
        "TooOld" <()>::ty,
        "InsufficientFunds" || const { &described!(fields 0x6c: "balance" Nat::ty) }),
}

impl<T: Described> Described for Option<T> {
    fn ty() -> &'static Type {
        const { &Type::Single(0x6e, T::ty) }
    }
}

/// The types that messages refer to, in the order of their entries, each with where the codes of its parts begin.
#[derive(Default)]
struct Table {
    entries: Vec<(&'static Type, usize)>,
    codes: Vec<u8>,
}

impl Table {
    /// The byte of a type, which is entered with its parts if it is new.
    fn code(&mut self, ty: &'static Type) -> u8 {
        if let Type::Leaf(code) = ty {
            return *code;
        }
        if let Some(i) = self.entries.iter().position(|(other, _)| equal(other, ty)) {
            return i as u8;
        }
        let (i, first) = (self.entries.len(), self.codes.len());
        assert!(i < 0x40);
        self.entries.push((ty, first));
        match ty {
            Type::Single(_, part) => {
                self.codes.push(0);
                self.codes[first] = self.code(part());
            }
            Type::Fields(_, fields) => {
                fields.iter().for_each(|_| self.codes.push(0));
                for (n, (_, part)) in fields.iter().enumerate() {
                    self.codes[first + n] = self.code(part());
                }
            }
            Type::Leaf(_) => {}
        }
        i as u8
    }
}

fn equal(a: &'static Type, b: &'static Type) -> bool {
    std::ptr::eq(a, b)
        || match (a, b) {
            (Type::Leaf(a), Type::Leaf(b)) => a == b,
            (Type::Single(a, x), Type::Single(b, y)) => a == b && equal(x(), y()),
            (Type::Fields(a, x), Type::Fields(b, y)) => {
                let mut pairs = x.iter().zip(*y);
                a == b
                    && x.len() == y.len()
                    && pairs.all(|(x, y)| x.0 == y.0 && equal(x.1(), y.1()))
            }
            _ => false,
        }
}

/// The number that a byte stands for: its seventh bit is the sign.
fn signed(byte: u8) -> i64 {
    (i64::from(byte) ^ 0x40) - 0x40
}

/// A value as a first message of its type.
pub(crate) fn encode<T: Described + Wire>(value: &T) -> Vec<u8> {
    let mut table = Table::default();
    let root = table.code(T::ty());
    let mut out = Vec::with_capacity(256);
    out.extend_from_slice(b"DIDL");
    writer::write_len(&mut out, table.entries.len());
    for (ty, first) in &table.entries {
        match ty {
            Type::Single(constructor, _) => out.extend([*constructor, table.codes[*first]]),
            Type::Fields(constructor, fields) => {
                out.push(*constructor);
                writer::write_len(&mut out, fields.len());
                let codes = table.codes[*first..].iter().map(|code| signed(*code));
                writer::write_fields(&mut out, fields.iter().map(|(id, _)| *id).zip(codes));
            }
            Type::Leaf(_) => {}
        }
    }
    out.extend([1, root]);
    value.write(&mut out);
    out
}

/// An entry that was read: its constructor, and where the ids and types of its parts are.
type Entry = (u8, usize, usize);

struct Received {
    entries: Vec<Entry>,
    fields: Vec<(u32, u8)>,
    /// The type that each entry was found to be.
    known: Vec<Option<&'static Type>>,
}

impl Received {
    fn read(reader: &mut Reader<'_>) -> Option<Self> {
        if reader.take(4)? != b"DIDL" {
            return None;
        }
        let n = reader.leb()? as usize;
        let is_type =
            |byte: u8| (byte as usize) < n.min(0x40) || matches!(byte, 0x68 | 0x6f..=0x7f);
        let mut entries = Vec::with_capacity(n.min(1000));
        let mut fields = Vec::with_capacity(3 * n.min(1000));
        for _ in 0..n {
            let (constructor, first) = (reader.byte()?, fields.len());
            match constructor {
                0x6d | 0x6e => fields.push((0, reader.byte().filter(|byte| is_type(*byte))?)),
                0x6b | 0x6c => {
                    let mut least = 0;
                    for _ in 0..reader.leb()? {
                        let id = reader.leb().filter(|id| *id >= least)?;
                        least = id + 1;
                        let ty = reader.byte().filter(|byte| is_type(*byte))?;
                        fields.push((id.try_into().ok()?, ty));
                    }
                }
                _ => return None,
            }
            entries.push((constructor, first, fields.len()));
        }
        let known = vec![None; n];
        Some(Received {
            entries,
            fields,
            known,
        })
    }

    /// Whether a type that was read is this one.
    fn is(&mut self, code: u8, ty: &'static Type) -> bool {
        let i = usize::from(code);
        if let Type::Leaf(leaf) = ty {
            return code == *leaf;
        }
        let Some(&(constructor, first, end)) = self.entries.get(i) else {
            return false;
        };
        if let Some(known) = self.known[i] {
            return equal(known, ty);
        }
        self.known[i] = Some(ty);
        match ty {
            Type::Single(wanted, part) => {
                constructor == *wanted && self.is(self.fields[first].1, part())
            }
            Type::Fields(wanted, fields) => {
                constructor == *wanted
                    && end - first == fields.len()
                    && (first..end).zip(*fields).all(|(n, (id, part))| {
                        self.fields[n].0 == *id && self.is(self.fields[n].1, part())
                    })
            }
            Type::Leaf(_) => false,
        }
    }
}

/// Panics unless the message has exactly this type.
pub(crate) fn decode<T: Described + Wire>(bytes: &[u8]) -> T {
    let read = || {
        let mut reader = Reader::new(bytes);
        let mut received = Received::read(&mut reader)?;
        let root = *reader.take(2)?.strip_prefix(&[1])?.first()?;
        let value = received.is(root, T::ty()).then(|| T::read(&mut reader))??;
        reader.is_empty().then_some(value)
    };
    read().unwrap()
}

#[cfg(test)]
mod tests {
    use super::{decode, encode, Described};
    use crate::calls::{transfer, TransferArg, TransferError, TransferResult};
    use crate::wire::Wire;
    use candid::{encode_one, CandidType};

    fn check<T: Described + Wire + CandidType>(value: &T) {
        let expected = encode_one(value).unwrap();
        assert_eq!(encode(value), expected);
        assert_eq!(encode_one(decode::<T>(&expected)).unwrap(), expected);
    }

    #[test]
    fn the_same_bytes_and_values_as_candid() {
        check::<TransferArg>(&transfer());
        check::<TransferResult>(&Ok(7_u8.into()));
        check::<TransferResult>(&Err(TransferError::TooOld));
    }
}
