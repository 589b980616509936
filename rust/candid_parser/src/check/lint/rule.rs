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
    /// A definition that is called like a builtin type: one of Candid but for case, or one of a target language.
    ShadowedBuiltin,
    /// A label that some programs take for the number of another one beside it.
    NearCollision,
    /// A name that a target language does not have as it is.
    UnsafeName,
    /// `vec nat8`, for which there is `blob`.
    VecNat8,
    /// Arguments that are told apart by their positions only.
    UnnamedArguments,
    /// A result that is neither a record nor an option of a record or variant.
    ClosedResult,
    /// An argument that is a variant.
    VariantArgument,
    /// An option of an option.
    OptOpt,
    /// A comment for the linter that names no lint.
    UnknownAllow,
    /// A comment that allows what is not there.
    UnusedAllow,
}

impl Lint {
    /// The lints for code that is almost always a mistake. Types that no method needs are not: clients use interfaces
    /// to get them, too.
    pub const DEFAULT: [Lint; 3] = [Lint::UnusedImport, Lint::Uninhabited, Lint::CaseOnly];

    /// All lints, in the order of their ids.
    pub const ALL: [Lint; 15] = [
        Lint::UnusedType,
        Lint::UnusedImport,
        Lint::Uninhabited,
        Lint::CaseOnly,
        Lint::MissingDocs,
        Lint::ShadowedBuiltin,
        Lint::NearCollision,
        Lint::UnsafeName,
        Lint::VecNat8,
        Lint::UnnamedArguments,
        Lint::ClosedResult,
        Lint::VariantArgument,
        Lint::OptOpt,
        Lint::UnknownAllow,
        Lint::UnusedAllow,
    ];

    /// Returns the id: `L` and three digits. The id of a lint never changes, and is not given to another one.
    #[must_use]
    pub fn id(self) -> &'static str {
        self.description().id
    }

    /// Returns the name of the kind, for command lines and configurations.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.description().name
    }

    /// Returns the level of the lint unless another one is set.
    #[must_use]
    pub fn default_level(self) -> Level {
        self.description().level
    }

    /// Returns what the lint finds, in a few words.
    #[must_use]
    pub fn summary(self) -> &'static str {
        self.description().summary
    }

    /// Returns what to do about a finding.
    #[must_use]
    pub fn help(self) -> &'static str {
        self.description().help
    }

    /// Returns whether what the lint finds could be removed, as editors show it.
    #[must_use]
    pub fn is_about_unused(self) -> bool {
        matches!(
            self,
            Lint::UnusedType | Lint::UnusedImport | Lint::UnusedAllow
        )
    }

    fn description(self) -> Description {
        use Level::{Allow, Warn};
        match self {
            Lint::UnusedType => Description {
                id: "L001",
                name: "unused-type",
                level: Allow,
                summary: "a definition that the service does not need",
                help: "remove it, or move it to a file that others import",
            },
            Lint::UnusedImport => Description {
                id: "L002",
                name: "unused-import",
                level: Warn,
                summary: "an import that provides nothing which the file uses",
                help: "remove the import",
            },
            Lint::Uninhabited => Description {
                id: "L003",
                name: "uninhabited",
                level: Warn,
                summary: "a recursive type without values",
                help: "end the recursion with opt, vec or another case",
            },
            Lint::CaseOnly => Description {
                id: "L004",
                name: "case-only",
                level: Warn,
                summary: "names that differ only in case",
                help: "give one of them another name",
            },
            Lint::MissingDocs => Description {
                id: "L005",
                name: "missing-docs",
                level: Allow,
                summary: "a method without a comment",
                help: "write // and what the method does on the line above",
            },
            Lint::ShadowedBuiltin => Description {
                id: "L006",
                name: "shadowed-builtin",
                level: Warn,
                summary: "a type that is called like a builtin",
                help: "choose another name: names of types are not in messages",
            },
            Lint::NearCollision => Description {
                id: "L007",
                name: "near-collision",
                level: Warn,
                summary: "a label that reads as the number of another one",
                help: "choose another name",
            },
            Lint::UnsafeName => Description {
                id: "L008",
                name: "unsafe-name",
                level: Allow,
                summary: "a name that is reserved in a target language",
                help: "choose another name while nobody uses this one",
            },
            Lint::VecNat8 => Description {
                id: "L009",
                name: "vec-nat8",
                level: Warn,
                summary: "vec nat8 instead of blob",
                help: "write blob, which is the same type",
            },
            Lint::UnnamedArguments => Description {
                id: "L010",
                name: "unnamed-arguments",
                level: Allow,
                summary: "arguments without names",
                help: "name them: (amount : nat); names of arguments are not in messages",
            },
            Lint::ClosedResult => Description {
                id: "L011",
                name: "closed-result",
                level: Allow,
                summary: "a result that cannot get fields or cases",
                help: "return a record, which can get fields, or an opt of a variant, which can get cases",
            },
            Lint::VariantArgument => Description {
                id: "L012",
                name: "variant-argument",
                level: Allow,
                summary: "a variant as an argument",
                help: "take an opt of the variant, in which unknown cases are null",
            },
            Lint::OptOpt => Description {
                id: "L013",
                name: "opt-opt",
                level: Warn,
                summary: "an option of an option",
                help: "use a variant whose cases say what is missing: many languages do not tell null from opt null",
            },
            Lint::UnknownAllow => Description {
                id: "L014",
                name: "unknown-allow",
                level: Warn,
                summary: "a comment that allows a lint which does not exist",
                help: "write // didc-allow: and names or ids of lints, or all",
            },
            Lint::UnusedAllow => Description {
                id: "L015",
                name: "unused-allow",
                level: Warn,
                summary: "a comment that allows what is not there",
                help: "remove it from the comment",
            },
        }
    }
}

struct Description {
    id: &'static str,
    name: &'static str,
    level: Level,
    summary: &'static str,
    help: &'static str,
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
        let is_named = |lint: &Lint| lint.id().eq_ignore_ascii_case(text) || lint.name() == text;
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
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_parser::check::{self, Level, Levels, Lint, Memory};
    /// use std::path::Path;
    ///
    /// let checked = check::text(&Memory::default(), Path::new("a.did"), "type A = vec nat8;")?;
    /// let mut levels = Levels::default();
    /// assert_eq!(checked.lint(&levels).len(), 1);
    /// levels.set(Lint::VecNat8, Level::Allow);
    /// assert!(checked.lint(&levels).is_empty());
    /// # Ok::<(), candid_parser::Error>(())
    /// ```
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
