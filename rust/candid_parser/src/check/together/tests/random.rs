//! Random folders, whose files are checked together and one by one.

use super::{compared, memory, Interfaces};
use std::fmt::Write;

/// Numbers that look random.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap() % n
    }

    /// Returns whether something happens that does once in so many times.
    pub(super) fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub(super) fn of<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }
}

/// A folder that is being made.
struct Folder {
    random: Random,
    n_files: usize,
    has_cycles: bool,
    has_mistakes: bool,
    /// Whether the files define the same names.
    has_few_names: bool,
}

impl Folder {
    fn file(&mut self, i: usize) -> String {
        let mut text = String::new();
        let mut seen = vec![i];
        for _ in 0..self.random.below(4) {
            let target = match self.has_cycles {
                true => self.random.below(self.n_files),
                false => i + self.random.below(self.n_files - i),
            };
            if target == i && !(self.has_cycles && self.random.once_in(8)) {
                continue;
            }
            seen.push(target);
            let service = if self.random.once_in(3) {
                "service "
            } else {
                ""
            };
            let folder = if self.random.once_in(40) { "./" } else { "" };
            let _ = writeln!(text, "import {service}\"{folder}f{target}.did\";");
        }
        if self.has_mistakes && self.random.once_in(8) {
            text += "import \"missing.did\";\n";
        }
        for number in 0..3 {
            let name = match self.has_few_names {
                true if self.random.once_in(2) => continue,
                true => self.name(i),
                false => format!("T{i}{number}"),
            };
            let _ = writeln!(text, "type {name} = {};", self.ty(&seen));
        }
        if self.random.once_in(8) {
            let of = self.random.below(self.n_files);
            let _ = writeln!(text, "type t{of}0 = nat;");
        }
        if self.has_mistakes && self.random.once_in(10) {
            text += "type = ;\n";
        }
        text + &self.service(i, &seen)
    }

    /// Returns a name that a file may define.
    fn name(&mut self, i: usize) -> String {
        match self.has_few_names {
            true => self.random.of(&["A", "B", "a", "C"]).to_string(),
            false => format!("T{i}{}", self.random.below(3)),
        }
    }

    /// Returns a name that one of the files may define.
    fn use_of(&mut self, seen: &[usize]) -> String {
        let i = match self.random.below(60) {
            0 => self.random.below(self.n_files),
            _ => seen[self.random.below(seen.len())],
        };
        self.name(i)
    }

    fn ty(&mut self, seen: &[usize]) -> String {
        let is_mistake = self.has_mistakes && self.random.once_in(20);
        let [a, b] = [0; 2].map(|_| match self.random.below(5) {
            0 => "nat".to_string(),
            _ => self.use_of(seen),
        });
        match self.random.below(12) {
            _ if is_mistake && self.random.once_in(2) => "opt Missing".to_string(),
            _ if is_mistake => format!("record {{ a : {a}; a : {b} }}"),
            0 => "nat".to_string(),
            1 => format!("opt {a}"),
            2 | 3 => format!("record {{ a : {a}; b : {b} }}"),
            4 => format!("variant {{ a : {a}; b : {b} }}"),
            5 => format!("func ({a}) -> ()"),
            6 => format!("service {{ m : ({a}) -> () }}"),
            7 => a,
            _ => format!("opt record {{ {a}; {b} }}"),
        }
    }

    fn service(&mut self, i: usize, seen: &[usize]) -> String {
        let method = if self.random.once_in(8) { 0 } else { i };
        match self.random.below(10) {
            0..=4 => format!("service : {{ m{method} : ({}) -> () }}", self.ty(seen)),
            5 => format!("service : {{ m{method} : {} }}", self.use_of(seen)),
            6 => format!("service : ({}) -> {{}}", self.ty(seen)),
            7 => format!("service : {}", self.use_of(seen)),
            _ => String::new(),
        }
    }
}

/// Returns the texts of a folder.
pub(super) fn texts(random: &mut Random) -> Vec<String> {
    let mut folder = Folder {
        n_files: 1 + random.below(6),
        has_cycles: random.once_in(2),
        has_mistakes: random.once_in(3),
        has_few_names: random.once_in(4),
        random: Random(random.0),
    };
    let texts = (0..folder.n_files).map(|i| folder.file(i)).collect();
    *random = folder.random;
    texts
}

#[test]
fn random_folders() {
    let mut random = Random(0x5eed_f01d);
    let (mut n_valid, mut n_invalid, mut n_unknown) = (0, 0, 0);
    for _ in 0..3_000 {
        let texts = texts(&mut random);
        let (memory, mut paths) = memory(&texts);
        if random.once_in(2) {
            paths.reverse();
        }
        let interfaces = Interfaces::load(&memory, &paths);
        let checked = interfaces.check();
        let text = texts.join("\n---\n");
        for path in &paths {
            match compared(&memory, &checked, path, &text) {
                Some(true) => n_valid += 1,
                Some(false) => n_invalid += 1,
                None => n_unknown += 1,
            }
        }
    }
    let counts = (n_valid, n_invalid, n_unknown);
    assert!(n_valid > 3_000 && n_invalid > 2_000, "{counts:?}");
}
