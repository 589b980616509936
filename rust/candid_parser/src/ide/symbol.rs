//! The outline of a file.

use super::node::Node;
use super::slice;
use crate::syntax::ast::{Dec, Field, Prog, Span, Type, TypeKind};
use candid::types::Label;

/// Deeper levels of nested types are not in the outline.
const MAX_DEPTH: usize = 16;

/// The kind of a symbol.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SymbolKind {
    /// A record type.
    Record,
    /// A variant type.
    Variant,
    /// A function type.
    Func,
    /// A service type, or the service of the file.
    Service,
    /// Any other type.
    Type,
    /// A field of a record.
    Field,
    /// A case of a variant.
    Case,
    /// A method of a service.
    Method,
}

/// A definition, a field, a case, a method or the service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symbol {
    /// The name; of a field without a label, its number.
    pub name: String,
    /// The kind.
    pub kind: SymbolKind,
    /// The type, shortened.
    pub detail: String,
    /// The location of all of it.
    pub span: Span,
    /// The location of the name, within that.
    pub name_span: Span,
    /// What it contains.
    pub children: Vec<Symbol>,
}

/// Returns the outline of a file: its definitions and its service.
///
/// # Examples
///
/// ```
/// use candid_parser::ide::{symbols, SymbolKind};
/// use candid_parser::syntax::parse::parse_prog;
///
/// let text = "type A = record { id : nat }; type B = ;";
/// let symbols = symbols(text, &parse_prog(text).tree);
/// assert_eq!(symbols[0].kind, SymbolKind::Record);
/// assert_eq!(symbols[0].children[0].name, "id");
/// assert_eq!(symbols[1].name, "B");
/// ```
#[must_use]
pub fn symbols(text: &str, prog: &Prog) -> Vec<Symbol> {
    let defs = prog.decs.iter().filter_map(|dec| match dec {
        Dec::Type(def) => Some(symbol(
            text,
            Node::Def(def),
            def.name.text.clone(),
            kind(&def.typ),
            &def.typ,
            0,
        )),
        Dec::Import(_) => None,
    });
    let service = prog.actor.iter().map(|actor| {
        let name = actor.name.as_ref().map_or("service", |name| &name.text);
        let node = Node::Actor(actor);
        symbol(text, node, name.into(), SymbolKind::Service, &actor.typ, 0)
    });
    defs.chain(service).collect()
}

fn kind(ty: &Type) -> SymbolKind {
    match ty.kind {
        TypeKind::Record(_) => SymbolKind::Record,
        TypeKind::Variant(_) => SymbolKind::Variant,
        TypeKind::Func(_) => SymbolKind::Func,
        TypeKind::Service(_) | TypeKind::Class(..) => SymbolKind::Service,
        _ => SymbolKind::Type,
    }
}

fn symbol(
    text: &str,
    node: Node<'_>,
    name: String,
    kind: SymbolKind,
    ty: &Type,
    depth: usize,
) -> Symbol {
    let span = node.span();
    let children = if depth < MAX_DEPTH {
        children(text, ty, depth + 1)
    } else {
        Vec::new()
    };
    Symbol {
        // Editors show no symbols without names.
        name: if name.is_empty() { "\"\"".into() } else { name },
        kind,
        detail: detail(text, ty),
        span,
        name_span: node.name().unwrap_or(Span {
            end: ty.span.start.max(span.start),
            ..span
        }),
        children,
    }
}

/// Returns the fields, cases or methods of a type, also of that in an `opt` or `vec`.
fn children(text: &str, mut ty: &Type, depth: usize) -> Vec<Symbol> {
    while let TypeKind::Opt(part) | TypeKind::Vec(part) = &ty.kind {
        ty = part;
    }
    let label = |field: &Field| match &field.label {
        Label::Named(name) => name.clone(),
        Label::Id(id) | Label::Unnamed(id) => id.to_string(),
    };
    match &ty.kind {
        TypeKind::Record(fields) => fields
            .iter()
            .map(|field| {
                let (node, kind) = (Node::Field(field), SymbolKind::Field);
                symbol(text, node, label(field), kind, &field.typ, depth)
            })
            .collect(),
        TypeKind::Variant(cases) => cases
            .iter()
            .map(|case| {
                let (node, kind) = (Node::Case(case), SymbolKind::Case);
                symbol(text, node, label(case), kind, &case.typ, depth)
            })
            .collect(),
        TypeKind::Service(methods) => methods
            .iter()
            .map(|method| {
                let name = method.name.text.clone();
                let node = Node::Method(method);
                symbol(text, node, name, SymbolKind::Method, &method.typ, depth)
            })
            .collect(),
        TypeKind::Class(_, service) => children(text, service, depth),
        _ => Vec::new(),
    }
}

/// Returns the source of a type in one line, up to its first brace.
fn detail(text: &str, ty: &Type) -> String {
    /// Maximum number of characters.
    const MAX: usize = 60;
    let source = slice(text, ty.span);
    let source = source.split('{').next().unwrap_or("");
    // Only as much as is shown: the source of nested types would be read once for each level.
    let mut detail = String::new();
    for word in source.split_whitespace() {
        if !detail.is_empty() {
            detail.push(' ');
        }
        detail.extend(word.chars().take(MAX));
        if detail.chars().count() > MAX {
            let cut: String = detail.chars().take(MAX - 1).collect();
            return cut + "…";
        }
    }
    detail
}
