//! Plain trees of types and programs, without locations.

pub(crate) mod lower;
mod merged;
mod prim;
pub(crate) mod raise;

use candid::types::{FuncMode, Label};

pub use merged::IDLMergedProg;
pub use prim::PrimType;

/// A type as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum IDLType {
    /// A primitive type.
    PrimT(PrimType),
    /// A reference to a defined name.
    VarT(String),
    /// `func`.
    FuncT(FuncType),
    /// `opt`.
    OptT(Box<IDLType>),
    /// `vec`; `blob` is the vec of `nat8`.
    VecT(Box<IDLType>),
    /// `record`; a tree made from text has the fields in the order of their ids.
    RecordT(Vec<TypeField>),
    /// `variant`; a tree made from text has the cases in the order of their ids.
    VariantT(Vec<TypeField>),
    /// `service`; a tree made from text has the methods in the order of their names.
    ServT(Vec<Binding>),
    /// A service constructor: its init arguments, and the service.
    ClassT(Vec<IDLArgType>, Box<IDLType>),
    /// `principal`.
    PrincipalT,
}

impl IDLType {
    /// Returns whether this is a record whose fields are numbered 0, 1, 2… in that order.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_parser::syntax::{IDLType, PrimType};
    ///
    /// assert!(IDLType::RecordT(vec![]).is_tuple());
    /// assert!(!IDLType::PrimT(PrimType::Nat).is_tuple());
    /// ```
    pub fn is_tuple(&self) -> bool {
        match self {
            IDLType::RecordT(fields) => is_tuple(fields),
            _ => false,
        }
    }

    /// Returns the service of a service constructor, and any other type itself.
    pub(crate) fn service(&self) -> &IDLType {
        match self {
            IDLType::ClassT(_, service) => service,
            typ => typ,
        }
    }
}

/// Returns whether the fields are numbered 0, 1, 2… in that order.
pub(super) fn is_tuple(fields: &[TypeField]) -> bool {
    (0u32..)
        .zip(fields)
        .all(|(idx, field)| field.label.get_id() == idx)
}

/// A definition or a method: a name, its type and the comment above it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Binding {
    /// The name.
    pub id: String,
    /// The type it stands for.
    pub typ: IDLType,
    /// The lines of the comment above it, without `//`.
    pub docs: Vec<String>,
}

/// The type of a function: arguments, results, annotations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FuncType {
    /// `query`, `oneway`, `composite_query`.
    pub modes: Vec<FuncMode>,
    /// The arguments.
    pub args: Vec<IDLArgType>,
    /// The results.
    pub rets: Vec<IDLArgType>,
}

/// An argument or a result, with its name if it has one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IDLArgType {
    /// The type.
    pub typ: IDLType,
    /// The name: documentation only.
    pub name: Option<String>,
}

impl IDLArgType {
    /// Returns an argument without a name.
    pub fn new(typ: IDLType) -> Self {
        Self { typ, name: None }
    }

    /// Returns an argument with a name.
    pub fn new_with_name(typ: IDLType, name: String) -> Self {
        Self {
            typ,
            name: Some(name),
        }
    }
}

/// A field of a record or a case of a variant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeField {
    /// The name or the number.
    pub label: Label,
    /// The type; `null` for a case without one.
    pub typ: IDLType,
    /// The lines of the comment above it, without `//`.
    pub docs: Vec<String>,
}

/// A declaration of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Dec {
    /// `type id = …`.
    TypD(Binding),
    /// `import "…"`: imports the definitions of another file.
    ImportType(String),
    /// `import service "…"`: imports its definitions and its methods.
    ImportServ(String),
}

/// The service of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IDLActorType {
    /// A service, a service constructor or the name of one.
    pub typ: IDLType,
    /// The lines of the comment above it, without `//`.
    pub docs: Vec<String>,
}

/// A `.did` file: declarations, and a service if there is one.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct IDLProg {
    /// The declarations, in source order.
    pub decs: Vec<Dec>,
    /// The service.
    pub actor: Option<IDLActorType>,
}

impl IDLProg {
    /// Returns the definitions among the declarations.
    pub fn typ_decs(decs: Vec<Dec>) -> impl Iterator<Item = Binding> {
        decs.into_iter().filter_map(|dec| match dec {
            Dec::TypD(binding) => Some(binding),
            Dec::ImportType(_) | Dec::ImportServ(_) => None,
        })
    }
}

/// Types in parentheses: arguments or results.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IDLTypes {
    /// The types, with their names if they have any.
    pub args: Vec<IDLArgType>,
}

/// Declarations and the arguments of a service constructor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IDLInitArgs {
    /// The declarations, in source order.
    pub decs: Vec<Dec>,
    /// The init arguments.
    pub args: Vec<IDLArgType>,
}
