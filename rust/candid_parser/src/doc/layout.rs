//! Types as code: lists that do not fit on a line have an item on each.

use crate::codegen::{is_tuple, Arg, Def, Field, Func, Method, Model, Prim, Ty};
use candid::pretty::candid::{pp_label_raw, pp_text};
use candid::pretty::utils::printable;
use candid::types::Label;

/// The width of a line.
const WIDTH: usize = 72;

/// Limit on the indentation, in levels: below it there would be more indentation than text.
const MAX_INDENT: usize = 16;

/// A writer of code.
pub(super) trait Code {
    /// Writes keywords and punctuation, which need no escapes.
    fn plain(&mut self, text: &str);
    /// Writes the name of a definition, given by its index.
    fn name(&mut self, idx: usize, name: &str);
    /// Writes the label of a field or case.
    fn label(&mut self, label: &Label);
    /// Writes the name of a method or an argument.
    fn value_name(&mut self, name: &str);
}

/// Returns a name in Candid syntax, without characters that change how it is shown.
pub(super) fn quoted(name: &str) -> String {
    printable(&pp_text(name).pretty(WIDTH).to_string()).into_owned()
}

/// Returns a label in Candid syntax.
pub(super) fn quoted_label(label: &Label) -> String {
    printable(&pp_label_raw(label).pretty(WIDTH).to_string()).into_owned()
}

/// Writes types to `out`.
pub(super) struct Layout<'a, C> {
    pub(super) model: &'a Model,
    pub(super) out: &'a mut C,
    indent: usize,
}

impl<'a, C: Code> Layout<'a, C> {
    pub(super) fn new(model: &'a Model, out: &'a mut C) -> Self {
        Layout {
            model,
            out,
            indent: 0,
        }
    }

    pub(super) fn definition(&mut self, idx: usize, def: &Def) {
        self.out.plain("type ");
        self.out.name(idx, &def.name);
        self.out.plain(" = ");
        self.ty(&def.ty);
    }

    pub(super) fn method(&mut self, method: &Method) {
        self.out.value_name(&method.name);
        self.out.plain(" : ");
        match &method.ty {
            Ty::Func(func) => self.func(func),
            ty => self.ty(ty),
        }
    }

    pub(super) fn args(&mut self, args: &[Arg]) {
        self.list(args, ["(", ",", ")"], "", |layout, arg| {
            if let Some(name) = &arg.name {
                layout.out.value_name(name);
                layout.out.plain(" : ");
            }
            layout.ty(&arg.ty);
        });
    }

    pub(super) fn ty(&mut self, ty: &Ty) {
        match ty {
            Ty::Prim(prim) => self.out.plain(prim.name()),
            Ty::Principal => self.out.plain("principal"),
            Ty::Blob => self.out.plain("blob"),
            Ty::Var(idx) => self.out.name(*idx, &self.model.defs[*idx].name),
            Ty::Opt(part) => {
                self.out.plain("opt ");
                self.ty(part);
            }
            Ty::Vec(part) => {
                self.out.plain("vec ");
                self.ty(part);
            }
            Ty::Record(fields) if is_tuple(fields) => {
                self.out.plain("record ");
                self.list(fields, ["{", ";", "}"], " ", |layout, field| {
                    layout.ty(&field.ty)
                });
            }
            Ty::Record(fields) => {
                self.out.plain("record ");
                self.list(fields, ["{", ";", "}"], " ", Self::field);
            }
            Ty::Variant(cases) => {
                self.out.plain("variant ");
                self.list(cases, ["{", ";", "}"], " ", |layout, case| match case.ty {
                    Ty::Prim(Prim::Null) => layout.out.label(&case.label),
                    _ => layout.field(case),
                });
            }
            Ty::Func(func) => {
                self.out.plain("func ");
                self.func(func);
            }
            Ty::Service(methods) => {
                self.out.plain("service ");
                self.list(methods, ["{", ";", "}"], " ", Self::method);
            }
        }
    }

    fn field(&mut self, field: &Field) {
        self.out.label(&field.label);
        self.out.plain(" : ");
        self.ty(&field.ty);
    }

    fn func(&mut self, func: &Func) {
        self.args(&func.args);
        self.out.plain(" -> ");
        self.args(&func.rets);
        if let Some(keyword) = func.keyword() {
            self.out.plain(" ");
            self.out.plain(keyword);
        }
    }

    /// Writes a list between brackets: on one line, or each item with its separator on a line of its own.
    fn list<T: Width>(
        &mut self,
        items: &[T],
        [open, separator, close]: [&str; 3],
        pad: &str,
        each: impl Fn(&mut Self, &T),
    ) {
        self.out.plain(open);
        let room = WIDTH - 2 * self.indent.min(MAX_INDENT);
        let is_short = items
            .iter()
            .try_fold(room, |room, item| item.rest_of(room))
            .is_some();
        if items.is_empty() {
            return self.out.plain(close);
        }
        self.indent += 1;
        for (i, item) in items.iter().enumerate() {
            if !is_short {
                self.line();
            } else {
                self.out.plain(if i == 0 { pad } else { " " });
            }
            each(self, item);
            if !is_short || i + 1 < items.len() {
                self.out.plain(separator);
            }
        }
        self.indent -= 1;
        if is_short {
            self.out.plain(pad);
        } else {
            self.line();
        }
        self.out.plain(close);
    }

    fn line(&mut self) {
        self.out.plain("\n");
        self.out.plain(&"  ".repeat(self.indent.min(MAX_INDENT)));
    }
}

/// What has an approximate width, which takes at most as many steps as there is room to find out.
trait Width {
    /// Returns the room that is left behind it; `None` if there is not enough.
    fn rest_of(&self, room: usize) -> Option<usize>;
}

fn all<T: Width>(items: &[T], room: usize) -> Option<usize> {
    items.iter().try_fold(room, |room, item| item.rest_of(room))
}

impl Width for Ty {
    fn rest_of(&self, room: usize) -> Option<usize> {
        match self {
            Ty::Prim(prim) => room.checked_sub(prim.name().len()),
            Ty::Principal => room.checked_sub(9),
            Ty::Blob => room.checked_sub(4),
            // About: the names of definitions are not at hand.
            Ty::Var(_) => room.checked_sub(10),
            Ty::Opt(part) | Ty::Vec(part) => part.rest_of(room.checked_sub(4)?),
            Ty::Record(fields) | Ty::Variant(fields) => all(fields, room.checked_sub(10)?),
            Ty::Func(func) => all(&func.rets, all(&func.args, room.checked_sub(12)?)?),
            Ty::Service(methods) => all(methods, room.checked_sub(10)?),
        }
    }
}

impl Width for Field {
    fn rest_of(&self, room: usize) -> Option<usize> {
        let label = match &self.label {
            Label::Named(name) => name.len(),
            Label::Id(_) | Label::Unnamed(_) => 4,
        };
        self.ty.rest_of(room.checked_sub(label + 5)?)
    }
}

impl Width for Arg {
    fn rest_of(&self, room: usize) -> Option<usize> {
        let name = self.name.as_ref().map_or(0, |name| name.len() + 3);
        self.ty.rest_of(room.checked_sub(name + 2)?)
    }
}

impl Width for Method {
    fn rest_of(&self, room: usize) -> Option<usize> {
        self.ty.rest_of(room.checked_sub(self.name.len() + 5)?)
    }
}
