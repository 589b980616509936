//! Writing values at a type.

use crate::error::{Error, ErrorKind, PathSegment, Result};
use crate::json::options::JsonOptions;
use crate::json::shown::start;
use crate::json::{blob, key, number};
use crate::pretty::flat::start_of_value;
use crate::types::env::TypeEnv;
use crate::types::ty::print::{brief, brief_list};
use crate::types::ty::{Field, Type, TypeInner};
use crate::util::stack::StackLimit;
use crate::value::model::{IDLField, IDLValue};
use std::collections::HashSet;
use std::fmt::Display;
use std::io;

/// Where text goes: collected, and passed on in parts if there is a writer.
pub(super) struct Sink<'w> {
    pub(super) text: String,
    writer: Option<&'w mut dyn io::Write>,
}

impl<'w> Sink<'w> {
    pub(super) fn new(writer: Option<&'w mut dyn io::Write>) -> Self {
        let text = String::new();
        Sink { text, writer }
    }

    /// Passes the text on if it is long.
    pub(super) fn flush_if_long(&mut self) -> Result<()> {
        const LONG: usize = 8 * 1024;
        if self.text.len() >= LONG {
            self.flush()?;
        }
        Ok(())
    }

    pub(super) fn flush(&mut self) -> Result<()> {
        if let Some(writer) = &mut self.writer {
            writer.write_all(self.text.as_bytes())?;
            self.text.clear();
        }
        Ok(())
    }

    /// Writes a string with its quotes.
    pub(super) fn string(&mut self, text: &str) {
        let out = &mut self.text;
        out.push('"');
        for c in text.chars() {
            match c {
                '"' => out.push_str("\\\""),
                '\\' => out.push_str("\\\\"),
                '\n' => out.push_str("\\n"),
                '\r' => out.push_str("\\r"),
                '\t' => out.push_str("\\t"),
                '\0'..='\u{1f}' => out.push_str(&format!("\\u{:04x}", u32::from(c))),
                c => out.push(c),
            }
        }
        out.push('"');
    }

    /// Writes a blob as a string, in parts.
    pub(super) fn blob(&mut self, bytes: &[u8], options: &JsonOptions) -> Result<()> {
        self.text.push('"');
        for chunk in bytes.chunks(blob::CHUNK) {
            blob::encode(chunk, options.blob, &mut self.text);
            self.flush_if_long()?;
        }
        self.text.push('"');
        Ok(())
    }

    /// Writes a reference, if the value is one.
    pub(super) fn reference(&mut self, value: &IDLValue) -> bool {
        match value {
            IDLValue::Principal(id) | IDLValue::Service(id) => self.string(&id.to_text()),
            IDLValue::Func(id, method) => {
                self.text.push_str("{\"service\":");
                self.string(&id.to_text());
                self.text.push_str(",\"method\":");
                self.string(method);
                self.text.push('}');
            }
            _ => return false,
        }
        true
    }
}

pub(super) struct Writer<'a, 'w> {
    pub(super) out: Sink<'w>,
    pub(super) env: &'a TypeEnv,
    pub(super) options: &'a JsonOptions,
    pub(super) stack: StackLimit,
    /// How many arrays and objects may begin inside each other, if that is limited.
    pub(super) levels: Option<usize>,
}

impl Writer<'_, '_> {
    pub(super) fn value(&mut self, value: &IDLValue, ty: &Type) -> Result<()> {
        self.stack
            .check()
            .map_err(|_| too_deep_for_stack(brief(ty)))?;
        self.out.flush_if_long()?;
        let ty = &self.env.trace_type(ty)?;
        let outer_levels = self.levels;
        if let Some(levels) = outer_levels {
            self.levels = Some(self.inner_levels(levels, value, ty)?);
        }
        match (value, ty.as_ref()) {
            (IDLValue::Null, TypeInner::Null) | (IDLValue::Reserved, TypeInner::Reserved) => {
                self.out.text.push_str("null");
            }
            (IDLValue::Bool(b), TypeInner::Bool) => {
                self.out.text.push_str(if *b { "true" } else { "false" });
            }
            (IDLValue::Text(text), TypeInner::Text) => self.out.string(text),
            (IDLValue::Principal(_), TypeInner::Principal)
            | (IDLValue::Service(_), TypeInner::Service(_))
            | (IDLValue::Func(..), TypeInner::Func(_)) => drop(self.out.reference(value)),
            (IDLValue::None, TypeInner::Opt(_)) => self.out.text.push_str("null"),
            (IDLValue::Opt(content), TypeInner::Opt(part)) => {
                if is_nested(self.env, part)? {
                    self.out.text.push_str("{\"some\":");
                    self.value(content, part)?;
                    self.out.text.push('}');
                } else {
                    self.value(content, part)?;
                }
            }
            (IDLValue::Blob(bytes), TypeInner::Vec(_)) if ty.is_blob(self.env) => {
                self.out.blob(bytes, self.options)?;
            }
            (IDLValue::Vec(items), TypeInner::Vec(part)) => self.vec(items, part, ty)?,
            (IDLValue::Record(fields), TypeInner::Record(expected)) => {
                self.record(fields, expected, ty)?;
            }
            (IDLValue::Variant(variant), TypeInner::Variant(cases)) => {
                let tag = &variant.0.id;
                let Some(case) = cases.iter().find(|case| *case.id == *tag) else {
                    return Err(mismatch(value, ty));
                };
                self.out.text.push('{');
                key::write_key(&mut self.out, &case.id);
                self.value(&variant.0.val, &case.ty)
                    .map_err(|error| in_field(error, case))?;
                self.out.text.push('}');
            }
            _ if value.is_number_of(ty) => drop(number::write(value, &mut self.out.text)),
            _ => return Err(mismatch(value, ty)),
        }
        self.levels = outer_levels;
        Ok(())
    }

    /// Returns how many arrays and objects may begin inside the value, of those that may begin here.
    fn inner_levels(&self, levels: usize, value: &IDLValue, ty: &Type) -> Result<usize> {
        let is_level = match (value, ty.as_ref()) {
            (IDLValue::Opt(_), TypeInner::Opt(part)) => is_nested(self.env, part)?,
            (IDLValue::Vec(_), TypeInner::Vec(_)) => !ty.is_blob(self.env),
            (IDLValue::Record(_) | IDLValue::Variant(_) | IDLValue::Func(..), _) => true,
            _ => false,
        };
        let left = levels.checked_sub(usize::from(is_level));
        left.ok_or_else(|| {
            let found = "more arrays and objects inside each other than serde_json reads";
            too_deep(brief(ty), found)
        })
    }

    fn vec(&mut self, items: &[IDLValue], part: &Type, ty: &Type) -> Result<()> {
        if ty.is_blob(self.env) {
            let part = &self.env.trace_type(part)?;
            let byte = |(i, item): (usize, &IDLValue)| match item {
                IDLValue::Nat8(byte) => Ok(*byte),
                other => Err(mismatch(other, part).in_segment(PathSegment::Index(i))),
            };
            let bytes: Result<Vec<u8>> = items.iter().enumerate().map(byte).collect();
            return self.out.blob(&bytes?, self.options);
        }
        self.out.text.push('[');
        for (i, item) in items.iter().enumerate() {
            if i > 0 {
                self.out.text.push(',');
            }
            self.value(item, part)
                .map_err(|error| error.in_segment(PathSegment::Index(i)))?;
        }
        self.out.text.push(']');
        Ok(())
    }

    fn record(&mut self, fields: &[IDLField], expected: &[Field], ty: &Type) -> Result<()> {
        let is_array = is_array(ty);
        if fields.len() > expected.len() {
            return Err(surplus(fields, expected, ty));
        }
        self.out.text.push(if is_array { '[' } else { '{' });
        for (i, field) in expected.iter().enumerate() {
            let same = fields.get(i).filter(|found| found.id == *field.id);
            let found = same.or_else(|| fields.iter().find(|found| found.id == *field.id));
            let Some(found) = found else {
                return Err(Error::subtype(format_args!(
                    "missing field `{}`: expected {}",
                    field.id,
                    brief(&field.ty)
                )));
            };
            if i > 0 {
                self.out.text.push(',');
            }
            if !is_array {
                key::write_key(&mut self.out, &field.id);
            }
            self.value(&found.val, &field.ty)
                .map_err(|error| in_field(error, field))?;
        }
        self.out.text.push(if is_array { ']' } else { '}' });
        Ok(())
    }
}

impl IDLValue {
    /// Returns whether this is a number of exactly that type.
    fn is_number_of(&self, ty: &Type) -> bool {
        let is_number = !matches!(
            self,
            IDLValue::Bool(_) | IDLValue::Null | IDLValue::Text(_) | IDLValue::Reserved
        );
        is_number && self.primitive().is_some() && self.primitive() == ty.primitive()
    }
}

/// Returns whether an option of this type has its value wrapped: the value may be written `null` itself.
pub(super) fn is_nested(env: &TypeEnv, part: &Type) -> Result<bool> {
    let part = env.trace_type(part)?;
    Ok(matches!(
        part.as_ref(),
        TypeInner::Opt(_) | TypeInner::Null | TypeInner::Reserved
    ))
}

/// Returns whether the record type is written as an array.
pub(super) fn is_array(ty: &Type) -> bool {
    let is_empty = matches!(ty.as_ref(), TypeInner::Record(fields) if fields.is_empty());
    ty.is_tuple() && !is_empty
}

pub(super) fn in_field(error: Error, field: &Field) -> Error {
    error.in_segment(PathSegment::Field(field.id.path_segment()))
}

/// The error of a record with more fields than the type has, such as those that a [`Rest`](crate::Rest) keeps.
#[cold]
fn surplus(fields: &[IDLField], expected: &[Field], ty: &Type) -> Error {
    let expected: HashSet<u32> = expected.iter().map(|field| field.id.get_id()).collect();
    match fields
        .iter()
        .find(|field| !expected.contains(&field.id.get_id()))
    {
        Some(field) => Error::subtype(format_args!(
            "surplus field `{}`, which is not in JSON at the type {}",
            start(&field.id.to_string()),
            brief(ty)
        )),
        // One of them is there twice.
        None => mismatch(&IDLValue::Record(fields.to_vec()), ty),
    }
}

#[cold]
fn mismatch(value: &IDLValue, ty: &Type) -> Error {
    let (expected, found) = (brief(ty), start_of_value(value));
    Error::subtype(format_args!(
        "expected a value of type {expected}, found {found}"
    ))
}

/// The error of a value for which the stack does not suffice.
#[cold]
pub(super) fn too_deep_for_stack(ty: impl Display) -> Error {
    too_deep(ty, "a value that is nested too deeply for the stack")
}

#[cold]
fn too_deep(ty: impl Display, found: &str) -> Error {
    let message = format!("expected fewer levels for {ty}, found {found}");
    Error::new(ErrorKind::Limit, message)
}

/// Returns how many arguments are expected, and of which types, for errors.
#[cold]
pub(super) fn n_arguments(types: &[Type]) -> String {
    let (n, s) = (types.len(), if types.len() == 1 { "" } else { "s" });
    format!("{n} argument{s} for {}", brief_list(types))
}
