//! The tables of the guide (`docs/types.md`, `docs/attributes.md`) agree with the types: each row has a type here, and each
//! type here a row. That of `docs/features.md` agrees with `Cargo.toml`, that of
//! `docs/json.md` with `spec/json.md`.

#![cfg(all(feature = "value", feature = "serde_bytes", any(unix, windows)))]

#[path = "guide/examples.rs"]
mod examples;
#[path = "guide/features.rs"]
mod features;

use candid::CandidType;
use std::fmt::Write as _;

/// Returns the texts in backticks of both cells of each row of the first table, or of the first after a heading.
fn rows(page: &str, heading: &str) -> Vec<(Vec<String>, String)> {
    let quoted = |cell: &str| -> Vec<String> {
        let parts = cell.split('`').skip(1).step_by(2);
        parts.map(str::to_owned).collect()
    };
    let (_, section) = page.split_once(heading).expect("the heading is there");
    let table = section.lines().skip_while(|line| !line.starts_with("|---"));
    table
        .skip(1)
        .take_while(|line| line.starts_with('|'))
        .map(|line| {
            let cells: Vec<_> = line.split(" | ").collect();
            assert_eq!(cells.len(), 2, "{line}");
            let result = quoted(cells[1]);
            assert_eq!(result.len(), 1, "{line}");
            (quoted(cells[0]), result[0].clone())
        })
        .collect()
}

/// Returns one line for each Rust type or item of the table, without white space, which `stringify!` does not keep.
fn lines<'a>(pairs: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let mut lines: Vec<_> = pairs
        .map(|(rust, candid)| {
            let rust: String = rust.split_whitespace().collect();
            format!("{rust} => {candid}")
        })
        .collect();
    lines.sort_unstable();
    lines.iter().fold(String::new(), |mut all, line| {
        let _ = writeln!(all, "{line}");
        all
    })
}

fn check(page: &str, heading: &str, found: &[(&str, String)]) {
    let rows = rows(page, heading);
    let documented = lines(
        rows.iter()
            .flat_map(|(rust, candid)| rust.iter().map(move |rust| (&**rust, &**candid))),
    );
    let found = lines(found.iter().map(|(rust, candid)| (*rust, &**candid)));
    for (documented, found) in documented.lines().zip(found.lines()) {
        assert_eq!(documented, found);
    }
    assert_eq!(documented, found);
}

macro_rules! types {
    ($($ty:ty;)*) => {
        [$((stringify!($ty), <$ty as CandidType>::ty().to_string())),*]
    };
}

#[test]
fn types() {
    use candid::{Empty, Int, Lazy, Nat, Principal, Reserved};
    use serde_bytes::{ByteArray, ByteBuf, Bytes};
    use std::borrow::Cow;
    use std::cell::{Cell, RefCell};
    use std::cmp::Reverse;
    use std::collections::*;
    use std::ffi::{OsStr, OsString};
    use std::marker::PhantomData;
    use std::net::*;
    use std::num::*;
    use std::ops::{Bound, Range, RangeFrom, RangeInclusive, RangeTo};
    use std::path::{Path, PathBuf};
    use std::rc::Rc;
    use std::sync::{atomic::*, Arc, Mutex, RwLock};
    use std::time::{Duration, SystemTime};

    type T = u16;
    type U = bool;
    type K = String;
    type V = u8;

    let found = types! {
        bool; AtomicBool;
        u8; u16; u32; u64; u128; usize;
        i8; i16; i32; i64; i128; isize;
        NonZeroU8; NonZeroU16; NonZeroU32; NonZeroU64; NonZeroU128; NonZeroUsize;
        NonZeroI8; NonZeroI16; NonZeroI32; NonZeroI64; NonZeroI128; NonZeroIsize;
        AtomicU8; AtomicU16; AtomicU32; AtomicU64; AtomicUsize;
        AtomicI8; AtomicI16; AtomicI32; AtomicI64; AtomicIsize;
        f32; f64; Nat; Int;
        String; str; char; Path; PathBuf;
        IpAddr; Ipv4Addr; Ipv6Addr; SocketAddr; SocketAddrV4; SocketAddrV6;
        (); PhantomData<T>; Reserved; Empty; Principal;
        Option<T>; Vec<T>; [T]; [T; 3]; VecDeque<T>; LinkedList<T>;
        BTreeSet<T>; HashSet<T>; BinaryHeap<T>;
        Vec<u8>; [u8]; [u8; 3]; ByteBuf; Bytes; ByteArray<3>;
        BTreeMap<K, V>; HashMap<K, V>;
        (T,); (T, U); Result<T, U>;
        &T; &mut T; Box<T>; Rc<T>; Arc<T>; Cow<'static, T>;
        Cell<T>; RefCell<T>; Mutex<T>; RwLock<T>;
        Reverse<T>; Wrapping<T>; Saturating<T>; Lazy<T>;
        Range<T>; RangeInclusive<T>; RangeFrom<T>; RangeTo<T>; Bound<T>;
        Duration; SystemTime; OsString; OsStr;
    };
    check(include_str!("../docs/types.md"), "", &found);
}

#[cfg(all(
    feature = "bytes",
    feature = "chrono",
    feature = "indexmap",
    feature = "rust_decimal",
    feature = "serde_json",
    feature = "smallvec",
    feature = "time",
    feature = "uuid"
))]
#[test]
fn types_of_other_crates() {
    use chrono::{FixedOffset, Utc};

    type T = u16;
    type K = String;
    type V = u8;

    let found = types! {
        bytes::Bytes; bytes::BytesMut;
        chrono::DateTime<Utc>; chrono::DateTime<FixedOffset>; chrono::NaiveDateTime;
        chrono::NaiveDate; chrono::NaiveTime; chrono::Month; chrono::Weekday; chrono::TimeDelta;
        indexmap::IndexMap<K, V>; indexmap::IndexSet<T>;
        rust_decimal::Decimal; candid::Json<T>;
        smallvec::SmallVec<[T; 4]>; smallvec::SmallVec<[u8; 4]>;
        time::OffsetDateTime; time::UtcDateTime; time::PrimitiveDateTime; time::UtcOffset;
        time::Date; time::Time; time::Month; time::Weekday; time::Duration; time::Timestamp;
        uuid::Uuid; uuid::NonNilUuid;
    };
    let page = include_str!("../docs/types.md");
    check(page, "# Types of other crates", &found);
}

#[test]
fn every_implementation_has_a_row() {
    // Types by name, as the implementations spell them: in macro tables or after `CandidType for`.
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/impls");
    let page = include_str!("../docs/types.md");
    let mut n_names = 0;
    let files = |folder: &str| {
        let entries = std::fs::read_dir(folder).expect("the folder is there");
        entries.map(|entry| entry.expect("an entry").path())
    };
    for path in files(folder).chain(files(&format!("{folder}/crates"))) {
        if path.is_dir() || path.ends_with("mod.rs") || path.ends_with("tests.rs") {
            continue;
        }
        let source = std::fs::read_to_string(&path).expect("a source file");
        for line in source.lines() {
            let is_name = |letter: char| letter.is_ascii_alphanumeric();
            let implemented = line.split_once("CandidType for ");
            // `NonZeroU8 => u8,` and `impl [T: CandidType] for BTreeSet<T>;`.
            let listed = line.split_once("] for ");
            let row = line.trim_start().split_once(" => ");
            let row =
                row.filter(|(name, rest)| name.chars().all(is_name) && rest.ends_with([',', ';']));
            let Some(ty) = implemented
                .or(listed)
                .map(|(_, ty)| ty)
                .or(row.map(|(ty, _)| ty))
            else {
                continue;
            };
            let name: String = ty.chars().take_while(|letter| is_name(*letter)).collect();
            // `Func` and `Service` are untyped references, of which the page names the macros.
            // `Duration` is what most call a `SignedDuration` of the crate `time`.
            let without = ["Func", "Service", "None", "SignedDuration"];
            if name.is_empty() || without.contains(&name.as_str()) {
                continue;
            }
            n_names += 1;
            let words: Vec<_> = page.split(|letter| !is_name(letter)).collect();
            assert!(words.contains(&name.as_str()), "{name} has no row");
        }
    }
    assert!(n_names > 60, "{n_names} names");
}

/// The page about JSON has the table of the specification, of which the links lead to headings of the page.
#[test]
fn json() {
    fn table(page: &str) -> Vec<&str> {
        let rows = page
            .lines()
            .skip_while(|line| !line.starts_with("| type |"));
        rows.take_while(|line| line.starts_with('|')).collect()
    }
    let page = include_str!("../docs/json.md");
    let documented = table(page);
    assert_eq!(
        documented,
        table(include_str!("../../../spec/json.md")),
        "docs/json.md, spec/json.md"
    );
    assert!(documented.len() > 15, "{documented:?}");
    let headings = page.lines().filter_map(|line| line.strip_prefix("# "));
    let anchors: Vec<_> = headings
        .map(|heading| heading.to_lowercase().replace(' ', "-"))
        .collect();
    for (_, link) in page
        .match_indices("](#")
        .map(|(at, mark)| page[at..].split_at(mark.len()))
    {
        let anchor = link.split(')').next().unwrap_or_default();
        assert!(anchors.iter().any(|known| known == anchor), "{anchor}");
    }
}

#[test]
fn features() {
    let page = include_str!("../docs/features.md");
    features::check(include_str!("../Cargo.toml"), page);
}

/// What users look up has an example.
#[test]
fn functions_have_examples() {
    let files = [
        "api/mod.rs",
        "data/array.rs",
        "data/as_string.rs",
        "data/bounded_vec.rs",
        "data/int.rs",
        "data/leb128_io.rs",
        "data/nat.rs",
        "data/reference_macros.rs",
        "data/rest.rs",
        "data/result.rs",
        "data/shared.rs",
        "de/config.rs",
        "de/message.rs",
        "error.rs",
        "error/kind.rs",
        "json/lines.rs",
        "json/lossless.rs",
        "json/mod.rs",
        "json/options.rs",
        "json/rust.rs",
        "json/schema.rs",
        "json/schema/service.rs",
        "json/tree.rs",
        "lazy.rs",
        "ser/builder.rs",
        "stream/reader.rs",
        "stream/writer.rs",
        "testing/frozen.rs",
        "types/env.rs",
        "types/subtype.rs",
        "value/access.rs",
        "value/args.rs",
        "value/bounded_display.rs",
        "value/cast.rs",
        "value/diff.rs",
        "value/from.rs",
        "value/rust.rs",
    ];
    // These are in the example of their type, or of the function with another kind of input or output.
    let shown_elsewhere = [
        "api/mod.rs encode_args_ref",
        "api/mod.rs write_args_ref",
        "api/mod.rs check_unique",
        "data/array.rs serialize",
        "data/array.rs deserialize",
        "data/as_string.rs serialize",
        "data/as_string.rs deserialize",
        "data/bounded_vec.rs get",
        "data/reference_macros.rs new",
        "data/shared.rs serialize",
        "data/shared.rs deserialize",
        "de/message.rs new",
        "de/message.rs is_done",
        "de/message.rs get_config",
        "json/lines.rs new",
        "json/lines.rs line_number",
        "json/lines.rs next_value",
        "json/lines.rs new",
        "json/lines.rs write_value",
        "json/lines.rs into_inner",
        "json/lossless.rs to_writer",
        "json/lossless.rs from_slice",
        "json/lossless.rs args_to_string",
        "json/lossless.rs args_to_writer",
        "json/lossless.rs args_from_slice",
        "json/mod.rs args_from_slice",
        "json/options.rs new",
        "json/options.rs blob",
        "json/options.rs unknown_keys",
        "lazy.rs new",
        "lazy.rs is_decoded",
        "lazy.rs into_inner",
        "ser/builder.rs new",
        "stream/reader.rs new",
        "stream/reader.rs n_left",
        "stream/writer.rs new",
        "types/env.rs new",
        "types/env.rs rec_find_type",
        "types/env.rs to_sorted_iter",
        "types/env.rs is_blob",
    ];
    let src = concat!(env!("CARGO_MANIFEST_DIR"), "/src");
    assert_eq!(examples::missing(src, &files), shown_elsewhere);
}

mod attributes {
    #![allow(dead_code)]

    use candid::{CandidType, Deserialize, Nat, Rest};
    use std::collections::BTreeSet;

    #[derive(CandidType, Deserialize, Clone)]
    struct User {
        name: String,
    }

    /// A number as text.
    mod as_text {
        use serde::de::{Deserialize, Deserializer, Error};
        use serde::Serializer;

        pub(super) fn serialize<S: Serializer>(n: &u8, to: S) -> Result<S::Ok, S::Error> {
            to.collect_str(n)
        }

        pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u8, D::Error> {
            String::deserialize(from)?.parse().map_err(D::Error::custom)
        }
    }

    // Each item is in a function of its own, because all are called `T`.
    macro_rules! items {
        ($({ $($item:tt)* })*) => {
            vec![$({
                #[derive(CandidType, Deserialize, Clone)]
                $($item)*
                convert!(T; $($item)*);
                (stringify!($($item)*), T::ty().to_string())
            }),*]
        };
    }

    // The conversions that `into`, `from` and `try_from` need.
    macro_rules! convert {
        ($T:ident; #[serde(from = $from:literal, into = $into:literal)] $($rest:tt)*) => {
            impl From<String> for $T {
                fn from(text: String) -> Self {
                    $T(u8::try_from(text.len()).unwrap_or(u8::MAX))
                }
            }
            impl From<$T> for String {
                fn from(value: $T) -> Self {
                    value.0.to_string()
                }
            }
        };
        ($T:ident; #[serde(try_from = $from:literal, into = $into:literal)] $($rest:tt)*) => {
            convert!($T; #[serde(from = $from, into = $into)]);
        };
        ($T:ident; #[serde(default)] $($rest:tt)*) => {
            impl Default for $T {
                fn default() -> Self {
                    $T { id: 0 }
                }
            }
        };
        ($T:ident; $($rest:tt)*) => {};
    }

    #[test]
    fn table() {
        let found = items! {
            { struct T { user_id: u8 } }
            { #[serde(rename_all = "camelCase")] struct T { user_id: u8 } }
            { #[serde(rename_all_fields = "camelCase")] enum T { A { user_id: u8 } } }
            { #[serde(transparent)] struct T { id: u8 } }
            { #[serde(from = "String", into = "String")] struct T(u8); }
            { #[serde(try_from = "String", into = "String")] struct T(u8); }
            { #[serde(default)] struct T { id: u8 } }
            { struct T { #[serde(rename = "in")] id: u8 } }
            { struct T { #[serde(default)] id: u8 } }
            { struct T(u8, #[serde(default)] u16); }
            { struct T { #[serde(alias = "number")] id: u8 } }
            { struct T { id: u8, #[serde(flatten)] rest: User } }
            { struct T { id: u8, #[serde(skip)] cache: u16 } }
            { struct T { #[serde(skip_deserializing)] id: u8 } }
            { struct T { #[serde(skip_serializing_if = "Option::is_none")] id: Option<u8> } }
            { struct T { #[serde(with = "serde_bytes")] data: Vec<u8> } }
            { struct T { #[serde(with = "candid::array")] data: [u8; 64] } }
            { struct T { #[serde(with = "candid::nat_as_string")] n: Nat } }
            { struct T { #[serde(with = "as_text")] #[candid(with_type = "String")] n: u8 } }
            { struct T { #[serde(serialize_with = "as_text::serialize", deserialize_with = "as_text::deserialize")] #[candid(with_type = "String")] n: u8 } }
            { struct T { #[serde(serialize_with = "as_text::serialize")] #[candid(with_type = "String")] n: u8 } }
            { struct T { #[serde(deserialize_with = "as_text::deserialize")] n: u8 } }
            { #[candid(name = "Pair")] struct T { a: u8, b: u8 } }
            { struct T { id: u8, #[candid(rest)] rest: Rest } }
            { struct T { #[candid(id = 5)] _5_: u8 } }
            { enum T { #[serde(rename = "a")] A, B(u8), C(u8, u8) } }
            { enum T { A, #[serde(skip)] B } }
            { enum T { A, #[serde(skip_serializing)] B } }
            { enum T { A, #[serde(skip_deserializing)] B } }
        };
        super::check(include_str!("../docs/attributes.md"), "", &found);
    }

    /// What the page says is refused is what the errors of the derive say, and each of these has a test.
    #[test]
    fn refused() {
        let page = include_str!("../docs/attributes.md");
        let section = page.split("# Attributes that are refused").nth(1).unwrap();
        let mut documented = BTreeSet::new();
        for row in section.lines().filter(|line| line.starts_with("| `")) {
            let cells: Vec<_> = row.split(" | ").collect();
            let [names, place, _] = cells.as_slice() else {
                panic!("{row}");
            };
            for name in names.split('`').skip(1).step_by(2) {
                let is_new = documented.insert(format!("`{name}` {place}"));
                assert!(is_new, "{row}: twice");
            }
        }
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/derive/ui");
        let tested = files(folder, "stderr")
            .iter()
            .flat_map(|text| refusals(text))
            .collect();
        assert_eq!(documented, tested);
        // The derive has no other: those of which the place is put together are in a table.
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../candid_derive/src/derive");
        let sources: Vec<_> = files(folder, "rs");
        let written: BTreeSet<_> = sources.iter().flat_map(|text| refusals(text)).collect();
        assert!(written.len() > 20, "{written:?}");
        assert_eq!(
            written.difference(&tested).collect::<Vec<_>>(),
            Vec::<&String>::new()
        );
        let table = sources
            .iter()
            .flat_map(|text| text.split("\n    (\n        \"").skip(1));
        let names: Vec<_> = table.filter_map(|row| row.split('"').next()).collect();
        assert!(names.len() > 10, "{names:?}");
        for name in names {
            let refused = format!("`{name}` ");
            assert!(
                tested.iter().any(|found| found.starts_with(&refused)),
                "{name}"
            );
        }
    }

    /// Returns the texts of the files in a folder.
    fn files(folder: &str, extension: &str) -> Vec<String> {
        let entries = std::fs::read_dir(folder).unwrap();
        let paths = entries.map(|entry| entry.unwrap().path());
        paths
            .filter(|path| path.extension().is_some_and(|found| found == extension))
            .map(|path| std::fs::read_to_string(path).unwrap())
            .collect()
    }

    /// Returns the attributes that errors say are not possible, each with the place. In a source, a text may go on in the
    /// next line.
    fn refusals(text: &str) -> BTreeSet<String> {
        let text: Vec<_> = text.split("\\\n").map(str::trim_start).collect();
        let text = text.concat();
        let mut found = BTreeSet::new();
        for (before, after) in text
            .match_indices("` is not possible ")
            .map(|(at, mark)| (&text[..at], &text[at + mark.len()..]))
        {
            let name = before.rsplit('`').next().unwrap();
            let place = after.split([':', '"', '{']).next().unwrap();
            let is_complete = after[place.len()..].starts_with(':') && !name.contains('{');
            if is_complete {
                let place = if place == "in Candid" {
                    "always"
                } else {
                    place
                };
                found.insert(format!("`{name}` {place}"));
            }
        }
        found
    }

    /// All attributes of <https://serde.rs/attributes.html>: the page or the derive's own documentation says what each does.
    #[test]
    fn none_is_forgotten() {
        const CONTAINERS: &str = "rename rename_all rename_all_fields deny_unknown_fields tag content untagged bound \
             default remote transparent from try_from into crate expecting variant_identifier field_identifier";
        const VARIANTS: &str =
            "rename alias rename_all skip skip_serializing skip_deserializing serialize_with \
             deserialize_with with bound borrow other untagged";
        const FIELDS: &str =
            "rename alias default flatten skip skip_serializing skip_deserializing \
             skip_serializing_if serialize_with deserialize_with with borrow bound getter";
        let page = include_str!("../docs/attributes.md");
        for name in [CONTAINERS, VARIANTS, FIELDS].join(" ").split_whitespace() {
            let forms = [
                ("`", "`"),
                ("serde(", ")"),
                ("serde(", " = "),
                (", ", " = \""),
            ];
            let is_there =
                forms.map(|(before, after)| page.contains(&format!("{before}{name}{after}")));
            assert!(is_there.contains(&true), "{name}");
        }
    }
}
