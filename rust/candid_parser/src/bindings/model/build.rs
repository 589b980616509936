//! Construction of the model: checked types, with comments and argument names from the source.

use super::order;
use super::{Actor, Arg, Def, Field, Func, Method, Model, Prim, Ty};
use crate::error::{Error, Result};
use crate::stack;
use crate::syntax::{Binding, IDLActorType, IDLArgType, IDLMergedProg, IDLType, TypeField};
use candid::types::{Function, Type, TypeEnv, TypeInner};
use std::collections::HashMap;

impl Model {
    /// Builds the model of an interface from its checked types and the program they were made from, which has the
    /// comments and the names of arguments.
    ///
    /// # Errors
    ///
    /// See [`Model::from_parts`]; also if the program's imported services conflict.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_parser::check::{self, Memory};
    /// use candid_parser::codegen::Model;
    /// use std::path::Path;
    ///
    /// let text = "service : {\n  // Adds.\n  add : (left : nat, right : nat) -> (nat) query }";
    /// let checked = check::text(&Memory::default(), Path::new("add.did"), text)?;
    /// let model = Model::new(&checked.env, &checked.actor, &checked.prog)?;
    /// let method = &model.actor_methods()[0];
    /// assert_eq!((method.name.as_str(), &*method.docs), ("add", ["Adds.".to_string()].as_slice()));
    /// let func = model.func(&method.ty).expect("a method is a function");
    /// assert_eq!(func.args[0].name.as_deref(), Some("left"));
    /// # Ok::<(), candid_parser::Error>(())
    /// ```
    pub fn new(env: &TypeEnv, actor: &Option<Type>, prog: &IDLMergedProg) -> Result<Self> {
        let service = prog.resolve_actor()?;
        Self::from_parts(env, actor, prog.bindings(), service.as_ref())
    }

    /// Returns [`Model::new`] with fields, cases and methods in the order of the program instead of that of the encoding: for
    /// people who read types, not for programs.
    #[cfg_attr(not(feature = "doc"), allow(dead_code, reason = "for pages"))]
    pub(crate) fn as_written(
        env: &TypeEnv,
        actor: &Option<Type>,
        prog: &IDLMergedProg,
    ) -> Result<Self> {
        let service = prog.resolve_actor()?;
        Self::of_parts(env, actor, prog.bindings(), service.as_ref(), Order::Source)
    }

    /// Builds the model of checked types, without comments and names of arguments.
    ///
    /// # Errors
    ///
    /// See [`Model::from_parts`].
    pub fn without_source(env: &TypeEnv, actor: &Option<Type>) -> Result<Self> {
        Self::from_parts(env, actor, [], None)
    }

    /// Builds the model of checked types and of the parts of the source that they were made from. Where the source has
    /// nothing for a type, or does not match it, there are no comments.
    ///
    /// # Errors
    ///
    /// If a name is not defined, names are cyclic, a method is not a function, the actor is not a service, or a type is
    /// not valid in an interface (the type of a Rust value, for instance).
    pub fn from_parts<'a>(
        env: &TypeEnv,
        actor: &Option<Type>,
        bindings: impl IntoIterator<Item = &'a Binding>,
        service: Option<&'a IDLActorType>,
    ) -> Result<Self> {
        Self::of_parts(env, actor, bindings, service, Order::Checked)
    }

    fn of_parts<'a>(
        env: &TypeEnv,
        actor: &Option<Type>,
        bindings: impl IntoIterator<Item = &'a Binding>,
        service: Option<&'a IDLActorType>,
        order: Order,
    ) -> Result<Self> {
        let source: HashMap<&str, &Binding> = bindings
            .into_iter()
            .map(|binding| (binding.id.as_str(), binding))
            .collect();
        let mut build = Build {
            resolved: env.resolved(),
            names: env.0.keys().map(String::as_str).zip(0..).collect(),
            order,
            level: 0,
            depth: 0,
        };
        let mut defs = Vec::with_capacity(env.0.len());
        for (name, ty) in &env.0 {
            let binding = source.get(name.as_str());
            defs.push(Def {
                name: name.clone(),
                docs: binding.map_or_else(Vec::new, |binding| clean(&binding.docs)),
                ty: build.ty(ty, binding.map(|binding| &binding.typ))?,
                recursive: false,
                used: false,
            });
        }
        if let Some(idx) = order::cycle_of_names(&defs) {
            env.rec_find_type(&defs[idx].name)?;
        }
        let actor = match actor {
            Some(ty) => Some(build.actor(ty, service, &source)?),
            None => None,
        };
        let mut model = Model {
            defs,
            order: Vec::new(),
            actor,
            ends: Vec::new(),
            depth: build.depth,
        };
        model.ends = model.along_names(|idx| idx, |_, end| end);
        model.set_order();
        Ok(model)
    }
}

/// The order of fields, cases and methods.
#[derive(Clone, Copy)]
enum Order {
    /// That of the checked types.
    Checked,
    /// That of the source; behind it, what is not in the source.
    Source,
}

impl Order {
    /// Sorts items, given their positions in the source.
    fn apply<T>(self, items: &mut [T], position: impl Fn(&T) -> Option<usize>) {
        match self {
            Order::Checked => {}
            Order::Source => items.sort_by_key(|item| position(item).unwrap_or(usize::MAX)),
        }
    }
}

struct Build<'e> {
    /// The definitions without chains of names.
    resolved: TypeEnv,
    names: HashMap<&'e str, usize>,
    order: Order,
    level: usize,
    depth: usize,
}

impl Build<'_> {
    /// Converts a type, with one stack level for each level of the type.
    fn ty(&mut self, ty: &Type, source: Option<&IDLType>) -> Result<Ty> {
        self.level += 1;
        self.depth = self.depth.max(self.level);
        let built = stack::level(|| self.kind(ty, source));
        self.level -= 1;
        built
    }

    fn kind(&mut self, ty: &Type, source: Option<&IDLType>) -> Result<Ty> {
        if let Some(prim) = Prim::of_candid(ty.as_ref()) {
            return Ok(Ty::Prim(prim));
        }
        let of_part = match (ty.as_ref(), source) {
            (TypeInner::Opt(_), Some(IDLType::OptT(part)))
            | (TypeInner::Vec(_), Some(IDLType::VecT(part))) => Some(&**part),
            _ => None,
        };
        let of_fields = match (ty.as_ref(), source) {
            (TypeInner::Record(_), Some(IDLType::RecordT(fields)))
            | (TypeInner::Variant(_), Some(IDLType::VariantT(fields))) => fields.as_slice(),
            _ => &[],
        };
        match ty.as_ref() {
            TypeInner::Principal => Ok(Ty::Principal),
            TypeInner::Var(name) => Ok(Ty::Var(self.index(name)?)),
            TypeInner::Opt(part) => Ok(Ty::Opt(Box::new(self.ty(part, of_part)?))),
            TypeInner::Vec(part) if matches!(part.as_ref(), TypeInner::Nat8) => Ok(Ty::Blob),
            TypeInner::Vec(part) => Ok(Ty::Vec(Box::new(self.ty(part, of_part)?))),
            TypeInner::Record(fields) => Ok(Ty::Record(self.fields(fields, of_fields)?)),
            TypeInner::Variant(fields) => Ok(Ty::Variant(self.fields(fields, of_fields)?)),
            TypeInner::Func(function) => Ok(Ty::Func(self.func(function, source)?)),
            TypeInner::Service(methods) => self.service(methods, source),
            TypeInner::Class(..) => Err(Error::msg(
                "a service constructor is not allowed inside a type",
            )),
            _ => Err(Error::msg(format!("{ty} is not valid in an interface"))),
        }
    }

    fn index(&self, name: &str) -> Result<usize> {
        let found = self.names.get(name).copied();
        found.ok_or_else(|| Error::msg(format!("unbound type identifier {name}")))
    }

    fn fields(
        &mut self,
        fields: &[candid::types::Field],
        source: &[TypeField],
    ) -> Result<Vec<Field>> {
        let source: HashMap<u32, (usize, &TypeField)> = source
            .iter()
            .enumerate()
            .map(|(idx, field)| (field.label.get_id(), (idx, field)))
            .collect();
        let field = |field: &candid::types::Field| {
            let source = source.get(&field.id.get_id()).map(|(_, source)| *source);
            Ok(Field {
                docs: source.map_or_else(Vec::new, |source| clean(&source.docs)),
                label: (*field.id).clone(),
                ty: self.ty(&field.ty, source.map(|source| &source.typ))?,
                position: 0,
            })
        };
        let fields: Result<Vec<Field>> = fields.iter().map(field).collect();
        let mut fields = fields?;
        let position = |field: &Field| source.get(&field.label.get_id()).map(|(idx, _)| *idx);
        let mut written: Vec<&mut Field> = fields.iter_mut().collect();
        Order::Source.apply(&mut written, |field| position(field));
        for (idx, field) in written.into_iter().enumerate() {
            field.position = idx;
        }
        self.order.apply(&mut fields, position);
        Ok(fields)
    }

    fn func(&mut self, function: &Function, source: Option<&IDLType>) -> Result<Func> {
        let (args, rets) = match source {
            Some(IDLType::FuncT(source)) => (source.args.as_slice(), source.rets.as_slice()),
            _ => (&[][..], &[][..]),
        };
        // The checker allows at most one annotation.
        let mode = function.modes.first().cloned();
        Ok(Func {
            mode,
            args: self.args(&function.args, args)?,
            rets: self.args(&function.rets, rets)?,
        })
    }

    fn args(&mut self, args: &[Type], source: &[IDLArgType]) -> Result<Vec<Arg>> {
        // No names are better than names that may belong to other arguments.
        let source = if source.len() == args.len() {
            source
        } else {
            &[]
        };
        let arg = |(idx, ty)| {
            let source = source.get(idx);
            Ok(Arg {
                name: source.and_then(|source: &IDLArgType| source.name.clone()),
                ty: self.ty(ty, source.map(|source| &source.typ))?,
            })
        };
        args.iter().enumerate().map(arg).collect()
    }

    fn service(&mut self, methods: &[(String, Type)], source: Option<&IDLType>) -> Result<Ty> {
        let source = match source {
            Some(IDLType::ServT(source)) => source.as_slice(),
            _ => &[],
        };
        let source: HashMap<&str, (usize, &Binding)> = source
            .iter()
            .enumerate()
            .map(|(idx, method)| (method.id.as_str(), (idx, method)))
            .collect();
        let method = |(name, ty): &(String, Type)| {
            self.resolved.as_func(ty)?;
            let source = source.get(name.as_str()).map(|(_, source)| *source);
            Ok(Method {
                docs: source.map_or_else(Vec::new, |source| clean(&source.docs)),
                name: name.clone(),
                ty: self.ty(ty, source.map(|source| &source.typ))?,
            })
        };
        let methods: Result<Vec<Method>> = methods.iter().map(method).collect();
        let mut methods = methods?;
        self.order.apply(&mut methods, |method| {
            source.get(method.name.as_str()).map(|(idx, _)| *idx)
        });
        Ok(Ty::Service(methods))
    }

    /// Converts the service. The source of a selection of methods may be the name of a service, whose definition has
    /// the comments.
    fn actor(
        &mut self,
        ty: &Type,
        service: Option<&IDLActorType>,
        source: &HashMap<&str, &Binding>,
    ) -> Result<Actor> {
        let docs = service.map_or_else(Vec::new, |service| clean(&service.docs));
        let mut written = service.map(|service| &service.typ);
        let mut init_source: &[IDLArgType] = &[];
        let (init, ty) = match ty.as_ref() {
            TypeInner::Class(args, ty) => (Some(args), ty),
            _ => (None, ty),
        };
        if let Some(IDLType::ClassT(args, service)) = written {
            init_source = args;
            written = Some(service);
        }
        self.resolved.as_service(ty)?;
        if matches!(ty.as_ref(), TypeInner::Service(_)) {
            // A chain of names takes at most as many steps as there are definitions.
            for _ in 0..=source.len() {
                match written {
                    Some(IDLType::VarT(name)) => {
                        written = source.get(name.as_str()).map(|b| &b.typ)
                    }
                    _ => break,
                }
            }
        }
        let init = init.map(|args| self.args(args, init_source));
        Ok(Actor {
            docs,
            init: init.transpose()?,
            ty: self.ty(ty, written)?,
        })
    }
}

/// Removes a third slash: comments written with `///`, as Motoko's compiler does, equal those with `//`.
fn clean(docs: &[String]) -> Vec<String> {
    let line = |line: &String| {
        let rest = line
            .strip_prefix('/')
            .map_or(line.as_str(), |rest| rest.strip_prefix(' ').unwrap_or(rest));
        rest.trim_end().to_string()
    };
    docs.iter().map(line).collect()
}
