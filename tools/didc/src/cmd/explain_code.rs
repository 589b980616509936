//! `didc explain-code`

use crate::failure::{Failure, Result};
use crate::output::Output;
use candid_parser::utils::did_you_mean;
use std::process::ExitCode;

/// The pages of the documentation, which have a section for each id. A test compares them with the folder `docs`.
const PAGES: [&str; 3] = [
    include_str!("../pages/errors.txt"),
    include_str!("../pages/lints.txt"),
    include_str!("../pages/breaking.txt"),
];

/// Explains the id of an error, a lint or a breaking change, with an example
#[derive(clap::Args)]
#[command(after_help = "Examples:
  didc explain-code E0201
  didc explain-code opt-opt
  didc explain-code candid::truncated
  didc explain-code --list")]
pub(crate) struct Args {
    /// Ids, such as E0201, or names
    #[arg(required_unless_present = "list", value_name = "ID")]
    ids: Vec<String>,
    /// Print all ids and names
    #[arg(long, conflicts_with = "ids")]
    list: bool,
}

/// A section of a page.
struct Section<'a> {
    id: &'a str,
    name: &'a str,
    text: &'a str,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode> {
    let sections: Vec<Section<'_>> = PAGES.iter().flat_map(|page| sections(page)).collect();
    if args.list {
        for section in &sections {
            out.line(format!("{} {}", section.id, section.name))?;
        }
    }
    for (idx, id) in args.ids.iter().enumerate() {
        let is_meant = |s: &&Section<'_>| s.id.eq_ignore_ascii_case(id) || s.name == id;
        let Some(section) = sections.iter().find(is_meant) else {
            return Err(unknown(id, &sections));
        };
        if idx > 0 {
            out.line("")?;
        }
        out.line(format!("{}: {}", section.id, section.name))?;
        out.write(shown(section))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the section about an id, for reading; empty if there is none.
pub(crate) fn text(id: &str) -> String {
    let mut sections = PAGES.iter().flat_map(|page| sections(page));
    let section = sections.find(|section| section.id == id);
    section.map_or_else(String::new, |section| shown(&section))
}

fn unknown(id: &str, sections: &[Section<'_>]) -> Failure {
    let names = sections
        .iter()
        .flat_map(|section| [section.id, section.name]);
    let hint = match did_you_mean(&id.to_uppercase(), names.clone()).or(did_you_mean(id, names)) {
        Some(meant) => format!("did you mean {meant}?"),
        None => "didc explain-code --list prints all of them".to_string(),
    };
    let id = crate::typing::shown(id);
    Failure::usage(format_args!(
        "there is no error, lint or change {id}: {hint}"
    ))
}

/// Returns the sections of a page whose headings are an id and a name.
fn sections(page: &str) -> impl Iterator<Item = Section<'_>> {
    page.split("\n### ").skip(1).filter_map(|section| {
        let (heading, text) = section.split_once('\n')?;
        let (id, name) = heading.split_once(' ')?;
        // The next heading of a higher level.
        let text = text.split("\n## ").next()?;
        Some(Section { id, name, text })
    })
}

/// Returns a section for reading: examples are indented, and links are their texts. Those of changes are the old interface,
/// the new one, and what is found.
fn shown(section: &Section<'_>) -> String {
    let mut shown = String::new();
    let mut is_example = false;
    let is_change = section.id.starts_with('B');
    let mut of_changes = ["Old", "New", "Finding"].into_iter().filter(|_| is_change);
    for line in section.text.trim_end().lines() {
        if let Some(words) = line.strip_prefix("```") {
            is_example = !is_example;
            let of_change = if is_example { of_changes.next() } else { None };
            if let Some(what) = of_change {
                shown.push_str(&format!("{what}:\n\n"));
                continue;
            }
            let mut words = words.split(' ').skip(1);
            match words.next() {
                Some("bytes") => shown.push_str("Bytes with escapes:\n\n"),
                Some("message") => shown.push_str("A message of:\n\n"),
                Some("expected") => shown.push_str("Expected:\n\n"),
                Some("bad") => shown.push_str("Wrong:\n\n"),
                Some("good") => shown.push_str("Right:\n\n"),
                Some(file) if !file.is_empty() => shown.push_str(&format!("{file}:\n\n")),
                _ => {}
            }
            continue;
        }
        match is_example {
            true if line.is_empty() => {}
            true => shown.push_str(&format!("    {line}")),
            false => shown.push_str(&without_links(line)),
        }
        shown.push('\n');
    }
    shown
}

/// Returns a line with the texts of its links in place of the links.
fn without_links(line: &str) -> String {
    let mut text = String::new();
    let mut rest = line;
    while let Some((before, link)) = rest.split_once('[') {
        text.push_str(before);
        let parts = link
            .split_once("](")
            .filter(|(label, _)| !label.contains(']'));
        let after = parts.and_then(|(_, target)| target.split_once(')'));
        rest = match (parts, after) {
            (Some((label, _)), Some((_, after))) => {
                text.push_str(label);
                after
            }
            _ => {
                text.push('[');
                link
            }
        };
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::{sections, PAGES};
    use candid_parser::candid::Error;

    #[test]
    fn each_code_of_an_error_of_a_message_is_explained() {
        let sections = sections(PAGES[0]).filter(|section| section.id.starts_with("candid::"));
        let found: Vec<_> = sections
            .map(|section| (section.id.to_string(), section.name))
            .collect();
        let expected =
            Error::CODES.map(|code| (code.to_string(), code.trim_start_matches("candid::")));
        assert_eq!(found, expected);
    }
}
