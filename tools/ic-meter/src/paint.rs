//! Colours for a person at a terminal.

use crate::diff::Verdict;
use std::io::IsTerminal;

/// Whether text is coloured. The choice is made once, where the command line is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// As it is.
    Plain,
    /// With the escape sequences of terminals.
    Ansi,
}

impl Paint {
    /// Coloured for a terminal, unless the environment says otherwise by a `NO_COLOR` that is not empty
    /// (<https://no-color.org>) or by the name that terminals without colours have.
    #[must_use]
    pub fn for_stdout() -> Self {
        let is_set = |name, value: fn(&str) -> bool| {
            std::env::var_os(name).is_some_and(|found| found.to_str().is_none_or(value))
        };
        let is_refused = is_set("NO_COLOR", |value| !value.is_empty())
            || is_set("TERM", |value| value == "dumb");
        if std::io::stdout().is_terminal() && !is_refused {
            Self::Ansi
        } else {
            Self::Plain
        }
    }

    /// Text in the colour that says whether it is good news.
    #[must_use]
    pub fn verdict(self, verdict: Verdict, text: &str) -> String {
        match verdict {
            Verdict::Same => text.into(),
            Verdict::Better => self.sgr("32", text),
            Verdict::Other => self.sgr("33", text),
            Verdict::Worse => self.sgr("31", text),
        }
    }

    /// Text that stands out.
    #[must_use]
    pub fn bold(self, text: &str) -> String {
        self.sgr("1", text)
    }

    fn sgr(self, code: &str, text: &str) -> String {
        match self {
            Self::Plain => text.into(),
            Self::Ansi => format!("\x1b[{code}m{text}\x1b[0m"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours() {
        let rows = [
            (Verdict::Same, "x"),
            (Verdict::Better, "\x1b[32mx\x1b[0m"),
            (Verdict::Other, "\x1b[33mx\x1b[0m"),
            (Verdict::Worse, "\x1b[31mx\x1b[0m"),
        ];
        for (verdict, expected) in rows {
            assert_eq!(Paint::Ansi.verdict(verdict, "x"), expected);
            assert_eq!(Paint::Plain.verdict(verdict, "x"), "x");
        }
        assert_eq!(Paint::Ansi.bold("x"), "\x1b[1mx\x1b[0m");
    }
}
