//! Borsh for the types that have no borsh of their own: principals and byte buffers.

macro_rules! borsh_as_bytes {
    ($module:ident, $ty:ty, $as:ty, $to:expr, $from:expr) => {
        pub(super) mod $module {
            use borsh::{BorshDeserialize, BorshSerialize};
            use std::io::{Read, Result, Write};

            pub(crate) fn serialize<W: Write>(value: &$ty, writer: &mut W) -> Result<()> {
                let to: fn(&$ty) -> $as = $to;
                to(value).serialize(writer)
            }

            pub(crate) fn deserialize<R: Read>(reader: &mut R) -> Result<$ty> {
                let from: fn(_) -> Result<$ty> = $from;
                from(BorshDeserialize::deserialize_reader(reader)?)
            }
        }
    };
}

borsh_as_bytes!(
    borsh_principal,
    ic_principal::Principal,
    &[u8],
    |value| value.as_slice(),
    |bytes: Vec<u8>| ic_principal::Principal::try_from(bytes).map_err(std::io::Error::other)
);
borsh_as_bytes!(
    borsh_blob,
    serde_bytes::ByteBuf,
    &[u8],
    |value| value.as_slice(),
    |bytes: Vec<u8>| Ok(bytes.into())
);
borsh_as_bytes!(
    borsh_opt_blob,
    Option<serde_bytes::ByteBuf>,
    Option<&[u8]>,
    |value| value.as_ref().map(|bytes| bytes.as_slice()),
    |bytes: Option<Vec<u8>>| Ok(bytes.map(Into::into))
);
