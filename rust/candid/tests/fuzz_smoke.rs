//! The fuzz targets of the decoder and of JSON in `rust/fuzz`, on their stored inputs and on some made from a fixed seed.
#![cfg(all(feature = "value", feature = "serde_bytes"))]

#[path = "../../fuzz/src/decoder/mod.rs"]
mod decoder;
#[cfg(feature = "json")]
#[path = "../../fuzz/src/json.rs"]
mod json;
#[path = "../../fuzz/src/random.rs"]
mod random;

use random::Random;
use std::fs;
use std::path::Path;

/// Returns a byte, a small one more often than not: numbers of fields, tags and types are small.
fn small_byte(random: &mut Random) -> u8 {
    let byte = random.byte();
    match random.below(3) {
        0 => byte,
        _ => byte % 24,
    }
}

/// Returns the inputs that are stored for a target.
fn stored(target: &str) -> Vec<Vec<u8>> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../fuzz/seeds")
        .join(target);
    let mut files: Vec<_> = fs::read_dir(&dir)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    assert!(!files.is_empty(), "{}", dir.display());
    files.iter().map(|file| fs::read(file).unwrap()).collect()
}

/// Runs a target on its stored inputs, on such with changes, and on random ones.
fn run(target: &str, check: fn(&[u8]), n_random: usize) {
    let mut random = Random(target.len() as u64 + 1);
    let stored = stored(target);
    stored.iter().for_each(|input| check(input));
    for _ in 0..n_random {
        let mut input = stored[random.below(stored.len())].clone();
        for _ in 0..=random.below(6) {
            let at = random.below(input.len() + 1);
            match (random.below(4), input.get_mut(at)) {
                (0, _) => input.truncate(at),
                (1, Some(_)) => drop(input.remove(at)),
                (2, Some(byte)) => *byte = small_byte(&mut random),
                _ => input.insert(at, small_byte(&mut random)),
            }
        }
        check(&input);
        let len = random.below(120);
        let input: Vec<u8> = (0..len).map(|_| small_byte(&mut random)).collect();
        check(&input);
    }
}

#[test]
fn typed() {
    run("typed", decoder::typed::check, 3_000);
}

#[test]
fn dynamic() {
    run("dynamic", decoder::dynamic::check, 3_000);
}

#[test]
fn pairs() {
    run("pairs", decoder::pairs::check, 5_000);
}

#[test]
fn skipping() {
    run("skipping", decoder::skipping::check, 3_000);
}

#[test]
fn headers() {
    run("headers", decoder::headers::check, 5_000);
}

#[test]
fn caches() {
    run("caches", decoder::caches::check, 100);
}

/// Returns the marks, words and strings of a text.
#[cfg(feature = "json")]
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_mark = |c: char| "[]{}:,\" \n".contains(c);
        let len = match first {
            '"' => rest[1..].find('"').map_or(rest.len(), |end| end + 2),
            c if is_mark(c) => 1,
            _ => rest.find(is_mark).unwrap_or(rest.len()),
        };
        let (token, tail) = rest.split_at(len);
        tokens.push(token);
        rest = tail;
    }
    tokens
}

/// Stored texts in which tokens are replaced, removed and added, at their type and at others.
#[cfg(feature = "json")]
#[test]
fn json() {
    const PIECES: [&str; 44] = [
        "[",
        "]",
        "{",
        "}",
        ",",
        ":",
        "\"",
        "null",
        "true",
        "0",
        "-1",
        "1",
        "1.5",
        "e5",
        "1e400",
        "255",
        "256",
        "\"5\"",
        "\"-0\"",
        "\"Infinity\"",
        "\"NaN\"",
        "\"NaN(0x7fc00001)\"",
        "\"a\"",
        "{\"a\":null}",
        "{\"b\":1}",
        "{\"some\":null}",
        "\"owner\"",
        "\"#5\"",
        "\"##\"",
        "\"\\u0041\"",
        "\"\\ud83d\"",
        "\"\\n\"",
        " ",
        "\n",
        "\"é\"",
        "[]",
        "[[]]",
        "{\"nat8\":5}",
        "{\"opt\":null}",
        "{\"record\":{\"#0\":true}}",
        "\u{feff}",
        "\"AAEC\"",
        "-0.0",
        "\"aaaaa-aa\"",
    ];
    run("json", json::check, 500);
    let mut random = Random(7);
    let stored = stored("json");
    let n_types = json::types().1.len();
    for _ in 0..12_000 {
        let seed = &stored[random.below(stored.len())];
        let text = std::str::from_utf8(&seed[1..]).unwrap();
        let mut tokens: Vec<_> = tokens(text);
        for _ in 0..=random.below(3) {
            let at = random.below(tokens.len() + 1);
            // Mostly of the same kind as what it replaces, so that many of the texts are values.
            let kind = |token: &str| match token.chars().next() {
                Some('"') => 0,
                Some('0'..='9' | '-' | 'a'..='z') => 1,
                _ => 2,
            };
            let mut piece = PIECES[random.below(PIECES.len())];
            while random.below(4) > 0 && tokens.get(at).is_some_and(|old| kind(old) != kind(piece))
            {
                piece = PIECES[random.below(PIECES.len())];
            }
            let is_start = at > 0 && tokens[at - 1] == "[";
            match (random.below(4), tokens.get_mut(at)) {
                (0, Some(_)) => drop(tokens.remove(at)),
                (1, _) if is_start => drop(tokens.splice(at..at, [piece, ","])),
                (2, None) | (3, _) => tokens.insert(at, piece),
                (_, Some(token)) => *token = piece,
                _ => {}
            }
        }
        let choice = match random.below(2) {
            0 => seed[0],
            _ => u8::try_from(random.below(4 * n_types)).unwrap(),
        };
        let mut input = vec![choice];
        input.extend(tokens.concat().bytes());
        json::check(&input);
    }
}
