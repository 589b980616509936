//! Questions for values of one kind.

use super::parse;
use super::session::{Asked, Question, Session, MAX_LEN};
use crate::check::read_whole;
use crate::diagnostic::Diagnostic;
use anyhow::{anyhow, bail, Error, Result};
use candid::types::TypeEnv;
use candid::Principal;
use std::collections::BTreeMap;
use std::path::Path;

/// A prompter with an indentation.
pub(super) struct Ask<'a> {
    pub(super) session: &'a mut Session,
    env: &'a TypeEnv,
    indent: String,
}

impl<'a> Ask<'a> {
    pub(super) fn new(session: &'a mut Session, env: &'a TypeEnv, levels: usize) -> Self {
        // Maximum indentation; nobody answers questions nested more deeply.
        const MOST: usize = 40;
        Ask {
            session,
            env,
            indent: "  ".repeat(levels.min(MOST)),
        }
    }

    /// Prints the topic of the next questions.
    pub(super) fn say(&self, text: &str) {
        self.session.say(&format!("{}{text}", self.indent));
    }

    fn answer(&mut self, prompt: &str, what: &str, question: Question<'_>) -> Asked<String> {
        let prompt = format!("{}{prompt}", self.indent);
        self.session.answer(self.env, &prompt, what, question)
    }

    /// Prompts for one of several items; returns its index.
    pub(super) fn choose(&mut self, what: &str, items: &[&str]) -> Asked<usize> {
        let answer = self.answer(&format!("Select {what}"), what, Question::Choice(items))?;
        let found = items.iter().position(|item| *item == answer);
        let known = items.join(", ");
        Ok(found.ok_or_else(|| {
            anyhow!("invalid answer {answer:?} for {what}: expected one of {known}")
        })?)
    }

    pub(super) fn confirm(&mut self, what: &str) -> Asked<bool> {
        let prompt = format!("Do you want to enter {what}?");
        let expected = format!("y or n for {what}");
        match self.answer(&prompt, &expected, Question::YesOrNo)?.as_str() {
            "y" | "yes" => Ok(true),
            "n" | "no" => Ok(false),
            other => Err(anyhow!("invalid answer {other:?} for {what}: expected y or n").into()),
        }
    }

    /// Prompts for a line until it is valid.
    pub(super) fn line<T>(&mut self, what: &str, parse: impl Fn(&str) -> Result<T>) -> Asked<T> {
        let check = |line: &str| parse(line).map(drop);
        let prompt = format!("Enter {what}");
        let line = self.answer(&prompt, what, Question::Line(&check))?;
        Ok(parse(&line)?)
    }

    /// Prompts for text; `:e` opens an editor.
    pub(super) fn text(&mut self) -> Asked<String> {
        self.answer("Enter text (:e for an editor)", "text", Question::Text)
    }

    /// Prompts for a principal, or a name that stands for one.
    pub(super) fn principal(&mut self, names: &BTreeMap<String, String>) -> Asked<Principal> {
        let known: Vec<&str> = names.keys().map(String::as_str).collect();
        let what = format!("a principal ({})", known.join(", "));
        self.line(&what, |text| parse::principal(text, names))
    }

    /// Prompts for bytes: as hex, as the text of a blob, or from a file.
    pub(super) fn blob(&mut self) -> Asked<Vec<u8>> {
        let forms = ["text with \\xx for any byte", "hex", "a file"];
        match self.choose("how to enter the blob", &forms)? {
            0 => self.line("the bytes (\\44 is the byte 0x44)", parse::blob),
            1 => self.line("hex digits", |text| Ok(hex::decode(text.trim())?)),
            _ => self.line("the path", content),
        }
    }
}

/// Returns the content of a file.
fn content(path: &str) -> Result<Vec<u8>> {
    let content = read_whole(Path::new(path), MAX_LEN);
    content.map_err(|error| Error::msg(Diagnostic::unreadable(path, error).message))
}

/// What to do with the values, once all questions are answered.
pub(super) enum Next {
    Done,
    Back,
    Edit,
}

/// Asks at the terminal what to do with values.
pub(super) fn next(values: &str) -> Result<Next> {
    use dialoguer::theme::ColorfulTheme;
    use std::io::Write;
    let _ = writeln!(std::io::stderr(), "{values}");
    let items = ["done", "go back to the last question", "edit the text"];
    let theme = ColorfulTheme::default();
    let select = dialoguer::Select::with_theme(&theme).with_prompt("What now?");
    Ok(match select.items(items).default(0).interact_opt()? {
        Some(0) => Next::Done,
        Some(1) => Next::Back,
        Some(_) => Next::Edit,
        None => bail!("cancelled"),
    })
}
