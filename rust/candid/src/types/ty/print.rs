//! Single-line printing of types, without the `printer` feature and without recursion.
//!
//! Error messages use it with a bound on the length. `Display` uses it if the feature `printer`, which breaks long
//! lines, is off.

use crate::types::ty::label::Label;
use crate::types::ty::{Field, Function, Type, TypeInner};
use crate::util::escape::{is_plain_name, Name};
use candid_wire::opcode::Primitive;
use std::borrow::Cow;

/// Returns the text of `ty` on one line.
#[cfg(any(test, not(feature = "printer")))]
pub(crate) fn one_line(ty: &TypeInner) -> String {
    print(vec![Piece::Type(ty)], usize::MAX)
}

/// Returns the text of `ty` on one line, truncated to a readable length.
pub(crate) fn brief(ty: &TypeInner) -> String {
    const MAX_CHARS: usize = 300;
    print(vec![Piece::Type(ty)], MAX_CHARS)
}

/// Returns the text of `function` on one line, without `func`.
#[cfg(not(feature = "printer"))]
pub(super) fn function_one_line(function: &Function) -> String {
    let mut pieces = Vec::new();
    push_function(function, &mut pieces);
    pieces.reverse();
    print(pieces, usize::MAX)
}

/// Returns the text of `field` on one line.
#[cfg(not(feature = "printer"))]
pub(super) fn field_one_line(field: &Field) -> String {
    let mut pieces = Vec::new();
    push_field(field, &mut pieces);
    pieces.reverse();
    print(pieces, usize::MAX)
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
enum Piece<'a> {
    Text(Cow<'a, str>),
    Type(&'a TypeInner),
}

fn print(mut pieces: Vec<Piece<'_>>, max: usize) -> String {
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
        TypeInner::Knot(id) => out.push(Piece::Text(id.to_string().into())),
        TypeInner::Var(name) => out.push(text(name)),
        TypeInner::Vec(part) if matches!(part.as_ref(), TypeInner::Nat8) => out.push(text("blob")),
        TypeInner::Opt(part) => out.extend([text("opt "), Piece::Type(part)]),
        TypeInner::Vec(part) => out.extend([text("vec "), Piece::Type(part)]),
        TypeInner::Record(_) if ty.is_tuple() => push_fields("record {", ty, push_tuple_field, out),
        TypeInner::Record(_) => push_fields("record {", ty, push_field, out),
        TypeInner::Variant(_) => push_fields("variant {", ty, push_tag, out),
        TypeInner::Func(function) => {
            out.push(text("func "));
            push_function(function, out);
        }
        TypeInner::Service(_) => {
            out.push(text("service "));
            push_service(ty, out);
        }
        TypeInner::Class(args, service) => {
            push_list(args, out);
            out.push(text(" -> "));
            match service.as_ref() {
                TypeInner::Service(_) => push_service(service, out),
                _ => out.push(Piece::Type(service)),
            }
        }
        primitive => out.push(text(keyword(primitive))),
    }
}

type PushField = for<'a> fn(&'a Field, &mut Vec<Piece<'a>>);

fn push_fields<'a>(
    open: &'static str,
    ty: &'a TypeInner,
    push: PushField,
    out: &mut Vec<Piece<'a>>,
) {
    let (TypeInner::Record(fields) | TypeInner::Variant(fields)) = ty else {
        return;
    };
    out.push(text(open));
    for (i, field) in fields.iter().enumerate() {
        out.push(text(if i == 0 { " " } else { "; " }));
        push(field, out);
    }
    out.push(text(if fields.is_empty() { "}" } else { " }" }));
}

fn push_tuple_field<'a>(field: &'a Field, out: &mut Vec<Piece<'a>>) {
    out.push(Piece::Type(&field.ty));
}

fn push_field<'a>(field: &'a Field, out: &mut Vec<Piece<'a>>) {
    out.extend([label(&field.id), text(" : "), Piece::Type(&field.ty)]);
}

fn push_tag<'a>(field: &'a Field, out: &mut Vec<Piece<'a>>) {
    match field.ty.as_ref() {
        TypeInner::Null => out.push(label(&field.id)),
        _ => push_field(field, out),
    }
}

fn push_function<'a>(function: &'a Function, out: &mut Vec<Piece<'a>>) {
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

fn push_service<'a>(service: &'a TypeInner, out: &mut Vec<Piece<'a>>) {
    let TypeInner::Service(methods) = service else {
        return;
    };
    out.push(text("{"));
    for (i, (name, ty)) in methods.iter().enumerate() {
        out.push(text(if i == 0 { " " } else { "; " }));
        out.push(Piece::Text(identifier(name)));
        out.push(text(" : "));
        match ty.as_ref() {
            TypeInner::Func(function) => push_function(function, out),
            _ => out.push(Piece::Type(ty)),
        }
    }
    out.push(text(if methods.is_empty() { "}" } else { " }" }));
}

fn text(text: &str) -> Piece<'_> {
    Piece::Text(text.into())
}

fn label(label: &Label) -> Piece<'_> {
    Piece::Text(match label {
        Label::Named(name) => identifier(name),
        number => number.to_string().into(),
    })
}

/// Returns the name, quoted unless it is an identifier.
fn identifier(name: &str) -> Cow<'_, str> {
    if is_plain_name(name) {
        name.into()
    } else {
        Name(name).to_string().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_quoted_where_needed() {
        let rows = [
            ("a_1", "a_1"),
            ("record", "\"record\""),
            ("", "\"\""),
            ("1a", "\"1a\""),
            ("字", "\"字\""),
            ("it's", "\"it\\'s\""),
            ("true", "\"true\""),
            ("a\"b\0c", "\"a\\\"b\\u{0}c\""),
        ];
        for (name, printed) in rows {
            assert_eq!(identifier(name), printed);
        }
    }

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
