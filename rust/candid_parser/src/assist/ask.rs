//! Prompts. If standard input is not a terminal, its lines are the answers, and nothing is shown.

use super::parse;
use anyhow::{anyhow, bail, Result};
use candid::Principal;
use dialoguer::theme::ColorfulTheme;
use dialoguer::{Confirm, Editor, Input, Select};
use std::collections::BTreeMap;
use std::io::{IsTerminal, Write};

/// A prompter with an indentation.
pub(super) struct Ask {
    indent: String,
    is_scripted: bool,
    theme: ColorfulTheme,
}

impl Ask {
    pub(super) fn new(levels: usize) -> Self {
        // Maximum indentation; nobody answers questions nested more deeply.
        const MOST: usize = 40;
        Ask {
            indent: "  ".repeat(levels.min(MOST)),
            is_scripted: !std::io::stdin().is_terminal(),
            theme: ColorfulTheme::default(),
        }
    }

    /// Prints the topic of the next questions.
    pub(super) fn say(&self, text: &str) {
        if !self.is_scripted {
            // To standard error, apart from the results. If it is closed, the text is not needed.
            let _ = writeln!(std::io::stderr(), "{}{text}", self.indent);
        }
    }

    /// Returns the next answer of a script.
    fn answer(what: &str) -> Result<String> {
        let mut line = String::new();
        if std::io::stdin().read_line(&mut line)? == 0 {
            bail!("unexpected end of input: expected {what}");
        }
        let line = line.strip_suffix('\n').unwrap_or(&line);
        Ok(line.strip_suffix('\r').unwrap_or(line).to_string())
    }

    fn prompt(&self, what: &str) -> String {
        format!("{}Enter {what}", self.indent)
    }

    /// Prompts for one of several items; returns its index.
    pub(super) fn choose(&self, what: &str, items: &[&str]) -> Result<usize> {
        if self.is_scripted {
            let answer = Self::answer(what)?;
            let found = items.iter().position(|item| *item == answer);
            let known = items.join(", ");
            return found.ok_or_else(|| {
                anyhow!("invalid answer {answer:?} for {what}: expected one of {known}")
            });
        }
        let prompt = format!("{}Select {what}", self.indent);
        let select = Select::with_theme(&self.theme).with_prompt(prompt);
        Ok(select.items(items).default(0).interact()?)
    }

    pub(super) fn confirm(&self, what: &str) -> Result<bool> {
        if self.is_scripted {
            return match Self::answer(&format!("y or n for {what}"))?.as_str() {
                "y" | "yes" => Ok(true),
                "n" | "no" => Ok(false),
                other => bail!("invalid answer {other:?} for {what}: expected y or n"),
            };
        }
        let prompt = format!("{}Do you want to enter {what}?", self.indent);
        Ok(Confirm::with_theme(&self.theme)
            .with_prompt(prompt)
            .interact()?)
    }

    /// Prompts for a line until it is valid.
    pub(super) fn line<T>(&self, what: &str, parse: impl Fn(&str) -> Result<T>) -> Result<T> {
        if self.is_scripted {
            return parse(&Self::answer(what)?);
        }
        let input = Input::<String>::with_theme(&self.theme).with_prompt(self.prompt(what));
        let checked = input.validate_with(|text: &String| parse(text).map(|_| ()));
        parse(&checked.interact_text()?)
    }

    /// Prompts for text; `:e` opens an editor.
    pub(super) fn text(&self) -> Result<String> {
        if self.is_scripted {
            return Self::answer("text");
        }
        let input = Input::<String>::with_theme(&self.theme)
            .with_prompt(self.prompt("text (:e for an editor)"));
        let line = input.allow_empty(true).interact_text()?;
        match line.as_str() {
            ":e" => Editor::new()
                .edit("")?
                .ok_or_else(|| anyhow!("the text was not saved")),
            _ => Ok(line),
        }
    }

    /// Prompts for a principal, or a name that stands for one.
    pub(super) fn principal(&self, names: &BTreeMap<String, String>) -> Result<Principal> {
        let known: Vec<&str> = names.keys().map(String::as_str).collect();
        let what = format!("a principal ({})", known.join(", "));
        self.line(&what, |text| parse::principal(text, names))
    }

    /// Prompts for bytes: as hex, as the text of a blob, or from a file.
    pub(super) fn blob(&self) -> Result<Vec<u8>> {
        let forms = ["text with \\xx for any byte", "hex", "a file"];
        match self.choose("how to enter the blob", &forms)? {
            0 => self.line("the bytes", parse::blob),
            1 => self.line("hex digits", |text| Ok(hex::decode(text.trim())?)),
            _ => self.line("the path", |path| Ok(std::fs::read(path)?)),
        }
    }
}
