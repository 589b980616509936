//! Arithmetic and comparison of `Nat` and `Int` with themselves and with Rust's numbers.

use crate::data::int::Int;
use crate::data::nat::Nat;
use num_bigint::Sign;
use num_traits::ToPrimitive;
use std::cmp::Ordering;
use std::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Rem, RemAssign, Sub, SubAssign};

/// Implements one operator of `$Big`: with itself, and with each primitive on either side.
macro_rules! operator {
    ($Big:ident $Op:ident $op:ident $OpAssign:ident $op_assign:ident: $($prim:ident)*) => {
        impl $Op for $Big {
            type Output = $Big;
            fn $op(self, other: $Big) -> $Big {
                $Big($Op::$op(self.0, other.0))
            }
        }
        impl $OpAssign for $Big {
            fn $op_assign(&mut self, other: $Big) {
                $OpAssign::$op_assign(&mut self.0, other.0);
            }
        }
        $(
            impl $Op<$prim> for $Big {
                type Output = $Big;
                fn $op(self, other: $prim) -> $Big {
                    $Big($Op::$op(self.0, other))
                }
            }
            impl $Op<$Big> for $prim {
                type Output = $Big;
                fn $op(self, other: $Big) -> $Big {
                    $Big($Op::$op(self, other.0))
                }
            }
            impl $OpAssign<$prim> for $Big {
                fn $op_assign(&mut self, other: $prim) {
                    $OpAssign::$op_assign(&mut self.0, other);
                }
            }
        )*
    };
}

macro_rules! operators {
    ($Big:ident: $($prim:ident)*) => {
        operator!($Big Add add AddAssign add_assign: $($prim)*);
        operator!($Big Sub sub SubAssign sub_assign: $($prim)*);
        operator!($Big Mul mul MulAssign mul_assign: $($prim)*);
        operator!($Big Div div DivAssign div_assign: $($prim)*);
        operator!($Big Rem rem RemAssign rem_assign: $($prim)*);
    };
}

/// Implements conversion from and comparison with each primitive, through `$Big::$compare` on `$Wide`.
macro_rules! comparisons {
    ($Big:ident $compare:ident $Wide:ident: $($prim:ident)*) => {
        $(
            impl From<$prim> for $Big {
                #[inline]
                fn from(number: $prim) -> Self {
                    $Big(number.into())
                }
            }
            impl PartialEq<$prim> for $Big {
                fn eq(&self, other: &$prim) -> bool {
                    self.$compare(*other as $Wide) == Ordering::Equal
                }
            }
            impl PartialEq<$Big> for $prim {
                fn eq(&self, other: &$Big) -> bool {
                    other == self
                }
            }
            impl PartialOrd<$prim> for $Big {
                fn partial_cmp(&self, other: &$prim) -> Option<Ordering> {
                    Some(self.$compare(*other as $Wide))
                }
            }
            impl PartialOrd<$Big> for $prim {
                fn partial_cmp(&self, other: &$Big) -> Option<Ordering> {
                    Some(other.$compare(*self as $Wide).reverse())
                }
            }
        )*
    };
}

operators!(Nat: u8 u16 u32 u64 u128 usize);
operators!(Int: u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);
comparisons!(Nat compare_unsigned u128: u8 u16 u32 u64 u128 usize);
comparisons!(Int compare_unsigned u128: u8 u16 u32 u64 u128 usize);
comparisons!(Int compare_signed i128: i8 i16 i32 i64 i128 isize);

// A big number is narrowed to 128 bits rather than the primitive widened to a big one, which would allocate; one that
// does not fit is further from zero than any primitive.

impl Nat {
    fn compare_unsigned(&self, other: u128) -> Ordering {
        match self.0.to_u128() {
            Some(number) => number.cmp(&other),
            None => Ordering::Greater,
        }
    }
}

impl Int {
    fn compare_unsigned(&self, other: u128) -> Ordering {
        match (self.0.sign(), self.0.to_u128()) {
            (Sign::Minus, _) => Ordering::Less,
            (_, Some(number)) => number.cmp(&other),
            (_, None) => Ordering::Greater,
        }
    }

    fn compare_signed(&self, other: i128) -> Ordering {
        match (self.0.to_i128(), self.0.sign()) {
            (Some(number), _) => number.cmp(&other),
            (None, Sign::Minus) => Ordering::Less,
            (None, _) => Ordering::Greater,
        }
    }
}
