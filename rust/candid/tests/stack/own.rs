//! Stacks that the system or `stacker` tells of.

use crate::{check, decodes, in_child, on_thread, system_tells};

const MIB: usize = 1024 * 1024;

/// The second stack lies where the upper end of the first one was.
#[test]
fn a_smaller_stack_where_a_larger_one_was() {
    in_child("own::a_smaller_stack_where_a_larger_one_was", || {
        for kib in [64 * 1024, 256, 192, 32 * 1024, 128] {
            stacker::grow(kib * 1024, || check(if kib < 256 { 2 } else { 20 }));
        }
    });
}

#[test]
fn a_smaller_thread_where_a_larger_one_was() {
    in_child("own::a_smaller_thread_where_a_larger_one_was", || {
        for kib in [64 * 1024, 256, 192, 32 * 1024, 128] {
            on_thread(kib, move || check(if kib < 256 { 2 } else { 20 }));
        }
    });
}

/// Some nesting is possible on stacks of 96 KiB; on smaller ones whatever is nested is refused.
#[test]
fn small_threads() {
    in_child("own::small_threads", || {
        for kib in [96, 112, 128] {
            on_thread(kib, || check(2));
        }
        for kib in [48, 64, 80] {
            on_thread(kib, || {
                assert_eq!(candid::decode_one::<u8>(b"DIDL\0\x01\x7b\x07").unwrap(), 7);
                assert!(!decodes(crate::ENDLESS));
            });
        }
    });
}

/// What a stack has can be used: that of the thread before and after it was grown, and each that was.
#[test]
fn usual_depths() {
    in_child("own::usual_depths", || {
        assert!(decodes(500));
        stacker::grow(64 * MIB, || {
            assert!(decodes(20_000));
            stacker::grow(MIB, || check(200));
            assert!(decodes(20_000));
            on_thread(8 * 1024, || check(2_000));
            assert!(decodes(20_000));
        });
        check(500);
        on_thread(2 * 1024, || {
            stacker::grow(64 * MIB, || assert!(decodes(20_000)));
            check(500);
        });
    });
}

/// The first message of a thread is decoded far down, the next one further up.
#[test]
fn from_several_places_of_a_stack() {
    #[inline(never)]
    fn down(levels: usize) -> u8 {
        let frame = std::hint::black_box([0u8; 64 * 1024]);
        match levels {
            0 => check(1_000),
            _ => return down(levels - 1) ^ frame[levels],
        }
        frame[0]
    }
    in_child("own::from_several_places_of_a_stack", || {
        on_thread(16 * 1024, || {
            let levels = match system_tells() {
                true => [3, 60, 0, 100, 1],
                false => [0, 3, 60, 0, 100],
            };
            for levels in levels {
                down(levels);
            }
        });
    });
}

/// What `flatten` keeps in serde's buffer is deserialized by serde alone, after it has been read: a list on the heap
/// whose elements take much of the stack.
#[test]
fn flattened_records() {
    #[derive(candid::CandidType, candid::Deserialize)]
    struct List {
        #[serde(flatten)]
        node: Node,
    }
    #[derive(candid::CandidType, candid::Deserialize)]
    struct Node {
        next: Option<Box<List>>,
        #[serde(skip)]
        #[allow(dead_code, reason = "takes stack")]
        large: [[u64; 16]; 16],
    }
    /// One field and its options.
    fn message(len: usize) -> Vec<u8> {
        #[derive(candid::CandidType)]
        struct List {
            next: Option<Box<List>>,
        }
        let mut bytes = candid::encode_one(List { next: None }).unwrap();
        bytes.pop();
        bytes.extend(vec![1; len]);
        bytes.push(0);
        bytes
    }
    in_child("own::flattened_records", || {
        for mib in [1, 2, 8, 64] {
            on_thread(mib * 1024, move || {
                let _ = candid::decode_one::<List>(&message(5)).unwrap();
                if mib >= 8 {
                    let _ = candid::decode_one::<List>(&message(100)).unwrap();
                }
                for len in (10..200).chain([500, 1_000, 3_000, 10_000, 100_000]) {
                    if let Err(error) = candid::decode_one::<List>(&message(len)) {
                        assert!(error.is_limit(), "{error}");
                    }
                }
            });
        }
    });
}

/// What is skipped goes as deep as the checks of other languages' bindings send it, in unoptimised code and on the stack of a
/// main thread.
#[test]
fn skipped_options() {
    in_child("own::skipped_options", || {
        on_thread(8 * 1024, || {
            let mut message = b"DIDL\x01\x6e\0\x01\0".to_vec();
            message.extend([1; 5_500]);
            message.push(0);
            candid::decode_args::<()>(&message).unwrap();
        });
    });
}
