//! The objects of a Git repository, all read through one `git cat-file --batch`.

use super::git;
use std::cell::RefCell;
use std::io::{BufRead, BufReader, Error, Read, Result, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

/// Limit on the line in front of an object: its id, its type and its size.
const MAX_LINE: u64 = 256;

/// The objects of the repository in a folder. The program that reads them is started for the first.
pub(super) struct Objects {
    folder: PathBuf,
    batch: RefCell<Option<Batch>>,
}

/// The program, which is asked for one object after the other: it waits for the next id while an object is read, so that neither
/// waits for the other.
struct Batch {
    child: Child,
    ids: ChildStdin,
    objects: BufReader<ChildStdout>,
}

impl Objects {
    pub(super) fn new(folder: PathBuf) -> Self {
        Objects {
            folder,
            batch: RefCell::new(None),
        }
    }

    /// Returns the content of a file; of one longer than `limit` bytes, the first of them.
    ///
    /// # Errors
    ///
    /// If it is not in the repository, or the program ends. Another one is started for the next object then.
    pub(super) fn read(&self, id: &str, limit: u64) -> Result<Vec<u8>> {
        // Left out unless it is where the next object begins.
        let batch = self.batch.take();
        let mut batch = batch.map_or_else(|| Batch::start(&self.folder), Ok)?;
        let found = match batch.ask(id)? {
            Some(len) => {
                let bytes = batch.bytes(len.min(limit))?;
                if len > limit {
                    return Ok(bytes);
                }
                batch.end()?;
                Ok(bytes)
            }
            None => Err(Error::other("the repository does not have its content")),
        };
        self.batch.replace(Some(batch));
        found
    }
}

impl Batch {
    fn start(folder: &Path) -> Result<Self> {
        let mut command = git::command(folder, &["cat-file", "--batch"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().map_err(git::not_run)?;
        match (child.stdin.take(), child.stdout.take()) {
            (Some(ids), Some(objects)) => Ok(Batch {
                child,
                ids,
                objects: BufReader::new(objects),
            }),
            _ => Err(git::unreadable()),
        }
    }

    /// Asks for a file, and returns its length; `None` if there is no such object.
    fn ask(&mut self, id: &str) -> Result<Option<u64>> {
        // A closed pipe would look as if the reader of the results had left.
        let asked = self.ids.write_all(format!("{id}\n").as_bytes());
        asked.map_err(|_| git::unreadable())?;
        let mut line = Vec::new();
        let mut reader = self.objects.by_ref().take(MAX_LINE);
        reader.read_until(b'\n', &mut line)?;
        let line = std::str::from_utf8(&line).unwrap_or_default();
        let rest = line
            .strip_prefix(id)
            .and_then(|line| line.strip_suffix('\n'));
        match rest {
            Some(" missing") => Ok(None),
            Some(rest) => {
                let len = rest.strip_prefix(" blob ").and_then(|len| len.parse().ok());
                len.map(Some).ok_or_else(git::unreadable)
            }
            None => Err(git::unreadable()),
        }
    }

    fn bytes(&mut self, len: u64) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.objects.by_ref().take(len).read_to_end(&mut bytes)?;
        match bytes.len() as u64 == len {
            true => Ok(bytes),
            false => Err(git::unreadable()),
        }
    }

    /// Reads the end of the line that an object is followed by.
    fn end(&mut self) -> Result<()> {
        match self.bytes(1)?.as_slice() {
            b"\n" => Ok(()),
            _ => Err(git::unreadable()),
        }
    }
}

/// Ends the program, which may be about to write an object that is not read.
impl Drop for Batch {
    fn drop(&mut self) {
        // It may have ended before.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// After an object that is read in part or is not there, and after the program has ended, the next one is read all the same.
    #[test]
    fn one_object_after_the_other() {
        let folder = tempfile::tempdir().unwrap();
        let git = |args: &[&str]| {
            let output = crate::git::command(folder.path()).args(args).output();
            let output = output.unwrap();
            assert!(output.status.success(), "{args:?}");
            String::from_utf8(output.stdout).unwrap().trim().to_string()
        };
        git(&["init", "-q"]);
        // More than a pipe holds.
        let long = "line\n".repeat(100_000);
        let ids = ["", "a\nb", &long].map(|text| {
            std::fs::write(folder.path().join("file"), text).unwrap();
            (git(&["hash-object", "-w", "file"]), text)
        });
        let objects = Objects::new(folder.path().to_path_buf());
        let read = |id: &str, limit| {
            let bytes = objects.read(id, limit).map_err(|error| error.to_string());
            bytes.map(|bytes| String::from_utf8(bytes).unwrap())
        };
        let missing = "0".repeat(ids[0].0.len());
        let lacking = "the repository does not have its content";
        for (id, text) in ids.iter().chain(&ids) {
            assert_eq!(read(id, u64::MAX).as_deref(), Ok(*text));
            assert_eq!(read(id, 2).as_deref(), Ok(&text[..text.len().min(2)]));
            assert_eq!(read(&missing, 2), Err(lacking.to_string()));
            let n_bytes = text.len() as u64;
            assert_eq!(read(id, n_bytes).as_deref(), Ok(*text));
            let mut batch = objects.batch.borrow_mut();
            let child = &mut batch.as_mut().expect("it waits").child;
            child.kill().unwrap();
            child.wait().unwrap();
            drop(batch);
            assert_eq!(read(id, 9), Err(git::unreadable().to_string()));
        }
    }
}
