//! The types of a well-formed message, read independently of both implementations.

use candid::types::{Field, FuncMode, Function, Label, Type, TypeEnv, TypeInner};

/// What the header of a message says.
#[derive(Default)]
pub struct Wire {
    /// The definitions: entry 7 of the table is `wire7`.
    pub env: TypeEnv,
    /// The types of the arguments.
    pub types: Vec<Type>,
    /// Whether the opcode of a composite type takes more bytes than the one it needs.
    pub has_padded_opcode: bool,
}

/// Reads the header of a message; none if it is not well-formed.
pub fn wire_types(bytes: &[u8]) -> Option<Wire> {
    let (wire, _) = split(bytes)?;
    Some(wire)
}

/// Returns how two messages differ, if they do. Types may be written in several ways.
pub fn difference(ours: &[u8], theirs: &[u8]) -> Option<&'static str> {
    if ours == theirs {
        return None;
    }
    let Some(((our_wire, our_values), (their_wire, their_values))) = split(ours).zip(split(theirs))
    else {
        return Some("other bytes");
    };
    Some(if our_values != their_values {
        "other bytes of the values"
    } else if our_wire.env.0.len() < their_wire.env.0.len() {
        "fewer entries in the type table"
    } else {
        "other bytes of the types"
    })
}

/// The header, and the bytes of the values.
fn split(bytes: &[u8]) -> Option<(Wire, &[u8])> {
    let mut header = Header {
        rest: bytes.strip_prefix(b"DIDL")?,
        has_padded_opcode: false,
    };
    let mut env = TypeEnv::new();
    for i in 0..header.number()? {
        let ty = header.constructor()?;
        env.0.insert(format!("wire{i}"), ty);
    }
    let wire = Wire {
        env,
        types: header.types()?,
        has_padded_opcode: header.has_padded_opcode,
    };
    Some((wire, header.rest))
}

struct Header<'a> {
    rest: &'a [u8],
    has_padded_opcode: bool,
}

impl Header<'_> {
    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        Some(*first)
    }

    fn number(&mut self) -> Option<u64> {
        let mut number = 0u64;
        for shift in (0..70).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f).checked_shl(shift)?;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    /// A signed number; opcodes and indices are small.
    fn index(&mut self) -> Option<i64> {
        let mut number = 0i64;
        for shift in (0..70).step_by(7) {
            let byte = self.byte()?;
            number |= i64::from(byte & 0x7f).checked_shl(shift)?;
            if byte < 0x80 {
                let negative = byte & 0x40 != 0;
                let sign = (-1i64).checked_shl(shift + 7).unwrap_or(0);
                return Some(if negative { number | sign } else { number });
            }
        }
        None
    }

    fn ty(&mut self) -> Option<Type> {
        let inner = match self.index()? {
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
            index if index >= 0 => TypeInner::Var(format!("wire{index}")),
            _ => return None,
        };
        Some(inner.into())
    }

    fn types(&mut self) -> Option<Vec<Type>> {
        (0..self.number()?).map(|_| self.ty()).collect()
    }

    fn constructor(&mut self) -> Option<Type> {
        let n_before = self.rest.len();
        let opcode = self.index()?;
        let is_padded = n_before - self.rest.len() > 1;
        self.has_padded_opcode |= is_padded && (-23..=-18).contains(&opcode);
        let inner = match opcode {
            -18 => TypeInner::Opt(self.ty()?),
            -19 => TypeInner::Vec(self.ty()?),
            -20 => TypeInner::Record(self.fields()?),
            -21 => TypeInner::Variant(self.fields()?),
            -22 => TypeInner::Func(Function {
                args: self.types()?,
                rets: self.types()?,
                modes: (0..self.number()?)
                    .map(|_| self.mode())
                    .collect::<Option<_>>()?,
            }),
            -23 => {
                let methods = (0..self.number()?).map(|_| Some((self.name()?, self.ty()?)));
                TypeInner::Service(methods.collect::<Option<_>>()?)
            }
            // A type of a later version says how long it is.
            ..=-25 => {
                let len = usize::try_from(self.number()?).ok()?;
                self.rest = self.rest.get(len..)?;
                TypeInner::Future
            }
            _ => return None,
        };
        Some(inner.into())
    }

    fn fields(&mut self) -> Option<Vec<Field>> {
        let mut fields = Vec::new();
        for _ in 0..self.number()? {
            let id = Label::Id(u32::try_from(self.number()?).ok()?).into();
            let ty = self.ty()?;
            fields.push(Field { id, ty });
        }
        Some(fields)
    }

    fn mode(&mut self) -> Option<FuncMode> {
        match self.byte()? {
            1 => Some(FuncMode::Query),
            2 => Some(FuncMode::Oneway),
            3 => Some(FuncMode::CompositeQuery),
            _ => None,
        }
    }

    fn name(&mut self) -> Option<String> {
        let len = usize::try_from(self.number()?).ok()?;
        let name = self.rest.get(..len)?.to_vec();
        self.rest = self.rest.get(len..)?;
        String::from_utf8(name).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_read() {
        let bytes = b"DIDL\x02\x6e\x01\x6c\x02\x00\x7c\x01\x00\x01\x00\x00";
        let wire = wire_types(bytes).unwrap();
        let printed = "type wire0 = opt wire1\ntype wire1 = record { int; wire0 }\n";
        assert_eq!(wire.env.to_string(), printed);
        assert_eq!(wire.types, [TypeInner::Var("wire0".into()).into()]);
    }

    #[test]
    fn padded_opcodes_are_seen() {
        for (bytes, expected) in [
            (&b"DIDL\x01\x6e\x7d\x01\x00"[..], Some(false)),
            (b"DIDL\x01\xee\x7f\x7d\x01\x00", Some(true)),
            (b"DIDL\x01\xee\xff\x7f\x7d\x01\x00", Some(true)),
            // Other numbers: the count of entries, a primitive type, an index, and opcodes of future types.
            (b"DIDL\x81\x00\x6e\x7d\x01\x00", Some(false)),
            (b"DIDL\x01\x6e\xfd\x7f\x01\x00", Some(false)),
            (b"DIDL\x01\x6e\x80\x80\x00\x01\x00", Some(false)),
            (b"DIDL\x01\xbf\x7f\x01\x2a\x01\x00", Some(false)),
            (b"DIDL\x01\xe7\x7f\x00\x01\x00", Some(false)),
            (b"DIDL\x01\x70\x01\x00", None),
        ] {
            let found = wire_types(bytes).map(|wire| wire.has_padded_opcode);
            assert_eq!(found, expected, "{bytes:x?}");
        }
    }

    #[test]
    fn differences_are_told_apart() {
        let ours = b"DIDL\x01\x6e\x7d\x02\x00\x00\x00\x00";
        let theirs = b"DIDL\x02\x6e\x7d\x6e\x7d\x02\x00\x01\x00\x00";
        assert_eq!(difference(ours, ours), None);
        let fewer = Some("fewer entries in the type table");
        assert_eq!(difference(ours, theirs), fewer);
        let values = b"DIDL\x01\x6e\x7d\x02\x00\x00\x01\x00\x00";
        assert_eq!(difference(ours, values), Some("other bytes of the values"));
        let types = b"DIDL\x01\x6e\x7c\x02\x00\x00\x00\x00";
        assert_eq!(difference(ours, types), Some("other bytes of the types"));
        assert_eq!(difference(ours, b"DIDL"), Some("other bytes"));
    }

    #[test]
    fn what_is_cut_off_is_not() {
        assert!(wire_types(b"DIDL\x02\x6e\x01\x6c").is_none());
    }
}
