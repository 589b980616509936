//! Test data that lies beside the repository: interfaces and lines of JSON.

use crate::floats;
use crate::sides::Wanted;
use candid_incumbent::types::{Type, TypeEnv, TypeInner};
use candid_parser_incumbent::syntax::{IDLProg, IDLTypes};
use candid_parser_incumbent::typing::{ast_to_type, check_file, check_prog};
use flate2::read::GzDecoder;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// One line of a data file.
pub struct Line {
    /// `file:line`, without the extension.
    pub id: String,
    json: Value,
}

impl Line {
    /// Returns a string of the line.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.json.get(key)?.as_str()
    }

    /// Returns a truth value of the line.
    pub fn get_bool(&self, key: &str) -> Option<bool> {
        self.json.get(key)?.as_bool()
    }

    /// Returns the object `key` of the line as a line of the same id.
    pub fn part(&self, key: &str) -> Option<Line> {
        Some(Line {
            id: self.id.clone(),
            json: self.json.get(key)?.clone(),
        })
    }

    /// Returns a string that every line of this kind has.
    ///
    /// # Panics
    ///
    /// If it has not.
    pub fn text(&self, key: &str) -> &str {
        match self.get(key) {
            Some(text) => text,
            None => panic!("{}: no {key}", self.id),
        }
    }

    /// Returns the message.
    ///
    /// # Panics
    ///
    /// If there is none.
    pub fn bytes(&self) -> Vec<u8> {
        hex::decode(self.text("hex")).expect("the data is hexadecimal")
    }

    /// Returns whether the incumbent accepted it when the data was made.
    ///
    /// # Panics
    ///
    /// If the line does not say.
    pub fn accepted(&self) -> bool {
        self.text("official") == "ok"
    }

    /// Returns how `text` differs from what the incumbent printed, as far as the line says: long texts are kept as a
    /// digest, or not at all.
    pub fn difference(&self, text: &str) -> Option<&'static str> {
        use sha2::{Digest, Sha256};
        match (self.get("text"), self.get("text_sha256")) {
            (Some(expected), _) => floats::difference(text, expected),
            (None, Some(digest)) if hex::encode(Sha256::digest(text)) == digest => None,
            (None, Some(_)) => Some("another long value"),
            (None, None) => None,
        }
    }
}

/// Returns the path of the data, or says that it is not there.
fn find(name: &str) -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let path = root.join(name);
    if path.exists() {
        return Some(path);
    }
    say_missing(name);
    None
}

/// Says once that there is no data of this name: not through the macros, of which tests that pass show nothing.
fn say_missing(name: &str) {
    static SAID: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
    let is_new = SAID
        .lock()
        .is_ok_and(|mut said| said.insert(name.to_string()));
    if is_new {
        // If nobody can be told, nobody listens.
        let _ = writeln!(
            std::io::stderr(),
            "there is no ../shared/{name}: what is compared with it passes"
        );
    }
}

/// Returns the files of a folder whose names end in that extension, by name, if there is such a folder.
///
/// # Panics
///
/// If it cannot be read.
pub fn files(folder: &str, extension: &str) -> Option<Vec<PathBuf>> {
    let entries = find(folder)?.read_dir().expect("the folder can be read");
    let mut files: Vec<PathBuf> = entries.map(|e| e.expect("an entry").path()).collect();
    files.retain(|file| file.extension().is_some_and(|found| found == extension));
    files.sort();
    Some(files)
}

/// Returns the lines of a file, or of all files of a folder, if there is such data.
///
/// # Panics
///
/// If the data cannot be read.
pub fn data(name: &str) -> Option<Vec<Line>> {
    let path = find(name)?;
    let mut files = vec![path.clone()];
    if path.is_dir() {
        let entries = path.read_dir().expect("the folder can be read");
        files = entries.map(|e| e.expect("an entry").path()).collect();
        files.sort();
    }
    let lines = files.iter().flat_map(|file| lines_of_file(file));
    Some(lines.collect())
}

fn lines_of_file(path: &Path) -> Vec<Line> {
    let bytes = std::fs::read(path).expect("the file can be read");
    let mut text = String::new();
    if path.extension().is_some_and(|ext| ext == "gz") {
        let mut decoder = GzDecoder::new(bytes.as_slice());
        decoder.read_to_string(&mut text).expect("a gzip file");
    } else {
        text = String::from_utf8(bytes).expect("a text file");
    }
    let file = path.file_name().and_then(|name| name.to_str());
    let stem = file
        .and_then(|name| name.split('.').next())
        .expect("a name");
    let line = |(i, line): (usize, &str)| Line {
        id: format!("{stem}:{}", i + 1),
        json: serde_json::from_str(line).expect("a line of JSON"),
    };
    text.lines().enumerate().map(line).collect()
}

/// Interfaces, parsed by the incumbent and kept.
#[derive(Default)]
pub struct Interfaces {
    parsed: BTreeMap<String, (TypeEnv, Option<Type>)>,
}

impl Interfaces {
    /// Returns the types that a line's message is of: its `types`, or those of its `method`.
    ///
    /// # Panics
    ///
    /// If the interface or the method is not there.
    pub fn wanted(&mut self, line: &Line) -> Wanted {
        let (env, actor) = self.interface(line.text("did"));
        let types = match line.get("types") {
            Some(types) => parse_types(env, types),
            None => method_types(env, actor.as_ref(), line.text("method"), line.text("dir")),
        };
        Wanted::from_theirs(env.clone(), types)
    }

    fn interface(&mut self, did: &str) -> &(TypeEnv, Option<Type>) {
        self.parsed.entry(did.to_string()).or_insert_with(|| {
            let path = find(&format!("did/{did}.did")).expect("the interface is there");
            let (env, actor, _) = check_file(&path).expect("the interface is correct");
            (env, actor)
        })
    }
}

fn method_types(env: &TypeEnv, actor: Option<&Type>, method: &str, dir: &str) -> Vec<Type> {
    let actor = actor.expect("the interface has a service");
    if method == "<init>" {
        return match env.trace_type(actor).expect("it has a definition").as_ref() {
            TypeInner::Class(args, _) => args.clone(),
            other => panic!("not a service constructor: {other}"),
        };
    }
    let function = env.get_method(actor, method).expect("the method is there");
    match dir {
        "args" => function.args.clone(),
        _ => function.rets.clone(),
    }
}

/// Returns the types that a list of types in Candid text stands for.
///
/// # Panics
///
/// If the incumbent refuses it.
pub fn parse_types(env: &TypeEnv, text: &str) -> Vec<Type> {
    let types: IDLTypes = text.parse().expect("a list of types");
    let ty = |arg: &candid_parser_incumbent::syntax::IDLArgType| {
        ast_to_type(env, &arg.typ).expect("a type")
    };
    types.args.iter().map(ty).collect()
}

/// Returns the definitions in Candid text.
///
/// # Panics
///
/// If the incumbent refuses it.
pub fn parse_env(text: &str) -> TypeEnv {
    let prog: IDLProg = text.parse().expect("definitions");
    let mut env = TypeEnv::new();
    check_prog(&mut env, &prog).expect("correct definitions");
    env
}
