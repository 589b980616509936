//! What an editor shows about the word under the pointer.

use super::node::{path_at, Node};
use super::{keyword, slice, touches, Analysis};
use crate::check::lines;
use crate::diagnostic::FileId;
use crate::format::{format, Options};
use crate::syntax::ast::{Field, Import, Span, Type, TypeDef, TypeKind};
use std::fmt::Write;
use std::path::Path;

/// Limits on the source that is shown.
const MAX_LINES: usize = 40;
const MAX_BYTES: usize = 4_000;

/// A description of a location.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hover {
    /// The location.
    pub span: Span,
    /// The description, in Markdown.
    pub markdown: String,
}

impl Analysis {
    /// Returns a description of what is at a position. For the name of a type, that is what it stands for; for a field, a
    /// case or a method, its type and its field id (hash); with their comments.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid_parser::check::Memory;
    /// use candid_parser::ide::Analysis;
    /// use std::path::Path;
    ///
    /// let text = "type Account = record {\n  // Who pays.\n  owner : text;\n};";
    /// let analysis = Analysis::new(&Memory::default(), Path::new("a.did"), Some(text))?;
    /// let hover = analysis.hover(42).unwrap();
    /// assert_eq!(&text[std::ops::Range::from(hover.span)], "owner");
    /// let expected = "```candid\nowner : text\n```\n\nfield, id `947296307`\n\nWho pays.";
    /// assert_eq!(hover.markdown, expected);
    /// # Ok::<(), candid_parser::Error>(())
    /// ```
    #[must_use]
    pub fn hover(&self, at: u32) -> Option<Hover> {
        let prog = self.prog()?;
        let n_before = prog.comments.partition_point(|c| c.span.start < at);
        let comment = prog.comments[..n_before].last();
        if comment.is_some_and(|comment| at < comment.span.end) {
            return None;
        }
        let path = path_at(prog, at);
        let node = *path.last()?;
        let on_name = node.name().filter(|name| touches(*name, at));
        match (node, on_name) {
            (Node::Def(def), Some(span)) => self.type_hover(&def.name.text, span),
            (Node::Type(ty), _) => match ty.name() {
                Some(name) => self.type_hover(name, ty.span),
                None => self.word_hover(at),
            },
            (Node::Field(field), Some(span)) => Some(self.field_hover("field", field, span)),
            (Node::Case(field), Some(span)) => Some(self.field_hover("case", field, span)),
            (Node::Method(method), Some(span)) => {
                let mut text = self.source(node.span());
                let id = candid::idl_hash(&method.name.text);
                let _ = write!(text, "\n\nmethod, id `{id}`");
                add_docs(&mut text, &method.docs);
                self.add_resolved(&mut text, &method.typ);
                Some(Hover {
                    span,
                    markdown: text,
                })
            }
            (Node::Arg(arg), Some(span)) => {
                let mut text = self.source(node.span());
                self.add_resolved(&mut text, &arg.typ);
                Some(Hover {
                    span,
                    markdown: text,
                })
            }
            (Node::Import(import), Some(_)) => self.import_hover(import),
            _ => self.word_hover(at),
        }
    }

    /// Returns the path of a file relative to the folder of the main file, if it is in that folder.
    fn shown_path(&self, file: FileId) -> &Path {
        let path = self.path(file);
        let folder = self.path(self.main()).parent();
        let inside = folder.and_then(|folder| path.strip_prefix(folder).ok());
        inside.unwrap_or(path)
    }

    fn field_hover(&self, word: &str, field: &Field, span: Span) -> Hover {
        let mut text = self.source(field.span);
        let _ = write!(text, "\n\n{word}, id `{}`", field.label.get_id());
        add_docs(&mut text, &field.docs);
        self.add_resolved(&mut text, &field.typ);
        Hover {
            span,
            markdown: text,
        }
    }

    /// Describes the name of a type by its definition and, if that is a name too, by those that it leads to.
    fn type_hover(&self, name: &str, span: Span) -> Option<Hover> {
        let chain = self.chain(name);
        let (file, def) = chain.first()?;
        let mut markdown = self.definitions(&chain);
        add_docs(&mut markdown, &def.docs);
        if *file != self.main() {
            let path = self.shown_path(*file).display();
            let _ = write!(markdown, "\n\nDefined in `{path}`.");
        }
        Some(Hover { span, markdown })
    }

    /// Adds the definition of a type, if it is a name or contains just one.
    fn add_resolved(&self, text: &mut String, mut ty: &Type) {
        while let TypeKind::Opt(part) | TypeKind::Vec(part) = &ty.kind {
            ty = part;
        }
        let chain = ty.name().map(|name| self.chain(name)).unwrap_or_default();
        if !chain.is_empty() {
            let _ = write!(text, "\n\n{}", self.definitions(&chain));
        }
    }

    /// Returns definitions in the layout of `didc fmt`; what is cut off, and invalid, as it was written.
    fn definitions(&self, chain: &[(FileId, &TypeDef)]) -> String {
        let sources = chain.iter().map(|(file, def)| {
            let source = dedent(self.text(*file), def.span, MAX_LINES);
            let formatted = format(&source, &Options::default()).ok();
            let formatted = formatted.as_deref().map(str::trim_end);
            let formatted = formatted.and_then(|text| text.strip_suffix(';'));
            formatted.map(str::to_string).unwrap_or(source)
        });
        code(&sources.collect::<Vec<_>>().join("\n"))
    }

    fn import_hover(&self, import: &Import) -> Option<Hover> {
        let main = self.checked.files.first()?;
        let mut imports = main.import_decs().zip(&main.imports);
        let (_, target) = imports.find(|(found, _)| found.span == import.span)?;
        let file = self.checked.files.get((*target)?)?;
        let n_types = file.prog.defs().count();
        let types = if n_types == 1 { "type" } else { "types" };
        let service = match (import.service, &file.prog.actor) {
            (true, Some(_)) => " and its service",
            _ => "",
        };
        Some(Hover {
            span: import.path.span,
            markdown: format!(
                "`{}`: {n_types} {types}{service}",
                self.shown_path(file.id).display()
            ),
        })
    }

    /// Describes the built-in type or reserved word at a position.
    fn word_hover(&self, at: u32) -> Option<Hover> {
        let text = self.text(self.main());
        let (before, after) = text.split_at_checked(at as usize)?;
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let start = before.len() - before.chars().rev().take_while(|c| is_word(*c)).count();
        let end = at as usize + after.chars().take_while(|c| is_word(*c)).count();
        let span = Span::of(start, end);
        let meaning = keyword::meaning(slice(text, span))?;
        Some(Hover {
            span,
            markdown: meaning.to_string(),
        })
    }

    /// Returns source of the main file as a block of code.
    fn source(&self, span: Span) -> String {
        code(&dedent(self.text(self.main()), span, MAX_LINES))
    }
}

fn code(text: &str) -> String {
    // What would end the block can only be in comments and quotes.
    let text = text.replace("```", "\'\'\'");
    format!("```candid\n{text}\n```")
}

/// Returns the text of a location without the indentation of its first line; only the start of a long text.
pub(super) fn dedent(text: &str, span: Span, max_lines: usize) -> String {
    let start = span.start as usize;
    let line = text.get(..start).unwrap_or("");
    let line = &line[line.rfind('\n').map_or(0, |at| at + 1)..];
    let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
    let mut shown = String::new();
    for (idx, line) in slice(text, span).lines().enumerate() {
        let is_long = max_lines < usize::MAX && shown.len() + line.len() > MAX_BYTES;
        if idx == max_lines || is_long {
            shown.push_str("\n…");
            break;
        }
        if idx > 0 {
            shown.push('\n');
        }
        let blank = line.len() - line.trim_start_matches([' ', '\t']).len();
        shown.push_str(&line[if idx == 0 { 0 } else { blank.min(indent) }..]);
    }
    shown
}

/// Adds the lines of a comment, as a paragraph.
fn add_docs(text: &mut String, docs: &[String]) {
    let docs = lines(docs);
    if !docs.is_empty() {
        let _ = write!(text, "\n\n{}", docs.join("\n"));
    }
}
