//! The strongly connected components of a graph.

/// Returns the nodes of a graph in groups: two are in one group if each leads to the other, through others, too. A group comes after
/// those that it leads to: Tarjan's algorithm with an explicit stack. `targets` has the nodes that each node leads to directly.
pub(super) fn components(targets: &[Vec<usize>]) -> Vec<Vec<usize>> {
    const NEW: usize = usize::MAX;
    const GROUPED: usize = NEW - 1;
    // The number of each node, and the smallest number that it leads to among those that have no group yet.
    let mut numbers = vec![NEW; targets.len()];
    let mut lowest = numbers.clone();
    let mut n_numbered = 0;
    let mut ungrouped = Vec::new();
    let mut groups = Vec::new();
    // The nodes on the way, each with the number of its targets that were looked at.
    let mut open: Vec<(usize, usize)> = Vec::new();
    for root in 0..targets.len() {
        if numbers[root] == NEW {
            open.push((root, 0));
        }
        while let Some((node, n_seen)) = open.last_mut() {
            let node = *node;
            if numbers[node] == NEW {
                numbers[node] = n_numbered;
                lowest[node] = n_numbered;
                n_numbered += 1;
                ungrouped.push(node);
            }
            if let Some(target) = targets[node].get(*n_seen) {
                *n_seen += 1;
                match lowest[*target] {
                    NEW => open.push((*target, 0)),
                    low => lowest[node] = lowest[node].min(low),
                }
                continue;
            }
            open.pop();
            let low = lowest[node];
            if low == numbers[node] {
                let first = ungrouped.iter().rposition(|other| *other == node);
                let mut group = ungrouped.split_off(first.unwrap_or(0));
                group.iter().for_each(|node| lowest[*node] = GROUPED);
                group.sort_unstable();
                groups.push(group);
            } else if let Some((importer, _)) = open.last() {
                lowest[*importer] = lowest[*importer].min(low);
            }
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::components;

    #[test]
    fn groups() {
        type Nodes = &'static [&'static [usize]];
        let rows: [(Nodes, Nodes); 5] = [
            (&[], &[]),
            (&[&[1], &[2], &[]], &[&[2], &[1], &[0]]),
            (&[&[1], &[2], &[0]], &[&[0, 1, 2]]),
            (
                &[&[0, 2], &[0], &[3, 0], &[2, 4], &[4]],
                &[&[4], &[0, 2, 3], &[1]],
            ),
            (
                &[&[1, 3], &[2], &[1], &[2, 0], &[3]],
                &[&[1, 2], &[0, 3], &[4]],
            ),
        ];
        for (targets, expected) in rows {
            let targets: Vec<Vec<usize>> = targets.iter().map(|it| it.to_vec()).collect();
            assert_eq!(components(&targets), expected);
        }
    }
}
