//! Rust bindings: what they look like, what configurations make of them, and what they put on the wire.
//!
//! `BLESS=1 cargo test -p candid_parser --test bind_rust` writes the files in `bind_rust/golden` anew. That bindings of
//! many interfaces compile, `bash ci.sh bindings` shows.

#[path = "bind_rust/bugs.rs"]
mod bugs;
#[path = "bind_rust/config.rs"]
mod config;
#[path = "bind_rust/golden.rs"]
mod golden;
#[path = "bind_rust/names.rs"]
mod names;
#[path = "bind_rust/scale.rs"]
mod scale;
#[path = "bind_rust/wire.rs"]
mod wire;

use candid::types::{Type, TypeEnv};
use candid_parser::bindings::rust::{try_compile, Config, ExternalConfig};
use candid_parser::syntax::IDLMergedProg;
use candid_parser::{check_prog, IDLProg};

struct Interface {
    env: TypeEnv,
    actor: Option<Type>,
    prog: IDLMergedProg,
}

#[track_caller]
fn interface(text: &str) -> Interface {
    let prog: IDLProg = text.parse().unwrap();
    let mut env = TypeEnv::new();
    let actor = check_prog(&mut env, &prog).unwrap();
    let prog = IDLMergedProg::new(prog);
    Interface { env, actor, prog }
}

impl Interface {
    /// The bindings, and what the configuration said in vain.
    fn bind(&self, target: &str, configs: &str) -> candid_parser::Result<(String, Vec<String>)> {
        let configs = configs.parse()?;
        let mut external = ExternalConfig::from_configs(&configs)?;
        external.0.insert("target".to_string(), target.to_string());
        let config = Config::parse(configs)?;
        try_compile(&config, &self.env, &self.actor, &self.prog, external)
    }
}

/// Returns the bindings of an interface without the lines before its first type.
#[track_caller]
fn bind(target: &str, text: &str) -> String {
    let (text, unused) = interface(text).bind(target, "").unwrap();
    assert!(unused.is_empty());
    body(&text)
}

fn body(text: &str) -> String {
    text.split_once("\n\n")
        .map_or(text, |(_, body)| body)
        .to_string()
}
