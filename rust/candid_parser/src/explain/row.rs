//! Rows: parts of a message with their meaning.

use std::fmt;

/// One part of a message with its meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row<'a> {
    /// The kind of the part.
    pub kind: RowKind,
    /// Where the part begins in the message.
    pub offset: usize,
    /// The bytes of the part; none of records, of `null` and of what is about the whole message.
    pub bytes: &'a [u8],
    /// The number of parts that this one is in.
    pub depth: usize,
    /// The meaning in words, on one line.
    pub meaning: String,
    /// The path to the value, as in errors of decoding; shortened at its start if there are many levels. Empty in the header.
    pub path: String,
    /// The type on the wire, of values.
    pub ty: String,
    /// The value as Candid text, of values without parts; shortened if it is long.
    pub value: Option<String>,
    /// The number of bytes of a value, or elements of a vector, that `value` does not show.
    pub n_left_out: usize,
    /// Why decoding fails at this part.
    pub error: Option<Failing>,
}

/// Where decoding fails, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failing {
    /// The offset of the failing byte in the message: in the part, or at its end if the message ends there.
    pub offset: usize,
    /// The error of decoding.
    pub message: String,
}

macro_rules! kinds {
    ($($(#[$meta:meta])* $Kind:ident $name:literal)*) => {
        /// What a row is about. The names, which `Display` prints, do not change between versions.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum RowKind {
            $($(#[$meta])* $Kind,)*
        }

        impl fmt::Display for RowKind {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self {
                    $(RowKind::$Kind => $name,)*
                })
            }
        }
    };
}

kinds! {
    /// The first four bytes.
    Magic "magic"
    /// The number of entries of the type table.
    TypeCount "type_count"
    /// The beginning of an entry of the type table: `opt` and `vec` whole, of others the opcode and the number of parts.
    Type "type"
    /// A field of a record, or a case of a variant, in the type table.
    Field "field"
    /// The type of an argument of a function.
    FuncArgument "func_argument"
    /// The number of results of a function.
    ResultCount "result_count"
    /// The type of a result of a function.
    FuncResult "func_result"
    /// The annotations of a function.
    Annotation "annotation"
    /// A method of a service.
    Method "method"
    /// The number of arguments of the message.
    ArgumentCount "argument_count"
    /// The type of an argument of the message.
    Argument "argument"
    /// A value without parts.
    Value "value"
    /// The beginning of a record, a variant, an option or a vector, whose parts follow.
    Container "container"
    /// Elements of a vector that are not shown.
    Elements "elements"
    /// Bytes whose meaning cannot be told.
    Rest "rest"
    /// The end of the message, where decoding fails.
    End "end"
}
