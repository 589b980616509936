//! The types that a message states, as a type environment.

use candid::types::{Field, FuncMode, Function, Label, Type, TypeEnv, TypeInner};

/// What a definition of the message's table is called; no name of an interface.
fn name(idx: usize) -> String {
    format!("wire {idx}")
}

/// Returns the types of a well-formed message, and the definitions that they name. None where it is not well-formed.
pub(crate) fn types(message: &[u8]) -> Option<(TypeEnv, Vec<Type>)> {
    let mut bytes = Bytes(message.strip_prefix(b"DIDL")?);
    let mut env = TypeEnv::new();
    for idx in 0..bytes.number()? {
        let ty = bytes.definition()?;
        env.0.insert(name(idx), ty);
    }
    let types = bytes.list(Bytes::ty)?;
    Some((env, types))
}

struct Bytes<'a>(&'a [u8]);

impl Bytes<'_> {
    fn byte(&mut self) -> Option<u8> {
        let (byte, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*byte)
    }

    /// A signed LEB128 number.
    fn signed(&mut self) -> Option<i64> {
        let (mut number, mut shift) = (0i64, 0u32);
        loop {
            let byte = self.byte()?;
            number |= i64::from(byte & 0x7f).checked_shl(shift)?;
            shift += 7;
            if byte & 0x80 == 0 {
                let negative = byte & 0x40 != 0 && shift < 64;
                return Some(if negative {
                    number | (-1 << shift)
                } else {
                    number
                });
            }
        }
    }

    /// An unsigned LEB128 number.
    fn number(&mut self) -> Option<usize> {
        let (mut number, mut shift) = (0usize, 0u32);
        loop {
            let byte = self.byte()?;
            number |= usize::from(byte & 0x7f).checked_shl(shift)?;
            shift += 7;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
    }

    fn list<T>(&mut self, item: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        (0..self.number()?).map(|_| item(self)).collect()
    }

    fn definition(&mut self) -> Option<Type> {
        let ty = match self.signed()? {
            -18 => TypeInner::Opt(self.ty()?),
            -19 => TypeInner::Vec(self.ty()?),
            -20 => TypeInner::Record(self.list(Self::field)?),
            -21 => TypeInner::Variant(self.list(Self::field)?),
            -22 => TypeInner::Func(Function {
                args: self.list(Self::ty)?,
                rets: self.list(Self::ty)?,
                modes: self.list(Self::mode)?,
            }),
            -23 => TypeInner::Service(self.list(Self::method)?),
            _ => return None,
        };
        Some(ty.into())
    }

    fn field(&mut self) -> Option<Field> {
        let id = u32::try_from(self.number()?).ok()?;
        Some(Field {
            id: Label::Id(id).into(),
            ty: self.ty()?,
        })
    }

    fn mode(&mut self) -> Option<FuncMode> {
        Some(match self.byte()? {
            1 => FuncMode::Query,
            2 => FuncMode::Oneway,
            3 => FuncMode::CompositeQuery,
            _ => return None,
        })
    }

    fn method(&mut self) -> Option<(String, Type)> {
        let name = self.list(Self::byte)?;
        Some((String::from_utf8(name).ok()?, self.ty()?))
    }

    fn ty(&mut self) -> Option<Type> {
        let number = self.signed()?;
        if let Ok(idx) = usize::try_from(number) {
            return Some(TypeInner::Var(name(idx)).into());
        }
        let ty = match number {
            -1 => TypeInner::Null,
            -2 => TypeInner::Bool,
            -3 => TypeInner::Nat,
            -4 => TypeInner::Int,
            -5 => TypeInner::Nat8,
            -6 => TypeInner::Nat16,
            -7 => TypeInner::Nat32,
            -8 => TypeInner::Nat64,
            -9 => TypeInner::Int8,
            -10 => TypeInner::Int16,
            -11 => TypeInner::Int32,
            -12 => TypeInner::Int64,
            -13 => TypeInner::Float32,
            -14 => TypeInner::Float64,
            -15 => TypeInner::Text,
            -16 => TypeInner::Reserved,
            -17 => TypeInner::Empty,
            -24 => TypeInner::Principal,
            _ => return None,
        };
        Some(ty.into())
    }
}
