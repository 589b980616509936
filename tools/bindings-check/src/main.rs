//! Generates bindings for JavaScript, TypeScript (declarations and clients) and Motoko, gives them to the compilers and libraries of those
//! languages, and compares what those make of them.
//!
//! ```sh
//! npm ci --prefix tools/bindings-check
//! cargo run -p bindings_check -- target/bindings-check FILE.did…
//! ```
//!
//! The types that JavaScript writes into a message and Motoko's compiler prints must be the types of the interface, and
//! samples of the arguments and results of every method must be the same value in all of them.

mod client;
mod interface;
mod sample;
mod wire;

use anyhow::{ensure, Context, Result};
use interface::Interface;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

/// The program that knows the other languages.
const CHECK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/check.mjs");

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1).map(PathBuf::from);
    let (Some(dir), files) = (args.next(), args.collect::<Vec<_>>()) else {
        eprintln!("usage: bindings_check DIRECTORY FILE.did…");
        return ExitCode::from(2);
    };
    match check(&dir, &files) {
        Ok(()) => {
            println!("{} interfaces are the same everywhere", files.len());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

fn check(dir: &Path, files: &[PathBuf]) -> Result<()> {
    std::fs::create_dir_all(dir.join("clients"))?;
    let mut interfaces = Vec::with_capacity(files.len());
    for file in files {
        let named = || format!("{}", file.display());
        let interface = Interface::load(file).with_context(named)?;
        interface.generate(dir).with_context(named)?;
        interfaces.push(interface);
    }
    let status = Command::new("node").arg(CHECK).arg(dir).status();
    let status = status.context("cannot run node")?;
    ensure!(status.success(), "not all bindings are accepted");
    let mut different = 0;
    for interface in &interfaces {
        if let Err(error) = interface.compare(dir) {
            eprintln!("{}: {error:#}", interface.name);
            different += 1;
        }
    }
    ensure!(different == 0, "{different} interfaces are different");
    Ok(())
}
