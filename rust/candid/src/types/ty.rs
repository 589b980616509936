//! The type language: [`Type`], its constructors, fields and functions.
//!
//! A `Type` is a shared pointer, so copies are cheap and a type may be an acyclic graph; recursion goes through names
//! ([`TypeInner::Var`], looked up in a [`TypeEnv`](crate::TypeEnv)) or through Rust types ([`TypeInner::Knot`]).

mod compare;
#[cfg(not(feature = "printer"))]
mod display_one_line;
pub(crate) mod label;
mod primitive;
pub(crate) mod print;
pub(crate) mod size;

use crate::types::id::TypeId;
use crate::util::stack::level;
use candid_wire::opcode::FuncAnnotation;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Deref;
use std::rc::Rc;
use std::slice;

pub use label::{Label, SharedLabel};
pub use size::text_size;

/// A Candid type.
///
/// Comparison and hashing are structural; two copies of one `Type` compare in one step.
///
/// # Examples
///
/// ```
/// use candid::types::{Type, TypeInner};
///
/// let blob: Type = TypeInner::Vec(TypeInner::Nat8.into()).into();
/// assert_eq!(blob.to_string(), "blob");
/// assert_eq!(blob, <Vec<u8> as candid::CandidType>::ty());
/// ```
#[derive(Clone, Eq)]
pub struct Type(pub Rc<TypeInner>);

/// Prints types of any depth: those of untrusted messages are as deep as decoding allows.
impl fmt::Debug for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        level(|| f.debug_tuple("Type").field(&self.0).finish())
    }
}

/// The constructors of types.
///
/// [`Type::from`] makes a type of it. Fields, cases and methods have to be sorted as said below; the
/// [derive](macro@crate::CandidType) and `candid_parser` do so.
///
/// # Examples
///
/// ```
/// use candid::types::{Field, Label, Type, TypeInner};
///
/// let field = Field { id: Label::Named("owner".to_string()).into(), ty: TypeInner::Principal.into() };
/// let ty: Type = TypeInner::Opt(TypeInner::Record(vec![field]).into()).into();
/// assert_eq!(ty.to_string(), "opt record { owner : principal }");
/// let TypeInner::Opt(content) = ty.as_ref() else { panic!("an option") };
/// assert!(matches!(content.as_ref(), TypeInner::Record(fields) if fields.len() == 1));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(
    missing_docs,
    reason = "a primitive type has the name that Candid gives it"
)]
pub enum TypeInner {
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
    /// A reference to a Rust type, for recursion in the result of [`CandidType::ty`](crate::CandidType::ty);
    /// [`find_type`](super::registry::find_type) follows it.
    Knot(TypeId),
    /// A reference to a definition of a [`TypeEnv`](crate::TypeEnv).
    Var(String),
    /// The type of a value that carries its own type.
    Unknown,
    Opt(Type),
    Vec(Type),
    /// Fields, sorted by the ids of their labels, ids distinct.
    Record(Vec<Field>),
    /// Cases, sorted by the ids of their labels, ids distinct.
    Variant(Vec<Field>),
    Func(Function),
    /// Methods, sorted by name, names distinct.
    Service(Vec<(String, Type)>),
    /// A service constructor: the types of the init arguments, and the service.
    Class(Vec<Type>, Type),
    Principal,
    /// A type of a later version of Candid, found in a message.
    Future,
}

/// A field of a record or a case of a variant.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Field {
    /// The label.
    pub id: SharedLabel,
    /// The type of the field; `null` for a case without payload.
    pub ty: Type,
}

/// How a function may be called.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FuncMode {
    /// `oneway`: no answer.
    Oneway,
    /// `query`: changes nothing.
    Query,
    /// `composite_query`: changes nothing, may call other queries.
    CompositeQuery,
}

/// The type of a function.
///
/// # Examples
///
/// ```
/// use candid::types::{Function, FuncMode, TypeInner};
///
/// let fee = Function { modes: vec![FuncMode::Query], args: vec![], rets: vec![TypeInner::Nat.into()] };
/// assert_eq!(fee.to_string(), "() -> (nat) query");
/// assert!(fee.is_query());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Function {
    /// The annotations: none for an update function, else usually one.
    pub modes: Vec<FuncMode>,
    /// The types of the arguments.
    pub args: Vec<Type>,
    /// The types of the results.
    pub rets: Vec<Type>,
}

impl Type {
    /// Returns whether this is a record whose labels are 0, 1, 2, …; true for the empty record.
    pub fn is_tuple(&self) -> bool {
        self.0.is_tuple()
    }

    /// Returns the type with every name that is a key of `names` replaced by its value.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::types::{Type, TypeInner};
    ///
    /// let ty: Type = TypeInner::Opt(TypeInner::Var("Old".to_string()).into()).into();
    /// let names = [("Old".to_string(), "New".to_string())].into_iter().collect();
    /// assert_eq!(ty.subst(&names).to_string(), "opt New");
    /// ```
    pub fn subst(&self, names: &BTreeMap<String, String>) -> Self {
        match self.as_ref() {
            TypeInner::Var(name) => match names.get(name) {
                Some(name) => TypeInner::Var(name.clone()).into(),
                None => self.clone(),
            },
            _ => level(|| self.map_parts(&mut |part| part.subst(names))),
        }
    }

    /// Returns the type with `f` applied to each direct part; itself if it has none.
    pub(crate) fn map_parts(&self, f: &mut impl FnMut(&Type) -> Type) -> Type {
        let mut fields = |fields: &[Field]| {
            let part = |field: &Field| Field {
                id: field.id.clone(),
                ty: f(&field.ty),
            };
            fields.iter().map(part).collect()
        };
        match self.as_ref() {
            TypeInner::Record(parts) => TypeInner::Record(fields(parts)).into(),
            TypeInner::Variant(parts) => TypeInner::Variant(fields(parts)).into(),
            TypeInner::Opt(part) => TypeInner::Opt(f(part)).into(),
            TypeInner::Vec(part) => TypeInner::Vec(f(part)).into(),
            TypeInner::Func(func) => TypeInner::Func(Function {
                modes: func.modes.clone(),
                args: func.args.iter().map(&mut *f).collect(),
                rets: func.rets.iter().map(&mut *f).collect(),
            })
            .into(),
            TypeInner::Service(methods) => {
                let part = |(name, ty): &(String, Type)| (name.clone(), f(ty));
                TypeInner::Service(methods.iter().map(part).collect()).into()
            }
            TypeInner::Class(args, service) => {
                let args = args.iter().map(&mut *f).collect();
                TypeInner::Class(args, f(service)).into()
            }
            _ => self.clone(),
        }
    }

    /// Returns the address of the shared type: one key for all copies. It identifies the type only as long as a copy is
    /// alive.
    pub(crate) fn address(&self) -> usize {
        Rc::as_ptr(&self.0) as usize
    }
}

impl TypeInner {
    /// Iterates over the direct parts, in reading order.
    pub(crate) fn parts(&self) -> impl Iterator<Item = &Type> {
        let (mut fields, mut methods): (&[Field], &[(String, Type)]) = (&[], &[]);
        let (mut types, mut last): (&[Type], &[Type]) = (&[], &[]);
        match self {
            TypeInner::Opt(part) | TypeInner::Vec(part) => last = slice::from_ref(part),
            TypeInner::Record(parts) | TypeInner::Variant(parts) => fields = parts,
            TypeInner::Func(function) => (types, last) = (&function.args, &function.rets),
            TypeInner::Service(parts) => methods = parts,
            TypeInner::Class(args, service) => (types, last) = (args, slice::from_ref(service)),
            _ => {}
        }
        let fields = fields.iter().map(|field| &field.ty);
        let methods = methods.iter().map(|(_, ty)| ty);
        fields.chain(methods).chain(types).chain(last)
    }

    /// Returns whether this is a record whose labels are 0, 1, 2, …; true for the empty record.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::CandidType;
    ///
    /// assert!(<(u8, String)>::ty().is_tuple());
    /// assert!(!u8::ty().is_tuple());
    /// ```
    pub fn is_tuple(&self) -> bool {
        match self {
            TypeInner::Record(fields) => (0u32..).zip(fields).all(|(i, f)| f.id.get_id() == i),
            _ => false,
        }
    }
}

impl Function {
    /// Returns whether this is a `query` or `composite_query` function.
    pub fn is_query(&self) -> bool {
        let is_query = |mode| matches!(mode, &FuncMode::Query | &FuncMode::CompositeQuery);
        self.modes.iter().any(is_query)
    }
}

impl FuncMode {
    /// Returns the annotation as a byte of a type table.
    #[doc(hidden)]
    #[must_use]
    pub const fn __byte(&self) -> u8 {
        self.annotation().byte()
    }

    /// Returns the annotation in its encoded form.
    pub(crate) const fn annotation(&self) -> FuncAnnotation {
        match self {
            FuncMode::Oneway => FuncAnnotation::Oneway,
            FuncMode::Query => FuncAnnotation::Query,
            FuncMode::CompositeQuery => FuncAnnotation::CompositeQuery,
        }
    }

    /// Returns the keyword.
    pub(crate) fn keyword(&self) -> &'static str {
        self.annotation().name()
    }
}

/// Returns whether `ty` has no parts: the primitive types, `principal`, and references to Rust types, whose definition
/// is elsewhere. False for names.
///
/// # Examples
///
/// ```
/// use candid::types::internal::is_primitive;
/// use candid::CandidType;
///
/// assert!(is_primitive(&u8::ty()));
/// assert!(!is_primitive(&Option::<u8>::ty()));
/// ```
pub fn is_primitive(ty: &Type) -> bool {
    !matches!(
        ty.as_ref(),
        TypeInner::Var(_)
            | TypeInner::Opt(_)
            | TypeInner::Vec(_)
            | TypeInner::Record(_)
            | TypeInner::Variant(_)
            | TypeInner::Func(_)
            | TypeInner::Service(_)
            | TypeInner::Class(..)
    )
}

impl Deref for Type {
    type Target = TypeInner;

    fn deref(&self) -> &TypeInner {
        &self.0
    }
}

impl AsRef<TypeInner> for Type {
    fn as_ref(&self) -> &TypeInner {
        &self.0
    }
}

impl From<TypeInner> for Type {
    fn from(inner: TypeInner) -> Self {
        Type(Rc::new(inner))
    }
}
