//! The type table of types known at run time: entries of a graph's nodes.

use crate::error::Result;
use crate::schema::expected::ExpectedType;
use crate::schema::graph::Graph;
use crate::ser::table::{Entered, GraphEntries, TypeSerialize};
use crate::types::env::TypeEnv;
use crate::types::ty::Type;
use std::rc::Rc;

impl TypeSerialize {
    /// Appends an argument type.
    ///
    /// # Errors
    ///
    /// If the type has no values, or a variable in it is not defined.
    #[doc(hidden)]
    pub fn push_type(&mut self, ty: &Type) -> Result<()> {
        self.push_type_in(&TypeEnv::new(), ty)
    }

    pub(crate) fn push_type_in(&mut self, env: &TypeEnv, ty: &Type) -> Result<()> {
        self.push_graph(&Rc::new(Graph::new(env, ty)?), &[0])
    }

    /// Appends argument types: nodes of a graph.
    pub(crate) fn push_graph(&mut self, graph: &Rc<Graph>, roots: &[u32]) -> Result<()> {
        self.leave_graph()?;
        self.graph = Some(GraphEntries {
            graph: graph.clone(),
            of_nodes: vec![None; graph.len()],
            is_alone: self.entries.is_empty(),
        });
        let mut roots = roots.iter();
        let pushed =
            roots.try_for_each(|root| self.push(&ExpectedType::Node(graph.clone(), *root)));
        // The graph may be dropped now, and its addresses reused for other types.
        self.deep_fingerprints.clear();
        pushed
    }

    /// Replaces the type of the last argument. What only that needed stays in the table.
    pub(crate) fn replace_last(&mut self, env: &TypeEnv, ty: &Type) -> Result<()> {
        self.args.pop();
        self.push_type_in(env, ty)
    }

    /// Prepares the entries for types that are not those of the last graph.
    pub(super) fn leave_graph(&mut self) -> Result<()> {
        let Some(GraphEntries { is_alone: true, .. }) = self.graph.take() else {
            return Ok(());
        };
        for (index, position) in (0u32..).zip(0..self.entries.len()) {
            let Some(entry) = self.entries.get(position) else {
                break;
            };
            if entry.fingerprint != 0 {
                continue;
            }
            let search = self.search(&entry.expected.clone())?;
            self.link(&search, index);
            self.by_fingerprint
                .get_or_insert_with(search.fingerprint, || index);
            if let Some(entry) = self.entries.get_mut(position) {
                entry.fingerprint = search.fingerprint;
                entry.second_fingerprint = search.second;
            }
        }
        self.deep_fingerprints.clear();
        Ok(())
    }

    /// Finds a type in the table while nodes of a graph are entered, or opens an entry for it.
    #[inline(never)]
    pub(super) fn enter_node(&mut self, expected: ExpectedType) -> Result<Entered> {
        let node = self.node_of(&expected);
        if let Some(index) = self.entry_of_node(node) {
            return Ok(Entered::Known(index.into()));
        }
        let search = if self.is_unlike_others(&expected) {
            None
        } else {
            Some(self.search(&expected)?)
        };
        let (index, entered) = match search.as_ref().and_then(|search| search.found) {
            Some(index) => (index, Entered::Known(index.into())),
            None => {
                let index = self.open(expected, search.as_ref())?;
                (index, Entered::New(index))
            }
        };
        let entries = self.graph.as_mut();
        let of_node = entries
            .zip(node)
            .and_then(|(entries, node)| entries.of_nodes.get_mut(node));
        if let Some(of_node) = of_node {
            *of_node = Some(index);
        }
        Ok(entered)
    }

    /// Returns the entry of a node of the graph that is being entered.
    #[inline]
    pub(super) fn of_node(&self, graph: &Rc<Graph>, index: u32) -> Option<u32> {
        let entries = self.graph.as_ref()?;
        if !Rc::ptr_eq(&entries.graph, graph) {
            return None;
        }
        self.entry_of_node(Some(index as usize))
    }

    /// Returns the index of a type, if it is a node of the graph that is being entered.
    #[inline]
    fn node_of(&self, expected: &ExpectedType) -> Option<usize> {
        match (&self.graph, expected) {
            (Some(entries), ExpectedType::Node(graph, index))
                if Rc::ptr_eq(&entries.graph, graph) =>
            {
                Some(*index as usize)
            }
            _ => None,
        }
    }

    #[inline]
    fn entry_of_node(&self, node: Option<usize>) -> Option<u32> {
        let entries = self.graph.as_ref()?;
        entries.of_nodes.get(node?).copied().flatten()
    }

    /// Returns whether no entry can equal this type.
    #[inline]
    fn is_unlike_others(&self, expected: &ExpectedType) -> bool {
        let is_alone = self.graph.as_ref().is_some_and(|entries| entries.is_alone);
        is_alone && expected.name().is_some() && !expected.is_any()
    }
}

#[cfg(test)]
mod tests {
    use super::TypeSerialize;
    use crate::schema::graph::Graph;
    use crate::traits::CandidType;
    use crate::types::env::TypeEnv;
    use crate::types::ty::label::Label;
    use crate::types::ty::{Field, Type, TypeInner};
    use std::rc::Rc;

    /// Definitions that refer to each other, through types without a name that are there many times.
    fn definitions(n: usize) -> TypeEnv {
        let var = |i: usize| Type::from(TypeInner::Var(format!("T{}", i % n)));
        let opt = |ty: Type| Type::from(TypeInner::Opt(ty));
        let record = |types: Vec<Type>| {
            let fields = (0u32..).zip(types).map(|(id, ty)| Field {
                id: Label::Id(id).into(),
                ty,
            });
            TypeInner::Record(fields.collect()).into()
        };
        let mut env = TypeEnv::new();
        for i in 0..n {
            let parts = vec![
                opt(var(i * 7 + 1)),
                TypeInner::Vec(opt(var(i * 3 % 5))).into(),
                record(vec![opt(var(i % 4)), TypeInner::Nat8.into()]),
                opt(TypeInner::Nat8.into()),
            ];
            env.0.insert(format!("T{i}"), opt(record(parts)));
        }
        env
    }

    /// The entries of a graph alone are those that it has behind others, where all types are searched for; and types of
    /// another graph, or of Rust types, are found among them.
    #[test]
    fn entries_do_not_depend_on_what_is_in_the_table() {
        for n in [1, 2, 5, 10, 40] {
            let env = definitions(n);
            let root: Type = TypeInner::Var("T0".to_string()).into();
            let graph = || Rc::new(Graph::new(&env, &root).unwrap());
            let mut alone = TypeSerialize::new();
            alone.push_graph(&graph(), &[0, 0]).unwrap();
            let n_alone = alone.entries.len();
            let mut behind = TypeSerialize::new();
            behind.push_descriptor(Vec::<bool>::__descriptor()).unwrap();
            behind.push_graph(&graph(), &[0]).unwrap();
            assert_eq!(behind.entries.len(), n_alone + 1, "{n}");
            alone.push_graph(&graph(), &[0]).unwrap();
            alone.push_descriptor(Option::<u8>::__descriptor()).unwrap();
            assert_eq!(alone.entries.len(), n_alone, "{n}");
            alone.push_descriptor(Vec::<bool>::__descriptor()).unwrap();
            alone.push_graph(&graph(), &[0]).unwrap();
            assert_eq!(alone.entries.len(), n_alone + 1, "{n}");
            assert_eq!(alone.args[..3], [0, 0, 0], "{n}");
        }
    }
}
