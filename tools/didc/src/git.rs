//! The program `git`, asked about the repository that a folder is in.

use std::path::Path;
use std::process::{Command, Stdio};

/// The variables by which git tells programs that it starts, such as hooks, about its own repository; these are those that
/// `git rev-parse --local-env-vars` lists, without those that configure. They would name another repository, work tree or
/// folder than that of the files here. Objects that are in quarantine while they are received stay readable.
const OF_ANOTHER_REPOSITORY: [&str; 11] = [
    "GIT_COMMON_DIR",
    "GIT_DIR",
    "GIT_GRAFT_FILE",
    "GIT_IMPLICIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_INTERNAL_SUPER_PREFIX",
    "GIT_NO_REPLACE_OBJECTS",
    "GIT_PREFIX",
    "GIT_REPLACE_REF_BASE",
    "GIT_SHALLOW_FILE",
    "GIT_WORK_TREE",
];

/// Returns the program, to run in a folder, in whose repository it works.
pub(crate) fn command(folder: &Path) -> Command {
    let mut command = Command::new("git");
    command.arg("-C").arg(folder);
    for name in OF_ANOTHER_REPOSITORY {
        command.env_remove(name);
    }
    // Nothing is fetched or locked, and no password is asked for.
    command
        .env("GIT_NO_LAZY_FETCH", "1")
        .env("GIT_OPTIONAL_LOCKS", "0")
        .env("GIT_TERMINAL_PROMPT", "0");
    command.stdin(Stdio::null()).stderr(Stdio::null());
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each variable that git has for its own repository is removed, or is meant to stay.
    #[test]
    fn variables_of_other_repositories() {
        let args = ["rev-parse", "--local-env-vars"];
        let output = command(Path::new(".")).args(args).output().unwrap();
        let names = String::from_utf8(output.stdout).unwrap();
        let stays =
            |name: &&str| name.starts_with("GIT_CONFIG") || name.contains("OBJECT_DIRECTOR");
        let (stay, go): (Vec<&str>, Vec<&str>) = names.lines().partition(stays);
        assert!(stay.len() >= 4 && go.len() >= 8, "{names}");
        for name in go {
            assert!(OF_ANOTHER_REPOSITORY.contains(&name), "{name}");
        }
    }
}
