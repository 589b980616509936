//! The command line.

use crate::cases::{Shape, SHAPES};
use std::path::PathBuf;
use std::time::Duration;

/// What was asked for.
#[derive(Debug, PartialEq)]
pub struct Options {
    /// About how many records a large shape has.
    pub n: u32,
    /// Where the report goes.
    pub report: Option<PathBuf>,
    /// What the program `allocations` printed.
    pub allocations: Option<PathBuf>,
    /// How long each shape is measured.
    pub budget: Duration,
    /// Parts of the names of the shapes wanted; none for all.
    pub filters: Vec<String>,
}

/// How the programs are used.
pub const USAGE: &str = "\
usage: throughput [--n N] [--seconds S] [--report DIR] [--allocations FILE] [FILTER]...
       allocations [--n N] [FILTER]...
       cargo bench -- [--n N] [--seconds S] [FILTER]...

  --n N               about how many records a large shape has
                      (throughput: 1,000,000; cargo bench: 100,000; allocations: 1,000)
  --seconds S         how long each shape is measured (10), but at least three rounds;
                      cargo bench: at least ten samples
  --report DIR        write report.md, throughput.svg and throughput.json there
  --allocations FILE  what `allocations` printed, for the report
  FILTER              only shapes whose name contains it";

impl Options {
    /// Reads the arguments, without the name of the program.
    ///
    /// # Errors
    ///
    /// What is wrong with them.
    pub fn parse(n: u32, args: impl IntoIterator<Item = String>) -> Result<Self, String> {
        let mut options = Options {
            n,
            report: None,
            allocations: None,
            budget: Duration::from_secs(10),
            filters: Vec::new(),
        };
        let mut args = args.into_iter();
        while let Some(arg) = args.next() {
            let mut value = || args.next().ok_or_else(|| format!("{arg} needs a value"));
            match arg.as_str() {
                "--n" => options.n = positive(&arg, &value()?)?,
                "--seconds" => {
                    options.budget = Duration::from_secs(positive(&arg, &value()?)?.into());
                }
                "--report" => options.report = Some(value()?.into()),
                "--allocations" => options.allocations = Some(value()?.into()),
                _ if arg.starts_with('-') => return Err(format!("no option {arg}")),
                _ => options.filters.push(arg),
            }
        }
        if options.shapes().next().is_none() {
            let names = SHAPES.each_ref().map(|shape| shape.name).join(", ");
            return Err(format!("no shape is called so: there are {names}"));
        }
        Ok(options)
    }

    /// Returns the shapes that were asked for.
    pub fn shapes(&self) -> impl Iterator<Item = &'static Shape> + '_ {
        let is_wanted = |shape: &&Shape| {
            let is_in_name = |filter: &String| shape.name.contains(filter.as_str());
            self.filters.is_empty() || self.filters.iter().any(is_in_name)
        };
        SHAPES.iter().filter(is_wanted)
    }
}

/// A number between 1 and 10⁸, which is what fits memory.
fn positive(name: &str, value: &str) -> Result<u32, String> {
    let digits = value.replace(['_', ','], "");
    match digits.parse() {
        Ok(n @ 1..=100_000_000) => Ok(n),
        _ => Err(format!(
            "{name} needs a number from 1 to 100,000,000, not {value}"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::Options;
    use std::time::Duration;

    fn parse(args: &str) -> Result<Options, String> {
        Options::parse(7, args.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn all_options() {
        let options = parse("--n 1_000 --seconds 2 --report a --allocations b mbp text").unwrap();
        let names: Vec<_> = options.shapes().map(|shape| shape.name).collect();
        assert_eq!(names, ["mbp-1", "mbp-10", "text"]);
        assert_eq!((options.n, options.budget), (1000, Duration::from_secs(2)));
        assert_eq!(options.report.unwrap().to_str(), Some("a"));
        assert_eq!(options.allocations.unwrap().to_str(), Some("b"));
        assert_eq!(parse("").unwrap().shapes().count(), super::SHAPES.len());
    }

    #[test]
    fn mistakes() {
        for (args, expected) in [
            ("--n", "--n needs a value"),
            ("--n 0", "--n needs a number from 1 to 100,000,000, not 0"),
            (
                "--seconds x",
                "--seconds needs a number from 1 to 100,000,000, not x",
            ),
            ("--colour", "no option --colour"),
        ] {
            assert_eq!(parse(args).unwrap_err(), expected);
        }
        assert!(parse("nothing")
            .unwrap_err()
            .starts_with("no shape is called so: there are trade,"));
    }
}
