//! The macros `Encode!`, `Decode!` and `prepare_service!`.

/// Encodes any number of borrowed arguments; returns `candid::Result<Vec<u8>>`.
///
/// # Examples
///
/// ```
/// use candid::{Decode, Encode};
///
/// let bytes = Encode!(&42u8, &"hello", &Some(true)).unwrap();
/// let (number, text, flag) = Decode!(&bytes, u8, String, Option<bool>).unwrap();
/// assert_eq!((number, text.as_str(), flag), (42, "hello", Some(true)));
/// assert_eq!(Encode!().unwrap(), b"DIDL\x00\x00");
/// ```
#[macro_export]
macro_rules! Encode {
    (@List) => { () };
    // A call, so that `&mut T` coerces to `&T`, and the compiler reports a missing `&`.
    (@List $first:expr $(, $rest:expr)*) => {
        ($crate::utils::argument($first), $crate::Encode!(@List $($rest),*))
    };
    // The internal recursion of candid 0.10.39's macro. Unused here, but still accepted from callers.
    ( @PutValue $builder:ident $x:expr, $($tail:expr,)* ) => {
        $builder.arg($x).and_then(|builder| $crate::Encode!(@PutValue builder $($tail,)*))
    };
    ( @PutValue $builder:ident ) => { $builder.serialize_to_vec() };
    ( $($argument:expr),* $(,)? ) => {
        $crate::utils::encode_list(&$crate::Encode!(@List $($argument),*))
    };
}

/// Decodes a message as the given types.
///
/// | form | returns `candid::Result` of |
/// |---|---|
/// | `Decode!(bytes, T)` | `T` |
/// | `Decode!(bytes, T, U, …)` | `(T, U, …)` |
/// | `Decode!([config]; bytes, …)` | the same, within the limits of the [`DecoderConfig`](crate::DecoderConfig) |
/// | `Decode!(@Debug [config]; bytes, …)` | the same and its cost, as a pair |
///
/// # Examples
///
/// ```
/// use candid::{Decode, DecoderConfig, Encode};
///
/// let bytes = Encode!(&42u32, &"hello").unwrap();
/// assert_eq!(Decode!(&bytes, u32).unwrap(), 42);
/// assert_eq!(Decode!(&bytes, u32, String).unwrap(), (42, "hello".to_string()));
///
/// let mut config = DecoderConfig::new();
/// config.set_decoding_quota(10);
/// assert!(Decode!([config]; &bytes, u32).unwrap_err().is_quota());
/// ```
#[macro_export]
macro_rules! Decode {
    ( $bytes:expr $(, $ty:ty)* $(,)? ) => {
        $crate::Decode!([$crate::DecoderConfig::new()]; $bytes $(, $ty)*)
    };
    // The most frequent form: by a function that builds the value in its return slot.
    ( [ $config:expr ] ; $bytes:expr, $ty:ty $(,)? ) => {
        $crate::decode_one_with_config::<$ty>($bytes, &$config)
    };
    // The bytes are evaluated outside all closures here, too: they may use `?` or `.await`, and live until the end of
    // the statement.
    ( [ $config:expr ] ; $bytes:expr $(, $ty:ty)* $(,)? ) => {
        $crate::utils::decode_with($bytes, &$config, |_message| {
            ::core::result::Result::Ok($crate::Decode!(@Values _message $($ty),*))
        })
    };
    ( @Debug [ $config:expr ] ; $bytes:expr $(, $ty:ty)* $(,)? ) => {
        $crate::utils::decode_with_cost($bytes, &$config, |_message| {
            ::core::result::Result::Ok($crate::Decode!(@Values _message $($ty),*))
        })
    };
    // The internal recursion of candid 0.10.39's macro, as with `Encode!`.
    (@GetValue [$($ans:ident)*] $de:ident $ty:ty, $($tail:ty,)* ) => {
        $de.get_value::<$ty>().and_then(|value| $crate::Decode!(@GetValue [$($ans)* value] $de $($tail,)*))
    };
    (@GetValue [$ans:ident] $de:ident) => { ::core::result::Result::Ok($ans) };
    (@GetValue [$($ans:ident)*] $de:ident) => { ::core::result::Result::Ok(($($ans),*)) };
    ( @Values $message:ident ) => { () };
    ( @Values $message:ident $ty:ty ) => { $message.get_value::<$ty>()? };
    ( @Values $message:ident $($ty:ty),+ ) => { ($($message.get_value::<$ty>()?,)+) };
}

/// Prepares the messages of the methods of the service, as [`prepare`](crate::prepare) does: to decode their arguments, and to
/// encode their results. Up to 512 methods with arguments of different types are prepared, and with results 256.
///
/// It calls a function that [`export_service!`](crate::export_service) defines, and so has to be in the same module: that of
/// `ic_cdk::export_candid!`, which calls it. Methods that this does not see, such as those that are hidden, and the messages of `init`
/// and of calls to other canisters, can be prepared by their types.
///
/// # Examples
///
/// ```
/// #[candid::candid_method(query)]
/// fn greet(name: String) -> String {
///     format!("Hello, {name}!")
/// }
///
/// // With `#[ic_cdk::init]`, and the same in `#[ic_cdk::post_upgrade]`.
/// fn init() {
///     candid::prepare_service!();
/// }
///
/// candid::export_service!();
/// # init();
/// # let _ = (greet(String::new()), __export_service());
/// ```
#[macro_export]
macro_rules! prepare_service {
    () => {
        __prepare_service()
    };
}
