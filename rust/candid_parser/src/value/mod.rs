//! Arguments in text, put at types: what is wrong is said at the very literal.
//!
//! [`TextArgs`] reads text as [`parse_idl_args`](crate::parse_idl_args) does and puts the values at types
//! as [`IDLArgs::annotate_types`] does. Where that fails, or drops something, the text is read again with places.

mod names;
mod path;
mod shape;
mod untyped;
mod walk;

use crate::diagnostic::{Diagnostic, Diagnostics, Severity};
use crate::syntax::ast::Span;
use crate::syntax::parse;
use crate::{Error, Result};
use candid::types::Type;
use candid::{IDLArgs, TypeEnv};

/// What happens to arguments and fields that the types have no place for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Surplus {
    /// They are dropped, with a warning.
    #[default]
    Drop,
    /// They are an error.
    Refuse,
}

/// Arguments in text.
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
/// assert_eq!(error.to_string(), "1:2: 256 is not in the range of nat8, 0 to 255");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct TextArgs<'a> {
    text: &'a str,
    name: &'a str,
    surplus: Surplus,
}

/// Arguments at their types.
#[derive(Debug, Clone)]
pub struct TypedArgs {
    /// The arguments.
    pub args: IDLArgs,
    /// What has been dropped, each with its place.
    pub warnings: Diagnostics,
}

impl<'a> TextArgs<'a> {
    /// Returns the arguments of a text, which are read when they are wanted.
    pub fn new(text: &'a str) -> Self {
        Self {
            text,
            name: "",
            surplus: Surplus::Drop,
        }
    }

    /// Names the text in findings: a file, or what it is.
    #[must_use]
    pub fn named(mut self, name: &'a str) -> Self {
        self.name = name;
        self
    }

    /// Says what happens to arguments and fields that the types have no place for.
    #[must_use]
    pub fn surplus(mut self, surplus: Surplus) -> Self {
        self.surplus = surplus;
        self
    }

    /// Returns the arguments at these types. Arguments and fields that are missing become `null` where their type
    /// is `opt`, `null` or `reserved`.
    ///
    /// # Errors
    ///
    /// [`Error::Parse`] with everything that is wrong, each finding at its place: the text cannot be read,
    /// a value does not fit its type, something is missing; something is left over, if that is
    /// [refused](Surplus::Refuse).
    pub fn at_types(&self, env: &TypeEnv, types: &[Type]) -> Result<TypedArgs> {
        let args = self.parse()?;
        match args.annotate_types_counting(env, types) {
            Ok((args, 0)) => Ok(TypedArgs {
                args,
                warnings: Diagnostics::default(),
            }),
            Ok((args, _)) => {
                let warnings = self.findings(|values| walk::check(self, values, env, types));
                match warnings.has_errors() {
                    true => Err(warnings.into()),
                    false => Ok(TypedArgs { args, warnings }),
                }
            }
            Err(error) => Err(self.explain(error, |values| walk::check(self, values, env, types))),
        }
    }

    /// Returns the message of the arguments at these types, and warnings about what has been dropped.
    ///
    /// # Errors
    ///
    /// Those of [`TextArgs::at_types`], and if a type cannot be written into a message.
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
    /// assert_eq!(warnings.to_string(), "1:5: argument 2 is dropped: there is a type for 1 only");
    /// ```
    pub fn to_bytes_at(&self, env: &TypeEnv, types: &[Type]) -> Result<(Vec<u8>, Diagnostics)> {
        let TypedArgs { args, warnings } = self.at_types(env, types)?;
        Ok((args.annotated_to_bytes(env, types)?, warnings))
    }

    /// Returns the message of the arguments at the types that they show by themselves, see
    /// [`IDLValue::value_ty`](candid::IDLValue::value_ty).
    ///
    /// # Errors
    ///
    /// [`Error::Parse`] if the text cannot be read, or the items of a `vec` have no type in common: the finding is
    /// about the first item that does not go with those before it.
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
    ///     "1:10: an item of type text cannot follow items of type int, in item 2"
    /// );
    /// ```
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        let args = self.parse()?;
        args.to_bytes()
            .map_err(|error| self.explain(error, |args| untyped::check(self, args)))
    }

    fn parse(&self) -> Result<IDLArgs> {
        let parsed = parse::parse_args(self.text);
        if parsed
            .findings
            .iter()
            .any(|d| d.severity == Severity::Error)
        {
            return Err(self.diagnostics(parsed.findings).into());
        }
        Ok(parsed.tree)
    }

    /// Returns what a check finds in the text, read with places.
    #[cold]
    fn findings(
        &self,
        check: impl Fn(&[crate::syntax::ast::Value]) -> Vec<Diagnostic>,
    ) -> Diagnostics {
        let values = parse::parse_args_spanned(self.text).tree;
        self.diagnostics(check(&values))
    }

    /// Returns the findings in place of an error that has no place.
    #[cold]
    fn explain(
        &self,
        error: candid::Error,
        check: impl Fn(&[crate::syntax::ast::Value]) -> Vec<Diagnostic>,
    ) -> Error {
        // Nobody's single fault, and looking for one would take as long as the limit forbids.
        if error.is_limit() {
            return error.into();
        }
        let findings = self.findings(check);
        match findings.has_errors() {
            true => findings.into(),
            // Errors about all of it, such as nesting beyond the stack, are nobody's.
            false => error.into(),
        }
    }

    fn diagnostics(&self, list: Vec<Diagnostic>) -> Diagnostics {
        let mut findings = Diagnostics::default();
        findings.sources.add(self.name, self.text);
        findings.list = list;
        findings
    }

    /// Returns a part of the text on one line, its start if it is long.
    fn excerpt(&self, span: Span) -> String {
        /// How many characters of a value a message shows.
        const SHOWN: usize = 40;
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
