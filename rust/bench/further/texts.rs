//! Texts that are not ASCII: words of up to eleven letters, between spaces.

use crate::round_trip;
use canbench_rs::{bench, BenchResult};

const N: usize = 5_000;

/// Texts of up to twelve words.
fn texts(letters: &str) -> Vec<String> {
    let mut letters = letters.chars().cycle();
    (0..N)
        .map(|i| {
            let word = |j| letters.by_ref().take(1 + (i + j * 5) % 11).collect();
            let words: Vec<String> = (0..1 + i % 12).map(word).collect();
            words.join(" ")
        })
        .collect()
}

/// Mostly ASCII, with letters of two bytes.
#[bench(raw)]
fn text_latin() -> BenchResult {
    round_trip(&texts("abcdefghijäklmnopqürstéuvwxyz"))
}

/// Letters of two bytes.
#[bench(raw)]
fn text_cyrillic() -> BenchResult {
    round_trip(&texts("абвгдежзийклмнопрстуфхцчшщъыьэюя"))
}

/// Letters of three bytes.
#[bench(raw)]
fn text_chinese() -> BenchResult {
    round_trip(&texts("天地玄黃宇宙洪荒日月盈昃辰宿列張寒來暑往秋收冬藏"))
}

/// Letters of four bytes.
#[bench(raw)]
fn text_emoji() -> BenchResult {
    round_trip(&texts("😀😃😄😁😆😅🤣😂🙂🙃😉😊😇🥰😍🤩😘😗"))
}

/// One text of a megabyte.
#[bench(raw)]
fn text_cyrillic_long() -> BenchResult {
    round_trip(&"Съешь же ещё этих мягких французских булок, да выпей чаю. ".repeat(10_000))
}
