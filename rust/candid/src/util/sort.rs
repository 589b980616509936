//! Stable sorting in little code: each instance of the standard library's sort is six to eight kilobytes of Wasm, so
//! numbers and names are sorted by a heap, and the items are rearranged accordingly.

use std::collections::BinaryHeap;

/// Sorts by number, stably.
pub(crate) fn sort_by_id<T>(items: &mut Vec<T>, id: impl Fn(&T) -> u32) {
    if items.is_sorted_by_key(&id) {
        return;
    }
    // The number, and below it the place: instructions for one integer are fewer than for a pair.
    let both = |(id, place): (u32, u32)| u64::from(id) << 32 | u64::from(place);
    let order: Vec<u64> = items.iter().map(id).zip(0..).map(both).collect();
    let place = |both: &u64| u32::try_from(both & u64::from(u32::MAX)).unwrap_or(u32::MAX);
    rearrange(items, sorted_numbers(order).iter().map(place));
}

/// Sorts by name, stably.
pub(crate) fn sort_by_name<T>(items: &mut Vec<T>, name: impl Fn(&T) -> &str) {
    if items.is_sorted_by(|a, b| name(a) <= name(b)) {
        return;
    }
    let order: Vec<(&str, u32)> = items.iter().map(&name).zip(0..).collect();
    let order: Vec<u32> = sorted_names(order)
        .iter()
        .map(|(_, place)| *place)
        .collect();
    rearrange(items, order.into_iter());
}

#[inline(never)]
fn sorted_numbers(numbers: Vec<u64>) -> Vec<u64> {
    BinaryHeap::from(numbers).into_sorted_vec()
}

#[inline(never)]
fn sorted_names(names: Vec<(&str, u32)>) -> Vec<(&str, u32)> {
    BinaryHeap::from(names).into_sorted_vec()
}

/// Rearranges items into the order of their positions, listed by `order`.
fn rearrange<T>(items: &mut Vec<T>, order: impl Iterator<Item = u32>) {
    let mut before: Vec<Option<T>> = items.drain(..).map(Some).collect();
    items.extend(order.filter_map(|place| before.get_mut(place as usize)?.take()));
}

#[cfg(test)]
mod tests {
    use super::sort_by_id;
    use super::sort_by_name;

    #[test]
    fn items_follow() {
        let mut items = vec![
            (3, "c"),
            (1, "x"),
            (3, "a"),
            (u32::MAX, ""),
            (1, "b"),
            (0, "c"),
        ];
        sort_by_id(&mut items, |(id, _)| *id);
        let by_id = [
            (0, "c"),
            (1, "x"),
            (1, "b"),
            (3, "c"),
            (3, "a"),
            (u32::MAX, ""),
        ];
        assert_eq!(items, by_id);
        sort_by_name(&mut items, |(_, name)| name);
        let by_name = [
            (u32::MAX, ""),
            (3, "a"),
            (1, "b"),
            (0, "c"),
            (3, "c"),
            (1, "x"),
        ];
        assert_eq!(items, by_name);
    }
}
