//! Borsh and rkyv for types of other crates: principals and byte buffers, and options and vectors of them.

use borsh::{BorshDeserialize, BorshSerialize};
use ic_principal::Principal;
use rkyv::rancor::{Fallible, Source};
use rkyv::ser::{Allocator, Writer};
use rkyv::vec::{ArchivedVec, VecResolver};
use rkyv::with::{ArchiveWith, DeserializeWith, SerializeWith};
use rkyv::Place;
use serde_bytes::ByteBuf;
use std::io::{Error, Read, Result, Write};

/// A value that is some bytes.
pub(super) trait Bytes: Sized {
    fn as_bytes(&self) -> &[u8];

    /// Returns `None` if the bytes are not such a value.
    fn from_bytes(bytes: Vec<u8>) -> Option<Self>;
}

impl Bytes for Principal {
    fn as_bytes(&self) -> &[u8] {
        self.as_slice()
    }

    fn from_bytes(bytes: Vec<u8>) -> Option<Self> {
        Principal::try_from_slice(&bytes).ok()
    }
}

impl Bytes for ByteBuf {
    fn as_bytes(&self) -> &[u8] {
        self
    }

    fn from_bytes(bytes: Vec<u8>) -> Option<Self> {
        Some(bytes.into())
    }
}

/// What borsh writes with functions here.
pub(super) trait Foreign: Sized {
    fn write<W: Write>(&self, writer: &mut W) -> Result<()>;
    fn read<R: Read>(reader: &mut R) -> Result<Self>;
}

macro_rules! foreign {
    ($($ty:ty),*) => {$(
        impl Foreign for $ty {
            fn write<W: Write>(&self, writer: &mut W) -> Result<()> {
                self.as_bytes().serialize(writer)
            }

            fn read<R: Read>(reader: &mut R) -> Result<Self> {
                let bytes = Vec::deserialize_reader(reader)?;
                Self::from_bytes(bytes).ok_or_else(|| Error::other("not such bytes"))
            }
        }
    )*};
}

foreign!(Principal, ByteBuf);

impl<T: Foreign> Foreign for Option<T> {
    fn write<W: Write>(&self, writer: &mut W) -> Result<()> {
        self.is_some().serialize(writer)?;
        self.iter().try_for_each(|value| value.write(writer))
    }

    fn read<R: Read>(reader: &mut R) -> Result<Self> {
        bool::deserialize_reader(reader)?
            .then(|| T::read(reader))
            .transpose()
    }
}

impl<T: Foreign> Foreign for Vec<T> {
    fn write<W: Write>(&self, writer: &mut W) -> Result<()> {
        (self.len() as u32).serialize(writer)?;
        self.iter().try_for_each(|value| value.write(writer))
    }

    fn read<R: Read>(reader: &mut R) -> Result<Self> {
        let len = u32::deserialize_reader(reader)?;
        (0..len).map(|_| T::read(reader)).collect()
    }
}

pub(super) fn serialize<T: Foreign, W: Write>(value: &T, writer: &mut W) -> Result<()> {
    value.write(writer)
}

pub(super) fn deserialize<T: Foreign, R: Read>(reader: &mut R) -> Result<T> {
    T::read(reader)
}

/// Has rkyv treat a value as a vector of its bytes.
pub(super) struct AsBytes;

impl<T: Bytes> ArchiveWith<T> for AsBytes {
    type Archived = ArchivedVec<u8>;
    type Resolver = VecResolver;

    fn resolve_with(value: &T, resolver: VecResolver, out: Place<ArchivedVec<u8>>) {
        ArchivedVec::resolve_from_slice(value.as_bytes(), resolver, out);
    }
}

impl<T: Bytes, S: Fallible + Allocator + Writer + ?Sized> SerializeWith<T, S> for AsBytes {
    fn serialize_with(value: &T, serializer: &mut S) -> std::result::Result<VecResolver, S::Error> {
        ArchivedVec::serialize_from_slice(value.as_bytes(), serializer)
    }
}

impl<T: Bytes, D: Fallible<Error: Source> + ?Sized> DeserializeWith<ArchivedVec<u8>, T, D>
    for AsBytes
{
    fn deserialize_with(bytes: &ArchivedVec<u8>, _: &mut D) -> std::result::Result<T, D::Error> {
        T::from_bytes(bytes.to_vec()).ok_or_else(|| Source::new(Error::other("not such bytes")))
    }
}
