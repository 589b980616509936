//! The parser: the same verdict and the same tree as the incumbent's, for real interfaces and mutations of them.

use candid_differential::known::Differences;
use candid_differential::random::{Cases, Random};
use candid_differential::sides::with_deep_stack;
use candid_differential::trees::{
    difference, our_tokens, our_value, ours, silence_panics, their_value, theirs,
};
use std::path::PathBuf;

fn corpus(folder: &str) -> Vec<(String, String)> {
    let dir = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared")
        .join(folder);
    let Ok(entries) = std::fs::read_dir(dir) else {
        eprintln!("no data beside the repository: {folder}");
        return Vec::new();
    };
    let mut files: Vec<(String, String)> = entries
        .filter_map(|entry| {
            let path = entry.ok()?.path();
            let name = path.file_stem()?.to_str()?.to_string();
            let is_interface = path.extension().is_some_and(|ext| ext == "did");
            is_interface.then(|| Some((name, std::fs::read_to_string(path).ok()?)))?
        })
        .collect();
    files.sort();
    files
}

#[test]
fn trees_and_verdicts() {
    with_deep_stack(|| {
        let cases = Cases::asked();
        let mut differences = Differences::new("syntax").with_rare(cases.length);
        let mut files = corpus("did");
        files.extend(corpus("did_rejected"));
        // Of interfaces there may be none here; values are made from what is below.
        for (name, text) in &files {
            let ours = ours(text);
            assert_eq!(our_tokens(text).ok(), ours.clone().ok(), "{name}");
            if let Some(what) = difference(&ours, &theirs(text)) {
                differences.add(name, &what);
            }
        }
        silence_panics(|| {
            mutations(&files, cases.of(50), &mut differences);
            values(cases.of(3_000), &mut differences);
        });
        differences.check();
    });
}

fn mutations(files: &[(String, String)], n: u64, differences: &mut Differences) {
    let mut random = Random::new(7);
    for (_, text) in files.iter().filter(|(_, text)| text.len() < 5_000) {
        for _ in 0..n {
            let mutated = mutate(text, &mut random);
            let (ours, theirs) = (ours(&mutated), theirs(&mutated));
            assert_eq!(our_tokens(&mutated).ok(), ours.clone().ok(), "{mutated}");
            if let Some(what) = difference(&ours, &theirs) {
                differences.add_example("mutation", &what, &mutated);
            }
        }
    }
}

fn values(n: u64, differences: &mut Differences) {
    let seeds = [
        r#"(1, -2 : int8, +3, 0x1F, 1.5, -1e3 : float32, "a\n\u{e9}\41", blob "\00a", true, null)"#,
        r#"(opt opt 1, vec { 1; 2 : nat }, record { a = 1; "b c" = 2; 5 = 3; 4 }, variant { x })"#,
        r#"(variant { y = record { "t"; 1_000 } }, principal "aaaaa-aa", service "aaaaa-aa")"#,
        r#"(func "aaaaa-aa".m, ((1 : nat8) : nat8), opt (1 : nat64), vec {}, record {}, false)"#,
    ];
    let mut random = Random::new(11);
    for seed in seeds {
        for _ in 0..n {
            let mutated = mutate(seed, &mut random);
            let (ours, theirs) = (our_value(&mutated), their_value(&mutated));
            if let Some(what) = difference(&ours, &theirs) {
                differences.add_example("value", &what, &mutated);
            }
        }
    }
}

/// Deletes, doubles, swaps or replaces a few tokens.
fn mutate(text: &str, random: &mut Random) -> String {
    const WORDS: &str = "type import service record variant opt vec func query oneway composite_query blob null \
                         principal nat text A ( ) { } ; , : = -> . \"q\" 5 0x5 1.5 true inf - + // /* */ \"\\n\" assert";
    let words: Vec<&str> = WORDS.split(' ').collect();
    let mut tokens = tokens(text);
    for _ in 0..=random.below(2) {
        let n = tokens.len();
        if n < 2 {
            break;
        }
        let at = random.below(n);
        match random.below(4) {
            0 => drop(tokens.remove(at)),
            1 => tokens.insert(at, tokens[at].clone()),
            2 => tokens.swap(at, random.below(n)),
            _ => tokens[at] = words[random.below(words.len())].to_string(),
        }
    }
    tokens.concat()
}

/// Splits a text in words and single characters, which together are the text.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    let mut in_word = false;
    for c in text.chars() {
        let is_word = c.is_ascii_alphanumeric() || c == '_';
        match tokens.last_mut() {
            Some(last) if is_word && in_word => last.push(c),
            _ => tokens.push(c.to_string()),
        }
        in_word = is_word;
    }
    tokens
}
