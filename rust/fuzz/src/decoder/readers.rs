//! Types to decode at, each as a table of functions, so that one law holds for all.

use super::cost::{bounded, Floor};
use candid::types::internal::{Type, TypeContainer};
use candid::{
    decode_one_with_config, encode_one, CandidType, DecoderConfig, Deserialize, Error, Int, Lazy,
    Nat, Principal, Reserved, TypeEnv,
};
use serde::de::DeserializeOwned;
use serde_bytes::ByteBuf;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Debug;

#[derive(CandidType, Deserialize, PartialEq, Debug)]
struct Flat {
    id: u64,
    name: String,
    done: bool,
    ratio: f64,
    blob: ByteBuf,
}

#[derive(CandidType, Deserialize, PartialEq, Debug)]
struct Fixed {
    a: u8,
    b: (i16, u32),
    c: (i64, i64),
    d: Option<f32>,
}

#[derive(CandidType, Deserialize, PartialEq, Debug)]
enum Shape {
    A,
    B(u8),
    C { x: Nat, y: Option<Int> },
    D(Vec<Shape>),
}

#[derive(CandidType, Deserialize, PartialEq, Debug)]
enum Fewer {
    A,
    B(u8),
}

#[derive(CandidType, Deserialize, PartialEq, Debug)]
struct Tree {
    value: Option<Shape>,
    children: Vec<Tree>,
    next: Option<Box<Tree>>,
}

#[derive(CandidType, Deserialize, PartialEq, Debug)]
struct Options {
    a: Option<Option<Option<u8>>>,
    b: Option<Fewer>,
    c: Option<Vec<Option<Fewer>>>,
    d: Option<(Option<Fewer>, Fewer)>,
}

/// A list whose options are walked ahead.
#[derive(CandidType, Deserialize, PartialEq, Debug)]
struct Ahead(Option<Box<(Fewer, Ahead)>>);

#[derive(CandidType, Deserialize, PartialEq, Debug, Default)]
struct Unit {}

#[derive(CandidType, Deserialize, PartialEq, Debug)]
struct Nothing {
    a: (),
    b: Unit,
    c: (Unit, ()),
    d: Reserved,
}

#[derive(CandidType, Deserialize, PartialEq, Debug)]
struct Generic<T> {
    one: T,
    #[serde(rename = "type")]
    many: Vec<T>,
    #[serde(default)]
    more: Option<T>,
}

#[derive(CandidType, Deserialize, PartialEq, Debug)]
struct Borrowed<'a> {
    #[serde(borrow)]
    text: &'a str,
    #[serde(borrow)]
    cow: Cow<'a, str>,
    #[serde(borrow)]
    bytes: &'a [u8],
}

#[derive(CandidType, Deserialize, PartialEq, Debug)]
struct Numbers {
    nat: Nat,
    int: Int,
    nats: Vec<Nat>,
    small: (u8, i8, u16, i16, u32, i32),
    wide: (u128, i128),
    list: Vec<u16>,
    pair: [u16; 2],
}

candid::define_function!(Callback : (Tree, Option<Fewer>) -> (Numbers) query);
candid::define_function!(Notify : (Nat) -> () oneway);
candid::define_service!(Server : {
    "get" : candid::func!((Nat) -> (Option<u8>) query);
    "set" : Notify::ty();
});

#[derive(CandidType, Deserialize, PartialEq, Debug)]
struct References {
    caller: Principal,
    callback: Callback,
    server: Option<Server>,
    notify: Vec<Option<Notify>>,
}

type Maps = (BTreeMap<String, Nat>, BTreeMap<u8, Vec<u8>>);

/// Decodes, checks what comes out, and says what it was.
type Read = fn(&[u8], &DecoderConfig, Floor) -> Result<Vec<u8>, Error>;

/// Decodes, and says what it was.
type Lazily = fn(&[u8], &DecoderConfig, Floor) -> Result<String, Error>;

/// A type to decode at.
pub(crate) struct Reader {
    pub(crate) name: &'static str,
    /// Decodes and checks.
    pub(crate) read: Read,
    /// Decodes.
    pub(crate) decode: fn(&[u8], &DecoderConfig) -> Result<String, Error>,
    /// Decodes lazily, checks that what is kept is encoded as the value, and decodes that; `None` if it borrows.
    pub(crate) lazy: Option<Lazily>,
    /// The type, under the definitions.
    pub(crate) ty: fn() -> (TypeEnv, Type),
    /// A message of the type.
    pub(crate) header: fn() -> Vec<u8>,
    /// Whether the Rust value is all of the Candid value, and every Candid value has one.
    pub(crate) is_exact: bool,
}

fn ty<T: CandidType>() -> (TypeEnv, Type) {
    let mut container = TypeContainer::new();
    let ty = container.add::<T>();
    (container.env, ty)
}

/// Returns the header of messages with one value of the type, which is made of that of `opt` of it.
fn header<T: CandidType>() -> Vec<u8> {
    let mut header = encode_one(None::<T>).expect("a message");
    assert!(header.starts_with(b"DIDL") && header[5] == 0x6e && header.ends_with(&[1, 0, 0]));
    header.truncate(header.len() - 2);
    header.push(header[6]);
    header
}

/// Decodes a `Lazy`. Whatever it encodes decodes as its value.
fn lazily<T>(bytes: &[u8], config: &DecoderConfig, floor: Floor) -> Result<String, Error>
where
    T: CandidType + DeserializeOwned + Debug,
{
    let decode = || decode_one_with_config::<Lazy<T>>(bytes, config);
    let lazy = bounded("lazily", bytes.len(), floor, decode)?;
    let kept = encode_one(&lazy).expect("a message");
    let shown = bounded("get", bytes.len(), floor, || {
        lazy.get().map(|value| format!("{value:?}"))
    })?;
    match decode_one_with_config::<T>(&kept, &DecoderConfig::new()) {
        Ok(again) => assert_eq!(format!("{again:?}"), shown),
        Err(error) => assert!(error.is_limit(), "{error}"),
    }
    Ok(shown)
}

macro_rules! reader {
    ($ty:ty) => {
        reader!($ty, true)
    };
    ($ty:ty, $is_exact:expr) => {
        reader!($ty, $is_exact, Some(lazily::<$ty>))
    };
    ($ty:ty, $is_exact:expr, $lazy:expr) => {
        Reader {
            name: stringify!($ty),
            read: |bytes, config, floor| {
                let name = stringify!($ty);
                let decode = || decode_one_with_config::<$ty>(bytes, config);
                let value = bounded(name, bytes.len(), floor, decode)?;
                let again = bounded(name, bytes.len(), floor, || encode_one(&value));
                let again = again.expect("a message");
                match decode_one_with_config::<$ty>(&again, &DecoderConfig::new()) {
                    Ok(second) => assert_eq!(format!("{second:?}"), format!("{value:?}"), "{name}"),
                    Err(error) => assert!(error.is_limit(), "{name}: {error}"),
                }
                Ok(again)
            },
            decode: |bytes, config| {
                decode_one_with_config::<$ty>(bytes, config).map(|value| format!("{value:?}"))
            },
            lazy: $lazy,
            ty: ty::<$ty>,
            header: header::<$ty>,
            is_exact: $is_exact,
        }
    };
}

/// Returns all of them.
pub(crate) fn readers() -> [Reader; 18] {
    [
        reader!(Flat),
        reader!(Fixed),
        reader!(Shape),
        reader!(Vec<Fewer>),
        reader!(Tree),
        reader!(Options),
        reader!(Ahead),
        reader!(Vec<Nothing>),
        reader!(Generic<Option<Flat>>),
        reader!(Vec<Option<Generic<Unit>>>),
        reader!(Borrowed<'_>, true, None),
        reader!(Numbers, false),
        reader!(References),
        reader!(Maps, false),
        reader!(Reserved),
        reader!(Option<u8>),
        reader!(Vec<Fixed>),
        reader!(Option<Vec<Ahead>>),
    ]
}
