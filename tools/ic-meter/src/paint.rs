//! Terminal colours.

use crate::diff::Verdict;
use std::io::IsTerminal;

/// Whether output is coloured. Determined once, when the command line is parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// Plain text.
    Plain,
    /// ANSI escape sequences.
    Ansi,
}

impl Paint {
    /// Returns coloured output for a terminal, unless disabled by a non-empty `NO_COLOR` environment variable
    /// (<https://no-color.org>) or by the `TERM` of a terminal without colours.
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

    /// Returns the text in the colour of a verdict.
    #[must_use]
    pub fn verdict(self, verdict: Verdict, text: &str) -> String {
        match verdict {
            Verdict::Same => text.into(),
            Verdict::Better => self.sgr("32", text),
            Verdict::Other => self.sgr("33", text),
            Verdict::Worse => self.sgr("31", text),
        }
    }

    /// Returns the text in bold.
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
