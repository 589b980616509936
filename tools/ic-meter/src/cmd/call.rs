//! `ic-meter call`: installs a canister and calls its methods, one after the other.

use super::{detail, interface_of, print, write, Install};
use ic_meter::argument::{self, Form};
use ic_meter::canister::POST_UPGRADE;
use ic_meter::error::Result;
use ic_meter::file;
use ic_meter::interface::Interface;
use ic_meter::limits::ON_CHAIN;
use ic_meter::Answer;
use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Install a canister and call its methods; changes by updates are kept for later calls
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The canister's module
    canister: PathBuf,
    /// A method and its arguments (Candid text in parentheses, or hex); repeatable. The method canister_post_upgrade
    /// upgrades the canister to the same module
    #[arg(required = true, value_name = "METHOD ARGS")]
    calls: Vec<String>,
    /// The canister's interface, instead of the one in its module
    #[arg(long, value_name = "FILE")]
    did: Option<PathBuf>,
    /// Print replies in hex
    #[arg(long)]
    hex: bool,
    /// Write the profile of the last call to this file: folded stacks for flame graphs
    #[arg(long, value_name = "FILE")]
    profile: Option<PathBuf>,
    #[command(flatten)]
    install: Install,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    let wasm = file::read_module(&args.canister)?;
    let interface = match &args.did {
        Some(path) => Some(Interface::read(path)?),
        None => interface_of(&wasm, args.install.limits(ON_CHAIN)),
    };
    // A method that is not in the interface is decoded without expected types.
    let types = |method| interface.as_ref()?.method(method);
    // All arguments are parsed before anything runs.
    let calls = args.calls.chunks(2).map(|call| {
        let takes = if call[0] == POST_UPGRADE {
            None
        } else {
            types(&call[0]).map(|(takes, _)| takes)
        };
        let argument = argument::parse(call.get(1).map_or("()", String::as_str), takes)?;
        Ok((call[0].as_str(), argument))
    });
    let calls = calls.collect::<Result<Vec<_>>>()?;
    let form = if args.hex { Form::Hex } else { Form::Text };
    let profile_to = args.profile.as_deref();
    let install = &args.install;
    let mut canister = install.canister(&wasm, detail(profile_to), interface.as_ref(), ON_CHAIN)?;
    let mut rejected = false;
    for (method, argument) in calls {
        let outcome = if method == POST_UPGRADE {
            canister.upgrade(&argument)?
        } else {
            canister.call(method, &argument)?
        };
        let mut text = String::new();
        // Writing to a string cannot fail.
        for line in &outcome.printed {
            let _ = writeln!(text, "{method} printed: {line}");
        }
        match outcome.answer {
            Some(Answer::Reply(bytes)) => {
                let gives = types(method).map(|(_, gives)| gives);
                let reply = argument::print(&bytes, gives, form);
                let _ = writeln!(text, "{method} replied: {reply}");
            }
            Some(Answer::Reject(reason)) => {
                rejected = true;
                let _ = writeln!(text, "{method} rejected: {reason}");
            }
            None => {}
        }
        let _ = writeln!(text, "{method} took {} instructions", outcome.instructions);
        print(&text)?;
        if let (Some(path), Some(profile)) = (profile_to, &outcome.profile) {
            write(path, profile)?;
        }
    }
    Ok(ExitCode::from(u8::from(rejected)))
}
