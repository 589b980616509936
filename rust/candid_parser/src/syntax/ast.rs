//! Syntax tree with source locations.
//!
//! Every node has the [`Span`] of its text. The kinds named `Error` stand for source that could not be parsed, so that
//! one run can report every problem; each of them comes with a diagnostic.

mod walk;

use super::PrimType;
use candid::types::{FuncMode, Label};
use candid::IDLValue;

pub use crate::source_layout::Span;

/// A name, decoded: without the quotes and escapes of the source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name {
    /// The name.
    pub text: String,
    /// The location, including the quotes, if there are any.
    pub span: Span,
}

/// A type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Type {
    /// The kind of type.
    pub kind: TypeKind,
    /// The location; empty, at the position where the type would be, for the omitted `null` of a case.
    pub span: Span,
}

/// The kind of a type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TypeKind {
    /// A primitive type.
    Prim(PrimType),
    /// `principal`.
    Principal,
    /// `blob`, short for `vec nat8`.
    Blob,
    /// A reference to a defined name.
    Var(String),
    /// `opt`.
    Opt(Box<Type>),
    /// `vec`.
    Vec(Box<Type>),
    /// `record`, its fields in source order.
    Record(Vec<Field>),
    /// `variant`, its cases in source order.
    Variant(Vec<Field>),
    /// `func`.
    Func(Box<Func>),
    /// `service`, its methods in source order.
    Service(Vec<Method>),
    /// A service constructor; the type is a service or the name of one.
    Class(Vec<Arg>, Box<Type>),
    /// A type that could not be parsed.
    Error,
}

impl TypeKind {
    /// Returns a type with this kind and location.
    pub(crate) fn at(self, span: Span) -> Type {
        Type { kind: self, span }
    }
}

/// A field of a record or a case of a variant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// The lines of the comment directly above it, without `//`.
    pub docs: Vec<String>,
    /// The name or number; `Unnamed` is a number given by position.
    pub label: Label,
    /// The location of the label, or of the type if there is no label.
    pub label_span: Span,
    /// The type of the field.
    pub typ: Type,
    /// The whole field, from the label to the end of the type.
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
    /// The arguments.
    pub args: Vec<Arg>,
    /// The results.
    pub rets: Vec<Arg>,
    /// The annotations, each with its location.
    pub modes: Vec<(FuncMode, Span)>,
}

/// A method of a service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Method {
    /// The lines of the comment directly above it, without `//`.
    pub docs: Vec<String>,
    /// The name of the method.
    pub name: Name,
    /// A function type or the name of one.
    pub typ: Type,
}

/// A type definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TypeDef {
    /// The lines of the comment directly above it, without `//`.
    pub docs: Vec<String>,
    /// The defined name.
    pub name: Name,
    /// The type it stands for.
    pub typ: Type,
    /// The whole definition, from `type` to the end of the type.
    pub span: Span,
}

/// `import "…"` or `import service "…"`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Import {
    /// Whether the methods of the file's service are imported too.
    pub service: bool,
    /// The path as written, without the quotes.
    pub path: Name,
    /// The whole declaration.
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
    /// The whole declaration, from `service` on.
    pub span: Span,
}

/// A comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Comment {
    /// The location, including the `//`, or the `/*` and `*/`; without the end of the line.
    pub span: Span,
}

/// A `.did` file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Prog {
    /// The declarations, in source order.
    pub decs: Vec<Dec>,
    /// The service.
    pub actor: Option<Actor>,
    /// All comments, in source order.
    pub comments: Vec<Comment>,
}

/// A value with source locations, for diagnostics about values.
#[derive(Debug, Clone, PartialEq)]
pub struct Value {
    /// The kind of value.
    pub kind: ValueKind,
    /// The whole value; empty for the omitted `null` of a variant.
    pub span: Span,
}

/// The kind of a value.
#[derive(Debug, Clone, PartialEq)]
pub enum ValueKind {
    /// A value without children.
    Leaf(IDLValue),
    /// `opt`.
    Opt(Box<Value>),
    /// `vec`.
    Vec(Vec<Value>),
    /// `record`, its fields in source order.
    Record(Vec<ValueField>),
    /// `variant`.
    Variant(Box<ValueField>),
    /// A value with a type annotation.
    Annotated(Box<Annotated>),
    /// A value that could not be parsed.
    Error,
}

impl ValueKind {
    /// Returns a value with this kind and location.
    pub(crate) fn at(self, span: Span) -> Value {
        Value { kind: self, span }
    }
}

/// A value and the type that the text gives it.
#[derive(Debug, Clone, PartialEq)]
pub struct Annotated {
    /// The value.
    pub value: Value,
    /// The location of the value, including parentheses around it.
    pub written: Span,
    /// The type, which may not fit.
    pub typ: Type,
}

/// A field of a record, or the case of a variant.
#[derive(Debug, Clone, PartialEq)]
pub struct ValueField {
    /// The name or number; `Unnamed` is a number given by position.
    pub label: Label,
    /// The location of the label, or of the value if there is no label.
    pub label_span: Span,
    /// The value.
    pub value: Value,
}

/// A `.test.did` file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Test {
    /// The declarations, in source order.
    pub decs: Vec<Dec>,
    /// The assertions, in source order.
    pub asserts: Vec<Assert>,
}

/// An assertion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Assert {
    /// The input under test.
    pub left: Input,
    /// The input it is compared with.
    pub right: Option<Input>,
    /// Whether the input is expected to be accepted, or equal to the right side.
    pub pass: bool,
    /// The types of the arguments.
    pub types: Vec<Arg>,
    /// The description of the assertion.
    pub desc: Option<Name>,
    /// The whole assertion, from `assert` on.
    pub span: Span,
}

/// A side of an assertion.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Input {
    /// The input: text or a message.
    pub kind: InputKind,
    /// The whole input, including `blob`.
    pub span: Span,
}

/// The kind of an assertion's side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InputKind {
    /// Arguments in text.
    Text(String),
    /// A message.
    Blob(Vec<u8>),
}
