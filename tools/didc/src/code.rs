//! The ids of errors of `didc` itself: in `didc.toml`, in its inputs, and in its arguments. Those of interfaces and values are in
//! `candid_parser`.

/// A kind of error, with a section in `docs/errors.md`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Code {
    pub(crate) id: &'static str,
    pub(crate) name: &'static str,
    pub(crate) summary: &'static str,
}

macro_rules! codes {
    ($($NAME:ident $id:literal $name:literal $summary:literal,)*) => {
        $(pub(crate) const $NAME: Code = Code { id: $id, name: $name, summary: $summary };)*

        /// All of them, by id.
        const ALL: &[Code] = &[$($NAME),*];
    };
}

codes! {
    INVALID_TOML "E0401" "invalid-toml" "a file that is not TOML",
    INVALID_SETTING "E0402" "invalid-setting" "a key that there is not, or a value that it cannot have",
    OUTPUT_CONFLICT "E0403" "output-conflict" "a file to write that is written twice, or is read",
    NO_INPUT "E0404" "no-input" "bindings of no interface",
    WRONG_ARGUMENTS "E0501" "wrong-arguments" "arguments that do not go together, or of which one is wrong",
    UNKNOWN_METHOD "E0502" "unknown-method" "a method that the service does not have",
    NO_SERVICE "E0503" "no-service" "an interface without the service that is needed",
    NOT_A_MESSAGE "E0504" "not-a-message" "an input that is not in a format of messages",
    INVALID_JSON "E0505" "invalid-json" "JSON that is not that of values of the types",
    INVALID_MODULE "E0506" "invalid-module" "a Wasm module that is broken, or has no interface",
    NO_OLDER_VERSION "E0507" "no-older-version" "an older version that is not there",
    UNKNOWN_PATH "E0508" "unknown-path" "a path that leads to no part of the values",
    UNWRITABLE_FILE "E0509" "unwritable-file" "a file that cannot be written",
    NOT_A_SUBTYPE "E0510" "not-a-subtype" "a type that is not a subtype of another",
    INCOMPATIBLE "E0511" "incompatible" "an interface that breaks clients of another, or differs from it",
    INVALID_TEMPLATE "E0512" "invalid-template" "a template that is not valid, or fails",
    FAILED_ASSERTION "E0513" "failed-assertion" "an assertion of a test that does not hold",
    OUT_OF_DATE "E0514" "out-of-date" "a generated file that is missing, outdated, or no longer made",
    NO_FILES "E0515" "no-files" "a folder without files of the kind that is read",
    WRONG_KIND_OF_FILE "E0516" "wrong-kind-of-file" "a file of another kind than the command reads",
    WRONG_ANSWER "E0517" "wrong-answer" "an answer that does not fit its question, or is missing",
    NO_VALUE "E0518" "no-value" "a type that has no values",
    LIMIT "E0519" "limit-exceeded" "more memory, time or bytes than a limit allows",
    UNKNOWN_ID "E0520" "unknown-id" "a field id that no name has",
    SURPLUS "E0521" "surplus-content" "content of a message that the types do not have",
    SERVER_STOPPED "E0522" "server-stopped" "input that the language server cannot go on after",
}

impl Code {
    /// Returns the one with an id.
    pub(crate) fn of(id: &str) -> Option<Self> {
        ALL.iter().find(|code| code.id == id).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::failure::Failure;
    use crate::output::Output;
    use crate::{command_line, run, Color, First};

    /// Returns the id of what is wrong with a configuration, in a folder with two interfaces.
    fn id_of(text: &str) -> Option<&'static str> {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        std::fs::write(at("a.did"), "service : {}").unwrap();
        std::fs::write(at("b.did"), "service : {}").unwrap();
        std::fs::write(at("didc.toml"), text).unwrap();
        let line = command_line(First::Called("bind"));
        let config = at("didc.toml").display().to_string();
        let matches = line.try_get_matches_from(["didc", "bind", "--config", &config]);
        match run(&matches.unwrap(), &mut Output::new(Color::Never)) {
            Ok(_) => None,
            Err(Failure::Findings { findings, code: 2 }) => findings.list.first()?.code,
            Err(failure) => panic!("{failure}"),
        }
    }

    /// Each bad example in the page has the error of its section, and no good one has any.
    #[test]
    fn the_page_of_errors() {
        let page = include_str!("pages/errors.txt");
        let (intro, _) = page.split_once("\n### ").expect("there is a table");
        let (_, sections) = page.split_once("\n## didc.toml\n").expect("they are there");
        let (sections, _) = sections
            .split_once("\n## Messages\n")
            .expect("others follow");
        let mut sections = sections.split("\n### ").skip(1);
        for Code { id, name, summary } in ALL {
            let section = sections.next().expect("a section for each");
            assert!(
                section.starts_with(&format!("{id} {name}\n\n")),
                "{section}"
            );
            let anchor = id.to_lowercase();
            let row = format!("\n| [{id}](#{anchor}-{name}) | `{name}` | {summary} |\n");
            assert!(intro.contains(&row), "{row}");
            // Another test runs the commands in these.
            if *id > "E0500" {
                assert!(section.contains(&format!("error[{id}]: ")), "{section}");
                continue;
            }
            let (mut n_bad, mut n_good) = (0, 0);
            for block in section.split("\n```toml ").skip(1) {
                let (example, _) = block.split_once("\n```").expect("an end");
                let (kind, text) = example.split_once('\n').expect("a word");
                match kind {
                    "bad" => {
                        n_bad += 1;
                        assert_eq!(id_of(text), Some(*id), "{text}");
                    }
                    _ => {
                        n_good += 1;
                        assert_eq!(id_of(text), None, "{text}");
                    }
                }
            }
            assert!(n_bad > 0 && n_good > 0, "{id}");
        }
        assert!(sections.next().is_none());
    }
}
