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

/// Reads the fields of a record, each into the variable given with its type, as `Result`s that are `Ok`:
/// `__read_fields!(Decoder::record(decoder, "struct S"), finish, error => error; a: A, b: B)`. `finish` is the method of
/// `Record` to call after the last. On failure it returns the `Err` of the expression, made of the error with this name.
///
/// No `?`, which would copy large values once more.
#[doc(hidden)]
#[macro_export]
macro_rules! __read_fields {
    (
        $entered:expr, $finish:ident $(::<$record:ty>)?, $error:ident => $fail:expr;
        $($field:ident: $ty:ty),*
    ) => {
        let (mut __record, [$($field),*]) = match $entered {
            ::core::result::Result::Ok(__record) => __record,
            ::core::result::Result::Err(__error) => return ::core::result::Result::Err(__error),
        };
        $(
            let __field = $field;
            let $field = <$ty as $crate::types::CandidType>::__read_field(&mut __record, $field);
            if let ::core::result::Result::Err($error) = $field {
                let $error = $crate::de::direct::Record::failed(__record, __field, $error);
                return ::core::result::Result::Err($fail);
            }
        )*
        match $crate::de::direct::Record::$finish $(::<$record>)?(__record) {
            ::core::result::Result::Ok(()) => {}
            ::core::result::Result::Err($error) => return ::core::result::Result::Err($fail),
        }
    };
}
