//! Flattening of types into a graph.

use crate::error::{Error, Result};
use crate::schema::definitions::Definitions;
use crate::schema::graph::{Graph, GraphField, GraphNode, ReferenceParts};
use crate::schema::references::References;
use crate::types::env::TypeEnv;
use crate::types::registry;
use crate::types::ty::print::brief;
use crate::types::ty::{Field, Type, TypeInner};
use crate::util::id_map::IdMap;
use crate::util::sort::{sort_by_id, sort_by_name};
use candid_wire::opcode::Primitive;
use std::rc::Rc;

/// A graph being built: the nodes found, not all of them flattened yet.
struct Builder<'e> {
    env: &'e TypeEnv,
    definitions: Definitions<'e>,
    graph: Graph,
    /// The option and the vector of each node, or [`NO_NODE`].
    wrappers: Vec<[u32; 2]>,
    /// The nodes of primitive types, by the absolute values of their opcodes, or [`NO_NODE`].
    primitives: [u32; 25],
    pending: Vec<Pending>,
    /// Nodes by the addresses of types that may be found again. Variables have nodes of their own, so that aliases stay
    /// distinct: those are kept with their definitions.
    by_address: IdMap<usize, u32>,
    /// What references were followed to.
    references: References,
    /// Whether the type whose parts are being found is one that other nodes may have, too: its parts may be found again.
    in_alias: bool,
}

/// A node that is not flattened yet.
struct Pending {
    index: u32,
    ty: Type,
    is_alias: bool,
}

/// The capacity in nodes before the first is found.
const INITIAL_CAPACITY: usize = 64;

/// How many options and vectors around a name or primitive type share nodes with equal ones.
const MAX_WRAPPERS: usize = 4;

const NO_NODE: u32 = u32::MAX;

impl Graph {
    /// Flattens `ty`, whose variables `env` defines, and returns its node.
    ///
    /// # Errors
    ///
    /// If a variable is unbound or defined as itself, if labels collide, or if the type has no values (a service
    /// constructor).
    pub(crate) fn new(env: &TypeEnv, ty: &Type) -> Result<(Rc<Self>, u32)> {
        let mut builder = Builder::new(env);
        let root = builder.node_of(ty)?;
        let (graph, _) = builder.finish()?;
        Ok((Rc::new(graph), root))
    }

    /// Flattens several types into one graph, and returns the node of each, and what references in them lead to,
    /// if that is wanted.
    ///
    /// # Errors
    ///
    /// Those of [`Graph::new`].
    #[cfg(feature = "value")]
    pub(crate) fn of_types(
        env: &TypeEnv,
        types: &[Type],
        wants_references: bool,
    ) -> Result<(Self, Vec<u32>, References)> {
        let mut builder = Builder::new(env);
        builder.references = References::new(wants_references);
        let mut roots = Vec::with_capacity(types.len());
        for ty in types {
            roots.push(builder.node_of(ty)?);
        }
        let (graph, references) = builder.finish()?;
        Ok((graph, roots, references))
    }
}

impl<'e> Builder<'e> {
    fn new(env: &'e TypeEnv) -> Self {
        Builder {
            env,
            definitions: Definitions::new(env),
            graph: Graph {
                nodes: Vec::with_capacity(INITIAL_CAPACITY),
                names: Vec::with_capacity(INITIAL_CAPACITY),
                ..Graph::default()
            },
            wrappers: Vec::with_capacity(INITIAL_CAPACITY),
            primitives: [NO_NODE; 25],
            pending: Vec::new(),
            by_address: IdMap::default(),
            references: References::default(),
            in_alias: false,
        }
    }

    /// Flattens what is pending. Not by recursion, so that a deep type takes no stack.
    fn finish(mut self) -> Result<(Graph, References)> {
        let mut fault = Ok(());
        while let Some(Pending {
            index,
            ty,
            is_alias,
        }) = self.pending.pop()
        {
            self.in_alias = is_alias;
            match self.flatten(&ty) {
                Ok(node) => {
                    if let Some(target) = self.graph.nodes.get_mut(index as usize) {
                        *target = node;
                    }
                }
                // The last part is flattened first: of several faults, the one that is found last is the first of the type.
                Err(error) => fault = Err(error),
            }
        }
        fault.map(|()| (self.graph, self.references))
    }

    /// Returns the index of `ty`, which is flattened later if it is new.
    fn node_of(&mut self, ty: &Type) -> Result<u32> {
        if let Some(index) = self.simple(ty, MAX_WRAPPERS)? {
            return Ok(index);
        }
        let resolved = match ty.as_ref() {
            TypeInner::Knot(_) => {
                self.graph.has_knots = true;
                self.resolve(ty)?
            }
            // What holds the only copy is flattened once, so this type is not found again.
            _ if Rc::strong_count(&ty.0) == 1 && !self.in_alias => return self.inline(ty.clone()),
            _ => ty.clone(),
        };
        // The environment and the registry have the types, so no address is reused during this call.
        let address = resolved.address();
        if let Some(index) = self.by_address.get(&address) {
            return Ok(*index);
        }
        let index = self.inline(resolved)?;
        self.by_address.insert_new(address, index);
        Ok(index)
    }

    /// Returns the index of a name, of a primitive type, or of options and vectors of these; `None` if it is another type.
    fn simple(&mut self, ty: &Type, max_wrappers: usize) -> Result<Option<u32>> {
        let (part, wrapper) = match ty.as_ref() {
            TypeInner::Var(name) => {
                self.references.pass(name);
                return self.node_of_variable(ty, name).map(Some);
            }
            TypeInner::Opt(part) => (part, 0),
            TypeInner::Vec(part) => (part, 1),
            other => {
                return match other.primitive() {
                    Some(primitive) => self.primitive(primitive).map(Some),
                    None => Ok(None),
                }
            }
        };
        let part = match max_wrappers.checked_sub(1) {
            Some(max_wrappers) => self.simple(part, max_wrappers)?,
            None => None,
        };
        let Some(part) = part else {
            return Ok(None);
        };
        let known = self.wrappers.get(part as usize).map(|of| of[wrapper]);
        if let Some(known) = known.filter(|known| *known != NO_NODE) {
            return Ok(Some(known));
        }
        let node = match ty.as_ref() {
            TypeInner::Opt(_) => GraphNode::Opt(part),
            _ => GraphNode::Vec(part),
        };
        let index = self.push(node, None)?;
        if let Some(of) = self.wrappers.get_mut(part as usize) {
            of[wrapper] = index;
        }
        Ok(Some(index))
    }

    fn primitive(&mut self, primitive: Primitive) -> Result<u32> {
        let i = usize::from((primitive as i8).unsigned_abs());
        match self.primitives.get(i) {
            Some(index) if *index != NO_NODE => Ok(*index),
            _ => {
                let index = self.push(GraphNode::Primitive(primitive), None)?;
                if let Some(known) = self.primitives.get_mut(i) {
                    *known = index;
                }
                Ok(index)
            }
        }
    }

    fn node_of_variable(&mut self, variable: &Type, name: &str) -> Result<u32> {
        let definition = self.definitions.find(name)?;
        if let Some(index) = definition.node {
            return Ok(index);
        }
        let ty = definition.ty;
        definition.node = u32::try_from(self.graph.nodes.len()).ok();
        let is_direct = !matches!(ty.as_ref(), TypeInner::Var(_) | TypeInner::Knot(_));
        let is_alias = !is_direct || Rc::strong_count(&ty.0) > 1;
        let resolved = if is_direct {
            self.references.add(variable, ty);
            ty.clone()
        } else {
            self.resolve(variable)?
        };
        self.pend(resolved, Some(variable.clone()), is_alias)
    }

    /// Adds a node of a type without a name, which may equal others.
    fn inline(&mut self, ty: Type) -> Result<u32> {
        let index = self.pend(ty, None, false)?;
        self.graph.inline.push(index);
        Ok(index)
    }

    fn pend(&mut self, ty: Type, name: Option<Type>, is_alias: bool) -> Result<u32> {
        let index = self.push(GraphNode::Unknown, name)?;
        self.pending.push(Pending {
            index,
            ty,
            is_alias,
        });
        Ok(index)
    }

    fn push(&mut self, node: GraphNode, name: Option<Type>) -> Result<u32> {
        let index = u32::try_from(self.graph.nodes.len())
            .map_err(|_| Error::msg("the expected type has more than 2^32 nodes"))?;
        self.graph.nodes.push(node);
        self.graph.names.push(name);
        self.wrappers.push([NO_NODE; 2]);
        Ok(index)
    }

    /// Follows variables and references to recursive Rust types to the definition.
    fn resolve(&mut self, ty: &Type) -> Result<Type> {
        let mut ty = ty.clone();
        // A chain longer than the number of definitions contains a cycle.
        for _ in 0..=self.env.0.len().saturating_add(64) {
            let next = match ty.as_ref() {
                TypeInner::Var(name) => self.env.find_type(name)?.clone(),
                TypeInner::Knot(id) => registry::find_type(id)
                    .ok_or_else(|| Error::msg(format_args!("unknown type {id}")))?,
                _ => return Ok(ty),
            };
            self.references.add(&ty, &next);
            ty = next;
        }
        Err(Error::msg(format_args!(
            "type {} has a cyclic definition",
            brief(&ty)
        )))
    }

    fn flatten(&mut self, ty: &Type) -> Result<GraphNode> {
        Ok(match ty.as_ref() {
            TypeInner::Opt(inner) => GraphNode::Opt(self.node_of(inner)?),
            TypeInner::Vec(inner) => GraphNode::Vec(self.node_of(inner)?),
            TypeInner::Record(fields) => GraphNode::Record(self.fields(fields)?),
            TypeInner::Variant(fields) => GraphNode::Variant(self.fields(fields)?),
            TypeInner::Func(func) => {
                let mut nodes = |types: &[Type]| {
                    let mut nodes = Vec::with_capacity(types.len());
                    for ty in types {
                        nodes.push(self.node_of(ty)?);
                    }
                    Ok::<_, Error>(nodes.into_boxed_slice())
                };
                GraphNode::Reference(ReferenceParts::Func {
                    args: nodes(&func.args)?,
                    rets: nodes(&func.rets)?,
                    modes: func.modes.clone().into(),
                })
            }
            TypeInner::Service(methods) => {
                let mut nodes = Vec::with_capacity(methods.len());
                for (name, ty) in methods {
                    nodes.push((name.clone(), self.node_of(ty)?));
                }
                sort_by_name(&mut nodes, |(name, _)| name);
                GraphNode::Reference(ReferenceParts::Service(nodes.into()))
            }
            TypeInner::Unknown => GraphNode::Unknown,
            other => match other.primitive() {
                Some(primitive) => GraphNode::Primitive(primitive),
                None => {
                    let ty = brief(ty);
                    return Err(Error::msg(format_args!("not a value type: {ty}")));
                }
            },
        })
    }

    fn fields(&mut self, fields: &[Field]) -> Result<Box<[GraphField]>> {
        let mut out = Vec::with_capacity(fields.len());
        let (mut is_ascending, mut next_id) = (true, 0);
        for field in fields {
            let id = field.id.get_id();
            is_ascending &= u64::from(id) >= next_id;
            next_id = u64::from(id) + 1;
            out.push(GraphField {
                label: field.id.clone(),
                id,
                node: self.node_of(&field.ty)?,
            });
        }
        if !is_ascending {
            sort_fields(&mut out)?;
        }
        Ok(out.into())
    }
}

/// Sorts fields of a hand-written type, which need not be in the order of their ids.
///
/// # Errors
///
/// If two have one id.
#[cold]
fn sort_fields(fields: &mut Vec<GraphField>) -> Result<()> {
    sort_by_id(fields, |field| field.id);
    match fields.windows(2).find(|pair| pair[0].id == pair[1].id) {
        Some(pair) => Err(Error::msg(format_args!(
            "labels {} and {} have the same id {}",
            pair[0].label, pair[1].label, pair[0].id
        ))),
        None => Ok(()),
    }
}
