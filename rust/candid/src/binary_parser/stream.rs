//! Byte-wise reading of the items from a stream, which never reads beyond their end.

use crate::binary_parser::{BoolValue, Entry, Header, Index, Len, PrincipalBytes};
use binrw::{BinRead, BinResult, Endian, Error};
use candid_wire::error::WireError;
use candid_wire::limits::{MAX_LEB64_LEN, MAX_PRINCIPAL_LEN, MAX_TYPE_TABLE};
use candid_wire::opcode::{is_future, Composite, FuncAnnotation, Primitive, MAGIC};
use candid_wire::reader::Reader;
use std::io::{Read, Seek, SeekFrom};

impl binrw::meta::ReadMagic for Header {
    type MagicType = [u8; 4];
    const MAGIC: Self::MagicType = MAGIC;
}

impl BinRead for Header {
    type Args<'a> = (Option<usize>,);

    fn read_options<R: Read + Seek>(
        reader: &mut R,
        _: Endian,
        (max_entries,): Self::Args<'_>,
    ) -> BinResult<Self> {
        Stream::read(reader, |stream| {
            let magic = stream.array::<4>()?;
            if magic != MAGIC {
                let (pos, found) = (stream.0.stream_position()? - 4, Box::new(magic));
                return Err(Error::BadMagic { pos, found });
            }
            let n_entries = stream.len()?;
            if n_entries > max_entries.unwrap_or(MAX_TYPE_TABLE) as u64 {
                return stream.refuse(format!("a type table of {n_entries} entries is too large"));
            }
            Ok(Header {
                table: stream.parts(n_entries, Stream::entry)?,
                args: stream.list(Stream::index)?,
            })
        })
    }
}

macro_rules! items {
    ($($Item:ident: |$stream:ident| $read:expr;)*) => {$(
        impl BinRead for $Item {
            type Args<'a> = ();

            fn read_options<R: Read + Seek>(
                reader: &mut R,
                _: Endian,
                _: Self::Args<'_>,
            ) -> BinResult<Self> {
                Stream::read(reader, |$stream| $read)
            }
        }
    )*};
}

items! {
    BoolValue: |stream| match stream.array()? {
        [0] => Ok(BoolValue(false)),
        [1] => Ok(BoolValue(true)),
        [byte] => stream.refuse(format!("expected 0 or 1, found {byte}")),
    };
    Len: |stream| Ok(Len(stream.number(|reader| reader.read_len())?));
    PrincipalBytes: |stream| {
        let [flag] = stream.array()?;
        if flag != 1 {
            return stream.refuse("opaque references are not supported");
        }
        let len = stream.len()?;
        if len > MAX_PRINCIPAL_LEN as u64 {
            return stream.refuse(format!("a principal of {len} bytes is too long"));
        }
        let inner = stream.bytes(len)?;
        Ok(PrincipalBytes { flag, len, inner })
    };
}

/// The stream from which an item is read.
struct Stream<'a, R>(&'a mut R);

impl<R: Read + Seek> Stream<'_, R> {
    /// Reads an item, restoring the position of the stream on failure.
    fn read<T>(
        reader: &mut R,
        item: impl FnOnce(&mut Stream<'_, R>) -> BinResult<T>,
    ) -> BinResult<T> {
        let start = reader.stream_position()?;
        let result = item(&mut Stream(reader));
        if result.is_err() {
            reader.seek(SeekFrom::Start(start))?;
        }
        result
    }

    #[cold]
    fn refuse<T>(&mut self, message: impl ToString) -> BinResult<T> {
        let (pos, message) = (self.0.stream_position()?, message.to_string());
        Err(Error::AssertFail { pos, message })
    }

    fn array<const N: usize>(&mut self) -> BinResult<[u8; N]> {
        let mut bytes = [0; N];
        self.0.read_exact(&mut bytes)?;
        Ok(bytes)
    }

    /// Reads bytes of a length from the stream: never reserves more than the stream has.
    fn bytes(&mut self, len: u64) -> BinResult<Vec<u8>> {
        let mut bytes = Vec::new();
        self.0.by_ref().take(len).read_to_end(&mut bytes)?;
        if bytes.len() as u64 == len {
            Ok(bytes)
        } else {
            Err(std::io::Error::from(std::io::ErrorKind::UnexpectedEof).into())
        }
    }

    /// Reads the bytes of a LEB128 number and decodes them with `meaning`.
    fn number<T>(&mut self, meaning: fn(&mut Reader<'_>) -> Result<T, WireError>) -> BinResult<T> {
        let mut bytes = Vec::with_capacity(MAX_LEB64_LEN);
        while bytes.len() < MAX_LEB64_LEN && bytes.last().is_none_or(|byte| *byte >= 0x80) {
            bytes.extend(self.array::<1>()?);
        }
        meaning(&mut Reader::new(&bytes)).or_else(|error| self.refuse(error))
    }

    fn len(&mut self) -> BinResult<u64> {
        self.number(|reader| reader.read_leb_u64())
    }

    /// Reads `n` parts, each of which takes at least a byte.
    fn parts<T>(&mut self, n: u64, part: fn(&mut Self) -> BinResult<T>) -> BinResult<Vec<T>> {
        (0..n).map(|_| part(self)).collect()
    }

    fn list<T>(&mut self, part: fn(&mut Self) -> BinResult<T>) -> BinResult<Vec<T>> {
        let n = self.len()?;
        self.parts(n, part)
    }

    fn index(&mut self) -> BinResult<Index> {
        let index = self.number(|reader| reader.read_sleb_i64())?;
        if index >= 0 || Primitive::from_opcode(index).is_some() {
            Ok(index)
        } else {
            self.refuse(format!("{index} is neither a primitive type nor an index"))
        }
    }

    fn field(&mut self) -> BinResult<(u32, Index)> {
        Ok((self.number(|reader| reader.read_leb_u32())?, self.index()?))
    }

    fn method(&mut self) -> BinResult<(String, Index)> {
        let len = self.len()?;
        match String::from_utf8(self.bytes(len)?) {
            Ok(name) => Ok((name, self.index()?)),
            Err(error) => self.refuse(error),
        }
    }

    fn entry(&mut self) -> BinResult<Entry> {
        let start = self.0.stream_position()?;
        let code = self.number(|reader| reader.read_sleb_i64())?;
        let is_padded = self.0.stream_position()? > start + 1;
        Ok(match Composite::from_opcode(code) {
            _ if is_future(code) => {
                let len = self.len()?;
                self.bytes(len)?;
                Entry::Future
            }
            // As in candid 0.10.39: these numbers may not be padded, others may.
            Some(_) | None if is_padded => return self.refuse("padded opcode"),
            Some(Composite::Opt) => Entry::Opt(self.index()?),
            Some(Composite::Vec) => Entry::Vec(self.index()?),
            Some(Composite::Record) => Entry::Record(self.list(Self::field)?),
            Some(Composite::Variant) => Entry::Variant(self.list(Self::field)?),
            Some(Composite::Func) => Entry::Func {
                args: self.list(Self::index)?,
                rets: self.list(Self::index)?,
                annotation: self.annotation()?,
            },
            Some(Composite::Service) => Entry::Service(self.list(Self::method)?),
            None => return self.refuse(format!("{code} is not the opcode of a type table entry")),
        })
    }

    fn annotation(&mut self) -> BinResult<Option<FuncAnnotation>> {
        match self.array()? {
            [0] => Ok(None),
            [1] => match FuncAnnotation::from_byte(self.array::<1>()?[0]) {
                None => self.refuse("unknown function annotation"),
                known => Ok(known),
            },
            [n] => self.refuse(format!(
                "expected at most one function annotation, found {n}"
            )),
        }
    }
}
