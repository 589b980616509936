//! [`Rest`]: messages of the fields, and its form in serde's data model.

use crate::data::rest::{self, Rest};
use crate::data::Reserved;
use crate::de::config::DecoderConfig;
use crate::de::header::{Entry, TypeTable};
use crate::de::message::IDLDeserialize;
use crate::error::{Error, Result};
use crate::ser::builder::IDLBuilder;
use crate::traits::CandidType;
use candid_wire::reader::Reader;
use serde::de::{Deserialize, DeserializeOwned, Deserializer, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};
use std::fmt;
use std::sync::Arc;

impl Rest {
    /// Returns the fields of a record.
    ///
    /// # Errors
    ///
    /// If the value is not encoded as a record, and those of encoding it.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::{CandidType, Rest};
    ///
    /// #[derive(CandidType)]
    /// struct Extra { memo: String }
    ///
    /// let rest = Rest::of(&Extra { memo: "rent".to_string() })?;
    /// assert_eq!(rest.len(), 1);
    /// assert!(Rest::of(&5u8).is_err());
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn of<T: CandidType>(record: &T) -> Result<Self> {
        let mut builder = IDLBuilder::new();
        builder.arg(record)?;
        Rest::from_message(&builder.serialize_to_vec()?)
    }

    /// Returns the fields of the record that is the only argument of a message.
    ///
    /// # Errors
    ///
    /// If it is not, and those of decoding it.
    ///
    /// # Examples
    ///
    /// ```
    /// let rest = candid::Rest::from_message(&candid::encode_one((1u8, "one"))?)?;
    /// assert_eq!(rest.len(), 2);
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn from_message(message: &[u8]) -> Result<Self> {
        let table = TypeTable::read(&mut Reader::new(message), &DecoderConfig::new())?;
        let record = match table.args() {
            [arg] => table.entry(arg.ty),
            _ => None,
        };
        let Some(Entry::Record(range)) = record else {
            return Err(Error::msg("expected a message with one argument, a record"));
        };
        let mut decoder = IDLDeserialize::new(message)?;
        decoder.get_value::<Reserved>()?;
        decoder.done()?;
        if table.fields(range).is_empty() {
            return Ok(Rest::new());
        }
        let (header, values) = message.split_at(table.header_len().min(message.len()));
        Ok(Rest::from_parts(Arc::from(header), values.to_vec()))
    }

    /// Returns a message whose only argument is a record of the fields.
    ///
    /// # Examples
    ///
    /// ```
    /// assert_eq!(candid::Rest::new().to_message(), b"DIDL\x01\x6c\0\x01\0");
    /// ```
    pub fn to_message(&self) -> Vec<u8> {
        match self.header() {
            Some(header) => [header, self.values()].concat(),
            // `record {}`
            None => b"DIDL\x01\x6c\0\x01\0".to_vec(),
        }
    }

    /// Returns the number of fields. [`Rest::n_bytes`] is their size.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::Rest;
    ///
    /// let rest = Rest::from_message(&candid::encode_one((1u8, "one"))?)?;
    /// assert!(rest.len() == 2 && !rest.is_empty());
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn len(&self) -> usize {
        self.ids().len()
    }

    /// Returns the number of bytes that the fields take, with their types: 0 if there are none.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::{CandidType, Rest};
    ///
    /// #[derive(CandidType)]
    /// struct Extra { memo: String }
    ///
    /// let rest = Rest::of(&Extra { memo: "rent".to_string() })?;
    /// assert_eq!(rest.n_bytes(), rest.to_message().len());
    /// assert_eq!(Rest::new().n_bytes(), 0);
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn n_bytes(&self) -> usize {
        let n_types = self.header().map_or(0, |header| header.len());
        n_types + self.values().len()
    }

    /// Returns the ids of the fields, ascending: the hashes of their names, which messages do not have.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::{idl_hash, CandidType, Rest};
    ///
    /// #[derive(CandidType)]
    /// struct Extra { memo: String }
    ///
    /// let rest = Rest::of(&Extra { memo: "rent".to_string() })?;
    /// assert_eq!(rest.ids(), [idl_hash("memo")]);
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn ids(&self) -> Vec<u32> {
        let message = self.to_message();
        let Ok(table) =
            TypeTable::read(&mut Reader::new(&message), &DecoderConfig::without_limits())
        else {
            return Vec::new();
        };
        match table.args().first().and_then(|arg| table.entry(arg.ty)) {
            Some(Entry::Record(range)) => {
                table.fields(range).iter().map(|field| field.id).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Decodes the fields as a record of the type `T`, which need not have all of them.
    ///
    /// # Errors
    ///
    /// Those of decoding a message.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::{CandidType, Deserialize, Rest};
    ///
    /// #[derive(CandidType, Deserialize)]
    /// struct Extra { memo: Option<String>, color: Option<u8> }
    ///
    /// let rest = Rest::of(&Extra { memo: Some("rent".to_string()), color: None })?;
    /// assert_eq!(rest.decode::<Extra>()?.memo, Some("rent".to_string()));
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn decode<T: CandidType + DeserializeOwned>(&self) -> Result<T> {
        let message = self.to_message();
        let mut decoder =
            IDLDeserialize::new_with_config(&message, &DecoderConfig::without_limits())?;
        let record = decoder.get_value()?;
        decoder.done()?;
        Ok(record)
    }
}

impl fmt::Debug for Rest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rest(")?;
        f.debug_list().entries(self.ids()).finish()?;
        write!(f, ")")
    }
}

impl Serialize for Rest {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.serialize_bytes(&self.to_message())
    }
}

impl<'de> Deserialize<'de> for Rest {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Self, D::Error> {
        deserializer.deserialize_newtype_struct("Rest", RestVisitor)
    }
}

struct RestVisitor;

impl<'de> Visitor<'de> for RestVisitor {
    type Value = Rest;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the other fields of a record")
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(
        self,
        deserializer: D,
    ) -> std::result::Result<Rest, D::Error> {
        match rest::take() {
            Some(rest) => Ok(rest),
            // Another format.
            None => deserializer.deserialize_byte_buf(MessageVisitor),
        }
    }
}

/// The message of [`Rest::to_message`] in other formats.
struct MessageVisitor;

impl<'de> Visitor<'de> for MessageVisitor {
    type Value = Rest;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the bytes of a message with one argument, a record")
    }

    fn visit_bytes<E: serde::de::Error>(self, bytes: &[u8]) -> std::result::Result<Rest, E> {
        Rest::from_message(bytes).map_err(E::custom)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut bytes: A) -> std::result::Result<Rest, A::Error> {
        let mut message = Vec::new();
        while let Some(byte) = bytes.next_element::<u8>()? {
            message.push(byte);
        }
        self.visit_bytes(&message)
    }
}
