//! The definitions that services need, in files that import each other in a cycle.

use super::reach::{has, reach, BLOCK};
use crate::check::components::components;
use crate::check::File;
use std::collections::HashMap;

/// Returns the definitions of each file that its service needs, or one that is imported by one of the files.
pub(super) fn used(files: &[File], imported: impl Fn(usize) -> bool) -> Vec<Vec<&str>> {
    let defs = || files.iter().flat_map(|file| file.prog.defs());
    let index = (0..).zip(defs());
    let index: HashMap<&str, usize> = index
        .map(|(node, def)| (def.name.text.as_str(), node))
        .collect();
    // The definitions, the service of each file, and the imported services together.
    let mut targets: Vec<Vec<usize>> = Vec::new();
    for def in defs() {
        let names = def.typ.names();
        targets.push(names.filter_map(|name| index.get(name).copied()).collect());
    }
    let first_service = targets.len();
    let all_imported = first_service + files.len();
    let mut of_imported = Vec::new();
    for (idx, file) in files.iter().enumerate() {
        let names = file.prog.actor.iter().flat_map(|actor| actor.typ.names());
        let mut nodes: Vec<usize> = names.filter_map(|name| index.get(name).copied()).collect();
        if imported(idx) {
            of_imported.extend(&nodes);
        }
        nodes.push(all_imported);
        targets.push(nodes);
    }
    targets.push(of_imported);
    let groups = components(&targets);
    let mut used = Vec::with_capacity(files.len());
    let mut nodes = 0..;
    for start in (0..files.len()).step_by(BLOCK) {
        let rows = reach(&targets, &groups, first_service + start..all_imported);
        for (bit, file) in files.iter().skip(start).take(BLOCK).enumerate() {
            let own = file.prog.defs().zip(&mut nodes);
            let needed = own.filter(|(_, node)| has(&rows[*node], bit));
            used.push(needed.map(|(def, _)| def.name.text.as_str()).collect());
        }
    }
    used
}
