//! The ids of errors, which never change.

use std::fmt;
use std::str::FromStr;

macro_rules! codes {
    ($($Code:ident $id:literal $name:literal $summary:literal,)*) => {
        /// A kind of error in an interface or in text values. `docs/errors.md` has an example of each, and how to fix it.
        ///
        /// # Examples
        ///
        /// ```
        /// use candid_parser::check::{self, Memory};
        /// use candid_parser::diagnostic::Code;
        /// use candid_parser::Error;
        /// use std::path::Path;
        ///
        /// let Err(Error::Parse(findings)) = check::text(&Memory::default(), Path::new("a.did"), "type A = B;") else {
        ///     unreachable!()
        /// };
        /// assert_eq!(findings.list[0].code, Some("E0201"));
        /// assert_eq!("E0201".parse(), Ok(Code::UnboundType));
        /// ```
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Code {
            $(#[doc = concat!("`", $id, "`: ", $summary, ".")] $Code,)*
        }

        impl Code {
            /// All codes, by id.
            pub const ALL: &'static [Code] = &[$(Code::$Code,)*];

            /// Returns the id, such as `E0101`.
            #[must_use]
            pub const fn id(self) -> &'static str {
                match self {
                    $(Code::$Code => $id,)*
                }
            }

            /// Returns the name, such as `unexpected-token`.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $(Code::$Code => $name,)*
                }
            }

            /// Returns a description in a few words.
            #[must_use]
            pub const fn summary(self) -> &'static str {
                match self {
                    $(Code::$Code => $summary,)*
                }
            }
        }
    };
}

codes! {
    UnexpectedToken "E0101" "unexpected-token" "a token where another one must be",
    UnexpectedCharacter "E0102" "unexpected-character" "a character that is in no token",
    UnquotedName "E0103" "unquoted-name" "a name with letters other than a to z, without quotes",
    SingleQuotes "E0104" "single-quotes" "text in single quotes",
    UnclosedLiteral "E0105" "unclosed-literal" "a text or comment without its end",
    MalformedNumber "E0106" "malformed-number" "a number without digits, or with letters",
    UnclosedBracket "E0107" "unclosed-bracket" "a bracket that is never closed",
    InvalidEscape "E0108" "invalid-escape" "an escape that stands for nothing",
    TextNotUtf8 "E0109" "text-not-utf8" "a text whose escapes are not UTF-8",
    NumberTooLarge "E0110" "number-too-large" "a field id or float beyond the largest",
    NoNextId "E0111" "no-next-id" "a field without a label after the one with the largest id",
    SecondService "E0112" "second-service" "a second service in a file",
    TooManyErrors "E0113" "too-many-errors" "so many errors that the rest is skipped",
    TooDeep "E0114" "too-deep" "nesting beyond the limit",
    InvalidPrincipal "E0115" "invalid-principal" "a principal that is not the text of one",
    ReservedName "E0116" "reserved-name" "a reserved word as a name, without quotes",
    DuplicateField "E0117" "duplicate-field" "a field of a record value that is given twice",
    TooLong "E0118" "too-long" "a text of 4 GiB or more",
    UnboundType "E0201" "unbound-type" "a type that is not defined",
    DefinedTwice "E0202" "defined-twice" "a type that is defined twice",
    CyclicDefinition "E0203" "cyclic-definition" "a name that stands for itself",
    DuplicateLabel "E0204" "duplicate-label" "a field, case, method or argument that is there twice",
    HashCollision "E0205" "hash-collision" "two labels with one field id",
    MisplacedConstructor "E0206" "misplaced-constructor" "a service constructor inside a type",
    TwoAnnotations "E0207" "two-annotations" "a function with two annotations",
    OnewayResults "E0208" "oneway-results" "a oneway function with results",
    MethodNotFunction "E0209" "method-not-function" "a method whose type is not a function",
    NotAService "E0210" "not-a-service" "a main service whose type is not a service",
    FailedImport "E0211" "failed-import" "an import that cannot be read",
    ImportWithoutService "E0212" "import-without-service" "an import service of a file without a service",
    ImportWithConstructor "E0213" "import-with-constructor" "an import service of a service with init arguments",
    FileNotUtf8 "E0214" "file-not-utf8" "a file that is not UTF-8",
    ImportInTest "E0215" "import-in-test" "an import in a file of assertions",
    UnreadableFile "E0216" "unreadable-file" "a file that cannot be read",
    WrongType "E0301" "wrong-type" "a value that cannot be of its type",
    NumberOutOfRange "E0302" "number-out-of-range" "a number that its type does not have",
    MissingValue "E0303" "missing-value" "a field or argument that is missing",
    SurplusValue "E0304" "surplus-value" "a field or argument that the type does not have",
    WrongCase "E0305" "wrong-case" "a case that the type does not have, or without its value",
    MismatchedItems "E0306" "mismatched-items" "items of a vec without a common type",
    MissingOpt "E0307" "missing-opt" "a value without opt where its type is an option",
    TooManyAnnotations "E0308" "too-many-annotations" "nested type annotations beyond the limit",
}

/// Parses an id or a name.
impl FromStr for Code {
    type Err = UnknownCode;

    fn from_str(text: &str) -> Result<Self, UnknownCode> {
        let is_meant = |code: &&Code| code.id().eq_ignore_ascii_case(text) || code.name() == text;
        let found = Code::ALL.iter().find(is_meant);
        found.copied().ok_or(UnknownCode)
    }
}

/// A text that is neither the id nor the name of an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownCode;

impl fmt::Display for UnknownCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not the id of an error")
    }
}

impl std::error::Error for UnknownCode {}
