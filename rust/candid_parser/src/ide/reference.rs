//! Definitions and references of types, and which new names they may take.

use super::node::{path_at, Node};
use super::Analysis;
use crate::diagnostic::FileId;
use crate::syntax::ast::{Arg, Prog, Span, TypeKind};
use crate::syntax::PrimType;
use std::collections::HashSet;

/// A location in a file of an analysis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The file.
    pub file: FileId,
    /// The location in it.
    pub span: Span,
}

impl Analysis {
    /// Returns the name of the type that is defined or used at a position, and where the name is written.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_parser::check::Memory;
    /// use candid_parser::ide::{Analysis, Place};
    /// use std::path::Path;
    ///
    /// let text = "type Fee = nat; service : { fee : () -> (Fee) query }";
    /// let analysis = Analysis::new(&Memory::default(), Path::new("a.did"), Some(text))?;
    /// let (name, span) = analysis.type_name(42).unwrap();
    /// assert_eq!((name, &text[std::ops::Range::from(span)]), ("Fee", "Fee"));
    ///
    /// // Where it is defined, by the position and by the name; and all places that have it.
    /// let definition = analysis.definition_of("Fee").unwrap();
    /// assert_eq!(definition.span.start, 5);
    /// assert_eq!(analysis.definition(42), Some(definition));
    /// assert_eq!(analysis.references("Fee"), [definition, Place { file: definition.file, span }]);
    /// # Ok::<(), candid_parser::Error>(())
    /// ```
    #[must_use]
    pub fn type_name(&self, at: u32) -> Option<(&str, Span)> {
        match path_at(self.prog()?, at).last()? {
            Node::Def(def) if super::touches(def.name.span, at) => {
                Some((&def.name.text, def.name.span))
            }
            Node::Type(ty) => Some((ty.name()?, ty.span)),
            _ => None,
        }
    }

    /// Returns where the type at a position is defined; for the path of an import, the start of the file; for the name of a
    /// field, a case, a method or an argument, which has no other place, that name.
    #[must_use]
    pub fn definition(&self, at: u32) -> Option<Place> {
        if let Some((name, _)) = self.type_name(at) {
            let (file, def) = self.def(name)?;
            return Some(Place {
                file,
                span: def.name.span,
            });
        }
        let path = path_at(self.prog()?, at);
        let Node::Import(import) = path.last()? else {
            return self.label(at);
        };
        let main = self.checked.files.first()?;
        let mut imports = main.import_decs().zip(&main.imports);
        let (_, target) = imports.find(|(found, _)| found.span == import.span)?;
        let file = self.checked.files.get((*target)?)?.id;
        Some(Place {
            file,
            span: Span::default(),
        })
    }

    /// Returns the name of the field, case, method, argument or service at a position.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_parser::check::Memory;
    /// use candid_parser::ide::Analysis;
    /// use std::path::Path;
    ///
    /// let text = "service : { fee : (of : nat) -> (nat) query }";
    /// let analysis = Analysis::new(&Memory::default(), Path::new("a.did"), Some(text))?;
    /// let name = |at| analysis.label(at).map(|place| &text[std::ops::Range::from(place.span)]);
    /// assert_eq!([12, 19, 24].map(name), [Some("fee"), Some("of"), None]);
    /// // Only the names of arguments are no part of the interface.
    /// assert_eq!([12, 19].map(|at| analysis.argument(at).is_some()), [false, true]);
    /// # Ok::<(), candid_parser::Error>(())
    /// ```
    #[must_use]
    pub fn label(&self, at: u32) -> Option<Place> {
        match path_at(self.prog()?, at).last()? {
            Node::Import(_) | Node::Def(_) => None,
            node => self.named(*node, at),
        }
    }

    /// Returns the name of the argument or result at a position.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_parser::check::Memory;
    /// use candid_parser::ide::Analysis;
    /// use std::path::Path;
    ///
    /// let text = "service : { fee : (of : nat) -> (nat) query }";
    /// let analysis = Analysis::new(&Memory::default(), Path::new("a.did"), Some(text))?;
    /// let span = analysis.argument(19).unwrap().span;
    /// assert_eq!(&text[std::ops::Range::from(span)], "of");
    /// # Ok::<(), candid_parser::Error>(())
    /// ```
    #[must_use]
    pub fn argument(&self, at: u32) -> Option<Place> {
        match path_at(self.prog()?, at).last()? {
            Node::Arg(arg) => self.named(Node::Arg(arg), at),
            _ => None,
        }
    }

    /// Returns the names of the others in the list with the argument at a position: no two of a list have the same.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_parser::check::Memory;
    /// use candid_parser::ide::Analysis;
    /// use std::path::Path;
    ///
    /// let text = "service : { move : (from : nat, to : nat) -> (left : nat) }";
    /// let analysis = Analysis::new(&Memory::default(), Path::new("a.did"), Some(text))?;
    /// assert_eq!(analysis.other_argument_names(20), ["to"]);
    /// assert!(analysis.other_argument_names(12).is_empty());
    /// # Ok::<(), candid_parser::Error>(())
    /// ```
    #[must_use]
    pub fn other_argument_names(&self, at: u32) -> Vec<&str> {
        let path = self.prog().map(|prog| path_at(prog, at));
        let Some([.., Node::Type(ty), Node::Arg(arg)]) = path.as_deref() else {
            return Vec::new();
        };
        let lists = match &ty.kind {
            TypeKind::Func(func) => [func.args.as_slice(), &func.rets],
            TypeKind::Class(args, _) => [args.as_slice(), &[]],
            _ => return Vec::new(),
        };
        let has_it = |list: &&[Arg]| list.iter().any(|other| std::ptr::eq(other, *arg));
        let list = lists.into_iter().find(has_it).unwrap_or_default();
        let others = list.iter().filter(|other| !std::ptr::eq(*other, *arg));
        let names = others.filter_map(|arg| arg.name.as_ref());
        names.map(|name| name.text.as_str()).collect()
    }

    fn named(&self, node: Node<'_>, at: u32) -> Option<Place> {
        let span = node.name().filter(|span| super::touches(*span, at))?;
        let file = self.main();
        Some(Place { file, span })
    }

    /// Returns where the types are defined that the type at a position names, or that of the field, case, method or argument
    /// there; in the order of the text, each once.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_parser::check::Memory;
    /// use candid_parser::ide::Analysis;
    /// use std::path::Path;
    ///
    /// let text = "type A = nat; type B = opt A; service : { f : (vec B, A) -> (B) }";
    /// let analysis = Analysis::new(&Memory::default(), Path::new("a.did"), Some(text))?;
    /// let starts = |at| analysis.type_definitions(at).iter().map(|place| place.span.start).collect::<Vec<_>>();
    /// assert_eq!(starts(42), [19, 5]);
    /// assert_eq!(starts(19), [5]);
    /// # Ok::<(), candid_parser::Error>(())
    /// ```
    #[must_use]
    pub fn type_definitions(&self, at: u32) -> Vec<Place> {
        let path = self.prog().map(|prog| path_at(prog, at));
        let ty = match path.as_ref().and_then(|path| path.last()) {
            Some(Node::Def(def)) => &def.typ,
            Some(Node::Actor(actor)) => &actor.typ,
            Some(Node::Field(field) | Node::Case(field)) => &field.typ,
            Some(Node::Method(method)) => &method.typ,
            Some(Node::Arg(arg)) => &arg.typ,
            Some(Node::Type(ty)) => *ty,
            Some(Node::Import(_)) | None => return Vec::new(),
        };
        let mut seen = HashSet::new();
        let names = ty.names().filter(|name| seen.insert(*name));
        names.filter_map(|name| self.definition_of(name)).collect()
    }

    /// Returns where a type is defined, if it is.
    #[must_use]
    pub fn definition_of(&self, name: &str) -> Option<Place> {
        let (file, def) = self.def(name)?;
        Some(Place {
            file,
            span: def.name.span,
        })
    }

    /// Returns where a type is defined and used, in all files, in their order.
    #[must_use]
    pub fn references(&self, name: &str) -> Vec<Place> {
        let mut places = Vec::new();
        for file in self.files() {
            let at = |span| Place {
                file: file.id,
                span,
            };
            places.extend(names(&file.prog, name).into_iter().map(at));
        }
        places
    }
}

/// Returns where a type is defined and used in a file, in source order.
fn names(prog: &Prog, name: &str) -> Vec<Span> {
    let defs = prog.defs().filter(|def| def.name.text == name);
    let mut spans: Vec<Span> = defs.map(|def| def.name.span).collect();
    let uses = prog.types().filter(|ty| ty.name() == Some(name));
    spans.extend(uses.map(|ty| ty.span));
    spans.sort_unstable();
    spans
}

/// Checks that a type may have a name: a word that is neither reserved nor a built-in type.
///
/// # Errors
///
/// With the reason.
///
/// # Examples
///
/// ```
/// use candid_parser::ide::check_type_name;
///
/// assert!(check_type_name("Account_2").is_ok());
/// assert_eq!(check_type_name("nat8").unwrap_err(), "nat8 is a built-in type");
/// assert_eq!(check_type_name("query").unwrap_err(), "query is a reserved word");
/// assert_eq!(check_type_name("a-b").unwrap_err(), "a-b is not a name: expected letters a to z, digits and _, and no digit first");
/// ```
pub fn check_type_name(name: &str) -> Result<(), String> {
    use crate::syntax::lex::token::Kind;
    let is_letter = |c: char| c.is_ascii_alphabetic() || c == '_';
    let is_word =
        name.starts_with(is_letter) && name.chars().all(|c| is_letter(c) || c.is_ascii_digit());
    if name.is_empty() {
        return Err("a name has at least one letter".to_string());
    }
    if !is_word {
        return Err(format!(
            "{name} is not a name: expected letters a to z, digits and _, and no digit first"
        ));
    }
    if Kind::of_word(name.as_bytes()).is_reserved() {
        return Err(format!("{name} is a reserved word"));
    }
    match PrimType::str_to_enum(name) {
        Some(_) => Err(format!("{name} is a built-in type")),
        None => Ok(()),
    }
}

/// Returns the word for a kind of type, and for a name that of what it stands for.
pub(super) fn kind_word(analysis: &Analysis, kind: &TypeKind) -> &'static str {
    let word = |kind: &TypeKind| match kind {
        TypeKind::Record(_) => "record",
        TypeKind::Variant(_) => "variant",
        TypeKind::Func(_) => "func",
        TypeKind::Service(_) | TypeKind::Class(..) => "service",
        TypeKind::Opt(_) => "opt",
        TypeKind::Vec(_) => "vec",
        TypeKind::Blob => "blob",
        TypeKind::Principal => "principal",
        TypeKind::Prim(prim) => prim.name(),
        TypeKind::Var(_) | TypeKind::Error => "",
    };
    match kind {
        TypeKind::Var(name) => {
            let chain = analysis.chain(name);
            chain.last().map_or("", |(_, def)| word(&def.typ.kind))
        }
        kind => word(kind),
    }
}
