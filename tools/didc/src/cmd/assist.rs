//! `didc assist`

use crate::code;
use crate::failure::{Failure, Result};
use crate::output::Output;
use crate::typing::{Side, Typed, Typing};
use candid_parser::assist::{args_of_lines, input_args, Context};
use std::io::IsTerminal;
use std::process::ExitCode;

/// Prompts for arguments, and prints them as text and as a message in hex
///
/// The answer :back leads to the previous question, and :paste takes a value as text, in place of the innermost one that has its
/// type; Esc offers both in lists. At the end, the values can be edited as text. If standard input is not a terminal, each of
/// its lines is an answer: y or n, a case name, a number, text, :back, or :paste with a value. To a question for text, any line is the
/// text.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  didc assist -t '(record { name : text; age : nat8 })'
  didc assist -d ledger.did -m icrc1_transfer <answers.txt")]
pub(crate) struct Args {
    #[command(flatten)]
    typing: Typing,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode> {
    let interface = args.typing.interface()?;
    let Some(Typed { env, types }) = args.typing.as_written(interface, Side::Args)? else {
        return Err(Failure::usage(
            "missing types: use -t TYPES, or -m METHOD with -d FILE",
        ));
    };
    let context = Context::new(env.clone());
    let stdin = std::io::stdin();
    let values = match stdin.is_terminal() {
        true => input_args(&context, &types),
        false => args_of_lines(&context, &types, stdin.lock()),
    };
    let values = values.map_err(|error| Failure::new(error).with_code(code::WRONG_ANSWER))?;
    out.line(values.to_string())?;
    out.line(hex::encode(values.to_bytes_with_types(&env, &types)?))?;
    Ok(ExitCode::SUCCESS)
}
