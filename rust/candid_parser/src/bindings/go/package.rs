//! What the template of a package sees: lists without nesting.

use super::names::MAX_NAME;
use crate::bindings::model::Prim;
use candid_wire::opcode::Primitive;
use serde::Serialize;

/// What the template sees.
#[derive(Debug, Default, Serialize)]
pub(super) struct Package {
    pub(super) name: String,
    pub(super) imports: Vec<String>,
    pub(super) declarations: Vec<Declaration>,
    pub(super) types: Vec<Entry>,
    /// The definitions that have a name in the interface.
    pub(super) definitions: Vec<Definition>,
    pub(super) service: Option<Service>,
}

#[derive(Debug, Serialize)]
pub(super) struct Definition {
    pub(super) name: String,
    /// Whether an empty line is above it.
    pub(super) is_apart: bool,
    /// The spaces behind it.
    pub(super) padding: String,
    pub(super) index: i64,
}

/// A declaration of a type.
#[derive(Debug, Default, Serialize)]
pub(super) struct Declaration {
    pub(super) name: String,
    pub(super) docs: Vec<String>,
    /// Its fields, if it is a struct.
    pub(super) fields: Option<Vec<GoField>>,
    /// The names of its cases, if it is a variant.
    pub(super) cases: Option<Vec<String>>,
    /// The variant that it is a case of.
    pub(super) case_of: Option<String>,
    /// Whether `gofmt` breaks the line of the method that says so.
    pub(super) is_long: bool,
    /// What it stands for otherwise.
    pub(super) ty: String,
    /// Whether it is only another name of that. It cannot be if that refers to the name.
    pub(super) is_alias: bool,
}

#[derive(Debug, Serialize)]
pub(super) struct GoField {
    pub(super) name: String,
    /// Whether an empty line is above it.
    pub(super) is_apart: bool,
    /// The spaces behind it.
    pub(super) padding: String,
    pub(super) docs: Vec<String>,
    pub(super) ty: String,
}

/// An entry of the table of types.
#[derive(Debug, Clone, Default, Serialize)]
pub(super) struct Entry {
    pub(super) op: &'static str,
    /// The type in Go; none in signatures of references, whose values are not seen.
    pub(super) go: Option<String>,
    pub(super) elem: Option<i64>,
    pub(super) fields: Vec<EntryField>,
    pub(super) args: Vec<i64>,
    pub(super) results: Vec<i64>,
    pub(super) mode: u8,
}

#[derive(Debug, Clone, Serialize)]
pub(super) struct EntryField {
    pub(super) id: u32,
    /// As a literal.
    pub(super) name: String,
    pub(super) index: i64,
    /// The struct of a case.
    pub(super) go: Option<String>,
    /// The position of the field of a record in its struct.
    pub(super) at: usize,
}

#[derive(Debug, Serialize)]
pub(super) struct Service {
    pub(super) docs: Vec<String>,
    pub(super) methods: Vec<Method>,
    /// The init arguments, as those of a method.
    pub(super) init: Option<Method>,
}

#[derive(Debug, Serialize)]
pub(super) struct Method {
    pub(super) name: String,
    /// The name in Candid, as a literal.
    pub(super) literal: String,
    pub(super) docs: Vec<String>,
    pub(super) is_query: bool,
    pub(super) is_oneway: bool,
    pub(super) args: Vec<Param>,
    pub(super) results: Vec<Param>,
}

#[derive(Debug, Clone, Serialize)]
pub(super) struct Param {
    pub(super) name: String,
    pub(super) ty: String,
    pub(super) index: i64,
}

impl Declaration {
    pub(super) fn set_case_of(&mut self, variant: &str) {
        self.case_of = Some(variant.to_string());
        self.is_long = "func () is()".len() + self.name.len() + variant.len() >= 100;
    }

    pub(super) fn set_fields(&mut self, mut fields: Vec<GoField>) {
        let names = fields
            .iter()
            .map(|field| (&*field.name, !field.docs.is_empty()));
        let layout = columns(names.collect());
        for (field, (is_apart, padding)) in fields.iter_mut().zip(layout) {
            (field.is_apart, field.padding) = (is_apart, padding);
        }
        self.fields = Some(fields);
    }
}

/// Returns for each name whether an empty line is above it, and the spaces behind it, which make a column as `gofmt` does.
/// A comment above a name begins a new one. Long names stand apart, or each of them would add spaces to all others.
pub(super) fn columns(names: Vec<(&str, bool)>) -> Vec<(bool, String)> {
    let is_long = |name: &str| name.len() > MAX_NAME;
    let begins = |before: &str, name: &str| is_long(before) || is_long(name);
    let mut layout = Vec::with_capacity(names.len());
    for group in names.chunk_by(|(before, _), (name, has_docs)| !has_docs && !begins(before, name))
    {
        let len = |name: &str| name.chars().count();
        let width = group
            .iter()
            .map(|(name, _)| len(name))
            .max()
            .unwrap_or_default();
        for (name, _) in group {
            layout.push((false, " ".repeat(width - len(name) + 1)));
        }
    }
    for (idx, pair) in names.windows(2).enumerate() {
        layout[idx + 1].0 = begins(pair[0].0, pair[1].0);
    }
    layout
}

/// `principal` in the table.
pub(super) const PRINCIPAL: i64 = Primitive::Principal.opcode() as i64;

/// Returns a primitive type in the table, and in Go.
pub(super) fn primitive(prim: Prim) -> (i64, &'static str) {
    let go = match prim {
        Prim::Null | Prim::Reserved => "struct{}",
        Prim::Bool => "bool",
        Prim::Nat | Prim::Int => "*big.Int",
        Prim::Nat8 => "uint8",
        Prim::Nat16 => "uint16",
        Prim::Nat32 => "uint32",
        Prim::Nat64 => "uint64",
        Prim::Int8 => "int8",
        Prim::Int16 => "int16",
        Prim::Int32 => "int32",
        Prim::Int64 => "int64",
        Prim::Float32 => "float32",
        Prim::Float64 => "float64",
        Prim::Text => "string",
        Prim::Empty => "Empty",
    };
    (prim.wire().opcode().into(), go)
}
