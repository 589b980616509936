//! What is kept between messages: [`candid::prepare`] makes it, strangers neither evict it nor make it grow.
#![cfg(feature = "default")]

use allocation_counter::{measure, AllocationInfo};
use candid::types::descriptor::DescriptorFn;
use candid::{decode_one, encode_one, CandidType, Decode, Deserialize, Encode};
use std::collections::BTreeMap;

/// Runs on a thread of its own, where nothing is kept yet.
fn fresh<T: Send>(run: impl FnOnce() -> T + Send) -> T {
    std::thread::scope(|scope| scope.spawn(run).join().unwrap())
}

#[derive(CandidType, Deserialize, Clone, PartialEq, Debug)]
enum Tree {
    Leaf,
    Node(Box<(Tree, u8, Tree)>),
}

#[derive(CandidType, Deserialize, Clone, PartialEq, Debug)]
struct Transfer {
    to: String,
    memo: Option<Vec<u8>>,
    path: Option<Box<Transfer>>,
    tree: Tree,
    tags: BTreeMap<String, Option<u64>>,
}

fn transfer() -> Transfer {
    Transfer {
        to: "a".into(),
        memo: Some(vec![1, 2]),
        path: None,
        tree: Tree::Node(Box::new((Tree::Leaf, 1, Tree::Leaf))),
        tags: BTreeMap::from([("x".into(), Some(7))]),
    }
}

/// Encodes a transfer and decodes it.
fn there_and_back() -> AllocationInfo {
    measure(|| {
        let bytes = Encode!(&transfer(), &1_u8).unwrap();
        let decoded = Decode!(&bytes, Transfer, u8).unwrap();
        assert_eq!(decoded, (transfer(), 1));
    })
}

#[test]
fn the_first_message_after_prepare_is_as_the_second() {
    let unprepared = fresh(|| {
        there_and_back();
        there_and_back().count_total
    });
    let prepared = fresh(|| {
        candid::prepare::<((Transfer, u8), (Result<u8, Tree>,))>();
        [there_and_back(), there_and_back()].map(|used| used.count_total)
    });
    assert_eq!(prepared, [unprepared; 2]);
    let cold = fresh(|| there_and_back().count_total);
    assert!(cold > unprepared, "{cold} {unprepared}");
}

mod service {
    use candid::candid_method;

    #[candid_method(query)]
    pub(super) fn look(tree: super::Tree, n: u8) -> (super::Transfer, u8) {
        let _ = (tree, n);
        (super::transfer(), 1)
    }

    #[candid_method]
    pub(super) fn nothing() {}

    #[candid_method(query)]
    pub(super) fn borrowed(text: &str) -> Vec<&str> {
        vec![text]
    }

    candid::export_service!();

    pub(super) fn init() {
        nothing();
        assert!(__export_service().contains("look"));
        candid::prepare_service!();
    }
}

#[test]
fn a_service_prepares_arguments_and_results_of_its_methods() {
    let message = fresh(|| Encode!(&Tree::Leaf, &1_u8).unwrap());
    let call = || {
        let used = measure(|| {
            let (tree, n) = Decode!(&message, Tree, u8).unwrap();
            let (transfer, n) = service::look(tree, n);
            assert!(!Encode!(&transfer, &n).unwrap().is_empty());
        });
        used.count_total
    };
    let prepared = fresh(|| {
        service::init();
        assert_eq!(service::borrowed("a"), ["a"]);
        [call(), call()]
    });
    let [cold, warm] = fresh(|| [call(), call()]);
    assert!(warm < cold);
    assert_eq!(prepared, [warm; 2]);
}

/// The arguments of 512 methods, and 256 other results, each with a header of its own: numbers of 8 or 16 bits.
#[test]
fn a_service_of_many_methods() {
    use candid::types::method::{prepare_decoding, prepare_encoding};
    use candid::types::CandidType as _;

    let is_wide = |method: usize| (0..9).map(move |i| method >> i & 1 == 1);
    let types = |method: usize, first: DescriptorFn| {
        let numbers = is_wide(method).map(|is_wide| match is_wide {
            true => u16::__descriptor as DescriptorFn,
            false => u8::__descriptor,
        });
        std::iter::once(first).chain(numbers).collect::<Vec<_>>()
    };
    let args = |method| {
        let mut builder = candid::ser::IDLBuilder::new();
        builder.arg(&"a").unwrap();
        for is_wide in is_wide(method) {
            match is_wide {
                true => builder.arg(&7_u16).unwrap(),
                false => builder.arg(&7_u8).unwrap(),
            };
        }
        builder.serialize_to_vec().unwrap()
    };
    let call = |method, message: &[u8]| {
        let used = measure(|| {
            let mut decoder = candid::de::IDLDeserialize::new(message).unwrap();
            assert_eq!(decoder.get_value::<&str>().unwrap(), "a");
            for is_wide in is_wide(method) {
                match is_wide {
                    true => assert_eq!(decoder.get_value::<u16>().unwrap(), 7),
                    false => assert_eq!(decoder.get_value::<u8>().unwrap(), 7),
                }
            }
            decoder.done().unwrap();
        });
        used.count_total
    };
    let messages: Vec<_> = (0..512).map(args).collect();
    fresh(|| {
        for method in 0..512 {
            prepare_decoding(&types(method, <&str>::__descriptor));
        }
        let results: Vec<_> = (0..256)
            .map(|method| types(method, bool::__descriptor))
            .collect();
        for types in &results {
            prepare_encoding(types);
        }
        for types in &results {
            assert_eq!(measure(|| prepare_encoding(types)).count_total, 0);
        }
        let cold = fresh(|| call(0, &messages[0]));
        for (method, message) in messages.iter().enumerate() {
            let first = call(method, message);
            assert!(first < cold, "{method}");
            assert_eq!(first, call(method, message), "{method}");
        }
    });
}

#[test]
fn types_without_values_are_passed_over() {
    #[derive(CandidType)]
    #[allow(dead_code, reason = "has no values")]
    struct Endless(Box<Endless>);
    fresh(|| {
        candid::prepare::<((Endless,), (candid::Empty, Vec<candid::Empty>), ())>();
        candid::prepare::<()>();
        assert_eq!(decode_one::<u8>(&encode_one(7_u8).unwrap()).unwrap(), 7);
    });
}

/// Returns a message that decodes as a record of no fields, with a header that no other number has.
fn strange(n: u32, n_fields: u32) -> Vec<u8> {
    let mut bytes = b"DIDL\x01\x6c".to_vec();
    candid_wire::writer::write_leb_u32(&mut bytes, n_fields);
    for i in 0..n_fields {
        candid_wire::writer::write_leb_u32(&mut bytes, (n << 12) + i);
        bytes.push(0x7f);
    }
    bytes.extend([1, 0]);
    bytes
}

#[derive(CandidType, Deserialize, Debug)]
struct Nothing {}

#[test]
fn strangers_do_not_evict_what_is_used_often() {
    // The number of fields of their types, and how many of their messages come between two of ours.
    for (n_fields, n, n_all) in [
        (1, 100, 20_000),
        (1, 510, 20_400),
        (500, 64, 6_000),
        (1_300, 25, 2_000),
        (3_000, 1_000, 2_000),
    ] {
        fresh(|| {
            there_and_back();
            let warm = there_and_back().count_total;
            for round in 0..n_all / n {
                for i in 0..n {
                    decode_one::<Nothing>(&strange(round * n + i, n_fields)).unwrap();
                }
                assert_eq!(there_and_back().count_total, warm, "{n_fields} {round}");
            }
        });
    }
}

#[test]
fn what_is_prepared_survives_a_flood() {
    fresh(|| {
        candid::prepare::<((Transfer, u8),)>();
        for i in 0..2_000 {
            decode_one::<Nothing>(&strange(i, 1)).unwrap();
        }
        let first = there_and_back().count_total;
        assert_eq!(there_and_back().count_total, first);
    });
}

#[test]
fn what_is_kept_of_strangers_is_bounded() {
    fresh(|| {
        for n_fields in [1, 30, 300, 1_300, 4_000] {
            let used = measure(|| {
                for n in 0..3_000_000 / (1_000 + 100 * n_fields) {
                    decode_one::<Nothing>(&strange(n, n_fields)).unwrap();
                }
            });
            assert!(used.bytes_current < 4 << 20, "{n_fields} {used:?}");
        }
    });
}

/// Also what is compiled only for skipping them, in messages that add no pair of types: of records with two parts each.
#[test]
fn what_is_kept_of_skipped_records_is_bounded() {
    fresh(|| {
        for (n_records, n_fields) in [(1_000, 2), (100, 30), (3, 1_000)] {
            let used = measure(|| {
                for n in 0..200 {
                    let mut bytes = b"DIDL".to_vec();
                    candid_wire::writer::write_leb_u32(&mut bytes, n_records);
                    for i in 1..=n_records {
                        bytes.push(0x6c);
                        candid_wire::writer::write_leb_u32(&mut bytes, n_fields + 1);
                        for field in 0..n_fields {
                            candid_wire::writer::write_leb_u32(&mut bytes, field);
                            bytes.push([0x7e, 0x71][field as usize % 2]);
                        }
                        candid_wire::writer::write_leb_u32(&mut bytes, (n << 12) + n_fields);
                        let next = i64::from(i);
                        let ty = if i < n_records { next } else { -1 };
                        candid_wire::writer::write_sleb_i64(&mut bytes, ty);
                    }
                    bytes.extend([1, 0]);
                    bytes.extend(vec![0; (n_records * n_fields) as usize]);
                    decode_one::<candid::Reserved>(&bytes).unwrap();
                }
            });
            let held = used.bytes_current;
            assert!(held < (4 << 20) * 21 / 20, "{n_records} {n_fields} {held}");
        }
    });
}

#[test]
fn many_methods_are_all_kept() {
    // Records of one field each, all with different headers: those of a service of 500 methods.
    fresh(|| {
        let messages: Vec<_> = (0..500).map(|n| strange(n, 3)).collect();
        let decode_all = || {
            measure(|| {
                for message in &messages {
                    decode_one::<Nothing>(message).unwrap();
                }
            })
        };
        decode_all();
        assert_eq!(decode_all().count_total, 0);
    });
}
