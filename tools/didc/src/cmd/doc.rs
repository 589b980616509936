//! `didc doc`

use crate::failure::{Failure, Result};
use crate::folder;
use crate::imports::Imports;
use crate::input;
use crate::output::Output;
use candid_parser::bindings::go::stem;
use candid_parser::check::Checked;
use candid_parser::doc::{html, markdown, DocOptions};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Writes documentation of an interface: one HTML page that needs no other files, or Markdown
///
/// Comments are CommonMark, in which `[Account]` links to the type or method of that name. HTML in them is shown as text.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  didc doc ledger.did -o ledger.html
  didc doc ledger.did --format md --title 'The ledger'
  didc doc interfaces -o pages")]
pub(crate) struct Args {
    /// The interface, or a folder, with a page for each interface in it; - for standard input
    input: PathBuf,
    #[command(flatten)]
    imports: Imports,
    /// The output format
    #[arg(short, long, visible_alias = "to", value_enum, default_value_t = Format::Html, help_heading = "Output")]
    format: Format,
    /// The title of the page; by default, the name of the file
    #[arg(long, value_name = "TEXT", help_heading = "Content")]
    title: Option<String>,
    /// The language of the comments, for browsers and screen readers
    #[arg(
        long,
        value_name = "TAG",
        default_value = "en",
        help_heading = "Content"
    )]
    lang: String,
    /// The random seed of the examples: the same seed gives the same examples
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Content")]
    seed: u64,
    /// Leave out the examples
    #[arg(long, conflicts_with = "seed", help_heading = "Content")]
    no_examples: bool,
    /// Write to a file; for a folder, the folder for the pages
    #[arg(short, long, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Format {
    /// One HTML page
    Html,
    /// Markdown
    Md,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode> {
    let extension = match args.format {
        Format::Html => "html",
        Format::Md => "md",
    };
    let one = |path: &Path| page(&args.imports.load_one_of_many(path)?, path, args).map(Some);
    if let Some(done) = folder::each(&args.input, args.output.as_ref(), extension, out, one) {
        return done;
    }
    out.send_to(args.output.as_ref());
    out.working_on(&args.input);
    let checked = args.imports.load(&args.input)?;
    out.write(page(checked, &args.input, args)?)?;
    Ok(ExitCode::SUCCESS)
}

fn page(checked: &Checked, path: &Path, args: &Args) -> Result<String> {
    let title = args.title.clone().unwrap_or_else(|| title(path));
    let options = DocOptions::new(title)
        .lang(&args.lang)
        .map_err(Failure::usage)?
        .examples(!args.no_examples)
        .seed(args.seed);
    Ok(match args.format {
        Format::Html => html(checked, &options)?,
        Format::Md => markdown(checked, &options)?,
    })
}

/// Returns the title that a file gives: its name without its extensions.
pub(crate) fn title(path: &Path) -> String {
    let name = path.file_name().filter(|_| !input::is_stdin(path));
    let name = name.map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    match stem(&name) {
        "" => name,
        stem => stem.to_string(),
    }
}
