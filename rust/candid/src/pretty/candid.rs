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
use crate::util::escape::quoted_name;
use candid_wire::identifier::has_id_syntax;
use pretty::RcDoc;

pub use super::service::{compile, compile_with_docs, pp_init_args, DocComments};

#[cfg(feature = "value")]
#[path = "value.rs"]
pub mod value;

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
    RcDoc::text(quoted_name(id))
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
        TypeInner::Record(fields) => pp_record(ty, fields, docs),
        TypeInner::Variant(fields) => pp_variant(fields, docs),
        TypeInner::Func(func) => kwd("func").append(pp_function(func)),
        TypeInner::Service(_) => kwd("service").append(pp_actor(ty, None)),
        TypeInner::Class(..) => pp_actor(ty, None),
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

fn pp_record<'a>(ty: &TypeInner, fields: &'a [Field], docs: Option<&'a TypeDoc>) -> RcDoc<'a> {
    // A comment at any depth needs the label it belongs to.
    let has_docs = docs.is_some_and(|docs| !docs.fields.values().all(FieldDoc::is_empty));
    let items = if ty.is_tuple() && !has_docs {
        concat(fields.iter().map(|field| pp_ty(&field.ty)), ";")
    } else {
        concat(fields.iter().map(|field| pp_field(field, docs)), ";")
    };
    kwd("record").append(enclose_space("{", items, "}"))
}

fn pp_variant<'a>(fields: &'a [Field], docs: Option<&'a TypeDoc>) -> RcDoc<'a> {
    let items = fields.iter().map(|field| match *field.ty {
        TypeInner::Null => pp_tag(field, field_docs(field, docs)),
        _ => pp_field(field, docs),
    });
    kwd("variant").append(enclose_space("{", concat(items, ";"), "}"))
}

fn pp_field<'a>(field: &'a Field, docs: Option<&'a TypeDoc>) -> RcDoc<'a> {
    let docs = field_docs(field, docs);
    let ty_docs = docs.and_then(|docs| docs.ty.as_deref());
    pp_tag(field, docs)
        .append(kwd(" :"))
        .append(pp_ty_with_docs(&field.ty, ty_docs))
}

/// Returns the label of a field with its comment.
fn pp_tag<'a>(field: &'a Field, docs: Option<&'a FieldDoc>) -> RcDoc<'a> {
    docs.map_or_else(RcDoc::nil, |docs| pp_docs(&docs.docs))
        .append(pp_label(&field.id))
}

fn field_docs<'a>(field: &Field, docs: Option<&'a TypeDoc>) -> Option<&'a FieldDoc> {
    docs?.fields.get(&field.id.get_id())
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
    RcDoc::text(id.quoted())
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

/// Returns what is between `service :` and the end: the methods of a service in braces, with their comments; before
/// them, the arguments of a constructor; or a name.
pub(super) fn pp_actor<'a>(actor: &'a TypeInner, docs: Option<&'a DocComments>) -> RcDoc<'a> {
    let methods = match actor {
        TypeInner::Service(methods) => methods,
        TypeInner::Class(args, actor) => {
            return pp_args(args)
                .append(kwd(" ->"))
                .append(pp_actor(actor, docs))
        }
        _ => return pp_ty_inner(actor),
    };
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
