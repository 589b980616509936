//! Generator for the service itself: its methods and its init arguments.

use super::identifier::{self, is_keyword, name_rest, Ident};
use super::walk::{Doc, TypeWalk};
use super::{Method, TypePath};
use crate::bindings::config::StateElem;
use crate::bindings::model::{self, Arg, Names, Ty};

/// Wider than any line: the parts for templates are not broken over lines.
const UNBROKEN: usize = 1_000_000_000;

impl TypeWalk<'_> {
    /// Returns the names and types of the init arguments.
    pub(super) fn init_args(&mut self) -> Option<Vec<(String, String)>> {
        let args = self.model.actor.as_ref()?.init.as_deref()?;
        Some(self.within(StateElem::Label("init"), |walk| {
            // The path is empty, so their types are called `Init`, `Init1`….
            walk.named_arguments(args, "Init")
        }))
    }

    pub(super) fn actor_methods(&mut self) -> Vec<Method> {
        let names = self.method_names();
        if let Some(Ty::Var(idx)) = self.model.actor.as_ref().map(|actor| &actor.ty) {
            // The service has a name, from which the names of types in its methods are made.
            let name = self.model.defs[*idx].name.clone();
            self.path.push(TypePath::Id(name));
            self.require(*idx);
        }
        let methods = self.model.actor_methods().iter().zip(names);
        let methods = methods.filter_map(|(method, name)| self.actor_method(method, &name));
        let methods = methods.collect();
        self.path.clear();
        methods
    }

    fn actor_method(&mut self, method: &model::Method, name: &str) -> Option<Method> {
        // The model contains no method that is not a function.
        let func = self.model.func(&method.ty)?;
        if let Ty::Var(idx) = &method.ty {
            self.require(*idx);
        }
        let step = TypePath::Func(method.name.clone());
        Some(self.at(step, &method.name, |walk| {
            let _ = walk.property("name");
            let args = walk.named_arguments(&func.args, "Arg");
            let rets = func.rets.iter().enumerate();
            Method {
                name: Ident(name).to_string(),
                original_name: method.name.clone(),
                args,
                rets: rets
                    .map(|(idx, ret)| flat(walk.argument(ret, idx, "ret", "Ret")))
                    .collect(),
                mode: func.keyword().unwrap_or("update").to_string(),
                docs: method.docs.clone(),
            }
        }))
    }

    fn method_names(&mut self) -> Vec<String> {
        let methods = self.model.actor_methods();
        let given = |method: &model::Method| self.given_name(StateElem::Label(&method.name));
        let mut names: Vec<Option<String>> = methods.iter().map(given).collect();
        // The function that takes the init arguments has this name.
        let actor = self.model.actor.as_ref();
        let taken = actor.and_then(|actor| actor.init.as_ref().map(|_| "init"));
        let mut scope = Names::new(taken.as_slice());
        let proposed = methods.iter().map(|method| method.name.as_str());
        let identifier = &identifier::value_name;
        name_rest(&mut scope, &mut names, (0..).zip(proposed), identifier, "_");
        // Attributes on functions do not accept `r#`, so a keyword needs the name with `_` as well.
        for name in names.iter_mut().flatten().filter(|name| is_keyword(name)) {
            let escaped = format!("{name}_");
            if !scope.take(&escaped) {
                *name = scope.unique(&escaped, "_");
            }
        }
        names.into_iter().flatten().collect()
    }

    /// Returns the names and types of arguments; those without a name are called `arg0`, `arg1`….
    fn named_arguments(&mut self, args: &[Arg], piece: &str) -> Vec<(String, String)> {
        let mut names = Vec::with_capacity(args.len());
        let mut types = Vec::with_capacity(args.len());
        let label = |idx: usize| format!("arg{idx}");
        for (idx, arg) in args.iter().enumerate() {
            names.push(self.within(StateElem::Label(&label(idx)), |walk| walk.property("name")));
            types.push(flat(self.argument(arg, idx, "arg", piece)));
        }
        let proposed = |(idx, arg): (usize, &Arg)| arg.name.clone().unwrap_or_else(|| label(idx));
        let proposed: Vec<String> = args.iter().enumerate().map(proposed).collect();
        let proposed = (0..).zip(proposed.iter().map(String::as_str));
        let identifier = &identifier::value_name;
        name_rest(&mut Names::default(), &mut names, proposed, identifier, "_");
        let names = names.iter().flatten().map(|name| Ident(name).to_string());
        names.zip(types).collect()
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

fn flat(doc: Doc) -> String {
    doc.pretty(UNBROKEN).to_string()
}
