//! How an editor shows a document: outline, colours, what can be collapsed, how selections grow.

use super::documents::Document;
use super::state::{Fault, State};
use candid_parser::ide::{folds, symbols, FoldKind, HighlightKind, Symbol, SymbolKind};
use candid_parser::syntax::ast::Span;
use gen_lsp_types as lsp;

/// The names of the kinds of words, by the numbers that [`token_type`] returns.
pub(super) const TOKEN_TYPES: [&str; 9] = [
    "keyword",
    "type",
    "property",
    "enumMember",
    "method",
    "parameter",
    "string",
    "number",
    "comment",
];

/// The names of the bits that [`token_type`] returns.
pub(super) const TOKEN_MODIFIERS: [&str; 2] = ["declaration", "defaultLibrary"];

/// Returns the number of a kind of word, and its modifiers.
fn token_type(kind: HighlightKind) -> (u32, u32) {
    match kind {
        HighlightKind::Keyword => (0, 0),
        HighlightKind::BuiltIn => (1, 2),
        HighlightKind::Definition => (1, 1),
        HighlightKind::Type => (1, 0),
        HighlightKind::Field => (2, 0),
        HighlightKind::Case => (3, 0),
        HighlightKind::Method => (4, 0),
        HighlightKind::Argument => (5, 0),
        HighlightKind::Text => (6, 0),
        HighlightKind::Number => (7, 0),
        HighlightKind::Comment => (8, 0),
    }
}

/// Returns the protocol's kind of a symbol.
pub(super) fn symbol_kind(kind: SymbolKind) -> lsp::SymbolKind {
    match kind {
        SymbolKind::Record => lsp::SymbolKind::Struct,
        SymbolKind::Variant => lsp::SymbolKind::Enum,
        SymbolKind::Func => lsp::SymbolKind::Function,
        SymbolKind::Service => lsp::SymbolKind::Interface,
        SymbolKind::Type => lsp::SymbolKind::Class,
        SymbolKind::Field => lsp::SymbolKind::Field,
        SymbolKind::Case => lsp::SymbolKind::EnumMember,
        SymbolKind::Method => lsp::SymbolKind::Method,
    }
}

impl State<'_> {
    pub(super) fn document_symbols(
        &mut self,
        params: lsp::DocumentSymbolParams,
    ) -> Result<Option<lsp::DocumentSymbolResponse>, Fault> {
        let document = self.document(&params.text_document.uri)?;
        let Some(file) = document.analysis.files().first() else {
            return Ok(None);
        };
        let symbols = symbols(&document.text, &file.prog);
        Ok(Some(if self.client.has_hierarchical_symbols {
            let symbols = symbols.into_iter().map(|symbol| nested(document, symbol));
            lsp::DocumentSymbolResponse::DocumentSymbolList(symbols.collect())
        } else {
            let mut list = Vec::new();
            flatten(document, symbols, None, &mut list);
            lsp::DocumentSymbolResponse::SymbolInformationList(list)
        }))
    }

    pub(super) fn semantic_tokens(
        &mut self,
        params: lsp::SemanticTokensParams,
    ) -> Result<Option<lsp::SemanticTokens>, Fault> {
        let document = self.document(&params.text_document.uri)?;
        let end = u32::try_from(document.text.len()).unwrap_or(u32::MAX);
        Ok(Some(self.tokens(document, Span { start: 0, end })))
    }

    pub(super) fn semantic_tokens_in(
        &mut self,
        params: lsp::SemanticTokensRangeParams,
    ) -> Result<Option<lsp::SemanticTokens>, Fault> {
        let document = self.document(&params.text_document.uri)?;
        let span = document.index.span(&document.text, params.range);
        Ok(Some(self.tokens(document, span)))
    }

    /// Returns the words that overlap a location, each relative to the one before.
    fn tokens(&self, document: &Document, within: Span) -> lsp::SemanticTokens {
        let mut data = Vec::new();
        let mut last = lsp::Position::default();
        for word in document.analysis.highlights() {
            if word.span.end < within.start || word.span.start > within.end {
                continue;
            }
            let (token_type, modifiers) = token_type(word.kind);
            let parts = if self.client.has_multiline_tokens {
                vec![word.span]
            } else {
                lines(&document.text, word.span)
            };
            for part in parts {
                let start = document.range(part).start;
                let delta_line = start.line - last.line;
                data.push(lsp::SemanticToken {
                    delta_line,
                    delta_start: match delta_line {
                        0 => start.character - last.character,
                        _ => start.character,
                    },
                    length: self.length(&document.text, part),
                    token_type,
                    token_modifiers_bitset: modifiers,
                });
                last = start;
            }
        }
        lsp::SemanticTokens {
            result_id: None,
            data,
        }
    }

    /// Returns the number of code units in a location.
    fn length(&self, text: &str, span: Span) -> u32 {
        let text = text.get(std::ops::Range::from(span)).unwrap_or("");
        let n = match self.encoding {
            super::position::Encoding::Utf8 => text.len(),
            super::position::Encoding::Utf16 => text.chars().map(char::len_utf16).sum(),
        };
        u32::try_from(n).unwrap_or(u32::MAX)
    }

    pub(super) fn folding_ranges(
        &mut self,
        params: lsp::FoldingRangeParams,
    ) -> Result<Option<Vec<lsp::FoldingRange>>, Fault> {
        let document = self.document(&params.text_document.uri)?;
        let ranges = folds(&document.text).into_iter().filter_map(|fold| {
            let range = document.range(fold.span);
            // The line of a closing bracket stays visible.
            let (end_line, kind) = match fold.kind {
                FoldKind::Brackets => (range.end.line.checked_sub(1)?, None),
                FoldKind::Comment => (range.end.line, Some(lsp::FoldingRangeKind::Comment)),
                FoldKind::Imports => (range.end.line, Some(lsp::FoldingRangeKind::Imports)),
            };
            (range.start.line < end_line).then_some(lsp::FoldingRange {
                start_line: range.start.line,
                end_line,
                start_character: None,
                end_character: None,
                kind,
                collapsed_text: None,
            })
        });
        Ok(Some(ranges.collect()))
    }

    pub(super) fn selection_ranges(
        &mut self,
        params: lsp::SelectionRangeParams,
    ) -> Result<Option<Vec<lsp::SelectionRange>>, Fault> {
        let document = self.document(&params.text_document.uri)?;
        let ranges = params.positions.into_iter().map(|position| {
            let spans = document.analysis.selection(document.at(position));
            let outer = lsp::SelectionRange {
                range: lsp::Range {
                    start: position,
                    end: position,
                },
                parent: None,
            };
            let nested = spans.into_iter().rev().fold(None, |parent, span| {
                Some(lsp::SelectionRange {
                    range: document.range(span),
                    parent: parent.map(Box::new),
                })
            });
            nested.unwrap_or(outer)
        });
        Ok(Some(ranges.collect()))
    }
}

fn nested(document: &Document, symbol: Symbol) -> lsp::DocumentSymbol {
    let children = symbol.children.into_iter();
    let children: Vec<_> = children.map(|child| nested(document, child)).collect();
    #[allow(deprecated, reason = "the member must be given a value")]
    lsp::DocumentSymbol {
        name: symbol.name,
        detail: Some(symbol.detail),
        kind: symbol_kind(symbol.kind),
        tags: None,
        deprecated: None,
        range: document.range(symbol.span),
        selection_range: document.range(symbol.name_span),
        children: (!children.is_empty()).then_some(children),
    }
}

/// Adds symbols for a client that takes only lists.
fn flatten(
    document: &Document,
    symbols: Vec<Symbol>,
    container: Option<&str>,
    list: &mut Vec<lsp::SymbolInformation>,
) {
    for symbol in symbols {
        list.push(
            #[allow(deprecated, reason = "the member must be given a value")]
            lsp::SymbolInformation {
                deprecated: None,
                location: lsp::Location {
                    uri: lsp::Uri(document.uri.clone()),
                    range: document.range(symbol.span),
                },
                base_symbol_information: lsp::BaseSymbolInformation {
                    name: symbol.name.clone(),
                    kind: symbol_kind(symbol.kind),
                    tags: None,
                    container_name: container.map(str::to_string),
                },
            },
        );
        flatten(document, symbol.children, Some(&symbol.name), list);
    }
}

/// Returns the parts of a location that are on one line each.
fn lines(text: &str, span: Span) -> Vec<Span> {
    let content = text.get(std::ops::Range::from(span)).unwrap_or("");
    if !content.contains(['\n', '\r']) {
        return vec![span];
    }
    let mut parts = Vec::new();
    let mut start = span.start;
    for line in content.split(['\n', '\r']) {
        let end = start + u32::try_from(line.len()).unwrap_or(0);
        if start < end {
            parts.push(Span { start, end });
        }
        start = end + 1;
    }
    parts
}
