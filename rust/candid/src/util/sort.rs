//! Stable sorting, compiled once for all item types: each instance of the standard library's sort is six to eight
//! kilobytes of Wasm, so only numbers or names are sorted, and the items are rearranged accordingly.

/// Sorts by number, stably.
pub(crate) fn sort_by_id<T>(items: &mut Vec<T>, id: impl Fn(&T) -> u32) {
    if items.is_sorted_by_key(&id) {
        return;
    }
    // The number, and below it the place: instructions for one integer are fewer than for a pair.
    let both = |(id, place): (u32, u32)| u64::from(id) << 32 | u64::from(place);
    let mut order: Vec<u64> = items.iter().map(id).zip(0..).map(both).collect();
    sort_numbers(&mut order);
    let place = |both: &u64| u32::try_from(both & u64::from(u32::MAX)).unwrap_or(u32::MAX);
    rearrange(items, order.iter().map(place));
}

/// Sorts by name, stably.
pub(crate) fn sort_by_name<T>(items: &mut Vec<T>, name: impl Fn(&T) -> &str) {
    if items.is_sorted_by(|a, b| name(a) <= name(b)) {
        return;
    }
    let mut order: Vec<(&str, u32)> = items.iter().map(&name).zip(0..).collect();
    sort_names(&mut order);
    let order: Vec<u32> = order.into_iter().map(|(_, place)| place).collect();
    rearrange(items, order.into_iter());
}

#[inline(never)]
fn sort_numbers(numbers: &mut [u64]) {
    numbers.sort_unstable();
}

#[inline(never)]
fn sort_names(names: &mut [(&str, u32)]) {
    names.sort_unstable();
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
