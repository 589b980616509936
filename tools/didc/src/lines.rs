//! Inputs that have one message a line, read as they come: a line is worked on before the next one is there.

use crate::code;
use crate::failure::{Failure, Result};
use crate::format;
use crate::input;
use crate::output::Output;
use crate::paths;
use crate::progress::Progress;
use std::io::{BufRead, BufReader, Cursor, Read};
use std::path::Path;
use std::process::ExitCode;

/// An input, and how many of its lines have been read.
pub(crate) struct Lines {
    reader: BufReader<Box<dyn Read>>,
    name: String,
    number: usize,
    /// Limit on the bytes of a line.
    most: u64,
}

impl Lines {
    /// Opens an argument, a file, or standard input, which may be packed.
    pub(crate) fn open(argument: Option<&str>, file: Option<&Path>) -> Result<Self> {
        if let Some(argument) = argument.filter(|argument| *argument != "-") {
            return Ok(Lines::new(
                Box::new(Cursor::new(argument.to_string())),
                "<message>".to_string(),
                input::MAX_LEN,
            ));
        }
        let path = file.unwrap_or(Path::new("-"));
        let (reader, most) = input::unpacking(path)?;
        Ok(Lines::new(reader, paths::shown(input::name(path)), most))
    }

    fn new(reader: Box<dyn Read>, name: String, most: u64) -> Self {
        Lines {
            reader: BufReader::new(reader),
            name,
            number: 0,
            most,
        }
    }

    /// Returns whether the next line can be read without waiting for it.
    fn is_next_here(&self) -> bool {
        self.reader.buffer().contains(&b'\n')
    }

    /// Returns the next line without its end.
    fn next(&mut self) -> Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        let mut start = self.reader.by_ref().take(self.most.saturating_add(1));
        let n_read = start.read_until(b'\n', &mut line);
        n_read.map_err(|error| Failure::unreadable(Path::new(&self.name), error))?;
        if line.is_empty() {
            return Ok(None);
        }
        self.number += 1;
        if line.last() == Some(&b'\n') {
            line.pop();
            if line.last() == Some(&b'\r') {
                line.pop();
            }
        } else if line.len() as u64 > self.most {
            let text = format_args!(
                "{}: line {} has more than {} MiB",
                self.name,
                self.number,
                self.most >> 20
            );
            return Err(Failure::new(text).with_code(code::LIMIT));
        }
        Ok(Some(line))
    }

    /// Works on the message of each line that is not blank, with its name for findings. Errors do not end the work, and results
    /// are written before it waits for a line.
    pub(crate) fn each(
        mut self,
        out: &mut Output,
        mut work: impl FnMut(String, &str, &mut Output) -> Result<()>,
    ) -> Result<ExitCode> {
        out.check()?;
        out.stream();
        let mut code = ExitCode::SUCCESS;
        let mut is_listed = false;
        let mut progress = Progress::of_lines(out.is_terminal());
        loop {
            if !self.is_next_here() {
                out.finish()?;
            }
            let Some(line) = self.next()? else {
                return Ok(code);
            };
            progress.line(self.number);
            let name = format!("{}:{}", self.name, self.number);
            let line = String::from_utf8(line).map_err(|error| {
                let text = format_args!("not text: {}", error.utf8_error());
                Failure::new(text).with_code(code::NOT_A_MESSAGE)
            });
            let line = match self.number {
                1 => line.map(input::without_mark),
                _ => line,
            };
            let result = match line {
                Ok(line) if line.trim().is_empty() => continue,
                Ok(line) => work(line, &name, out),
                Err(failure) => Err(failure),
            };
            match result {
                Ok(()) => {}
                Err(Failure::Closed) => return Err(Failure::Closed),
                Err(failure) => {
                    out.finish()?;
                    progress.pause();
                    // What is accepted is said once.
                    let failure = match is_listed {
                        true => format::without_lists(failure),
                        false => failure,
                    };
                    is_listed |= failure.to_string().contains(format::ACCEPTED);
                    debug_assert!(failure.id().is_some(), "each has an id: {failure}");
                    let (id, text) = (failure.shown_id(), placed(&name, &failure.to_string()));
                    out.error_of(&id, &text);
                    code = ExitCode::FAILURE;
                }
            }
        }
    }
}

/// Returns what is said of a line with its name, the file and the number, and the column if that is known: the line has only one,
/// in JSON as in findings.
fn placed(name: &str, text: &str) -> String {
    let mut lines = text.lines().map(|line| {
        let of_file = line
            .strip_prefix(name)
            .and_then(|rest| rest.strip_prefix(": "));
        let of_json = of_file.and_then(|rest| rest.strip_prefix("line 1, column "));
        let of_finding = || line.strip_prefix(name)?.strip_prefix(":1:");
        match of_json.or_else(of_finding) {
            Some(rest) => (true, format!("{name}:{rest}")),
            None => (of_file.is_some(), line.to_string()),
        }
    });
    let (is_placed, mut all) = lines.next().unwrap_or_default();
    if !is_placed {
        all.insert_str(0, &format!("{name}: "));
    }
    for (_, line) in lines {
        all.push('\n');
        all.push_str(&line);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_in_each_way_and_are_not_longer_than_the_limit() {
        let text = b"a\r\n\nbcde\n\xff\r\nlast\r";
        let mut lines = Lines::new(Box::new(&text[..]), "file".to_string(), 5);
        let mut next = || lines.next().map_err(|failure| failure.to_string());
        for expected in [&b"a"[..], b"", b"bcde", b"\xff", b"last\r"] {
            assert_eq!(next(), Ok(Some(expected.to_vec())));
        }
        assert_eq!(next(), Ok(None));
        let long = [&b"a\n"[..], &[b'x'; 3_000_000]].concat();
        let mut lines = Lines::new(Box::new(Cursor::new(long)), "file".to_string(), 2 << 20);
        assert!(lines.next().is_ok());
        let failure = lines.next().expect_err("too long");
        assert_eq!(failure.to_string(), "file: line 2 has more than 2 MiB");
    }
}
