//! The text of types in error messages, of bounded length for any type.

use crate::de::header::{Entry, WireType};
use crate::de::plan::Plan;
use crate::schema::expected::{ExpectedFields, ExpectedType, TypeShape};
use crate::schema::graph::{annotation, ReferenceParts};
use candid_wire::opcode::FuncAnnotation;
use std::fmt::Write as _;

/// Bounds of the printed part of a type: by default, …
const SHORT: Bounds = Bounds { depth: 2, width: 6 };

/// … and with `full_error_message`.
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
    fn of(full: bool) -> Self {
        if full {
            FULL
        } else {
            SHORT
        }
    }

    /// Returns how many fields, methods or arguments are printed.
    fn shown(self) -> usize {
        match self.depth {
            0 => 0,
            _ => self.width,
        }
    }

    fn deeper(self) -> Self {
        Bounds {
            depth: self.depth.saturating_sub(1),
            ..self
        }
    }
}

impl Plan {
    /// Returns the text of a wire type.
    pub(crate) fn describe_wire(&self, wire: WireType, full: bool) -> String {
        let mut out = String::new();
        self.write_wire(&mut out, wire, Bounds::of(full));
        out
    }

    fn write_wire(&self, out: &mut String, wire: WireType, bounds: Bounds) {
        if let WireType::Primitive(primitive) = wire {
            out.push_str(primitive.name());
            return;
        }
        let entry = self.table.entry(wire);
        let inside = bounds.deeper();
        match entry {
            Some(Entry::Opt(inner)) => {
                out.push_str("opt ");
                self.write_part(out, bounds, |out| self.write_wire(out, inner, inside));
            }
            Some(Entry::Vec(inner)) => {
                out.push_str("vec ");
                self.write_part(out, bounds, |out| self.write_wire(out, inner, inside));
            }
            Some(Entry::Record(range) | Entry::Variant(range)) => {
                let is_record = matches!(entry, Some(Entry::Record(_)));
                out.push_str(if is_record { "record {" } else { "variant {" });
                let fields = self.table.fields(range);
                let shown = bounds.shown();
                for field in fields.iter().take(shown) {
                    let _ = write!(out, " {} : ", field.id);
                    self.write_part(out, bounds, |out| self.write_wire(out, field.ty, inside));
                    out.push(';');
                }
                close(out, fields.len() > shown);
            }
            Some(Entry::Func {
                args,
                rets,
                annotation,
            }) => {
                out.push_str("func ");
                for (types, arrow) in [(args, " -> "), (rets, "")] {
                    self.write_list(out, bounds, self.table.types(types), |out, ty| {
                        self.write_wire(out, *ty, inside);
                    });
                    out.push_str(arrow);
                }
                if let Some(annotation) = FuncAnnotation::from_byte(annotation) {
                    let _ = write!(out, " {}", annotation.name());
                }
            }
            Some(Entry::Service(range)) => {
                out.push_str("service {");
                let methods = self.table.methods(range);
                for method in methods.iter().take(bounds.shown()) {
                    let _ = write!(out, " {:.40} : ", method.name);
                    self.write_part(out, bounds, |out| self.write_wire(out, method.ty, inside));
                    out.push(';');
                }
                close(out, methods.len() > bounds.shown());
            }
            Some(Entry::Future) | None => out.push_str("a future type"),
        }
    }

    /// Returns the text of an expected type.
    pub(crate) fn describe_expected(&self, expected: &ExpectedType, full: bool) -> String {
        let mut out = String::new();
        self.write_expected(&mut out, expected, Bounds::of(full));
        out
    }

    fn write_expected(&self, out: &mut String, expected: &ExpectedType, bounds: Bounds) {
        let inside = bounds.deeper();
        match expected.view() {
            Ok(TypeShape::Primitive(primitive)) => out.push_str(primitive.name()),
            Ok(TypeShape::Opt(inner)) => {
                out.push_str("opt ");
                self.write_part(out, bounds, |out| self.write_expected(out, &inner, inside));
            }
            Ok(TypeShape::Vec(inner)) => {
                out.push_str("vec ");
                self.write_part(out, bounds, |out| self.write_expected(out, &inner, inside));
            }
            Ok(TypeShape::Record(fields)) => {
                out.push_str("record {");
                self.write_fields(out, fields, bounds);
            }
            Ok(TypeShape::Variant(fields)) => {
                out.push_str("variant {");
                self.write_fields(out, fields, bounds);
            }
            Ok(TypeShape::Reference(expected, graph)) => {
                let node = |index: u32| ExpectedType::Node(graph.clone(), index);
                match &expected.parts {
                    ReferenceParts::Func { args, rets, modes } => {
                        out.push_str("func ");
                        for (types, arrow) in [(args, " -> "), (rets, "")] {
                            self.write_list(out, bounds, types, |out, index| {
                                self.write_expected(out, &node(*index), inside);
                            });
                            out.push_str(arrow);
                        }
                        for mode in modes.iter() {
                            let _ = write!(out, " {}", annotation(mode).name());
                        }
                    }
                    ReferenceParts::Service(methods) => {
                        out.push_str("service {");
                        for (name, index) in methods.iter().take(bounds.shown()) {
                            let _ = write!(out, " {name:.40} : ");
                            self.write_part(out, bounds, |out| {
                                self.write_expected(out, &node(*index), inside);
                            });
                            out.push(';');
                        }
                        close(out, methods.len() > bounds.shown());
                    }
                }
            }
            Ok(TypeShape::Any) => out.push_str("any type"),
            Err(_) => out.push_str("a type without values"),
        }
    }

    fn write_fields(&self, out: &mut String, fields: ExpectedFields<'_>, bounds: Bounds) {
        let shown = bounds.shown();
        for i in 0..fields.len().min(shown) {
            if let Ok(Some(field)) = fields.get(i) {
                let _ = write!(out, " {} : ", field.name);
                self.write_part(out, bounds, |out| {
                    self.write_expected(out, &field.ty, bounds.deeper());
                });
                out.push(';');
            }
        }
        close(out, fields.len() > shown);
    }

    /// Writes argument or result types.
    fn write_list<T>(
        &self,
        out: &mut String,
        bounds: Bounds,
        types: &[T],
        mut write: impl FnMut(&mut String, &T),
    ) {
        out.push('(');
        for (i, ty) in types.iter().take(bounds.shown()).enumerate() {
            if i > 0 {
                out.push_str(", ");
            }
            self.write_part(out, bounds, |out| write(out, ty));
        }
        if types.len() > bounds.shown() {
            out.push('…');
        }
        out.push(')');
    }

    fn write_part(&self, out: &mut String, bounds: Bounds, part: impl FnOnce(&mut String)) {
        if bounds.depth == 0 || out.len() > MAX_TEXT {
            out.push('…');
        } else {
            part(out);
        }
    }
}

/// Ends a list of fields, with a mark if some were omitted.
fn close(out: &mut String, more: bool) {
    if more {
        out.push_str(" …");
    }
    if out.ends_with(';') {
        out.pop();
    }
    out.push_str(if out.ends_with('{') { "}" } else { " }" });
}
