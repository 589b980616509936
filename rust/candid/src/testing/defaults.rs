//! The type that a Rust type reads: its own, with aliases beside the names, and with fields that have a default or an alias
//! as options.

use crate::error::Result;
use crate::schema::descriptor::Descriptor;
use crate::schema::expected::{ExpectedFields, ExpectedType, TypeShape};
use crate::schema::graph::{Graph, ReferenceParts};
use crate::types::env::TypeEnv;
use crate::types::ty::{Field, Function, Label, Type, TypeInner};
use crate::util::id_map::IdMap;
use std::rc::Rc;

/// Returns the type that a Rust type reads: messages may lack fields with `#[serde(default)]`, or have fields and cases
/// under another name with `#[serde(alias)]`, which its Candid type does not say.
///
/// # Errors
///
/// If a hand-written type in it has no values.
pub(super) fn readable_type(root: &'static Descriptor) -> Result<(TypeEnv, Type)> {
    let mut types = Types::default();
    let root = types.enter(ExpectedType::of_descriptor(root)?);
    let mut env = TypeEnv::new();
    while let Some(ty) = types.found.get(env.0.len()).cloned() {
        let definition = types.definition(&ty)?;
        env.0.insert(name_of(env.0.len()), definition);
    }
    Ok((env, root))
}

#[derive(Default)]
struct Types {
    /// Kept, because their keys are addresses.
    found: Vec<ExpectedType>,
    by_key: IdMap<usize, usize>,
}

fn name_of(i: usize) -> String {
    format!("Read{i}")
}

impl Types {
    fn enter(&mut self, ty: ExpectedType) -> Type {
        let next = self.found.len();
        let known = *self.by_key.get_or_insert_with(ty.key(), || next);
        if known == next {
            self.found.push(ty);
        }
        TypeInner::Var(name_of(known)).into()
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
            // Not required: a message may have one of these, or none.
            let is_tolerant = field.has_default() || !fields.aliases(i).is_empty();
            let mut ty = self.enter(field.ty);
            if is_tolerant && !is_variant {
                ty = TypeInner::Opt(ty).into();
            }
            let aliases = fields.aliases(i).iter().map(|id| Label::Id(*id));
            all.extend([label].into_iter().chain(aliases).map(|label| Field {
                id: label.into(),
                ty: ty.clone(),
            }));
        }
        all.sort_by_key(|field| field.id.get_id());
        Ok(all)
    }
}
