//! Expected types that are known only at run time: `_ty()` of hand-written implementations, and the types of a `.did`
//! file. They have the same flat form as the wire's table, so planning never traverses a reference-counted tree twice.

mod builder;

use crate::error::Result;
use crate::schema::expected::head;
use crate::types::env::TypeEnv;
use crate::types::id::TypeId;
use crate::types::ty::label::Label;
use crate::types::ty::{FuncMode, Type, TypeInner};
use crate::util::id_map::IdMap;
use crate::util::thread_state::thread_state;
use candid_wire::opcode::Primitive;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

thread_state! {
    /// The graphs of hand-written types, each with the node of its type.
    static GRAPHS: IdMap<TypeId, (Rc<Graph>, u32)>;
}

/// Returns the graph of `ty()`, the type of the Rust type `id`, and its node; built on the first call.
///
/// # Errors
///
/// If no value has that type.
pub(crate) fn graph_of(id: TypeId, ty: fn() -> Type) -> Result<(Rc<Graph>, u32)> {
    if let Some(known) = GRAPHS.with(|graphs| graphs.get(&id).cloned()) {
        return Ok(known);
    }
    // Outside the borrow: `ty` is the user's code.
    let new = Graph::new(&TypeEnv::new(), &ty())?;
    Ok(GRAPHS.with(|graphs| graphs.get_or_insert_with(id, || new).clone()))
}

/// What a node or a part of one takes in a graph.
#[cfg(feature = "value")]
const BYTES_OF_PART: usize = 96;

/// A type graph: nodes that refer to each other by index.
#[derive(Debug, Default)]
pub(crate) struct Graph {
    nodes: Vec<GraphNode>,
    /// The variable by which each node was first reached, if one led to it.
    names: Vec<Option<Type>>,
    /// The nodes that may equal others, which are not named. Parts come later, unless they are parts of several.
    inline: Vec<u32>,
    /// Whether there is a reference to a recursive Rust type: then any node may equal any other.
    has_knots: bool,
}

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
    /// Returns the graph of these nodes, which refer to each other by their positions, without cycles and names, each to earlier
    /// ones. Fields are in the order of their ids, of which none is there twice.
    #[cfg(feature = "value")]
    pub(crate) fn of_nodes(nodes: Vec<GraphNode>) -> Self {
        let is_inline = |(_, node): &(u32, &GraphNode)| !matches!(node, GraphNode::Primitive(_));
        let inline = (0..).zip(&nodes).filter(is_inline);
        let mut inline: Vec<u32> = inline.map(|(index, _)| index).collect();
        inline.reverse();
        Graph {
            nodes,
            names: Vec::new(),
            inline,
            has_knots: false,
        }
    }

    /// Returns the nodes that may equal others, which are not named; `None` if any node may. All others are different: names, and
    /// primitive types, options and vectors of those. Parts come later in the list, unless they are parts of several.
    #[cfg(feature = "value")]
    pub(crate) fn inline(&self) -> Option<&[u32]> {
        (!self.has_knots).then_some(&self.inline)
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

    /// Returns all nodes.
    #[cfg(feature = "value")]
    pub(crate) fn nodes(&self) -> &[GraphNode] {
        &self.nodes
    }

    /// Returns the number of nodes.
    #[cfg(feature = "value")]
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the length of the names of fields and methods, of methods twice, as the graph has copies.
    #[cfg(feature = "value")]
    pub(crate) fn len_of_names(&self) -> usize {
        let of_names = self.nodes.iter().map(|node| match node {
            GraphNode::Record(fields) | GraphNode::Variant(fields) => {
                let labels = fields.iter().map(|field| match field.label.as_ref() {
                    Label::Named(name) => name.len(),
                    Label::Id(_) | Label::Unnamed(_) => 0,
                });
                labels.sum()
            }
            GraphNode::Reference(ReferenceParts::Service(methods)) => {
                methods.iter().map(|(name, _)| 2 * name.len()).sum()
            }
            _ => 0,
        });
        of_names.sum()
    }

    /// Returns the size in bytes without that of the types, somewhat more than it is.
    #[cfg(feature = "value")]
    pub(crate) fn n_bytes(&self) -> usize {
        let of_definitions = (0..)
            .zip(&self.names)
            .map(|(i, _)| self.name(i).map_or(0, str::len));
        self.n_parts() * BYTES_OF_PART + self.len_of_names() + of_definitions.sum::<usize>()
    }

    /// Returns the number of nodes and their parts.
    pub(crate) fn n_parts(&self) -> usize {
        self.nodes.len() + self.nodes.iter().map(GraphNode::n_children).sum::<usize>()
    }
}

#[cfg(test)]
mod tests {
    use super::Graph;
    use crate::types::env::TypeEnv;
    use crate::types::ty::{Function, Type, TypeInner};

    /// Of several faults, the first is named.
    #[test]
    fn types_of_two_faults() {
        let class = |arg: TypeInner| {
            let service = TypeInner::Service(Vec::new()).into();
            Type::from(TypeInner::Class(vec![arg.into()], service))
        };
        let (first, second) = (class(TypeInner::Nat), class(TypeInner::Text));
        let unbound = || Type::from(TypeInner::Var("T".to_string()));
        let opt = |ty: Type| Type::from(TypeInner::Opt(ty));
        let pair = |first: Type, second: Type| -> Type {
            crate::record! { a : first; b : second }
        };
        let func = TypeInner::Func(Function {
            modes: Vec::new(),
            args: vec![first.clone()],
            rets: vec![second.clone()],
        });
        let rows = [
            pair(first.clone(), second.clone()),
            pair(pair(TypeInner::Nat.into(), first.clone()), second.clone()),
            pair(pair(first.clone(), second.clone()), unbound()),
            pair(opt(first.clone()), pair(unbound(), second)),
            func.into(),
        ];
        for ty in rows {
            let error = Graph::new(&TypeEnv::new(), &ty).expect_err("not a value type");
            assert_eq!(error.to_string(), "not a value type: (nat) -> {}");
        }
    }

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
