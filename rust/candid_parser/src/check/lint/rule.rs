//! The lints: their ids, names and levels.

use std::fmt;
use std::str::FromStr;

/// A kind of warning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Lint {
    /// A definition of the main file that its service does not need. A file without a service exists to be imported, so
    /// nothing in it is unused.
    UnusedType,
    /// An import of the main file that provides no definition which the file uses.
    UnusedImport,
    /// A recursive type without values: constructing a value requires a value of the type itself.
    Uninhabited,
    /// Two types, or two sibling methods, fields or cases, whose names differ only in case.
    CaseOnly,
    /// A method of the main file's service without a comment above it.
    MissingDocs,
}

impl Lint {
    /// The lints for code that is almost always a mistake. Types that no method needs are not: clients use interfaces
    /// to get them, too.
    pub const DEFAULT: [Lint; 3] = [Lint::UnusedImport, Lint::Uninhabited, Lint::CaseOnly];

    /// All lints, in the order of their ids.
    pub const ALL: [Lint; 5] = [
        Lint::UnusedType,
        Lint::UnusedImport,
        Lint::Uninhabited,
        Lint::CaseOnly,
        Lint::MissingDocs,
    ];

    /// Returns the id: `L` and three digits. The id of a lint never changes, and is not given to another one.
    #[must_use]
    pub fn id(self) -> &'static str {
        self.description().0
    }

    /// Returns the name of the kind, for command lines and configurations.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.description().1
    }

    /// Returns the level of the lint unless another one is set.
    #[must_use]
    pub fn default_level(self) -> Level {
        self.description().2
    }

    /// Returns what the lint finds, in a few words.
    #[must_use]
    pub fn summary(self) -> &'static str {
        self.description().3
    }

    /// Returns the id, the name, the default level and the summary.
    fn description(self) -> (&'static str, &'static str, Level, &'static str) {
        use Level::{Allow, Warn};
        match self {
            Lint::UnusedType => (
                "L001",
                "unused-type",
                Allow,
                "a definition that the service does not need",
            ),
            Lint::UnusedImport => (
                "L002",
                "unused-import",
                Warn,
                "an import that provides nothing which the file uses",
            ),
            Lint::Uninhabited => (
                "L003",
                "uninhabited",
                Warn,
                "a recursive type without values",
            ),
            Lint::CaseOnly => ("L004", "case-only", Warn, "names that differ only in case"),
            Lint::MissingDocs => ("L005", "missing-docs", Allow, "a method without a comment"),
        }
    }
}

/// Parses an id or a name.
///
/// # Examples
///
/// ```
/// use candid_parser::check::Lint;
///
/// assert_eq!("L003".parse(), Ok(Lint::Uninhabited));
/// assert_eq!("uninhabited".parse(), Ok(Lint::Uninhabited));
/// assert_eq!("uninhabitet".parse::<Lint>().unwrap_err().to_string(), "unknown lint \"uninhabitet\", did you mean uninhabited?");
/// ```
impl FromStr for Lint {
    type Err = UnknownLint;

    fn from_str(text: &str) -> Result<Self, UnknownLint> {
        let is_named = |lint: &Lint| lint.id() == text || lint.name() == text;
        Lint::ALL
            .into_iter()
            .find(is_named)
            .ok_or_else(|| UnknownLint(text.to_string()))
    }
}

/// A text that is neither the id nor the name of a lint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownLint(String);

impl fmt::Display for UnknownLint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown lint {:?}", self.0)?;
        let names = Lint::ALL.iter().flat_map(|lint| [lint.name(), lint.id()]);
        match crate::suggest::did_you_mean(&self.0, names) {
            Some(meant) => write!(f, ", did you mean {meant}?"),
            None => {
                let names: Vec<&str> = Lint::ALL.iter().map(|lint| lint.name()).collect();
                write!(f, ", expected one of {}", names.join(", "))
            }
        }
    }
}

impl std::error::Error for UnknownLint {}

/// What a finding of a lint means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Nothing: it is not reported.
    Allow,
    /// A warning.
    Warn,
    /// An error.
    Deny,
}

/// A level for each lint.
///
/// # Examples
///
/// ```
/// use candid_parser::check::{Level, Levels, Lint};
///
/// let mut levels = Levels::default();
/// assert_eq!(levels.of(Lint::MissingDocs), Level::Allow);
/// levels.set(Lint::MissingDocs, Level::Deny);
/// assert_eq!(levels.of(Lint::MissingDocs), Level::Deny);
/// levels.set_all(Level::Warn);
/// assert_eq!(levels.of(Lint::MissingDocs), Level::Warn);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Levels([Level; Lint::ALL.len()]);

impl Levels {
    /// Returns the level of a lint.
    #[must_use]
    pub fn of(&self, lint: Lint) -> Level {
        self.0[lint as usize]
    }

    /// Sets the level of a lint.
    pub fn set(&mut self, lint: Lint, level: Level) {
        self.0[lint as usize] = level;
    }

    /// Sets the level of all lints.
    pub fn set_all(&mut self, level: Level) {
        self.0 = [level; Lint::ALL.len()];
    }
}

/// The default levels.
impl Default for Levels {
    fn default() -> Self {
        Levels(Lint::ALL.map(Lint::default_level))
    }
}
