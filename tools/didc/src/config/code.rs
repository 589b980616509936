//! The ids of errors in `didc.toml`. Those of interfaces and values are in `candid_parser`.

/// A kind of error, with a section in `docs/errors.md`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Code {
    pub(crate) id: &'static str,
    #[cfg_attr(
        not(test),
        expect(dead_code, reason = "the page has it, which a test compares")
    )]
    name: &'static str,
    #[cfg_attr(not(test), expect(dead_code, reason = "as above"))]
    summary: &'static str,
}

const fn code(id: &'static str, name: &'static str, summary: &'static str) -> Code {
    Code { id, name, summary }
}

pub(crate) const INVALID_TOML: Code = code("E0401", "invalid-toml", "a file that is not TOML");

pub(crate) const INVALID_SETTING: Code = code(
    "E0402",
    "invalid-setting",
    "a key that there is not, or a value that it cannot have",
);

pub(crate) const OUTPUT_CONFLICT: Code = code(
    "E0403",
    "output-conflict",
    "a file to write that is written twice, or is read",
);

pub(crate) const NO_INPUT: Code = code("E0404", "no-input", "bindings of no interface");

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
        let page = include_str!("../pages/errors.txt");
        let (intro, _) = page.split_once("\n### ").expect("there is a table");
        let (_, sections) = page.split_once("\n## didc.toml\n").expect("they are there");
        let (sections, _) = sections.split_once("\n## ").expect("others follow");
        let mut sections = sections.split("\n### ").skip(1);
        for Code { id, name, summary } in [INVALID_TOML, INVALID_SETTING, OUTPUT_CONFLICT, NO_INPUT]
        {
            let section = sections.next().expect("a section for each");
            assert!(
                section.starts_with(&format!("{id} {name}\n\n")),
                "{section}"
            );
            let anchor = id.to_lowercase();
            let row = format!("\n| [{id}](#{anchor}-{name}) | `{name}` | {summary} |\n");
            assert!(intro.contains(&row), "{row}");
            let (mut n_bad, mut n_good) = (0, 0);
            for block in section.split("\n```toml ").skip(1) {
                let (example, _) = block.split_once("\n```").expect("an end");
                let (kind, text) = example.split_once('\n').expect("a word");
                match kind {
                    "bad" => {
                        n_bad += 1;
                        assert_eq!(id_of(text), Some(id), "{text}");
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
