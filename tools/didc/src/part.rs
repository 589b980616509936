//! Parts of values and of types at a path, and what is said where there is none.

use crate::code;
use crate::failure::{Failure, Result};
use crate::select;
use crate::typing::{shown, Typed};
use crate::values::without_options;
use candid_parser::types::{Type, TypeEnv, TypeInner};
use candid_parser::utils::did_you_mean;
use candid_parser::{candid, IDLArgs, IDLValue};

/// Returns the part of arguments at a path, and its type if they have types.
pub(crate) fn selected<'a>(
    args: &'a IDLArgs,
    path: &str,
    typed: Option<&'a Typed>,
) -> Result<(&'a IDLValue, Option<(&'a TypeEnv, Type)>)> {
    static NULL: IDLValue = IDLValue::Null;
    let hint = select::hint(path);
    let path = full_path(args.args.len(), path)?;
    let value = args.at(&path);
    let container = value.as_ref().err().map(|error| args.at(&error.path()));
    let container = container.and_then(std::result::Result::ok);
    // A part of null is null, whose type is not that of the part.
    if let Some(IDLValue::Null | IDLValue::None) = container.map(without_options) {
        return Ok((&NULL, None));
    }
    let value = value.map_err(|error| {
        let labels = container.into_iter().flat_map(IDLValue::fields);
        let labels = labels.map(|(label, _)| label.to_string()).collect();
        let has_items = container.is_some_and(|value| value.elements().len() > 0);
        no_part(&error, labels, has_items).with_notes(hint)
    })?;
    let ty = match typed {
        Some(typed) => Some((&typed.env, typed.env.type_at(&typed.types, &path)?)),
        None => None,
    };
    Ok((value, ty))
}

/// Returns the type of the parts at a path with `[]`, if the values have types.
pub(crate) fn type_of<'a>(
    n_args: usize,
    path: &str,
    typed: Option<&'a Typed>,
) -> Result<Option<(&'a TypeEnv, Type)>> {
    let Some(Typed { env, types }) = typed else {
        return Ok(None);
    };
    let path = full_path(n_args, &select::first(path))?;
    Ok(Some((env, env.type_at(types, &path)?)))
}

/// Checks that values of types may have a part at a path, before they are read.
pub(crate) fn check_path(path: Option<&str>, typed: Option<&Typed>) -> Result<()> {
    let (Some(path), Some(Typed { env, types })) = (path, typed) else {
        return Ok(());
    };
    let hint = select::hint(path);
    let path = full_path(types.len(), &select::first(path))?;
    let found = env.type_at(types, &path).map(drop);
    let checked = found.map_err(|error| {
        let container = env.type_at(types, &error.path()).ok();
        let container = container.and_then(|ty| content(env, ty));
        let labels = match container.as_ref().map(AsRef::as_ref) {
            Some(TypeInner::Record(fields) | TypeInner::Variant(fields)) => {
                fields.iter().map(|field| field.id.to_string()).collect()
            }
            _ => Vec::new(),
        };
        let is_vec = matches!(
            container.as_ref().map(AsRef::as_ref),
            Some(TypeInner::Vec(_))
        );
        no_part(&error, labels, is_vec).with_notes(hint)
    });
    checked.map_err(Failure::in_argument)
}

/// Returns the type that is no option, and no name, in options.
fn content(env: &TypeEnv, mut ty: Type) -> Option<Type> {
    /// The levels of options in one another that are passed.
    const MAX_OPTIONS: usize = 100;
    for _ in 0..MAX_OPTIONS {
        let traced = env.trace_type(&ty).ok()?;
        match traced.as_ref() {
            TypeInner::Opt(inner) => ty = inner.clone(),
            _ => return Some(traced),
        }
    }
    None
}

/// Returns the failure of a path that leads nowhere, with the names of what is there.
fn no_part(error: &candid::Error, names: Vec<String>, has_items: bool) -> Failure {
    /// Limit on the number of names that are shown.
    const SHOWN: usize = 20;
    let failure = Failure::candid(error, error).with_code(code::UNKNOWN_PATH);
    let text = error.to_string();
    let missing = ["expected field ", "expected case "]
        .iter()
        .find_map(|start| text.strip_prefix(start));
    let missing = missing.and_then(|rest| rest.split(", found ").next());
    let missing = missing.unwrap_or_default().trim_matches('"');
    let similar = did_you_mean(missing, names.iter().map(String::as_str));
    let failure = failure.with_notes(similar.map(|name| format!("did you mean {}?", shown(name))));
    if has_items && text.starts_with("expected field ") {
        return failure.with_note("the items of a vec are in brackets: [0] is the first");
    }
    let listed = match names.as_slice() {
        [name] => Some(format!("the only field is {}", shown(name))),
        [_, ..] if names.len() <= SHOWN => {
            let names: Vec<_> = names.iter().map(|name| shown(name)).collect();
            Some(format!("the fields are: {}", names.join(", ")))
        }
        _ => None,
    };
    failure.with_notes(listed)
}

/// Returns a path with the position of the argument, which may be left out if there is only one.
fn full_path(n_args: usize, path: &str) -> Result<String> {
    // As jq writes it.
    let path = path.strip_prefix('.').unwrap_or(path);
    // Without the position that is put in front of it, so that the error has the path that was given.
    if let Some(error) = IDLValue::Null
        .at(path)
        .err()
        .filter(candid::Error::is_custom)
    {
        let failure = Failure::new(error).with_code(code::UNKNOWN_PATH);
        return Err(failure.with_notes(select::hint(path)).in_argument());
    }
    if path.starts_with(|c: char| c.is_ascii_digit()) {
        return Ok(path.to_string());
    }
    if n_args != 1 {
        let failure = Failure::new(format_args!(
            "the message has {n_args} arguments: begin the path with the position of one, 0 for argument 1: {}",
            joined(0, path)
        ));
        return Err(failure.coded(code::UNKNOWN_PATH));
    }
    Ok(joined(0, path))
}

/// Returns the path of a part of an argument.
pub(crate) fn joined(position: usize, path: &str) -> String {
    match path {
        "" => position.to_string(),
        _ if path.starts_with('[') => format!("{position}{path}"),
        _ => format!("{position}.{path}"),
    }
}
