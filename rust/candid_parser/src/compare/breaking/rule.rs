//! The rules: ids, names and levels of changes.

/// What a change breaks, from the inside out: what breaks messages breaks everything else, too.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Messages.
    Wire,
    /// Source that uses generated bindings.
    Source,
    /// JSON, in the form of `spec/json.md`.
    Json,
}

impl Level {
    /// Returns the name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Level::Wire => "wire",
            Level::Source => "source",
            Level::Json => "json",
        }
    }

    /// Returns who is affected by what breaks only this, in words for reports; `None` for messages, where it depends on the
    /// change.
    pub(crate) fn affected(self) -> Option<&'static str> {
        match self {
            Level::Wire => None,
            Level::Source => Some("source that uses generated bindings"),
            Level::Json => Some("programs that exchange values as JSON"),
        }
    }
}

/// Who is affected by a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Affected {
    /// Callers that know the old interface, of a service that has the new one.
    OldCallers,
    /// Callers that know the new interface, of a service that has the old one: when clients are upgraded first, or the
    /// service goes back.
    NewCallers,
    /// Values of the named types that were stored as the old type.
    StoredData,
    /// Init arguments that were written for the old interface.
    UpgradeArguments,
}

impl Affected {
    /// All of them.
    pub const ALL: [Affected; 4] = [
        Affected::OldCallers,
        Affected::NewCallers,
        Affected::StoredData,
        Affected::UpgradeArguments,
    ];

    /// Returns the name for command lines and reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Affected::OldCallers => "old-callers",
            Affected::NewCallers => "new-callers",
            Affected::StoredData => "stored-data",
            Affected::UpgradeArguments => "upgrade-arguments",
        }
    }

    /// Returns the words for reports.
    #[must_use]
    pub fn description(self) -> &'static str {
        match self {
            Affected::OldCallers => "callers of the old interface",
            Affected::NewCallers => "callers of the new interface, until the service has it",
            Affected::StoredData => "stored data",
            Affected::UpgradeArguments => "upgrade arguments",
        }
    }
}

macro_rules! rules {
    ($($rule:ident $id:literal $level:ident $name:literal $summary:literal)*) => {
        /// A kind of change. The id of a rule never changes, and is not given to another one.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Rule {
            $(#[doc = $summary] $rule,)*
        }

        impl Rule {
            /// All rules, in the order of their ids.
            pub const ALL: &'static [Rule] = &[$(Rule::$rule),*];

            /// Returns the id: `B` and three digits.
            #[must_use]
            pub fn id(self) -> &'static str {
                match self { $(Rule::$rule => $id),* }
            }

            /// Returns the name.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Rule::$rule => $name),* }
            }

            /// Returns what has changed, in a few words.
            #[must_use]
            pub fn summary(self) -> &'static str {
                match self { $(Rule::$rule => $summary),* }
            }

            /// Returns the level of the changes.
            #[must_use]
            pub fn level(self) -> Level {
                match self { $(Rule::$rule => Level::$level),* }
            }
        }
    };
}

rules! {
    MethodRemoved "B001" Wire "method-removed" "a method is removed"
    MethodAdded "B002" Wire "method-added" "a method is added, which who is called may not have"
    AnnotationChanged "B003" Wire "annotation-changed" "a method changes between update, query, composite query and oneway"
    ArgumentAdded "B004" Wire "argument-added" "an argument is added that is not opt, null or reserved"
    ArgumentRemoved "B005" Wire "argument-removed" "an argument is removed that is not opt, null or reserved"
    ResultAdded "B006" Wire "result-added" "a result is added that is not opt, null or reserved"
    ResultRemoved "B007" Wire "result-removed" "a result is removed that is not opt, null or reserved"
    FieldAdded "B008" Wire "field-added" "a field is added that is not opt, null or reserved"
    FieldRemoved "B009" Wire "field-removed" "a field is removed that is not opt, null or reserved"
    CaseAdded "B010" Wire "case-added" "a case is added to a variant that is received"
    CaseRemoved "B011" Wire "case-removed" "a case is removed from a variant that is sent"
    TypeChanged "B012" Wire "type-changed" "a type changes to one as which old values do not decode"
    BecomesNull "B013" Wire "becomes-null" "the type of an opt changes, so that values become null"
    NotCompared "B014" Wire "not-compared" "types are too complex to be compared"
    FileRemoved "B015" Wire "file-removed" "an interface is removed"
    ServiceRemoved "B016" Wire "service-removed" "the service of an interface is removed"
    TypeRemoved "B017" Wire "type-removed" "a definition of an interface without a service is removed or renamed"
    SourceListChanged "B101" Source "source-list-changed" "an argument or result is added or removed"
    SourceFieldChanged "B102" Source "source-field-changed" "a field is added or removed"
    SourceCaseChanged "B103" Source "source-case-changed" "a case is added or removed"
    SourceTypeChanged "B104" Source "source-type-changed" "a type changes to a compatible one"
    SourceTypeRemoved "B105" Source "source-type-removed" "a definition is removed or renamed"
    SourceNameChanged "B106" Source "source-name-changed" "a place has another named type, of the same kind"
    SourceArgumentRenamed "B107" Source "source-argument-renamed" "an argument of a method or an init argument has another name"
    SourceOrderChanged "B108" Source "source-order-changed" "arguments or results of a method, or init arguments, are in another order, by their names"
    SourceLabelChanged "B109" Source "source-label-changed" "a label is a name on one side, and on the other its hash"
    JsonItemRefused "B201" Json "json-item-refused" "arguments or results have an item that who reads them refuses"
    JsonKeyRefused "B202" Json "json-key-refused" "records have a key that who reads them refuses"
    JsonFormChanged "B203" Json "json-form-changed" "a type is written in another form"
    JsonKeyRenamed "B204" Json "json-key-renamed" "a label is a name on one side, and on the other its hash"
}
