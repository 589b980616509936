//! `ic-meter call`: installs a canister and calls its methods, one after the other.

use super::{detail, print, write, Install};
use ic_meter::argument;
use ic_meter::error::Result;
use ic_meter::Answer;
use std::fmt::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Install a canister and call its methods; what updates change is there for the calls that follow
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The canister's module
    canister: PathBuf,
    /// A method and its arguments (hex, or () for none), as often as wanted
    #[arg(required = true, value_name = "METHOD ARGS")]
    calls: Vec<String>,
    /// Write the profile of the last call to this file: folded stacks for flame graphs
    #[arg(long, value_name = "FILE")]
    profile: Option<PathBuf>,
    #[command(flatten)]
    install: Install,
}

pub(crate) fn run(args: &Args) -> Result<ExitCode> {
    // All arguments are read before anything runs.
    let calls = args.calls.chunks(2).map(|call| {
        let argument = argument::parse(call.get(1).map_or("()", String::as_str))?;
        Ok((call[0].as_str(), argument))
    });
    let calls = calls.collect::<Result<Vec<_>>>()?;
    let profile_to = args.profile.as_deref();
    let mut canister = args.install.canister(&args.canister, detail(profile_to))?;
    let mut rejected = false;
    for (method, argument) in calls {
        let outcome = canister.call(method, &argument)?;
        let mut text = String::new();
        // Writing to a string cannot fail.
        for line in &outcome.printed {
            let _ = writeln!(text, "{method} printed: {line}");
        }
        match outcome.answer {
            Some(Answer::Reply(bytes)) => {
                let _ = writeln!(text, "{method} replied: {}", argument::print(&bytes));
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
