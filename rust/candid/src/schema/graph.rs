//! Expected types that are known only at run time: `_ty()` of hand-written implementations, and the types of a `.did`
//! file. They have the same flat form as the wire's table, so planning never traverses a reference-counted tree twice.

use crate::error::{Error, Result};
use crate::schema::definitions::Definitions;
use crate::schema::expected::head;
use crate::types::env::TypeEnv;
use crate::types::id::TypeId;
use crate::types::registry;
use crate::types::ty::label::Label;
use crate::types::ty::print::brief;
use crate::types::ty::{Field, FuncMode, Type, TypeInner};
use crate::util::id_map::IdMap;
use crate::util::sort::{sort_by_id, sort_by_name};
use candid_wire::opcode::Primitive;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

thread_local! {
    /// The graphs of hand-written types.
    static GRAPHS: RefCell<IdMap<TypeId, Rc<Graph>>> = RefCell::default();
}

/// Returns the graph of `ty()`, the type of the Rust type `id`; built on the first call.
///
/// # Errors
///
/// If no value has that type.
pub(crate) fn graph_of(id: TypeId, ty: fn() -> Type) -> Result<Rc<Graph>> {
    if let Some(graph) = GRAPHS.with_borrow(|graphs| graphs.get(&id).cloned()) {
        return Ok(graph);
    }
    // Outside the borrow: `ty` is the user's code.
    let graph = Rc::new(Graph::new(&TypeEnv::new(), &ty())?);
    Ok(GRAPHS.with_borrow_mut(|graphs| graphs.get_or_insert_with(id, || graph).clone()))
}

/// A type graph: nodes that refer to each other by index. The root of one type is node 0.
#[derive(Debug)]
pub(crate) struct Graph {
    nodes: Vec<GraphNode>,
    /// The variable by which each node was first reached, if one led to it.
    names: Vec<Option<Type>>,
}

/// A graph being built: the nodes found, not all of them flattened yet.
struct Builder<'e> {
    env: &'e TypeEnv,
    definitions: Definitions<'e>,
    types: Vec<Type>,
    names: Vec<Option<Type>>,
    /// Nodes by the addresses of types that may be found again. Variables have nodes of their own, so that aliases stay
    /// distinct: those are kept with their definitions.
    by_address: IdMap<usize, u32>,
    /// Nodes, in their order, whose type other nodes may have, too: its parts may be found again.
    aliases: VecDeque<usize>,
    /// Whether the type whose parts are being found is one of these.
    in_alias: bool,
}

/// The capacity in nodes before the first is found.
const INITIAL_CAPACITY: usize = 32;

/// One type, one level deep.
#[derive(Debug)]
pub(crate) enum GraphNode {
    Primitive(Primitive),
    Opt(u32),
    Vec(u32),
    /// Sorted by id.
    Record(Box<[GraphField]>),
    /// Sorted by id.
    Variant(Box<[GraphField]>),
    Reference(ReferenceParts),
    /// Any type on the wire: `TypeInner::Unknown`.
    Unknown,
}

impl GraphNode {
    /// Returns the index of child `i`, or `None` past the last: payload, element, fields, arguments and results,
    /// methods.
    pub(crate) fn child(&self, i: usize) -> Option<u32> {
        match self {
            GraphNode::Opt(child) | GraphNode::Vec(child) => (i == 0).then_some(*child),
            GraphNode::Record(fields) | GraphNode::Variant(fields) => Some(fields.get(i)?.node),
            GraphNode::Reference(ReferenceParts::Func { args, rets, .. }) => {
                match i.checked_sub(args.len()) {
                    None => args.get(i).copied(),
                    Some(i) => rets.get(i).copied(),
                }
            }
            GraphNode::Reference(ReferenceParts::Service(methods)) => Some(methods.get(i)?.1),
            GraphNode::Primitive(_) | GraphNode::Unknown => None,
        }
    }

    /// Returns the number of children.
    pub(crate) fn n_children(&self) -> usize {
        match self {
            GraphNode::Primitive(_) | GraphNode::Unknown => 0,
            GraphNode::Opt(_) | GraphNode::Vec(_) => 1,
            GraphNode::Record(fields) | GraphNode::Variant(fields) => fields.len(),
            GraphNode::Reference(ReferenceParts::Func { args, rets, .. }) => {
                args.len() + rets.len()
            }
            GraphNode::Reference(ReferenceParts::Service(methods)) => methods.len(),
        }
    }
}

/// The components of a function or service type.
#[derive(Debug, PartialEq)]
pub(crate) enum ReferenceParts {
    Func {
        args: Box<[u32]>,
        rets: Box<[u32]>,
        modes: Box<[FuncMode]>,
    },
    /// Sorted by name.
    Service(Box<[(String, u32)]>),
}

/// One field of a record or case of a variant.
#[derive(Debug)]
pub(crate) struct GraphField {
    pub(crate) label: Rc<Label>,
    pub(crate) id: u32,
    pub(crate) node: u32,
}

impl Graph {
    /// Flattens `ty`, whose variables `env` defines.
    ///
    /// # Errors
    ///
    /// If a variable is unbound or defined as itself, if labels collide, or if the type has no values (a service
    /// constructor).
    pub(crate) fn new(env: &TypeEnv, ty: &Type) -> Result<Self> {
        let (graph, _) = Self::of_types(env, std::slice::from_ref(ty))?;
        Ok(graph)
    }

    /// Returns the graph of these nodes, which refer to each other by their positions, without cycles and names. Fields are in
    /// the order of their ids, of which none is there twice.
    #[cfg(feature = "value")]
    pub(crate) fn of_nodes(nodes: Vec<GraphNode>) -> Self {
        let names = vec![None; nodes.len()];
        Graph { nodes, names }
    }

    /// Flattens several types into one graph, and returns the node of each.
    ///
    /// # Errors
    ///
    /// Those of [`Graph::new`].
    pub(crate) fn of_types(env: &TypeEnv, types: &[Type]) -> Result<(Self, Vec<u32>)> {
        let mut builder = Builder {
            env,
            definitions: Definitions::new(env),
            // Most types have at most this many parts.
            types: Vec::with_capacity(INITIAL_CAPACITY),
            names: Vec::with_capacity(INITIAL_CAPACITY),
            by_address: IdMap::default(),
            aliases: VecDeque::new(),
            in_alias: false,
        };
        let mut roots = Vec::with_capacity(types.len());
        for ty in types {
            roots.push(builder.node_of(ty)?);
        }
        // Breadth first, so that a deep type takes no stack.
        let mut nodes = Vec::with_capacity(INITIAL_CAPACITY);
        while let Some(ty) = builder.types.get(nodes.len()).cloned() {
            builder.in_alias = builder.aliases.front() == Some(&nodes.len());
            if builder.in_alias {
                builder.aliases.pop_front();
            }
            nodes.push(builder.flatten(&ty)?);
        }
        let names = builder.names;
        Ok((Graph { nodes, names }, roots))
    }

    /// Returns the name of the definition that a node is, if it has one.
    pub(crate) fn name(&self, index: u32) -> Option<&str> {
        match self.names.get(index as usize)?.as_deref()? {
            TypeInner::Var(name) => Some(name),
            _ => None,
        }
    }

    /// Hashes the head of a node, as [`ExpectedType::hash_head`](super::expected::ExpectedType::hash_head) does.
    pub(crate) fn hash_head(&self, index: u32, state: &mut impl Hasher) {
        state.write_u64(match self.node(index) {
            GraphNode::Primitive(primitive) => head::primitive(*primitive),
            GraphNode::Opt(_) => head::OPT,
            GraphNode::Vec(_) => head::VEC,
            GraphNode::Record(fields) => {
                head::record(fields.len(), fields.first().map(|field| field.id))
            }
            GraphNode::Variant(cases) => {
                head::variant(cases.len(), cases.first().map(|case| case.id))
            }
            GraphNode::Reference(_) => head::REFERENCE,
            GraphNode::Unknown => head::UNKNOWN,
        });
        if let Some(name) = self.name(index) {
            name.hash(state);
        }
    }

    /// Returns a node. Indices are always those of the graph itself.
    pub(crate) fn node(&self, index: u32) -> &GraphNode {
        self.nodes
            .get(index as usize)
            .unwrap_or(&GraphNode::Unknown)
    }

    /// Returns the number of nodes.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the number of nodes and their parts.
    pub(crate) fn n_parts(&self) -> usize {
        self.nodes.len() + self.nodes.iter().map(GraphNode::n_children).sum::<usize>()
    }
}

impl Builder<'_> {
    /// Returns the index of `ty`, which is flattened later if it is new.
    fn node_of(&mut self, ty: &Type) -> Result<u32> {
        let (address, resolved) = match ty.as_ref() {
            TypeInner::Var(name) => return self.node_of_variable(ty, name),
            TypeInner::Knot(_) => {
                let resolved = self.resolve(ty)?;
                (resolved.address(), resolved)
            }
            // What holds the only copy is flattened once, so this type is not found again.
            _ if Rc::strong_count(&ty.0) == 1 && !self.in_alias => {
                return self.push(ty.clone(), None)
            }
            _ => (ty.address(), ty.clone()),
        };
        // The types stay alive in `types`, so no address is reused during this call.
        if let Some(index) = self.by_address.get(&address) {
            return Ok(*index);
        }
        let index = self.push(resolved, None)?;
        self.by_address.insert_new(address, index);
        Ok(index)
    }

    fn node_of_variable(&mut self, variable: &Type, name: &str) -> Result<u32> {
        let definition = self.definitions.find(name)?;
        if let Some(index) = definition.node {
            return Ok(index);
        }
        let ty = definition.ty;
        definition.node = u32::try_from(self.types.len()).ok();
        let is_direct = !matches!(ty.as_ref(), TypeInner::Var(_) | TypeInner::Knot(_));
        if !is_direct || Rc::strong_count(&ty.0) > 1 {
            self.aliases.push_back(self.types.len());
        }
        let resolved = if is_direct {
            ty.clone()
        } else {
            self.resolve(variable)?
        };
        self.push(resolved, Some(variable.clone()))
    }

    fn push(&mut self, ty: Type, name: Option<Type>) -> Result<u32> {
        let index = u32::try_from(self.types.len())
            .map_err(|_| Error::msg("the expected type has more than 2^32 nodes"))?;
        self.types.push(ty);
        self.names.push(name);
        Ok(index)
    }

    /// Follows variables and references to recursive Rust types to the definition.
    fn resolve(&self, ty: &Type) -> Result<Type> {
        let mut ty = ty.clone();
        // A chain longer than the number of definitions contains a cycle.
        for _ in 0..=self.env.0.len().saturating_add(64) {
            ty = match ty.as_ref() {
                TypeInner::Var(name) => self.env.find_type(name)?.clone(),
                TypeInner::Knot(id) => registry::find_type(id)
                    .ok_or_else(|| Error::msg(format_args!("unknown type {id}")))?,
                _ => return Ok(ty),
            };
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
        for field in fields {
            out.push(GraphField {
                label: field.id.clone(),
                id: field.id.get_id(),
                node: self.node_of(&field.ty)?,
            });
        }
        // Hand-written types need not list their fields in the order of their ids.
        sort_by_id(&mut out, |field| field.id);
        if let Some(pair) = out.windows(2).find(|pair| pair[0].id == pair[1].id) {
            return Err(Error::msg(format_args!(
                "labels {} and {} have the same id {}",
                pair[0].label, pair[1].label, pair[0].id
            )));
        }
        Ok(out.into())
    }
}

#[cfg(test)]
mod tests {
    use super::Graph;
    use crate::types::env::TypeEnv;
    use crate::types::ty::{Type, TypeInner};

    /// The text of types in errors is bounded, has no line breaks, and does not need the printer.
    #[test]
    fn types_that_no_value_has() {
        let var = |name: &str| Type::from(TypeInner::Var(name.to_string()));
        let service = || Type::from(TypeInner::Service(Vec::new()));
        let mut env = TypeEnv::new();
        env.0.insert("A".to_string(), var("B"));
        env.0.insert("B".to_string(), var("A"));
        let wide = TypeInner::Class(vec![var("A"); 200], service()).into();
        let shown = &format!("({}", "A, ".repeat(200))[..300];
        let rows = [
            (var("A"), "type B has a cyclic definition".to_string()),
            (var("C"), "unbound type identifier C".to_string()),
            (
                TypeInner::Class(vec![TypeInner::Nat.into()], service()).into(),
                "not a value type: (nat) -> {}".to_string(),
            ),
            (wide, format!("not a value type: {shown}…")),
        ];
        for (ty, expected) in rows {
            let error = Graph::new(&env, &ty).expect_err("not a value type");
            assert_eq!(error.to_string(), expected);
        }
    }
}
