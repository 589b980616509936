//! The memory of values, for each byte of their text or message.

use super::allocated;

/// The number of items, which the capacity of a vector fits exactly.
const N_ITEMS: usize = 1 << 15;

/// What is allocated for any input.
const BASE: u64 = 100 << 10;

/// What each command may have in use at once for each byte of its input. The first ones read the text of values, the others their
/// message. `%` is a type.
const COMMANDS: [&str; 8] = [
    "encode --file @values.txt -f raw -o @values.bin",
    "encode --file @values.txt -t % -f raw -o @typed.bin",
    "convert --file @values.txt --to hex -o @output",
    "convert --file @values.txt --to json -o @values.json",
    "convert --file @values.txt -t % --to json -o @typed.json",
    "diff @values.txt @values.txt",
    "decode --file @typed.bin -t % -o @output",
    "convert --file @values.json --from json --to hex -o @output",
];

/// Items, the type of the vector, and the limits.
const ITEMS: &[(&str, &str, [u64; 8])] = &[
    ("1;", "nat", [45, 45, 45, 45, 45, 73, 93, 8]),
    ("true;", "bool", [20, 20, 20, 20, 20, 32, 81, 19]),
    ("\"\";", "text", [29, 29, 29, 29, 29, 48, 71, 29]),
    ("1:nat8;", "nat8", [15, 15, 15, 15, 15, 15, 14, 10]),
    ("opt 1;", "opt|nat", [21, 22, 21, 27, 22, 43, 87, 7]),
    ("vec{1};", "vec|nat", [18, 19, 18, 23, 19, 37, 91, 9]),
    (
        "record{a=1};",
        "record{a:nat}",
        [13, 14, 13, 20, 14, 26, 232, 7],
    ),
    (
        "record{1;2;3};",
        "record{nat;nat;nat}",
        [23, 25, 23, 35, 25, 45, 150, 6],
    ),
    (
        "variant{a};",
        "variant{a;b}",
        [14, 14, 14, 17, 15, 28, 196, 8],
    ),
];

#[test]
fn memory_of_values() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let mut exceeded = String::new();
    for (item, ty, limits) in ITEMS {
        let text = format!("(vec{{{}}})", item.repeat(N_ITEMS));
        std::fs::write(folder.join("values.txt"), text).unwrap();
        let found = COMMANDS.map(|command| {
            let command = command.replace('%', &format!("(vec|{ty})"));
            let input = command
                .split([' ', '@'])
                .find(|word| word.contains('.'))
                .unwrap();
            let [.., most] = allocated(folder, &command);
            let len = std::fs::metadata(folder.join(input)).unwrap().len();
            most.saturating_sub(BASE).div_ceil(len)
        });
        if found.iter().zip(limits).any(|(found, limit)| found > limit) {
            exceeded.push_str(&format!("{item:?}, {ty:?}, {found:?}\n"));
        }
    }
    assert!(exceeded.is_empty(), "{exceeded}");
}
