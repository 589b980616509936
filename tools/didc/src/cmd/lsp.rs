//! `didc lsp`

use crate::failure::{Failure, Result};
use crate::imports::Imports;
use crate::lsp::frame::{self, Frame};
use crate::lsp::host::Machine;
use crate::lsp::{Compared, Job, State};
use crate::output::Output;
use std::io::{BufReader, BufWriter, Write};
use std::process::ExitCode;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

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

/// The size of the stack of comparisons, by which the nesting of types is limited: that which `didc breaking` usually has.
const STACK: usize = 8 << 20;

/// How long an editor may take from a change to what it asks then.
const MOMENT: Duration = Duration::from_millis(10);

/// An input of the session.
enum Event {
    Input(std::io::Result<Frame>),
    Compared(Compared),
}

pub(crate) fn run(args: &Args, _out: &mut Output) -> Result<ExitCode> {
    let machine = Arc::new(Machine {
        files: args.imports.files()?,
    });
    // Messages that are not handled yet stay in the pipe.
    let (events, inbox) = mpsc::sync_channel(1);
    let (jobs, todo) = mpsc::channel::<Job>();
    let (here, results) = (Arc::clone(&machine), events.clone());
    // Neither thread is waited for: one of them waits for input, as long as there is any.
    let compare = move || {
        todo.iter()
            .try_for_each(|job| results.send(Event::Compared(job.run(&*here))))
    };
    thread::Builder::new()
        .stack_size(STACK)
        .spawn(compare)
        .map_err(|error| Failure::new(format_args!("cannot start a thread: {error}")))?;
    thread::spawn(move || read_all(&events));
    let mut output = BufWriter::new(std::io::stdout().lock());
    let mut state = State::new(&*machine);
    loop {
        if let Some(job) = state.next_job() {
            let sent = jobs.send(job);
            sent.map_err(|_| Failure::new("the thread that compares has ended"))?;
        }
        // What was asked before the end is answered.
        let end = state.exit_code().filter(|_| !state.is_comparing());
        if let Some(code) = end {
            return Ok(ExitCode::from(code));
        }
        let answers = match next(&inbox, state.is_settled())? {
            None => state.settle_next(),
            Some(event) => match event {
                Event::Input(_) if state.exit_code().is_some() => continue,
                Event::Input(frame) => match frame? {
                    Frame::Message(message) => state.handle(&message),
                    Frame::TooLong(len) => state.refuse(len),
                    Frame::End => {
                        return Err(Failure::new("the input ends without the message exit"))
                    }
                },
                Event::Compared(compared) => state.compared(&compared),
            },
        };
        for answer in &answers {
            frame::write(&mut output, answer)?;
        }
        output.flush()?;
    }
}

/// Returns the next input; if there is something to do besides, `None` if there is no input for a moment.
fn next(inbox: &Receiver<Event>, is_settled: bool) -> Result<Option<Event>> {
    let event = match is_settled {
        true => inbox.recv().map_err(|_| RecvTimeoutError::Disconnected),
        false => inbox.recv_timeout(MOMENT),
    };
    match event {
        Ok(event) => Ok(Some(event)),
        Err(RecvTimeoutError::Timeout) => Ok(None),
        Err(RecvTimeoutError::Disconnected) => Err(Failure::new("the thread that reads has ended")),
    }
}

/// Sends all messages of the input, up to its end or what is wrong with it.
fn read_all(events: &SyncSender<Event>) {
    let mut input = BufReader::new(std::io::stdin().lock());
    loop {
        let frame = frame::read(&mut input);
        let is_last = matches!(frame, Err(_) | Ok(Frame::End));
        if events.send(Event::Input(frame)).is_err() || is_last {
            return;
        }
    }
}
