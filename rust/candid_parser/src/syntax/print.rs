//! Pretty printer of plain trees. The output parses back to the same tree.

use super::plain::is_tuple;
use super::{
    Binding, Dec, FuncType, IDLActorType, IDLArgType, IDLInitArgs, IDLMergedProg, IDLProg, IDLType,
    IDLTypes, PrimType, TypeField,
};
use crate::stack;
use candid::pretty::candid::{pp_docs, pp_label_raw, pp_modes, pp_text};
use candid::pretty::utils::{
    concat, enclose, enclose_space, indented, kwd, lines, sequence, str, LINE_WIDTH,
};
use pretty::RcDoc;
use std::fmt;

/// Prints a merged program: its definitions in their order, then the service. The comment directly above
/// an item is kept.
///
/// # Examples
///
/// ```
/// use candid_parser::syntax::{pretty_print, IDLMergedProg};
///
/// let prog = "type A = record { b : nat; a : vec nat8 }; service main : { get : () -> (A) query }";
/// assert_eq!(
///     pretty_print(&IDLMergedProg::new(prog.parse().unwrap())),
///     "type A = record { a : blob; b : nat };\nservice : { get : () -> (A) query }"
/// );
/// ```
pub fn pretty_print(prog: &IDLMergedProg) -> String {
    print_named(prog, None)
}

/// Prints a merged program with a name between `service` and the colon.
pub(crate) fn print_named(prog: &IDLMergedProg, name: Option<&str>) -> String {
    let actor = prog.resolve_actor().ok().flatten();
    let types = prog.bindings().map(|binding| &binding.typ);
    render(types.chain(type_of(&actor)), || {
        let decs = lines(prog.bindings().map(pp_definition));
        decs.append(actor.as_ref().map(|actor| pp_actor(actor, name)))
    })
}

/// Prints the program in the layout of [`pretty_print`], including its imports.
impl fmt::Display for IDLProg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let types = types_of(&self.decs).chain(type_of(&self.actor));
        f.write_str(&render(types, || {
            let decs = lines(self.decs.iter().map(pp_dec));
            decs.append(self.actor.as_ref().map(|actor| pp_actor(actor, None)))
        }))
    }
}

/// Prints the declarations, and the arguments in parentheses.
impl fmt::Display for IDLInitArgs {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let args = self.args.iter().map(|arg| &arg.typ);
        f.write_str(&render(types_of(&self.decs).chain(args), || {
            lines(self.decs.iter().map(pp_dec)).append(pp_args(&self.args))
        }))
    }
}

/// Prints the types in parentheses.
impl fmt::Display for IDLTypes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let types = self.args.iter().map(|arg| &arg.typ);
        f.write_str(&render(types, || pp_args(&self.args)))
    }
}

/// Prints the type.
impl fmt::Display for IDLType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&render([self], || pp_type(self)))
    }
}

/// Lays out a document that is made of the given types: making it takes a stack level for each level of the deepest, and
/// so does dropping it.
fn render<'a, 't>(
    types: impl IntoIterator<Item = &'t IDLType>,
    doc: impl FnOnce() -> RcDoc<'a>,
) -> String {
    let depth = types.into_iter().map(depth).max();
    stack::with_levels(depth.unwrap_or(0), || doc().pretty(LINE_WIDTH).to_string())
}

fn type_of(actor: &Option<IDLActorType>) -> impl Iterator<Item = &IDLType> {
    actor.iter().map(|actor| &actor.typ)
}

fn types_of(decs: &[Dec]) -> impl Iterator<Item = &IDLType> {
    decs.iter().filter_map(|dec| match dec {
        Dec::TypD(binding) => Some(&binding.typ),
        Dec::ImportType(_) | Dec::ImportServ(_) => None,
    })
}

fn depth(typ: &IDLType) -> usize {
    let of_args = |args: &[IDLArgType]| args.iter().map(|arg| depth(&arg.typ)).max();
    let parts = stack::level(|| match typ {
        IDLType::PrimT(_) | IDLType::VarT(_) | IDLType::PrincipalT => None,
        IDLType::OptT(part) | IDLType::VecT(part) => Some(depth(part)),
        IDLType::RecordT(fields) | IDLType::VariantT(fields) => {
            fields.iter().map(|field| depth(&field.typ)).max()
        }
        IDLType::FuncT(func) => of_args(&func.args).max(of_args(&func.rets)),
        IDLType::ServT(methods) => methods.iter().map(|method| depth(&method.typ)).max(),
        IDLType::ClassT(args, service) => of_args(args).max(Some(depth(service))),
    });
    parts.unwrap_or(0) + 1
}

fn pp_dec(dec: &Dec) -> RcDoc<'_> {
    match dec {
        Dec::TypD(binding) => pp_definition(binding),
        Dec::ImportType(path) => pp_import("import", path),
        Dec::ImportServ(path) => pp_import("import service", path),
    }
}

fn pp_import<'a>(word: &'a str, path: &'a str) -> RcDoc<'a> {
    // A path is always quoted, although a name may go without quotes.
    let path = match pp_text(path).pretty(LINE_WIDTH).to_string() {
        quoted if quoted.starts_with('"') => quoted,
        plain => format!("\"{plain}\""),
    };
    kwd(word).append(RcDoc::text(path)).append(str(";"))
}

fn pp_definition(binding: &Binding) -> RcDoc<'_> {
    sequence(vec![
        pp_docs(&binding.docs),
        kwd("type"),
        kwd(&binding.id),
        kwd("="),
        pp_type(&binding.typ),
        str(";"),
    ])
}

fn pp_actor<'a>(actor: &'a IDLActorType, name: Option<&'a str>) -> RcDoc<'a> {
    let typ = match &actor.typ {
        IDLType::ServT(methods) => pp_methods(methods),
        typ => pp_type(typ),
    };
    let service = match name {
        Some(name) => kwd("service").append(pp_text(name)).append(kwd(" :")),
        None => kwd("service :"),
    };
    pp_docs(&actor.docs).append(service).append(typ)
}

fn pp_type(typ: &IDLType) -> RcDoc<'_> {
    let (prefix, typ) = strip_opt_vec(typ);
    let doc = match typ {
        IDLType::PrimT(prim) => str(prim.name()),
        IDLType::VarT(name) => str(name),
        IDLType::PrincipalT => str("principal"),
        // The only vector left is `blob`, and there is no option left.
        IDLType::OptT(_) | IDLType::VecT(_) => str("blob"),
        IDLType::RecordT(fields) => pp_record(fields),
        IDLType::VariantT(fields) => pp_variant(fields),
        IDLType::FuncT(func) => kwd("func").append(pp_func(func)),
        IDLType::ServT(methods) => kwd("service").append(pp_methods(methods)),
        IDLType::ClassT(args, service) => {
            let service = match &**service {
                IDLType::ServT(methods) => pp_methods(methods),
                other => pp_type(other),
            };
            pp_args(args).append(kwd(" ->")).append(service)
        }
    };
    if prefix.is_empty() {
        doc
    } else {
        RcDoc::text(prefix).append(doc)
    }
}

/// Splits `opt vec opt record {}` into `opt vec opt ` and the rest, without recursion. A `vec nat8` stays whole: it is
/// printed as `blob`.
fn strip_opt_vec(mut typ: &IDLType) -> (String, &IDLType) {
    let mut prefix = String::new();
    loop {
        match typ {
            IDLType::OptT(part) => {
                prefix.push_str("opt ");
                typ = part;
            }
            IDLType::VecT(part) if **part != IDLType::PrimT(PrimType::Nat8) => {
                prefix.push_str("vec ");
                typ = part;
            }
            _ => return (prefix, typ),
        }
    }
}

fn pp_record(fields: &[TypeField]) -> RcDoc<'_> {
    let is_tuple = is_tuple(fields);
    let items = fields.iter().map(|field| {
        if is_tuple {
            pp_docs(&field.docs).append(pp_type(&field.typ))
        } else {
            pp_field(field)
        }
    });
    kwd("record").append(enclose_space("{", concat(items, ";"), "}"))
}

fn pp_variant(fields: &[TypeField]) -> RcDoc<'_> {
    let items = fields.iter().map(|field| match field.typ {
        IDLType::PrimT(PrimType::Null) => pp_docs(&field.docs).append(pp_label_raw(&field.label)),
        _ => pp_field(field),
    });
    kwd("variant").append(enclose_space("{", concat(items, ";"), "}"))
}

fn pp_field(field: &TypeField) -> RcDoc<'_> {
    pp_docs(&field.docs)
        .append(pp_label_raw(&field.label))
        .append(kwd(" :"))
        .append(pp_type(&field.typ))
}

fn pp_func(func: &FuncType) -> RcDoc<'_> {
    indented(
        pp_args(&func.args)
            .append(kwd(" ->"))
            .append(pp_args(&func.rets))
            .append(pp_modes(&func.modes)),
    )
}

fn pp_args(args: &[IDLArgType]) -> RcDoc<'_> {
    let items = args.iter().map(|arg| match &arg.name {
        Some(name) => pp_text(name).append(kwd(" :")).append(pp_type(&arg.typ)),
        None => pp_type(&arg.typ),
    });
    enclose("(", concat(items, ","), ")")
}

fn pp_methods(methods: &[Binding]) -> RcDoc<'_> {
    let items = methods.iter().map(|method| {
        let typ = match &method.typ {
            IDLType::FuncT(func) => pp_func(func),
            typ => pp_type(typ),
        };
        pp_docs(&method.docs)
            .append(pp_text(&method.id))
            .append(kwd(" :"))
            .append(typ)
    });
    enclose_space("{", concat(items, ";"), "}")
}
