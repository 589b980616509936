//! The interface in source order: plain trees order fields by id and methods by name.

use super::comments::{Around, Comments};
use super::notes::Notes;
use crate::check::{merged, Checked};
use crate::error::Result;
use crate::syntax::plain::lower::Lowering;
use crate::syntax::IDLMergedProg;
use std::collections::HashMap;

/// An interface in source order, without imports.
#[derive(Debug)]
pub(crate) struct Written {
    /// The program; its fields, cases and methods are in source order. Each comment is replaced by the index of the
    /// notes.
    pub(crate) prog: IDLMergedProg,
    /// The comments at declarations, fields, cases and methods.
    pub(crate) notes: Vec<Notes>,
    /// The name between `service` and the colon in the main file, which nothing refers to.
    pub(crate) name: Option<String>,
    /// The comments around definitions, by name.
    pub(crate) around: HashMap<String, Around>,
    /// The comments around the service.
    pub(crate) around_service: Around,
    /// The comments after everything else.
    pub(crate) end: String,
}

impl Checked {
    /// Returns the interface in source order.
    pub(crate) fn written(&self) -> Result<Written> {
        let mut notes = Vec::new();
        let mut around = HashMap::new();
        let mut around_service = None;
        let mut end = String::new();
        let prog = merged(&self.files, |file| {
            let mut comments = Comments::of(&file.prog, self.sources.text(file.id));
            let mut plain = Lowering {
                is_sorted: false,
                docs: |start, _| comments.number(start, &mut notes),
            };
            let plain = plain.prog(file.prog.clone());
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
        let actor = self.files.first().and_then(|main| main.prog.actor.as_ref());
        let name = actor.and_then(|actor| actor.name.as_ref());
        Ok(Written {
            prog,
            notes,
            name: name.map(|name| name.text.clone()),
            around,
            around_service: around_service.unwrap_or_default(),
            end,
        })
    }
}
