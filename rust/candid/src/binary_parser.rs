//! The header of a message, and three small values, as `binrw` items read from a stream.
//!
//! candid 0.10.39 reads messages with these items and exports them. In this crate nothing else uses them, so they are a
//! feature: without it, `binrw` and `anyhow` are not compiled.
//!
//! As in candid 0.10.39, [`Header`] accepts any input with the form of a header, and [`Header::to_types`] refuses
//! invalid types. A failed read leaves the stream where it was.

mod stream;

use crate::types::env::TypeEnv;
use crate::types::ty::label::Label;
use crate::types::ty::{Field, FuncMode, Function, Type, TypeInner};
use candid_wire::opcode::{FuncAnnotation, Primitive};

/// The type table and the argument types of a message; reading it ends before the first value.
///
/// The argument of [`BinRead`](binrw::BinRead) is the maximum number of entries in the table; the default is 10,000.
///
/// # Examples
///
/// ```
/// use binrw::{BinRead, Endian};
/// use candid::binary_parser::Header;
///
/// let mut stream = std::io::Cursor::new(candid::encode_one(Some("text")).unwrap());
/// let header = Header::read_options(&mut stream, Endian::Little, (None,)).unwrap();
/// let (env, args) = header.to_types().unwrap();
/// assert_eq!(env.to_string(), "type table0 = opt text\n");
/// assert_eq!(args[0].to_string(), "table0");
/// // The value follows: it is there, four bytes.
/// assert_eq!(&stream.get_ref()[stream.position() as usize..], b"\x01\x04text");
/// ```
#[derive(Debug)]
pub struct Header {
    table: Vec<Entry>,
    args: Vec<Index>,
}

/// A `bool`: one byte, 0 or 1.
pub struct BoolValue(pub bool);

/// A length: an unsigned LEB128 number.
pub struct Len(pub usize);

/// A principal in its encoding as a value.
pub struct PrincipalBytes {
    /// 1: the bytes follow.
    pub flag: u8,
    /// The number of bytes.
    pub len: u64,
    /// The bytes.
    pub inner: Vec<u8>,
}

/// An opcode of a primitive type, or an index, possibly out of range.
type Index = i64;

#[derive(Debug)]
enum Entry {
    Opt(Index),
    Vec(Index),
    Record(Vec<(u32, Index)>),
    Variant(Vec<(u32, Index)>),
    Func {
        args: Vec<Index>,
        rets: Vec<Index>,
        annotation: Option<FuncAnnotation>,
    },
    Service(Vec<(String, Index)>),
    Future,
}

impl Header {
    /// Returns the definitions, with entry 7 of the table as `table7`, and the types of the arguments.
    ///
    /// # Errors
    ///
    /// If an index is out of range, fields or methods are not in order, or a method is not a function.
    pub fn to_types(&self) -> anyhow::Result<(TypeEnv, Vec<Type>)> {
        let mut env = TypeEnv::new();
        for (i, entry) in self.table.iter().enumerate() {
            env.0.insert(format!("table{i}"), self.definition(entry)?);
        }
        for entry in &self.table {
            let Entry::Service(methods) = entry else {
                continue;
            };
            for (name, index) in methods {
                let entry = usize::try_from(*index).ok().and_then(|i| self.table.get(i));
                if !matches!(entry, Some(Entry::Func { .. })) {
                    anyhow::bail!("the type of method {name:?} is not a function");
                }
            }
        }
        // As in candid 0.10.39: a record without values is `empty`.
        env.replace_empty().map_err(anyhow::Error::msg)?;
        Ok((env, self.types(&self.args)?))
    }

    fn definition(&self, entry: &Entry) -> anyhow::Result<Type> {
        let ty = match entry {
            Entry::Opt(inner) => TypeInner::Opt(self.ty(*inner)?),
            Entry::Vec(inner) => TypeInner::Vec(self.ty(*inner)?),
            Entry::Record(fields) => TypeInner::Record(self.fields(fields)?),
            Entry::Variant(fields) => TypeInner::Variant(self.fields(fields)?),
            Entry::Func {
                args,
                rets,
                annotation,
            } => {
                let mode = |annotation: &FuncAnnotation| match annotation {
                    FuncAnnotation::Query => FuncMode::Query,
                    FuncAnnotation::Oneway => FuncMode::Oneway,
                    FuncAnnotation::CompositeQuery => FuncMode::CompositeQuery,
                };
                TypeInner::Func(Function {
                    modes: annotation.iter().map(mode).collect(),
                    args: self.types(args)?,
                    rets: self.types(rets)?,
                })
            }
            Entry::Service(methods) => {
                check_order(methods)?;
                let method = |(name, ty): &(String, Index)| Ok((name.clone(), self.ty(*ty)?));
                TypeInner::Service(methods.iter().map(method).collect::<anyhow::Result<_>>()?)
            }
            Entry::Future => TypeInner::Future,
        };
        Ok(ty.into())
    }

    fn fields(&self, fields: &[(u32, Index)]) -> anyhow::Result<Vec<Field>> {
        check_order(fields)?;
        let field = |(id, ty): &(u32, Index)| {
            Ok(Field {
                id: Label::Id(*id).into(),
                ty: self.ty(*ty)?,
            })
        };
        fields.iter().map(field).collect()
    }

    fn types(&self, types: &[Index]) -> anyhow::Result<Vec<Type>> {
        types.iter().map(|ty| self.ty(*ty)).collect()
    }

    fn ty(&self, index: Index) -> anyhow::Result<Type> {
        let inner = match Primitive::from_opcode(index) {
            Some(primitive) => TypeInner::from_primitive(primitive),
            None if usize::try_from(index).is_ok_and(|i| i < self.table.len()) => {
                TypeInner::Var(format!("table{index}"))
            }
            None => anyhow::bail!("type index {index} is out of range"),
        };
        Ok(inner.into())
    }
}

fn check_order<K: Ord + std::fmt::Debug>(parts: &[(K, Index)]) -> anyhow::Result<()> {
    for (before, part) in parts.iter().zip(parts.iter().skip(1)) {
        if before.0 >= part.0 {
            anyhow::bail!("{:?} is not greater than the previous one", part.0);
        }
    }
    Ok(())
}
