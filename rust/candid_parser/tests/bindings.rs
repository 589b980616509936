//! Bindings for JavaScript, TypeScript (declarations and clients), Motoko and Candid, compared with the files in `bindings/`.
//!
//! The interfaces in `bindings/hard` are those that bindings used to get wrong. `bash ci.sh bindings-js` gives the same
//! output to the compilers of the languages. After a change of the printers, `BLESS=1 cargo test -p candid_parser --test
//! bindings` writes the files anew.

#[path = "bindings/comments.rs"]
mod comments;
#[path = "bindings/cost.rs"]
mod cost;
#[path = "bindings/names.rs"]
mod names;
#[cfg(feature = "template")]
#[path = "bindings/python.rs"]
mod python;
#[path = "bindings/selection.rs"]
mod selection;
#[path = "bindings/values.rs"]
mod values;
#[path = "bindings/written.rs"]
mod written;

use candid_parser::bindings::{did, javascript, motoko, typescript, typescript_client};
use candid_parser::syntax::{IDLMergedProg, IDLProg};
use candid_parser::types::{Type, TypeInner};
use candid_parser::{check_prog, TypeEnv};
use std::path::{Path, PathBuf};

/// An interface that has been checked.
struct Checked {
    env: TypeEnv,
    actor: Option<Type>,
    prog: IDLMergedProg,
}

fn checked(text: &str) -> Checked {
    let prog: IDLProg = text.parse().unwrap();
    let mut env = TypeEnv::new();
    let actor = check_prog(&mut env, &prog).unwrap();
    Checked {
        env,
        actor,
        prog: IDLMergedProg::new(prog),
    }
}

impl Checked {
    fn js(&self) -> String {
        javascript::try_compile(&self.env, &self.actor).unwrap()
    }

    fn ts(&self) -> String {
        typescript::try_compile(&self.env, &self.actor, &self.prog).unwrap()
    }

    fn client(&self) -> String {
        typescript_client::try_compile(&self.env, &self.actor, &self.prog).unwrap()
    }

    fn mo(&self) -> String {
        motoko::try_compile(&self.env, &self.actor, &self.prog).unwrap()
    }

    fn did(&self) -> String {
        did::try_compile(&self.env, &self.actor, &self.prog).unwrap()
    }
}

fn dir(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/bindings")
        .join(name)
}

/// Compares with the file, or writes it if it is to be blessed. Returns what is wrong.
fn compare(file: &Path, found: &str) -> Option<String> {
    if std::env::var_os("BLESS").is_some() {
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, found).unwrap();
        return None;
    }
    let expected = std::fs::read_to_string(file).unwrap_or_default();
    let same = expected == found;
    (!same).then(|| format!("--- {}\n{found}\n", file.display()))
}

/// Returns a client without its last part, which depends on nothing but whether there is a service.
fn without_runtime(client: &str) -> String {
    let start = client.find("/** Returns the message with values of these types. */");
    client[..start.expect("a client has a runtime")].to_string()
}

#[test]
fn golden_files() {
    let mut files: Vec<PathBuf> = std::fs::read_dir(dir("hard"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    assert!(files.len() >= 10, "{files:?}");
    let mut wrong = Vec::new();
    for file in files {
        let checked = checked(&std::fs::read_to_string(&file).unwrap());
        let name = file.file_stem().unwrap().to_str().unwrap();
        for (ending, text) in [
            ("js", checked.js()),
            ("d.ts", checked.ts()),
            ("client.ts", without_runtime(&checked.client())),
            ("mo", checked.mo()),
            ("did", checked.did()),
        ] {
            wrong.extend(compare(
                &dir("golden").join(format!("{name}.{ending}")),
                &text,
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.concat());
}

/// What is not an interface gives a comment, not a panic.
#[test]
fn undefined_names() {
    let var = |name: &str| -> Type { TypeInner::Var(name.to_string()).into() };
    let gone = (TypeEnv::new(), Some(var("gone\n export")));
    let mut cyclic = TypeEnv::new();
    for (name, next) in [("a", "b"), ("b", "c"), ("c", "b")] {
        cyclic.0.insert(name.to_string(), var(next));
    }
    let prog = IDLMergedProg::new("".parse().unwrap());
    for (env, actor) in [gone, (cyclic, None)] {
        for text in [
            javascript::compile(&env, &actor),
            typescript::compile(&env, &actor, &prog),
            typescript_client::compile(&env, &actor, &prog),
            motoko::compile(&env, &actor, &prog),
        ] {
            assert!(text.starts_with("// no bindings: "), "{text}");
            assert_eq!(text.lines().count(), 1, "{text}");
        }
    }
}
