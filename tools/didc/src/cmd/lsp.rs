//! `didc lsp`

use crate::failure::{Failure, Result};
use crate::imports::Imports;
use crate::lsp::frame::{self, Frame};
use crate::lsp::host::Machine;
use crate::lsp::State;
use crate::output::Output;
use std::io::{BufReader, BufWriter, Write};
use std::process::ExitCode;

/// Serves an editor by the Language Server Protocol, on standard input and output
///
/// Editors start it themselves. The service is compared with HEAD by the program git.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  didc lsp
  didc lsp --root interfaces")]
pub(crate) struct Args {
    /// Accepted for clients that name the transport, which is always this one
    #[arg(long)]
    stdio: bool,
    #[command(flatten)]
    imports: Imports,
}

pub(crate) fn run(args: &Args, _out: &mut Output) -> Result<ExitCode> {
    let mut input = BufReader::new(std::io::stdin().lock());
    let mut output = BufWriter::new(std::io::stdout().lock());
    let machine = Machine {
        files: args.imports.files()?,
    };
    let mut state = State::new(&machine);
    loop {
        let answers = match frame::read(&mut input)? {
            Frame::Message(message) => state.handle(&message),
            Frame::TooLong(len) => state.refuse(len),
            Frame::End => return Err(Failure::new("the input ends without the message exit")),
        };
        for answer in &answers {
            frame::write(&mut output, answer)?;
        }
        output.flush()?;
        if let Some(code) = state.exit_code() {
            return Ok(ExitCode::from(code));
        }
    }
}
