//! Entries of the type table, and the types that only references have: no values of those are encoded.

use super::item::Part;
use super::lower::Lowering;
use super::names::literal;
use crate::bindings::model::{self, Func, Method, Prim, Ty};
use candid::types::Label;
use candid_wire::opcode::Primitive;

impl Lowering<'_> {
    fn plain(&mut self, ty: &Ty) -> i64 {
        match ty {
            Ty::Prim(prim) => return code(*prim),
            Ty::Principal => return PRINCIPAL,
            Ty::Var(idx) => return self.reference(*idx),
            _ => {}
        }
        let entry = self.reserve();
        self.table[entry] = match ty {
            Ty::Opt(part) => format!("(_OPT, {}, False)", self.plain(part)),
            Ty::Vec(part) => format!("(_VEC, {})", self.plain(part)),
            Ty::Record(fields) => format!("(_RECORD, {}, tuple, None)", self.plain_fields(fields)),
            Ty::Variant(cases) => format!("(_VARIANT, {}, (), ())", self.plain_fields(cases)),
            Ty::Func(func) => self.func(func),
            Ty::Service(methods) => self.service(methods),
            _ => "(_VEC, _NAT8)".to_string(),
        };
        number(entry)
    }

    fn plain_fields(&mut self, fields: &[model::Field]) -> String {
        let fields = fields.iter();
        let fields =
            fields.map(|field| format!("({}, {})", field.label.get_id(), self.plain(&field.ty)));
        let fields: Vec<String> = fields.collect();
        tuple(fields.into_iter())
    }

    pub(super) fn func(&mut self, func: &Func) -> String {
        let mut lists = [&func.args, &func.rets].map(|args| {
            let types: Vec<String> = args
                .iter()
                .map(|arg| self.plain(&arg.ty).to_string())
                .collect();
            tuple(types.into_iter())
        });
        let [args, results] = &mut lists;
        format!("(_FUNC, {args}, {results}, {})", func.annotation())
    }

    pub(super) fn service(&mut self, methods: &[Method]) -> String {
        let mut methods: Vec<&Method> = methods.iter().collect();
        methods.sort_by(|a, b| a.name.cmp(&b.name));
        let methods = methods.into_iter();
        let methods = methods
            .map(|method| format!("({}, {})", literal(&method.name), self.plain(&method.ty)));
        let methods: Vec<String> = methods.collect();
        format!("(_SERVICE, {})", tuple(methods.into_iter()))
    }
}

pub(super) const PRINCIPAL: i64 = Primitive::Principal.opcode() as i64;

/// Returns the number of a primitive type in messages.
pub(super) fn code(prim: Prim) -> i64 {
    prim.wire().opcode().into()
}

pub(super) fn number(entry: usize) -> i64 {
    i64::try_from(entry).unwrap_or(i64::MAX)
}

/// Returns the fields of an entry.
pub(super) fn pairs(fields: &[model::Field], parts: &[Part]) -> String {
    let pairs = fields.iter().zip(parts);
    tuple(pairs.map(|(field, part)| format!("({}, {})", field.label.get_id(), part.reference)))
}

/// Returns a tuple of Python.
pub(super) fn tuple(items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.collect();
    match items.as_slice() {
        [only] => format!("({only},)"),
        items => format!("({})", items.join(", ")),
    }
}

/// Returns a label as a part of the name of a type.
pub(super) fn text_of(label: &Label) -> String {
    match label {
        Label::Named(name) => name.clone(),
        label => label.get_id().to_string(),
    }
}

/// Returns a label as the name of a member, before that is made an identifier.
pub(super) fn member_text(label: &Label) -> String {
    match label {
        Label::Named(name) => name.clone(),
        label => format!("_{}_", label.get_id()),
    }
}
