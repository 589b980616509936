//! The fuzz targets of the decoder in `rust/fuzz`, on their stored inputs and on some made from a fixed seed.
#![cfg(all(feature = "value", feature = "serde_bytes"))]

#[path = "../../fuzz/src/decoder/mod.rs"]
mod decoder;
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
