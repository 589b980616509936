//! Arguments in text, checked against types, with errors located at the exact literal.
//!
//! [`TextArgs`] parses text as [`parse_idl_args`](crate::parse_idl_args) does and converts the values to types as
//! [`IDLArgs::annotate_types`] does. Where that fails, or drops something, the text is parsed again with locations.

mod annotated;
mod as_written;
mod describe;
mod dropped;
pub(crate) mod plain;
mod references;
mod untyped;
mod walk;

use crate::diagnostic::{Diagnostic, Diagnostics, Severity};
use crate::syntax::ast::{Span, Value};
use crate::syntax::parse;
use crate::{Error, Result};
use candid::types::Type;
use candid::{IDLArgs, TypeEnv};

pub use dropped::dropped;

/// The treatment of arguments and fields that the types do not have.
///
/// # Examples
///
/// ```
/// use candid_parser::value::{Surplus, TextArgs};
/// use candid_parser::{check, TypeEnv};
///
/// let env = TypeEnv::new();
/// let types = check::types(&env, "<types>", "(record { a : nat8 })")?;
/// let args = TextArgs::new("(record { a = 1; b = 2 })");
/// assert_eq!(args.at_types(&env, &types)?.args.to_string(), "(record { a = 1 : nat8 })");
/// let error = args.surplus(Surplus::Refuse).at_types(&env, &types).unwrap_err();
/// assert!(error.to_string().starts_with("1:18: "), "{error}");
/// # Ok::<(), candid_parser::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Surplus {
    /// They are dropped, with a warning.
    #[default]
    Drop,
    /// They are an error.
    Refuse,
}

/// Arguments in text, with the options for checking them.
///
/// # Examples
///
/// ```
/// use candid::{types::TypeInner, TypeEnv};
/// use candid_parser::value::TextArgs;
///
/// let env = TypeEnv::new();
/// let types = [TypeInner::Nat8.into()];
/// let args = TextArgs::new("(5)").at_types(&env, &types).unwrap();
/// assert_eq!(args.args.to_string(), "(5 : nat8)");
///
/// let error = TextArgs::new("(256)").at_types(&env, &types).unwrap_err();
/// assert_eq!(error.to_string(), "1:2: 256 is not in the range of nat8, 0 to 255, in argument 1");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct TextArgs<'a> {
    text: &'a str,
    name: &'a str,
    surplus: Surplus,
    /// Whether the text is a value of something else in parentheses, so that its place is not that of an argument.
    is_value: bool,
}

/// Arguments whose text has been parsed.
#[derive(Debug, Clone)]
pub struct ReadArgs<'a> {
    text: TextArgs<'a>,
    args: IDLArgs,
    /// The number of fields that the types in the text do not have.
    n_dropped: usize,
}

/// Arguments converted to their types.
#[derive(Debug, Clone)]
pub struct TypedArgs {
    /// The arguments.
    pub args: IDLArgs,
    /// The dropped arguments and fields, each with its location.
    pub warnings: Diagnostics,
}

impl<'a> TextArgs<'a> {
    /// Returns the arguments of a text, which is parsed on demand.
    pub fn new(text: &'a str) -> Self {
        Self {
            text,
            name: "",
            surplus: Surplus::Drop,
            is_value: false,
        }
    }

    /// Sets the name of the text in findings: a file, or a description.
    #[must_use]
    pub fn named(mut self, name: &'a str) -> Self {
        self.name = name;
        self
    }

    /// Says that the text is a value of something else in parentheses: findings do not place it as an argument.
    #[cfg(any(feature = "assist", feature = "random"))]
    pub(crate) fn of_value(mut self) -> Self {
        self.is_value = true;
        self
    }

    /// Sets the treatment of arguments and fields that the types do not have.
    #[must_use]
    pub fn surplus(mut self, surplus: Surplus) -> Self {
        self.surplus = surplus;
        self
    }

    /// Returns the arguments converted to the given types. Missing arguments and fields become `null` where their type
    /// is `opt`, `null` or `reserved`.
    ///
    /// # Errors
    ///
    /// [`Error::Parse`] with every problem, each with its location: the text cannot be parsed, a value does not match
    /// its type, something is missing; there is something the types do not have, if that is [refused](Surplus::Refuse).
    pub fn at_types(&self, env: &TypeEnv, types: &[Type]) -> Result<TypedArgs> {
        self.read()?.at_types(env, types)
    }

    /// Returns the message of the arguments at the given types, and warnings about dropped arguments and fields.
    ///
    /// # Errors
    ///
    /// Those of [`TextArgs::at_types`], and if a type cannot be encoded.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::{types::TypeInner, Encode, TypeEnv};
    /// use candid_parser::value::TextArgs;
    ///
    /// let types = [TypeInner::Nat8.into()];
    /// let (bytes, warnings) = TextArgs::new("(5, 6)").to_bytes_at(&TypeEnv::new(), &types).unwrap();
    /// assert_eq!(bytes, Encode!(&5u8).unwrap());
    /// assert_eq!(warnings.to_string(), "1:5: argument 2 is dropped: expected at most 1");
    /// ```
    pub fn to_bytes_at(&self, env: &TypeEnv, types: &[Type]) -> Result<(Vec<u8>, Diagnostics)> {
        self.read()?.to_bytes_at(env, types)
    }

    /// Returns the message of the arguments at their inferred types, see
    /// [`IDLValue::value_ty`](candid::IDLValue::value_ty), and warnings about fields dropped because a type in the text
    /// does not have them. Functions and services get the types that the text gives them, which values do not store.
    ///
    /// # Errors
    ///
    /// [`Error::Parse`] if the text cannot be parsed, or the items of a `vec` have no type in common: the finding is
    /// about the first item that does not match the previous ones.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_parser::value::TextArgs;
    ///
    /// assert!(TextArgs::new("(vec {1 : nat; -1 : int})").to_bytes().is_ok());
    /// let error = TextArgs::new("(vec {1; \"a\"})").to_bytes().unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "1:10: mismatched item types in a vec: expected int, found text, in argument 1, item 2"
    /// );
    /// ```
    pub fn to_bytes(&self) -> Result<(Vec<u8>, Diagnostics)> {
        self.read()?.to_bytes()
    }

    /// Parses the text without converting it to types, for callers that distinguish a text that cannot be parsed from
    /// values that do not match.
    ///
    /// # Errors
    ///
    /// [`Error::Parse`] if the text cannot be parsed, or a value does not have the type that the text gives.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_parser::{check, value::TextArgs, TypeEnv};
    ///
    /// // Parsed once, and checked against two lists of types.
    /// let args = TextArgs::new("(5)").read()?;
    /// let types = |text| check::types(&TypeEnv::new(), "<types>", text);
    /// assert!(args.clone().at_types(&TypeEnv::new(), &types("(nat8)")?).is_ok());
    /// assert!(args.at_types(&TypeEnv::new(), &types("(text)")?).is_err());
    /// assert!(TextArgs::new("(5").read().is_err());
    /// # Ok::<(), candid_parser::Error>(())
    /// ```
    pub fn read(&self) -> Result<ReadArgs<'a>> {
        let parsed = plain::parse_args_counting(self.text);
        let is_error = |finding: &Diagnostic| finding.severity == Severity::Error;
        if parsed.findings.iter().any(is_error) {
            return Err(self.unreadable(parsed.findings).into());
        }
        let (args, n_dropped) = parsed.tree;
        Ok(ReadArgs {
            text: *self,
            args,
            n_dropped,
        })
    }

    /// Returns the problems of a text that cannot be parsed. If they are only values that do not match the types in the
    /// text, the tree with locations shows the exact part of the value.
    #[cold]
    fn unreadable(&self, findings: Vec<Diagnostic>) -> Diagnostics {
        let placed = parse::parse_args_spanned(self.text);
        if placed.findings.is_empty() {
            let found = self.diagnostics(annotated::check(self, &placed.tree));
            if found.has_errors() {
                return found;
            }
        }
        self.diagnostics(findings)
    }

    /// Returns the findings of a check of the text, parsed with locations.
    #[cold]
    fn findings(&self, check: impl Fn(&[Value]) -> Vec<Diagnostic>) -> Diagnostics {
        let values = parse::parse_args_spanned(self.text).tree;
        self.diagnostics(check(&values))
    }

    fn diagnostics(&self, list: Vec<Diagnostic>) -> Diagnostics {
        let mut findings = Diagnostics::default();
        findings.sources.add(self.name, self.text);
        findings.list = list;
        findings
    }

    /// Returns a part of the text on one line, cut off if it is long.
    fn excerpt(&self, span: Span) -> String {
        /// Maximum number of characters of a value shown in a message.
        const SHOWN: usize = 80;
        let text = self.text.get(std::ops::Range::from(span)).unwrap_or("");
        let mut shown = String::new();
        for (i, word) in text.split_whitespace().enumerate() {
            if i > 0 {
                shown.push(' ');
            }
            for c in word.chars() {
                if shown.len() >= SHOWN {
                    shown.push('…');
                    return shown;
                }
                shown.push(c);
            }
        }
        shown
    }
}

impl ReadArgs<'_> {
    /// Returns the arguments, with the types that the text gives.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_parser::{parse_idl_args, value::TextArgs};
    ///
    /// let args = TextArgs::new("(5)").read()?;
    /// let (bytes, _) = args.to_bytes()?;
    /// assert_eq!(args.into_args(), parse_idl_args("(5)")?);
    /// # Ok::<(), candid_parser::Error>(())
    /// ```
    pub fn into_args(self) -> IDLArgs {
        self.args
    }

    /// Returns the same as [`TextArgs::at_types`].
    ///
    /// # Errors
    ///
    /// Those of [`TextArgs::at_types`], except that the text is valid.
    pub fn at_types(self, env: &TypeEnv, types: &[Type]) -> Result<TypedArgs> {
        let check = |values: &[Value]| walk::check(&self.text, values, env, types);
        match self.args.annotate_types_counting(env, types) {
            Ok((args, n)) => {
                let warnings = self.text.dropped(self.n_dropped.saturating_add(n), check)?;
                Ok(TypedArgs { args, warnings })
            }
            Err(error) => Err(self.text.explain(error, check)),
        }
    }

    /// Returns the same as [`TextArgs::to_bytes_at`].
    ///
    /// # Errors
    ///
    /// Those of [`TextArgs::to_bytes_at`], except that the text is valid.
    pub fn to_bytes_at(self, env: &TypeEnv, types: &[Type]) -> Result<(Vec<u8>, Diagnostics)> {
        let TypedArgs { args, warnings } = self.at_types(env, types)?;
        Ok((args.annotated_to_bytes(env, types)?, warnings))
    }

    /// Returns the same as [`TextArgs::to_bytes`].
    ///
    /// # Errors
    ///
    /// Those of [`TextArgs::to_bytes`], except that the text is valid.
    pub fn to_bytes(&self) -> Result<(Vec<u8>, Diagnostics)> {
        let check = |values: &[Value]| annotated::check(&self.text, values);
        let warnings = self.text.dropped(self.n_dropped, check)?;
        match self.args.to_bytes() {
            Ok(bytes) => Ok((self.with_references(bytes)?, warnings)),
            Err(error) => Err(self
                .text
                .explain(error, |args| untyped::check(&self.text, args))),
        }
    }

    /// Returns the message, encoded again if the text gives types to functions or services in it.
    fn with_references(&self, bytes: Vec<u8>) -> Result<Vec<u8>> {
        // These words are part of every reference.
        let text = self.text.text;
        if !text.contains("func") && !text.contains("service") {
            return Ok(bytes);
        }
        let values = parse::parse_args_spanned(text).tree;
        match references::types(&self.args.get_types(), &values) {
            Ok(None) => Ok(bytes),
            Ok(Some(types)) => Ok(self.args.to_bytes_with_types(&TypeEnv::new(), &types)?),
            Err(finding) => Err(self.text.diagnostics(vec![finding]).into()),
        }
    }
}

impl TextArgs<'_> {
    /// Returns the warnings about dropped content, of which there are `n` parts, or an error if dropping is refused.
    fn dropped(
        &self,
        n: usize,
        check: impl Fn(&[Value]) -> Vec<Diagnostic>,
    ) -> Result<Diagnostics> {
        let findings = match n {
            0 => return Ok(Diagnostics::default()),
            _ => self.findings(check),
        };
        if findings.has_errors() {
            return Err(findings.into());
        }
        Ok(findings)
    }

    /// Returns the findings in place of an error without a location.
    #[cold]
    fn explain(&self, error: candid::Error, check: impl Fn(&[Value]) -> Vec<Diagnostic>) -> Error {
        // No single value exceeds a limit, and searching for one would take as long as the limit forbids.
        if error.is_limit() {
            return error.into();
        }
        let findings = self.findings(check);
        if findings.has_errors() {
            return findings.into();
        }
        // Errors about the whole text, such as nesting beyond the stack, have no location.
        error.into()
    }
}
