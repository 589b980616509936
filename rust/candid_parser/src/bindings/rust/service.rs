//! Generator for the service itself: its methods and its init arguments.

use super::define::numbered;
use super::identifier::{self, is_keyword, Ident};
use super::walk::{Doc, TypeWalk};
use super::{Method, TypePath};
use crate::bindings::config::StateElem;
use crate::bindings::model::{Arg, Names, Rules, Ty};

/// Wider than any line: the parts for templates are not broken over lines.
const UNBROKEN: usize = 1_000_000_000;

impl TypeWalk<'_> {
    /// Returns the names and types of the init arguments.
    pub(super) fn init_args(&mut self) -> Option<Vec<(String, String)>> {
        let args = self.model.actor.as_ref()?.init.as_deref()?;
        Some(self.within(StateElem::Label("init"), |walk| {
            // The path is empty, so their types are called `Init`, `Init1`….
            walk.named_arguments(args, "Init", &mut Vec::new())
        }))
    }

    pub(super) fn actor_methods(&mut self) -> Vec<Method> {
        let model = self.model;
        let methods = model.actor_methods();
        let names = self.method_names();
        let mut service = Vec::new();
        if let Some(Ty::Var(idx)) = model.actor.as_ref().map(|actor| &actor.ty) {
            // The service has a name, from which the names of types in its methods are made.
            service.push(TypePath::Id(model.defs[*idx].name.clone()));
            self.require(*idx);
        }
        let mut printed = Vec::with_capacity(methods.len());
        for (method, name) in methods.iter().zip(names) {
            // The model contains no method that is not a function.
            let Some(func) = model.func(&method.ty) else {
                continue;
            };
            if let Ty::Var(idx) = &method.ty {
                self.require(*idx);
            }
            let mut path = service.clone();
            path.push(TypePath::Func(method.name.clone()));
            printed.push(self.within(StateElem::Label(&method.name), |walk| {
                let _ = walk.property("name", |config| &config.name);
                let args = walk.named_arguments(&func.args, "Arg", &mut path);
                let ret = |(idx, ret): (usize, &Arg)| {
                    let label = format!("ret{idx}");
                    flat(walk.argument(ret, &label, numbered("Ret", idx), &mut path))
                };
                let rets = func.rets.iter().enumerate().map(ret).collect();
                Method {
                    name: Ident(&name).to_string(),
                    original_name: method.name.clone(),
                    args,
                    rets,
                    mode: func.keyword().unwrap_or("update").to_string(),
                    docs: method.docs.clone(),
                }
            }));
        }
        printed
    }

    fn method_names(&mut self) -> Vec<String> {
        let methods = self.model.actor_methods();
        let given = |method: &crate::bindings::model::Method| {
            self.within(StateElem::Label(&method.name), |walk| {
                walk.state.config.name.clone()
            })
        };
        let given: Vec<Option<String>> = methods.iter().map(given).collect();
        // The function that takes the init arguments has this name.
        let actor = self.model.actor.as_ref();
        let taken = actor.and_then(|actor| actor.init.as_ref().map(|_| "init"));
        let mut scope = Names::new(taken.as_slice());
        let names = methods.iter().map(|method| Some(method.name.as_str()));
        let mut names = name_rest(names, given, &mut scope);
        // Attributes on functions do not accept `r#`, so a keyword needs the name with `_` as well.
        for name in names.iter_mut().filter(|name| is_keyword(name)) {
            let escaped = format!("{name}_");
            if !scope.take(&escaped) {
                *name = scope.unique(&escaped, "_");
            }
        }
        names
    }

    fn named_arguments(
        &mut self,
        args: &[Arg],
        piece: &str,
        path: &mut Vec<TypePath>,
    ) -> Vec<(String, String)> {
        let mut given = Vec::with_capacity(args.len());
        let mut types = Vec::with_capacity(args.len());
        for (idx, arg) in args.iter().enumerate() {
            let label = format!("arg{idx}");
            given.push(self.within(StateElem::Label(&label), |walk| {
                walk.property("name", |config| &config.name)
            }));
            types.push(flat(self.argument(arg, &label, numbered(piece, idx), path)));
        }
        let names = args.iter().map(|arg| arg.name.as_deref());
        let names = name_rest(names, given, &mut Names::default());
        let ident = |name: String| Ident(&name).to_string();
        names.into_iter().map(ident).zip(types).collect()
    }

    /// Returns the templates' name for the result of a call, different from any type of the interface.
    pub(super) fn result_name(&mut self) -> String {
        if self.names.take("Result") {
            "Result".to_string()
        } else {
            self.names.unique("CallResult", "")
        }
    }

    /// Returns the name of the struct whose methods call the service, if it is not `Service`.
    pub(super) fn service_name(&mut self, given: Option<String>) -> Option<String> {
        if given.is_some() {
            self.state.note_root("name");
            return given;
        }
        self.model.actor.as_ref()?;
        let name = self.names.unique("Service", "");
        (name != "Service").then_some(name)
    }
}

/// Names the items that the configuration does not name: by their Candid names, or as `arg0`, `arg1`….
fn name_rest<'n>(
    names: impl Iterator<Item = Option<&'n str>>,
    given: Vec<Option<String>>,
    scope: &mut Names,
) -> Vec<String> {
    for name in given.iter().flatten() {
        scope.take(name);
    }
    let rules = Rules {
        identifier: &identifier::value_name,
        taken: &[],
        separator: "_",
    };
    let proposed: Vec<String> = names
        .enumerate()
        .map(|(idx, name)| name.map_or_else(|| format!("arg{idx}"), str::to_string))
        .collect();
    let open = proposed
        .iter()
        .zip(&given)
        .filter(|(_, given)| given.is_none());
    let mut named = scope
        .all(open.map(|(name, _)| name.as_str()), &rules)
        .into_iter();
    given
        .into_iter()
        .map(|given| given.unwrap_or_else(|| named.next().unwrap_or_default()))
        .collect()
}

fn flat(doc: Doc) -> String {
    doc.pretty(UNBROKEN).to_string()
}
