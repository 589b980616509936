//! The opcodes of types, as an enum.

use candid_wire::opcode::{Composite, Primitive};

macro_rules! opcodes {
    ($($Kind:ident { $($name:ident $keyword:literal)* })*) => {
        /// The number of a primitive type or a type constructor on the wire.
        ///
        /// `spec/Candid.md#types-1`
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(i64)]
        pub enum Opcode {
            $($(
                #[doc = concat!("`", $keyword, "`")]
                $name = $Kind::$name.opcode() as i64,
            )*)*
        }
    };
}

opcodes! {
    Primitive {
        Null "null" Bool "bool" Nat "nat" Int "int"
        Nat8 "nat8" Nat16 "nat16" Nat32 "nat32" Nat64 "nat64"
        Int8 "int8" Int16 "int16" Int32 "int32" Int64 "int64"
        Float32 "float32" Float64 "float64"
        Text "text" Reserved "reserved" Empty "empty"
    }
    Composite { Opt "opt" Vec "vec" Record "record" Variant "variant" Func "func" Service "service" }
    Primitive { Principal "principal" }
}
