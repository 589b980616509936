//! Work grows with the message, not with its square: options walked ahead, large numbers, large types.

use crate::soon;
use candid::{decode_one, encode_one, CandidType, Deserialize, Int, Nat};

/// Runs `f` with stack to spare.
fn with_stack<T: Send + 'static>(f: impl FnOnce() -> T + Send + 'static) -> T {
    let thread = std::thread::Builder::new().stack_size(512 << 20).spawn(f);
    thread.unwrap().join().unwrap()
}

const LEN: usize = 12_000;

/// A list of options, each of which has to be walked ahead, because a tag may be unknown.
#[test]
fn options_inside_options() {
    #[derive(CandidType, Deserialize)]
    struct Wire(Option<Box<(Result<u8, u8>, Wire)>>);
    #[derive(CandidType, Deserialize)]
    struct Want(Option<Box<(Known, Want)>>);
    #[derive(CandidType, Deserialize)]
    enum Known {
        #[allow(dead_code, reason = "only read")]
        Ok(u8),
    }
    let (n, lost) = with_stack(|| {
        let fold = |last| {
            let list = (1..LEN).fold(Wire(Some(Box::new((last, Wire(None))))), |tail, _| {
                Wire(Some(Box::new((Ok(1), tail))))
            });
            encode_one(list).unwrap()
        };
        let length = |bytes: Vec<u8>| {
            let mut list = soon(|| decode_one::<Want>(&bytes)).unwrap();
            let mut n = 0;
            while let Some(node) = list.0.take() {
                list = node.1;
                n += 1;
            }
            n
        };
        (length(fold(Ok(1))), length(fold(Err(1))))
    });
    // The last option is null if its tag is unknown.
    assert_eq!((n, lost), (LEN, LEN - 1));
}

/// Between them lie options that always coerce and hold one that may not.
#[test]
fn options_that_need_no_walk_between_those_that_do() {
    type Inner<T> = Option<(Option<T>,)>;
    #[derive(CandidType, Deserialize)]
    struct Wire(Option<Box<(Inner<Tag>, Tag, Wire)>>);
    #[derive(CandidType, Deserialize)]
    enum Tag {
        A,
        #[allow(dead_code, reason = "only on the wire")]
        B,
    }
    #[derive(CandidType, Deserialize)]
    struct Want(Option<Box<(Inner<Known>, Known, Want)>>);
    #[derive(CandidType, Deserialize)]
    enum Known {
        A,
    }
    let n = with_stack(|| {
        let list = (0..LEN).fold(Wire(None), |tail, _| {
            Wire(Some(Box::new((Some((Some(Tag::A),)), Tag::A, tail))))
        });
        let bytes = encode_one(list).unwrap();
        let mut list = soon(|| decode_one::<Want>(&bytes)).unwrap();
        let mut n = 0;
        while let Some(node) = list.0.take() {
            list = node.2;
            n += 1;
        }
        n
    });
    assert_eq!(n, LEN);
}

/// Many small options, each walked ahead, in one that is.
#[test]
fn options_in_a_vector() {
    let wire: Vec<Option<Result<u8, u8>>> = vec![Some(Ok(1)); 200_000];
    let bytes = encode_one(Some((wire, Err::<(), u8>(1)))).unwrap();
    #[derive(CandidType, Deserialize, Debug, PartialEq, Clone)]
    enum Known {
        Ok(u8),
    }
    type Want = Option<(Vec<Option<Known>>, Result<(), u8>)>;
    let found = soon(|| decode_one::<Want>(&bytes)).unwrap().unwrap();
    assert_eq!(found.0, vec![Some(Known::Ok(1)); 200_000]);
}

/// Numbers of many digits take time that follows their bytes.
#[test]
fn large_numbers() {
    let message = |opcode: u8| {
        let mut bytes = vec![b'D', b'I', b'D', b'L', 0, 1, opcode];
        bytes.extend(vec![0xff; 1 << 20]);
        bytes.push(0x3f);
        bytes
    };
    soon(|| decode_one::<Nat>(&message(0x7d))).unwrap();
    soon(|| decode_one::<Int>(&message(0x7d))).unwrap();
    let n = soon(|| decode_one::<Int>(&message(0x7c))).unwrap();
    assert_eq!(soon(|| encode_one(&n)).unwrap(), message(0x7c));
    assert!(soon(|| decode_one::<u128>(&message(0x7d))).is_err());
}

/// A type table of entries that all refer to each other, at a recursive type.
#[test]
fn types_that_refer_to_each_other() {
    #[derive(CandidType, Deserialize)]
    struct Want {
        #[allow(dead_code, reason = "only read")]
        a: Option<Box<Want>>,
        #[allow(dead_code, reason = "only read")]
        b: Option<Vec<Want>>,
    }
    let n = 5_000u64;
    let mut bytes = b"DIDL".to_vec();
    crate::leb(&mut bytes, 2 * n);
    for entry in 0..n {
        // record { a : opt next; b : opt after }
        bytes.extend([0x6c, 2, 0x61]);
        crate::index(&mut bytes, n + entry);
        bytes.push(0x62);
        crate::index(&mut bytes, n + (entry * 7 + 1) % n);
    }
    for entry in 0..n {
        bytes.push(0x6e);
        crate::index(&mut bytes, (entry + 1) % n);
    }
    bytes.extend([1, 0, 0, 0]);
    let mut config = candid::DecoderConfig::new();
    config.set_max_header_len(1 << 20);
    for _ in 0..2 {
        soon(|| candid::decode_one_with_config::<Want>(&bytes, &config)).unwrap();
    }
}

/// References to services of many methods are compared once, not once for each value.
#[test]
fn many_references_of_one_large_type() {
    candid::define_service!(Few : { "m0" : candid::func!((u8) -> ()) });
    let n = 2_000u64;
    let mut bytes = b"DIDL\x03\x6d\x01\x69".to_vec();
    crate::leb(&mut bytes, n);
    let mut names: Vec<String> = (0..n).map(|i| format!("m{i}")).collect();
    names.sort();
    for name in names {
        crate::leb(&mut bytes, name.len() as u64);
        bytes.extend(name.as_bytes());
        bytes.push(2);
    }
    bytes.extend([0x6a, 1, 0x7b, 0, 0, 1, 0]);
    crate::leb(&mut bytes, 100_000);
    bytes.extend([1, 0].repeat(100_000));
    let found = soon(|| decode_one::<Vec<Few>>(&bytes)).unwrap();
    assert_eq!(found.len(), 100_000);
    let found = soon(|| decode_one::<Vec<Option<Few>>>(&bytes)).unwrap();
    assert!(found.iter().all(Option::is_some));
}

/// Elements and records without bytes lie at one offset, so a verdict on one is asked for many times;
/// those on the options around them must not be lost by it.
#[test]
fn options_around_values_without_bytes() {
    #[derive(CandidType, Clone)]
    struct Empty {}
    #[derive(CandidType)]
    enum Tag {
        A,
        #[allow(dead_code, reason = "only on the wire")]
        B,
    }
    #[derive(CandidType)]
    struct Wire {
        next: Option<Box<Wire>>,
        v: Tag,
        bulk: Vec<Tag>,
        y: Vec<Empty>,
        z: (Empty,),
    }
    #[derive(CandidType, Deserialize)]
    enum Known {
        A,
    }
    #[derive(CandidType, Deserialize)]
    #[allow(dead_code, reason = "only read")]
    struct Full {
        x: Nat,
    }
    #[derive(CandidType, Deserialize)]
    #[allow(dead_code, reason = "only read")]
    struct Want {
        next: Option<Box<Want>>,
        v: Known,
        bulk: Vec<Known>,
        y: Vec<Option<Full>>,
        z: (Option<Full>,),
    }
    let node = |next, n_bulk| Wire {
        next,
        v: Tag::A,
        bulk: (0..n_bulk).map(|_| Tag::A).collect(),
        y: vec![Empty {}; 2],
        z: (Empty {},),
    };
    let depth = with_stack(move || {
        let innermost = node(None, 400_000);
        let list = (0..400).fold(innermost, |next, _| node(Some(Box::new(next)), 0));
        let bytes = encode_one(Some(list)).unwrap();
        let mut list = soon(|| decode_one::<Option<Want>>(&bytes)).unwrap();
        let mut depth = 0;
        while let Some(node) = list {
            assert!(node.y.iter().all(Option::is_none) && node.z.0.is_none());
            list = node.next.map(|next| *next);
            depth += 1;
        }
        depth
    });
    assert_eq!(depth, 401);
}

/// A chain of types whose last one does not fit: whether an option may fail is asked at each link.
#[test]
fn a_long_chain_of_types_that_may_fail() {
    #[derive(CandidType, Deserialize)]
    #[allow(non_camel_case_types, dead_code, reason = "the labels on the wire")]
    enum M {
        a(Box<M>),
        b(Option<Box<M>>),
    }
    const N: usize = 4_900;
    let mut bytes = b"DIDL".to_vec();
    crate::leb(&mut bytes, 2 * N as u64);
    let index = |bytes: &mut Vec<u8>, n: usize| {
        candid_wire::writer::write_sleb_i64(bytes, i64::try_from(n).unwrap());
    };
    for i in 0..N {
        bytes.push(0x6e);
        index(&mut bytes, 2 * i + 1);
        bytes.extend([0x6b, 2, b'a']);
        if i + 1 < N {
            index(&mut bytes, 2 * i + 3);
            bytes.push(b'b');
            index(&mut bytes, 2 * i + 2);
        } else {
            bytes.extend([0x7f, b'c', 0x7f]);
        }
    }
    bytes.extend([1, 0, 1]);
    bytes.extend([1, 1].repeat(N - 1));
    bytes.push(1);
    with_stack(move || {
        let mut config = candid::DecoderConfig::new();
        config.set_max_header_len(1 << 20);
        let read = || candid::decode_one_with_config::<Option<M>>(&bytes, &config).is_ok();
        assert!(soon(read));
        // Also the second time, when nothing of it was kept.
        assert!(soon(read));
    });
}

/// A list whose nodes have a type each, and each of them a function type of its own: every one is compared with the
/// wanted one, but not by going through all types of the message.
#[test]
fn as_many_reference_types_as_a_header_holds() {
    candid::define_function!(Callback : (Nat) -> ());
    #[derive(CandidType, Deserialize)]
    #[allow(dead_code, reason = "only read")]
    struct Node {
        f: Callback,
        n: Option<Box<Node>>,
    }
    // func (record { nat }) -> (), a type apart from all others; opt node; node
    let n = 2_900u64;
    let mut bytes = b"DIDL".to_vec();
    crate::leb(&mut bytes, 3 * n);
    for entry in 0..n {
        bytes.extend([0x6a, 1, 0x7d, 0, 0, 0x6e]);
        crate::index(&mut bytes, (3 * entry + 5) % (3 * n));
        bytes.extend([0x6c, 2, b'f']);
        crate::index(&mut bytes, 3 * entry);
        bytes.push(b'n');
        crate::index(&mut bytes, 3 * entry + 1);
    }
    bytes.extend([1, 2]);
    assert!(bytes.len() < 65_536);
    for i in 0..n {
        // A function of the management canister without a name; then the next node or none.
        bytes.extend([1, 1, 0, 0, u8::from(i + 1 < n)]);
    }
    let length = with_stack(move || {
        let mut node = Some(Box::new(soon(|| decode_one::<Node>(&bytes)).unwrap()));
        let mut length = 0;
        while let Some(next) = node {
            node = next.n;
            length += 1;
        }
        length
    });
    assert_eq!(length, n);
}

/// Records of the same labels, each of a type of its own: a type is found among them without comparing it with all.
#[test]
fn many_records_of_the_same_labels() {
    use candid::types::{Type, TypeInner};

    const PRIMITIVES: [TypeInner; 16] = [
        TypeInner::Null,
        TypeInner::Bool,
        TypeInner::Nat,
        TypeInner::Int,
        TypeInner::Nat8,
        TypeInner::Nat16,
        TypeInner::Nat32,
        TypeInner::Nat64,
        TypeInner::Int8,
        TypeInner::Int16,
        TypeInner::Int32,
        TypeInner::Int64,
        TypeInner::Float32,
        TypeInner::Float64,
        TypeInner::Text,
        TypeInner::Principal,
    ];
    let record = |n: usize| {
        let digit = |i: u32| Type::from(PRIMITIVES[n / 16_usize.pow(i) % 16].clone());
        candid::record! { a : digit(3); b : digit(2); c : digit(1); d : digit(0) }
    };
    let n = PRIMITIVES.len().pow(4);
    let all = TypeInner::Func(candid::types::Function {
        modes: vec![],
        args: (0..n).chain(0..n).map(record).collect(),
        rets: vec![],
    });
    let mut table = candid::ser::TypeSerialize::new();
    soon(|| table.push_type(&all.into())).unwrap();
    table.serialize().unwrap();
    // Each once, and the function.
    let mut n_entries = b"DIDL".to_vec();
    crate::leb(&mut n_entries, n as u64 + 1);
    assert!(table.get_result().starts_with(&n_entries));
}

/// Options of types that differ in their names only, and types that contain themselves: found by name.
#[test]
#[cfg(feature = "value")]
fn many_types_of_one_form() {
    use candid::types::value::IDLValue;
    use candid::types::{Type, TypeEnv, TypeInner};

    let n = 20_000;
    let mut env = TypeEnv::new();
    let mut fields = Vec::with_capacity(2 * n);
    let var = |name: &str| Type::from(TypeInner::Var(name.to_string()));
    for i in 0..n {
        let (number, list) = (format!("number{i}"), format!("list{i}"));
        env.0.insert(number.clone(), TypeInner::Nat.into());
        let tail = TypeInner::Opt(var(&list)).into();
        env.0.insert(list.clone(), candid::record! { tail : tail });
        fields.push(TypeInner::Opt(var(&number)).into());
        fields.push(var(&list));
    }
    let fields = (0..).zip(fields).map(|(id, ty)| candid::types::Field {
        id: candid::types::Label::Id(id).into(),
        ty,
    });
    let record = TypeInner::Record(fields.collect()).into();
    let mut builder = candid::ser::IDLBuilder::new();
    let none = IDLValue::None;
    soon(|| {
        builder
            .value_arg_with_type(&none, &env, &TypeInner::Opt(record).into())
            .map(drop)
    })
    .unwrap();
    // The option, the record, `opt nat` of as many names, and two of each list.
    let mut n_entries = b"DIDL".to_vec();
    crate::leb(&mut n_entries, 2 + 3 * n as u64);
    assert!(builder.serialize_to_vec().unwrap().starts_with(&n_entries));
}

/// A cycle in the message compared with one of another length in the expected type, both of wide records: the fields of
/// both count.
#[test]
#[cfg(feature = "value")]
fn cycles_of_wide_records() {
    use candid::types::{Field, Label, Type, TypeInner};

    let opt = |ty: Type| Type::from(TypeInner::Opt(ty));
    let field = |id: u32, ty: Type| Field {
        id: Label::Id(id).into(),
        ty,
    };
    let mut env = candid::TypeEnv::new();
    for i in 0..64 {
        let next = TypeInner::Var(format!("R{}", (i + 1) % 64)).into();
        let mut fields = vec![field(0, TypeInner::Vec(next).into())];
        fields.extend((1..1000).map(|id| field(id, opt(TypeInner::Nat.into()))));
        env.0
            .insert(format!("R{i}"), TypeInner::Record(fields).into());
    }
    let mut bytes = b"DIDL".to_vec();
    crate::leb(&mut bytes, 2 * 127 + 1);
    for i in 0..127 {
        bytes.extend([0x6c, 1, 0]);
        crate::index(&mut bytes, 2 * i + 1);
        bytes.push(0x6d);
        crate::index(&mut bytes, (i + 1) % 127 * 2);
    }
    bytes.extend([0x6e, 0, 1]);
    crate::index(&mut bytes, 2 * 127);
    bytes.extend([1, 0]);
    let expected = opt(TypeInner::Var("R0".to_string()).into());
    let types = [expected];
    let decoded = soon(|| candid::IDLArgs::from_bytes_with_types(&bytes, &env, &types));
    let error = decoded.unwrap_err();
    assert!(error.is_limit(), "{error}");
}

/// Fields that records at one place keep, all of one recursive type, whose cycle has another length in each record.
#[test]
fn kept_fields_of_cycles_of_different_lengths() {
    #[derive(CandidType, Deserialize)]
    struct Node {
        next: Option<Box<Node>>,
        #[candid(rest)]
        rest: candid::Rest,
    }
    const CYCLES: [u64; 4] = [127, 131, 137, 139];
    const N_FIELDS: u16 = 400;
    let n_vecs: u64 = CYCLES.iter().sum();
    let n_entries = n_vecs + 2 * CYCLES.len() as u64;
    let mut bytes = b"DIDL".to_vec();
    crate::leb(&mut bytes, n_entries);
    let mut first = 0;
    for len in CYCLES {
        for i in 0..len {
            bytes.push(0x6d);
            crate::index(&mut bytes, first + (i + 1) % len);
        }
        first += len;
    }
    let (mut first, mut record) = (0, n_vecs);
    for len in CYCLES {
        bytes.push(0x6c);
        crate::leb(&mut bytes, u64::from(N_FIELDS) + 1);
        for id in 0..u64::from(N_FIELDS) {
            crate::leb(&mut bytes, id);
            crate::index(&mut bytes, first + id % len);
        }
        crate::leb(&mut bytes, candid::idl_hash("next").into());
        crate::index(&mut bytes, record + 1);
        // The option around the next record, or around the last again.
        bytes.push(0x6e);
        crate::index(&mut bytes, (record + 2).min(n_entries - 2));
        first += len;
        record += 2;
    }
    bytes.push(1);
    crate::index(&mut bytes, n_vecs);
    let start = bytes.len();
    for i in (0..CYCLES.len()).rev() {
        // Empty vectors.
        bytes.resize(bytes.len() + usize::from(N_FIELDS), 0);
        bytes.push(u8::from(i > 0));
    }
    let values = bytes[start..].to_vec();
    let value: Node = decode_one(&bytes).unwrap();
    assert_eq!(value.rest.len(), usize::from(N_FIELDS));
    assert!(value.next.is_some());
    let again = soon(|| encode_one(&value)).unwrap();
    assert!(again.ends_with(&values));
}
