//! The opcodes of types on the wire: the only place that defines them.
//!
//! A type is a signed LEB128 number. From -1 to -24 it is one of the opcodes below; from 0 on, an index into the type
//! definitions; below -24, it starts a *future type*, which contains its own length.

/// The four bytes that every message starts with.
pub const MAGIC: [u8; 4] = *b"DIDL";

/// Defines an enum of the numbers of something on the wire: each with its keyword.
macro_rules! numbered {
    (
        $(#[$meta:meta])*
        $Enum:ident: $repr:ident {
            $($Variant:ident = $number:literal $keyword:literal)*
        }
        $(#[$from_meta:meta])*
        $from:ident($Number:ident)
        $(#[$name_meta:meta])*
        name
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr($repr)]
        pub enum $Enum {
            $(
                #[doc = concat!("`", $keyword, "`")]
                $Variant = $number,
            )*
        }

        impl $Enum {
            $(#[$from_meta])*
            #[must_use]
            pub const fn $from(number: $Number) -> Option<$Enum> {
                Some(match number {
                    $($number => $Enum::$Variant,)*
                    _ => return None,
                })
            }

            $(#[$name_meta])*
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $($Enum::$Variant => $keyword,)*
                }
            }
        }
    };
}

numbered! {
    /// A type without parts. It may occur wherever a type is expected; the others need a definition.
    Primitive: i8 {
        Null = -1 "null"
        Bool = -2 "bool"
        Nat = -3 "nat"
        Int = -4 "int"
        Nat8 = -5 "nat8"
        Nat16 = -6 "nat16"
        Nat32 = -7 "nat32"
        Nat64 = -8 "nat64"
        Int8 = -9 "int8"
        Int16 = -10 "int16"
        Int32 = -11 "int32"
        Int64 = -12 "int64"
        Float32 = -13 "float32"
        Float64 = -14 "float64"
        Text = -15 "text"
        Reserved = -16 "reserved"
        Empty = -17 "empty"
        Principal = -24 "principal"
    }
    /// Returns the type with this opcode; `None` if there is none, or if it has parts.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_wire::opcode::Primitive;
    ///
    /// assert_eq!(Primitive::from_opcode(-15), Some(Primitive::Text));
    /// assert_eq!(Primitive::from_opcode(-18), None); // `opt`
    /// assert_eq!(Primitive::from_opcode(0), None); // an index
    /// ```
    from_opcode(i64)
    /// Returns the keyword of the type.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_wire::opcode::Primitive;
    ///
    /// assert_eq!(Primitive::Float64.name(), "float64");
    /// ```
    name
}

numbered! {
    /// A type with parts. It may occur only in the table of type definitions.
    Composite: i8 {
        Opt = -18 "opt"
        Vec = -19 "vec"
        Record = -20 "record"
        Variant = -21 "variant"
        Func = -22 "func"
        Service = -23 "service"
    }
    /// Returns the type constructor with this opcode; `None` if there is none, or if the type has no parts.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_wire::opcode::Composite;
    ///
    /// assert_eq!(Composite::from_opcode(-19), Some(Composite::Vec));
    /// assert_eq!(Composite::from_opcode(-24), None); // `principal`
    /// ```
    from_opcode(i64)
    /// Returns the keyword of the type constructor.
    name
}

numbered! {
    /// An annotation of a function type, in addition to its arguments and results.
    FuncAnnotation: u8 {
        Query = 1 "query"
        Oneway = 2 "oneway"
        CompositeQuery = 3 "composite_query"
    }
    /// Returns the annotation of a byte; `None` if there is none.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_wire::opcode::FuncAnnotation;
    ///
    /// assert_eq!(FuncAnnotation::from_byte(2), Some(FuncAnnotation::Oneway));
    /// assert_eq!(FuncAnnotation::from_byte(4), None);
    /// ```
    from_byte(u8)
    /// Returns the keyword of the annotation.
    name
}

/// Returns whether a type with this opcode is a future type: a byte count and as many bytes follow.
///
/// # Examples
///
/// ```
/// use candid_wire::opcode::is_future;
///
/// assert!(is_future(-25));
/// assert!(!is_future(-24) && !is_future(0));
/// ```
pub const fn is_future(opcode: i64) -> bool {
    opcode < Primitive::Principal.opcode() as i64
}

/// Returns the single byte of an opcode as signed LEB128.
const fn sleb_byte(opcode: i8) -> u8 {
    // All opcodes are between -64 and -1, so they fit seven bits.
    opcode as u8 & 0x7f
}

impl Primitive {
    /// Every primitive type, from `null` to `principal`.
    pub const ALL: [Primitive; 18] = [
        Primitive::Null,
        Primitive::Bool,
        Primitive::Nat,
        Primitive::Int,
        Primitive::Nat8,
        Primitive::Nat16,
        Primitive::Nat32,
        Primitive::Nat64,
        Primitive::Int8,
        Primitive::Int16,
        Primitive::Int32,
        Primitive::Int64,
        Primitive::Float32,
        Primitive::Float64,
        Primitive::Text,
        Primitive::Reserved,
        Primitive::Empty,
        Primitive::Principal,
    ];

    /// Returns the opcode.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_wire::opcode::Primitive;
    ///
    /// assert_eq!(Primitive::Null.opcode(), -1);
    /// assert_eq!(Primitive::Principal.opcode(), -24);
    /// ```
    #[must_use]
    pub const fn opcode(self) -> i8 {
        self as i8
    }

    /// Returns the encoded opcode: one byte of signed LEB128.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_wire::opcode::Primitive;
    ///
    /// assert_eq!(Primitive::Null.byte(), 0x7f);
    /// ```
    #[must_use]
    pub const fn byte(self) -> u8 {
        sleb_byte(self.opcode())
    }

    /// Returns the number of bytes of every value of the type, 0 for `null` and `reserved`; `None` if values differ in
    /// size, or if there are none.
    ///
    /// Not every byte is a valid `bool`: its single byte must be checked even when it is skipped.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_wire::opcode::Primitive;
    ///
    /// assert_eq!(Primitive::Nat64.fixed_size(), Some(8));
    /// assert_eq!(Primitive::Reserved.fixed_size(), Some(0));
    /// assert_eq!(Primitive::Nat.fixed_size(), None);
    /// ```
    #[must_use]
    pub const fn fixed_size(self) -> Option<usize> {
        match self {
            Primitive::Null | Primitive::Reserved => Some(0),
            Primitive::Bool | Primitive::Nat8 | Primitive::Int8 => Some(1),
            Primitive::Nat16 | Primitive::Int16 => Some(2),
            Primitive::Nat32 | Primitive::Int32 | Primitive::Float32 => Some(4),
            Primitive::Nat64 | Primitive::Int64 | Primitive::Float64 => Some(8),
            Primitive::Nat
            | Primitive::Int
            | Primitive::Text
            | Primitive::Empty
            | Primitive::Principal => None,
        }
    }
}

impl Composite {
    /// Returns the opcode.
    #[must_use]
    pub const fn opcode(self) -> i8 {
        self as i8
    }

    /// Returns the encoded opcode: one byte of signed LEB128.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_wire::opcode::Composite;
    ///
    /// assert_eq!(Composite::Record.byte(), 0x6c);
    /// ```
    #[must_use]
    pub const fn byte(self) -> u8 {
        sleb_byte(self.opcode())
    }
}

impl FuncAnnotation {
    /// Returns the byte of the annotation.
    #[must_use]
    pub const fn byte(self) -> u8 {
        self as u8
    }
}
