//! An annotated dump of a message: each of its bytes with its meaning, also of messages that are not valid.
//!
//! [`Explain`] decodes the message to learn whether it is valid and where it is not, and walks through its bytes to find
//! out what each stands for. Tests check that both agree on every message.

mod damage;
mod emit;
mod error_text;
mod expected_name;
mod failing;
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

pub use expected_name::named_expected;
pub use names::Names;
pub use row::{Failing, Row, RowKind};

/// Limit on the cost of values that are built: this for each byte of the message, which values of long names take, and
/// [`BASE_COST`]. A value takes some 20 bytes of memory for each unit.
const COST_PER_BYTE: usize = 128;

/// Limit on the cost of values that are built, for any message.
const BASE_COST: usize = 1 << 16;

/// What is said in place of the content that types drop.
const TOO_MANY_VALUES: &str =
    "whether the types drop content is not shown: the values are too many for so few bytes";

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
///         "14 argument 1 : record (type 0)",
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
    /// The reason why decoding rejects the message, at the types if there are some. As values are not built, they may nest more
    /// deeply than the stack allows where they are.
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
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_parser::explain::Explain;
    /// use candid_parser::DecoderConfig;
    ///
    /// let mut config = DecoderConfig::new();
    /// config.set_decoding_quota(10);
    /// let bytes = candid_parser::parse_idl_args("(vec { 1; 2; 3 })")?.to_bytes()?;
    /// let explain = Explain::new().config(config);
    /// let explained = explain.rows(&bytes, |_| Ok::<(), ()>(())).unwrap();
    /// assert!(explained.error.unwrap().is_quota());
    /// # Ok::<(), candid_parser::Error>(())
    /// ```
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
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_parser::explain::{Explain, RowKind};
    ///
    /// let text = "a".repeat(10_000);
    /// let bytes = candid::encode_one(&text)?;
    /// let longest = |explain: Explain<'_>| {
    ///     let mut longest = 0;
    ///     let explained = explain.rows(&bytes, |row| {
    ///         longest = longest.max(row.value.as_ref().map_or(0, String::len));
    ///         Ok::<(), ()>(())
    ///     });
    ///     assert!(explained.unwrap().error.is_none());
    ///     longest
    /// };
    /// assert!(longest(Explain::new()) < 1_000);
    /// assert!(longest(Explain::new().whole()) >= text.len());
    /// # Ok::<(), candid_parser::Error>(())
    /// ```
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
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_parser::explain::Explain;
    ///
    /// // A message that ends in the middle of its second argument, which begins at offset 9.
    /// let bytes = candid::encode_args((5u8, 6u32))?;
    /// let bytes = &bytes[..bytes.len() - 2];
    /// let (mut n_bytes, mut failing) = (0, Vec::new());
    /// let explained = Explain::new().rows(bytes, |row| {
    ///     n_bytes += row.bytes.len();
    ///     failing.extend(row.error.as_ref().map(|error| (row.offset, error.offset)));
    ///     Ok::<(), ()>(())
    /// });
    /// assert!(explained.unwrap().error.is_some_and(|error| error.is_truncated()));
    /// assert_eq!(failing, [(9, 9)]);
    /// assert_eq!(n_bytes, bytes.len());
    /// # Ok::<(), candid_parser::Error>(())
    /// ```
    pub fn rows<E>(
        &self,
        bytes: &[u8],
        sink: impl FnMut(&Row<'_>) -> Result<(), E>,
    ) -> Result<Explained, E> {
        let mut notes = Vec::new();
        // Values are not built to learn whether they can be: a few bytes may stand for millions.
        let as_is = self.check(bytes).err();
        let at_types = self.types.map(|types| self.check_at(bytes, types));
        if let (None, Some(types), Some(Ok(has_more))) = (&as_is, self.types, &at_types) {
            notes.extend(self.dropped(bytes, types));
            if *has_more {
                notes.push("the message has more arguments than are expected".to_string());
            }
        }
        let error = match at_types {
            Some(result) => result.err(),
            None => None,
        };
        // A value that the types skip may exceed limits of decoding as it is.
        let is_skipped = self.types.is_some() && error.is_none();
        let mut marks = Vec::new();
        marks.extend(error.as_ref().map(|error| self.mark(error, "")));
        if let Some(as_is) = &as_is {
            let why = match is_skipped {
                true => "cannot be shown: ",
                false => "",
            };
            let mut mark = self.mark(as_is, why);
            mark.is_of_byte = true;
            let is_known = |known: &&mut Mark| known.offset == mark.offset;
            match marks.iter_mut().find(is_known) {
                Some(known) => known.is_of_byte = true,
                None => marks.push(mark),
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

    /// Returns the mark of an error, which has names where there are some.
    fn mark(&self, error: &Error, why: &str) -> Mark {
        let no_names = Names::new();
        let names = self.names.unwrap_or(&no_names);
        let mut text = names.error_text(error);
        if let Some((env, types)) = self.types {
            text = named_expected(text, error, env, types);
        }
        let mut mark = Mark::new(error.offset(), format!("{why}{text}"));
        mark.path = Some(names.error_path(error));
        mark.is_missing = text.starts_with("missing field ");
        mark
    }

    /// Walks through the message as far as `stop`, and beyond it if the end of what fails there is known. Returns the number of
    /// values without bytes that have no row.
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
            // What decoding does not come to is read without its help.
            let stop = stop.filter(|_| !table.is_damaged);
            let walk = values::Walk::new(&table, names, bytes, stop, self.is_whole);
            n_hidden = walk.run(emitter)?;
        }
        emitter.finish()?;
        Ok(n_hidden)
    }

    /// Decodes as the types in the message, without building the values.
    fn check(&self, bytes: &[u8]) -> Result<(), Error> {
        let mut message = IDLDeserialize::new_with_config(bytes, &self.config)?;
        while !message.is_done() {
            message.check_value()?;
        }
        message.done()
    }

    /// Decodes at types, without building the values; returns whether the message has further arguments.
    fn check_at(&self, bytes: &[u8], (env, types): (&TypeEnv, &[Type])) -> Result<bool, Error> {
        let mut message = IDLDeserialize::new_with_config(bytes, &self.config)?;
        for ty in types {
            message.check_value_with_type(env, ty)?;
        }
        let has_more = !message.is_done();
        message.done()?;
        Ok(has_more)
    }

    /// Describes the content that types drop, unless the values are far more than the bytes.
    fn dropped(&self, bytes: &[u8], (env, types): (&TypeEnv, &[Type])) -> Vec<String> {
        let limit = bytes.len().saturating_mul(COST_PER_BYTE);
        let limit = limit.saturating_add(BASE_COST);
        let limit = self.config.skipping_quota.unwrap_or(limit).min(limit);
        let mut config = self.config.clone();
        config.set_skipping_quota(limit);
        let message = IDLDeserialize::new_with_config(bytes, &config);
        if let Ok(true) = message.and_then(|message| message.has_types(env, types)) {
            return Vec::new();
        }
        let whole = IDLArgs::from_bytes_with_config(bytes, &config);
        let at_types = || {
            let mut message = IDLDeserialize::new_with_config(bytes, &config)?;
            let values = types.iter().map(|ty| message.get_value_with_type(env, ty));
            let args = values.collect::<Result<_, Error>>()?;
            Ok::<_, Error>(IDLArgs { args })
        };
        match whole.and_then(|whole| Ok((whole, at_types()?))) {
            Ok((whole, typed)) => value::dropped(&whole, &typed),
            Err(_) => vec![TOO_MANY_VALUES.to_string()],
        }
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
