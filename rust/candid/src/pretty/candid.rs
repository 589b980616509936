//! Pretty-printing of types as Candid.
//!
//! Items that fit in [`LINE_WIDTH`](super::utils::LINE_WIDTH) columns stay on one line. The stack use of these
//! functions grows with the nesting of records, variants and functions in one type (about 100 levels always fit); `opt`
//! and `vec` do not count, and names are not followed.

use crate::pretty::utils::{concat, enclose, enclose_space, indented, kwd, lines, printable, str};
use crate::types::docs::{FieldDoc, TypeDoc};
use crate::types::ty::label::{Label, SharedLabel};
use crate::types::ty::print::keyword;
use crate::types::ty::{Field, FuncMode, Function, Type, TypeInner};
use crate::util::escape::{has_id_syntax, Name};
use pretty::RcDoc;
use std::collections::BTreeMap;

pub use super::service::{compile, compile_with_docs, pp_init_args, DocComments};

#[cfg(feature = "value")]
#[path = "value.rs"]
pub mod value;

/// The comments of the fields of a type, by id.
type FieldDocs = BTreeMap<u32, FieldDoc>;

/// Returns whether the name has the syntax of an identifier: a letter or `_`, then letters, digits and `_`. So have
/// keywords, but as names they still need quotes.
///
/// # Examples
///
/// ```
/// use candid::pretty::candid::is_valid_as_id;
///
/// assert!(is_valid_as_id("to_account"));
/// assert!(!is_valid_as_id("to account"));
/// ```
pub fn is_valid_as_id(id: &str) -> bool {
    has_id_syntax(id)
}

/// Returns the name, in quotes if it is a keyword or not an identifier.
///
/// # Examples
///
/// ```
/// use candid::pretty::candid::pp_text;
///
/// assert_eq!(pp_text("size").pretty(80).to_string(), "size");
/// assert_eq!(pp_text("type").pretty(80).to_string(), "\"type\"");
/// assert_eq!(pp_text("a\0b").pretty(80).to_string(), r#""a\u{0}b""#);
/// ```
pub fn pp_text(id: &str) -> RcDoc<'_> {
    if crate::util::escape::is_plain_name(id) {
        RcDoc::text(id)
    } else {
        RcDoc::text(Name(id).to_string())
    }
}

/// Returns a type.
///
/// # Examples
///
/// ```
/// use candid::{pretty::candid::pp_ty, CandidType};
///
/// let ty = <Option<Vec<u8>>>::ty();
/// assert_eq!(pp_ty(&ty).pretty(80).to_string(), "opt blob");
/// ```
pub fn pp_ty(ty: &Type) -> RcDoc<'_> {
    pp_ty_inner(ty)
}

/// Returns a type.
pub fn pp_ty_inner(ty: &TypeInner) -> RcDoc<'_> {
    pp_ty_with_docs(ty, None)
}

/// Returns a type with the comments of its fields.
pub(super) fn pp_ty_with_docs<'a>(ty: &'a TypeInner, docs: Option<&'a TypeDoc>) -> RcDoc<'a> {
    // Comments belong to the fields of this very type, not to those of the type within an `opt`.
    let (prefix, ty) = strip_opt_vec(ty);
    let docs = if prefix.is_empty() { docs } else { None };
    let doc = match ty {
        TypeInner::Var(name) => str(name),
        TypeInner::Knot(id) => RcDoc::text(id.to_string()),
        // `blob` is the only remaining vector type, see `strip_opt_vec`.
        TypeInner::Vec(_) | TypeInner::Opt(_) => str("blob"),
        TypeInner::Record(fields) => pp_record(fields, docs),
        TypeInner::Variant(fields) => pp_variant(fields, docs),
        TypeInner::Func(func) => kwd("func").append(pp_function(func)),
        TypeInner::Service(methods) => kwd("service").append(pp_methods(methods, None)),
        TypeInner::Class(args, actor) => pp_class(args, actor, None),
        leaf => str(keyword(leaf)),
    };
    if prefix.is_empty() {
        doc
    } else {
        RcDoc::text(prefix).append(doc)
    }
}

/// Splits `opt vec opt record {}` into `opt vec opt ` and the rest, without recursion. A `vec nat8` is not split: it is
/// a `blob`.
fn strip_opt_vec(mut ty: &TypeInner) -> (String, &TypeInner) {
    let mut prefix = String::new();
    loop {
        match ty {
            TypeInner::Opt(inner) => {
                prefix.push_str("opt ");
                ty = inner;
            }
            TypeInner::Vec(inner) if !matches!(**inner, TypeInner::Nat8) => {
                prefix.push_str("vec ");
                ty = inner;
            }
            _ => return (prefix, ty),
        }
    }
}

fn pp_record<'a>(fields: &'a [Field], docs: Option<&'a TypeDoc>) -> RcDoc<'a> {
    let field_docs = docs.map(|docs| &docs.fields).filter(|docs| has_docs(docs));
    let items = if field_docs.is_none() && is_tuple(fields) {
        concat(fields.iter().map(|field| pp_ty(&field.ty)), ";")
    } else {
        concat(fields.iter().map(|field| pp_field(field, field_docs)), ";")
    };
    kwd("record").append(enclose_space("{", items, "}"))
}

/// Returns whether the labels are 0, 1, 2, …, so that they need not be printed.
fn is_tuple(fields: &[Field]) -> bool {
    !fields.is_empty() && (0..).zip(fields).all(|(i, field)| field.id.get_id() == i)
}

/// Returns whether there is a comment at any depth, which needs the label it belongs to.
fn has_docs(docs: &FieldDocs) -> bool {
    !docs.values().all(FieldDoc::is_empty)
}

fn pp_variant<'a>(fields: &'a [Field], docs: Option<&'a TypeDoc>) -> RcDoc<'a> {
    let docs = docs.map(|docs| &docs.fields);
    let items = fields.iter().map(|field| {
        if matches!(*field.ty, TypeInner::Null) {
            pp_field_docs(field, docs).append(pp_label(&field.id))
        } else {
            pp_field(field, docs)
        }
    });
    kwd("variant").append(enclose_space("{", concat(items, ";"), "}"))
}

fn pp_field<'a>(field: &'a Field, docs: Option<&'a FieldDocs>) -> RcDoc<'a> {
    let ty_docs = docs
        .and_then(|docs| docs.get(&field.id.get_id()))
        .and_then(|docs| docs.ty.as_deref());
    pp_field_docs(field, docs)
        .append(pp_label(&field.id))
        .append(kwd(" :"))
        .append(pp_ty_with_docs(&field.ty, ty_docs))
}

fn pp_field_docs<'a>(field: &Field, docs: Option<&'a FieldDocs>) -> RcDoc<'a> {
    match docs.and_then(|docs| docs.get(&field.id.get_id())) {
        Some(docs) => pp_docs(&docs.docs),
        None => RcDoc::nil(),
    }
}

/// Returns a label: a name as [`pp_text`], a number with its digits in groups.
///
/// # Examples
///
/// ```
/// use candid::{pretty::candid::pp_label_raw, types::Label};
///
/// let text = |label: &Label| pp_label_raw(label).pretty(80).to_string();
/// assert_eq!(text(&Label::Named("to".to_string())), "to");
/// assert_eq!(text(&Label::Id(1_000)), "1_000");
/// ```
pub fn pp_label_raw(id: &Label) -> RcDoc<'_> {
    match id {
        Label::Named(name) => pp_text(name),
        number => RcDoc::text(number.to_string()),
    }
}

/// Returns a label, see [`pp_label_raw`].
pub fn pp_label(id: &SharedLabel) -> RcDoc<'_> {
    pp_label_raw(id)
}

/// Returns a function type without the keyword `func`.
///
/// # Examples
///
/// ```
/// use candid::{func, pretty::candid::pp_function, types::TypeInner};
///
/// let TypeInner::Func(function) = func!((u8, String) -> (bool) query).as_ref().clone() else {
///     unreachable!()
/// };
/// assert_eq!(pp_function(&function).pretty(80).to_string(), "(nat8, text) -> (bool) query");
/// ```
pub fn pp_function(func: &Function) -> RcDoc<'_> {
    indented(
        pp_args(&func.args)
            .append(kwd(" ->"))
            .append(pp_rets(&func.rets))
            .append(pp_modes(&func.modes)),
    )
}

/// Returns an argument list in parentheses.
pub fn pp_args(args: &[Type]) -> RcDoc<'_> {
    enclose("(", concat(args.iter().map(pp_ty), ","), ")")
}

/// Returns a result list in parentheses.
pub fn pp_rets(rets: &[Type]) -> RcDoc<'_> {
    pp_args(rets)
}

/// Returns the annotation of a function.
pub fn pp_mode(mode: &FuncMode) -> RcDoc<'_> {
    str(mode.keyword())
}

/// Returns the annotations of a function, each with a space before it.
///
/// # Examples
///
/// ```
/// use candid::{pretty::candid::pp_modes, types::FuncMode};
///
/// assert_eq!(pp_modes(&[FuncMode::Query]).pretty(80).to_string(), " query");
/// ```
pub fn pp_modes(modes: &[FuncMode]) -> RcDoc<'_> {
    RcDoc::concat(modes.iter().map(|mode| str(" ").append(pp_mode(mode))))
}

/// Returns comment lines, one for each line of each string. Characters that control a terminal are escaped.
///
/// # Examples
///
/// ```
/// use candid::pretty::candid::pp_docs;
///
/// let docs = ["the owner".to_string(), "never\nanonymous".to_string()];
/// assert_eq!(pp_docs(&docs).pretty(80).to_string(), "// the owner\n// never\n// anonymous\n");
/// ```
#[allow(
    clippy::needless_lifetimes,
    reason = "named, as it is in 0.10.39, for those who compare the two"
)]
pub fn pp_docs<'a>(docs: &'a [String]) -> RcDoc<'a> {
    // A line break within a string must not end the comment: the rest would be parsed as Candid.
    lines(
        docs.iter()
            .flat_map(|doc| doc.split('\n'))
            .map(|line| line.strip_suffix('\r').unwrap_or(line))
            .map(|line| {
                // A comment written as `/// text` must not become `// / text`.
                let slashes = if line.starts_with('/') { "//" } else { "// " };
                str(slashes).append(printable(line))
            }),
    )
}

/// Returns the methods of a service in braces, with their comments.
pub(super) fn pp_methods<'a>(
    methods: &'a [(String, Type)],
    docs: Option<&'a DocComments>,
) -> RcDoc<'a> {
    let items = methods.iter().map(|(name, ty)| {
        let docs = docs.and_then(|docs| docs.lookup_service_method(name));
        docs.map_or_else(RcDoc::nil, |docs| pp_docs(docs))
            .append(pp_text(name))
            .append(kwd(" :"))
            .append(match ty.as_ref() {
                TypeInner::Func(func) => pp_function(func),
                _ => pp_ty(ty),
            })
    });
    enclose_space("{", concat(items, ";"), "}")
}

/// Returns a service constructor: its arguments and the service.
pub(super) fn pp_class<'a>(
    args: &'a [Type],
    actor: &'a Type,
    docs: Option<&'a DocComments>,
) -> RcDoc<'a> {
    let actor = match actor.as_ref() {
        TypeInner::Service(methods) => pp_methods(methods, docs),
        _ => pp_ty(actor),
    };
    pp_args(args).append(kwd(" ->")).append(actor)
}
