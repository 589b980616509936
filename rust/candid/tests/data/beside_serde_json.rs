//! Values of std's types here and in serde_json: both keep a value or both refuse it, and both read it as the same, except
//! for what is listed with a reason.

use crate::beside::{check, reads, value, values};
use candid::CandidType;

/// Tuples whose elements are arrays, each of another type. Std shows at most 12 elements of one.
macro_rules! tuples {
    ($($name:literal: [$($n:tt)*];)*) => {
        [$(value($name, &($([$n; $n],)*), |tuple| [$(format!("{:?}", tuple.$n)),*].concat())),*]
    };
}

/// `PathBuf` and `OsString` that are no text.
fn not_text() -> std::ffi::OsString {
    std::os::unix::ffi::OsStringExt::from_vec(vec![b'a', 0xff])
}

fn poisoned() -> std::sync::Mutex<u8> {
    let lock = std::sync::Mutex::new(5);
    std::thread::scope(|scope| {
        let thread = scope.spawn(|| {
            let _guard = lock.lock();
            std::panic::resume_unwind(Box::new(()));
        });
        assert!(thread.join().is_err());
    });
    lock
}

#[test]
fn values() {
    use std::borrow::Cow;
    use std::cell::{Cell, RefCell};
    use std::cmp::Reverse;
    use std::collections::*;
    use std::marker::PhantomData;
    use std::net::*;
    use std::num::*;
    use std::ops::{Bound, Range};
    use std::path::{Path, PathBuf};
    use std::sync::{atomic::*, Mutex, RwLock};
    use std::time::{Duration, SystemTime};

    let rows = values! {
        ();
        PhantomData::<u8>;
        PhantomData::<fn() -> str>;
        Some(PhantomData::<u8>);
        vec![PhantomData::<String>; 2];
        true;
        (u8::MAX, u16::MAX, u32::MAX, u64::MAX, u128::MAX, usize::MAX);
        (i8::MIN, i16::MIN, i32::MIN, i64::MIN, i128::MIN, isize::MIN);
        (f32::MAX, f64::MIN_POSITIVE, -0.0_f64);
        f32::NAN;
        f64::INFINITY;
        'a';
        ['\0', 'é', '\u{10ffff}'];
        "text".to_string();
        NonZeroU8::MAX;
        NonZeroU64::MAX;
        NonZeroU128::MAX;
        NonZeroUsize::MAX;
        NonZeroI8::MIN;
        NonZeroI128::MIN;
        NonZeroIsize::MIN;
        Wrapping(u32::MAX);
        Saturating(i16::MIN);
        Reverse(7_u8);
        AtomicBool::new(true);
        AtomicU8::new(u8::MAX);
        AtomicI16::new(i16::MIN);
        AtomicU32::new(u32::MAX);
        AtomicI64::new(i64::MIN);
        AtomicU64::new(u64::MAX);
        AtomicUsize::new(usize::MAX);
        1_u8..5;
        Range {
            start: 5_u8,
            end: 1,
        };
        1_i64..=5;
        'a'..='b';
        3_u16..;
        ..3_u16;
        Bound::Included(2_u8);
        Bound::Excluded("a".to_string());
        Bound::<u8>::Unbounded;
        IpAddr::from([127, 0, 0, 1]);
        IpAddr::from([0xfe80, 0, 0, 0, 0, 0, 0, 1]);
        Ipv4Addr::BROADCAST;
        Ipv6Addr::LOCALHOST;
        SocketAddr::from(([127, 0, 0, 1], 80));
        SocketAddrV4::new(Ipv4Addr::LOCALHOST, 0);
        SocketAddrV6::new(Ipv6Addr::LOCALHOST, 65535, 0, 0);
        SocketAddrV6::new(Ipv6Addr::LOCALHOST, 65535, 0, 7);
        SocketAddrV6::new(Ipv6Addr::LOCALHOST, 65535, 5, 0);
        SocketAddr::from(SocketAddrV6::new(Ipv6Addr::LOCALHOST, 65535, 5, 0));
        Cell::new(5_u8);
        RefCell::new(vec![5_u8]);
        Mutex::new("a".to_string());
        RwLock::new((1_u8, 'a'));
        poisoned();
        Duration::new(u64::MAX, 999_999_999);
        Duration::ZERO;
        SystemTime::UNIX_EPOCH;
        SystemTime::UNIX_EPOCH + Duration::new(1_795_000_000, 7);
        SystemTime::UNIX_EPOCH - Duration::new(1, 0);
        PathBuf::from("/a/é");
        PathBuf::new();
        Box::<Path>::from(Path::new("a"));
        PathBuf::from(not_text());
        std::ffi::OsString::from("a");
        not_text();
        Ok::<u8, String>(5);
        Err::<u8, String>("a".to_string());
        Some(5_u8);
        None::<u8>;
        Some(None::<u8>);
        Some(());
        Box::new(5_u8);
        Cow::<str>::Owned("a".to_string());
        [1_u8; 32];
        VecDeque::from([1_u8, 2]);
        LinkedList::from([1_u8, 2]);
        BTreeSet::from(['a', 'b']);
        HashSet::from(['a']);
        BinaryHeap::from([5_u8]);
        BTreeMap::from([("a".to_string(), 1_u8)]);
        BTreeMap::from([(5_u128, 1_u8)]);
        HashMap::from([('a', 1_u8)]);
        BTreeMap::from([((1_u8, 2_u8), 1_u8)]);
        BTreeMap::from([(Some(1_u8), 1_u8)]);
    };
    let no_number = "JSON has no such number";
    let null = "JSON has one `null` for all of these; in Candid each `opt` has a byte";
    let flow = "its text has no flow information, nor has `Debug`: serde_json loses it, and Candid says so";
    let exceptions = [
        ["Some(PhantomData::<u8>)", "changed: None", "kept", null],
        ["f32::NAN", "written, not read", "kept", no_number],
        ["f64::INFINITY", "written, not read", "kept", no_number],
        [
            "SocketAddrV6::new(Ipv6Addr::LOCALHOST, 65535, 5, 0)",
            "kept",
            "refused",
            flow,
        ],
        [
            "SocketAddr::from(SocketAddrV6::new(Ipv6Addr::LOCALHOST, 65535, 5, 0))",
            "kept",
            "refused",
            flow,
        ],
        ["Some(None::<u8>)", "changed: None", "kept", null],
        ["Some(())", "changed: None", "kept", null],
        [
            "BTreeMap::from([((1_u8, 2_u8), 1_u8)])",
            "refused",
            "kept",
            "keys in JSON are text; in Candid a map is a vector of pairs",
        ],
    ];
    check(&rows, &exceptions);
}

#[test]
fn tuples() {
    let rows = tuples! {
        "1": [0];
        "8": [0 1 2 3 4 5 6 7];
        "9": [0 1 2 3 4 5 6 7 8];
        "10": [0 1 2 3 4 5 6 7 8 9];
        "11": [0 1 2 3 4 5 6 7 8 9 10];
        "12": [0 1 2 3 4 5 6 7 8 9 10 11];
        "13": [0 1 2 3 4 5 6 7 8 9 10 11 12];
        "14": [0 1 2 3 4 5 6 7 8 9 10 11 12 13];
        "15": [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14];
        "16": [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15];
    };
    assert!(rows.iter().all(|(_, _, candid)| candid == "kept"));
    check(&rows, &[]);
}

#[derive(CandidType)]
struct Start {
    start: u8,
}

#[derive(CandidType)]
struct Ends {
    start: u8,
    end: u8,
}

#[derive(CandidType)]
struct Surplus {
    start: u8,
    end: u8,
    by: u8,
}

#[derive(CandidType)]
struct Passed {
    secs: u64,
    nanos: u32,
}

#[derive(CandidType)]
struct At {
    secs_since_epoch: u64,
    nanos_since_epoch: u32,
}

#[derive(CandidType)]
enum Case {
    Included(u8),
    Other(u8),
    Windows(Vec<u16>),
}

#[test]
fn what_is_read() {
    use std::collections::*;
    use std::ffi::OsString;
    use std::marker::PhantomData;
    use std::net::*;
    use std::num::*;
    use std::ops::{Bound, Range};
    use std::path::PathBuf;
    use std::sync::{atomic::*, Mutex};
    use std::time::{Duration, SystemTime};

    const SECOND: u32 = 1_000_000_000;
    type Nine = (u8, u8, u8, u8, u8, u8, u8, u8, char);

    let rows = reads! {
        (): "null", ();
        (): "5", 5_u8;
        PhantomData<u8>: "null", ();
        PhantomData<u8>: "5", 5_u8;
        bool: "1", 1_u8;
        u8: "256", 256_u16;
        u8: "-1", -1_i8;
        u8: "1.5", 1.5_f64;
        u64: "1", 1_u8;
        f64: "1", 1_u8;
        NonZeroU8: "1", 1_u8;
        NonZeroU8: "0", 0_u8;
        NonZeroI128: "0", 0_i128;
        NonZeroUsize: "0", 0_usize;
        Wrapping<u8>: "256", 256_u16;
        Saturating<u8>: "256", 256_u16;
        AtomicBool: "1", 1_u8;
        AtomicU8: "256", 256_u16;
        char: "\"é\"", "é";
        char: "\"\"", "";
        char: "\"ab\"", "ab";
        char: "97", 97_u32;
        Range<u8>: r#"{"start":1,"end":2}"#, Ends { start: 1, end: 2 };
        Range<u8>: r#"{"start":1}"#, Start { start: 1 };
        Range<u8>: r#"{"start":1,"end":2,"by":3}"#, Surplus { start: 1, end: 2, by: 3 };
        Range<u8>: "[1,2]", (1_u8, 2_u8);
        Bound<u8>: r#"{"Included":1}"#, Case::Included(1);
        Bound<u8>: r#"{"Other":1}"#, Case::Other(1);
        IpAddr: r#""::1""#, "::1";
        IpAddr: r#""127.0.0""#, "127.0.0";
        IpAddr: "[127,0,0,1]", [127_u8, 0, 0, 1];
        Ipv4Addr: r#""::1""#, "::1";
        SocketAddr: r#""127.0.0.1:80""#, "127.0.0.1:80";
        SocketAddr: r#""127.0.0.1""#, "127.0.0.1";
        SocketAddr: r#""[::1]:65536""#, "[::1]:65536";
        Mutex<u8>: r#""a""#, "a";
        Duration: r#"{"secs":1,"nanos":1000000000}"#, Passed { secs: 1, nanos: SECOND };
        Duration: r#"{"secs":18446744073709551615,"nanos":1000000000}"#,
            Passed { secs: u64::MAX, nanos: SECOND };
        SystemTime: r#"{"secs_since_epoch":1,"nanos_since_epoch":0}"#,
            At { secs_since_epoch: 1, nanos_since_epoch: 0 };
        SystemTime: r#"{"secs_since_epoch":18446744073709551615,"nanos_since_epoch":0}"#,
            At { secs_since_epoch: u64::MAX, nanos_since_epoch: 0 };
        PathBuf: r#""a""#, "a";
        PathBuf: "[97]", [97_u8];
        OsString: r#""a""#, "a";
        OsString: r#"{"Windows":[97]}"#, Case::Windows(vec![97]);
        [u8; 3]: "[1,2]", [1_u8, 2];
        [u8; 3]: "[1,2,3,4]", [1_u8, 2, 3, 4];
        Nine: r#"[1,2,3,4,5,6,7,8]"#, (1_u8, 2_u8, 3_u8, 4_u8, 5_u8, 6_u8, 7_u8, 8_u8);
        Nine: r#"[1,2,3,4,5,6,7,8,"i"]"#, (1_u8, 2_u8, 3_u8, 4_u8, 5_u8, 6_u8, 7_u8, 8_u8, 'i');
        Nine: r#"[1,2,3,4,5,6,7,8,"i",10]"#, (1_u8, 2_u8, 3_u8, 4_u8, 5_u8, 6_u8, 7_u8, 8_u8, 'i', 10_u8);
        Option<u8>: "5", 5_u8;
        Option<u8>: r#""a""#, "a";
        BTreeSet<u8>: "[2,1,2]", [2_u8, 1, 2];
        BTreeMap<String, u8>: r#"[["a",1]]"#, [("a", 1_u8)];
    };
    let width = "numbers of fixed size are not subtypes of each other";
    let surplus = "what is not expected is skipped, so that senders can add some";
    let exceptions = [
        ["u64: 1_u8", "1", "refused", width],
        ["f64: 1_u8", "1.0", "refused", width],
        ["Saturating<u8>: 256_u16", "255", "refused", width],
        [
            "Range<u8>: Surplus { start: 1, end: 2, by: 3 }",
            "refused",
            "1..2",
            surplus,
        ],
        [
            "Range<u8>: (1_u8, 2_u8)",
            "1..2",
            "refused",
            "fields have labels: those of a tuple are 0 and 1",
        ],
        [
            "Nine: (1_u8, 2_u8, 3_u8, 4_u8, 5_u8, 6_u8, 7_u8, 8_u8, 'i', 10_u8)",
            "refused",
            "(1, 2, 3, 4, 5, 6, 7, 8, 'i')",
            surplus,
        ],
        [
            "Option<u8>: \"a\"",
            "refused",
            "None",
            "an `opt` is null where the value is of another type",
        ],
        [
            "BTreeMap<String, u8>: [(\"a\", 1_u8)]",
            "refused",
            "{\"a\": 1}",
            "a map is a vector of pairs",
        ],
    ];
    check(&rows, &exceptions);
}
