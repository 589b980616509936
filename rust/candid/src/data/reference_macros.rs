//! Macros that declare reference types: `define_function!`, `define_service!`.

/// Declares a function reference type: a struct around [`Func`](crate::Func) whose Candid type is the
/// signature.
///
/// The struct has the public field 0, a function `new(principal, method)`, and
/// `From<Func>`, `CandidType`, `Deserialize`, `Clone`, `Debug`, `PartialEq` and `Eq`. The signature is
/// that of [`func!`](macro@crate::func). Attributes and doc comments may come first.
///
/// # Examples
///
/// ```
/// use candid::{define_function, CandidType, Principal};
///
/// define_function!(pub Callback : (u8, &'static str) -> (candid::Nat) query);
/// assert_eq!(Callback::ty().to_string(), "func (nat8, text) -> (nat) query");
///
/// let callback = Callback::new(Principal::anonymous(), "method".to_owned());
/// assert_eq!(callback.0.method, "method");
/// ```
///
/// The type may refer to itself:
///
/// ```
/// candid::define_function!(Next : () -> (u8, Next));
/// # use candid::CandidType;
/// # let _ = Next::ty();
/// ```
#[macro_export]
macro_rules! define_function {
    ( $(#[$meta:meta])* $vis:vis $func:ident : $($ty:tt)+ ) => {
        $crate::__reference! {
            #[doc = ::core::concat!("A function reference: `", ::core::stringify!($($ty)+), "`.")]
            $(#[$meta])*
            $vis $func: Func(principal: $crate::Principal, method: ::std::string::String)
            { $crate::func!($($ty)+) }
            {
                #[inline(never)]
                fn __descriptor() -> &'static $crate::types::descriptor::Descriptor {
                    const {
                        &$crate::types::descriptor::Descriptor::Dynamic {
                            id: $crate::types::TypeId::of::<Self>,
                            ty: <Self as $crate::CandidType>::ty,
                            func: ::core::option::Option::Some(&$crate::__func!(descriptor $($ty)+)),
                        }
                    }
                }
            }
        }
    };
}

/// Declares a service reference type: a struct around [`Service`](crate::Service) whose Candid type is
/// the interface.
///
/// The struct has the public field 0, a function `new(principal)`, and `From<Service>`,
/// `CandidType`, `Deserialize`, `Clone`, `Debug`, `PartialEq` and `Eq`. The methods are those of
/// [`service!`](macro@crate::service). Attributes and doc comments may come first.
///
/// # Examples
///
/// ```
/// use candid::{define_function, define_service, func, CandidType};
///
/// define_function!(Notify : (u64) -> () oneway);
/// define_service!(pub Broker : {
///     "notify" : Notify::ty();
///     "find" : func!((String) -> (Option<Broker>) query);
/// });
/// assert_eq!(
///     Broker::ty().to_string(),
///     "service { find : (text) -> (opt Broker) query; notify : (nat64) -> () oneway }"
/// );
/// ```
#[macro_export]
macro_rules! define_service {
    ( $(#[$meta:meta])* $vis:vis $serv:ident : { $($ty:tt)* } ) => {
        $crate::__reference! {
            #[doc = ::core::concat!("A service reference: `{ ", ::core::stringify!($($ty)*), " }`.")]
            $(#[$meta])*
            $vis $serv: Service(principal: $crate::Principal)
            { $crate::service! { $($ty)* } }
            {
                fn __serialize_elements<__C>(
                    __elements: &[Self],
                    __compound: &mut __C,
                ) -> ::core::result::Result<(), __C::Error>
                where
                    __C: $crate::types::Compound,
                {
                    fn bytes_of(__service: &$serv) -> &[u8] {
                        __service.0.principal.as_slice()
                    }
                    $crate::types::__serialize_principals(__elements, bytes_of, __compound)
                }
            }
        }
    };
}

/// Declares a reference type of either kind, with the fields of what it wraps, its Candid type, and more methods of
/// `CandidType`.
#[doc(hidden)]
#[macro_export]
macro_rules! __reference {
    (
        $(#[$meta:meta])*
        $vis:vis $name:ident: $Inner:ident($($field:ident: $Field:ty),*)
        $ty:block
        { $($method:item)* }
    ) => {
        $(#[$meta])*
        #[derive(
            ::core::clone::Clone, ::core::fmt::Debug, ::core::cmp::PartialEq, ::core::cmp::Eq
        )]
        #[allow(unreachable_pub, dead_code, reason = "the user decides what is public and used")]
        $vis struct $name(
            /// The reference without its type.
            pub $crate::types::reference::$Inner,
        );

        #[allow(unreachable_pub, dead_code, reason = "the user decides what is public and used")]
        impl $name {
            /// Returns a reference to this canister, or to its method of this name.
            pub fn new($($field: $Field),*) -> Self {
                $name($crate::types::reference::$Inner { $($field),* })
            }
        }

        impl $crate::CandidType for $name {
            fn _ty() -> $crate::types::Type {
                $ty
            }

            fn idl_serialize<__S>(&self, serializer: __S) -> ::core::result::Result<(), __S::Error>
            where
                __S: $crate::types::Serializer,
            {
                $crate::CandidType::idl_serialize(&self.0, serializer)
            }

            $($method)*
        }

        impl<'de> $crate::types_macros::serde::Deserialize<'de> for $name {
            fn deserialize<__D>(deserializer: __D) -> ::core::result::Result<Self, __D::Error>
            where
                __D: $crate::types_macros::serde::Deserializer<'de>,
            {
                $crate::types_macros::serde::Deserialize::deserialize(deserializer).map($name)
            }
        }

        impl ::core::convert::From<$crate::types::reference::$Inner> for $name {
            fn from(reference: $crate::types::reference::$Inner) -> Self {
                $name(reference)
            }
        }
    };
}
