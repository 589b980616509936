//! Memory follows the length of the message, whatever its types are: at most 400 bytes for each of its bytes, beside the
//! values without bytes that every message may have.

use crate::{index, leb};
use allocation_counter::measure;
use candid::{decode_args, decode_one, encode_one, CandidType, Deserialize, Reserved};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::hint::black_box;

const NULL: u8 = 0x7f;
const BOOL: u8 = 0x7e;
const NAT8: u8 = 0x7b;
const NAT32: u8 = 0x79;
const RESERVED: u8 = 0x70;
const OPT: u8 = 0x6e;
const VEC: u8 = 0x6d;
const RECORD: u8 = 0x6c;
const VARIANT: u8 = 0x6b;
const FUNC: u8 = 0x6a;

/// What each byte of a message may take.
const PER_BYTE: u64 = 400;

/// What any message may take: 131,072 values without bytes of 80 bytes each, or pairs of types.
const PER_MESSAGE: u64 = 131_072 * 80 + (1 << 20);

/// A type of the table or a primitive.
#[derive(Clone, Copy)]
enum Ty {
    Entry(u64),
    Primitive(u8),
}

/// A type table while it is put together.
#[derive(Default)]
struct Table {
    n_entries: u64,
    bytes: Vec<u8>,
}

impl Table {
    fn ty(&mut self, ty: Ty) {
        match ty {
            Ty::Entry(n) => index(&mut self.bytes, n),
            Ty::Primitive(opcode) => self.bytes.push(opcode),
        }
    }

    fn of(&mut self, opcode: u8, ty: Ty) -> Ty {
        self.bytes.push(opcode);
        self.ty(ty);
        self.next()
    }

    fn with_fields(&mut self, opcode: u8, fields: impl IntoIterator<Item = Ty>) -> Ty {
        let fields: Vec<_> = fields.into_iter().collect();
        self.bytes.push(opcode);
        leb(&mut self.bytes, fields.len() as u64);
        for (id, ty) in (0..).zip(fields) {
            leb(&mut self.bytes, id);
            self.ty(ty);
        }
        self.next()
    }

    fn next(&mut self) -> Ty {
        self.n_entries += 1;
        Ty::Entry(self.n_entries - 1)
    }

    fn message(mut self, arg: Ty, n_args: usize, value: &[u8]) -> Vec<u8> {
        let types = std::mem::take(&mut self.bytes);
        self.ty(arg);
        let mut bytes = b"DIDL".to_vec();
        leb(&mut bytes, self.n_entries);
        bytes.extend(types);
        leb(&mut bytes, n_args as u64);
        bytes.extend(self.bytes.repeat(n_args));
        bytes.extend(value);
        bytes
    }

    /// A vector of `n` elements.
    fn vec(mut self, element: Ty, value: &[u8], n: usize) -> Vec<u8> {
        let ty = self.of(VEC, element);
        let mut bytes = Vec::new();
        leb(&mut bytes, n as u64);
        bytes.extend(value.repeat(n));
        self.message(ty, 1, &bytes)
    }
}

#[derive(CandidType, Deserialize)]
struct List(#[allow(dead_code, reason = "only read")] Option<Box<List>>);

#[derive(CandidType, Deserialize)]
struct Both(
    #[allow(dead_code, reason = "only read")] Option<Box<Both>>,
    #[allow(dead_code, reason = "only read")] Option<Box<Both>>,
);

#[track_caller]
fn check(name: &str, at: &str, bytes: &[u8], decode: impl FnOnce()) {
    let peak = measure(decode).bytes_max;
    let most = PER_MESSAGE + PER_BYTE * bytes.len() as u64;
    assert!(
        peak <= most,
        "{name} {at}: {peak} bytes for {}, more than {most}",
        bytes.len()
    );
}

/// Decodes a message in every way.
fn check_all(name: &str, bytes: &[u8]) {
    macro_rules! at {
        ($($ty:ty)*) => {$(
            check(name, stringify!($ty), bytes, || drop(black_box(decode_one::<$ty>(bytes))));
        )*};
    }
    at! {
        Reserved Option<u8> Vec<List> Vec<Option<List>> Option<Vec<Both>> Both Option<Both>
        Vec<(bool,)> BTreeMap<u8, Reserved> BTreeSet<(Option<u8>,)> (u8, Option<u8>)
        HashMap<u8, Reserved> HashSet<u8> VecDeque<(bool,)> Box<[Option<List>]>
    }
    check(name, "skipped", bytes, || {
        drop(black_box(decode_args::<()>(bytes)))
    });
    #[cfg(feature = "value")]
    {
        use candid::types::{TypeEnv, TypeInner};
        check(name, "dynamic", bytes, || {
            drop(black_box(candid::IDLArgs::from_bytes(bytes)));
        });
        let types = [TypeInner::Opt(TypeInner::Vec(List::ty()).into()).into()];
        check(name, "dynamic at a type", bytes, || {
            let args = candid::IDLArgs::from_bytes_with_types(bytes, &TypeEnv::new(), &types);
            drop(black_box(args));
        });
    }
}

/// Equal elements leave no capacity behind in what may be kept for long.
#[test]
fn equal_elements_of_hash_sets() {
    let texts = encode_one(vec!["a"; 100_000]).unwrap();
    let pairs = encode_one(vec![(7_u8, "a"); 100_000]).unwrap();
    let bytes = encode_one(vec![7_u8; 100_000]).unwrap();
    let of_texts = decode_one::<HashSet<String>>(&texts).unwrap();
    let of_pairs = decode_one::<HashMap<u8, String>>(&pairs).unwrap();
    let of_bytes = decode_one::<HashSet<u8>>(&bytes).unwrap();
    for (n, capacity) in [
        (of_texts.len(), of_texts.capacity()),
        (of_pairs.len(), of_pairs.capacity()),
        (of_bytes.len(), of_bytes.capacity()),
    ] {
        assert!(n == 1 && capacity <= 16, "{capacity}");
    }
    let all: HashSet<u32> = (0..10_000).collect();
    let decoded = decode_one::<HashSet<u32>>(&encode_one(&all).unwrap()).unwrap();
    assert!(decoded == all && decoded.capacity() < 20_000);
}

fn repeated(n: usize, ty: Ty) -> impl Iterator<Item = Ty> {
    std::iter::repeat_n(ty, n)
}

const BOOL_FIELD: [Ty; 1] = [Ty::Primitive(BOOL)];

/// Elements of few bytes that stand for many values.
#[test]
fn many_values_of_few_bytes() {
    const N: usize = 40_000;
    for k in [10, 1000] {
        for ty in [NULL, RESERVED] {
            let mut table = Table::default();
            let fields = repeated(k, Ty::Primitive(ty)).chain(BOOL_FIELD);
            let record = table.with_fields(RECORD, fields);
            check_all("nulls", &table.vec(record, &[1], N));
        }
        let mut table = Table::default();
        let empty = table.with_fields(RECORD, []);
        let record = table.with_fields(RECORD, repeated(k, empty).chain(BOOL_FIELD));
        check_all("empty records", &table.vec(record, &[1], N));

        let mut table = Table::default();
        let mut ty = Ty::Primitive(BOOL);
        for _ in 0..k {
            ty = table.with_fields(RECORD, [ty]);
        }
        check_all("chain", &table.vec(ty, &[1], N));

        for opcode in [VARIANT, OPT] {
            for last in [NULL, BOOL] {
                let mut table = Table::default();
                let fields = repeated(k, Ty::Primitive(NULL)).chain([Ty::Primitive(last)]);
                let record = table.with_fields(RECORD, fields);
                let (ty, value): (Ty, &[u8]) = match opcode {
                    OPT => (table.of(OPT, record), &[1, 1]),
                    _ => (table.with_fields(VARIANT, [record]), &[0, 1]),
                };
                let n_bytes = if last == BOOL { 2 } else { 1 };
                check_all("payloads", &table.vec(ty, &value[..n_bytes], N));
            }
        }

        let mut table = Table::default();
        let fields = repeated(k, Ty::Primitive(NULL)).chain(BOOL_FIELD);
        let record = table.with_fields(RECORD, fields);
        check_all("arguments", &table.message(record, N, &[1; N]));
    }
    // Two records of each level, with leaves that have bytes.
    let mut table = Table::default();
    let mut ty = Ty::Primitive(BOOL);
    for _ in 0..15 {
        let both = [ty, ty].into_iter();
        ty = table.with_fields(RECORD, both.chain(repeated(300, Ty::Primitive(NULL))));
    }
    check_all("doubling", &table.message(ty, 1, &[1; 1 << 15]));
}

/// The values that take most memory for their bytes, without fields that take none.
#[test]
fn small_values() {
    const N: usize = 100_000;
    for primitive in [BOOL, NAT8, 0x7d, 0x71] {
        let primitive = Ty::Primitive(primitive);
        let table = Table::default();
        check_all("primitives", &table.vec(primitive, &[0], N));
        for n_nulls in 0..3 {
            let mut table = Table::default();
            let nulls = repeated(n_nulls, Ty::Primitive(NULL));
            let record = table.with_fields(RECORD, [primitive].into_iter().chain(nulls));
            check_all("records", &table.vec(record, &[0], N));
        }
        for opcode in [OPT, VEC] {
            let mut table = Table::default();
            let ty = table.of(opcode, primitive);
            check_all("containers", &table.vec(ty, &[1, 0], N));
        }
    }
    for opcode in [OPT, VEC] {
        let mut table = Table::default();
        let ty = table.of(opcode, Ty::Primitive(NULL));
        check_all("containers of null", &table.vec(ty, &[1], N));
    }
    let mut table = Table::default();
    let ty = table.with_fields(VARIANT, [Ty::Primitive(NULL)]);
    check_all("tags", &table.vec(ty, &[0], N));
}

/// `n` records, each with a vector of the next, in a circle; behind them, on request, a function of the first.
fn circle(n: u64, is_func: bool) -> Vec<u8> {
    let mut table = Table::default();
    for i in 0..n {
        // The id of the label `a`.
        table.bytes.extend([RECORD, 1, b'a']);
        table.ty(Ty::Entry(2 * i + 1));
        table.next();
        table.of(VEC, Ty::Entry((2 * i + 2) % (2 * n)));
    }
    if !is_func {
        let opt = table.of(OPT, Ty::Entry(0));
        return table.message(opt, 1, &[1, 0]);
    }
    table.bytes.extend([FUNC, 1]);
    table.ty(Ty::Entry(0));
    table.bytes.extend([0, 0]);
    let func = table.next();
    table.message(func, 1, &[1, 1, 0, 0])
}

macro_rules! circle {
    ($($name:ident $next:ident)*) => {$(
        #[derive(CandidType, Deserialize)]
        struct $name {
            #[allow(dead_code, reason = "only read")]
            a: Vec<$next>,
        }
    )*};
}

circle! {
    C1 C2 C2 C3 C3 C4 C4 C5 C5 C6 C6 C7 C7 C8 C8 C9 C9 C10 C10 C11 C11 C12 C12 C13
    C13 C14 C14 C15 C15 C16 C16 C17 C17 C18 C18 C19 C19 C1
}
candid::define_function!(OfCircle : (C1) -> ());

/// Circles of types whose lengths have no factor in common lead to a pair for each two of them: few of them are compared,
/// many are refused.
#[test]
fn types_in_circles() {
    for (n, is_accepted) in [
        (5, true),
        (50, true),
        (400, true),
        (2000, false),
        (4900, false),
    ] {
        let bytes = circle(n, false);
        check("circle", "opt", &bytes, || {
            let found = decode_one::<Option<C1>>(&bytes);
            match found {
                Ok(_) => assert!(is_accepted, "{n}"),
                Err(error) => assert!(error.is_limit() && !is_accepted, "{n}: {error}"),
            }
        });
        let bytes = circle(n, true);
        check("circle", "func", &bytes, || {
            // Asked twice: nothing is taken for known that is not.
            for _ in 0..2 {
                let is_ok = match decode_one::<OfCircle>(&bytes) {
                    Ok(_) => true,
                    Err(error) => {
                        assert!(error.is_limit(), "{n}: {error}");
                        false
                    }
                };
                assert_eq!(is_ok, is_accepted, "{n}");
                let opt = decode_one::<Option<OfCircle>>(&bytes);
                assert_eq!(opt.is_ok(), is_accepted, "{n}");
            }
        });
    }
}

/// A list of records with many fields, none of which is on the wire.
struct Wide;

impl CandidType for Wide {
    fn _ty() -> candid::types::Type {
        use candid::types::{Field, Label, TypeInner};
        let field = |id, ty| Field {
            id: Label::Id(id).into(),
            ty,
        };
        let rest = (1..300).map(|id| field(id, <Option<u8>>::ty()));
        let next = field(0, <Option<Box<Wide>>>::ty());
        TypeInner::Record([next].into_iter().chain(rest).collect()).into()
    }

    fn idl_serialize<S: candid::types::Serializer>(&self, _: S) -> Result<(), S::Error> {
        unreachable!("only read")
    }
}

impl<'de> Deserialize<'de> for Wide {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        serde::de::IgnoredAny::deserialize(deserializer).map(|_| Wide)
    }
}

/// Many small types, each of which is read at one with many fields.
#[test]
fn small_types_at_a_large_one() {
    let message = |len: usize| {
        let n = len as u64;
        let mut table = Table::default();
        for i in 0..n {
            let opt = Ty::Entry(2 * i + 1);
            table.with_fields(RECORD, [opt]);
            let last = Ty::Primitive(NULL);
            table.of(
                OPT,
                if i + 1 < n {
                    Ty::Entry(2 * i + 2)
                } else {
                    last
                },
            );
        }
        table.message(Ty::Entry(0), 1, &vec![1; len])
    };
    let thread = std::thread::Builder::new().stack_size(256 << 20);
    let all = thread.spawn(move || {
        for (n, is_ok) in [(300, true), (3000, false)] {
            let bytes = message(n);
            check("small types", "a large one", &bytes, || {
                match decode_one::<Wide>(&bytes) {
                    Ok(Wide) => assert!(is_ok),
                    Err(error) => assert!(error.is_limit() && !is_ok, "{error}"),
                }
            });
        }
    });
    all.unwrap().join().unwrap();
}

/// Records with a few nulls, and records around others, are nothing unusual.
/// The first element of a vector tells how large the message will probably be. If it is far larger than the others, the
/// capacity stays below a mebibyte, or twice what the elements take in memory, beside the message.
#[test]
fn a_large_first_element_reserves_little() {
    type Boxed = Option<Box<String>>;
    fn texts(n: usize) -> Vec<String> {
        let first = "x".repeat(100_000);
        std::iter::once(first)
            .chain(std::iter::repeat_with(String::new))
            .take(n)
            .collect()
    }
    let encode = |values: &dyn Fn() -> Vec<u8>| {
        let mut len = 0;
        let max = measure(|| len = black_box(values()).len() as u64).bytes_max;
        (max, len)
    };
    for n in [16, 1_000, 100_000] {
        let strings = texts(n);
        let boxed: Vec<Boxed> = texts(n)
            .into_iter()
            .map(|text| Some(Box::new(text)))
            .collect();
        let rows = [
            (
                encode(&|| encode_one(&strings).unwrap()),
                size_of::<String>(),
            ),
            (encode(&|| encode_one(&boxed).unwrap()), size_of::<Boxed>()),
        ];
        for ((max, len), size) in rows {
            let bound = (2 * n * size).max(1 << 20) as u64;
            assert!(len > 100_000);
            // Growing to that capacity, the message is there twice.
            assert!(
                max < bound + 2 * len + 4_096,
                "{n} elements of {size}: {max} bytes for {len}"
            );
        }
    }
}

#[test]
fn ordinary_messages_are_not_refused() {
    type Nulls = ((), (), ());
    const N: usize = 300_000;
    let mut table = Table::default();
    let nulls = repeated(3, Ty::Primitive(NULL));
    let record = table.with_fields(RECORD, [Ty::Primitive(NAT32)].into_iter().chain(nulls));
    let bytes = table.vec(record, &[1, 2, 3, 4], N);
    let found = decode_one::<Vec<(u32, (), (), ())>>(&bytes).unwrap();
    assert!(found.len() == N && found.iter().all(|(n, ..)| *n == 0x0403_0201));
    #[cfg(feature = "value")]
    candid::IDLArgs::from_bytes(&bytes).unwrap();

    let mut table = Table::default();
    let inner = table.with_fields(RECORD, [Ty::Primitive(NAT8)]);
    let around = table.with_fields(RECORD, [inner, Ty::Primitive(NULL)]);
    let bytes = table.vec(around, &[7], N);
    assert_eq!(
        decode_one::<Vec<((u8,), ())>>(&bytes).unwrap(),
        vec![((7,), ()); N]
    );

    // 131,072 more than bytes, and no more.
    let mut table = Table::default();
    let inner = table.with_fields(RECORD, repeated(3, Ty::Primitive(NULL)));
    let opt = table.of(OPT, inner);
    let message = |n: usize| {
        let table = Table {
            n_entries: table.n_entries,
            bytes: table.bytes.clone(),
        };
        table.vec(opt, &[1], n)
    };
    let len = message(0).len() + 2;
    let most = (131_072 + len) / 2;
    for (n, is_ok) in [(most - 1, true), (most + 1, false)] {
        let found = decode_one::<Vec<Option<Nulls>>>(&message(n));
        assert_eq!(found.is_ok(), is_ok, "{n}");
    }
}

/// Each record could have places for all of its many fields before the first of them, another such record, is read.
#[test]
fn wide_records_in_records() {
    for (n, depth) in [(100, 1000), (1000, 1000), (10_000, 2000), (10_000, 20_000)] {
        let mut table = Table::default();
        let fields = std::iter::once(Ty::Entry(1)).chain((1..n).map(|_| Ty::Primitive(NAT8)));
        let wide = table.with_fields(RECORD, fields);
        table.of(OPT, wide);
        check_all("wide records", &table.message(wide, 1, &vec![1; depth]));
    }
}

type Texts = (
    String,
    String,
    String,
    String,
    String,
    String,
    String,
    String,
);

/// A large value with few bytes, which has more of them in it.
macro_rules! large {
    ($($name:ident: $parts:ty;)*) => {$(
        #[derive(CandidType, Deserialize, Default)]
        struct $name {
            parts: $parts,
            texts: (Texts, Texts, Texts, Texts),
        }
    )*};
}
large! {
    InVectors: Vec<InVectors>;
    InHashMaps: HashMap<u8, InHashMaps>;
    InSortedMaps: BTreeMap<u8, InSortedMaps>;
}

/// Large values in vectors and maps of their own, each of which claims the rest of the message.
#[test]
fn nested_claims_of_large_values() {
    fn check_claims<T: CandidType + for<'de> Deserialize<'de>>(name: &str, empty: T, one: T) {
        let header = {
            let bytes = encode_one(empty).unwrap();
            bytes[..bytes.len() - 1].to_vec()
        };
        let element = encode_one(one).unwrap()[header.len() + 1..].to_vec();
        for (len, n_before) in [(20_000, 0), (200_000, 0), (200_000, 32), (1_000_000, 33)] {
            let mut bytes = header.clone();
            while bytes.len() + 40 * element.len() < len {
                let claimed = (len - bytes.len()) / element.len() - 1;
                leb(&mut bytes, claimed as u64);
                bytes.extend(element.repeat(n_before));
                // The bytes before those within: the texts come later, or the key first.
                bytes.extend(element.iter().take(element.len() % 32));
            }
            bytes.resize(len, 0);
            check(name, "", &bytes, || {
                drop(black_box(decode_one::<T>(&bytes)))
            });
        }
    }
    check_claims("vectors", vec![], vec![InVectors::default()]);
    let map = HashMap::from([(0, InHashMaps::default())]);
    check_claims("hash maps", HashMap::new(), map);
    let map = BTreeMap::from([(0, InSortedMaps::default())]);
    check_claims("sorted maps", BTreeMap::new(), map);
}
