//! Generator for Candid itself: the interface with everything it imports, in one file.

mod comments;
mod metadata;
mod notes;

use super::layout::failure;
use crate::bindings::model::Model;
use crate::check::{merged, Checked};
use crate::error::Result;
use crate::format::{format, Options};
use crate::syntax::plain::lower::Lowering;
use crate::syntax::{
    pretty_print, print_named, Dec, IDLActorType, IDLMergedProg, IDLProg, IDLType,
};
use candid::pretty::utils::printable;
use candid::types::{Type, TypeEnv, TypeInner};
use comments::{Around, Comments};
pub use metadata::{join_init_args, split_init_args};
use std::collections::{HashMap, HashSet};

/// Returns the program without imports. If `actor` is the service with a selection of its methods, only those and the
/// definitions that they need are printed.
///
/// Types that are not valid in an interface (names without a definition, for instance) yield a comment that says so.
///
/// # Examples
///
/// ```
/// use candid_parser::bindings::{analysis::project_methods, did};
/// use candid_parser::{check_prog, syntax::IDLMergedProg, IDLProg, TypeEnv};
///
/// let prog: IDLProg = "type a = nat; type b = text; service : { get : () -> (a); put : (b) -> () }".parse().unwrap();
/// let mut env = TypeEnv::new();
/// let actor = check_prog(&mut env, &prog).unwrap();
/// let get = project_methods(&env, &actor, vec!["get".to_string()]).unwrap();
/// assert_eq!(
///     did::compile(&env, &Some(get), &IDLMergedProg::new(prog)),
///     "type a = nat;\nservice : { get : () -> (a) }"
/// );
/// ```
#[must_use]
pub fn compile(env: &TypeEnv, actor: &Option<Type>, prog: &IDLMergedProg) -> String {
    try_compile(env, actor, prog).unwrap_or_else(|error| failure(&error))
}

/// Returns the same as [`compile`].
///
/// # Errors
///
/// If the types are not valid in an interface, or do not come from the program.
pub fn try_compile(env: &TypeEnv, actor: &Option<Type>, prog: &IDLMergedProg) -> Result<String> {
    let selection = select(env, actor, prog)?;
    Ok(pretty_print(selection.as_ref().unwrap_or(prog)))
}

/// Returns the interface in source order, without imports: fields, cases and methods stay in their order, the service
/// keeps its name, and no comment is lost. Idempotent: given its own output, it returns the same text. `actor` is the
/// service or a selection of its methods, as for [`compile`].
///
/// # Errors
///
/// If `actor` is not a service of this interface.
///
/// # Examples
///
/// ```
/// use candid_parser::bindings::did;
/// use candid_parser::check::{self, Memory};
/// use std::path::Path;
///
/// let text = "type Size = record { width : nat; height : nat };\nservice canvas : { size : () -> (Size) query }";
/// let checked = check::text(&Memory::default(), Path::new("canvas.did"), text).unwrap();
/// assert_eq!(did::as_written(&checked, &checked.actor).unwrap(), text);
/// ```
pub fn as_written(checked: &Checked, actor: &Option<Type>) -> Result<String> {
    let mut notes = Vec::new();
    // The comments around definitions, by name, and around the service; those after everything else.
    let mut around = HashMap::new();
    let mut around_service = None;
    let mut end = String::new();
    // The interface in source order, without imports; each comment is the index of its notes.
    let prog = merged(&checked.files, |file| {
        let mut comments = Comments::of(&file.prog, checked.sources.text(file.id));
        let mut plain = Lowering {
            is_sorted: false,
            docs: |start, _| comments.number(start, &mut notes),
        };
        let plain = plain.prog((*file.prog).clone());
        for def in file.prog.defs() {
            let of_def = comments.around.remove(&def.span.start);
            around.extend(of_def.map(|of_def| (def.name.text.clone(), of_def)));
        }
        if around_service.is_none() {
            let actor = file.prog.actor.as_ref();
            let of_actor = actor.and_then(|a| comments.around.remove(&a.span.start));
            around_service = Some(of_actor.unwrap_or_default());
        }
        end += &comments.end;
        plain
    })?;
    let selection = select(&checked.env, actor, &prog)?;
    let prog = selection.as_ref().unwrap_or(&prog);
    let mut text = String::new();
    for binding in prog.bindings() {
        let single = pretty_print(&prog_of(vec![Dec::TypD(binding.clone())], None));
        let single = notes::put(single.trim_end(), &notes);
        add(&mut text, around.get(&binding.id), &single);
        text.push('\n');
    }
    if let Some(actor) = prog.resolve_actor()? {
        let main = checked.files.first().and_then(|f| f.prog.actor.as_ref());
        let name = main.and_then(|actor| Some(actor.name.as_ref()?.text.as_str()));
        let single = print_named(&prog_of(Vec::new(), Some(actor)), name);
        let single = notes::put(&single, &notes);
        add(&mut text, around_service.as_ref(), &single);
        if !end.is_empty() {
            text.push('\n');
        }
    }
    if !end.is_empty() {
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(&end);
    }
    // Names are escaped where they are printed; any such characters left are in comments.
    let text = printable(&text).into_owned();
    let Ok(formatted) = format(&text, &Options::default()) else {
        return Ok(text);
    };
    Ok(match text.ends_with('\n') {
        true => formatted,
        false => formatted.trim_end_matches('\n').to_string(),
    })
}

/// Adds a declaration with the comments around it.
fn add(text: &mut String, around: Option<&Around>, declaration: &str) {
    let above = around.map_or("", |around| &around.above);
    if !above.is_empty() && !text.is_empty() {
        text.push('\n');
    }
    text.push_str(above);
    text.push_str(declaration);
    text.push_str(around.map_or("", |around| &around.trailing));
}

/// Returns the program restricted to the selected methods and the definitions they need; `None` if all are selected.
fn select(
    env: &TypeEnv,
    actor: &Option<Type>,
    prog: &IDLMergedProg,
) -> Result<Option<IDLMergedProg>> {
    let source = prog.resolve_actor()?;
    let (Some(actor), Some(source)) = (actor, source) else {
        return Ok(None);
    };
    let methods = env.as_service(actor)?;
    let written = prog.methods(source.typ.service()).unwrap_or_default();
    let is_class = matches!(actor.as_ref(), TypeInner::Class(..));
    let was_class = matches!(source.typ, IDLType::ClassT(..));
    if is_class == was_class && methods.len() == written.len() {
        return Ok(None);
    }
    let kept: HashSet<&str> = methods.iter().map(|(name, _)| name.as_str()).collect();
    let methods = written.iter().filter(|m| kept.contains(m.id.as_str()));
    let service = IDLType::ServT(methods.cloned().collect());
    let typ = match source.typ {
        IDLType::ClassT(args, _) if is_class => IDLType::ClassT(args, Box::new(service)),
        _ => service,
    };
    let model = Model::new(env, &Some(actor.clone()), prog)?;
    let used = model.defs.iter().filter(|def| def.used);
    let used: HashSet<&str> = used.map(|def| def.name.as_str()).collect();
    let decs = prog.bindings().filter(|b| used.contains(b.id.as_str()));
    let decs = decs.cloned().map(Dec::TypD).collect();
    let docs = source.docs;
    Ok(Some(prog_of(decs, Some(IDLActorType { typ, docs }))))
}

fn prog_of(decs: Vec<Dec>, actor: Option<IDLActorType>) -> IDLMergedProg {
    IDLMergedProg::new(IDLProg { decs, actor })
}
