//! Which items of two vectors are equal, in their order. The work is linear in the items: it is bounded by its steps, not by time,
//! so that the result is always the same.

use similar::{capture_diff_slices, Algorithm, DiffOp};
use std::collections::HashMap;

/// The number of items, of both sides, whose changes are always the fewest possible.
const MAX_EXACT: usize = 4096;

/// The number of changes of more items that are found as the fewest possible.
const MAX_CHANGES: usize = 1000;

/// The number of steps for each item that are spent on that.
const STEPS_PER_ITEM: usize = 32;

/// Returns the positions of equal items, ascending on both sides, of items given by their hashes.
pub(super) fn equal(left: &[u64], right: &[u64]) -> Vec<(usize, usize)> {
    let same = |(left, right): &(&u64, &u64)| left == right;
    let n_before = left.iter().zip(right).take_while(same).count();
    let (left_rest, right_rest) = (&left[n_before..], &right[n_before..]);
    let ends = left_rest.iter().rev().zip(right_rest.iter().rev());
    let n_after = ends.take_while(same).count();
    let (left_end, right_end) = (left.len() - n_after, right.len() - n_after);
    let mut equal: Vec<_> = (0..n_before).map(|i| (i, i)).collect();
    let between = between(&left[n_before..left_end], &right[n_before..right_end]);
    equal.extend(between.iter().map(|(l, r)| (l + n_before, r + n_before)));
    equal.extend((0..n_after).map(|i| (left_end + i, right_end + i)));
    equal
}

/// Returns the same for items of which neither the first nor the last are equal. Those that the other side does not have are left
/// out of the comparison.
fn between(left: &[u64], right: &[u64]) -> Vec<(usize, usize)> {
    let mut counts: HashMap<u64, (usize, usize)> = HashMap::new();
    left.iter()
        .for_each(|item| counts.entry(*item).or_default().0 += 1);
    right
        .iter()
        .for_each(|item| counts.entry(*item).or_default().1 += 1);
    let is_common = |item: &u64| matches!(counts.get(item), Some((1.., 1..)));
    let common = |items: &[u64]| -> (Vec<usize>, Vec<u64>) {
        let items = items.iter().copied().enumerate();
        items.filter(|(_, item)| is_common(item)).unzip()
    };
    let ((left_at, left), (right_at, right)) = (common(left), common(right));
    let found = match left.len() + right.len() {
        ..=MAX_EXACT => fewest(&left, &right),
        _ => of_few_changes(&left, &right).unwrap_or_else(|| {
            let is_single = |item: &u64| counts.get(item) == Some(&(1, 1));
            of_single(&left, &right, is_single)
        }),
    };
    let found = found.into_iter();
    found.map(|(l, r)| (left_at[l], right_at[r])).collect()
}

fn fewest(left: &[u64], right: &[u64]) -> Vec<(usize, usize)> {
    let mut equal = Vec::new();
    for op in capture_diff_slices(Algorithm::Myers, left, right) {
        if let DiffOp::Equal { .. } = op {
            equal.extend(op.old_range().zip(op.new_range()));
        }
    }
    equal
}

/// Returns the same as [`fewest`], by Myers' algorithm, if there are few changes.
fn of_few_changes(left: &[u64], right: &[u64]) -> Option<Vec<(usize, usize)>> {
    // On the diagonal `MIDDLE + x - y`, how far the items `left[..x]` and `right[..y]` come with some number of changes.
    const MIDDLE: usize = MAX_CHANGES + 1;
    let mut furthest = vec![0_usize; 2 * MIDDLE + 1];
    let n_items = left.len() + right.len();
    let mut n_left = MAX_CHANGES * MAX_CHANGES + n_items.saturating_mul(STEPS_PER_ITEM);
    let mut before: Vec<Vec<usize>> = Vec::new();
    for n_changes in 0..=MAX_CHANGES {
        let first = MIDDLE - n_changes;
        for diagonal in (first..=MIDDLE + n_changes).step_by(2) {
            let mut x = match is_from_right(|at| furthest[at], first, diagonal, n_changes) {
                true => furthest[diagonal + 1],
                false => furthest[diagonal - 1] + 1,
            };
            let start = x;
            let y = |x: usize| (x + MIDDLE).checked_sub(diagonal);
            while x < left.len() && y(x).and_then(|y| right.get(y)) == Some(&left[x]) {
                x += 1;
            }
            furthest[diagonal] = x;
            n_left = n_left.checked_sub(1 + x - start)?;
            if x >= left.len() && y(x).is_some_and(|y| y >= right.len()) {
                return Some(back(&before, (left.len(), right.len()), MIDDLE));
            }
        }
        before.push(furthest[first..=MIDDLE + n_changes].to_vec());
    }
    None
}

/// Returns whether the furthest way on a diagonal comes from the one after it: by an item of the right side.
fn is_from_right(
    furthest: impl Fn(usize) -> usize,
    first: usize,
    diagonal: usize,
    n_changes: usize,
) -> bool {
    diagonal == first
        || diagonal != first + 2 * n_changes && furthest(diagonal - 1) < furthest(diagonal + 1)
}

/// Goes the way back that was found; each list has the diagonals with as many changes as lists are before it.
fn back(
    before: &[Vec<usize>],
    (mut x, mut y): (usize, usize),
    middle: usize,
) -> Vec<(usize, usize)> {
    let mut equal = Vec::new();
    for (n_before, furthest) in before.iter().enumerate().rev() {
        // The first diagonal of the list, which is one after that of the step from it.
        let first = middle - n_before;
        let diagonal = middle + x - y;
        let at = |diagonal: usize| furthest[diagonal - first];
        let from = match is_from_right(at, first - 1, diagonal, n_before + 1) {
            true => diagonal + 1,
            false => diagonal - 1,
        };
        let (x_from, y_from) = (at(from), at(from) + middle - from);
        while x > x_from && y > y_from {
            (x, y) = (x - 1, y - 1);
            equal.push((x, y));
        }
        (x, y) = (x_from, y_from);
    }
    while x > 0 && y > 0 {
        (x, y) = (x - 1, y - 1);
        equal.push((x, y));
    }
    equal.reverse();
    equal
}

/// Returns as many of the items that each side has once as are in the same order.
fn of_single(left: &[u64], right: &[u64], is_single: impl Fn(&u64) -> bool) -> Vec<(usize, usize)> {
    let places: HashMap<u64, usize> = right.iter().copied().zip(0..).collect();
    let single = left.iter().enumerate().filter(|(_, item)| is_single(item));
    let pairs: Vec<(usize, usize)> = single
        .filter_map(|(l, item)| Some((l, *places.get(item)?)))
        .collect();
    // The longest ascending part: for each length, the pair that one ends with, and the pair before it.
    let (mut ends, mut previous): (Vec<usize>, Vec<Option<usize>>) = (Vec::new(), Vec::new());
    for (i, (_, r)) in pairs.iter().enumerate() {
        let length = ends.partition_point(|end| pairs[*end].1 < *r);
        previous.push(length.checked_sub(1).map(|shorter| ends[shorter]));
        match ends.get_mut(length) {
            Some(end) => *end = i,
            None => ends.push(i),
        }
    }
    let last = ends.last().copied();
    let mut equal: Vec<_> = std::iter::successors(last, |i| previous[*i])
        .map(|i| pairs[i])
        .collect();
    equal.reverse();
    equal
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::StdRng;
    use rand::{Rng, SeedableRng};

    /// What is found is equal and ascending; of few changes, it is as much as there is.
    #[test]
    fn equal_items_in_their_order() {
        let mut rng = StdRng::seed_from_u64(1);
        for round in 0..400 {
            let n = rng.random_range(0..40);
            let kinds = rng.random_range(1..30);
            let mut items = || -> Vec<u64> { (0..n).map(|_| rng.random_range(0..kinds)).collect() };
            let (left, right) = (items(), items());
            let most = fewest(&left, &right).len();
            assert_eq!(of_few_changes(&left, &right).map(|e| e.len()), Some(most));
            for found in [
                equal(&left, &right),
                of_few_changes(&left, &right).unwrap(),
                of_single(&left, &right, |item| {
                    let count = |items: &[u64]| items.iter().filter(|i| *i == item).count();
                    (count(&left), count(&right)) == (1, 1)
                }),
            ] {
                assert!(found.iter().all(|(l, r)| left[*l] == right[*r]), "{round}");
                let is_ascending = found.windows(2).all(|p| p[0].0 < p[1].0 && p[0].1 < p[1].1);
                assert!(is_ascending, "{round}");
            }
        }
    }

    /// Long vectors: a few changes among items of few kinds, and any order.
    #[test]
    fn long_vectors() {
        let left: Vec<u64> = (0..20_000).map(|i| i * i % 7).collect();
        let mut right = left.clone();
        right.insert(5_000, 9);
        right.remove(15_000);
        assert_eq!(equal(&left, &right).len(), 19_999);
        let left: Vec<u64> = (0..20_000).collect();
        let right: Vec<u64> = (0..20_000).map(|i| i * 7_919 % 20_000).collect();
        assert!(!equal(&left, &right).is_empty());
        let right: Vec<u64> = (20_000..40_000).collect();
        assert!(equal(&left, &right).is_empty());
    }
}
