//! From a name to its meaning, its definition and its uses, in all files of the workspace.

use super::diagnostic::Files;
use super::documents::Document;
use super::state::{Fault, State};
use candid_parser::candid::pretty::candid::pp_text;
use candid_parser::candid::IDLValue;
use candid_parser::check::Loader;
use candid_parser::ide::{check_type_name, Analysis};
use candid_parser::syntax::ast::Span;
use gen_lsp_types as lsp;
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

type At = lsp::TextDocumentPositionParams;

impl State<'_> {
    /// Returns the document of a position, and the offset.
    pub(super) fn at(&self, at: &At) -> Result<(&Document, u32), Fault> {
        let document = self.document(&at.text_document.uri)?;
        Ok((document, document.at(at.position)))
    }

    pub(super) fn hover(&mut self, params: lsp::HoverParams) -> Result<Option<lsp::Hover>, Fault> {
        let (document, at) = self.at(&params.text_document_position_params)?;
        let kind = if self.client.has_markdown {
            lsp::MarkupKind::Markdown
        } else {
            lsp::MarkupKind::PlainText
        };
        Ok(document.analysis.hover(at).map(|hover| lsp::Hover {
            contents: lsp::Contents::MarkupContent(lsp::MarkupContent {
                kind,
                value: if self.client.has_markdown {
                    hover.markdown
                } else {
                    without_fences(&hover.markdown)
                },
            }),
            range: Some(document.range(hover.span)),
        }))
    }

    pub(super) fn definition(
        &mut self,
        params: lsp::DefinitionParams,
    ) -> Result<Option<lsp::DefinitionResponse>, Fault> {
        let (document, at) = self.at(&params.text_document_position_params)?;
        let place = document.analysis.definition(at);
        Ok(place.map(|place| {
            let location = Files::new(self, document).location(place.file, place.span);
            lsp::DefinitionResponse::Definition(lsp::Definition::Location(location))
        }))
    }

    pub(super) fn type_definition(
        &mut self,
        params: lsp::TypeDefinitionParams,
    ) -> Result<Option<lsp::TypeDefinitionResponse>, Fault> {
        let (document, at) = self.at(&params.text_document_position_params)?;
        let files = Files::new(self, document);
        let places = document.analysis.type_definitions(at).into_iter();
        let locations = places.map(|place| files.location(place.file, place.span));
        Ok(Some(lsp::TypeDefinitionResponse::Definition(
            lsp::Definition::LocationList(locations.collect()),
        )))
    }

    pub(super) fn references(
        &mut self,
        params: lsp::ReferenceParams,
    ) -> Result<Option<Vec<lsp::Location>>, Fault> {
        let (document, at) = self.at(&params.text_document_position_params)?;
        let Some((name, _)) = document.analysis.type_name(at) else {
            // Nothing in an interface uses the name of a field, a method or an argument.
            let declared = document.analysis.label(at);
            let declared = declared.filter(|_| params.context.include_declaration);
            let files = Files::new(self, document);
            return Ok(declared.map(|place| vec![files.location(place.file, place.span)]));
        };
        let mut uses = self.uses(document, name, None)?;
        if !params.context.include_declaration {
            if let Some(place) = document.analysis.definition_of(name) {
                let defined = Files::new(self, document).location(place.file, place.span);
                uses.retain(|location| *location != defined);
            }
        }
        Ok(Some(uses))
    }

    /// Returns where the name at a position is in the document.
    pub(super) fn document_highlights(
        &mut self,
        params: lsp::DocumentHighlightParams,
    ) -> Result<Option<Vec<lsp::DocumentHighlight>>, Fault> {
        let (document, at) = self.at(&params.text_document_position_params)?;
        let analysis = &document.analysis;
        let (places, defined) = match analysis.type_name(at) {
            Some((name, _)) => (analysis.references(name), analysis.definition_of(name)),
            None => (analysis.label(at).into_iter().collect(), analysis.label(at)),
        };
        let here = places
            .into_iter()
            .filter(|place| place.file == analysis.main());
        let highlights = here.map(|place| lsp::DocumentHighlight {
            range: document.range(place.span),
            kind: Some(match Some(place) == defined {
                true => lsp::DocumentHighlightKind::Write,
                false => lsp::DocumentHighlightKind::Read,
            }),
        });
        Ok(Some(highlights.collect()))
    }

    /// Returns where the paths of imports lead.
    pub(super) fn document_links(
        &mut self,
        params: lsp::DocumentLinkParams,
    ) -> Result<Option<Vec<lsp::DocumentLink>>, Fault> {
        let document = self.document(&params.text_document.uri)?;
        let imports = document.analysis.imports().into_iter();
        let links = imports.map(|(span, file)| lsp::DocumentLink {
            range: document.range(span),
            target: Some(lsp::Uri(self.uri_of(document.analysis.path(file)))),
            ..Default::default()
        });
        Ok(Some(links.collect()))
    }

    pub(super) fn prepare_rename(
        &mut self,
        params: lsp::PrepareRenameParams,
    ) -> Result<Option<lsp::PrepareRenameResult>, Fault> {
        let (document, at) = self.at(&params.text_document_position_params)?;
        let (range, placeholder) = match document.analysis.argument(at) {
            Some(place) => {
                let range = std::ops::Range::from(place.span);
                let name = document.text.get(range).unwrap_or_default();
                (place.span, name)
            }
            None => {
                let (name, span) = renamed(&document.analysis, at)?;
                (span, name)
            }
        };
        let placeholder = lsp::PrepareRenamePlaceholder {
            range: document.range(range),
            placeholder: placeholder.to_string(),
        };
        Ok(Some(lsp::PrepareRenameResult::PrepareRenamePlaceholder(
            placeholder,
        )))
    }

    pub(super) fn rename(
        &mut self,
        params: lsp::RenameParams,
    ) -> Result<Option<lsp::WorkspaceEdit>, Fault> {
        let (document, at) = self.at(&params.text_document_position_params)?;
        let new = &params.new_name;
        if let Some(place) = document.analysis.argument(at) {
            let edit = rename_argument(document, (at, place.span), new)?;
            return Ok(Some(edit));
        }
        let (name, _) = renamed(&document.analysis, at)?;
        check_type_name(new).map_err(Fault::failed)?;
        let uses = self.uses(document, name, (new != name).then_some(new))?;
        let mut changes: HashMap<lsp::Uri, Vec<lsp::TextEdit>> = HashMap::new();
        for location in uses {
            let edits = changes.entry(location.uri).or_default();
            edits.push(lsp::TextEdit {
                range: location.range,
                new_text: new.clone(),
            });
        }
        Ok(Some(lsp::WorkspaceEdit {
            changes: Some(changes),
            ..Default::default()
        }))
    }

    /// Returns where the type that a document calls `name` is defined and used: in its file and imports, and in all files
    /// that import its definition. None of these may define `new`, if it is given.
    fn uses(
        &self,
        document: &Document,
        name: &str,
        new: Option<&str>,
    ) -> Result<Vec<lsp::Location>, Fault> {
        let overlay = self.overlay();
        let canonical = |analysis: &Analysis, file| overlay.canonical(analysis.path(file)).ok();
        let mut found: Vec<lsp::Location> = Vec::new();
        let mut seen = HashSet::new();
        let paths = |analysis: &Analysis| -> Vec<PathBuf> {
            let files = analysis.files().iter();
            files
                .filter_map(|file| canonical(analysis, file.id))
                .collect()
        };
        let mut add = |files: Files<'_>, analysis: &Analysis| {
            if let Some(place) = new.and_then(|new| analysis.definition_of(new)) {
                let path = analysis.path(place.file).display();
                let new = new.unwrap_or_default();
                return Err(Fault::failed(format!("{new} is already defined in {path}")));
            }
            for place in analysis.references(name) {
                let location = files.location(place.file, place.span);
                if seen.insert((location.uri.clone(), location.range)) {
                    found.push(location);
                }
            }
            Ok(())
        };
        add(Files::new(self, document), &document.analysis)?;
        // What a file imports needs no search of its own.
        let mut covered: HashSet<PathBuf> = paths(&document.analysis).into_iter().collect();
        let defined = document.analysis.definition_of(name);
        let defined = defined.and_then(|place| canonical(&document.analysis, place.file));
        if let Some(defined) = defined {
            for path in self.interfaces() {
                let Ok(path) = overlay.canonical(&path) else {
                    continue;
                };
                if covered.contains(&path) {
                    continue;
                }
                let open = self.documents.at_path(&path);
                let loaded = match open {
                    Some(_) => None,
                    // A file that cannot be read uses nothing.
                    None => Analysis::new(&overlay, &path, None).ok(),
                };
                let Some(analysis) = open.map(|open| &open.analysis).or(loaded.as_ref()) else {
                    continue;
                };
                let here = analysis.definition_of(name);
                if here.and_then(|place| canonical(analysis, place.file)) == Some(defined.clone()) {
                    let files = match open {
                        Some(open) => Files::new(self, open),
                        None => Files::of(self, analysis),
                    };
                    add(files, analysis)?;
                    covered.extend(paths(analysis));
                }
            }
        }
        found.sort_by(|a, b| (&a.uri.0, a.range).cmp(&(&b.uri.0, b.range)));
        Ok(found)
    }
}

/// Returns a description without the marks of its blocks of code.
fn without_fences(markdown: &str) -> String {
    let lines = markdown.lines().filter(|line| !line.starts_with("```"));
    lines.collect::<Vec<_>>().join("\n")
}

/// Replaces the name of an argument, which is written in one place only. What is not a word is quoted.
fn rename_argument(
    document: &Document,
    (at, span): (u32, Span),
    new: &str,
) -> Result<lsp::WorkspaceEdit, Fault> {
    // With the quotes that the placeholder has.
    let quoted = candid_parser::parse_idl_value(new).ok();
    let name = match &quoted {
        Some(IDLValue::Text(name)) => name.as_str(),
        _ => new,
    };
    if name.is_empty() {
        return Err(Fault::failed("a name has at least one letter"));
    }
    let written = pp_text(name).pretty(usize::MAX).to_string();
    if document.analysis.other_argument_names(at).contains(&name) {
        return Err(Fault::failed(format!(
            "the list has another argument that is called {written}"
        )));
    }
    let edit = lsp::TextEdit {
        range: document.range(span),
        new_text: written,
    };
    let uri = lsp::Uri(document.uri.clone());
    Ok(lsp::WorkspaceEdit {
        changes: Some(HashMap::from([(uri, vec![edit])])),
        ..Default::default()
    })
}

/// Returns the name of the type at a position, and its location, if it can be renamed.
fn renamed(analysis: &Analysis, at: u32) -> Result<(&str, Span), Fault> {
    let Some((name, span)) = analysis.type_name(at) else {
        let reason =
            "only types and arguments can be renamed: other names are part of the interface";
        return Err(Fault::failed(reason));
    };
    match analysis.definition_of(name) {
        Some(_) => Ok((name, span)),
        None => Err(Fault::failed(format!("{name} is not defined"))),
    }
}
