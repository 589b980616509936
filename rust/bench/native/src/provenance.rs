//! Where figures come from: the machine, the compiler, the commit, the sources.

use serde::Serialize;
use sha2::{Digest, Sha256};
use std::io::Result;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where figures come from.
#[derive(Serialize)]
pub struct Provenance {
    /// The processor.
    pub cpu: String,
    /// How many of its threads this process may use.
    pub threads: usize,
    /// The operating system.
    pub os: String,
    /// How many threads wanted to run in the last minute, when measuring began: what disturbs it.
    pub load: String,
    /// The compiler that is installed.
    pub rustc: String,
    /// The commit that is checked out.
    pub commit: String,
    /// Whether files differ from the commit.
    pub is_dirty: bool,
    /// SHA-256 of the sources that were measured.
    pub sources: String,
}

/// What is measured: directories and files under the root of the repository.
const SOURCES: [&str; 6] = [
    "rust/candid",
    "rust/candid_derive",
    "rust/candid_wire",
    "rust/bench/native/Cargo.lock",
    "rust/bench/native/Cargo.toml",
    "rust/bench/native/src",
];

impl Provenance {
    /// Looks at this machine and at the repository at `root`.
    ///
    /// # Errors
    ///
    /// If a source cannot be read.
    pub fn new(root: &Path) -> Result<Self> {
        let git = |args: &[&str]| output(Command::new("git").arg("-C").arg(root).args(args));
        let commit = git(&["rev-parse", "HEAD"]);
        let changes = git(&["status", "--porcelain"]);
        Ok(Provenance {
            cpu: field_of("/proc/cpuinfo", "model name", ':'),
            threads: std::thread::available_parallelism().map_or(1, Into::into),
            os: [
                field_of("/etc/os-release", "PRETTY_NAME", '='),
                output(Command::new("uname").arg("-srm")).unwrap_or_default(),
            ]
            .join(", "),
            load: load(),
            rustc: output(Command::new("rustc").arg("-V")).unwrap_or_else(unknown),
            commit: commit.unwrap_or_else(unknown),
            is_dirty: changes.is_none_or(|changes| !changes.is_empty()),
            sources: digest(root)?,
        })
    }

    /// What a table shows.
    pub fn rows(&self) -> [(&'static str, String); 7] {
        let dirty = match self.is_dirty {
            true => ", and uncommitted changes",
            false => "",
        };
        let machine = format!("{}, {} threads", self.cpu, self.threads);
        [
            ("machine", machine),
            (
                "load when it began",
                format!(
                    "{}; more than the program itself adds makes figures noisy",
                    self.load
                ),
            ),
            ("system", self.os.clone()),
            ("compiler", format!("{}, release profile", self.rustc)),
            ("commit", format!("`{}`{dirty}", self.commit)),
            ("sources (SHA-256)", format!("`{}`", self.sources)),
            (
                "measured sources",
                SOURCES.map(|path| format!("`{path}`")).join(", "),
            ),
        ]
    }
}

fn unknown() -> String {
    "unknown".into()
}

/// What a command prints, if it succeeds.
fn output(command: &mut Command) -> Option<String> {
    let output = command.output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
    output.status.success().then_some(text)
}

/// The load average of the last minute.
fn load() -> String {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split(' ').next().map_or_else(unknown, str::to_owned)
}

/// The value of the first line `name … separator value` of a file.
fn field_of(path: &str, name: &str, separator: char) -> String {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let line = text.lines().find(|line| line.starts_with(name));
    let value = line.and_then(|line| line.split_once(separator));
    value.map_or_else(unknown, |(_, value)| {
        value.trim().trim_matches('"').to_owned()
    })
}

/// Returns the SHA-256 of all Rust sources and manifests that are measured: for each in the order of the
/// paths, the path, a zero, the content, a zero.
///
/// # Errors
///
/// If one of them cannot be read.
pub fn digest(root: &Path) -> Result<String> {
    let mut paths = Vec::new();
    for source in SOURCES {
        collect(&root.join(source), &mut paths)?;
    }
    paths.sort();
    let mut hasher = Sha256::new();
    for path in paths {
        let name = path.strip_prefix(root).unwrap_or(&path);
        hasher.update(name.to_string_lossy().as_bytes());
        hasher.update([0]);
        hasher.update(std::fs::read(&path)?);
        hasher.update([0]);
    }
    let hex = hasher
        .finalize()
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    Ok(hex)
}

fn collect(path: &Path, paths: &mut Vec<PathBuf>) -> Result<()> {
    if path.is_dir() {
        for entry in std::fs::read_dir(path)? {
            collect(&entry?.path(), paths)?;
        }
    } else if path
        .extension()
        .is_some_and(|extension| extension == "rs" || extension == "toml" || extension == "lock")
    {
        paths.push(path.to_owned());
    }
    Ok(())
}
