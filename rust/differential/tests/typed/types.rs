//! The same Rust types, derived with each implementation, as functions on bytes.

use candid::types::Type;
use candid_differential::sides::{innermost, our_config, our_cost, their_config, their_cost, Cost};
use std::hash::{BuildHasherDefault, DefaultHasher};

/// A decoded value, encoded again, and what decoding it has cost; or the error as text.
pub(super) type Typed = Result<(Vec<u8>, Cost), String>;

/// One Rust type in both implementations.
pub(super) struct Entry {
    /// The type, as Rust writes it.
    pub(super) name: &'static str,
    /// Its Candid type.
    pub(super) ty: fn() -> Type,
    /// Its Candid type according to the incumbent, as text.
    pub(super) their_ty: fn() -> String,
    /// Decodes with our implementation.
    pub(super) ours: fn(&[u8], Option<usize>) -> Typed,
    /// Decodes with the incumbent.
    pub(super) theirs: fn(&[u8], Option<usize>) -> Typed,
}

fn decode_ours<'a, T>(bytes: &'a [u8], quota: Option<usize>) -> Typed
where
    T: candid::Deserialize<'a> + candid::CandidType,
{
    let config = our_config(quota);
    let decode = || {
        let mut de = candid::de::IDLDeserialize::new_with_config(bytes, &config)?;
        let value: T = de.get_value()?;
        de.done()?;
        let cost = our_cost(&de.get_config(), &config);
        Ok((candid::encode_one(value)?, cost))
    };
    decode().map_err(|error: candid::Error| error.to_string())
}

fn decode_theirs<'a, T>(bytes: &'a [u8], quota: Option<usize>) -> Typed
where
    T: candid::Deserialize<'a> + candid_incumbent::CandidType,
{
    let config = their_config(quota);
    let decode = || {
        let mut de = candid_incumbent::de::IDLDeserialize::new_with_config(bytes, &config)?;
        let value: T = de.get_value()?;
        de.done()?;
        let cost = their_cost(&de.get_config(), &config);
        Ok((candid_incumbent::encode_one(value)?, cost))
    };
    decode().map_err(|error: candid_incumbent::Error| innermost(&error))
}

/// Defines the items in two modules, one for each implementation, and the table of the types.
macro_rules! both {
    (derive $derive:tt items { $($item:item)* } types { $($ty:ty,)* }) => {
        #[allow(dead_code, reason = "nobody reads fields that are skipped")]
        mod ours {
            use candid::types::bounded_vec::BoundedVec;
            use candid::{define_function, define_service, CandidType, Deserialize};
            use candid::{Int, MotokoResult, Nat, Principal, Reserved};
            use serde_bytes::ByteBuf;
            use std::borrow::Cow;
            use std::cell::{Cell, RefCell};
            use std::collections::{BTreeMap, BTreeSet, BinaryHeap, LinkedList, VecDeque};
            use std::rc::Rc;
            use std::sync::Arc;
            use std::time::{Duration, SystemTime};
            use super::{HashMap, HashSet};

            define_function!(pub(super) Callback : (String, u8) -> (Option<u64>) query);
            define_service!(pub(super) Store : { "get" : candid::func!((u8) -> (String)) });
            $(#[derive $derive] $item)*

            pub(super) type Functions = (fn() -> super::Type, super::Decode);

            pub(super) fn table() -> Vec<Functions> {
                vec![$({
                    let decode: super::Decode = |bytes, quota| super::decode_ours::<$ty>(bytes, quota);
                    (<$ty as CandidType>::ty, decode)
                },)*]
            }
        }

        #[allow(dead_code, reason = "nobody reads fields that are skipped")]
        mod theirs {
            use candid_incumbent::types::bounded_vec::BoundedVec;
            use candid_incumbent::{define_function, define_service, CandidType, Deserialize};
            use candid_incumbent::{Int, MotokoResult, Nat, Principal, Reserved};
            use serde_bytes::ByteBuf;
            use std::borrow::Cow;
            use std::cell::{Cell, RefCell};
            use std::collections::{BTreeMap, BTreeSet, BinaryHeap, LinkedList, VecDeque};
            use std::rc::Rc;
            use std::sync::Arc;
            use std::time::{Duration, SystemTime};
            use super::{HashMap, HashSet};

            define_function!(pub(super) Callback : (String, u8) -> (Option<u64>) query);
            define_service!(pub(super) Store : { "get" : candid_incumbent::func!((u8) -> (String)) });
            $(#[derive $derive] #[candid_path("candid_incumbent")] $item)*

            pub(super) type Functions = (fn() -> String, super::Decode);

            pub(super) fn table() -> Vec<Functions> {
                vec![$({
                    let decode: super::Decode = |bytes, quota| super::decode_theirs::<$ty>(bytes, quota);
                    (|| <$ty as CandidType>::ty().to_string(), decode)
                },)*]
            }
        }

        /// Returns the types of the test.
        pub(super) fn entries() -> Vec<Entry> {
            let names = [$(stringify!($ty),)*];
            let sides = ours::table().into_iter().zip(theirs::table());
            let entry = |(name, ((ty, ours), (their_ty, theirs)))| Entry {
                name,
                ty,
                their_ty,
                ours,
                theirs,
            };
            names.into_iter().zip(sides).map(entry).collect()
        }
    };
}

// Of one order in every run.
type Hasher = BuildHasherDefault<DefaultHasher>;
type HashMap<K, V> = std::collections::HashMap<K, V, Hasher>;
type HashSet<T> = std::collections::HashSet<T, Hasher>;

type Decode = fn(&[u8], Option<usize>) -> Typed;

both! {
    derive (CandidType, Deserialize)
    items {
        struct Unit;
        struct Nothing {}
        struct Newtype(u64);
        struct Pair(String, Option<Nat>);
        struct Account { owner: Principal, subaccount: Option<[u8; 4]> }
        struct Older { owner: Principal }
        struct Newer { owner: Principal, subaccount: Option<ByteBuf>, memo: Option<Nat>, tags: Option<Vec<String>> }
        struct Renamed { #[serde(rename = "ein Wörtchen")] word: String, r#type: u8 }
        struct Blob { #[serde(with = "serde_bytes")] bytes: Vec<u8>, buf: ByteBuf, vec: Vec<u8> }
        struct Defaulted { #[serde(default)] a: Option<u8>, b: Reserved, c: () }
        struct Kept { #[serde(skip_deserializing)] a: u8, b: Option<Nat> }
        struct Given { #[serde(default)] a: u8, #[serde(default)] b: String, c: Option<Nat> }
        #[derive(Default)] #[serde(default)]
        struct GivenAll { a: u8, b: Vec<u32>, c: Option<Nat> }
        struct Skipped { a: u8, #[serde(skip)] b: u8, c: Option<Nat> }
        struct SkippedOpt { a: u8, #[serde(skip)] b: Option<u8>, c: Nat }
        struct Borrowed<'a> { text: &'a str, #[serde(with = "serde_bytes")] bytes: &'a [u8], n: Option<u8> }
        struct Cows<'a> { #[serde(borrow)] text: Cow<'a, str>, all: Cow<'a, [u16]> }
        struct Counted { rc: Rc<Account>, arc: Arc<Vec<u8>>, none: Option<Rc<u8>> }
        struct Numbers { a: u8, b: u16, c: u32, d: u64, e: i8, f: i16, g: i32, h: i64, i: f32, j: f64, k: bool }
        struct Wide { n: Nat, i: Int, u: u128, s: i128 }
        struct Generic<T> { item: T, items: Vec<T> }
        struct Shared { boxed: Box<Account>, cow: Cow<'static, str> }
        struct List { head: Int, tail: Option<Box<List>> }
        struct Tree { value: u32, children: Vec<Tree> }
        struct References { callback: Callback, store: Option<Store> }
        struct Deep { a: Option<Option<Option<u8>>>, b: Vec<Vec<Option<String>>> }
        struct Times { d: Duration, t: SystemTime }
        enum Colour { Red, Green, Blue }
        enum Shape { Circle(f64), Square { side: f64 }, Rect(u32, u32), Point, Label(String) }
        enum OlderShape { Circle(f64), Point }
        enum Value { Null, Nat(Nat), Text(String), Array(Vec<Value>), Map(Vec<(String, Value)>) }
        enum Expr { Leaf(u8), Add(Box<Expr>, Box<Expr>), Neg(Box<Expr>) }
    }
    types {
        bool, u8, u16, u32, u64, u128, i8, i16, i32, i64, i128, f32, f64, usize, isize, String,
        (), Nat, Int, Principal, Reserved, ByteBuf, Duration, SystemTime,
        &str, Cow<'_, str>, &serde_bytes::Bytes, Borrowed<'_>, Cows<'_>, Option<Borrowed<'_>>, Vec<&str>,
        HashMap<String, Nat>, HashMap<u8, Vec<Account>>, HashSet<u16>, Rc<Account>, Arc<String>, Vec<Rc<Shape>>,
        LinkedList<i8>, BinaryHeap<u8>, Cell<u64>, RefCell<String>, Counted, Given, GivenAll, Skipped, SkippedOpt, Option<Skipped>, Vec<GivenAll>,
        Unit, Nothing, Newtype, Pair, Account, Older, Newer, Renamed, Blob, Defaulted, Kept, Numbers, Wide,
        Shared, List, Tree, References, Deep, Times, Colour, Shape, OlderShape, Value, Expr,
        Generic<u8>, Generic<Option<Shape>>, Callback, Store,
        Vec<u8>, Vec<u64>, Vec<bool>, Vec<Nat>, Vec<String>, Vec<()>, Vec<Account>, Vec<(u8, String)>,
        Vec<Option<u8>>, VecDeque<i32>, BTreeMap<String, Nat>, BTreeMap<u8, Account>, BTreeSet<String>,
        BTreeMap<String, ByteBuf>, Vec<BTreeMap<u8, u8>>, [u16; 3], [String; 2],
        BoundedVec<8, 64, 16, String>,
        Option<u8>, Option<Option<Int>>, Option<String>, Option<()>, Option<Reserved>, Option<List>,
        Option<Shape>, Option<Value>, Option<Vec<Account>>, Option<Callback>, Box<Option<Nat>>,
        (u8,), (u8, String, Option<Account>), Result<u8, String>, Result<(), Shape>,
        MotokoResult<Nat, String>,
    }
}
