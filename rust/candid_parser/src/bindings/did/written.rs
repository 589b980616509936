//! The interface in source order: plain trees order fields by id and methods by name.

use super::comments::{Around, Comments};
use super::notes::Notes;
use crate::check::Checked;
use crate::error::Result;
use crate::syntax::plain::lower::Lowering;
use crate::syntax::{IDLMergedProg, IDLProg};
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
        let none = IDLProg {
            decs: Vec::new(),
            actor: None,
        };
        let mut written = Written {
            prog: IDLMergedProg::new(none),
            notes: Vec::new(),
            name: None,
            around: HashMap::new(),
            around_service: Around::default(),
            end: String::new(),
        };
        for (idx, file) in self.files.iter().enumerate() {
            let mut comments = Comments::of(&file.prog, self.sources.text(file.id));
            let mut plain = Lowering {
                is_sorted: false,
                docs: |start, _| comments.number(start, &mut written.notes),
            };
            let plain = plain.prog(file.prog.clone());
            for def in file.prog.defs() {
                let around = comments.around.remove(&def.span.start);
                let name = || def.name.text.clone();
                written.around.extend(around.map(|around| (name(), around)));
            }
            written.end += &comments.end;
            if idx > 0 {
                let adds = file.wanted.is_some() && plain.actor.is_some();
                let path = file.path.display().to_string();
                written.prog.merge(adds, path, plain)?;
                continue;
            }
            written.prog = IDLMergedProg::new(plain);
            if let Some(actor) = &file.prog.actor {
                let around = comments.around.remove(&actor.span.start);
                written.around_service = around.unwrap_or_default();
                written.name = actor.name.as_ref().map(|name| name.text.clone());
            }
        }
        Ok(written)
    }
}
