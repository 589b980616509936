//! `#[candid_method]`: validation of a function and its registration for `export_service!`.

use crate::check;
use crate::derive::doc_lines;
use crate::errors::Errors;
use crate::service::{self, Constructor, Method, Mode};
use crate::signature::{Input, Signature};
use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::punctuated::Punctuated;
use syn::{Expr, ExprLit, Generics, Lit, Meta, ReturnType, Token, Type};

/// Registers the function, unless it or its attributes are invalid, and returns the types to check in it: those that no
/// earlier function has.
///
/// # Errors
///
/// Every error, each at its span.
pub(crate) fn register(attributes: TokenStream, item: TokenStream) -> syn::Result<Vec<Type>> {
    let mut errors = Errors::default();
    let attributes = Attributes::parse(attributes, &mut errors);
    let may_check = check::has_body(&item) && check::has_candid();
    let signature: Option<Signature> = errors.check(syn::parse2(item));
    let Some(signature) = signature else {
        return errors.finish().map(|()| Vec::new());
    };
    check_generics(&signature.generics, &mut errors);
    let args = arguments(&signature.inputs, &mut errors);
    let rets = results(&signature.output);
    let is_constructor = matches!(attributes.kind, Kind::Init);
    let mut types = args.clone();
    if !is_constructor {
        types.extend(rets.iter().cloned());
    }
    let (args, rets) = (sources(&args), sources(&rets));
    match attributes.kind {
        Kind::Init => {
            check_constructor(&signature.output, &rets, &mut errors);
            errors.finish()?;
            service::add_constructor(Constructor { args });
        }
        Kind::Method(mode) => {
            if mode == Mode::Oneway && !rets.is_empty() {
                errors.on(&signature.output, "a oneway method cannot return a value");
            }
            errors.finish()?;
            let name = attributes
                .rename
                .unwrap_or_else(|| signature.name.unraw().to_string());
            let docs = doc_lines(&signature.attributes);
            service::add_method(
                name,
                Method {
                    args,
                    rets,
                    mode,
                    docs,
                },
            );
        }
    }
    types.retain(|ty| may_check && check::is_nameable(ty) && service::add_checked(source(ty)));
    Ok(types)
}

#[derive(Clone, Copy)]
enum Kind {
    Init,
    Method(Mode),
}

impl Kind {
    fn of(word: &str) -> Option<Self> {
        Some(match word {
            "init" => Kind::Init,
            "query" => Kind::Method(Mode::Query),
            "composite_query" => Kind::Method(Mode::CompositeQuery),
            "update" => Kind::Method(Mode::Update),
            "oneway" => Kind::Method(Mode::Oneway),
            _ => return None,
        })
    }
}

struct Attributes {
    kind: Kind,
    rename: Option<String>,
}

impl Attributes {
    fn parse(tokens: TokenStream, errors: &mut Errors) -> Self {
        let list =
            syn::parse::Parser::parse2(Punctuated::<Meta, Token![,]>::parse_terminated, tokens);
        let list = errors.check(list).unwrap_or_default();
        let mut kind = None;
        let mut rename = None;
        for meta in &list {
            match meta {
                Meta::Path(path) => match (word(path).as_deref().and_then(Kind::of), &kind) {
                    (Some(found), None) => kind = Some(found),
                    (Some(_), Some(_)) => {
                        errors.on(path, "duplicate mode: a method has only one");
                    }
                    (None, _) => errors.on(path, UNKNOWN),
                },
                Meta::NameValue(pair) if pair.path.is_ident("rename") => match &pair.value {
                    Expr::Lit(ExprLit {
                        lit: Lit::Str(name),
                        ..
                    }) if rename.is_none() => rename = Some(name.value()),
                    value if rename.is_none() => {
                        errors.on(value, "expected a string, as in `rename = \"name\"`")
                    }
                    value => errors.on(value, "duplicate `rename`: a method has only one name"),
                },
                other => errors.on(other, UNKNOWN),
            }
        }
        Attributes {
            kind: kind.unwrap_or(Kind::Method(Mode::Update)),
            rename,
        }
    }
}

const UNKNOWN: &str = "expected `query`, `composite_query`, `update`, `oneway`, `init` or \
                       `rename = \"name\"`";

fn word(path: &syn::Path) -> Option<String> {
    path.get_ident().map(ToString::to_string)
}

fn check_generics(generics: &Generics, errors: &mut Errors) {
    if !generics.params.is_empty() {
        errors.on(
            generics,
            "a method cannot have generic parameters: its Candid type must be a single type",
        );
    }
}

fn arguments(inputs: &[Input], errors: &mut Errors) -> Vec<Type> {
    let mut args = Vec::new();
    for input in inputs {
        match input {
            Input::Receiver {
                is_borrowed: true, ..
            } => {}
            Input::Receiver { tokens, .. } => errors.on(
                tokens,
                "expected `&self` or `&mut self`: a method cannot consume `self`",
            ),
            Input::Typed(ty) => args.push((**ty).clone()),
        }
    }
    args
}

/// Returns the result types: several are written as a tuple, none as `()`.
fn results(output: &ReturnType) -> Vec<Type> {
    match output {
        ReturnType::Default => Vec::new(),
        ReturnType::Type(_, ty) => match &**ty {
            Type::Tuple(tuple) => tuple.elems.iter().cloned().collect(),
            ty => vec![ty.clone()],
        },
    }
}

fn check_constructor(output: &ReturnType, rets: &[String], errors: &mut Errors) {
    let returns_self = matches!(output, ReturnType::Type(_, ty) if source(ty) == "Self");
    if !rets.is_empty() && !returns_self {
        errors.on(output, "an init function must return nothing or `Self`");
    }
}

fn sources(types: &[Type]) -> Vec<String> {
    types.iter().map(source).collect()
}

/// Returns the source text of a type: tokens cannot be kept from one macro call to the next.
fn source(ty: &Type) -> String {
    ty.to_token_stream().to_string()
}

/// Parses a type from its source text, at the span of the macro call that uses it.
pub(crate) fn parse_source(text: &str, span: Span) -> syn::Result<Type> {
    syn::parse_str(text).map_err(|error| syn::Error::new(span, error))
}
