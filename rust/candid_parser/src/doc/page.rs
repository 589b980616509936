//! What is on a page, whatever its format.

use super::comment::Anchors;
use super::layout::{quoted, quoted_label};
use super::{source, DocOptions};
use crate::check::{merged, Checked};
use crate::codegen::{Actor, Arg, Field, Method, Model, Ty};
use crate::error::Result;
use crate::random::samples;
use crate::syntax::plain::lower::Lowering;
use candid::pretty::candid::value::pp_args;
use candid::pretty::utils::printable;
use candid::types::{Label, Type, TypeInner};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The width of examples.
const WIDTH: usize = 76;

/// Limit on the bytes of an example.
const MAX_EXAMPLE: usize = 4096;

/// Limit on the names in the path to a field.
const MAX_PATH: usize = 4;

/// The parts of a page.
pub(super) struct Page<'a> {
    pub(super) model: &'a Model,
    pub(super) title: String,
    pub(super) lang: &'a str,
    /// The examples of the init arguments, then of the arguments of each method.
    pub(super) examples: Vec<Option<String>>,
    pub(super) anchors: Anchors<'a>,
}

impl Page<'_> {
    /// Returns what `write` makes of the page of an interface.
    pub(super) fn with(
        checked: &Checked,
        options: &DocOptions,
        write: impl FnOnce(&Page<'_>) -> String,
    ) -> Result<String> {
        let prog = merged(&checked.files, |file| {
            let text = checked.sources.text(file.id);
            let mut lowering = Lowering {
                is_sorted: false,
                docs: |start, docs| source::lines(text, start, docs),
            };
            lowering.prog((*file.prog).clone())
        })?;
        let model = Model::as_written(&checked.env, &checked.actor, &prog)?;
        let mut anchors: Anchors<'_> = Anchors::new();
        for method in model.actor_methods() {
            anchors.insert(&method.name, method_anchor(&method.name));
        }
        // Of a type and a method of the same name, the type.
        for def in &model.defs {
            anchors.insert(&def.name, type_anchor(&def.name));
        }
        let title = match printable(options.title.trim()) {
            title if title.is_empty() => "Candid interface".to_string(),
            title => title.into_owned(),
        };
        let page = Page {
            model: &model,
            title,
            lang: &options.lang,
            examples: examples(checked, &model, options)?,
            anchors,
        };
        Ok(model.with_stack(|| write(&page)))
    }

    /// Returns the service, if there is more to say about it than its methods.
    pub(super) fn about(&self) -> Option<&Actor> {
        let actor = self.model.actor.as_ref()?;
        (!actor.docs.is_empty() || self.init().is_some()).then_some(actor)
    }

    /// Returns the init arguments, if there are any.
    pub(super) fn init(&self) -> Option<&[Arg]> {
        let init = self.model.actor.as_ref()?.init.as_deref()?;
        (!init.is_empty()).then_some(init)
    }

    pub(super) fn init_example(&self) -> Option<&String> {
        self.examples.first()?.as_ref()
    }

    /// Returns the methods with the examples of their arguments.
    pub(super) fn methods(&self) -> impl Iterator<Item = (&Method, Option<&String>)> {
        let examples = self.examples.iter().skip(1).map(Option::as_ref);
        let examples = examples.chain(std::iter::repeat(None));
        self.model.actor_methods().iter().zip(examples)
    }

    /// Returns what kind of call a method takes.
    pub(super) fn kind(&self, method: &Method) -> &'static str {
        match self.model.func(&method.ty).and_then(|func| func.keyword()) {
            None => "Update: may change the state, and replies",
            Some("query") => "Query: does not change the state",
            Some("composite_query") => {
                "Composite query: does not change the state, and may call other queries"
            }
            Some(_) => "One way: there is no reply",
        }
    }
}

/// Returns the examples of arguments: no example where there are none, where a type has no values, or its values are large.
fn examples(checked: &Checked, model: &Model, options: &DocOptions) -> Result<Vec<Option<String>>> {
    let Some(actor) = checked.actor.as_ref().filter(|_| options.examples) else {
        return Ok(Vec::new());
    };
    // A chain of names is followed for each example.
    let env = &checked.env.resolved();
    let mut lists: Vec<(&str, &[Type])> = vec![("", &[])];
    if let TypeInner::Class(args, _) = actor.as_ref() {
        lists[0].1 = args;
    }
    let types: BTreeMap<&str, &Type> = env
        .as_service(actor)?
        .iter()
        .map(|(name, ty)| (name.as_str(), ty))
        .collect();
    for method in model.actor_methods() {
        let func = types
            .get(method.name.as_str())
            .map(|ty| env.as_func(ty))
            .transpose()?;
        lists.push((&method.name, func.map_or(&[], |func| &func.args)));
    }
    let show = |args: Option<candid::IDLArgs>| {
        let text = pp_args(&args?).pretty(WIDTH).to_string();
        (text.len() <= MAX_EXAMPLE).then(|| printable(&text).into_owned())
    };
    // `()` is in the signature.
    let has_args = lists.iter().map(|(_, args)| !args.is_empty());
    Ok(samples(env, &lists, options.seed)?
        .into_iter()
        .zip(has_args.collect::<Vec<_>>())
        .map(|(args, has_args)| show(args.filter(|_| has_args)))
        .collect())
}

pub(super) fn method_anchor(name: &str) -> String {
    anchor("method-", name)
}

pub(super) fn type_anchor(name: &str) -> String {
    anchor("type-", name)
}

/// Returns an anchor: a different one for each name, of letters, digits, `_` and `-`.
fn anchor(prefix: &str, name: &str) -> String {
    let mut anchor = prefix.to_string();
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || byte == b'_' {
            anchor.push(char::from(byte));
        } else {
            let _ = write!(anchor, "-{byte:02x}");
        }
    }
    anchor
}

/// A field, case or method inside a type, that has a comment.
pub(super) struct Documented<'a> {
    /// The names on the way to it.
    pub(super) path: String,
    pub(super) docs: &'a [String],
}

/// What is said about the inside of a type apart from its code.
#[derive(Default)]
pub(super) struct Details<'a> {
    pub(super) documented: Vec<Documented<'a>>,
    /// The names of fields and cases, with their ids.
    pub(super) ids: BTreeMap<String, u32>,
    path: Vec<String>,
}

impl<'a> Details<'a> {
    pub(super) fn of_type(ty: &'a Ty) -> Self {
        let mut details = Details::default();
        details.ty(ty);
        details
    }

    pub(super) fn of_args(args: &'a [Arg]) -> Self {
        let mut details = Details::default();
        args.iter().for_each(|arg| details.ty(&arg.ty));
        details
    }

    fn ty(&mut self, ty: &'a Ty) {
        match ty {
            Ty::Prim(_) | Ty::Principal | Ty::Blob | Ty::Var(_) => {}
            Ty::Opt(part) | Ty::Vec(part) => self.ty(part),
            Ty::Record(fields) | Ty::Variant(fields) => {
                fields.iter().for_each(|field| self.field(field));
            }
            Ty::Func(func) => func
                .args
                .iter()
                .chain(&func.rets)
                .for_each(|arg| self.ty(&arg.ty)),
            Ty::Service(methods) => {
                for method in methods {
                    self.item(quoted(&method.name), &method.docs, &method.ty);
                }
            }
        }
    }

    fn field(&mut self, field: &'a Field) {
        let name = quoted_label(&field.label);
        if let Label::Named(_) = field.label {
            self.ids.insert(name.clone(), field.label.get_id());
        }
        self.item(name, &field.docs, &field.ty);
    }

    fn item(&mut self, name: String, docs: &'a [String], ty: &'a Ty) {
        self.path.push(name);
        if !docs.is_empty() {
            let start = self.path.len().saturating_sub(MAX_PATH);
            let omitted = if start > 0 { "…." } else { "" };
            let path = format!("{omitted}{}", self.path[start..].join("."));
            self.documented.push(Documented { path, docs });
        }
        self.ty(ty);
        self.path.pop();
    }
}
