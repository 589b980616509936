//! Values nested as deeply as their bytes say, on stacks of several sizes: an error, never an overflow,
//! which would end the whole test.

use crate::index;
use candid::{decode_args, decode_one, encode_one, CandidType, Deserialize, Lazy, Reserved};

/// Runs `f` on a thread with a stack of this many KiB; on wasm32, on the only one, which has 1,024.
fn on_stack<T: Send + 'static>(kib: usize, f: impl FnOnce() -> T + Send + 'static) -> T {
    if cfg!(target_family = "wasm") {
        return f();
    }
    std::thread::Builder::new()
        .stack_size(kib * 1024)
        .spawn(f)
        .unwrap()
        .join()
        .unwrap()
}

const STACKS: [usize; 4] = [192, 256, 1024, 8 * 1024];

/// A list of options: `type List = opt record { nat8; List }`.
#[derive(CandidType, Deserialize)]
struct List(Option<Box<(u8, List)>>);

#[derive(CandidType, Deserialize)]
struct Tree {
    #[allow(dead_code, reason = "only read")]
    children: Vec<Tree>,
}

#[derive(CandidType, Deserialize)]
enum Chain {
    End,
    Link(Box<Chain>),
}

/// A list whose options may come without their tags, from a sender whose types are not options.
#[derive(CandidType, Deserialize)]
struct Values {
    next: Option<Box<Values>>,
    #[allow(dead_code, reason = "only read")]
    n: u8,
}

/// A record in itself, which has no values.
#[derive(CandidType, Deserialize)]
struct Endless {
    #[allow(dead_code, reason = "only read")]
    next: Box<Endless>,
}

/// A list of elements of 67 kB, which take 266 bytes of a message.
#[cfg(not(debug_assertions))]
#[derive(CandidType, Deserialize)]
struct Pages {
    next: Vec<Pages>,
    #[allow(dead_code, reason = "only read")]
    words: [[Option<[u64; 32]>; 32]; 8],
}

/// A record of a value of any type, which serde's visitors read.
#[cfg(not(debug_assertions))]
#[derive(CandidType, Deserialize)]
struct Tagged<T> {
    #[allow(dead_code, reason = "only read")]
    tag: u8,
    #[allow(dead_code, reason = "only read")]
    value: T,
}

/// A list of elements of 67 kB, each of which takes two bytes of a message.
#[cfg(not(debug_assertions))]
#[derive(CandidType, Deserialize)]
struct TaggedPages {
    next: Option<Box<Tagged<TaggedPages>>>,
    #[serde(skip)]
    #[allow(dead_code, reason = "only made")]
    words: [[[u64; 32]; 32]; 8],
}

/// Lists that cannot be ended without recursion would overflow the stack when they are dropped.
fn unlink(mut list: List) -> usize {
    let mut len = 0;
    while let Some(node) = list.0.take() {
        list = node.1;
        len += 1;
    }
    len
}

fn list(len: usize) -> Vec<u8> {
    let mut bytes = b"DIDL\x02\x6e\x01\x6c\x02\x00\x7b\x01\x00\x01\x00".to_vec();
    bytes.extend([1, 7].repeat(len));
    bytes.push(0);
    bytes
}

fn tree(depth: usize) -> Vec<u8> {
    let mut bytes = encode_one(Tree { children: vec![] }).unwrap();
    let end = bytes.pop().unwrap();
    bytes.extend(vec![1; depth]);
    bytes.push(end);
    bytes
}

fn chain(depth: usize) -> Vec<u8> {
    let mut bytes = encode_one(Chain::Link(Box::new(Chain::End))).unwrap();
    bytes.truncate(bytes.len() - 2);
    bytes.extend(vec![1; depth]);
    bytes.push(0);
    bytes
}

/// `opt opt … null`, as many entries as the type table may have.
fn options(depth: usize) -> Vec<u8> {
    let mut bytes = b"DIDL".to_vec();
    crate::leb(&mut bytes, depth as u64);
    for entry in 1..depth {
        bytes.push(0x6e);
        index(&mut bytes, entry as u64);
    }
    bytes.extend([0x6e, 0x7f, 1, 0]);
    bytes.extend(vec![1; depth]);
    bytes
}

/// Records nested in the type, so that the value is one byte.
fn records(depth: u64) -> Vec<u8> {
    let mut bytes = b"DIDL".to_vec();
    crate::leb(&mut bytes, depth);
    for entry in 1..depth {
        bytes.extend([0x6c, 1, 0]);
        index(&mut bytes, entry);
    }
    bytes.extend([0x6c, 1, 0, 0x7e, 1, 0, 1]);
    bytes
}

/// A list as a record in a record, with a number in each: `record { n : nat8; next : record { n : nat8; … } }`.
fn values(depth: u64) -> Vec<u8> {
    let mut bytes = b"DIDL".to_vec();
    crate::leb(&mut bytes, depth);
    for entry in 1..depth {
        bytes.extend([0x6c, 2, b'n', 0x7b]);
        crate::leb(&mut bytes, u64::from(candid::idl_hash("next")));
        index(&mut bytes, entry);
    }
    bytes.extend([0x6c, 1, b'n', 0x7b, 1, 0]);
    bytes.extend(vec![7; usize::try_from(depth).unwrap()]);
    bytes
}

fn messages() -> Vec<Vec<u8>> {
    let mut messages = vec![options(9_999), records(9_999), options(50), records(50)];
    messages.extend([values(5_000), values(50)]);
    for depth in [10, 1_000, 10_000, 1_000_000] {
        messages.extend([list(depth), tree(depth), chain(depth)]);
    }
    messages
}

/// Reads at a type, drops what comes out, and checks that depth is the only reason to refuse.
fn is_accepted<T: CandidType + for<'a> Deserialize<'a>>(bytes: &[u8]) -> bool {
    match decode_one::<T>(bytes) {
        Ok(_) => true,
        Err(error) => {
            assert!(error.is_limit() || error.is_subtype(), "{error}");
            false
        }
    }
}

/// Several frames have a copy of each element, and a check comes at any place between two of them.
#[cfg(not(debug_assertions))]
#[test]
fn large_types() {
    for kib in (0..32).map(|i| 2048 + 8 * i) {
        on_stack(kib, || {
            let last = Pages {
                next: vec![],
                words: [[None; 32]; 8],
            };
            let bytes = encode_one(last).unwrap();
            assert!(is_accepted::<Pages>(&bytes));
            let (header, last) = bytes.split_at(bytes.len() - 266);
            for depth in [100, 1_000] {
                let mut bytes = header.to_vec();
                bytes.extend(vec![1; depth]);
                bytes.push(0);
                bytes.extend(last[1..].repeat(depth + 1));
                assert!(!is_accepted::<Pages>(&bytes));
            }
        });
    }
}

/// Serde's visitors have more copies than derived code.
#[cfg(not(debug_assertions))]
#[test]
fn large_types_with_parameters() {
    for kib in (0..64).map(|i| 768 + 16 * i) {
        on_stack(kib, || {
            let last = TaggedPages {
                next: None,
                words: [[[0; 32]; 32]; 8],
            };
            let last = encode_one(last).unwrap();
            for depth in [1, 2, 3, 4, 5, 100, 1_000] {
                let mut bytes = last[..last.len() - 1].to_vec();
                bytes.extend([1, 7].repeat(depth));
                bytes.push(0);
                assert!(!is_accepted::<TaggedPages>(&bytes) || depth < 100);
            }
        });
    }
}

#[test]
fn typed() {
    for kib in STACKS {
        on_stack(kib, || {
            for message in messages() {
                if let Ok(list) = decode_one::<List>(&message) {
                    unlink(list);
                }
                if let Ok(mut list) = decode_one::<Values>(&message) {
                    while let Some(next) = list.next.take() {
                        list = *next;
                    }
                }
                is_accepted::<Lazy<Values>>(&message);
                assert!(!is_accepted::<Endless>(&message));
                is_accepted::<Option<Endless>>(&message);
                // Dropping these takes less stack for each level than decoding them.
                is_accepted::<Tree>(&message);
                is_accepted::<Chain>(&message);
                is_accepted::<Option<List>>(&message);
                is_accepted::<Vec<Chain>>(&message);
            }
        });
    }
}

#[test]
fn skipped() {
    for kib in STACKS {
        on_stack(kib, || {
            for message in messages() {
                is_accepted::<Reserved>(&message);
                is_accepted::<Option<u8>>(&message);
                if let Err(error) = decode_args::<()>(&message) {
                    assert!(error.is_limit(), "{error}");
                }
            }
        });
    }
}

#[test]
#[cfg(feature = "value")]
fn dynamic() {
    for kib in STACKS {
        on_stack(kib, || {
            for message in messages() {
                if let Err(error) = candid::IDLArgs::from_bytes(&message) {
                    assert!(error.is_limit(), "{error}");
                }
                let (env, types) = (candid::TypeEnv::new(), [Chain::ty()]);
                let _ = candid::IDLArgs::from_bytes_with_types(&message, &env, &types);
            }
        });
    }
}

/// A chain in which the last tag is unknown: the options around it are walked ahead.
#[test]
fn walked_ahead() {
    #[derive(CandidType, Deserialize)]
    enum Short {
        #[allow(dead_code, reason = "only read")]
        Link(Box<Short>),
    }
    for kib in STACKS {
        on_stack(kib, || {
            for depth in [10, 1_000, 10_000, 1_000_000] {
                let result = decode_one::<Option<Short>>(&chain(depth));
                match result {
                    Ok(found) => assert!(found.is_none()),
                    Err(error) => assert!(error.is_limit(), "{error}"),
                }
            }
        });
    }
}

/// More stack means more depth, and a usual one is enough for usual lists.
#[test]
#[cfg_attr(target_family = "wasm", ignore = "there is one stack")]
fn depth_follows_the_stack() {
    let depth_on = |kib| {
        on_stack(kib, || {
            let accepted = |len: &usize| match decode_one::<List>(&list(*len)) {
                Ok(found) => unlink(found) == *len,
                Err(_) => false,
            };
            (0..20).map(|n| 1usize << n).take_while(accepted).last()
        })
    };
    let (small, large) = (depth_on(256), depth_on(8 * 1024));
    assert!(small < large, "{small:?} {large:?}");
    assert!(large >= Some(2048), "{large:?}");
    let skipped = on_stack(8 * 1024, || decode_args::<()>(&list(2048)).is_ok());
    assert!(skipped);
}

/// Types nested as deeply as a header allows are compared without recursion.
#[test]
fn deep_types_of_references() {
    // func (opt opt … null) -> () at a function that takes options without end.
    candid::define_function!(Deep : (List) -> ());
    let mut bytes = b"DIDL".to_vec();
    let depth = 9_998;
    crate::leb(&mut bytes, depth + 1);
    bytes.extend([0x6a, 1, 1, 0, 0]);
    for entry in 2..=depth {
        bytes.push(0x6e);
        index(&mut bytes, entry);
    }
    bytes.extend([0x6e, 0x7f, 1, 0, 1, 1, 0, 1, b'm']);
    for kib in STACKS {
        let bytes = bytes.clone();
        on_stack(kib, move || {
            let typed = decode_one::<Deep>(&bytes).map(|_| ());
            if let Err(error) = typed {
                assert!(error.is_subtype() || error.is_limit(), "{error}");
            }
            decode_one::<Reserved>(&bytes).unwrap();
            let _ = decode_one::<Option<Deep>>(&bytes);
        });
    }
}
