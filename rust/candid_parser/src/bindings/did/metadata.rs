//! An interface as the metadata of a module: the service without init arguments, and these on their own.

use super::as_written;
use crate::check::Checked;
use crate::diagnostic::{Diagnostics, Sources};
use crate::error::Result;
use crate::format::{format, Options};
use crate::syntax::ast::{Dec, TypeKind};
use crate::syntax::parse;

/// Splits an interface into the texts of the sections `candid:service` and `candid:args` of a module: the interface in one
/// file, without init arguments, and the init arguments in parentheses, if the service has a constructor. Comments are kept.
///
/// # Errors
///
/// If the services of the files cannot be merged.
///
/// # Examples
///
/// ```
/// use candid_parser::bindings::did;
/// use candid_parser::check::{self, Memory};
/// use std::path::Path;
///
/// let text = "service : (owner : principal) -> { total : () -> (nat) query }";
/// let checked = check::text(&Memory::default(), Path::new("a.did"), text).unwrap();
/// let (service, args) = did::split_init_args(&checked).unwrap();
/// assert_eq!(service, "service : { total : () -> (nat) query }");
/// assert_eq!(args.as_deref(), Some("(owner : principal)"));
/// assert_eq!(did::join_init_args(&service, "(owner : principal)").unwrap(), text);
/// ```
pub fn split_init_args(checked: &Checked) -> Result<(String, Option<String>)> {
    let text = in_one_file(checked)?;
    let prog = parse::parse_prog(&text).tree;
    let Some((class, service)) = prog.actor.as_ref().and_then(|actor| match &actor.typ.kind {
        TypeKind::Class(_, service) => Some((actor.typ.span.start, service.span.start)),
        _ => None,
    }) else {
        return Ok((text, None));
    };
    let (class, service) = (class as usize, service as usize);
    // The last arrow before the service that is not in a comment.
    let mut before = text.as_bytes()[class..service].to_vec();
    for comment in &prog.comments {
        let (start, end) = (comment.span.start as usize, comment.span.end as usize);
        if start >= class && end <= service {
            before[start - class..end - class].fill(b' ');
        }
    }
    let Some(arrow) = before.windows(2).rposition(|bytes| bytes == b"->") else {
        return Ok((text, None));
    };
    let args = text[class..class + arrow].trim_end().to_string();
    let after = text[class + arrow + 2..].trim_start();
    Ok((format!("{}{after}", &text[..class]), Some(args)))
}

/// Returns the interface in one file: if it is in one already, in the layout of [`format()`], with each comment where it was.
fn in_one_file(checked: &Checked) -> Result<String> {
    let [file] = checked.files.as_slice() else {
        return as_written(checked, &checked.actor);
    };
    let is_import = |dec: &Dec| matches!(dec, Dec::Import(_));
    if file.prog.decs.iter().any(is_import) {
        return as_written(checked, &checked.actor);
    }
    let text = format(checked.sources.text(file.id), &Options::default())?;
    Ok(text.trim_end().to_string())
}

/// Joins the texts of the sections `candid:service` and `candid:args` of a module. Returns the service unchanged if it has
/// init arguments already, or if there are none in `args`. What is wrong in `service` is left to the check of the result.
///
/// # Errors
///
/// If `args` is not a list of types in parentheses.
pub fn join_init_args(service: &str, args: &str) -> Result<String> {
    let parsed = parse::parse_types(args);
    if !parsed.findings.is_empty() {
        let mut sources = Sources::default();
        sources.add("candid:args", args);
        let list = parsed.findings;
        return Err(Diagnostics { list, sources }.into());
    }
    let prog = parse::parse_prog(service).tree;
    let actor = prog.actor.as_ref().map(|actor| &actor.typ);
    let at = match actor.map(|ty| (&ty.kind, ty.span.start as usize)) {
        Some((TypeKind::Service(_) | TypeKind::Var(_), at)) if !parsed.tree.is_empty() => at,
        _ => return Ok(service.to_string()),
    };
    // A comment in a line must not hide the arrow.
    let args = args.trim();
    let last = args.rsplit('\n').next().unwrap_or_default();
    let space = if last.contains("//") { '\n' } else { ' ' };
    let (before, after) = service.split_at(at);
    Ok(format!("{before}{args}{space}-> {after}"))
}
