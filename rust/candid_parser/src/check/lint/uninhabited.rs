//! Lint for recursive types without values.

use super::Program;
use crate::check::components::components;
use crate::check::File;
use crate::diagnostic::{Diagnostic, FileId, Sources};
use crate::stack;
use crate::syntax::ast::{Type, TypeDef, TypeKind};
use std::collections::{HashMap, HashSet};

/// Limit on the number of definitions of a long cycle that are shown.
const SHOWN: usize = 8;

/// Definitions that need each other.
pub(in crate::check) type Cycle<'a> = Vec<(FileId, &'a TypeDef)>;

/// Warns about types whose construction requires a value of themselves. Types that need such a type are not reported
/// again.
pub(super) fn types(program: &Program<'_>, found: &mut dyn FnMut(Diagnostic)) {
    let (main, sources) = (program.main.id, program.sources);
    let cycles = match program.outer {
        Some(outer) => outer.uninhabited.clone(),
        None => cycles(program.files, &HashSet::new()).0,
    };
    for mut cycle in cycles {
        cycle.sort_by_cached_key(|place| (place.0 != main, position(place, sources)));
        let [(file, def), others @ ..] = cycle.as_slice() else {
            continue;
        };
        let message = format!(
            "uninhabited type {}: it contains itself without a base case",
            def.name.text
        );
        let mut finding = Diagnostic::warning(message, *file, def.name.span);
        for (file, def) in others.iter().take(SHOWN) {
            finding = finding.also("via this type", *file, def.name.span);
        }
        found(finding.note("use opt, vec or a variant with another case to end the recursion"));
    }
}

/// Returns a position that is the same whichever file is loaded first.
fn position<'a>((file, def): &(FileId, &TypeDef), sources: &'a Sources) -> (&'a str, u32) {
    (sources.name(*file), def.name.span.start)
}

/// Returns the definitions in files that need each other, and all those that have no value; of others, those that have none are
/// given.
pub(in crate::check) fn cycles<'a>(
    files: &'a [File],
    others: &HashSet<&'a str>,
) -> (Vec<Cycle<'a>>, HashSet<&'a str>) {
    let all = files
        .iter()
        .flat_map(|file| file.prog.defs().map(move |def| (file.id, def)));
    let all: Cycle<'_> = all.collect();
    let graph = Graph::of(&all, others);
    let places = |group: Vec<usize>| {
        group
            .iter()
            .filter_map(|node| all.get(*node))
            .copied()
            .collect()
    };
    let cycles = graph.cycles().into_iter().map(places).collect();
    let nodes = graph.nodes.iter().zip(&all);
    let without_value = nodes.filter(|(node, _)| !node.has_value);
    let names = without_value.map(|(_, (_, def))| def.name.text.as_str());
    (cycles, names.collect())
}

/// Passes on what a finding in each file of a cycle shows: its own definitions, and the first of the others.
pub(in crate::check) fn shown_in_each<'a>(
    mut cycle: Cycle<'a>,
    sources: &Sources,
    mut show: impl FnMut(FileId, Cycle<'a>),
) {
    cycle.sort_by_cached_key(|place| position(place, sources));
    let mut by_file: HashMap<FileId, Cycle<'_>> = HashMap::new();
    for place in &cycle {
        by_file.entry(place.0).or_default().push(*place);
    }
    for (file, mut own) in by_file {
        let others = cycle.iter().filter(|(other, _)| *other != file);
        own.extend(others.take(SHOWN));
        show(file, own);
    }
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

    /// Returns the groups of nodes without a value that need each other.
    fn cycles(&self) -> Vec<Vec<usize>> {
        let has_value = |node: usize| self.nodes[node].has_value;
        let needed = |(idx, node): (usize, &Node)| {
            let parts = node.parts.iter().copied();
            let parts = parts.filter(|part| !has_value(idx) && !has_value(*part));
            parts.collect()
        };
        let needed: Vec<Vec<usize>> = self.nodes.iter().enumerate().map(needed).collect();
        let mut groups = components(&needed);
        groups.retain(|group| match group.as_slice() {
            [node] => needed[*node].contains(node),
            _ => true,
        });
        groups
    }
}
