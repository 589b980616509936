//! `didc completions`

use crate::failure::Result;
use crate::output::Output;
use std::process::ExitCode;

/// Prints a shell completion script
#[derive(clap::Args)]
#[command(after_help = "Examples:
  didc completions bash > ~/.local/share/bash-completion/completions/didc
  didc completions fish > ~/.config/fish/completions/didc.fish")]
pub(crate) struct Args {
    /// The shell
    #[arg(value_enum)]
    shell: clap_complete::Shell,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode> {
    let mut script = Vec::new();
    let mut command_line = crate::command_line(crate::First::Other);
    clap_complete::generate(args.shell, &mut command_line, "didc", &mut script);
    out.write(script)?;
    Ok(ExitCode::SUCCESS)
}
