//! Lint for recursive types without values.

use super::Program;
use crate::check::File;
use crate::diagnostic::{Diagnostic, FileId};
use crate::stack;
use crate::syntax::ast::{Type, TypeDef, TypeKind};
use std::collections::{HashMap, HashSet};

/// Limit on the number of definitions of a long cycle that are shown.
const SHOWN: usize = 8;

/// Warns about types whose construction requires a value of themselves. Types that need such a type are not reported
/// again.
pub(super) fn types(program: &Program<'_>, found: &mut dyn FnMut(Diagnostic)) {
    let files = program.files.iter();
    let all = files.flat_map(|file| file.prog.defs().map(move |def| (file.id, def)));
    let all: Vec<(FileId, &TypeDef)> = all.collect();
    let graph = Graph::of(&all, &program.outer.without_value);
    for mut cycle in graph.cycles() {
        cycle.retain(|node| *node < all.len());
        cycle.sort_unstable();
        let [first, others @ ..] = cycle.as_slice() else {
            continue;
        };
        let (file, def) = all[*first];
        let message = format!(
            "uninhabited type {}: it contains itself without a base case",
            def.name.text
        );
        let mut finding = Diagnostic::warning(message, file, def.name.span);
        for (file, def) in others.iter().take(SHOWN).map(|idx| all[*idx]) {
            finding = finding.also("via this type", file, def.name.span);
        }
        found(finding.note("use opt, vec or a variant with another case to end the recursion"));
    }
}

/// Returns the definitions in a file that have no value; of others, those that have none are given.
pub(in crate::check) fn without_value<'a>(
    file: &'a File,
    others: &HashSet<&'a str>,
) -> HashSet<&'a str> {
    let all: Vec<(FileId, &TypeDef)> = file.prog.defs().map(|def| (file.id, def)).collect();
    let graph = Graph::of(&all, others);
    let nodes = graph.nodes.iter().zip(&all);
    let without = nodes.filter(|(node, _)| !node.has_value);
    without
        .map(|(_, (_, def))| def.name.text.as_str())
        .collect()
}

/// A graph of which nodes have values if others have. A node is a definition, a record (it needs all children) or a
/// variant (it needs one).
struct Graph {
    nodes: Vec<Node>,
    /// Worklist: the nodes that have a value, not yet propagated to those that need them.
    open: Vec<usize>,
}

#[derive(Default)]
struct Node {
    /// The number of children that must still be found to have a value.
    n_missing: usize,
    has_value: bool,
    needed_by: Vec<usize>,
    parts: Vec<usize>,
}

impl Graph {
    /// Returns the graph of definitions, with the nodes that have a value; `others` are defined elsewhere, and have none.
    fn of(all: &[(FileId, &TypeDef)], others: &HashSet<&str>) -> Self {
        let index = all.iter().enumerate();
        let index = index.map(|(idx, (_, def))| (def.name.text.as_str(), idx));
        let others = others.iter().copied().zip(all.len()..);
        let index: HashMap<&str, usize> = index.chain(others).collect();
        let mut graph = Graph {
            nodes: Vec::new(),
            open: Vec::new(),
        };
        graph.nodes.resize_with(index.len(), Node::default);
        for (idx, (_, def)) in all.iter().enumerate() {
            graph.nodes[idx].n_missing = 1;
            match graph.node(&index, &def.typ) {
                Some(part) => graph.need(idx, part),
                None => graph.open.push(idx),
            }
        }
        graph.settle();
        graph
    }

    /// Returns the node of a type; `None` for one that has a value whatever its children are.
    fn node(&mut self, index: &HashMap<&str, usize>, ty: &Type) -> Option<usize> {
        let (fields, is_record) = match &ty.kind {
            TypeKind::Var(name) => return index.get(name.as_str()).copied(),
            TypeKind::Record(fields) => (fields.as_slice(), true),
            TypeKind::Variant(fields) => (fields.as_slice(), false),
            // A type without values is the purpose of `empty`.
            _ => return None,
        };
        let parts: Vec<Option<usize>> = fields
            .iter()
            .map(|field| stack::level(|| self.node(index, &field.typ)))
            .collect();
        // A variant without cases is equivalent to `empty`.
        let has_value = if is_record {
            parts.iter().all(Option::is_none)
        } else {
            parts.is_empty() || parts.iter().any(Option::is_none)
        };
        if has_value {
            return None;
        }
        let node = self.nodes.len();
        self.nodes.push(Node::default());
        let parts: Vec<usize> = parts.into_iter().flatten().collect();
        self.nodes[node].n_missing = if is_record { parts.len() } else { 1 };
        for part in parts {
            self.need(node, part);
        }
        Some(node)
    }

    fn need(&mut self, node: usize, part: usize) {
        self.nodes[part].needed_by.push(node);
        self.nodes[node].parts.push(part);
    }

    /// Finds all nodes that have a value.
    fn settle(&mut self) {
        while let Some(node) = self.open.pop() {
            if std::mem::replace(&mut self.nodes[node].has_value, true) {
                continue;
            }
            for idx in 0..self.nodes[node].needed_by.len() {
                let dependent = self.nodes[node].needed_by[idx];
                let missing = &mut self.nodes[dependent].n_missing;
                *missing = missing.saturating_sub(1);
                if *missing == 0 {
                    self.open.push(dependent);
                }
            }
        }
    }

    /// Returns the groups of nodes without a value that need each other: Kosaraju's algorithm with an explicit stack.
    fn cycles(&self) -> Vec<Vec<usize>> {
        let mut is_done: Vec<bool> = self.nodes.iter().map(|node| node.has_value).collect();
        let mut is_grouped = is_done.clone();
        // Each node after those that it needs, except for itself.
        let mut order = Vec::new();
        for root in 0..self.nodes.len() {
            let mut open = vec![(root, false)];
            while let Some((node, is_left)) = open.pop() {
                if is_left {
                    order.push(node);
                } else if !std::mem::replace(&mut is_done[node], true) {
                    open.push((node, true));
                    open.extend(self.nodes[node].parts.iter().map(|part| (*part, false)));
                }
            }
        }
        let mut cycles = Vec::new();
        while let Some(root) = order.pop() {
            let mut group = Vec::new();
            let mut open = vec![root];
            while let Some(node) = open.pop() {
                if !std::mem::replace(&mut is_grouped[node], true) {
                    group.push(node);
                    open.extend(&self.nodes[node].needed_by);
                }
            }
            let is_cycle = match group.as_slice() {
                [node] => self.nodes[*node].parts.contains(node),
                group => !group.is_empty(),
            };
            if is_cycle {
                cycles.push(group);
            }
        }
        cycles
    }
}
