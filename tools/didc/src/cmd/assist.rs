//! `didc assist`

use crate::failure::{Failure, Result};
use crate::output::Output;
use crate::typing::{Side, Typed, Typing};
use candid_parser::assist::{input_args, Context};
use std::io::IsTerminal;
use std::process::ExitCode;

/// Asks for arguments part by part, and prints them as text and as a message in hex.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  didc assist -t '(record { name : text; age : nat8 })'
  didc assist -d ledger.did -m icrc1_transfer")]
pub(crate) struct Args {
    #[command(flatten)]
    typing: Typing,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode> {
    let Some(Typed { env, types }) = args.typing.resolve(Side::Args)? else {
        return Err(Failure::usage(
            "say the types: -t TYPES, or -m METHOD with -d FILE",
        ));
    };
    if !std::io::stdin().is_terminal() {
        return Err(Failure::new(
            "the questions need a terminal; didc encode reads arguments from standard input",
        ));
    }
    let context = Context::new(env.clone());
    let values = input_args(&context, &types).map_err(Failure::new)?;
    out.line(values.to_string())?;
    out.line(hex::encode(values.to_bytes_with_types(&env, &types)?))?;
    Ok(ExitCode::SUCCESS)
}
