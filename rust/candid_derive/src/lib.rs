//! The macros of the `candid` crate: `#[derive(CandidType)]`, `#[candid_method]` and
//! `export_service!`. Use them through `candid`, which re-exports all three.
//!
//! Generated code refers to everything by its full path under `::candid`, or under the path in `#[candid_path("…")]`,
//! so it needs nothing in scope.

mod check;
mod derive;
mod errors;
mod method;
mod service;
mod signature;

use proc_macro::TokenStream;

/// Runs the code in the README of the crate.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// Implements `candid::CandidType` for a struct or an enum.
///
/// | Rust | Candid |
/// |---|---|
/// | `struct S { a: T, b: U }` | `record { a : T; b : U }` |
/// | `struct S(T, U)` | `record { T; U }` |
/// | `struct S(T)` | the type of `T` |
/// | `struct S` | `null` |
/// | `enum E { A, B(T), C(T, U), D { x: T } }` | `variant { A; B : T; C : record { T; U }; D : record { x : T } }` |
///
/// Every type parameter gets the bound `CandidType`; lifetimes, const parameters and where clauses
/// are kept. Doc comments become the comments of the printed Candid types.
///
/// # Attributes
///
/// The item:
///
/// | attribute | effect |
/// |---|---|
/// | `#[candid_path("path::to::candid")]` | the path of the `candid` crate, if it is not `::candid` |
/// | `#[candid(name = "User")]` on a record with names or an enum | the name of its definition in interfaces, for the own name of the Rust type |
/// | `#[candid(unchecked)]` | serde's attributes that follow mean nothing, except `rename`, `skip` and `with = "serde_bytes"`: as in candid 0.10.39, the type may then not decode what it encodes |
/// | `#[serde(rename_all = "camelCase")]` | the case of the labels of fields or cases: all of serde's |
/// | `#[serde(rename_all_fields = "camelCase")]` | the same for the fields of the cases of an enum |
/// | `#[serde(transparent)]` | the type of the one field that is not skipped |
/// | `#[serde(into = "T", from = "T")]`, `try_from` for `from` | the type `T`, which values are converted to and from |
/// | `#[serde(default)]` | `default` for each field |
///
/// Fields and variants:
///
/// | attribute | effect |
/// |---|---|
/// | `#[serde(rename = "name")]` | the label |
/// | `#[candid(id = 5)]` | the label is this number, without a name. Serde should know it as `_5_`, by that name in Rust, without `rename_all`, or by `rename`: that is the name under which the decoder passes numeric labels where it has only the Candid type |
/// | `#[candid(rest)]` on a field of type `candid::Rest` in a struct with names | not part of the Candid type: it keeps the fields that the type does not have, and writes them again |
/// | `#[serde(skip)]` | not part of the Candid type. The value of a skipped variant cannot be encoded |
/// | `#[serde(skip_serializing)]` on a variant | part of the Candid type, but its value cannot be encoded |
/// | `#[serde(skip_deserializing)]` on a named field | part of the Candid type and encoded, but skipped in decoding: the value is the default |
/// | `#[serde(skip_serializing_if = "…")]` | none: the type has the field, so it is encoded |
/// | `#[serde(default)]`, `#[serde(default = "function")]` on a field | the type has the field, and it is encoded; a message in which it is missing decodes, with the default. An `Option` is then `None`, with and without a default. Inside a type whose `CandidType` is written by hand there are no defaults. In a tuple the last fields may be missing, if no later one is there: an `Option` after one that is missing has its default then, as in other formats |
/// | `#[serde(skip_deserializing)]` on a variant | part of the Candid type and encoded, but an error of decoding |
/// | `#[serde(with = "serde_bytes")]` on a field, or on a variant for its payload | the bytes are encoded in one go |
/// | `#[serde(with = "candid::rc")]`, `"candid::arc"`, `"candid::array"`, `"candid::nat_as_string"` | as without it: for `Rc`, `Arc`, arrays of more than 32 elements, and numbers in JSON |
/// | `#[serde(with = "module")]` or `#[serde(serialize_with = "function")]`, with `#[candid(with_type = "T")]` on a field | the Candid type is that of `T`, and what the function serializes is converted to a `T` by its `Deserialize`, in the form that is not human-readable. Encoding fails if that fails. With `serialize_with` alone the type of the field decodes what was encoded, if it can: if not, the struct is encoded only |
/// | `#[serde(flatten)]` on a field of a struct with names | the fields of that struct, which has names too and derives `CandidType`, or of the one that a `Box`, `Rc`, `Arc`, `Cow` or reference points to, are fields of this record. Two with the same id do not compile, nor an alias that another field has. Decoding goes through serde's buffer, which is slow, takes 32 bytes of memory for each value and each byte of a blob, nests less deep (16 KiB of the stack are kept for each level beyond 16), and has no `u128` and `i128` in any format; `Nat` and `Int` it has |
/// | `#[serde(deserialize_with = "function")]` | none: the function decodes what the type of the field encodes, and never decodes if it reads another type; beside `serialize_with` and `with_type`, what those encode |
/// | `#[serde(alias = "name")]` | another name that the field or variant is read by. The Candid type does not have it. Of fields that are in a message, the one with the label itself counts first, then the aliases in their order; the others are skipped |
/// | `bound`, `borrow`, `crate`, `expecting`, `remote`, `rename` of the item | none |
///
/// What Candid cannot do is an error at the attribute, which says why and what to use: `tag`, `content`, `untagged`,
/// `deny_unknown_fields`, `other`, another `with` or `serialize_with` without `with_type`, `skip_serializing` on a field, names that
/// differ between serialization and deserialization, attributes that contradict each other (the guide of `candid` lists all),
/// and attributes that serde does not have there.
///
/// # Errors
///
/// All errors of an item are reported at once, each at its span: a `union`, two labels with the same name or the same
/// hash, an attribute whose value is not a string, an attribute of serde that is not possible in Candid.
///
/// # Examples
///
/// ```
/// use candid::{CandidType, Deserialize};
///
/// #[derive(CandidType, Deserialize)]
/// struct Transfer {
///     to: candid::Principal,
///     #[serde(rename = "amount_e8s")]
///     amount: u64,
///     memo: Option<Vec<u8>>,
/// }
/// assert_eq!(
///     Transfer::ty().to_string(),
///     "record { to : principal; memo : opt blob; amount_e8s : nat64 }"
/// );
///
/// #[derive(CandidType, Deserialize)]
/// enum Tree<T> {
///     #[serde(rename = "leaf")]
///     Leaf(T),
///     #[serde(rename = "node")]
///     Node(Box<Tree<T>>, Box<Tree<T>>),
/// }
/// assert_eq!(
///     Tree::<u8>::ty().to_string(),
///     "variant { leaf : nat8; node : record { Tree; Tree } }"
/// );
/// ```
#[proc_macro_derive(CandidType, attributes(candid, candid_path, serde))]
pub fn derive_candid_type(input: TokenStream) -> TokenStream {
    let input = syn::parse_macro_input!(input as syn::DeriveInput);
    derive::expand(&input)
        .unwrap_or_else(|error| error.to_compile_error())
        .into()
}

/// Registers a function as a method of the service that [`export_service!`] prints. The function itself is unchanged.
///
/// # Attributes
///
/// * `query`, `composite_query`, `update`, `oneway`: the mode, by default `update`. A `oneway` function returns
///   nothing.
/// * `init`: not a method; the arguments of the function are the init arguments of the service. It returns nothing or
///   `Self`.
/// * `rename = "name"`: the name of the method, if it differs from that of the function.
///
/// A function that returns a tuple is a method with several results. Doc comments become those of the printed method.
///
/// # Errors
///
/// An unknown attribute, a second mode, a type parameter, a receiver by value, results where none are allowed: all of
/// them are reported at once. A type without `CandidType` is an error where the first method has it; if the `candid` crate
/// has another name in the crate, at [`export_service!`].
///
/// # Examples
///
/// ```
/// use candid::{candid_method, export_service};
///
/// /// Says hello.
/// #[candid_method(query)]
/// fn greet(name: String) -> String {
///     format!("Hello, {name}!")
/// }
///
/// #[candid_method(rename = "reset all")]
/// fn reset() {}
///
/// export_service!();
///
/// fn main() {
///     # let _ = (greet(String::new()), reset());
///     let interface = __export_service();
///     assert!(interface.contains("greet : (text) -> (text) query"));
///     assert!(interface.contains("\"reset all\" : () -> ()"));
/// }
/// ```
#[proc_macro_attribute]
pub fn candid_method(attributes: TokenStream, item: TokenStream) -> TokenStream {
    let function: proc_macro2::TokenStream = item.clone().into();
    match method::register(attributes.into(), item.into()) {
        Ok(types) if types.is_empty() => function.into(),
        Ok(types) => check::with_check(function, &types).into(),
        Err(error) => {
            // The function stays, so that its callers do not fail, too.
            let mut tokens = error.to_compile_error();
            tokens.extend(function);
            tokens.into()
        }
    }
}

/// Defines `fn __export_service() -> String`, which prints the Candid interface of all functions
/// marked with [`macro@candid_method`] before it.
///
/// `export_service!(path::to::candid)` gives the path of the `candid` crate, if it is not `::candid`. The types of the
/// methods must be in scope where the macro is called. Requires the feature `printer` of `candid`.
///
/// # Examples
///
/// See [`macro@candid_method`].
#[proc_macro]
pub fn export_service(input: TokenStream) -> TokenStream {
    service::expand(input.into())
        .unwrap_or_else(|error| error.to_compile_error())
        .into()
}
