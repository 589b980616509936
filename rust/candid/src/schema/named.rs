//! Expected types as types of the type language, with definitions.

use crate::error::Result;
use crate::schema::expected::{ExpectedFields, ExpectedType, TypeShape};
use crate::schema::graph::{Graph, ReferenceParts};
use crate::types::env::TypeEnv;
use crate::types::ty::{Field, Function, Label, Type, TypeInner};
use crate::util::id_map::IdMap;
use std::rc::Rc;

/// What the fields of a type say.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum FieldsAs {
    /// What is written: the type itself.
    Written,
    /// What may be read: aliases too, and options where there is a default or an alias.
    Read,
}

/// The definitions of types.
pub(crate) struct NamedTypes {
    /// What their names begin with; numbers follow.
    prefix: &'static str,
    fields_as: FieldsAs,
    /// Kept, because their keys are addresses.
    found: Vec<ExpectedType>,
    by_key: IdMap<usize, usize>,
    n_defined: usize,
}

impl NamedTypes {
    pub(crate) fn new(prefix: &'static str, fields_as: FieldsAs) -> Self {
        NamedTypes {
            prefix,
            fields_as,
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
            TypeShape::Record(fields) => TypeInner::Record(self.fields(fields, false)?),
            TypeShape::Variant(cases) => TypeInner::Variant(self.fields(cases, true)?),
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

    fn fields(&mut self, fields: ExpectedFields<'_>, is_variant: bool) -> Result<Vec<Field>> {
        let mut all = Vec::with_capacity(fields.len());
        for i in 0..fields.len() {
            let Some(field) = fields.get(i)? else { break };
            let label = field.label();
            let has_default = field.has_default();
            let mut ty = self.enter(field.ty);
            let aliases = match self.fields_as {
                FieldsAs::Written => &[],
                FieldsAs::Read => fields.aliases(i),
            };
            // Not required: a message may have one of these, or none.
            let is_tolerant = has_default && self.fields_as == FieldsAs::Read;
            if !is_variant && (is_tolerant || !aliases.is_empty()) {
                ty = TypeInner::Opt(ty).into();
            }
            let aliases = aliases.iter().map(|id| Label::Id(*id));
            all.extend([label].into_iter().chain(aliases).map(|label| Field {
                id: label.into(),
                ty: ty.clone(),
            }));
        }
        all.sort_by_key(|field| field.id.get_id());
        Ok(all)
    }
}
