//! Values that are pasted as text.

use crate::value::TextArgs;
use anyhow::{anyhow, bail, Result};
use candid::types::{Type, TypeEnv};
use candid::{IDLArgs, IDLValue};

/// Limit on the number of types that a text is tried at.
const MAX_TRIED: usize = 32;

/// Returns the value of a text, and the index of the innermost of some nested types that it has without loss.
///
/// # Errors
///
/// If it has none of them; the error is that of the innermost one.
pub(super) fn fitting(text: &str, env: &TypeEnv, open: &[Type]) -> Result<(usize, IDLValue)> {
    let text = format!("({})", text.trim());
    let mut first = None;
    for (level, ty) in open.iter().enumerate().rev().take(MAX_TRIED) {
        let text = TextArgs::new(&text).of_value();
        match args(text, env, std::slice::from_ref(ty)) {
            Ok(mut found) if found.args.len() == 1 => {
                let value = found
                    .args
                    .pop()
                    .ok_or_else(|| anyhow!("expected a value"))?;
                return Ok((level, value));
            }
            Ok(_) => bail!("expected one value"),
            Err(error) => drop(first.get_or_insert(error)),
        }
    }
    Err(first.unwrap_or_else(|| anyhow!("there is nothing to paste a value for")))
}

/// Returns the arguments of a text at types, unless something of it is dropped.
///
/// # Errors
///
/// The first finding about it.
pub(super) fn args(text: TextArgs<'_>, env: &TypeEnv, types: &[Type]) -> Result<IDLArgs> {
    let findings = match text.at_types(env, types) {
        Ok(typed) if typed.warnings.list.is_empty() => return Ok(typed.args),
        Ok(typed) => typed.warnings,
        Err(crate::Error::Parse(findings)) => *findings,
        Err(error) => return Err(error.into()),
    };
    let Some(finding) = findings.list.first() else {
        bail!("the text cannot be read");
    };
    let notes = finding.notes.iter().map(|note| format!("\n  = {note}"));
    Err(anyhow!("{}{}", finding.message, notes.collect::<String>()))
}
