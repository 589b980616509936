//! The questions.

use super::parse;
use anyhow::{anyhow, Result};
use candid::Principal;
use dialoguer::theme::ColorfulTheme;
use dialoguer::{Confirm, Editor, Input, Select};
use std::collections::BTreeMap;

/// Asks, indented.
pub(super) struct Ask {
    indent: String,
    theme: ColorfulTheme,
}

impl Ask {
    pub(super) fn new(levels: usize) -> Self {
        // So deep that nobody answers: the indentation need not follow.
        const MOST: usize = 40;
        Ask {
            indent: "  ".repeat(levels.min(MOST)),
            theme: ColorfulTheme::default(),
        }
    }

    /// Says what the next questions are about.
    pub(super) fn say(&self, text: &str) {
        println!("{}{text}", self.indent);
    }

    fn prompt(&self, what: &str) -> String {
        format!("{}Enter {what}", self.indent)
    }

    /// Asks for one of several; returns its position.
    pub(super) fn choose(&self, what: &str, items: &[&str]) -> Result<usize> {
        let prompt = format!("{}Select {what}", self.indent);
        let select = Select::with_theme(&self.theme).with_prompt(prompt);
        Ok(select.items(items).default(0).interact()?)
    }

    /// Asks whether there is to be one.
    pub(super) fn confirm(&self, what: &str) -> Result<bool> {
        let prompt = format!("{}Do you want to enter {what}?", self.indent);
        Ok(Confirm::with_theme(&self.theme)
            .with_prompt(prompt)
            .interact()?)
    }

    /// Asks for a line until it is a right one.
    pub(super) fn line<T>(&self, what: &str, parse: impl Fn(&str) -> Result<T>) -> Result<T> {
        let input = Input::<String>::with_theme(&self.theme).with_prompt(self.prompt(what));
        let checked = input.validate_with(|text: &String| parse(text).map(|_| ()));
        parse(&checked.interact_text()?)
    }

    /// Asks for a text; `:e` opens an editor.
    pub(super) fn text(&self) -> Result<String> {
        let input = Input::<String>::with_theme(&self.theme)
            .with_prompt(self.prompt("a text (:e for an editor)"));
        let line = input.allow_empty(true).interact_text()?;
        match line.as_str() {
            ":e" => Editor::new()
                .edit("")?
                .ok_or_else(|| anyhow!("the text was not saved")),
            _ => Ok(line),
        }
    }

    /// Asks for a principal, or a name that stands for one.
    pub(super) fn principal(&self, names: &BTreeMap<String, String>) -> Result<Principal> {
        let known: Vec<&str> = names.keys().map(String::as_str).collect();
        let what = format!("a principal ({})", known.join(", "));
        self.line(&what, |text| parse::principal(text, names))
    }

    /// Asks for bytes: as hex, as the text of a blob, or from a file.
    pub(super) fn blob(&self) -> Result<Vec<u8>> {
        let forms = ["text with \\xx for any byte", "hex", "a file"];
        match self.choose("how to enter the blob", &forms)? {
            0 => self.line("the bytes", parse::blob),
            1 => self.line("hex digits", |text| Ok(hex::decode(text.trim())?)),
            _ => self.line("the path", |path| Ok(std::fs::read(path)?)),
        }
    }
}
