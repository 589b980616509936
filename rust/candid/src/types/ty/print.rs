//! Single-line printing of types, without the `printer` feature and without recursion.
//!
//! Error messages use it with a bound on the length. `Display` uses it if the feature `printer`, which breaks long
//! lines, is off.

use crate::types::ty::{Field, Function, Type, TypeInner};
use crate::util::escape::quoted_name;
use candid_wire::opcode::Primitive;
use std::borrow::Cow;

/// Returns the text of `ty` on one line.
#[cfg(any(test, not(feature = "printer")))]
pub(crate) fn one_line(ty: &TypeInner) -> String {
    print(usize::MAX, |out| push_type(ty, out))
}

/// The length of a type in an error, in bytes.
const MAX_LEN: usize = 300;

/// Returns the text of `ty` on one line, truncated to a readable length.
pub(crate) fn brief(ty: &TypeInner) -> String {
    print(MAX_LEN, |out| push_type(ty, out))
}

/// Returns the text of argument types as [`brief`] does.
#[cfg(feature = "json")]
pub(crate) fn brief_list(types: &[Type]) -> String {
    print(MAX_LEN, |out| push_list(types, out))
}

/// Returns the keyword of a type without parts; empty for others.
pub(crate) fn keyword(ty: &TypeInner) -> &'static str {
    match ty {
        TypeInner::Unknown => "unknown",
        TypeInner::Future => "future",
        _ => ty.primitive().map_or("", Primitive::name),
    }
}

/// An item still to be printed; the list ends with the next one.
pub(super) enum Piece<'a> {
    Text(Cow<'a, str>),
    Type(&'a TypeInner),
}

/// Returns the pieces that `push` appends in reading order, truncated to `max` bytes.
pub(super) fn print<'a>(max: usize, push: impl FnOnce(&mut Vec<Piece<'a>>)) -> String {
    let mut pieces = Vec::new();
    push(&mut pieces);
    pieces.reverse();
    let mut out = String::new();
    while let Some(piece) = pieces.pop() {
        match piece {
            Piece::Text(text) => out.push_str(&text),
            Piece::Type(ty) => {
                let from = pieces.len();
                push_type(ty, &mut pieces);
                pieces[from..].reverse();
            }
        }
        // The last piece may be a name of any length.
        if out.len() > max || (out.len() == max && !pieces.is_empty()) {
            let cut = (0..=max).rev().find(|&at| out.is_char_boundary(at));
            out.truncate(cut.unwrap_or(0));
            out.push('…');
            break;
        }
    }
    out
}

/// Appends the pieces of a type in reading order.
fn push_type<'a>(ty: &'a TypeInner, out: &mut Vec<Piece<'a>>) {
    match ty {
        TypeInner::Knot(id) => out.push(text(id.to_string())),
        TypeInner::Var(name) => out.push(text(name.as_str())),
        TypeInner::Vec(part) if matches!(part.as_ref(), TypeInner::Nat8) => out.push(text("blob")),
        TypeInner::Opt(part) => out.extend([text("opt "), Piece::Type(part)]),
        TypeInner::Vec(part) => out.extend([text("vec "), Piece::Type(part)]),
        TypeInner::Record(fields) if ty.is_tuple() => {
            push_block("record {", fields, out, |field, out| {
                out.push(Piece::Type(&field.ty))
            });
        }
        TypeInner::Record(fields) => push_block("record {", fields, out, push_field),
        TypeInner::Variant(cases) => {
            push_block("variant {", cases, out, |case, out| {
                match case.ty.as_ref() {
                    TypeInner::Null => out.push(text(case.id.quoted())),
                    _ => push_field(case, out),
                }
            });
        }
        TypeInner::Func(function) => {
            out.push(text("func "));
            push_function(function, out);
        }
        TypeInner::Service(methods) => push_block("service {", methods, out, push_method),
        TypeInner::Class(args, service) => {
            push_list(args, out);
            out.push(text(" -> "));
            match service.as_ref() {
                TypeInner::Service(methods) => push_block("{", methods, out, push_method),
                _ => out.push(Piece::Type(service)),
            }
        }
        primitive => out.push(text(keyword(primitive))),
    }
}

/// Appends the items of a block in braces.
fn push_block<'a, T>(
    open: &'static str,
    items: &'a [T],
    out: &mut Vec<Piece<'a>>,
    push: impl Fn(&'a T, &mut Vec<Piece<'a>>),
) {
    out.push(text(open));
    for (i, item) in items.iter().enumerate() {
        out.push(text(if i == 0 { " " } else { "; " }));
        push(item, out);
    }
    out.push(text(if items.is_empty() { "}" } else { " }" }));
}

pub(super) fn push_field<'a>(field: &'a Field, out: &mut Vec<Piece<'a>>) {
    out.extend([text(field.id.quoted()), text(" : "), Piece::Type(&field.ty)]);
}

/// Appends a function without the keyword `func`.
pub(super) fn push_function<'a>(function: &'a Function, out: &mut Vec<Piece<'a>>) {
    push_list(&function.args, out);
    out.push(text(" -> "));
    push_list(&function.rets, out);
    for mode in &function.modes {
        out.extend([text(" "), text(mode.keyword())]);
    }
}

fn push_list<'a>(types: &'a [Type], out: &mut Vec<Piece<'a>>) {
    out.push(text("("));
    for (i, ty) in types.iter().enumerate() {
        if i > 0 {
            out.push(text(", "));
        }
        out.push(Piece::Type(ty));
    }
    out.push(text(")"));
}

fn push_method<'a>((name, ty): &'a (String, Type), out: &mut Vec<Piece<'a>>) {
    out.extend([text(quoted_name(name)), text(" : ")]);
    match ty.as_ref() {
        TypeInner::Func(function) => push_function(function, out),
        _ => out.push(Piece::Type(ty)),
    }
}

fn text<'a>(text: impl Into<Cow<'a, str>>) -> Piece<'a> {
    Piece::Text(text.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_and_length_are_no_problem() {
        let mut ty = Type::from(TypeInner::Nat);
        for _ in 0..1_000 {
            ty = TypeInner::Opt(ty).into();
        }
        assert_eq!(one_line(&ty).len(), 4 * 1_000 + 3);
        let brief = brief(&ty);
        assert!(brief.ends_with('…') && brief.len() < 310, "{brief}");
        let long_name = TypeInner::Var("a".repeat(1_000));
        assert_eq!(super::brief(&long_name).len(), 300 + "…".len());
    }
}
