//! Questions and answers: asked at a terminal, or read from lines; kept, so that one can go back to an earlier question.

use super::paste;
use anyhow::{anyhow, bail, Error};
use candid::types::{Type, TypeEnv};
use candid::IDLValue;
use dialoguer::theme::ColorfulTheme;
use dialoguer::{Confirm, Editor, Input, Select};
use std::io::{BufRead, IsTerminal, Read, Write};

/// Limit on the length of an answer and on the size of a file that one names, in bytes: a device must not fill the memory.
pub(super) const MAX_LEN: u64 = 1 << 30;

/// The commands at questions.
const BACK: &str = ":back";
const PASTE: &str = ":paste";

/// The items of the menu that Escape opens in lists.
const MENU: [&str; 3] = [
    "continue",
    "go back to the previous question",
    "paste a value",
];

/// Why no answer is returned.
#[derive(Debug)]
pub(super) enum Stop {
    /// The last question is to be asked again.
    Back,
    /// A value was pasted, in place of the one at a level of nesting.
    Pasted(usize, IDLValue),
    Failed(Error),
}

impl<E: Into<Error>> From<E> for Stop {
    fn from(error: E) -> Self {
        Stop::Failed(error.into())
    }
}

pub(super) type Asked<T> = Result<T, Stop>;

/// What was answered.
#[derive(Debug, Clone)]
enum Entry {
    Answer(String),
    /// The text of a value.
    Pasted(String),
}

/// Where answers come from.
enum Source {
    Terminal(Box<ColorfulTheme>),
    Lines(Lines),
}

/// Lines of answers.
struct Lines {
    from: Box<dyn BufRead>,
    /// The number of lines that have been read.
    n_read: usize,
}

/// A question.
#[derive(Clone, Copy)]
pub(super) enum Question<'a> {
    /// Which of several items.
    Choice(&'a [&'a str]),
    YesOrNo,
    /// A line that must be valid.
    Line(&'a dyn Fn(&str) -> anyhow::Result<()>),
    /// Any line; at a terminal with an editor for more.
    Text,
}

/// The questions so far, with their answers, of which the first ones are given again after going back.
pub(super) struct Session {
    source: Source,
    entries: Vec<Entry>,
    /// The number of answers that have been given since the start.
    n_given: usize,
    /// The types of the values that are being asked for, the outermost first.
    open: Vec<Type>,
    /// What these are: arguments, fields, items.
    path: Vec<String>,
}

impl Session {
    /// Returns a session at the terminal, or with the lines of a standard input that is none.
    pub(super) fn new() -> Self {
        let stdin = std::io::stdin();
        match stdin.is_terminal() {
            true => Session::of(Source::Terminal(Box::default())),
            false => Session::of_lines(Box::new(stdin.lock())),
        }
    }

    pub(super) fn of_lines(lines: Box<dyn BufRead>) -> Self {
        Session::of(Source::Lines(Lines {
            from: lines,
            n_read: 0,
        }))
    }

    /// Checks that all lines have been answers, except for empty ones behind the last.
    pub(super) fn end(&mut self) -> anyhow::Result<()> {
        let Source::Lines(lines) = &mut self.source else {
            return Ok(());
        };
        while let Some(line) = lines.next()? {
            if !line.trim().is_empty() {
                let shown = super::short_text(&line);
                bail!("line {} answers no question: {shown:?}", lines.n_read);
            }
        }
        Ok(())
    }

    fn of(source: Source) -> Self {
        Session {
            source,
            entries: Vec::new(),
            n_given: 0,
            open: Vec::new(),
            path: Vec::new(),
        }
    }

    pub(super) fn is_at_terminal(&self) -> bool {
        matches!(self.source, Source::Terminal(_))
    }

    /// Starts again, with all answers but the last one.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub(super) fn go_back(&mut self) -> anyhow::Result<()> {
        if self.entries.pop().is_none() && !self.is_at_terminal() {
            bail!("there is no question before the first one");
        }
        self.n_given = 0;
        self.open.clear();
        self.path.clear();
        Ok(())
    }

    /// Calls `ask` for an argument, a field or an item.
    pub(super) fn part<T>(&mut self, name: String, ask: impl FnOnce(&mut Self) -> T) -> T {
        let level = self.path.len();
        self.path.push(name);
        let asked = ask(self);
        self.path.truncate(level);
        asked
    }

    /// Calls `ask` for the parts of a value of a type. A value that is pasted in its place is returned.
    pub(super) fn inside(
        &mut self,
        ty: &Type,
        ask: impl FnOnce(&mut Self) -> Asked<IDLValue>,
    ) -> Asked<IDLValue> {
        let level = self.open.len();
        self.open.push(ty.clone());
        let asked = ask(self);
        self.open.truncate(level);
        match asked {
            Err(Stop::Pasted(at, value)) if at == level => Ok(value),
            asked => asked,
        }
    }

    /// Prints the topic of the next questions.
    pub(super) fn say(&self, text: &str) {
        if self.is_at_terminal() && self.n_given == self.entries.len() {
            // To standard error, apart from the results. If it is closed, the text is not needed.
            let _ = writeln!(std::io::stderr(), "{text}");
        }
    }

    /// Returns the answer to a question.
    pub(super) fn answer(
        &mut self,
        env: &TypeEnv,
        prompt: &str,
        what: &str,
        question: Question<'_>,
    ) -> Asked<String> {
        loop {
            let entry = match self.entries.get(self.n_given) {
                Some(entry) => entry.clone(),
                None => {
                    let entry = self.ask(prompt, what, question)?;
                    self.entries.push(entry.clone());
                    entry
                }
            };
            self.n_given += 1;
            let text = match entry {
                Entry::Answer(answer) => return Ok(answer),
                Entry::Pasted(text) => text,
            };
            match paste::fitting(&text, env, &self.open) {
                Ok((level, value)) => return Err(Stop::Pasted(level, value)),
                Err(error) if self.is_at_terminal() => {
                    self.entries.pop();
                    self.n_given = self.entries.len();
                    self.say(&error.to_string());
                }
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Asks a question.
    fn ask(&mut self, prompt: &str, what: &str, question: Question<'_>) -> Asked<Entry> {
        let theme = match &mut self.source {
            Source::Lines(lines) => return read(lines, what, &self.path, question),
            Source::Terminal(theme) => &**theme,
        };
        loop {
            let answer = match question {
                Question::Choice(items) => {
                    let select = Select::with_theme(theme).with_prompt(prompt);
                    let chosen = select.items(items).default(0).interact_opt()?;
                    chosen.and_then(|idx| items.get(idx).map(ToString::to_string))
                }
                Question::YesOrNo => {
                    let confirm = Confirm::with_theme(theme).with_prompt(prompt);
                    let chosen = confirm.interact_opt()?;
                    chosen.map(|yes| if yes { "y" } else { "n" }.to_string())
                }
                Question::Line(check) => {
                    let input = Input::<String>::with_theme(theme).with_prompt(prompt);
                    let check = |line: &String| match line.as_str() {
                        BACK | PASTE => Ok(()),
                        line => check(line),
                    };
                    Some(input.validate_with(check).interact_text()?)
                }
                Question::Text => {
                    let input = Input::<String>::with_theme(theme).with_prompt(prompt);
                    let line = input.allow_empty(true).interact_text()?;
                    match line.as_str() {
                        ":e" => match Editor::new().edit("")? {
                            // Never a command.
                            Some(text) => return Ok(Entry::Answer(text)),
                            None => continue,
                        },
                        _ => Some(line),
                    }
                }
            };
            let Some(answer) = answer else {
                let menu = Select::with_theme(theme).with_prompt("What now?");
                match menu.items(MENU).default(0).interact()? {
                    1 => return Err(Stop::Back),
                    2 => return Ok(Entry::Pasted(pasted_lines()?)),
                    _ => continue,
                }
            };
            return match answer.as_str() {
                BACK => Err(Stop::Back),
                PASTE => Ok(Entry::Pasted(pasted_lines()?)),
                _ => Ok(Entry::Answer(answer)),
            };
        }
    }
}

impl Lines {
    /// Returns the next line, without its end.
    fn next(&mut self) -> anyhow::Result<Option<String>> {
        let mut line = String::new();
        let from = &mut self.from;
        let n_read = from.take(MAX_LEN + 1).read_line(&mut line)?;
        if n_read == 0 {
            return Ok(None);
        }
        if n_read as u64 > MAX_LEN {
            bail!("a line of more than {} MiB", MAX_LEN >> 20);
        }
        self.n_read += 1;
        let end = line
            .strip_suffix('\n')
            .map(|line| line.strip_suffix('\r').unwrap_or(line));
        line.truncate(end.map_or(line.len(), str::len));
        Ok(Some(line))
    }
}

/// Reads the answer to a question from lines. Where any text is an answer, there are no commands.
fn read(lines: &mut Lines, what: &str, path: &[String], question: Question<'_>) -> Asked<Entry> {
    let Some(line) = lines.next()? else {
        let place = match path {
            [] => String::new(),
            path => format!(", for {}", path.join(", ")),
        };
        let number = lines.n_read + 1;
        return Err(
            anyhow!("unexpected end of input: expected {what} on line {number}{place}").into(),
        );
    };
    let is_text = matches!(question, Question::Text);
    match line.strip_prefix(PASTE).filter(|_| !is_text) {
        Some(text) => Ok(Entry::Pasted(text.trim().to_string())),
        None if line == BACK && !is_text => Err(Stop::Back),
        None => Ok(Entry::Answer(line)),
    }
}

/// Reads lines at the terminal up to an empty one.
fn pasted_lines() -> std::io::Result<String> {
    // If standard error is closed, the text is not needed.
    let _ = writeln!(
        std::io::stderr(),
        "Paste the value, and end with an empty line:"
    );
    let mut text = String::new();
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        if line.trim().is_empty() {
            break;
        }
        text.push_str(&line);
        text.push('\n');
    }
    Ok(text)
}
