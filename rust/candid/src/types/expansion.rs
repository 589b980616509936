//! Macros that the derive calls for types and for what it writes, so that its own output is short: it is compiled without
//! optimization, and takes longer for a token than the compiler for the expansion of one.

/// Makes the table of the fields of [`derived::record`](super::derived::record): of each its key and the function that
/// returns its type.
#[doc(hidden)]
#[macro_export]
macro_rules! __parts {
    ($($key:ident $label:tt $ty:expr),*) => {
        &[$(($crate::types::derived::Key::$key $label, $ty)),*]
    };
}

/// Makes the table of the cases of [`derived::variant`](super::derived::variant): of each its key and its payload.
#[doc(hidden)]
#[macro_export]
macro_rules! __cases {
    ($($key:ident $label:tt $payload:ident $ty:tt),*) => {
        &[$((
            $crate::types::derived::Key::$key $label,
            $crate::types::derived::Payload::$payload $ty,
        )),*]
    };
}

/// Makes a list of [`FieldDescriptor`](super::descriptor::FieldDescriptor): of each the function that makes it with its
/// arguments, and what changes it.
#[doc(hidden)]
#[macro_export]
macro_rules! __descriptors {
    ($($new:ident $arguments:tt $(. $with:ident $tolerance:tt)?),*) => {
        &[$($crate::types::descriptor::FieldDescriptor::$new $arguments $(. $with $tolerance)?),*]
    };
}

/// Writes a record or a case, and returns the `Result`: starts it with the method of `Serializer`, then calls for each field
/// the function with the value. A single field is written as an element; of several, neighbours of fixed sizes are written
/// together.
///
/// No `?`: its traits take the compiler time in each field.
#[doc(hidden)]
#[macro_export]
macro_rules! __write_fields {
    ($start:ident($($argument:expr),*)) => {
        match $crate::types::Serializer::$start($($argument),*) {
            ::core::result::Result::Ok(_) => ::core::result::Result::Ok(()),
            ::core::result::Result::Err(__error) => ::core::result::Result::Err(__error),
        }
    };
    ($start:ident($($argument:expr),*); $write:expr, $value:expr) => {{
        let mut __compound = match $crate::types::Serializer::$start($($argument),*) {
            ::core::result::Result::Ok(__compound) => __compound,
            ::core::result::Result::Err(__error) => return ::core::result::Result::Err(__error),
        };
        $write($value, &mut __compound)
    }};
    ($start:ident($($argument:expr),*) $(; $write:expr, $value:expr)*) => {{
        let mut __compound = match $crate::types::Serializer::$start($($argument),*) {
            ::core::result::Result::Ok(__compound) => __compound,
            ::core::result::Result::Err(__error) => return ::core::result::Result::Err(__error),
        };
        let mut __bytes = [0; $crate::types::FieldBatch::SIZE];
        let mut __batch = $crate::types::FieldBatch::new(&mut __bytes);
        $(
            if let ::core::result::Result::Err(__error) = $write($value, &mut __compound, &mut __batch) {
                return ::core::result::Result::Err(__error);
            }
        )*
        $crate::types::Compound::__end(&mut __compound, &mut __batch);
        ::core::result::Result::Ok(())
    }};
}
