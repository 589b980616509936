//! The parser: the same verdict and the same tree as the incumbent's, for mutations of values, and for real interfaces and
//! mutations of them.

use candid_differential::corpus::files;
use candid_differential::known::Differences;
use candid_differential::random::{Cases, Random};
use candid_differential::sides::with_deep_stack;
use candid_differential::trees::{
    difference, our_tokens, our_value, ours, silence_panics, their_value, theirs,
};
use candid_differential::words::pieces;
use std::path::PathBuf;

/// The names and texts of the interfaces in a folder beside the repository, if it is there.
fn corpus(folder: &str) -> Option<Vec<(String, String)>> {
    let text = |file: PathBuf| {
        let name = file.file_stem()?.to_str()?.to_string();
        Some((name, std::fs::read_to_string(file).ok()?))
    };
    Some(files(folder, "did")?.into_iter().filter_map(text).collect())
}

/// One after the other: of two tests at the same time, one would put back the other's way to tell of panics.
#[test]
fn trees_and_verdicts() {
    with_deep_stack(|| {
        let cases = Cases::asked();
        check_values(cases);
        check_interfaces(cases);
    });
}

fn check_values(cases: Cases) {
    let mut differences = Differences::new("syntax_values").with_rare(cases.length);
    silence_panics(|| values(cases.of(3_000), &mut differences));
    differences.check();
}

/// In a section of their own: without the files, what differs about them cannot be found.
fn check_interfaces(cases: Cases) {
    let (Some(mut files), Some(rejected)) = (corpus("did"), corpus("did_rejected")) else {
        return;
    };
    files.extend(rejected);
    let mut differences = Differences::new("syntax_interfaces").with_rare(cases.length);
    for (name, text) in &files {
        let ours = ours(text);
        assert_eq!(our_tokens(text).ok(), ours.clone().ok(), "{name}");
        if let Some(what) = difference(&ours, &theirs(text)) {
            differences.add(name, &what);
        }
    }
    silence_panics(|| mutations(&files, cases.of(50), &mut differences));
    differences.check();
}

fn mutations(files: &[(String, String)], n: u64, differences: &mut Differences) {
    let mut random = Random::new(7);
    let mut n_accepted = 0;
    for (_, text) in files.iter().filter(|(_, text)| text.len() < 5_000) {
        for _ in 0..n {
            let mutated = mutate(text, &mut random);
            let (ours, theirs) = (ours(&mutated), theirs(&mutated));
            assert_eq!(our_tokens(&mutated).ok(), ours.clone().ok(), "{mutated}");
            n_accepted += u64::from(ours.is_ok() && theirs.is_ok());
            if let Some(what) = difference(&ours, &theirs) {
                differences.add_example("mutation", &what, &mutated);
            }
        }
    }
    assert!(n_accepted > n, "{n_accepted}, {n} for each file");
}

fn values(n: u64, differences: &mut Differences) {
    let seeds = [
        r#"(1, -2 : int8, +3, 0x1F, 1.5, -1e3 : float32, "a\n\u{e9}\41", blob "\00a", true, null)"#,
        r#"(opt opt 1, vec { 1; 2 : nat }, record { a = 1; "b c" = 2; 5 = 3; 4 }, variant { x })"#,
        r#"(variant { y = record { "t"; 1_000 } }, principal "aaaaa-aa", service "aaaaa-aa")"#,
        r#"(func "aaaaa-aa".m, ((1 : nat8) : nat8), opt (1 : nat64), vec {}, record {}, false)"#,
    ];
    let mut random = Random::new(11);
    let mut n_accepted = 0;
    for seed in seeds {
        for _ in 0..n {
            let mutated = mutate(seed, &mut random);
            let (ours, theirs) = (our_value(&mutated), their_value(&mutated));
            n_accepted += u64::from(ours.is_ok() && theirs.is_ok());
            if let Some(what) = difference(&ours, &theirs) {
                differences.add_example("value", &what, &mutated);
            }
        }
    }
    // Of so many the trees were compared, not only the verdicts.
    assert!(n_accepted > n / 4, "{n_accepted} of {n} for each seed");
}

/// Deletes, doubles, swaps or replaces a few pieces.
fn mutate(text: &str, random: &mut Random) -> String {
    const WORDS: &str = "type import service record variant opt vec func query oneway composite_query blob null \
                         principal nat text A ( ) { } ; , : = -> . \"q\" 5 0x5 1.5 true inf - + // /* */ \"\\n\" assert";
    let words: Vec<&str> = WORDS.split(' ').collect();
    let mut pieces = pieces(text);
    for _ in 0..=random.below(2) {
        let n = pieces.len();
        if n < 2 {
            break;
        }
        let at = random.below(n);
        match random.below(4) {
            0 => drop(pieces.remove(at)),
            1 => pieces.insert(at, pieces[at]),
            2 => pieces.swap(at, random.below(n)),
            _ => pieces[at] = words[random.below(words.len())],
        }
    }
    pieces.concat()
}
