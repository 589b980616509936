//! Values of std's types, as they are written and read back.

use candid::{decode_one, encode_one, CandidType, Deserialize};
use std::fmt::Debug;
use std::num::{NonZeroI64, NonZeroU128, NonZeroU8, Saturating, Wrapping};
use std::ops::Bound;
use std::sync::atomic::{AtomicBool, AtomicI8, AtomicU64, AtomicUsize};
use std::sync::{Mutex, RwLock};

/// Checks that a value has the same message as another, of a type known by other tests, and is read from it.
#[track_caller]
pub(super) fn same<T, U>(value: T, known: U)
where
    T: CandidType + for<'a> Deserialize<'a> + Debug,
    U: CandidType + Debug,
{
    let message = encode_one(&value).unwrap();
    assert_eq!(
        hex::encode(&message),
        hex::encode(encode_one(&known).unwrap()),
        "{value:?}"
    );
    let read = decode_one::<T>(&message).unwrap();
    assert_eq!(format!("{read:?}"), format!("{value:?}"));
}

#[track_caller]
pub(super) fn refused<T: CandidType + for<'a> Deserialize<'a> + Debug>(
    known: impl CandidType,
    expected: &str,
) {
    let error = decode_one::<T>(&encode_one(known).unwrap()).unwrap_err();
    assert!(error.to_string().contains(expected), "{error}");
}

#[test]
fn numbers() {
    same(NonZeroU8::MAX, 255_u8);
    same(NonZeroI64::MIN, i64::MIN);
    same(NonZeroU128::MIN, 1_u128);
    same(vec![NonZeroU8::MIN; 3], [1_u8; 3]);
    same(Some(NonZeroU8::MIN), Some(1_u8));
    same(Wrapping(7_u32), 7_u32);
    same(Saturating(-7_i16), -7_i16);
    same(AtomicBool::new(true), true);
    same(AtomicI8::new(-1), -1_i8);
    same(AtomicU64::new(u64::MAX), u64::MAX);
    same(AtomicUsize::new(5), 5_usize);
    refused::<NonZeroU8>(0_u8, "expected a nonzero u8");
    refused::<NonZeroU128>(0_u128, "expected a nonzero u128");
    refused::<NonZeroU8>(1_u16, "expected nat8, found nat16");
}

#[test]
fn characters() {
    same('a', "a");
    same('\u{10ffff}', "\u{10ffff}");
    same(vec!['é', '語'], ["é", "語"]);
    refused::<char>("", "expected a character");
    refused::<char>("ab", "expected a character");
    refused::<char>(97_u32, "expected text, found nat32");
}

#[derive(CandidType, Debug)]
struct Ends<T> {
    start: T,
    end: T,
}

#[derive(CandidType, Debug)]
struct Start<T> {
    start: T,
}

#[derive(CandidType, Debug)]
struct End<T> {
    end: T,
}

/// As serde has it.
#[derive(CandidType, Debug)]
#[allow(dead_code, reason = "all cases of the type")]
enum Limit<T> {
    Unbounded,
    Included(T),
    Excluded(T),
}

#[test]
fn ranges() {
    same(
        1_u8..5,
        Ends {
            start: 1_u8,
            end: 5,
        },
    );
    same(
        1_i64..=5,
        Ends {
            start: 1_i64,
            end: 5,
        },
    );
    same(
        "a".to_string()..="b".to_string(),
        Ends {
            start: "a",
            end: "b",
        },
    );
    same(3_u16.., Start { start: 3_u16 });
    same(..3_u16, End { end: 3_u16 });
    same(Bound::Included(2_u8), Limit::Included(2_u8));
    same(Bound::Excluded(2_u8), Limit::Excluded(2_u8));
    same(Bound::<u8>::Unbounded, Limit::<u8>::Unbounded);
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
fn locks() {
    same(Mutex::new(5_u8), 5_u8);
    same(RwLock::new(vec!["a".to_string()]), ["a"]);
    let poisoned = Mutex::new(5_u8);
    std::thread::scope(|scope| {
        let thread = scope.spawn(|| {
            let _guard = poisoned.lock();
            std::panic::resume_unwind(Box::new(()));
        });
        assert!(thread.join().is_err());
    });
    assert!(encode_one(&poisoned).is_err());
}

#[cfg(unix)]
#[test]
fn strings_of_the_system() {
    use std::ffi::OsString;
    use std::os::unix::ffi::OsStringExt;

    #[derive(CandidType, Debug)]
    #[allow(dead_code, reason = "all cases of the type")]
    enum System {
        Unix(Vec<u8>),
        Windows(Vec<u16>),
    }
    let bytes = vec![b'a', 0xff];
    same(OsString::from_vec(bytes.clone()), System::Unix(bytes));
    refused::<OsString>(
        System::Windows(vec![1]),
        "cannot deserialize Windows OS string on Unix",
    );
}
