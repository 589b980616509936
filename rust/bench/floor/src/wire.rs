//! Bytes to values of std and back, as Candid has them on the wire.

use candid::{Int, Nat, Principal};
use candid_wire::writer;
use serde_bytes::ByteBuf;
use std::collections::BTreeMap;

/// What is left of a message.
pub(crate) struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    pub(crate) fn new(rest: &'a [u8]) -> Self {
        Self { rest }
    }

    /// The values of a message with this header. Eight bytes are compared at a time: `memcmp` takes them one by one.
    pub(crate) fn behind(bytes: &'a [u8], header: &[u8]) -> Option<Self> {
        let (found, rest) = bytes.split_at_checked(header.len())?;
        let (found_words, wanted_words) = (found.chunks_exact(8), header.chunks_exact(8));
        let is_tail_equal = found_words.remainder().iter().eq(wanted_words.remainder());
        let word = |chunk: &[u8]| chunk.first_chunk().map(|eight| u64::from_le_bytes(*eight));
        let is_equal = found_words.map(word).eq(wanted_words.map(word));
        (is_equal && is_tail_equal).then_some(Self { rest })
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    #[inline(always)]
    pub(crate) fn take(&mut self, n: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.rest.split_at_checked(n)?;
        self.rest = rest;
        Some(taken)
    }

    #[inline(always)]
    fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.rest.split_first_chunk()?;
        self.rest = rest;
        Some(*taken)
    }

    #[inline(always)]
    pub(crate) fn byte(&mut self) -> Option<u8> {
        self.array().map(|[byte]| byte)
    }

    /// An unsigned number of at most 64 bits.
    #[inline(always)]
    pub(crate) fn leb(&mut self) -> Option<u64> {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(value);
            }
        }
        None
    }

    /// A signed number of at most 63 bits.
    #[inline(always)]
    fn sleb(&mut self) -> Option<i64> {
        let mut value = 0;
        for shift in (0..63).step_by(7) {
            let byte = self.byte()?;
            value |= i64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                let unused = 57 - shift;
                return Some(value << unused >> unused);
            }
        }
        None
    }

    /// The bytes of a number of any size.
    pub(crate) fn number(&mut self) -> Option<&'a [u8]> {
        const CONTINUED: u64 = 0x8080_8080_8080_8080;
        let is_inside = |block: &&[u8]| {
            let [a, b, c, d]: [u64; 4] = bytemuck::pod_read_unaligned(block);
            a & b & c & d & CONTINUED == CONTINUED
        };
        let n = 32 * self.rest.chunks_exact(32).take_while(is_inside).count();
        let n_left = self.rest[n..].iter().position(|byte| *byte < 0x80)?;
        self.take(n + n_left + 1)
    }

    #[inline(always)]
    pub(crate) fn length(&mut self) -> Option<usize> {
        self.leb()?.try_into().ok()
    }

    #[inline(always)]
    pub(crate) fn bytes(&mut self) -> Option<&'a [u8]> {
        let n = self.length()?;
        self.take(n)
    }
}

/// A value on the wire.
pub(crate) trait Wire: Sized {
    fn write(&self, out: &mut Vec<u8>);
    fn read(reader: &mut Reader<'_>) -> Option<Self>;

    /// The items of a vector; where there is a better way than one by one, it is taken.
    fn write_all(items: &[Self], out: &mut Vec<u8>) {
        let Some((first, rest)) = items.split_first() else {
            return;
        };
        let start = out.len();
        first.write(out);
        // The others are likely to be as long.
        out.reserve((out.len() - start) * rest.len());
        for item in rest {
            item.write(out);
        }
    }

    fn read_all(n: usize, reader: &mut Reader<'_>) -> Option<Vec<Self>> {
        // Every item has a byte at least, so a lie about their number costs no memory.
        let mut items = Vec::with_capacity(n.min(reader.rest.len()));
        for _ in 0..n {
            items.push(Self::read(reader)?);
        }
        Some(items)
    }
}

/// A value of always the same size.
pub(crate) trait Fixed: Sized {
    const SIZE: usize;
    fn put(&self, to: &mut &mut [u8]) -> Option<()>;
    fn get(reader: &mut Reader<'_>) -> Option<Self>;
}

/// Values of fixed size: the bounds of each are checked once.
pub(crate) fn write_fixed<T: Fixed>(items: &[T], out: &mut Vec<u8>) {
    let start = out.len();
    out.resize(start + items.len() * T::SIZE, 0);
    for (item, mut chunk) in items.iter().zip(out[start..].chunks_exact_mut(T::SIZE)) {
        item.put(&mut chunk).unwrap();
    }
}

pub(crate) fn read_fixed<T: Fixed>(n: usize, reader: &mut Reader<'_>) -> Option<Vec<T>> {
    let bytes = reader.take(n.checked_mul(T::SIZE)?)?;
    let mut items = Vec::with_capacity(n);
    for chunk in bytes.chunks_exact(T::SIZE) {
        items.push(T::get(&mut Reader::new(chunk))?);
    }
    Some(items)
}

/// Not inlined: in the loop, the compiler would work out each address. Word by word: `map` is sometimes a call.
#[inline(never)]
fn push_block<T: bytemuck::Pod, const N: usize>(items: &mut Vec<T>, block: &[[u8; 8]; 16])
where
    [T; N]: bytemuck::Pod,
{
    let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = *block;
    macro_rules! words {
        ($($word:ident)*) => { [$(u64::from_ne_bytes($word)),*] };
    }
    let numbers: [T; N] = bytemuck::cast(words!(a b c d e f g h i j k l m n o p));
    items.extend_from_slice(&numbers);
}

macro_rules! numbers {
    ($($ty:ty)*) => {$(
        impl Fixed for $ty {
            const SIZE: usize = size_of::<$ty>();
            #[inline(always)]
            fn put(&self, to: &mut &mut [u8]) -> Option<()> {
                let (head, tail) = std::mem::take(to).split_first_chunk_mut()?;
                *head = self.to_le_bytes();
                *to = tail;
                Some(())
            }
            #[inline(always)]
            fn get(reader: &mut Reader<'_>) -> Option<Self> {
                reader.array().map(Self::from_le_bytes)
            }
        }
        impl Wire for $ty {
            #[inline(always)]
            fn write(&self, out: &mut Vec<u8>) {
                out.extend_from_slice(&self.to_le_bytes());
            }
            #[inline(always)]
            fn read(reader: &mut Reader<'_>) -> Option<Self> {
                Self::get(reader)
            }
            // The Internet Computer is little-endian, as Candid is. A copy of a length that is not known beforehand is
            // charged by the byte; of 128 bytes it is sixteen loads and stores, twice.
            fn write_all(items: &[Self], out: &mut Vec<u8>) {
                out.extend_from_slice(bytemuck::cast_slice(items));
            }
            fn read_all(n: usize, reader: &mut Reader<'_>) -> Option<Vec<Self>> {
                let bytes = reader.take(n.checked_mul(Self::SIZE)?)?;
                let (blocks, rest) = bytes.split_at(bytes.len() / 128 * 128);
                let mut items = Vec::with_capacity(n);
                for block in bytemuck::cast_slice(blocks) {
                    push_block::<$ty, { 128 / size_of::<$ty>() }>(&mut items, block);
                }
                items.extend(bytemuck::pod_collect_to_vec::<u8, $ty>(rest));
                Some(items)
            }
        }
    )*};
}
numbers!(u8 i8 u16 i16 u32 i32 u64 i64 f64);

impl Fixed for bool {
    const SIZE: usize = 1;
    #[inline(always)]
    fn put(&self, to: &mut &mut [u8]) -> Option<()> {
        u8::from(*self).put(to)
    }
    #[inline(always)]
    fn get(reader: &mut Reader<'_>) -> Option<Self> {
        match reader.byte()? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }
}

impl Wire for bool {
    #[inline(always)]
    fn write(&self, out: &mut Vec<u8>) {
        out.push(u8::from(*self));
    }
    #[inline(always)]
    fn read(reader: &mut Reader<'_>) -> Option<Self> {
        Self::get(reader)
    }
}

impl Wire for Nat {
    #[inline(always)]
    fn write(&self, out: &mut Vec<u8>) {
        let mut digits = self.0.iter_u32_digits();
        assert!(digits.len() <= 2);
        let mut digit = || u64::from(digits.next().unwrap_or(0));
        writer::write_leb_u64(out, digit() | digit() << 32);
    }
    #[inline(always)]
    fn read(reader: &mut Reader<'_>) -> Option<Self> {
        reader.leb().map(Nat::from)
    }
}

impl Wire for Int {
    #[inline(always)]
    fn write(&self, out: &mut Vec<u8>) {
        writer::write_sleb_i64(out, i64::try_from(&self.0).unwrap());
    }
    #[inline(always)]
    fn read(reader: &mut Reader<'_>) -> Option<Self> {
        reader.sleb().map(Int::from)
    }
}

/// `nat` and `int` as Rust's widest numbers.
impl Wire for u128 {
    #[inline(always)]
    fn write(&self, out: &mut Vec<u8>) {
        writer::write_leb_u64(out, u64::try_from(*self).unwrap());
    }
    #[inline(always)]
    fn read(reader: &mut Reader<'_>) -> Option<Self> {
        reader.leb().map(Self::from)
    }
}

impl Wire for i128 {
    #[inline(always)]
    fn write(&self, out: &mut Vec<u8>) {
        writer::write_sleb_i64(out, i64::try_from(*self).unwrap());
    }
    #[inline(always)]
    fn read(reader: &mut Reader<'_>) -> Option<Self> {
        reader.sleb().map(Self::from)
    }
}

impl Wire for String {
    fn write(&self, out: &mut Vec<u8>) {
        writer::write_text(out, self);
    }
    fn read(reader: &mut Reader<'_>) -> Option<Self> {
        std::str::from_utf8(reader.bytes()?).ok().map(str::to_owned)
    }
}

impl Wire for ByteBuf {
    fn write(&self, out: &mut Vec<u8>) {
        writer::write_blob(out, self);
    }
    fn read(reader: &mut Reader<'_>) -> Option<Self> {
        Some(ByteBuf::from(reader.bytes()?))
    }
}

impl Wire for Principal {
    fn write(&self, out: &mut Vec<u8>) {
        writer::write_principal(out, self.as_slice());
    }
    fn read(reader: &mut Reader<'_>) -> Option<Self> {
        match reader.byte()? {
            1 => Principal::try_from_slice(reader.bytes()?).ok(),
            _ => None,
        }
    }
}

impl<T: Wire> Wire for Box<T> {
    fn write(&self, out: &mut Vec<u8>) {
        T::write(self, out);
    }
    fn read(reader: &mut Reader<'_>) -> Option<Self> {
        T::read(reader).map(Box::new)
    }
}

impl<T: Wire> Wire for Option<T> {
    #[inline(always)]
    fn write(&self, out: &mut Vec<u8>) {
        match self {
            None => out.push(0),
            Some(value) => {
                out.push(1);
                value.write(out);
            }
        }
    }
    #[inline(always)]
    fn read(reader: &mut Reader<'_>) -> Option<Self> {
        match reader.byte()? {
            0 => Some(None),
            1 => T::read(reader).map(Some),
            _ => None,
        }
    }
}

impl<T: Wire, E: Wire> Wire for Result<T, E> {
    #[inline(always)]
    fn write(&self, out: &mut Vec<u8>) {
        match self {
            Ok(value) => {
                out.push(0);
                value.write(out);
            }
            Err(error) => {
                out.push(1);
                error.write(out);
            }
        }
    }
    #[inline(always)]
    fn read(reader: &mut Reader<'_>) -> Option<Self> {
        match reader.byte()? {
            0 => T::read(reader).map(Ok),
            1 => E::read(reader).map(Err),
            _ => None,
        }
    }
}

impl<T: Wire> Wire for Vec<T> {
    fn write(&self, out: &mut Vec<u8>) {
        writer::write_len(out, self.len());
        T::write_all(self, out);
    }
    fn read(reader: &mut Reader<'_>) -> Option<Self> {
        let n = reader.length()?;
        T::read_all(n, reader)
    }
}

impl<A: Wire, B: Wire> Wire for (A, B) {
    fn write(&self, out: &mut Vec<u8>) {
        self.0.write(out);
        self.1.write(out);
    }
    fn read(reader: &mut Reader<'_>) -> Option<Self> {
        Some((A::read(reader)?, B::read(reader)?))
    }
}

/// Three arguments of one message, one after the other.
impl<A: Wire, B: Wire, C: Wire> Wire for (A, B, C) {
    fn write(&self, out: &mut Vec<u8>) {
        self.0.write(out);
        self.1.write(out);
        self.2.write(out);
    }
    fn read(reader: &mut Reader<'_>) -> Option<Self> {
        Some((A::read(reader)?, B::read(reader)?, C::read(reader)?))
    }
}

impl<K: Wire + Ord, V: Wire> Wire for BTreeMap<K, V> {
    fn write(&self, out: &mut Vec<u8>) {
        writer::write_len(out, self.len());
        for (key, value) in self {
            key.write(out);
            value.write(out);
        }
    }
    fn read(reader: &mut Reader<'_>) -> Option<Self> {
        let mut map = BTreeMap::new();
        for _ in 0..reader.length()? {
            map.insert(K::read(reader)?, V::read(reader)?);
        }
        Some(map)
    }
}
