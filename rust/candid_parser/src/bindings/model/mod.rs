//! The binding model: the resolved interface, common to all target languages, and names that do not collide.
//!
//! A [`Model`] owns all it needs. Types refer to definitions by their index in [`Model::defs`], so a target names
//! all definitions once (see [`names`]) and looks names up by index.

mod build;
mod chains;
mod json;
pub mod names;
mod order;
mod repeated;

use crate::stack;
use candid::types::{FuncMode, Label};
#[cfg(feature = "template")]
use candid_wire::opcode::FuncAnnotation;

pub use crate::syntax::PrimType as Prim;
#[cfg(feature = "template")]
pub(crate) use json::is_result;
pub use json::{JSON_SCHEMA, JSON_VERSION};
pub use names::{Names, Rules};
// The path of the types in earlier versions.
#[doc(hidden)]
pub use crate::bindings::model;

/// A resolved interface: every name resolves to a definition, every method to a function type.
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
    /// All definitions, sorted by name.
    pub defs: Vec<Def>,
    /// Indices of the definitions to print, each after those it refers to, as far as recursion allows: the definitions
    /// that the service needs or, without a service, all of them, by name.
    pub order: Vec<usize>,
    /// The service, if the interface has one.
    pub actor: Option<Actor>,
    /// For each definition, the one that its name leads to, past those that are only another name.
    ends: Vec<usize>,
    /// The nesting depth of its deepest type.
    depth: usize,
}

/// A definition.
#[derive(Debug)]
pub struct Def {
    /// Its name in Candid.
    pub name: String,
    /// The lines of the comment above it.
    pub docs: Vec<String>,
    /// The type it stands for.
    pub ty: Ty,
    /// Whether [`Model::order`] refers to it before it is defined: a target that needs definitions before uses has to
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
    /// The init arguments, if it is a service constructor.
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
    /// A defined name, as its index in [`Model::defs`].
    Var(usize),
    /// `opt`.
    Opt(Box<Ty>),
    /// `blob`, that is `vec nat8` written as such; [`Model::is_blob`] resolves names too.
    Blob,
    /// `vec`, of anything but a literal `nat8`.
    Vec(Box<Ty>),
    /// `record`, its fields sorted by id; [`is_tuple`] returns whether they are 0, 1, 2….
    Record(Vec<Field>),
    /// `variant`, its cases sorted by id; a case without a payload has the type `null`.
    Variant(Vec<Field>),
    /// `func`.
    Func(Func),
    /// `service`, its methods by name (the main service's own methods come before imported ones).
    Service(Vec<Method>),
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
    /// The position in the program that the model is made from, from 0 among the fields or cases of its type: that in the source if
    /// it is [`Checked::source_prog`](crate::check::Checked::source_prog), otherwise that by id.
    pub position: usize,
}

/// Returns the fields of a record or the cases of a variant by their positions, for declarations that people read.
///
/// # Examples
///
/// ```
/// use candid_parser::check::{self, Memory};
/// use candid_parser::codegen::{in_source_order, Model, Ty};
/// use std::path::Path;
///
/// let text = "type Point = record { x : nat; color : text; 7 : nat };";
/// let checked = check::text(&Memory::default(), Path::new("point.did"), text)?;
/// let model = Model::new(&checked.env, &checked.actor, &checked.source_prog()?)?;
/// let Ty::Record(fields) = &model.defs[0].ty else { panic!("it is a record") };
/// let by_id: Vec<String> = fields.iter().map(|field| field.label.to_string()).collect();
/// assert_eq!(by_id, ["7", "x", "color"]);
/// let as_written = in_source_order(fields).into_iter().map(|field| field.label.to_string());
/// assert_eq!(as_written.collect::<Vec<_>>(), ["x", "color", "7"]);
/// # Ok::<(), candid_parser::Error>(())
/// ```
#[must_use]
pub fn in_source_order(fields: &[Field]) -> Vec<&Field> {
    let mut fields: Vec<&Field> = fields.iter().collect();
    fields.sort_by_key(|field| field.position);
    fields
}

/// The type of a function.
#[derive(Debug)]
pub struct Func {
    /// The annotation; `None` for an update, which may change state and replies.
    pub mode: Option<FuncMode>,
    /// The arguments.
    pub args: Vec<Arg>,
    /// The results.
    pub rets: Vec<Arg>,
}

impl Func {
    /// Returns whether callers may use queries: whether calls change no state.
    #[cfg(feature = "template")]
    pub(crate) fn is_query(&self) -> bool {
        matches!(self.mode, Some(FuncMode::Query | FuncMode::CompositeQuery))
    }

    /// Returns whether there is no reply.
    #[cfg(feature = "template")]
    pub(crate) fn is_oneway(&self) -> bool {
        self.mode == Some(FuncMode::Oneway)
    }

    /// Returns the byte of the annotation; 0 for an update.
    #[cfg(feature = "template")]
    pub(crate) fn annotation(&self) -> u8 {
        let annotation = self.mode.as_ref().map(|mode| match mode {
            FuncMode::Query => FuncAnnotation::Query,
            FuncMode::Oneway => FuncAnnotation::Oneway,
            FuncMode::CompositeQuery => FuncAnnotation::CompositeQuery,
        });
        annotation.map_or(0, FuncAnnotation::byte)
    }

    /// Returns the annotation in Candid; `None` for an update.
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
    /// The name, if there is one.
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
    /// [`Ty::Func`], or the name of one; [`Model::func`] resolves it.
    pub ty: Ty,
}

/// Returns whether the fields are numbered 0, 1, 2…; true for an empty list.
#[must_use]
pub fn is_tuple(fields: &[Field]) -> bool {
    (0u32..)
        .zip(fields)
        .all(|(idx, field)| field.label.get_id() == idx)
}

impl Model {
    /// Resolves names to the first type that is not a name.
    #[must_use]
    pub fn resolve<'a>(&'a self, ty: &'a Ty) -> &'a Ty {
        let mut ty = ty;
        // One step, unless definitions were changed. The bound only guards against an endless loop.
        for _ in 0..=self.defs.len() {
            let Ty::Var(idx) = ty else {
                break;
            };
            chains::work::count();
            ty = &self.defs[self.end(*idx)].ty;
        }
        ty
    }

    /// Returns the definition that the name of one leads to, past those that are only another name.
    pub(crate) fn end(&self, idx: usize) -> usize {
        self.ends.get(idx).copied().unwrap_or(idx)
    }

    /// Returns a value for each definition: `end` of it, or `step` from the value of the definition that it is only a name of.
    pub(crate) fn along_names<T: Copy>(
        &self,
        end: impl Fn(usize) -> T,
        step: impl Fn(usize, T) -> T,
    ) -> Vec<T> {
        let next = |idx: usize| match self.defs[idx].ty {
            Ty::Var(next) => Some(next),
            _ => None,
        };
        chains::fold(self.defs.len(), next, end, step)
    }

    /// Returns whether a type is `null`, possibly through names.
    pub(crate) fn is_null(&self, ty: &Ty) -> bool {
        matches!(self.resolve(ty), Ty::Prim(Prim::Null))
    }

    /// Returns whether `null` is a value of a type: whether a record may lack a field of it, and an option of it needs a form
    /// of its own.
    pub(crate) fn is_nullable(&self, ty: &Ty) -> bool {
        matches!(
            self.resolve(ty),
            Ty::Opt(_) | Ty::Prim(Prim::Null | Prim::Reserved)
        )
    }

    /// Returns whether a type is `vec nat8`, possibly through names.
    #[must_use]
    pub fn is_blob(&self, ty: &Ty) -> bool {
        match self.resolve(ty) {
            Ty::Blob => true,
            Ty::Vec(item) => matches!(self.resolve(item), Ty::Prim(Prim::Nat8)),
            _ => false,
        }
    }

    /// Returns the function type of a method, with names resolved.
    #[must_use]
    pub fn func<'a>(&'a self, ty: &'a Ty) -> Option<&'a Func> {
        match self.resolve(ty) {
            Ty::Func(func) => Some(func),
            _ => None,
        }
    }

    /// Returns the methods of a service type, with names resolved.
    #[must_use]
    pub fn methods<'a>(&'a self, ty: &'a Ty) -> Option<&'a [Method]> {
        match self.resolve(ty) {
            Ty::Service(methods) => Some(methods),
            _ => None,
        }
    }

    /// Returns the methods of the service; empty without a service.
    #[must_use]
    pub fn actor_methods(&self) -> &[Method] {
        self.actor
            .as_ref()
            .and_then(|actor| self.methods(&actor.ty))
            .unwrap_or_default()
    }

    /// Runs `f` with enough stack for recursion over the deepest type: call it once, around everything that a target
    /// does.
    pub fn with_stack<R>(&self, f: impl FnOnce() -> R) -> R {
        stack::with_levels(self.depth, f)
    }
}

/// Dropping a type traverses all its children, so it needs as much stack as building it.
impl Drop for Model {
    fn drop(&mut self) {
        let defs = std::mem::take(&mut self.defs);
        let actor = self.actor.take();
        stack::with_levels(self.depth, || drop((defs, actor)));
    }
}
