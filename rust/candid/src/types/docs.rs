//! Doc comments of types, collected by `#[derive(CandidType)]` and printed by `export_service!`.

use std::collections::BTreeMap;

/// The doc comment of a type and those of its fields or cases.
///
/// # Examples
///
/// ```
/// use candid::types::{FieldDoc, TypeDoc};
///
/// let mut doc = TypeDoc::default();
/// assert!(doc.is_empty());
/// doc.fields.insert(candid::types::Label::Named("owner".into()).get_id(), FieldDoc {
///     docs: vec!["Who may spend.".to_string()],
///     ty: None,
/// });
/// assert!(!doc.is_empty());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TypeDoc {
    /// The lines of the type's own comment.
    pub docs: Vec<String>,
    /// The comments of fields and cases, by the id of their label: of the record or variant that the type is, or that it has
    /// inside `opt` and `vec`.
    pub fields: BTreeMap<u32, FieldDoc>,
}

impl TypeDoc {
    /// Returns whether neither the type nor any of its fields has a comment.
    pub fn is_empty(&self) -> bool {
        self.docs.is_empty() && self.fields.values().all(FieldDoc::is_empty)
    }
}

/// The doc comment of a field or case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldDoc {
    /// The lines of the comment.
    pub docs: Vec<String>,
    /// The comments inside the field's type, if that type has no name of its own, such as the payload of a case that is
    /// written as a record.
    pub ty: Option<Box<TypeDoc>>,
}

impl FieldDoc {
    /// Returns whether neither the field nor anything inside its type has a comment.
    pub fn is_empty(&self) -> bool {
        self.docs.is_empty() && self.ty.as_ref().is_none_or(|ty| ty.is_empty())
    }
}

/// The doc comments of named types.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TypeDocs {
    /// Doc comments by the name of the definition.
    pub named: BTreeMap<String, TypeDoc>,
}
