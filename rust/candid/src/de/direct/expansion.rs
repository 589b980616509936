//! Macros that the derive calls, so that its own output is short: crates with debug assertions discard it before any macro
//! in it is expanded.

/// Defines the items of `CandidType` of a type whose values the derive reads: `__read_items!()`. With `built`, also those of
/// a record whose values may be built from their bytes; with `built payload`, of one that may be so in an option.
#[doc(hidden)]
#[macro_export]
macro_rules! __read_items {
    () => {
        const __READS: bool = {
            use $crate::de::direct::Fallback as _;
            $crate::de::direct::Probe::<Self>::READS
        };

        fn __read_with<__W: $crate::de::direct::Emplace<Self>>(
            __decoder: $crate::de::direct::Decoder<'_, '_, '_>,
            __wrap: __W,
        ) -> $crate::Result<__W::Out> {
            use $crate::de::direct::Fallback as _;
            $crate::de::direct::Probe::<Self>::read(__decoder, __wrap)
        }

        // Types in boxes are recursive. Were it inlined, its caller would be the function that calls itself.
        #[inline(never)]
        fn __read_boxed(
            mut __decoder: $crate::de::direct::Decoder<'_, '_, '_>,
        ) -> ::core::option::Option<::std::boxed::Box<Self>> {
            use $crate::de::direct::Fallback as _;
            let __value = $crate::de::direct::Probe::<Self>::read(
                $crate::de::direct::Decoder::by_ref(&mut __decoder),
                $crate::de::direct::InBox,
            );
            $crate::de::direct::Decoder::boxed(__decoder, __value)
        }
    };
    (built) => {
        $crate::__read_items!();

        const __LAYOUT: &'static [$crate::de::direct::FieldLayout] = {
            use $crate::de::direct::Fallback as _;
            $crate::de::direct::Probe::<Self>::LAYOUT
        };

        #[inline(always)]
        fn __from_bytes<__I: $crate::de::direct::Input>(
            __input: &mut __I,
        ) -> ::core::option::Option<Self> {
            use $crate::de::direct::Fallback as _;
            $crate::de::direct::Probe::<Self>::from_bytes(__input)
        }
    };
    (built payload) => {
        $crate::__read_items!(built);

        const __AS_PAYLOAD: $crate::de::direct::AsPayload =
            $crate::de::direct::AsPayload::of::<Self>();
    };
}

/// Implements `ReadFields` for a type whose values the derive reads: of its name, the types of the fields that are read by
/// `Deserialize`, and of those that are skipped and have a `Default`, the number of fields if serde has defaults for some, its style, `built` if its values may be built from their bytes, and its fields or
/// cases.
///
/// The bounds are those that serde's derive assumes. They have a lifetime of their own, so unsatisfied bounds are not an
/// error: there is then no such implementation.
#[doc(hidden)]
#[macro_export]
macro_rules! __read_impl {
    ($(#[$allow:meta])? $name:ident [$($bound:ty),* $(; $skipped:ty)*] [$($n_fields:literal)?] $($value:tt)*) => {
        #[automatically_derived]
        $(#[$allow])?
        #[allow(private_bounds, unused_mut, clippy::all)]
        impl<'__de> $crate::de::direct::ReadFields<'__de> for $name
        where
            $($bound: $crate::Deserialize<'__de>,)*
            $($skipped: $crate::de::direct::HasDefault<'__de>,)*
        {
            const NAME: &'static str = ::core::stringify!($name);

            #[inline(always)]
            fn read_fields<__W: $crate::de::direct::Emplace<Self>>(
                __decoder: $crate::de::direct::Decoder<'_, '_, '__de>,
                __wrap: __W,
            ) -> $crate::Result<__W::Out> {
                $crate::__read_value!(__decoder, __wrap, $name, $($value)*)
            }

            $(
                const N_FIELDS: ::core::option::Option<usize> = ::core::option::Option::Some($n_fields);
            )?

            $crate::__build_items!($($value)*);
        }
    };
}

/// Defines the items of `ReadFields` that build a value from its bytes, if it may be.
#[doc(hidden)]
#[macro_export]
macro_rules! __build_items {
    ($style:ident built { $($member:tt $variable:ident: $ty:ty),* }) => {
        const LAYOUT: &'static [$crate::de::direct::FieldLayout] =
            &[$(<$ty as $crate::types::CandidType>::__AS_FIELD),*];

        #[inline(always)]
        fn fields_from_bytes<__I: $crate::de::direct::Input>(
            __input: &mut __I,
        ) -> ::core::option::Option<Self> {
            $(let $variable = <$ty as $crate::types::CandidType>::__from_bytes(__input)?;)*
            ::core::option::Option::Some(Self { $($member: $variable),* })
        }
    };
    ($style:ident $value:tt) => {};
}

/// Returns the `Result` of `$wrap` applied to the value that `$decoder` reads.
#[doc(hidden)]
#[macro_export]
macro_rules! __read_value {
    ($decoder:ident, $wrap:ident, $name:ident, unit $($built:ident)? {}) => {
        match $crate::de::direct::read::<()>($decoder) {
            ::core::result::Result::Ok(()) => {
                ::core::result::Result::Ok($crate::de::direct::Emplace::wrap($wrap, Self {}))
            }
            ::core::result::Result::Err(__error) => ::core::result::Result::Err(__error),
        }
    };
    ($decoder:ident, $wrap:ident, $name:ident, newtype $($built:ident)? {
        $member:tt $variable:ident: $($ty:ty)? $(= $function:path)?
    }) => {
        match $(<$ty as $crate::types::CandidType>::__read($decoder))?
            $($crate::de::direct::Decoder::read_newtype_by($decoder, |__value| $function(__value)))?
        {
            ::core::result::Result::Ok(__value) => {
                ::core::result::Result::Ok($crate::de::direct::Emplace::wrap($wrap, Self { $member: __value }))
            }
            ::core::result::Result::Err(__error) => ::core::result::Result::Err(__error),
        }
    };
    ($decoder:ident, $wrap:ident, $name:ident, record built $fields:tt) => {{
        let mut $decoder = $decoder;
        if let ::core::option::Option::Some(__value) = $crate::de::direct::Decoder::at_once::<Self>(&mut $decoder) {
            return ::core::result::Result::Ok($crate::de::direct::Emplace::wrap($wrap, __value));
        }
        $crate::__read_record!(
            $crate::de::direct::Decoder::record($decoder, ::core::concat!("struct ", ::core::stringify!($name))),
            finish_as::<Self>, __error => __error, $wrap, Self, $fields
        )
    }};
    ($decoder:ident, $wrap:ident, $name:ident, record $fields:tt) => {
        $crate::__read_record!(
            $crate::de::direct::Decoder::record($decoder, ::core::concat!("struct ", ::core::stringify!($name))),
            finish, __error => __error, $wrap, Self, $fields
        )
    };
    ($decoder:ident, $wrap:ident, $name:ident, variant { $($ordinal:literal $case:ident $payload:tt)* }) => {{
        let mut __payload =
            $crate::de::direct::Decoder::variant($decoder, ::core::concat!("enum ", ::core::stringify!($name)))?;
        match $crate::de::direct::Payload::ordinal(&__payload) {
            $($ordinal => $crate::__read_case!(__payload, $wrap, $name, $case, $payload),)*
            _ => ::core::result::Result::Err($crate::de::direct::Payload::unknown(__payload)),
        }
    }};
}

/// Returns the `Result` of `$wrap` applied to the value of an enum of one case. Only the payload has a place of its own: it
/// may be far smaller than the enum.
#[doc(hidden)]
#[macro_export]
macro_rules! __read_case {
    ($payload:ident, $wrap:ident, $name:ident, $case:ident, ()) => {{
        $crate::de::direct::Payload::unit($payload)?;
        ::core::result::Result::Ok($crate::de::direct::Emplace::wrap($wrap, Self::$case {}))
    }};
    ($payload:ident, $wrap:ident, $name:ident, $case:ident, ($($ty:ty)? $(= $function:path)?)) => {{
        let __decoder = $crate::de::direct::Payload::decoder(&mut $payload)?;
        let __value = match $(<$ty as $crate::types::CandidType>::__read(__decoder))?
            $($crate::de::direct::Decoder::read_by(__decoder, |__value| $function(__value)))?
        {
            ::core::result::Result::Ok(__value) => __value,
            ::core::result::Result::Err(__error) => {
                return ::core::result::Result::Err($crate::de::direct::Payload::failed($payload, __error));
            }
        };
        ::core::result::Result::Ok($crate::de::direct::Emplace::wrap($wrap, Self::$case { 0: __value }))
    }};
    ($payload:ident, $wrap:ident, $name:ident, $case:ident, $fields:tt) => {
        $crate::__read_record!(
            $crate::de::direct::Payload::record(
                &mut $payload,
                ::core::concat!("variant ", ::core::stringify!($name), "::", ::core::stringify!($case)),
            ),
            finish, __error => $crate::de::direct::Payload::failed($payload, __error), $wrap, Self::$case, $fields
        )
    };
}

/// Reads the fields of a record that was entered with the first argument, and returns the `Result` of `$wrap` applied to the
/// value of this constructor; braces fit tuples too. A field has a type, or the function that reads it; one that is skipped a
/// type with a `Default`, or the function that makes it. `finish` is the method of `Record` to call after the last field. On
/// failure it returns the `Err` of the expression, made of the error with this name.
///
/// No `?`, which would copy large values once more. Fields that were read stay in place as `Result`s until the end, because
/// a large value would be copied back and forth.
#[doc(hidden)]
#[macro_export]
macro_rules! __read_record {
    (
        $entered:expr, $finish:ident $(::<$record:ty>)?, $error:ident => $fail:expr, $wrap:ident,
        Self $(::$case:ident)?, {
            $($member:tt $variable:ident: $($ty:ty)? $(= $function:path)?),*
            $(; $skipped:tt: $($skipped_ty:ty)? $(= $default:path)?)*
        }
    ) => {{
        let (mut __record, [$($variable),*]) = match $entered {
            ::core::result::Result::Ok(__record) => __record,
            ::core::result::Result::Err(__error) => return ::core::result::Result::Err(__error),
        };
        $(
            let __field = $variable;
            let $variable =
                $(<$ty as $crate::types::CandidType>::__read_field(&mut __record, $variable))?
                $($crate::de::direct::Record::read_by(&mut __record, $variable, |__value| $function(__value)))?;
            if let ::core::result::Result::Err($error) = $variable {
                let $error = $crate::de::direct::Record::failed(__record, __field, $error);
                return ::core::result::Result::Err($fail);
            }
        )*
        match $crate::de::direct::Record::$finish $(::<$record>)?(__record) {
            ::core::result::Result::Ok(()) => {}
            ::core::result::Result::Err($error) => return ::core::result::Result::Err($fail),
        }
        // The compiler copies the place of a payload, whether there is one or not: a large one that is known not to be there
        // is not copied.
        let __lacks_large = const { false $($(|| <$ty as $crate::types::CandidType>::__IS_LARGE_OPTION)?)* }
            $($(&& <$ty as $crate::types::CandidType>::__is_null_if_large(&$variable))?)*;
        ::core::result::Result::Ok(if __lacks_large {
            $crate::__place_record!(lacks_large $wrap, Self $(::$case)? {
                $($member $variable: $($ty)? $(= $function)?),*
                $(; $skipped: $($skipped_ty)? $(= $default)?)*
            })
        } else {
            $crate::__place_record!(any $wrap, Self $(::$case)? {
                $($member $variable: $($ty)? $(= $function)?),*
                $(; $skipped: $($skipped_ty)? $(= $default)?)*
            })
        })
    }};
}

/// Applies `$wrap` to a record of fields that did not fail: of `any`, or that `lacks_large` options, which are null.
#[doc(hidden)]
#[macro_export]
macro_rules! __place_record {
    ($fields:ident $wrap:ident, Self $(::$case:ident)? {
        $($member:tt $variable:ident: $($ty:ty)? $(= $function:path)?),*
        $(; $skipped:tt: $($skipped_ty:ty)? $(= $default:path)?)*
    }) => {
        $crate::de::direct::Emplace::wrap(
            $wrap,
            Self $(::$case)? {
                $($member: $crate::__unwrap_read!($fields $variable $(, $ty)? $(= $function)?),)*
                $($skipped: $($crate::de::direct::default_of::<$skipped_ty>())? $($default())?,)*
            },
        )
    };
}

/// Returns the value of a field that did not fail. What a function returns need not be of the type of the field, but coerce to
/// it, as where serde calls it.
#[doc(hidden)]
#[macro_export]
macro_rules! __unwrap_read {
    ($fields:ident $variable:ident = $function:path) => {
        match $variable {
            ::core::result::Result::Ok(__value) => __value,
            ::core::result::Result::Err(_) => $crate::de::direct::has_returned(),
        }
    };
    (any $variable:ident, $ty:ty) => {
        $crate::de::direct::unwrap_checked($variable)
    };
    (lacks_large $variable:ident, $ty:ty) => {
        <$ty as $crate::types::CandidType>::__unwrap_null_if_large($variable)
    };
}
