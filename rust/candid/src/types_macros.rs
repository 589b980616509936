//! Macros for writing types in Rust: `func!`, `service!`, `record!`, `variant!`, `field!`.
//!
//! The module is public but hidden, for the expansions of the macros.

use crate::types::ty::label::Label;
use crate::types::ty::{Field, Type, TypeInner};
use crate::util::sort::{sort_by_id, sort_by_name};

/// Used by `define_function!` and `define_service!` in crates that need not depend on serde.
#[doc(hidden)]
pub use serde;

/// Returns a function type: argument types, result types, and at most one of `query`, `composite_query` and `oneway`.
///
/// # Examples
///
/// ```
/// use candid::{func, Nat};
///
/// let ty = func!((u8, &str) -> (Nat) query);
/// assert_eq!(ty.to_string(), "func (nat8, text) -> (nat) query");
/// assert_eq!(func!(() -> () oneway).to_string(), "func () -> () oneway");
/// ```
#[macro_export]
macro_rules! func {
    ( ( $($arg:ty),* $(,)? ) -> ( $($ret:ty),* $(,)? ) $($mode:ident)? ) => {
        $crate::types::Type::from($crate::types::TypeInner::Func($crate::types::Function {
            modes: ::std::vec![$($crate::__func!(mode $mode))?],
            args: ::std::vec![$(<$arg as $crate::CandidType>::ty()),*],
            rets: ::std::vec![$(<$ret as $crate::CandidType>::ty()),*],
        }))
    };
}

/// The type of a function as a constant, and its annotation.
#[doc(hidden)]
#[macro_export]
macro_rules! __func {
    ( descriptor ( $($arg:ty),* $(,)? ) -> ( $($ret:ty),* $(,)? ) $($mode:ident)? ) => {
        $crate::types::descriptor::FuncDescriptor {
            entry: &[
                $crate::types::descriptor::FuncDescriptor::OPCODE,
                $crate::__func!(len $($arg)*), $($crate::__func!(zero $arg),)*
                $crate::__func!(len $($ret)*), $($crate::__func!(zero $ret),)*
                $crate::__func!(len $($mode)?), $($crate::__func!(mode $mode).__byte())?
            ],
            n_args: $crate::__func!(len $($arg)*),
            parts: &[
                $(<$arg as $crate::CandidType>::__descriptor,)*
                $(<$ret as $crate::CandidType>::__descriptor,)*
            ],
        }
    };
    ( len $($part:tt)* ) => { 0 $(+ $crate::__func!(one $part))* };
    ( one $part:tt ) => { 1 };
    ( zero $part:tt ) => { 0 };
    ( mode query ) => { $crate::types::FuncMode::Query };
    ( mode composite_query ) => { $crate::types::FuncMode::CompositeQuery };
    ( mode oneway ) => { $crate::types::FuncMode::Oneway };
}

/// Returns a service type: method names with their function types, in any order.
///
/// A name is a literal, a variable, or an expression in parentheses. A function type is an expression,
/// such as [`func!`](macro@crate::func) or the `ty()` of a type made with
/// [`define_function!`](macro@crate::define_function).
///
/// # Panics
///
/// If two methods have the same name.
///
/// # Examples
///
/// ```
/// use candid::{func, service};
///
/// let ty = service! { "set" : func!((u8) -> ()); "get" : func!(() -> (u8) query) };
/// assert_eq!(
///     ty.to_string(),
///     "service { get : () -> (nat8) query; set : (nat8) -> () }"
/// );
/// ```
#[macro_export]
macro_rules! service {
    { $($meth:tt : $ty:expr);* $(;)? } => {
        $crate::types_macros::service(::std::vec![
            $((::std::string::ToString::to_string(&$meth), $ty)),*
        ])
    };
}

/// Returns a record type: labels with their types, in any order.
///
/// A label is a name or a number as for [`field!`](macro@crate::field).
///
/// # Panics
///
/// If two labels are the same, or have the same id.
///
/// # Examples
///
/// ```
/// use candid::{record, CandidType, Nat};
///
/// let ty = record! { label : Nat::ty(); 42 : String::ty() };
/// assert_eq!(ty.to_string(), "record { 42 : text; label : nat }");
/// ```
#[macro_export]
macro_rules! record {
    { $($id:tt : $ty:expr);* $(;)? } => {
        $crate::types_macros::record(::std::vec![$($crate::field! { $id : $ty }),*])
    };
}

/// Returns a variant type: cases with their types, in any order.
///
/// A case is a name or a number as for [`field!`](macro@crate::field).
///
/// # Panics
///
/// If two cases are the same, or have the same id.
///
/// # Examples
///
/// ```
/// use candid::{variant, CandidType};
///
/// let ty = variant! { ok : u8::ty(); err : <()>::ty() };
/// assert_eq!(ty.to_string(), "variant { ok : nat8; err }");
/// ```
#[macro_export]
macro_rules! variant {
    { $($id:tt : $ty:expr);* $(;)? } => {
        $crate::types_macros::variant(::std::vec![$($crate::field! { $id : $ty }),*])
    };
}

/// Returns one field of a record or variant type.
///
/// The label is an identifier, a string literal (for names that are not identifiers), or an integer literal, which is
/// the id itself.
///
/// # Examples
///
/// ```
/// use candid::{field, types::{Label, TypeInner}, CandidType, Nat};
///
/// assert_eq!(*field! { a : TypeInner::Nat.into() }.id, Label::Named("a".to_owned()));
/// assert_eq!(*field! { r#type : Nat::ty() }.id, Label::Named("type".to_owned()));
/// assert_eq!(*field! { "two words" : Nat::ty() }.id, Label::Named("two words".to_owned()));
/// assert_eq!(*field! { 0 : Nat::ty() }.id, Label::Id(0));
/// ```
#[macro_export]
macro_rules! field {
    { $id:literal : $ty:expr } => {
        $crate::types::Field {
            id: ::std::rc::Rc::new($crate::types_macros::LiteralLabel::into_label($id)),
            ty: $ty,
        }
    };
    { $id:tt : $ty:expr } => {
        $crate::types::Field {
            id: ::std::rc::Rc::new($crate::types_macros::name_label(::core::stringify!($id))),
            ty: $ty,
        }
    };
}

/// A literal used as a label.
#[doc(hidden)]
pub trait LiteralLabel {
    /// Returns the label.
    fn into_label(self) -> Label;
}

impl LiteralLabel for u32 {
    fn into_label(self) -> Label {
        Label::Id(self)
    }
}

impl LiteralLabel for &str {
    fn into_label(self) -> Label {
        Label::Named(self.to_owned())
    }
}

/// Rust parses the names `true` and `false` as literals.
impl LiteralLabel for bool {
    fn into_label(self) -> Label {
        Label::Named(self.to_string())
    }
}

/// Returns the label of an identifier, which may be raw.
#[doc(hidden)]
pub fn name_label(name: &str) -> Label {
    Label::Named(name.strip_prefix("r#").unwrap_or(name).to_owned())
}

#[doc(hidden)]
pub fn record(fields: Vec<Field>) -> Type {
    TypeInner::Record(sorted(fields)).into()
}

#[doc(hidden)]
pub fn variant(fields: Vec<Field>) -> Type {
    TypeInner::Variant(sorted(fields)).into()
}

#[doc(hidden)]
pub fn service(mut methods: Vec<(String, Type)>) -> Type {
    sort_by_name(&mut methods, |(name, _)| name);
    for pair in methods.windows(2) {
        if let [(a, _), (b, _)] = pair {
            assert!(a != b, "expected distinct method names, found '{a}' twice");
        }
    }
    TypeInner::Service(methods).into()
}

fn sorted(mut fields: Vec<Field>) -> Vec<Field> {
    sort_by_id(&mut fields, |field| field.id.get_id());
    for pair in fields.windows(2) {
        if let [a, b] = pair {
            let (a, b) = (&a.id, &b.id);
            assert!(
                a.get_id() != b.get_id(),
                "expected distinct label ids, found '{a}' and '{b}' with the same id"
            );
        }
    }
    fields
}
