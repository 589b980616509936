//! What leads where in a graph, for a few nodes at once.

/// The number of nodes that are followed at once: all together would need the square of the nodes.
pub(super) const BLOCK: usize = 512;

/// A set of followed nodes.
pub(super) type Row = [u64; BLOCK / 64];

/// Returns whether a node is in the set.
pub(super) fn has(row: &Row, bit: usize) -> bool {
    row[bit / 64] >> (bit % 64) & 1 == 1
}

/// Adds the nodes of another set.
pub(super) fn add(row: &mut Row, more: &Row) {
    row.iter_mut()
        .zip(more)
        .for_each(|(word, more)| *word |= more);
}

/// Returns which of some nodes lead to each node, or are it, through others, too. The nodes are in groups, as
/// [`components`](crate::check::components::components) returns them.
pub(super) fn reach(
    targets: &[Vec<usize>],
    groups: &[Vec<usize>],
    followed: impl Iterator<Item = usize>,
) -> Vec<Row> {
    let mut rows = vec![Row::default(); targets.len()];
    for (bit, node) in followed.enumerate().take(BLOCK) {
        rows[node][bit / 64] |= 1 << (bit % 64);
    }
    for group in groups.iter().rev() {
        let mut row = Row::default();
        group.iter().for_each(|node| add(&mut row, &rows[*node]));
        for node in group {
            rows[*node] = row;
            for target in &targets[*node] {
                add(&mut rows[*target], &row);
            }
        }
    }
    rows
}
