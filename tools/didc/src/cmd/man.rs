//! `didc man`

use crate::failure::{Failure, Result};
use crate::output::Output;
use crate::replace;
use candid_parser::utils::did_you_mean;
use clap_mangen::Man;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Prints the manual page of a subcommand, or writes all of them to a folder
#[derive(clap::Args)]
#[command(after_help = "Examples:
  didc man lint | man -l -
  didc man -o ~/.local/share/man/man1")]
pub(crate) struct Args {
    /// The subcommand; by default didc itself
    #[arg(value_name = "SUBCOMMAND")]
    path: Vec<String>,
    /// Write all pages to this folder, which is made if it is not there
    #[arg(
        short,
        long,
        visible_alias = "output",
        value_name = "FOLDER",
        conflicts_with = "path"
    )]
    out: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> Result<ExitCode> {
    // The page of `help` would be one for people who have asked for a page.
    let mut command = crate::command_line(crate::First::Other).disable_help_subcommand(true);
    command.build();
    match &args.out {
        Some(folder) if folder == Path::new("-") => {
            return Err(Failure::usage(
                "-o takes a folder, as there are many pages; without it, one is printed",
            ))
        }
        Some(folder) => {
            std::fs::create_dir_all(folder).map_err(|error| Failure::unwritable(folder, error))?;
            write_all(&command, "didc", folder)?;
        }
        None => {
            let (mut found, mut name) = (&command, "didc".to_string());
            for part in &args.path {
                let below = subcommand(found, part);
                let (below, path) = below.ok_or_else(|| unknown(found, &args.path, part))?;
                name = format!("{name}-{path}");
                found = below;
            }
            out.write(page(found, &name)?)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns a subcommand and its name; also one of a subcommand, by the name of its page, such as `wasm-extract`.
fn subcommand<'c>(command: &'c clap::Command, name: &str) -> Option<(&'c clap::Command, String)> {
    let name = name.strip_prefix("didc-").unwrap_or(name);
    if let Some(found) = command.find_subcommand(name) {
        return Some((found, found.get_name().to_string()));
    }
    let mut all = command.get_subcommands();
    all.find_map(|outer| {
        let rest = name.strip_prefix(outer.get_name())?.strip_prefix('-')?;
        let (found, rest) = subcommand(outer, rest)?;
        Some((found, format!("{}-{rest}", outer.get_name())))
    })
}

/// Returns the failure for a subcommand that is not there, with a suggestion.
fn unknown(command: &clap::Command, path: &[String], name: &str) -> Failure {
    let failure = Failure::usage(format_args!("didc has no subcommand {}", path.join(" ")));
    let known = command.get_subcommands().map(clap::Command::get_name);
    let meant = did_you_mean(name, known);
    failure.with_notes(meant.map(|meant| format!("did you mean {meant}?")))
}

/// Writes the pages of a command and of its subcommands.
fn write_all(command: &clap::Command, name: &str, folder: &Path) -> Result<()> {
    let path = folder.join(format!("{name}.1"));
    replace::write(&path, &page(command, name)?)
        .map_err(|error| Failure::unwritable(&path, error))?;
    for subcommand in command.get_subcommands() {
        write_all(
            subcommand,
            &format!("{name}-{}", subcommand.get_name()),
            folder,
        )?;
    }
    Ok(())
}

fn page(command: &clap::Command, name: &str) -> Result<Vec<u8>> {
    let mut page = Vec::new();
    Man::new(command.clone())
        .title(name.to_uppercase())
        .source(concat!("didc ", env!("CARGO_PKG_VERSION")))
        .render(&mut page)?;
    let usage = command.clone().render_usage().to_string();
    Ok(laid_out(&String::from_utf8_lossy(&page), &usage).into_bytes())
}

/// Returns a page with the usage as help has it, whose examples are under a heading of their own, and in which indented lines stay as
/// they are: a formatter would fill them, and put spaces between their words.
fn laid_out(page: &str, usage: &str) -> String {
    let usage = usage
        .trim_start_matches("Usage:")
        .trim()
        .replace('-', "\\-");
    // `clap_mangen` leaves out the values of options, and that there may be several of an argument.
    let page = match page.split_once(".SH SYNOPSIS\n") {
        Some((before, after)) => {
            let (_, after) = after.split_once('\n').unwrap_or_default();
            format!("{before}.SH SYNOPSIS\n{usage}\n{after}")
        }
        None => page.to_string(),
    };
    let page = page.replace(".SH EXTRA\nExamples:\n", ".SH EXAMPLES\n");
    let mut text = String::with_capacity(page.len());
    let mut is_kept = false;
    for line in page.lines() {
        if line.starts_with("  ") != is_kept {
            is_kept = !is_kept;
            text.push_str(if is_kept { ".nf\n" } else { ".fi\n" });
        }
        for c in line.chars() {
            match c.is_ascii() {
                true => text.push(c),
                // Formatters expect Latin-1.
                false => text.push_str(&format!("\\[u{:04X}]", u32::from(c))),
            }
        }
        text.push('\n');
    }
    if is_kept {
        text.push_str(".fi\n");
    }
    text
}
