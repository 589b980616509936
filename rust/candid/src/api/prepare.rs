//! [`prepare`]: work that the first message of a type needs, done before it comes.

use crate::de::message;
use crate::schema::descriptor::DescriptorFn;
use crate::ser::header::{self, Header};
use crate::traits::CandidType;
use crate::util::tuples::for_tuples;

/// The argument types of one message: tuples of up to 16 types.
pub trait ArgumentTypes {
    /// Calls `visit` with the types.
    #[doc(hidden)]
    fn __visit(visit: &mut dyn FnMut(&[DescriptorFn]));
}

/// The types of several messages: tuples of up to 16 [`ArgumentTypes`].
pub trait MessageTypes {
    /// Calls `visit` with the types of each.
    #[doc(hidden)]
    fn __visit_each(visit: &mut dyn FnMut(&[DescriptorFn]));
}

/// Prepares messages of these types: each tuple in the tuple has the argument types of one message.
///
/// The first message of a type takes more instructions than later ones, because its header is made, or its types are
/// compared with those of the decoder. That is done once in a thread, and what is kept of it is lost when a canister is
/// upgraded; and what a query keeps is lost with the query. A canister that calls this in `init` and `post_upgrade` has it
/// for later calls. What is prepared but never used is replaced in the end: after some 64 times as many messages with other
/// headers as fit beside it, which is 30,000 small ones if little is prepared, 7,000 beside 400 prepared headers, and 2,000
/// of the largest that are kept. What is used once in as many messages as others fit stays.
/// [`prepare_service!`](crate::prepare_service) does so for the methods of a service: their arguments are decoded, and their
/// results encoded.
///
/// Encoding is prepared for all messages of these types. Decoding is prepared for those whose header is the one that this
/// crate writes: those of other canisters in Rust with the same types. Others, such as those of agents in JavaScript, are
/// prepared by the first one that an update call decodes.
///
/// What is prepared is the same as what the first message makes, in the same bounded caches, so that no result depends on
/// it: those of the decoding of up to 512 headers, and the encoding of up to 256, are kept at once. A type without values is
/// passed over: encoding and decoding it fails.
///
/// # Examples
///
/// ```
/// #[derive(candid::CandidType, candid::Deserialize)]
/// struct Transfer {
///     to: String,
///     amount: u64,
/// }
///
/// // In `init` and `post_upgrade`: the arguments of a method, and its results.
/// candid::prepare::<((Transfer,), (Result<u64, String>,))>();
/// ```
pub fn prepare<Messages: MessageTypes>() {
    Messages::__visit_each(&mut prepare_types);
}

fn prepare_types(types: &[DescriptorFn]) {
    prepare_encoding(types);
    prepare_decoding(types);
}

/// Prepares the encoding of messages of these argument types.
pub fn prepare_encoding(types: &[DescriptorFn]) {
    // An error is one of each such message, too.
    let _ = Header::of(types);
}

/// Prepares the decoding of messages of these argument types.
pub fn prepare_decoding(types: &[DescriptorFn]) {
    // Not kept: only a canister that sends on what it is sent writes it.
    if let Ok((header, _)) = header::bytes_of(types.iter().map(|ty| ty())) {
        // The types have values, so it cannot fail.
        let _ = message::prepare(&header, types);
    }
}

impl ArgumentTypes for () {
    fn __visit(visit: &mut dyn FnMut(&[DescriptorFn])) {
        visit(&[]);
    }
}

impl MessageTypes for () {
    fn __visit_each(_visit: &mut dyn FnMut(&[DescriptorFn])) {}
}

macro_rules! tuples {
    ($(($($index:tt $T:ident),+))*) => {$(
        impl<$($T: CandidType),+> ArgumentTypes for ($($T,)+) {
            fn __visit(visit: &mut dyn FnMut(&[DescriptorFn])) {
                visit(&[$($T::__descriptor),+]);
            }
        }

        impl<$($T: ArgumentTypes),+> MessageTypes for ($($T,)+) {
            fn __visit_each(visit: &mut dyn FnMut(&[DescriptorFn])) {
                $($T::__visit(visit);)+
            }
        }
    )*};
}

for_tuples!(tuples);
