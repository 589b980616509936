//! Lints for names that mean something else in target languages.

use super::Program;
use crate::check::resolve::of_elsewhere;
use crate::diagnostic::Diagnostic;
use crate::keywords;
use crate::syntax::ast::{Arg, Prog, Span, TypeKind};
use crate::syntax::PrimType;
use candid_wire::identifier::has_id_syntax;

/// Warns about definitions that are called like a builtin type, of Candid but for case or of a target language.
pub(super) fn builtins(program: &Program<'_>, found: &mut dyn FnMut(Diagnostic)) {
    let main = program.main;
    for def in main.prog.defs() {
        let name = def.name.text.as_str();
        let lower = name.to_ascii_lowercase();
        let message = if is_builtin(&lower) {
            format!("the type {name} is called like the builtin {lower}")
        } else if let Some(builtin) = of_elsewhere(name) {
            format!("the type {name} is called like what other languages have for {builtin}")
        } else {
            let users = [
                ("TypeScript", keywords::TYPESCRIPT_TYPES.contains(&name)),
                ("Motoko", keywords::MOTOKO_TYPES.contains(&name)),
                ("Rust", keywords::RUST_TYPES.contains(&name)),
            ];
            let users = users.into_iter().filter(|(_, is_user)| *is_user);
            let users: Vec<&str> = users.map(|(language, _)| language).collect();
            if users.is_empty() {
                continue;
            }
            format!(
                "the type {name} is called like a builtin of {}",
                and(&users)
            )
        };
        found(Diagnostic::warning(message, main.id, def.name.span));
    }
}

/// Returns whether a word is a type of Candid, or begins one.
fn is_builtin(word: &str) -> bool {
    const OTHERS: [&str; 8] = [
        "blob",
        "func",
        "opt",
        "principal",
        "record",
        "service",
        "variant",
        "vec",
    ];
    PrimType::str_to_enum(word).is_some() || OTHERS.contains(&word)
}

/// Warns about names that target languages do not have as they are.
pub(super) fn keywords(program: &Program<'_>, found: &mut dyn FnMut(Diagnostic)) {
    let main = program.main;
    each(&main.prog, &mut |kind, name, span| {
        let message = if !has_id_syntax(name) {
            format!("the {} {name:?} is not an identifier", kind.word())
        } else {
            let languages = languages(kind, name);
            if languages.is_empty() {
                return;
            }
            let languages = and(&languages);
            format!("the {} {name} is reserved in {languages}", kind.word())
        };
        found(Diagnostic::warning(message, main.id, span));
    });
}

/// What has a name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Type,
    Field,
    Case,
    Method,
    Argument,
}

impl Kind {
    fn word(self) -> &'static str {
        match self {
            Kind::Type => "type",
            Kind::Field => "field",
            Kind::Case => "case",
            Kind::Method => "method",
            Kind::Argument => "argument",
        }
    }
}

/// Returns the languages whose bindings rename something with this name.
fn languages(kind: Kind, name: &str) -> Vec<&'static str> {
    // Fields, cases and methods are properties in JavaScript and TypeScript, with any name but one.
    let in_javascript = match kind {
        Kind::Type => keywords::JAVASCRIPT.contains(&name),
        Kind::Field | Kind::Case | Kind::Method => name == keywords::JAVASCRIPT_PROTO,
        Kind::Argument => false,
    };
    // Clients of TypeScript have a method for each method.
    let in_typescript = match kind {
        Kind::Type => keywords::TYPESCRIPT_CLIENT.contains(&name),
        Kind::Method => name == keywords::JAVASCRIPT_THEN,
        Kind::Field | Kind::Case | Kind::Argument => false,
    };
    // Types and cases begin with a capital in Rust.
    let in_rust = match kind {
        Kind::Type | Kind::Case => matches!(name, "self" | "Self"),
        Kind::Field | Kind::Method | Kind::Argument => {
            keywords::RUST.contains(&name) || keywords::RUST_NEVER.contains(&name)
        }
    };
    // Only arguments begin with a small letter in Go.
    let upper = keywords::upper(name);
    let in_go = match kind {
        Kind::Type => keywords::GO_TYPES.contains(&upper.as_str()),
        Kind::Method => keywords::GO_METHODS.contains(&upper.as_str()),
        Kind::Argument => keywords::GO.contains(&name),
        Kind::Field | Kind::Case => false,
    };
    // Types begin with a capital in Python, those that do so already have that name; cases have classes of another name.
    let in_python = match kind {
        Kind::Type if name.starts_with(|c: char| c.is_ascii_uppercase()) => {
            keywords::PYTHON_TYPES.contains(&name)
        }
        Kind::Type => keywords::PYTHON_TYPES.contains(&upper.as_str()),
        Kind::Case => false,
        Kind::Field | Kind::Method | Kind::Argument => {
            keywords::PYTHON.contains(&name) || keywords::PYTHON_MEMBERS.contains(&name)
        }
    };
    let languages = [
        ("Go", in_go),
        ("JavaScript", in_javascript),
        ("Motoko", keywords::MOTOKO.contains(&name)),
        ("Python", in_python),
        ("Rust", in_rust),
        ("TypeScript", in_typescript),
    ];
    let reserved = languages
        .into_iter()
        .filter(|(_, is_reserved)| *is_reserved);
    reserved.map(|(language, _)| language).collect()
}

/// Passes on all names that a file gives.
fn each<'a>(prog: &'a Prog, visit: &mut dyn FnMut(Kind, &'a str, Span)) {
    for def in prog.defs() {
        visit(Kind::Type, &def.name.text, def.name.span);
    }
    for ty in prog.types() {
        let (kind, fields) = match &ty.kind {
            TypeKind::Record(fields) => (Kind::Field, fields),
            TypeKind::Variant(cases) => (Kind::Case, cases),
            TypeKind::Service(methods) => {
                for method in methods {
                    visit(Kind::Method, &method.name.text, method.name.span);
                }
                continue;
            }
            TypeKind::Func(func) => {
                arguments(func.args.iter().chain(&func.rets), visit);
                continue;
            }
            TypeKind::Class(init, _) => {
                arguments(init.iter(), visit);
                continue;
            }
            _ => continue,
        };
        for field in fields {
            if let Some(name) = field.name() {
                visit(kind, name, field.label_span);
            }
        }
    }
}

fn arguments<'a>(args: impl Iterator<Item = &'a Arg>, visit: &mut dyn FnMut(Kind, &'a str, Span)) {
    for name in args.filter_map(|arg| arg.name.as_ref()) {
        visit(Kind::Argument, &name.text, name.span);
    }
}

/// Returns a list in words.
fn and(words: &[&str]) -> String {
    match words {
        [] => String::new(),
        [word] => (*word).to_string(),
        [words @ .., last] => format!("{} and {last}", words.join(", ")),
    }
}
