//! The text of types in error messages, of bounded length for any type.

use crate::de::header::WireType;
use crate::de::plan::side::{Shape, Side};
use crate::de::plan::Plan;
use crate::schema::expected::ExpectedType;
use std::fmt::Write as _;

/// The bounds of the printed part of a type by default.
const SHORT: Bounds = Bounds { depth: 2, width: 6 };

/// The bounds with [`DecoderConfig::set_full_error_message`](crate::DecoderConfig::set_full_error_message).
const FULL: Bounds = Bounds {
    depth: 6,
    width: 64,
};

/// Parts beyond this many bytes of text are always omitted.
const MAX_TEXT: usize = 4096;

#[derive(Clone, Copy)]
struct Bounds {
    depth: u32,
    width: usize,
}

impl Bounds {
    /// Returns how many fields, methods or arguments are printed.
    fn shown(self) -> usize {
        match self.depth {
            0 => 0,
            _ => self.width,
        }
    }
}

impl Plan {
    /// Returns the text of a wire type.
    pub(crate) fn describe_wire(&self, wire: WireType, full: bool) -> String {
        self.describe(&Side::Wire(wire), full)
    }

    /// Returns the text of an expected type.
    pub(crate) fn describe_expected(&self, expected: &ExpectedType, full: bool) -> String {
        self.describe(&Side::Expected(expected.clone()), full)
    }

    fn describe(&self, ty: &Side, full: bool) -> String {
        let mut out = String::new();
        self.write_type(&mut out, ty, if full { FULL } else { SHORT });
        out
    }

    fn write_type(&self, out: &mut String, ty: &Side, bounds: Bounds) {
        match ty.shape(&self.table) {
            Ok(Shape::Primitive(primitive)) => out.push_str(primitive.name()),
            Ok(Shape::Opt(inner)) => {
                out.push_str("opt ");
                self.write_part(out, &inner, bounds);
            }
            Ok(Shape::Vec(inner)) => {
                out.push_str("vec ");
                self.write_part(out, &inner, bounds);
            }
            Ok(ref shape @ (Shape::Record(ref fields) | Shape::Variant(ref fields))) => {
                let is_record = matches!(shape, Shape::Record(_));
                out.push_str(if is_record { "record {" } else { "variant {" });
                self.write_members(out, bounds, fields.len(), &|i| {
                    let (name, ty) = fields.get(i).ok()??;
                    Some((name.to_string(), ty))
                });
            }
            Ok(Shape::Func(func)) => {
                out.push_str("func ");
                self.write_list(out, bounds, &|i| func.arg(i));
                out.push_str(" -> ");
                self.write_list(out, bounds, &|i| func.ret(i));
                for annotation in func.annotations() {
                    let _ = write!(out, " {}", annotation.name());
                }
            }
            Ok(Shape::Service(methods)) => {
                out.push_str("service {");
                self.write_members(out, bounds, methods.len(), &|i| {
                    Some((format!("{:.40}", methods.name(i)?), methods.ty(i)?))
                });
            }
            Ok(Shape::Future) => out.push_str("a future type"),
            Ok(Shape::Any) => out.push_str("any type"),
            Err(_) => out.push_str("a type without values"),
        }
    }

    /// Writes fields, cases or methods, and the closing brace.
    fn write_members(
        &self,
        out: &mut String,
        bounds: Bounds,
        n_members: usize,
        member: &dyn Fn(usize) -> Option<(String, Side)>,
    ) {
        let shown = bounds.shown();
        for (name, ty) in (0..n_members.min(shown)).filter_map(member) {
            let _ = write!(out, " {name} : ");
            self.write_part(out, &ty, bounds);
            out.push(';');
        }
        if n_members > shown {
            out.push_str(" …");
        }
        if out.ends_with(';') {
            out.pop();
        }
        out.push_str(if out.ends_with('{') { "}" } else { " }" });
    }

    /// Writes argument or result types.
    fn write_list(&self, out: &mut String, bounds: Bounds, item: &dyn Fn(usize) -> Option<Side>) {
        out.push('(');
        for (i, ty) in (0..).map_while(item).enumerate() {
            if i == bounds.shown() {
                out.push('…');
                break;
            }
            if i > 0 {
                out.push_str(", ");
            }
            self.write_part(out, &ty, bounds);
        }
        out.push(')');
    }

    fn write_part(&self, out: &mut String, ty: &Side, bounds: Bounds) {
        if bounds.depth == 0 || out.len() > MAX_TEXT {
            return out.push('…');
        }
        let depth = bounds.depth - 1;
        self.write_type(out, ty, Bounds { depth, ..bounds });
    }
}
