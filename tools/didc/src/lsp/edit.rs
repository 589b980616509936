//! What an editor can write: completions, formatting.

use super::action::Importable;
use super::documents::Document;
use super::state::{Fault, State};
use candid_parser::format::{format, format_range, format_test, Options};
use candid_parser::ide::CompletionKind;
use candid_parser::syntax::ast::Span;
use gen_lsp_types as lsp;
use std::path::Path;

impl State<'_> {
    pub(super) fn completion(
        &mut self,
        params: lsp::CompletionParams,
    ) -> Result<Option<lsp::CompletionResponse>, Fault> {
        let at = params.text_document_position_params;
        let path = self.document(&at.text_document.uri)?.path.as_deref();
        let folder = path.and_then(Path::parent).map(Path::to_path_buf);
        let config = folder.and_then(|folder| self.configured(&folder));
        let (document, at) = self.at(&at)?;
        if let Some(span) = document.analysis.import_path(at) {
            let paths = self.relative_paths(document).into_iter();
            let items = paths.map(|path| lsp::CompletionItem {
                kind: Some(lsp::CompletionItemKind::File),
                ..item(document, span, path)
            });
            return Ok(Some(lsp::CompletionResponse::CompletionItemList(
                items.collect(),
            )));
        }
        let (span, words) = document.analysis.completions(at);
        // Where a type may be written, also one that is not imported yet.
        let is_type = words
            .iter()
            .any(|word| word.kind == CompletionKind::BuiltIn);
        let importable = match is_type && !document.is_test() {
            true => self.importable(document, config.as_ref(), |name| {
                document.analysis.definition_of(name).is_none()
            }),
            false => Vec::new(),
        };
        let importable = importable.into_iter().map(|Importable { name, path }| {
            let edit = document.analysis.import(&path);
            lsp::CompletionItem {
                kind: Some(lsp::CompletionItemKind::Class),
                sort_text: Some(format!("3{name}")),
                detail: Some(format!("import \"{path}\"")),
                additional_text_edits: Some(vec![lsp::TextEdit {
                    range: document.range(edit.span),
                    new_text: edit.text,
                }]),
                ..item(document, span, name)
            }
        });
        let importable: Vec<_> = importable.collect();
        let items = words.into_iter().map(|word| {
            let (kind, rank) = match word.kind {
                CompletionKind::Type => (lsp::CompletionItemKind::Class, 0),
                CompletionKind::BuiltIn => (lsp::CompletionItemKind::Struct, 1),
                CompletionKind::Keyword => (lsp::CompletionItemKind::Keyword, 2),
            };
            let snippet = word.snippet.filter(|_| self.client.has_snippets);
            let text = snippet.map_or(word.label.clone(), str::to_string);
            lsp::CompletionItem {
                kind: Some(kind),
                // The names of the interface first.
                sort_text: Some(format!("{rank}{}", word.label)),
                label: word.label,
                detail: Some(word.detail).filter(|detail| !detail.is_empty()),
                insert_text_format: snippet.map(|_| lsp::InsertTextFormat::Snippet),
                ..item(document, span, text)
            }
        });
        Ok(Some(lsp::CompletionResponse::CompletionItemList(
            items.chain(importable).collect(),
        )))
    }

    /// Answers as `didc fmt` does, and with no edits for a text with syntax errors: diagnostics say them, and an error would be shown at
    /// each save. The options of the client are about indentation, of which Candid has one.
    pub(super) fn formatting(
        &mut self,
        params: lsp::DocumentFormattingParams,
    ) -> Result<Option<Vec<lsp::TextEdit>>, Fault> {
        let uri = &params.text_document.uri;
        let options = self.layout(uri)?;
        let document = self.document(uri)?;
        let format = match document.is_test() {
            true => format_test,
            false => format,
        };
        let Ok(formatted) = format(&document.text, &options) else {
            return Ok(None);
        };
        let (span, text) = change(&document.text, &formatted);
        let edit = (document.text != formatted).then(|| lsp::TextEdit {
            range: document.range(span),
            new_text: text.to_string(),
        });
        Ok(Some(edit.into_iter().collect()))
    }

    /// Formats the lines of a selection.
    pub(super) fn range_formatting(
        &mut self,
        params: lsp::DocumentRangeFormattingParams,
    ) -> Result<Option<Vec<lsp::TextEdit>>, Fault> {
        let uri = &params.text_document.uri;
        let document = self.document(uri)?;
        let selection = document.index.span(&document.text, params.range);
        self.format_part(uri, selection)
    }

    /// Formats the line where an item or a list has been ended.
    pub(super) fn on_type_formatting(
        &mut self,
        params: lsp::DocumentOnTypeFormattingParams,
    ) -> Result<Option<Vec<lsp::TextEdit>>, Fault> {
        let uri = &params.text_document.uri;
        let at = self.document(uri)?.at(params.position);
        Ok(self
            .format_part(uri, Span { start: at, end: at })
            .unwrap_or_default())
    }

    /// Formats the lines of a selection, if the text can be parsed.
    fn format_part(
        &mut self,
        uri: &lsp::Uri,
        selection: Span,
    ) -> Result<Option<Vec<lsp::TextEdit>>, Fault> {
        let options = self.layout(uri)?;
        let document = self.document(uri)?;
        let Ok(changed) = format_range(&document.text, selection, &options) else {
            return Ok(None);
        };
        let edit = changed.map(|(span, new_text)| lsp::TextEdit {
            range: document.range(span),
            new_text,
        });
        Ok(Some(edit.into_iter().collect()))
    }

    /// Returns the layout that applies to a document.
    fn layout(&mut self, uri: &lsp::Uri) -> Result<Options, Fault> {
        let path = self.document(uri)?.path.as_deref();
        let folder = path.and_then(Path::parent).map(Path::to_path_buf);
        Ok(match folder {
            Some(folder) => Options::default().width(self.width(&folder)?),
            None => Options::default(),
        })
    }
}

/// Returns the lines of a text that change to become another one, and what they become.
fn change<'a>(before: &str, after: &'a str) -> (Span, &'a str) {
    let lines = |text: &str| text.split_inclusive('\n').map(str::len).collect::<Vec<_>>();
    let (old, new) = (lines(before), lines(after));
    let (mut start, mut end) = (0, 0);
    for (old_len, new_len) in old.iter().zip(&new) {
        let range = start..start + old_len;
        if old_len != new_len || before.get(range.clone()) != after.get(range) {
            break;
        }
        start += old_len;
    }
    for (old_len, new_len) in old.iter().rev().zip(new.iter().rev()) {
        let rest = before.len().min(after.len()) - start - end;
        let old_line = before.get(before.len() - end - old_len..before.len() - end);
        let new_line = after.get(after.len() - end - new_len..after.len() - end);
        if old_len != new_len || *old_len > rest || old_line != new_line {
            break;
        }
        end += old_len;
    }
    let old_end = before.len() - end;
    let span = Span {
        start: u32::try_from(start).unwrap_or(u32::MAX),
        end: u32::try_from(old_end).unwrap_or(u32::MAX),
    };
    (span, after.get(start..after.len() - end).unwrap_or(after))
}

/// Returns a completion that replaces a location.
fn item(document: &Document, span: Span, text: String) -> lsp::CompletionItem {
    lsp::CompletionItem {
        label: text.clone(),
        text_edit: Some(lsp::CompletionItemTextEdit::TextEdit(lsp::TextEdit {
            range: document.range(span),
            new_text: text,
        })),
        ..Default::default()
    }
}
