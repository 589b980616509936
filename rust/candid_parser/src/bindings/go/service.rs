//! The service: the methods of the client.

use super::flatten::Builder;
use super::names::{doc_lines, exported, literal, local, path};
use super::package::{Method, Param, Service};
use crate::bindings::model::{Arg, Names, Rules, Ty};
use crate::keywords::GO_METHODS;
use std::collections::HashMap;

impl<'a> Builder<'a> {
    pub(super) fn service(&mut self) -> Option<Service> {
        let actor = self.model.actor.as_ref()?;
        let methods = self.model.actor_methods();
        let rules = Rules {
            identifier: &exported,
            taken: GO_METHODS,
            separator: "",
        };
        let names = methods.iter().map(|method| method.name.as_str());
        let names = Names::new(GO_METHODS).all(names, &rules);
        let mut built = Vec::with_capacity(methods.len());
        // The parameters of function types that have a name: methods share their types.
        let mut shared: HashMap<usize, (Vec<Param>, Vec<Param>)> = HashMap::new();
        for (method, name) in methods.iter().zip(names) {
            let func = self.model.func(&method.ty)?;
            let is_query = func.is_query();
            let (args, results) = match &method.ty {
                Ty::Var(idx) => {
                    let end = self.model.end(*idx);
                    let params = || self.params(&self.defs[end].clone(), &func.args, &func.rets);
                    shared.entry(end).or_insert_with(params).clone()
                }
                _ => self.params(&name, &func.args, &func.rets),
            };
            let literal = literal(&method.name);
            let docs = match doc_lines(&method.docs) {
                docs if docs.is_empty() => {
                    doc_lines(&[format!("{name} calls the method {literal}.")])
                }
                docs => docs,
            };
            built.push(Method {
                name,
                literal,
                docs,
                is_query,
                is_oneway: func.is_oneway(),
                args,
                results,
            });
        }
        let init = actor.init.as_ref().map(|init| Method {
            name: "EncodeInit".to_string(),
            literal: literal("init"),
            docs: Vec::new(),
            is_query: false,
            is_oneway: false,
            args: self.params("Init", init, &[]).0,
            results: Vec::new(),
        });
        Some(Service {
            docs: doc_lines(&actor.docs),
            methods: built,
            init,
        })
    }

    fn params(
        &mut self,
        name: &str,
        args: &'a [Arg],
        results: &'a [Arg],
    ) -> (Vec<Param>, Vec<Param>) {
        let mut names = Names::default();
        let mut params = |args: &'a [Arg], what: &str| -> Vec<Param> {
            let named = args.iter().enumerate().map(|(idx, arg)| match &arg.name {
                Some(name) => local(name),
                None if args.len() == 1 => what.to_string(),
                None => format!("{what}{}", idx + 1),
            });
            let named: Vec<String> = named.map(|name| names.unique(&name, "")).collect();
            let built = named.into_iter().zip(args).map(|(local, arg)| {
                let part = match what {
                    "result" if args.len() == 1 => "Result".to_string(),
                    _ => exported(&local),
                };
                let built = self.ty(&arg.ty, Some(&path(name, &part)));
                Param {
                    name: local,
                    ty: built.go,
                    index: built.index,
                }
            });
            built.collect()
        };
        (params(args, "arg"), params(results, "result"))
    }
}
