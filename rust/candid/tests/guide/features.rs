//! The table of features of a page, compared with `Cargo.toml`.

/// Checks that a page has a row for each feature of a manifest, with the features that it turns on, its crates, whether it is a
/// default, and whether it is in `all`.
pub(crate) fn check(manifest: &str, page: &str) {
    let (_, section) = manifest.split_once("[features]\n").expect("features");
    let lists: Vec<(&str, Vec<&str>)> = section
        .lines()
        .take_while(|line| !line.starts_with('['))
        .filter_map(|line| line.split_once(" = ["))
        .map(|(name, list)| (name, list.split('"').skip(1).step_by(2).collect()))
        .collect();
    let of = |name: &str| {
        let list = lists.iter().find(|(other, _)| *other == name);
        list.map_or(&[][..], |(_, list)| list)
    };
    let cell = |items: Vec<&str>| {
        let items: Vec<_> = items.iter().map(|item| format!("`{item}`")).collect();
        items.join(", ")
    };
    let default = of("default");
    let in_all: Vec<_> = of("all").iter().chain(default).collect();
    let yes_no = |yes: bool| if yes { "yes" } else { "no" };
    let mut expected: Vec<_> = lists
        .iter()
        .filter(|(name, _)| *name != "default")
        .map(|(name, list)| {
            let is_crate = |item: &&str| item.contains([':', '/']);
            let (crates, mut turned_on): (Vec<_>, Vec<_>) = list.iter().partition(|i| is_crate(i));
            if turned_on.contains(&"default") {
                turned_on.retain(|item| *item != "default");
                turned_on.extend(default);
            }
            turned_on.sort_unstable();
            let crates = crates
                .into_iter()
                .map(|item| item.trim_start_matches("dep:"));
            format!(
                "`{name}` | {} | {} | {} | {}",
                cell(turned_on),
                cell(crates.collect()),
                yes_no(default.contains(name)),
                yes_no(in_all.contains(&name)),
            )
        })
        .collect();
    let mut found: Vec<_> = page
        .lines()
        .filter(|line| line.starts_with("| `"))
        .map(|line| {
            let cells: Vec<_> = line.trim_matches('|').split('|').map(str::trim).collect();
            assert_eq!(cells.len(), 6, "{line}");
            [&cells[..1], &cells[2..]].concat().join(" | ")
        })
        .collect();
    expected.sort_unstable();
    found.sort_unstable();
    assert!(found.len() > 5);
    assert_eq!(found, expected);
}
