//! The syntax tree: what was written, and where.
//!
//! Every node has the [`Span`] of its text. The kinds named `Error` stand for what could not be read, so that one
//! run can report everything that is wrong; whoever finds one knows that a diagnostic has been made.

use super::PrimType;
use candid::types::{self, FuncMode, Label};
use candid::IDLValue;

/// Where something stands in its file: from the byte `start` up to, not including, the byte `end`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

impl Span {
    /// Returns the span from the start of this one to the end of the other.
    #[must_use]
    pub fn to(self, end: Span) -> Span {
        Span {
            start: self.start,
            end: end.end,
        }
    }
}

impl From<Span> for std::ops::Range<usize> {
    fn from(span: Span) -> Self {
        span.start as usize..span.end as usize
    }
}

/// A name, decoded: without the quotes and escapes it may have been written with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// The name.
    pub text: String,
    /// With the quotes, if there are any.
    pub span: Span,
}

/// A type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Type {
    /// What type it is.
    pub kind: TypeKind,
    /// Empty, at the place where it would stand, for the `null` that a case of a variant need not write.
    pub span: Span,
}

/// What type it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TypeKind {
    /// A primitive type.
    Prim(PrimType),
    /// `principal`.
    Principal,
    /// `blob`, short for `vec nat8`.
    Blob,
    /// A name that is defined elsewhere.
    Var(String),
    /// `opt`.
    Opt(Box<Type>),
    /// `vec`.
    Vec(Box<Type>),
    /// `record`, its fields as written.
    Record(Vec<Field>),
    /// `variant`, its cases as written.
    Variant(Vec<Field>),
    /// `func`.
    Func(Func),
    /// `service`, its methods as written.
    Service(Vec<Method>),
    /// A service constructor; the type is a service or the name of one.
    Class(Vec<Arg>, Box<Type>),
    /// What could not be read.
    Error,
}

impl TypeKind {
    /// Returns a type that stands there.
    pub(super) fn at(self, span: Span) -> Type {
        Type { kind: self, span }
    }
}

/// A field of a record or a case of a variant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// The lines of the comment directly above it, without `//`.
    pub docs: Vec<String>,
    /// The name or number; `Unnamed` is the number that the position gives.
    pub label: Label,
    /// Where the label stands; that of the type where there is no label.
    pub label_span: Span,
    /// Its type.
    pub typ: Type,
    /// All of it, from the label to the end of the type.
    pub span: Span,
}

/// An argument or a result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arg {
    /// The name, if it has one.
    pub name: Option<Name>,
    /// Its type.
    pub typ: Type,
}

/// The type of a function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Func {
    /// What it takes.
    pub args: Vec<Arg>,
    /// What it returns.
    pub rets: Vec<Arg>,
    /// Its annotations, and where each stands.
    pub modes: Vec<(FuncMode, Span)>,
}

/// A method of a service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Method {
    /// The lines of the comment directly above it, without `//`.
    pub docs: Vec<String>,
    /// Its name.
    pub name: Name,
    /// A function or the name of one.
    pub typ: Type,
}

/// A definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeDef {
    /// The lines of the comment directly above it, without `//`.
    pub docs: Vec<String>,
    /// What is defined.
    pub name: Name,
    /// What it stands for.
    pub typ: Type,
    /// All of it, from `type` to the end of the type.
    pub span: Span,
}

/// `import "…"` or `import service "…"`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Import {
    /// Whether the methods of the file's service are wanted too.
    pub service: bool,
    /// The path as written, without the quotes.
    pub path: Name,
    /// All of it.
    pub span: Span,
}

/// A declaration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Dec {
    /// `type id = …`.
    Type(TypeDef),
    /// `import …`.
    Import(Import),
}

/// The service of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Actor {
    /// The lines of the comment directly above it, without `//`.
    pub docs: Vec<String>,
    /// The name between `service` and the colon, which nothing refers to.
    pub name: Option<Name>,
    /// A service, a service constructor or the name of one.
    pub typ: Type,
    /// All of it, from `service` on.
    pub span: Span,
}

/// A comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Comment {
    /// With its `//`, or its `/*` and `*/`; without the end of the line.
    pub span: Span,
}

/// A `.did` file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Prog {
    /// The declarations, as written.
    pub decs: Vec<Dec>,
    /// The service.
    pub actor: Option<Actor>,
    /// All comments, in the order of the text.
    pub comments: Vec<Comment>,
}

/// A value, with places: what is needed to say where a value is wrong.
#[derive(Debug, Clone, PartialEq)]
pub struct Value {
    /// What value it is.
    pub kind: ValueKind,
    /// All of it; empty for the `null` that a variant need not write.
    pub span: Span,
}

/// What value it is.
#[derive(Debug, Clone, PartialEq)]
pub enum ValueKind {
    /// A value without parts.
    Leaf(IDLValue),
    /// `opt`.
    Opt(Box<Value>),
    /// `vec`.
    Vec(Vec<Value>),
    /// `record`, its fields as written.
    Record(Vec<ValueField>),
    /// `variant`.
    Variant(Box<ValueField>),
    /// A value with its type, which it fits.
    Annotated(Box<Value>, types::Type),
    /// What could not be read.
    Error,
}

/// A field of a record, or the case of a variant.
#[derive(Debug, Clone, PartialEq)]
pub struct ValueField {
    /// The name or number; `Unnamed` is the number that the position gives.
    pub label: Label,
    /// Where the label stands; that of the value where there is no label.
    pub label_span: Span,
    /// The value.
    pub value: Value,
}

/// A `.test.did` file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Test {
    /// The declarations, as written.
    pub decs: Vec<Dec>,
    /// The assertions, as written.
    pub asserts: Vec<Assert>,
}

/// An assertion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assert {
    /// What it is about.
    pub left: Input,
    /// What that is compared with.
    pub right: Option<Input>,
    /// Whether it is accepted, or equal to the right side.
    pub pass: bool,
    /// The types of the arguments.
    pub types: Vec<Arg>,
    /// What the assertion shows.
    pub desc: Option<Name>,
    /// All of it, from `assert` on.
    pub span: Span,
}

/// A side of an assertion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Input {
    /// A text or a message.
    pub kind: InputKind,
    /// All of it, with `blob`.
    pub span: Span,
}

/// What side of an assertion it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InputKind {
    /// Arguments in text.
    Text(String),
    /// A message.
    Blob(Vec<u8>),
}
