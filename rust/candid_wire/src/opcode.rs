//! The opcodes of types on the wire: the only place that defines them.
//!
//! A type is a signed LEB128 number. From -1 to -24 it is one of the opcodes below; from 0 on, an index into the type
//! definitions; below -24, it starts a *future type*, which contains its own length.

/// The four bytes that every message starts with.
pub const MAGIC: [u8; 4] = *b"DIDL";

/// A type without parts. It may occur wherever a type is expected; the others need a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(i8)]
pub enum Primitive {
    /// `null`
    Null = -1,
    /// `bool`
    Bool = -2,
    /// `nat`
    Nat = -3,
    /// `int`
    Int = -4,
    /// `nat8`
    Nat8 = -5,
    /// `nat16`
    Nat16 = -6,
    /// `nat32`
    Nat32 = -7,
    /// `nat64`
    Nat64 = -8,
    /// `int8`
    Int8 = -9,
    /// `int16`
    Int16 = -10,
    /// `int32`
    Int32 = -11,
    /// `int64`
    Int64 = -12,
    /// `float32`
    Float32 = -13,
    /// `float64`
    Float64 = -14,
    /// `text`
    Text = -15,
    /// `reserved`
    Reserved = -16,
    /// `empty`
    Empty = -17,
    /// `principal`
    Principal = -24,
}

/// A type with parts. It may occur only in the table of type definitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(i8)]
pub enum Composite {
    /// `opt`
    Opt = -18,
    /// `vec`
    Vec = -19,
    /// `record`
    Record = -20,
    /// `variant`
    Variant = -21,
    /// `func`
    Func = -22,
    /// `service`
    Service = -23,
}

/// An annotation of a function type, in addition to its arguments and results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum FuncAnnotation {
    /// `query`
    Query = 1,
    /// `oneway`
    Oneway = 2,
    /// `composite_query`
    CompositeQuery = 3,
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
    #[must_use]
    pub const fn from_opcode(opcode: i64) -> Option<Primitive> {
        Some(match opcode {
            -1 => Primitive::Null,
            -2 => Primitive::Bool,
            -3 => Primitive::Nat,
            -4 => Primitive::Int,
            -5 => Primitive::Nat8,
            -6 => Primitive::Nat16,
            -7 => Primitive::Nat32,
            -8 => Primitive::Nat64,
            -9 => Primitive::Int8,
            -10 => Primitive::Int16,
            -11 => Primitive::Int32,
            -12 => Primitive::Int64,
            -13 => Primitive::Float32,
            -14 => Primitive::Float64,
            -15 => Primitive::Text,
            -16 => Primitive::Reserved,
            -17 => Primitive::Empty,
            -24 => Primitive::Principal,
            _ => return None,
        })
    }

    /// Returns the keyword of the type.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_wire::opcode::Primitive;
    ///
    /// assert_eq!(Primitive::Float64.name(), "float64");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Primitive::Null => "null",
            Primitive::Bool => "bool",
            Primitive::Nat => "nat",
            Primitive::Int => "int",
            Primitive::Nat8 => "nat8",
            Primitive::Nat16 => "nat16",
            Primitive::Nat32 => "nat32",
            Primitive::Nat64 => "nat64",
            Primitive::Int8 => "int8",
            Primitive::Int16 => "int16",
            Primitive::Int32 => "int32",
            Primitive::Int64 => "int64",
            Primitive::Float32 => "float32",
            Primitive::Float64 => "float64",
            Primitive::Text => "text",
            Primitive::Reserved => "reserved",
            Primitive::Empty => "empty",
            Primitive::Principal => "principal",
        }
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
    #[must_use]
    pub const fn from_opcode(opcode: i64) -> Option<Composite> {
        Some(match opcode {
            -18 => Composite::Opt,
            -19 => Composite::Vec,
            -20 => Composite::Record,
            -21 => Composite::Variant,
            -22 => Composite::Func,
            -23 => Composite::Service,
            _ => return None,
        })
    }

    /// Returns the keyword of the type constructor.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Composite::Opt => "opt",
            Composite::Vec => "vec",
            Composite::Record => "record",
            Composite::Variant => "variant",
            Composite::Func => "func",
            Composite::Service => "service",
        }
    }
}

impl FuncAnnotation {
    /// Returns the byte of the annotation.
    #[must_use]
    pub const fn byte(self) -> u8 {
        self as u8
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
    #[must_use]
    pub const fn from_byte(byte: u8) -> Option<FuncAnnotation> {
        Some(match byte {
            1 => FuncAnnotation::Query,
            2 => FuncAnnotation::Oneway,
            3 => FuncAnnotation::CompositeQuery,
            _ => return None,
        })
    }

    /// Returns the keyword of the annotation.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            FuncAnnotation::Query => "query",
            FuncAnnotation::Oneway => "oneway",
            FuncAnnotation::CompositeQuery => "composite_query",
        }
    }
}
