//! Expected types as types of the type language, with definitions.

use crate::error::Result;
use crate::schema::expected::{ExpectedFields, ExpectedType, FieldName, TypeShape};
use crate::schema::graph::{Graph, ReferenceParts};
use crate::types::env::TypeEnv;
use crate::types::ty::{Field, Function, Label, Type, TypeInner};
use crate::util::id_map::IdMap;
use std::rc::Rc;

/// The definitions of types.
pub(crate) struct NamedTypes {
    /// What their names begin with; numbers follow.
    prefix: &'static str,
    /// Whether fields that have a default are options.
    defaults_as_options: bool,
    /// Kept, because their keys are addresses.
    found: Vec<ExpectedType>,
    by_key: IdMap<usize, usize>,
    n_defined: usize,
}

impl NamedTypes {
    pub(crate) fn new(prefix: &'static str, defaults_as_options: bool) -> Self {
        NamedTypes {
            prefix,
            defaults_as_options,
            found: Vec::new(),
            by_key: IdMap::default(),
            n_defined: 0,
        }
    }

    /// Returns the name of a type. It is defined by the next [`NamedTypes::define`].
    pub(crate) fn enter(&mut self, ty: ExpectedType) -> Type {
        let next = self.found.len();
        let known = *self.by_key.get_or_insert_with(ty.key(), || next);
        if known == next {
            self.found.push(ty);
        }
        TypeInner::Var(self.name_of(known)).into()
    }

    fn name_of(&self, i: usize) -> String {
        format!("{}{i}", self.prefix)
    }

    /// Defines the types entered so far, and their parts.
    ///
    /// # Errors
    ///
    /// If a hand-written type has no values.
    pub(crate) fn define(&mut self, env: &mut TypeEnv) -> Result<()> {
        while let Some(ty) = self.found.get(self.n_defined).cloned() {
            let definition = self.definition(&ty)?;
            env.0.insert(self.name_of(self.n_defined), definition);
            self.n_defined += 1;
        }
        Ok(())
    }

    fn definition(&mut self, ty: &ExpectedType) -> Result<Type> {
        Ok(match ty.view()? {
            TypeShape::Primitive(primitive) => TypeInner::from_primitive(primitive),
            TypeShape::Opt(payload) => TypeInner::Opt(self.enter(payload)),
            TypeShape::Vec(element) => TypeInner::Vec(self.enter(element)),
            TypeShape::Record(fields) => TypeInner::Record(self.fields(fields)?),
            TypeShape::Variant(cases) => TypeInner::Variant(self.fields(cases)?),
            TypeShape::Reference(ReferenceParts::Func { args, rets, modes }, graph) => {
                TypeInner::Func(Function {
                    modes: modes.to_vec(),
                    args: self.nodes(graph, args),
                    rets: self.nodes(graph, rets),
                })
            }
            TypeShape::Reference(ReferenceParts::Service(methods), graph) => {
                let method = |(name, node): &(String, u32)| {
                    (
                        name.clone(),
                        self.enter(ExpectedType::Node(graph.clone(), *node)),
                    )
                };
                TypeInner::Service(methods.iter().map(method).collect())
            }
            TypeShape::Any => TypeInner::Unknown,
        }
        .into())
    }

    fn nodes(&mut self, graph: &Rc<Graph>, nodes: &[u32]) -> Vec<Type> {
        let node = |node: &u32| self.enter(ExpectedType::Node(graph.clone(), *node));
        nodes.iter().map(node).collect()
    }

    fn fields(&mut self, fields: ExpectedFields<'_>) -> Result<Vec<Field>> {
        let mut all = Vec::with_capacity(fields.len());
        for i in 0..fields.len() {
            let Some(field) = fields.get(i)? else { break };
            let is_option = self.defaults_as_options && field.has_default();
            let mut ty = self.enter(field.ty);
            if is_option {
                ty = TypeInner::Opt(ty).into();
            }
            let label = label_of(field.name, field.id).into();
            all.push(Field { id: label, ty });
        }
        Ok(all)
    }
}

/// Returns the label of a field. The name of serde differs from Candid's where it stands for a number.
pub(crate) fn label_of(name: FieldName, id: u32) -> Label {
    let label = match name {
        FieldName::Static(name) => Label::Named(name.to_string()),
        FieldName::Shared(label) => label.as_ref().clone(),
        FieldName::Id(id) => Label::Id(id),
    };
    if label.get_id() == id {
        label
    } else {
        Label::Id(id)
    }
}
