//! Messages whose work must be proportional to their bytes.

use super::WORK;
use crate::{
    decode_args, decode_args_with_config, decode_one, decode_one_with_config, CandidType,
    DecoderConfig, Deserialize, Reserved,
};
use candid_wire::writer::{write_leb_u64, write_sleb_i64};

const NULL: i64 = -1;
const BOOL: i64 = -2;
const NAT8: i64 = -5;
const VEC: u8 = 0x6d;
const OPT: u8 = 0x6e;
const RECORD: u8 = 0x6c;
const VARIANT: u8 = 0x6b;

/// A builder of type tables.
#[derive(Default)]
struct Table {
    n_entries: u64,
    bytes: Vec<u8>,
}

impl Table {
    fn of(&mut self, opcode: u8, ty: i64) -> i64 {
        self.bytes.push(opcode);
        write_sleb_i64(&mut self.bytes, ty);
        self.next()
    }

    fn with_fields(&mut self, opcode: u8, fields: impl IntoIterator<Item = (u64, i64)>) -> i64 {
        let mut fields: Vec<_> = fields.into_iter().collect();
        fields.sort_unstable();
        self.bytes.push(opcode);
        write_leb_u64(&mut self.bytes, fields.len() as u64);
        for (id, ty) in fields {
            write_leb_u64(&mut self.bytes, id);
            write_sleb_i64(&mut self.bytes, ty);
        }
        self.next()
    }

    fn next(&mut self) -> i64 {
        self.n_entries += 1;
        self.n_entries as i64 - 1
    }

    fn message(&self, ty: i64, value: &[u8]) -> Vec<u8> {
        let mut bytes = b"DIDL".to_vec();
        write_leb_u64(&mut bytes, self.n_entries);
        bytes.extend(&self.bytes);
        bytes.push(1);
        write_sleb_i64(&mut bytes, ty);
        bytes.extend(value);
        bytes
    }

    /// Returns a message with a vector of `n` elements.
    fn vec(mut self, element: i64, value: &[u8], n: usize) -> Vec<u8> {
        let ty = self.of(VEC, element);
        let mut bytes = Vec::new();
        write_leb_u64(&mut bytes, n as u64);
        bytes.extend(value.repeat(n));
        self.message(ty, &bytes)
    }
}

#[derive(CandidType, Deserialize)]
#[allow(dead_code, reason = "only read")]
enum Known {
    Ok(u8),
}

/// Decodes records of records, each followed by a variant.
#[derive(CandidType, Deserialize)]
struct Nested(
    #[allow(dead_code, reason = "only read")] Option<Box<Nested>>,
    #[allow(dead_code, reason = "only read")] Known,
);

#[derive(CandidType, Deserialize)]
struct Held {
    #[allow(dead_code, reason = "only read")]
    v: Known,
}

/// The id of the label `v`.
const V: u64 = 118;
const N: usize = 2000;

fn variant(table: &mut Table) -> i64 {
    let id = |name| u64::from(candid_wire::label::label_hash(name));
    table.with_fields(VARIANT, [(id("Ok"), NAT8), (id("Err"), NAT8)])
}

fn messages() -> Vec<(&'static str, Vec<u8>)> {
    let mut messages = Vec::new();
    for k in [10, 2000_usize] {
        let nulls = move |ty: i64| (1000..1000 + k as u64).map(move |id| (id, ty));
        let with_bool = [(999_999, BOOL)];

        let mut table = Table::default();
        let record = table.with_fields(RECORD, nulls(NULL).chain(with_bool));
        messages.push(("nulls", table.vec(record, &[1], N)));

        let mut table = Table::default();
        let empty = table.with_fields(RECORD, []);
        let record = table.with_fields(RECORD, nulls(empty).chain(with_bool));
        messages.push(("empty records", table.vec(record, &[1], N)));

        // Nulls whose cost exceeds 32 bits.
        let mut table = Table::default();
        let mut ty = NULL;
        for _ in 0..40 {
            ty = table.with_fields(RECORD, [(0, ty), (1, ty)]);
        }
        let record = table.with_fields(RECORD, nulls(ty).chain(with_bool));
        messages.push(("doublings", table.vec(record, &[1], N)));

        let mut table = Table::default();
        let mut ty = BOOL;
        for _ in 0..k {
            ty = table.with_fields(RECORD, [(0, ty)]);
        }
        messages.push(("chain", table.vec(ty, &[1], N)));

        let mut table = Table::default();
        let mut ty = NAT8;
        for _ in 0..k {
            ty = table.with_fields(RECORD, [(0, ty), (1, NULL)]);
        }
        let opt = table.of(OPT, ty);
        messages.push(("chain in an opt", table.vec(opt, &[1, 1], N)));

        // An option inspected ahead, with elements that are inspected, too.
        let mut table = Table::default();
        let tags = variant(&mut table);
        let record = table.with_fields(RECORD, nulls(NULL).chain([(V, tags)]));
        let element = table.of(OPT, record);
        let vec = table.of(VEC, element);
        let opt = table.of(OPT, vec);
        let mut value = vec![1];
        write_leb_u64(&mut value, N as u64);
        value.extend([1, 0, 1].repeat(N));
        messages.push(("looked at ahead", table.message(opt, &value)));

        // Options at one offset, each with a case further on.
        let mut table = Table::default();
        let tags = variant(&mut table);
        let mut ty = NULL;
        for _ in 0..k {
            ty = table.with_fields(RECORD, [(0, ty), (1, tags)]);
        }
        let value = [0, 1].repeat(k);
        messages.push(("at one offset", table.vec(ty, &value, N / k)));

        // The same without a case: whether it coerces is the same for all values.
        let mut table = Table::default();
        let mut ty = BOOL;
        for _ in 0..k {
            ty = table.with_fields(RECORD, [(0, ty), (1, NULL)]);
        }
        messages.push(("never coerces", table.vec(ty, &[1], N)));
    }
    messages
}

fn count(name: &str, at: &str, bytes: &[u8], decode: impl FnOnce(&[u8])) {
    WORK.set(0);
    decode(bytes);
    let n = WORK.get();
    assert!(
        n <= 4 * bytes.len(),
        "{name} {at}: {n} steps for {} bytes",
        bytes.len()
    );
}

/// For any types, skipping and lookahead take a few steps per byte.
#[test]
fn steps_follow_the_bytes() {
    let deep = std::thread::Builder::new().stack_size(256 << 20);
    deep.spawn(check_steps).unwrap().join().unwrap();
}

fn check_steps() {
    let mut config = DecoderConfig::new();
    config
        .set_decoding_quota(1_000_000)
        .set_skipping_quota(10_000);
    for (name, bytes) in &messages() {
        macro_rules! at {
            ($($ty:ty)*) => {$(
                count(name, stringify!($ty), bytes, |bytes| drop(decode_one::<$ty>(bytes)));
                count(name, stringify!($ty), bytes, |bytes| {
                    drop(decode_one_with_config::<$ty>(bytes, &config));
                });
            )*};
        }
        at! {
            Reserved Option<u8> Option<Vec<Option<Held>>> Vec<Option<Nested>> Option<Vec<Nested>>
            Vec<Option<u8>> Vec<Reserved> (u8,)
        }
        count(name, "skipped", bytes, |bytes| {
            drop(decode_args::<()>(bytes))
        });
        count(name, "skipped", bytes, |bytes| {
            drop(decode_args_with_config::<()>(bytes, &config));
        });
    }
}

/// Lookahead happens in those of the messages above that require it.
#[test]
fn verdicts_are_right_where_much_is_left_out() {
    let find = |expected: &str| {
        let mut all = messages().into_iter();
        all.find(|(name, _)| *name == expected).unwrap().1
    };
    // The variants have a case that `Known` lacks.
    let ahead = find("looked at ahead");
    let found = decode_one::<Option<Vec<Option<Held>>>>(&ahead).unwrap();
    assert_eq!(found.unwrap().len(), N);
    let found = decode_one::<Vec<Option<Nested>>>(&find("at one offset")).unwrap();
    assert!(found.iter().all(Option::is_some) && found.len() == N / 10);
    let found = decode_one::<Vec<Option<Nested>>>(&find("never coerces")).unwrap();
    assert!(found.iter().all(Option::is_none) && found.len() == N);
}

/// Pairs of types are found without a scan over all others of the same wire type: missing fields all have the same
/// one.
#[cfg(feature = "value")]
#[test]
fn pairs_of_types_are_found_at_once() {
    use crate::types::env::TypeEnv;
    use crate::types::ty::label::Label;
    use crate::types::ty::{Field, Type, TypeInner};
    const N_RECORDS: u32 = 40;
    const N_FIELDS: u32 = 300;
    let record = |types: &mut dyn Iterator<Item = Type>| -> Type {
        let fields = (0..).zip(types).map(|(id, ty)| Field {
            id: Label::Id(id).into(),
            ty,
        });
        TypeInner::Record(fields.collect()).into()
    };
    let mut required = (0..N_FIELDS).map(|i| {
        let field = Field {
            id: Label::Id(i).into(),
            ty: TypeInner::Nat.into(),
        };
        TypeInner::Record(vec![field]).into()
    });
    let wide = record(&mut required);
    let expected = record(&mut (0..N_RECORDS).map(|_| TypeInner::Opt(wide.clone()).into()));
    let mut table = Table::default();
    let entries: Vec<_> = (0..u64::from(N_RECORDS))
        .map(|i| {
            let entry = table.with_fields(RECORD, [(1_000_000 + i, BOOL)]);
            table.of(OPT, entry)
        })
        .collect();
    let all = table.with_fields(RECORD, (0..).zip(entries));
    let bytes = table.message(all, &[1].repeat(2 * N_RECORDS as usize));
    WORK.set(0);
    let decoded = crate::IDLArgs::from_bytes_with_types(&bytes, &TypeEnv::new(), &[expected]);
    decoded.unwrap();
    let most = (N_RECORDS * N_FIELDS * 20) as usize;
    assert!(WORK.get() < most, "{} units of work", WORK.get());
}

/// A chain of different entries, of which only the last differs from the expected type, which is lazy at each level: each
/// has to find out whether it is equal. That takes bounded work, whichever answer comes of it.
#[test]
fn comparing_lazy_types_is_bounded() {
    #[derive(CandidType, Deserialize)]
    struct Chain(Option<crate::Lazy<Box<Chain>>>, u8);
    const DEPTH: usize = 4000;
    let mut table = Table::default();
    let mut ty = NAT8;
    for _ in 0..DEPTH {
        let opt = table.of(OPT, ty);
        ty = table.with_fields(RECORD, [(0, opt), (1, NAT8)]);
    }
    let value = [[1].repeat(DEPTH - 1), vec![0], [5].repeat(DEPTH)].concat();
    let message = table.message(ty, &value);
    let deep = std::thread::Builder::new().stack_size(256 << 20);
    let decode = move || {
        WORK.set(0);
        let mut chain: Chain = decode_one(&message).unwrap();
        let most = 2 * 131_072 + 20 * message.len();
        assert!(WORK.get() < most, "{} of {most} units of work", WORK.get());
        let mut n = 1;
        while let Some(next) = chain.0 {
            assert_eq!(chain.1, 5);
            chain = *next.into_inner().unwrap();
            n += 1;
        }
        assert_eq!(n, DEPTH);
    };
    deep.spawn(decode).unwrap().join().unwrap();
}

/// A chain of names is followed once, not once from each of its names: for subtyping, equality and JSON Schema.
#[test]
#[cfg(feature = "json")]
fn chains_of_names_are_followed_once() {
    use crate::pretty::candid::DocComments;
    use crate::types::subtype::{equal, subtype, Gamma};
    use crate::types::{Function, Type, TypeEnv, TypeInner};
    let name = |i: usize| -> Type { TypeInner::Var(format!("t{i}")).into() };
    for n in [500, 1_000, 2_000] {
        let chain = |end: TypeInner| {
            let mut env = TypeEnv::new();
            for i in 0..n {
                env.0.insert(format!("t{i}"), name(i + 1));
            }
            env.0.insert(format!("t{n}"), end.into());
            env
        };
        let methods = (0..n).map(|i| {
            let function = Function {
                modes: Vec::new(),
                args: vec![TypeInner::Vec(name(i)).into()],
                rets: vec![TypeInner::Opt(name(n - i)).into()],
            };
            (format!("m{i:04}"), TypeInner::Func(function).into())
        });
        let service: Type = TypeInner::Service(methods.collect()).into();
        let mut env = chain(TypeInner::Nat);
        WORK.set(0);
        let other = env.merge_type(chain(TypeInner::Nat), service.clone());
        let resolved = env.resolved();
        assert!(subtype(&mut Gamma::new(), &resolved, &service, &other).is_ok());
        assert!(equal(&mut Gamma::new(), &resolved, &service, &other).is_ok());
        let (docs, options) = (DocComments::empty(), crate::json::JsonOptions::new());
        let schemas = crate::json::service_schemas(&env, &service, &docs, &options, "").unwrap();
        assert_eq!(schemas.definitions.len(), n + 1);
        assert!(WORK.get() < 50 * n, "{} for {n}", WORK.get());
    }
}

/// Names that lead nowhere, or in a circle, are looked at once too, and keep their definitions.
#[test]
fn names_that_lead_nowhere() {
    use crate::types::{TypeEnv, TypeInner};
    for n in [500, 1_000, 2_000] {
        let mut env = TypeEnv::new();
        for i in 0..n {
            let circle = TypeInner::Var(format!("a{}", (i + 1) % n));
            env.0.insert(format!("a{i}"), circle.into());
            let into_it = TypeInner::Var(format!("b{}", i + 1));
            env.0.insert(format!("b{i}"), into_it.into());
        }
        WORK.set(0);
        assert_eq!(env.resolved().to_string(), env.to_string());
        assert!(WORK.get() <= 2 * n + 1, "{} for {n}", WORK.get());
        assert!(env.resolved().rec_find_type("a0").is_err());
    }
}

/// Fields that are kept and written again: records of the same labels, each of other depths of `opt` around a type that
/// contains itself. Few are compared with each other.
#[test]
fn types_of_kept_fields_are_found_at_once() {
    #[derive(CandidType, Deserialize)]
    struct Any {
        #[candid(rest)]
        all: crate::Rest,
    }
    const DEPTHS: usize = 8;
    for n in [1024, 2048, 4096] {
        let mut table = Table::default();
        let mut depths = vec![table.with_fields(RECORD, [(0, 1)])];
        for depth in 0..DEPTHS {
            depths.push(table.of(OPT, depths[depth]));
        }
        let records: Vec<_> = (0..n)
            .map(|i| {
                let depth = |id: u32| depths[1 + i / DEPTHS.pow(id) % DEPTHS];
                table.with_fields(RECORD, (0..4).map(|id| (id.into(), depth(id))))
            })
            .collect();
        let all = table.with_fields(RECORD, (0..).zip(records));
        // In a field, because a record keeps fewer fields itself.
        let outer = table.with_fields(RECORD, [(0, all)]);
        let message = table.message(outer, &vec![0; 4 * n]);
        let value: Any = decode_one(&message).unwrap();
        WORK.set(0);
        let again = crate::encode_one(&value).unwrap();
        assert!(WORK.get() < 20 * n, "{} for {n}", WORK.get());
        assert_eq!(again.len(), message.len());
        let third = crate::encode_one(decode_one::<Any>(&again).unwrap()).unwrap();
        assert!(third == again);
    }
}

/// Two arguments of one type, whose parts are many records around one large type: that is compared once, not for each of them.
#[test]
fn types_of_several_arguments_are_compared_once() {
    #[derive(CandidType, Deserialize)]
    struct Any {
        #[candid(rest)]
        all: crate::Rest,
    }
    for n in [500, 1000, 2000] {
        let mut table = Table::default();
        // A type that contains itself.
        let opt = table.of(OPT, 1);
        let fields = (0..n).map(|id| (id, if id == 0 { opt } else { NAT8 }));
        table.with_fields(RECORD, fields);
        let records: Vec<_> = (0..n)
            .map(|id| table.with_fields(RECORD, [(id, opt)]))
            .collect();
        let all = table.with_fields(RECORD, (0..).zip(records));
        let outer = table.with_fields(RECORD, [(0, all)]);
        let message = table.message(outer, &[0].repeat(n.try_into().unwrap()));
        let value: Any = decode_one(&message).unwrap();
        let most = 50 * usize::try_from(n).unwrap();
        WORK.set(0);
        let both = crate::encode_args((&value, &value)).unwrap();
        assert!(WORK.get() < most, "{} for {n}", WORK.get());
        WORK.set(0);
        let mut builder = crate::ser::IDLBuilder::new();
        builder.arg(&value).unwrap().arg(&value).unwrap();
        let built = builder.serialize_to_vec().unwrap();
        assert!(WORK.get() < most, "{} for {n}", WORK.get());
        for message in [both, built] {
            let (a, b): (Any, Any) = decode_args(&message).unwrap();
            assert!(a.all.to_message() == b.all.to_message());
            assert_eq!(a.all.len(), 1);
        }
    }
}
