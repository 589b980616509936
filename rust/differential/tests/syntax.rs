//! The parser: the same verdict and the same tree as the incumbent's, for real interfaces and mutations of them.

use candid_differential::known::Differences;
use candid_differential::random::Random;
use candid_differential::sides::with_deep_stack;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::path::PathBuf;

/// The plain trees of both sides print alike with `{:?}`.
type Tree = Result<String, String>;

fn ours(text: &str) -> Tree {
    let prog = text.parse::<candid_parser::IDLProg>();
    prog.map(|prog| format!("{prog:?}"))
        .map_err(|error| match error {
            candid_parser::Error::Parse(findings) => findings.list[0].message.clone(),
            other => other.to_string(),
        })
}

fn theirs(text: &str) -> Tree {
    let parse = || text.parse::<candid_parser_incumbent::IDLProg>();
    match catch_unwind(AssertUnwindSafe(parse)) {
        Ok(prog) => prog
            .map(|prog| format!("{prog:?}"))
            .map_err(|error| error.to_string()),
        Err(_) => Err("panic".to_string()),
    }
}

fn our_value(text: &str) -> Tree {
    let args = candid_parser::parse_idl_args(text);
    args.map(|args| format!("{args:?}"))
        .map_err(|error| match error {
            candid_parser::Error::Parse(findings) => findings.list[0].message.clone(),
            other => other.to_string(),
        })
}

fn their_value(text: &str) -> Tree {
    let parse = || candid_parser_incumbent::parse_idl_args(text);
    match catch_unwind(AssertUnwindSafe(parse)) {
        Ok(args) => args
            .map(|args| format!("{args:?}"))
            .map_err(|error| error.to_string()),
        Err(_) => Err("panic".to_string()),
    }
}

/// Returns what differs, if anything does.
fn difference(ours: &Tree, theirs: &Tree) -> Option<String> {
    match (ours, theirs) {
        (Ok(ours), Ok(theirs)) if ours == theirs => None,
        (Err(_), Err(_)) => None,
        (Ok(ours), Ok(theirs)) if without_docs(ours) == without_docs(theirs) => {
            Some("other comments".to_string())
        }
        (Ok(ours), Ok(theirs)) if ours.replace("\\u{0}", "\\0") == *theirs => {
            Some("NUL printed otherwise".to_string())
        }
        (Ok(ours), Ok(theirs)) if without_numeric_names(ours) == *theirs => {
            Some("an argument with a number in quotes for its name".to_string())
        }
        (Ok(_), Ok(_)) => Some("another tree".to_string()),
        (Ok(_), Err(theirs)) => Some(format!("accepted, theirs: {}", kind(theirs))),
        (Err(ours), Ok(_)) => Some(format!("{}, theirs: accepted", kind(ours))),
    }
}

fn without_docs(tree: &str) -> String {
    let mut parts = tree.split("docs: [");
    let mut out = parts.next().unwrap_or("").to_string();
    for part in parts {
        // A comment may hold anything but an unescaped quote.
        let mut quoted = false;
        let mut escaped = false;
        let end = part.bytes().position(|byte| {
            let is_end = byte == b']' && !quoted;
            quoted ^= byte == b'"' && !escaped;
            escaped = byte == b'\\' && !escaped;
            is_end
        });
        out.push_str(&part[end.unwrap_or(0)..]);
    }
    out
}

fn without_numeric_names(tree: &str) -> String {
    const NAME: &str = "name: Some(\"";
    let mut parts = tree.split(NAME);
    let mut out = parts.next().unwrap_or("").to_string();
    for part in parts {
        match part.split_once("\")") {
            Some((name, rest)) if name.parse::<u32>().is_ok() => {
                out.push_str("name: None");
                out.push_str(rest);
            }
            _ => {
                out.push_str(NAME);
                out.push_str(part);
            }
        }
    }
    out
}

/// A message without what it says about one text only: words in quotes, numbers, what was expected.
fn kind(message: &str) -> String {
    let message = message.split(" found at").next().unwrap_or("");
    let message = message
        .strip_prefix("Candid parser error: ")
        .unwrap_or(message);
    let mut out = String::new();
    for (i, part) in message.split(['"', '`', '\'']).enumerate() {
        if i % 2 == 0 {
            out.extend(part.chars().filter(|c| !c.is_ascii_digit()));
        } else {
            out.push('…');
        }
    }
    out.lines().next().unwrap_or("").to_string()
}

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
        let mut differences = Differences::new("syntax");
        let mut files = corpus("did");
        files.extend(corpus("did_rejected"));
        if files.is_empty() {
            return;
        }
        for (name, text) in &files {
            if let Some(what) = difference(&ours(text), &theirs(text)) {
                differences.add(name, &what);
            }
        }
        silence_panics(|| {
            mutations(&files, &mut differences);
            values(&mut differences);
        });
        differences.check();
    });
}

/// The incumbent panics on some texts.
fn silence_panics(f: impl FnOnce()) {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    f();
    std::panic::set_hook(hook);
}

fn mutations(files: &[(String, String)], differences: &mut Differences) {
    let mut random = Random::new(7);
    for (_, text) in files.iter().filter(|(_, text)| text.len() < 5_000) {
        for _ in 0..50 {
            let mutated = mutate(text, &mut random);
            let (ours, theirs) = (ours(&mutated), theirs(&mutated));
            if let Some(what) = difference(&ours, &theirs) {
                differences.add_example("mutation", &what, &mutated);
            }
        }
    }
}

fn values(differences: &mut Differences) {
    let seeds = [
        r#"(1, -2 : int8, +3, 0x1F, 1.5, -1e3 : float32, "a\n\u{e9}\41", blob "\00a", true, null)"#,
        r#"(opt opt 1, vec { 1; 2 : nat }, record { a = 1; "b c" = 2; 5 = 3; 4 }, variant { x })"#,
        r#"(variant { y = record { "t"; 1_000 } }, principal "aaaaa-aa", service "aaaaa-aa")"#,
        r#"(func "aaaaa-aa".m, ((1 : nat8) : nat8), opt (1 : nat64), vec {}, record {}, false)"#,
    ];
    let mut random = Random::new(11);
    for seed in seeds {
        for _ in 0..3_000 {
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
