//! The binding model: an interface as every target language prints it.
//!
//! A [`Model`] owns all it needs. Types refer to definitions by their index in [`Model::defs`], so a target names
//! all definitions once (see [`names`](super::names)) and looks names up by index.

use crate::stack;
use candid::types::{FuncMode, Label, TypeInner};

/// An interface, resolved: every name leads to a definition, every method to a function type.
///
/// # Examples
///
/// ```
/// use candid::types::{Field, Label, TypeEnv, TypeInner};
/// use candid_parser::codegen::{Model, Ty};
///
/// let mut env = TypeEnv::new();
/// let field = Field { id: Label::Named("next".to_string()).into(), ty: TypeInner::Var("List".to_string()).into() };
/// let record = TypeInner::Record(vec![field]).into();
/// env.0.insert("List".to_string(), TypeInner::Opt(record).into());
/// let model = Model::without_source(&env, &None).unwrap();
/// let list = &model.defs[0];
/// assert_eq!((list.name.as_str(), list.recursive), ("List", true));
/// assert!(matches!(&list.ty, Ty::Opt(_)));
/// ```
#[derive(Debug)]
pub struct Model {
    /// All definitions, by name.
    pub defs: Vec<Def>,
    /// Indices of the definitions to print, each after those it names, as far as recursion allows: those that the
    /// service needs or, where there is no service, all of them, by name.
    pub order: Vec<usize>,
    /// The service, if the interface has one.
    pub actor: Option<Actor>,
    /// How deep its deepest type is.
    pub(super) depth: usize,
}

/// A definition.
#[derive(Debug)]
pub struct Def {
    /// Its name in Candid.
    pub name: String,
    /// The lines of the comment above it.
    pub docs: Vec<String>,
    /// What it stands for.
    pub ty: Ty,
    /// Whether [`Model::order`] names it before it is defined: a target that needs definitions before uses has to
    /// declare it first, one whose values are stored in place has to put it behind a pointer.
    pub recursive: bool,
    /// Whether it is in [`Model::order`].
    pub used: bool,
}

/// The service of an interface.
#[derive(Debug)]
pub struct Actor {
    /// The lines of the comment above it.
    pub docs: Vec<String>,
    /// What it is installed with, if it is a service constructor.
    pub init: Option<Vec<Arg>>,
    /// The service, without its constructor: [`Ty::Service`], or the name of one.
    pub ty: Ty,
}

/// A type.
#[derive(Debug)]
pub enum Ty {
    /// A primitive type.
    Prim(Prim),
    /// `principal`.
    Principal,
    /// A definition, by its index in [`Model::defs`].
    Var(usize),
    /// `opt`.
    Opt(Box<Ty>),
    /// `blob`, that is `vec nat8` written as such; [`Model::is_blob`] looks through names too.
    Blob,
    /// `vec`, of anything but a literal `nat8`.
    Vec(Box<Ty>),
    /// `record`, its fields sorted by id; [`is_tuple`] tells whether they are 0, 1, 2….
    Record(Vec<Field>),
    /// `variant`, its cases sorted by id; a case without a payload has the type `null`.
    Variant(Vec<Field>),
    /// `func`.
    Func(Func),
    /// `service`, its methods by name (the main service's own methods come before imported ones).
    Service(Vec<Method>),
}

/// The types of primitive values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "each is the type of that name")]
pub enum Prim {
    Null,
    Bool,
    Nat,
    Int,
    Nat8,
    Nat16,
    Nat32,
    Nat64,
    Int8,
    Int16,
    Int32,
    Int64,
    Float32,
    Float64,
    Text,
    Reserved,
    Empty,
}

impl Prim {
    /// Returns the name of the type in Candid.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Prim::Null => "null",
            Prim::Bool => "bool",
            Prim::Nat => "nat",
            Prim::Int => "int",
            Prim::Nat8 => "nat8",
            Prim::Nat16 => "nat16",
            Prim::Nat32 => "nat32",
            Prim::Nat64 => "nat64",
            Prim::Int8 => "int8",
            Prim::Int16 => "int16",
            Prim::Int32 => "int32",
            Prim::Int64 => "int64",
            Prim::Float32 => "float32",
            Prim::Float64 => "float64",
            Prim::Text => "text",
            Prim::Reserved => "reserved",
            Prim::Empty => "empty",
        }
    }

    /// Returns the type as the `candid` crate has it.
    #[must_use]
    pub fn to_candid(self) -> TypeInner {
        match self {
            Prim::Null => TypeInner::Null,
            Prim::Bool => TypeInner::Bool,
            Prim::Nat => TypeInner::Nat,
            Prim::Int => TypeInner::Int,
            Prim::Nat8 => TypeInner::Nat8,
            Prim::Nat16 => TypeInner::Nat16,
            Prim::Nat32 => TypeInner::Nat32,
            Prim::Nat64 => TypeInner::Nat64,
            Prim::Int8 => TypeInner::Int8,
            Prim::Int16 => TypeInner::Int16,
            Prim::Int32 => TypeInner::Int32,
            Prim::Int64 => TypeInner::Int64,
            Prim::Float32 => TypeInner::Float32,
            Prim::Float64 => TypeInner::Float64,
            Prim::Text => TypeInner::Text,
            Prim::Reserved => TypeInner::Reserved,
            Prim::Empty => TypeInner::Empty,
        }
    }
}

/// A field of a record or a case of a variant.
#[derive(Debug)]
pub struct Field {
    /// The lines of the comment above it.
    pub docs: Vec<String>,
    /// The name or the number.
    pub label: Label,
    /// Its type.
    pub ty: Ty,
}

/// The type of a function.
#[derive(Debug)]
pub struct Func {
    /// Its annotation; none for an update, which may change state and answers.
    pub mode: Option<FuncMode>,
    /// What it takes.
    pub args: Vec<Arg>,
    /// What it returns.
    pub rets: Vec<Arg>,
}

impl Func {
    /// Returns the annotation in Candid; none for an update.
    #[must_use]
    pub fn keyword(&self) -> Option<&'static str> {
        self.mode.as_ref().map(|mode| match mode {
            FuncMode::Query => "query",
            FuncMode::CompositeQuery => "composite_query",
            FuncMode::Oneway => "oneway",
        })
    }
}

/// An argument or a result.
#[derive(Debug)]
pub struct Arg {
    /// The name, if it was given one.
    pub name: Option<String>,
    /// Its type.
    pub ty: Ty,
}

/// A method of a service.
#[derive(Debug)]
pub struct Method {
    /// The lines of the comment above it.
    pub docs: Vec<String>,
    /// Its name in Candid.
    pub name: String,
    /// [`Ty::Func`], or the name of one; [`Model::func`] follows it.
    pub ty: Ty,
}

/// Whether the fields are numbered 0, 1, 2…; also where there are none.
#[must_use]
pub fn is_tuple(fields: &[Field]) -> bool {
    (0u32..)
        .zip(fields)
        .all(|(idx, field)| field.label.get_id() == idx)
}

impl Model {
    /// Follows names to the first type that is not a name.
    #[must_use]
    pub fn resolve<'a>(&'a self, ty: &'a Ty) -> &'a Ty {
        let mut ty = ty;
        // The definitions have been checked to lead somewhere; the count is a second lock on the same door.
        for _ in 0..=self.defs.len() {
            match ty {
                Ty::Var(idx) => ty = &self.defs[*idx].ty,
                _ => break,
            }
        }
        ty
    }

    /// Whether a type is `vec nat8`, under whatever names.
    #[must_use]
    pub fn is_blob(&self, ty: &Ty) -> bool {
        match self.resolve(ty) {
            Ty::Blob => true,
            Ty::Vec(item) => matches!(self.resolve(item), Ty::Prim(Prim::Nat8)),
            _ => false,
        }
    }

    /// Returns the function that a method's type is or names.
    #[must_use]
    pub fn func<'a>(&'a self, ty: &'a Ty) -> Option<&'a Func> {
        match self.resolve(ty) {
            Ty::Func(func) => Some(func),
            _ => None,
        }
    }

    /// Returns the methods of the service that a type is or names.
    #[must_use]
    pub fn methods<'a>(&'a self, ty: &'a Ty) -> Option<&'a [Method]> {
        match self.resolve(ty) {
            Ty::Service(methods) => Some(methods),
            _ => None,
        }
    }

    /// Returns the methods of the service; none where there is no service.
    #[must_use]
    pub fn actor_methods(&self) -> &[Method] {
        self.actor
            .as_ref()
            .and_then(|actor| self.methods(&actor.ty))
            .unwrap_or_default()
    }

    /// Runs `f` with a stack that suffices to walk the deepest type recursively: call it once, around everything that
    /// a target does.
    pub fn with_stack<R>(&self, f: impl FnOnce() -> R) -> R {
        stack::with_levels(self.depth, f)
    }
}

/// A type's drop goes through all its parts, so it needs the stack that making it took.
impl Drop for Model {
    fn drop(&mut self) {
        let defs = std::mem::take(&mut self.defs);
        let actor = self.actor.take();
        stack::with_levels(self.depth, || drop((defs, actor)));
    }
}
