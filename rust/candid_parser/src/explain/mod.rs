//! An annotated dump of a message: each of its bytes with its meaning, also of messages that are not valid.
//!
//! [`Explain`] decodes the message to learn whether it is valid and where it is not, and walks through its bytes to find
//! out what each stands for. Tests check that both agree on every message.

mod emit;
mod header;
mod leaves;
mod names;
mod row;
mod shown;
mod table;
mod values;

use crate::value;
use candid::de::IDLDeserialize;
use candid::types::Type;
use candid::{DecoderConfig, Error, IDLArgs, TypeEnv};
use emit::{Emitter, Mark};

pub use names::Names;
pub use row::{Failing, Row, RowKind};

/// How a message is explained.
///
/// # Examples
///
/// ```
/// use candid::Encode;
/// use candid_parser::explain::{Explain, Names};
///
/// let mut names = Names::new();
/// names.insert("owner");
/// let bytes = candid_parser::parse_idl_args(r#"(record { owner = "alice" })"#)?.to_bytes()?;
/// let mut lines = Vec::new();
/// let explained = Explain::new().names(&names).rows(&bytes, |row| {
///     lines.push(format!("{} {}", row.offset, row.meaning));
///     Ok::<(), ()>(())
/// });
/// assert!(explained.unwrap().error.is_none());
/// assert_eq!(
///     lines,
///     [
///         "0 magic number \"DIDL\"",
///         "4 1 type",
///         "5 type 0 = record with 1 field",
///         "7 field owner (947296307) : text",
///         "13 1 argument",
///         "14 argument 0 : record (type 0)",
///         "15 0 : record (type 0)",
///         "15 0.owner = \"alice\"",
///     ]
/// );
/// # Ok::<(), candid_parser::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Explain<'a> {
    config: DecoderConfig,
    names: Option<&'a Names>,
    types: Option<(&'a TypeEnv, &'a [Type])>,
    is_whole: bool,
}

/// What is known of a message apart from its rows.
#[derive(Debug)]
pub struct Explained {
    /// The reason why decoding rejects the message, at the types if there are some.
    pub error: Option<Error>,
    /// What is to be known besides: content that the types drop, rows that are left out.
    pub notes: Vec<String>,
}

impl<'a> Explain<'a> {
    /// Returns the options for messages without types and names, which shorten what is long.
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets the limits and quotas of decoding.
    #[must_use]
    pub fn config(mut self, config: DecoderConfig) -> Self {
        self.config = config;
        self
    }

    /// Sets the names of field ids.
    #[must_use]
    pub fn names(mut self, names: &'a Names) -> Self {
        self.names = Some(names);
        self
    }

    /// Sets the types that the message is decoded at.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_parser::explain::Explain;
    /// use candid_parser::types::{TypeEnv, TypeInner};
    ///
    /// // A message of a `nat` at the type `nat64`.
    /// let (env, types) = (TypeEnv::new(), [TypeInner::Nat64.into()]);
    /// let explain = Explain::new().types(&env, &types);
    /// let explained = explain.rows(b"DIDL\x00\x01\x7d\x05", |_| Ok::<(), ()>(())).unwrap();
    /// assert!(explained.error.unwrap().is_subtype());
    /// ```
    #[must_use]
    pub fn types(mut self, env: &'a TypeEnv, types: &'a [Type]) -> Self {
        self.types = Some((env, types));
        self
    }

    /// Shows vectors, blobs and texts whole, however long.
    #[must_use]
    pub fn whole(mut self) -> Self {
        self.is_whole = true;
        self
    }

    /// Hands the rows of a message to `sink`, in the order of its bytes, each of which is in exactly one row.
    ///
    /// Rows that cover bytes are at most as many as these. Of rows without bytes there are at most as many as the message has
    /// bytes, and 1,024.
    ///
    /// # Errors
    ///
    /// Those of `sink`.
    pub fn rows<E>(
        &self,
        bytes: &[u8],
        sink: impl FnMut(&Row<'_>) -> Result<(), E>,
    ) -> Result<Explained, E> {
        let mut notes = Vec::new();
        let whole = IDLArgs::from_bytes_with_config(bytes, &self.config);
        let at_types = self.types.map(|types| self.decode_at(bytes, types));
        if let (Ok(whole), Some(Ok(args))) = (&whole, &at_types) {
            notes.extend(value::dropped(whole, &args.0));
            if args.1 {
                notes.push("the message has more arguments than are expected".to_string());
            }
        }
        let as_is = whole.err();
        let error = match at_types {
            Some(result) => result.err(),
            None => None,
        };
        // A value that the types skip may exceed limits of decoding as it is.
        let is_skipped = self.types.is_some() && error.is_none();
        let mut marks = Vec::new();
        marks.extend(error.as_ref().map(|error| Mark::new(error, "")));
        if let Some(as_is) = &as_is {
            let why = match is_skipped {
                true => "cannot be shown: ",
                false => "",
            };
            let mark = Mark::new(as_is, why);
            let is_known = |known: &Mark| known.offset == mark.offset;
            if !marks.iter().any(is_known) {
                marks.push(mark);
            }
        }
        let stop = as_is.as_ref().map(|error| error.offset().unwrap_or(0));
        let mut emitter = Emitter::new(bytes, marks, sink);
        let n_hidden = self.walk(bytes, stop, &mut emitter)?;
        if n_hidden > 0 {
            notes.push(format!(
                "{n_hidden} more values take no bytes and are not shown"
            ));
        }
        let error = match is_skipped {
            true => None,
            false => error.or(as_is),
        };
        Ok(Explained { error, notes })
    }

    /// Walks through the message as far as `stop`, and returns the number of values without bytes that have no row.
    fn walk<'b, E>(
        &self,
        bytes: &'b [u8],
        stop: Option<usize>,
        emitter: &mut Emitter<'b, impl FnMut(&Row<'_>) -> Result<(), E>>,
    ) -> Result<usize, E> {
        let no_names = Names::new();
        let names = self.names.unwrap_or(&no_names);
        let mut n_hidden = 0;
        if let Some(table) = header::walk(self, names, bytes, stop, emitter)? {
            let walk = values::Walk::new(&table, names, bytes, stop, self.is_whole);
            n_hidden = walk.run(emitter)?;
        }
        emitter.finish()?;
        Ok(n_hidden)
    }

    /// Decodes at types; returns whether the message has further arguments, too.
    fn decode_at(
        &self,
        bytes: &[u8],
        (env, types): (&TypeEnv, &[Type]),
    ) -> Result<(IDLArgs, bool), Error> {
        let mut message = IDLDeserialize::new_with_config(bytes, &self.config)?;
        let values = types.iter().map(|ty| message.get_value_with_type(env, ty));
        let args = values.collect::<Result<_, Error>>()?;
        let has_more = !message.is_done();
        message.done()?;
        Ok((IDLArgs { args }, has_more))
    }

    /// Returns the type that an argument is decoded at.
    fn expected(&self, position: usize) -> Option<&'a Type> {
        self.types.and_then(|(_, types)| types.get(position))
    }

    fn max_header_len(&self) -> usize {
        let max_len = self.config.max_header_len;
        max_len.unwrap_or(candid_wire::limits::MAX_HEADER_LEN)
    }

    fn max_type_len(&self) -> usize {
        let max_len = self.config.max_type_len;
        max_len.unwrap_or(candid_wire::limits::MAX_TYPE_TABLE)
    }
}

#[cfg(test)]
mod tests;
