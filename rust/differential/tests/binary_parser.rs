//! The items of `candid::binary_parser`, which read from streams: the same accepted, the same types, the same place in
//! the stream behind it.

use binrw::{BinRead, Endian};
use candid::binary_parser as here;
use candid::types::{Type, TypeEnv};
use candid::IDLArgs;
use candid_differential::convert::to_ours;
use candid_differential::corpus::data;
use candid_differential::dynamic::{random_env, random_type, random_value};
use candid_differential::known::Differences;
use candid_differential::random::{Cases, Random};
use candid_differential::sides::with_deep_stack;
use candid_incumbent::binary_parser as there;
use std::io::Cursor;

/// What an item is followed by in the stream, and what precedes it.
const AROUND: &[u8] = b"DIDL";

/// Of a header that has the form of one, and makes no sense.
const NONE: &str = "no types";

/// The item read from the middle of a stream, as text, and where that leaves the stream; without it if it is refused.
fn read<'a, T: BinRead>(
    bytes: &[u8],
    args: T::Args<'a>,
    text: impl Fn(T) -> String,
) -> (Option<String>, u64) {
    let mut stream = Cursor::new([AROUND, bytes, AROUND].concat());
    stream.set_position(AROUND.len() as u64);
    let item = T::read_options(&mut stream, Endian::Little, args);
    (item.ok().map(text), stream.position())
}

fn difference(
    ours: &(Option<String>, u64),
    theirs: &(Option<String>, u64),
) -> Option<&'static str> {
    match (ours, theirs) {
        _ if ours == theirs => None,
        ((Some(_), _), (None, _)) => Some("accepted, theirs: refused"),
        ((None, _), (Some(_), _)) => Some("refused"),
        ((Some(ours), _), (Some(theirs), _)) if ours != theirs => {
            Some(match (ours.as_str(), theirs.as_str()) {
                (NONE, _) => "no types",
                (_, NONE) => "types, theirs: none",
                _ => "other types",
            })
        }
        _ => Some("another place in the stream"),
    }
}

/// Reads a header with both, and returns whether they are types.
fn headers(
    differences: &mut Differences,
    id: &str,
    bytes: &[u8],
    max_entries: Option<usize>,
) -> bool {
    let types = |types: Option<(TypeEnv, Vec<Type>)>| match types {
        Some((env, types)) => format!("{types:?} with {env:?}"),
        None => NONE.to_string(),
    };
    let ours = read(bytes, (max_entries,), |header: here::Header| {
        types(header.to_types().ok())
    });
    let theirs = read(bytes, (max_entries,), |header: there::Header| {
        let parts = header.to_types().ok();
        types(parts.map(|(env, args)| (to_ours::env(&env), to_ours::types(&args))))
    });
    if let Some(what) = difference(&ours, &theirs) {
        differences.add_example(id, what, &hex::encode(bytes));
    }
    theirs.0.is_some_and(|text| text != NONE)
}

#[test]
fn headers_of_the_corpus() {
    with_deep_stack(check_corpus);
}

fn check_corpus() {
    let mut differences = Differences::new("binary_parser_corpus");
    for name in ["vectors", "negative", "evolve", "coerce.jsonl"] {
        for line in data(name).unwrap_or_default() {
            headers(&mut differences, &line.id, &line.bytes(), None);
        }
    }
    differences.check();
}

#[test]
fn random_headers() {
    let cases = Cases::asked();
    let mut differences = Differences::new("binary_parser").with_rare(cases.length);
    let mut last = b"DIDL\x00\x00".to_vec();
    let (mut n_types, mut n_refused) = (0, 0);
    for seed in 0..cases.of(20_000) {
        let mut random = Random::new(seed);
        let env = random_env(&mut random);
        let ty = random_type(&mut random, 3);
        let Some(value) = random_value(&mut random, &env, &ty, 50) else {
            continue;
        };
        let args = IDLArgs::new(&[value]);
        let Ok(bytes) = args.to_bytes_with_types(&env, &[ty]) else {
            continue;
        };
        for _ in 0..4 {
            let max_entries = match random.one_in(2) {
                true => None,
                false => Some(random.below(12)),
            };
            n_types += u64::from(headers(&mut differences, "a message", &bytes, max_entries));
            let bytes = random.mutate(&bytes, &last);
            let accepted = headers(&mut differences, "mutated", &bytes, None);
            n_refused += u64::from(!accepted);
        }
        last = bytes;
    }
    // Neither side of the verdict may be rare.
    assert!(n_types > cases.of(20_000) && n_refused > cases.of(5_000));
    differences.check();
}

/// Headers that are hardly ever met, in hexadecimal behind the magic number.
const HEADERS: &str = include_str!("binary_parser.txt");

#[test]
fn rare_headers_and_values() {
    let mut differences = Differences::new("binary_parser_rare");
    for line in HEADERS.lines().filter(|line| !line.starts_with('#')) {
        let (digits, _) = line.split_once('#').unwrap_or((line, ""));
        let bytes = hex::decode(digits.replace(' ', "")).expect("hexadecimal digits");
        let message = [b"DIDL".as_slice(), &bytes].concat();
        for max_entries in [None, Some(0), Some(1), Some(usize::MAX)] {
            headers(&mut differences, digits, &message, max_entries);
        }
        headers(&mut differences, digits, &bytes, None);
        let mut compare = |id: &str, ours, theirs| {
            if let Some(what) = difference(&ours, &theirs) {
                differences.add(&format!("{id} {digits}"), what);
            }
        };
        compare(
            "bool",
            read(&bytes, (), |value: here::BoolValue| value.0.to_string()),
            read(&bytes, (), |value: there::BoolValue| value.0.to_string()),
        );
        compare(
            "len",
            read(&bytes, (), |value: here::Len| value.0.to_string()),
            read(&bytes, (), |value: there::Len| value.0.to_string()),
        );
        compare(
            "principal",
            read(&bytes, (), |value: here::PrincipalBytes| {
                format!("{} {} {:?}", value.flag, value.len, value.inner)
            }),
            read(&bytes, (), |value: there::PrincipalBytes| {
                format!("{} {} {:?}", value.flag, value.len, value.inner)
            }),
        );
    }
    differences.check();
}

#[test]
fn large_type_tables() {
    let mut differences = Differences::new("binary_parser_large");
    // The number as LEB128, in three bytes.
    for (n_entries, number) in [
        (9_999, [0x8f, 0xce, 0]),
        (10_000, [0x90, 0xce, 0]),
        (10_001, [0x91, 0xce, 0]),
        (20_000, [0xa0, 0x9c, 1]),
    ] {
        let mut bytes = [b"DIDL".as_slice(), &number].concat();
        bytes.extend([0x6e, 0x7d].repeat(n_entries));
        bytes.extend([1, 0]);
        for max_entries in [None, Some(10_000), Some(10_001)] {
            let accepted = headers(&mut differences, "large", &bytes, max_entries);
            assert_eq!(accepted, n_entries <= max_entries.unwrap_or(10_000));
        }
    }
    differences.check();
}
