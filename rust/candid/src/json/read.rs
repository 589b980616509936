//! Reading values at a type.

use crate::error::{Error, ErrorKind, PathSegment, Result};
use crate::json::error::ReadError;
use crate::json::key::Keys;
use crate::json::options::{JsonOptions, UnknownKeys};
use crate::json::shown::{named, segment, shown};
use crate::json::syntax::{Kind, Parser};
use crate::json::write::{in_field, is_array, is_nested, n_arguments};
use crate::json::{blob, number};
use crate::types::env::TypeEnv;
use crate::types::ty::print::{brief, brief_list};
use crate::types::ty::{Field, Type, TypeInner};
use crate::util::suggest::did_you_mean;
use crate::value::model::{IDLArgs, IDLField, IDLValue, VariantValue};
use ic_principal::Principal;
use std::collections::{BTreeMap, HashSet};

/// The maximum number of fields that a text may leave out: those of all its objects can exceed its size.
const MAX_ABSENT: usize = 1_000_000;

/// The result of reading a part: errors get the type of the whole.
pub(super) type PartResult<T> = std::result::Result<T, ReadError>;

pub(super) struct Reader<'a> {
    pub(super) parser: Parser<'a>,
    pub(super) env: &'a TypeEnv,
    pub(super) options: &'a JsonOptions,
    /// The number of fields left out so far.
    n_absent: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(parser: Parser<'a>, env: &'a TypeEnv, options: &'a JsonOptions) -> Self {
        Reader {
            parser,
            env,
            options,
            n_absent: 0,
        }
    }

    /// Reads a value, behind which the text ends.
    pub(super) fn only_value(&mut self, ty: &Type) -> Result<IDLValue> {
        let value = self.value(ty)?;
        self.parser.end(|| brief(ty))?;
        Ok(value)
    }

    /// Reads a message, the array of its arguments, behind which the text ends.
    pub(super) fn only_args(&mut self, types: &[Type]) -> Result<IDLArgs> {
        let args = self.args(types);
        let args = args.map_err(|error| error.for_type(|| brief_list(types)))?;
        self.parser.end(|| brief_list(types))?;
        Ok(IDLArgs { args })
    }

    fn args(&mut self, types: &[Type]) -> PartResult<Vec<IDLValue>> {
        if self.parser.peek()? != Kind::Array {
            let array = match types.len() {
                1 => "an array, even of one argument,",
                _ => "an array of arguments",
            };
            let expected = format!("{array} for {}", brief_list(types));
            return Err(self.parser.mismatch(expected).into());
        }
        let mut items = self.parser.open_array()?;
        let mut args = Vec::new();
        while self.parser.next_item(&mut items)? {
            let Some(ty) = types.get(args.len()) else {
                // A comma without a value behind it is an error of the text.
                self.parser.peek()?;
                let message = format!("expected {}, found more", n_arguments(types));
                return Err(self.error_here(message).into());
            };
            let i = args.len();
            let arg = self.value(ty);
            args.push(arg.map_err(|error| error.in_segment(PathSegment::Argument(i)))?);
        }
        for (i, ty) in types.iter().enumerate().skip(args.len()) {
            let absent = IDLValue::absent(self.env, ty)?;
            args.push(absent.ok_or_else(|| {
                let (number, ty) = (i + 1, brief(ty));
                self.error_here(format!("missing argument {number}: expected {ty}"))
            })?);
        }
        Ok(args)
    }

    pub(super) fn value(&mut self, ty: &Type) -> Result<IDLValue> {
        let traced = &self.env.trace_type(ty)?;
        let value = self.value_of(traced, ty);
        value.map_err(|error| error.for_type(|| named(traced, ty)))
    }

    /// Reads a value of a type that is not a name; errors have the type as written.
    fn value_of(&mut self, ty: &Type, written: &Type) -> PartResult<IDLValue> {
        self.parser.check_depth()?;
        let kind = self.parser.peek()?;
        Ok(match (ty.as_ref(), kind) {
            (TypeInner::Opt(part), _) => return self.opt(part, kind, ty),
            (TypeInner::Null, Kind::Null) => {
                self.parser.null()?;
                IDLValue::Null
            }
            (TypeInner::Reserved, Kind::Null) => {
                self.parser.null()?;
                IDLValue::Reserved
            }
            (TypeInner::Bool, Kind::Bool) => IDLValue::Bool(self.parser.bool()?),
            (TypeInner::Text, Kind::String) => IDLValue::Text(self.parser.string()?.into_owned()),
            (TypeInner::Principal, Kind::String) => IDLValue::Principal(self.principal(ty)?),
            (TypeInner::Service(_), Kind::String) => IDLValue::Service(self.principal(ty)?),
            (TypeInner::Func(_), Kind::Object) => self.func(ty)?,
            (TypeInner::Vec(_), Kind::String) if ty.is_blob(self.env) => {
                let mut at_start = self.parser.clone();
                let bytes = blob::decode(&self.parser.string()?, self.options.blob);
                let encoding = self.options.blob.name();
                IDLValue::Blob(
                    bytes.ok_or_else(|| at_start.mismatch(format!("blob in {encoding}")))?,
                )
            }
            (TypeInner::Vec(part), Kind::Array) => return self.vec(part, ty.is_blob(self.env)),
            (TypeInner::Record(fields), Kind::Array) if is_array(ty) => self.tuple(fields, ty)?,
            (TypeInner::Record(fields), Kind::Object) if !is_array(ty) => {
                self.record(fields, ty)?
            }
            (TypeInner::Variant(cases), Kind::Object) => self.variant(cases, ty)?,
            (TypeInner::Variant(cases), Kind::String) => self.tag(cases, ty)?,
            (_, Kind::Number | Kind::String) => self.number(kind, ty, written)?,
            _ => return Err(self.mismatch(ty, written).into()),
        })
    }

    /// Reads a number, written as one or as a string.
    fn number(&mut self, kind: Kind, ty: &Type, written: &Type) -> PartResult<IDLValue> {
        let mut at_start = self.parser.clone();
        let value = match kind {
            Kind::Number => number::from_number(self.parser.number()?, ty),
            _ => number::from_string(&self.parser.string()?, ty),
        };
        value.ok_or_else(|| at_start.mismatch(named(ty, written)).into())
    }

    fn principal(&mut self, ty: &Type) -> PartResult<Principal> {
        let mut at_start = self.parser.clone();
        let text = self.parser.string()?;
        Principal::from_text(text).map_err(|_| at_start.mismatch(brief(ty)).into())
    }

    fn func(&mut self, ty: &Type) -> PartResult<IDLValue> {
        const KEYS: [&str; 2] = ["service", "method"];
        let (mut service, mut method) = (None, None);
        let mut items = self.parser.open_object()?;
        while let Some((key, at)) = self.parser.next_key(&mut items)? {
            let expected_ty: Type = match &*key {
                "service" if service.is_none() => TypeInner::Principal.into(),
                "method" if method.is_none() => TypeInner::Text.into(),
                "service" | "method" => return Err(self.duplicate(&key, at, ty).into()),
                _ => {
                    let (ty, found) = (brief(ty), shown(&key));
                    let hint = hint(did_you_mean(&key, KEYS));
                    let message = format!(
                        "expected the key \"service\" or \"method\" of {ty}, found {found}{hint}"
                    );
                    return Err(self.refused(at, message).into());
                }
            };
            match self.value(&expected_ty)? {
                IDLValue::Principal(id) => service = Some(id),
                IDLValue::Text(name) => method = Some(name),
                _ => {}
            }
        }
        let missing = |key: &str| {
            let message = format!("missing key \"{key}\" of {}", brief(ty));
            self.error_here(message)
        };
        match (service, method) {
            (Some(service), Some(method)) => Ok(IDLValue::Func(service, method)),
            (None, _) => Err(missing("service").into()),
            _ => Err(missing("method").into()),
        }
    }

    fn opt(&mut self, part: &Type, kind: Kind, ty: &Type) -> PartResult<IDLValue> {
        if kind == Kind::Null {
            self.parser.null()?;
            return Ok(IDLValue::None);
        }
        if !is_nested(self.env, part)? {
            let at_start = self.parser.clone();
            if kind == Kind::Array {
                self.check_no_null_of_agents(part)?;
            }
            let content = self.value(part);
            let content = content.map_err(|error| self.perhaps_wrapped(error, at_start, part))?;
            return Ok(IDLValue::Opt(Box::new(content)));
        }
        let expected = || format!("null or {{\"some\": …}} for {}", brief(ty));
        if kind != Kind::Object {
            return Err(self.parser.mismatch(expected()).into());
        }
        let mut at_start = self.parser.clone();
        let mut items = self.parser.open_object()?;
        let is_some = |key: Option<(std::borrow::Cow<'_, str>, usize)>| {
            key.is_some_and(|(key, _)| key == "some")
        };
        if !is_some(self.parser.next_key(&mut items)?) {
            return Err(at_start.mismatch(expected()).into());
        }
        let content = self.value(part)?;
        if self.parser.next_key(&mut items)?.is_some() {
            let expected = format!("one key in {{\"some\": …}} for {}", brief(ty));
            return Err(at_start.mismatch(expected).into());
        }
        Ok(IDLValue::Opt(Box::new(content)))
    }

    /// Says in the error of an option's value that `{"some": …}` around it is perhaps what is wrong.
    #[cold]
    fn perhaps_wrapped(&self, error: Error, mut at_start: Parser<'_>, part: &Type) -> Error {
        let start = at_start.position();
        let mut first_key = || {
            let mut items = at_start.open_object().ok()?;
            at_start.next_key(&mut items).ok()?
        };
        let is_wrapped = first_key().is_some_and(|(key, at)| {
            // The error is about the object, or about its first key.
            key == "some"
                && error
                    .offset()
                    .is_some_and(|found| found == start || found == at)
        });
        let has_label = |part: &Type| match part.as_ref() {
            TypeInner::Record(fields) | TypeInner::Variant(fields) => {
                Keys::of(fields).find("some", usize::MAX).is_some()
            }
            _ => false,
        };
        if is_wrapped
            && self
                .env
                .trace_type(part)
                .is_ok_and(|part| !has_label(&part))
        {
            return error.with_hint(
                " (only options of options, null and reserved are wrapped in {\"some\": …})",
            );
        }
        error
    }

    fn vec(&mut self, part: &Type, is_blob: bool) -> PartResult<IDLValue> {
        let mut items = self.parser.open_array()?;
        let (mut values, mut bytes) = (Vec::new(), Vec::new());
        while self.parser.next_item(&mut items)? {
            let i = values.len().max(bytes.len());
            let item = self.value(part);
            match item.map_err(|error| error.in_segment(PathSegment::Index(i)))? {
                IDLValue::Nat8(byte) if is_blob => bytes.push(byte),
                item => values.push(item),
            }
        }
        if is_blob {
            return Ok(IDLValue::Blob(bytes));
        }
        values.shrink_to_fit();
        Ok(IDLValue::Vec(values))
    }

    fn tuple(&mut self, fields: &[Field], ty: &Type) -> PartResult<IDLValue> {
        let mut items = self.parser.open_array()?;
        let mut values = Vec::new();
        while self.parser.next_item(&mut items)? {
            let Some(field) = fields.get(values.len()) else {
                self.parser.peek()?;
                let (n, ty) = (fields.len(), brief(ty));
                let message = format!("expected {n} items for {ty}, found more");
                return Err(self.error_here(message).into());
            };
            let val = self.value(&field.ty);
            values.push(IDLField {
                id: field.id.as_ref().clone(),
                val: val.map_err(|error| in_field(error, field))?,
            });
        }
        if values.len() < fields.len() {
            let (n, ty, found) = (fields.len(), brief(ty), values.len());
            let message = format!("expected {n} items for {ty}, found {found}");
            return Err(self.error_here(message).into());
        }
        values.shrink_to_fit();
        Ok(IDLValue::Record(values))
    }

    fn record(&mut self, fields: &[Field], ty: &Type) -> PartResult<IDLValue> {
        // By position: memory for the keys of the text, not for all fields of the type.
        let mut found: BTreeMap<usize, IDLValue> = BTreeMap::new();
        let mut unknown: HashSet<String> = HashSet::new();
        let (keys, mut next) = (Keys::of(fields), 0);
        let mut items = self.parser.open_object()?;
        while let Some((name, at)) = self.parser.next_key(&mut items)? {
            let Some((i, field)) = keys.find(&name, next) else {
                if self.options.unknown_keys == UnknownKeys::Refuse {
                    let expected = format!("a key of {}", brief(ty));
                    return Err(self.unknown(&expected, &name, at, fields).into());
                }
                if unknown.contains(&*name) {
                    return Err(self.duplicate(&name, at, ty).into());
                }
                let skipped = self.parser.skip_value();
                skipped.map_err(|error| {
                    let error = error.for_type("a value that is skipped");
                    error.in_segment(segment(&name))
                })?;
                unknown.insert(name.into_owned());
                continue;
            };
            if found.contains_key(&i) {
                return Err(self.duplicate(&name, at, ty).into());
            }
            let value = self.value(&field.ty);
            found.insert(i, value.map_err(|error| in_field(error, field))?);
            next = i + 1;
        }
        let mut values = Vec::new();
        for (i, field) in fields.iter().enumerate() {
            let val = match found.remove(&i) {
                Some(val) => val,
                None => self.absent(field, ty)?,
            };
            let id = field.id.as_ref().clone();
            values.push(IDLField { id, val });
        }
        values.shrink_to_fit();
        Ok(IDLValue::Record(values))
    }

    /// Returns the null of a field that was left out.
    fn absent(&mut self, field: &Field, ty: &Type) -> Result<IDLValue> {
        let absent = IDLValue::absent(self.env, &field.ty);
        let Some(value) = absent.map_err(|error| in_field(error, field))? else {
            let (id, ty) = (&field.id, brief(&field.ty));
            return Err(self.error_here(format!("missing field `{id}`: expected {ty}")));
        };
        self.n_absent += 1;
        if self.n_absent > MAX_ABSENT {
            let ty = brief(ty);
            let message =
                format!("expected {ty}, found more than {MAX_ABSENT} fields that are left out");
            return Err(self.parser.error_here(ErrorKind::Limit, message));
        }
        Ok(value)
    }

    fn variant(&mut self, cases: &[Field], ty: &Type) -> PartResult<IDLValue> {
        let mut at_start = self.parser.clone();
        let mut items = self.parser.open_object()?;
        let one = |ty| format!("an object with one key for {}", brief(ty));
        let Some((tag, at)) = self.parser.next_key(&mut items)? else {
            return Err(at_start.mismatch(one(ty)).into());
        };
        let Some((i, case)) = Keys::of(cases).find(&tag, usize::MAX) else {
            return Err(self.unknown_case(&tag, at, cases, ty).into());
        };
        let payload = self
            .value(&case.ty)
            .map_err(|error| in_field(error, case))?;
        if self.parser.next_key(&mut items)?.is_some() {
            return Err(at_start.mismatch(one(ty)).into());
        }
        Ok(variant_of(i, case, payload))
    }

    /// Reads a case without payload that is written as a string.
    fn tag(&mut self, cases: &[Field], ty: &Type) -> PartResult<IDLValue> {
        let mut at_start = self.parser.clone();
        let tag = self.parser.string()?;
        let Some((i, case)) = Keys::of(cases).find(&tag, usize::MAX) else {
            let at = at_start.position();
            return Err(self.unknown_case(&tag, at, cases, ty).into());
        };
        if matches!(self.env.trace_type(&case.ty)?.as_ref(), TypeInner::Null) {
            return Ok(variant_of(i, case, IDLValue::Null));
        }
        let (tag, ty) = (shown(&tag), brief(ty));
        let what = format!("an object with the payload of {tag} for {ty}");
        Err(at_start.mismatch(what).into())
    }

    #[cold]
    fn mismatch(&mut self, ty: &Type, written: &Type) -> Error {
        let expected = match ty.as_ref() {
            TypeInner::Empty => "empty, which has no values".to_string(),
            TypeInner::Unknown | TypeInner::Future | TypeInner::Class(..) => {
                format!("a type with values in JSON instead of {}", brief(ty))
            }
            _ => named(ty, written),
        };
        let hint = match self.is_of_agents() {
            true => " (an object of agent-js: its content without the object is JSON here)",
            false => "",
        };
        self.parser.mismatch(expected).with_hint(hint)
    }

    #[cold]
    fn duplicate(&self, key: &str, at: usize, ty: &Type) -> Error {
        let (ty, found) = (brief(ty), shown(key));
        let message = format!("expected each key once for {ty}, found {found} again");
        self.refused(at, message)
    }

    #[cold]
    fn unknown_case(&self, tag: &str, at: usize, cases: &[Field], ty: &Type) -> Error {
        self.unknown(&format!("a case of {}", brief(ty)), tag, at, cases)
    }

    /// Returns the error for a key that is none of the fields', with the one that is perhaps meant.
    #[cold]
    fn unknown(&self, expected: &str, key: &str, at: usize, fields: &[Field]) -> Error {
        let meant = Keys::of(fields).perhaps_meant(key);
        let (found, hint) = (shown(key), hint(meant.as_deref()));
        let message = format!("expected {expected}, found {found}{hint}");
        self.refused(at, message)
    }

    #[cold]
    pub(super) fn refused(&self, at: usize, message: String) -> Error {
        self.parser.refused(at, ErrorKind::Subtype, message)
    }

    #[cold]
    fn error_here(&self, message: impl std::fmt::Display) -> Error {
        self.parser.error_here(ErrorKind::Subtype, message)
    }
}

/// Returns the end of an error for a word that is perhaps meant.
pub(super) fn hint(meant: Option<&str>) -> String {
    meant.map_or(String::new(), |meant| {
        format!(" (did you mean {}?)", shown(meant))
    })
}

fn variant_of(i: usize, case: &Field, val: IDLValue) -> IDLValue {
    let id = case.id.as_ref().clone();
    IDLValue::Variant(VariantValue(Box::new(IDLField { id, val }), i as u64))
}
