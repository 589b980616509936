//! Notes about what people write who come from other languages.

use super::fixes::Hint;
use super::list::{symbol, List};
use super::parser::{error, shorten, Failed, Parse, Parser};
use super::words::{is_modifier, of_constructor, of_generic, of_mode, of_prefix, precedes_type};
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::ast::{Span, Type};
use crate::syntax::lex;
use crate::syntax::lex::token::{Kind, Token};

pub(super) const IN_PARENTHESES: &str =
    "arguments and results must be in parentheses: (nat, text) -> (nat)";

impl Parser<'_> {
    /// Adds a note to a finding about the next token, if that and those before it are known from other languages.
    #[cold]
    pub(crate) fn hinted(&self, finding: Diagnostic) -> Diagnostic {
        match self.token_hint(&finding.message) {
            Some(hint) => hint.on(finding),
            None => finding,
        }
    }

    fn token_hint(&self, message: &str) -> Option<Hint> {
        let is_colon_expected = message.starts_with("expected \":\"");
        let here = self.slice(self.token);
        let (word, before) = (self.word_at(0), self.word_at(1));
        let note = match self.token.kind {
            Kind::Semi | Kind::Comma | Kind::RBrace | Kind::RParen | Kind::End
                if matches!(word, "opt" | "vec") && message.starts_with("expected a ") =>
            {
                let note = match message.starts_with("expected a type") {
                    true => format!("a type follows {word}: {word} nat"),
                    false => format!("a value follows {word}: {word} 1"),
                };
                return Some(note.into());
            }
            Kind::Arrow if word == ")" => {
                "a function has arguments and results: (nat, text) -> (nat)"
            }
            Kind::Arrow if word == ":" => {
                return Some(Hint::from(IN_PARENTHESES).fixed_by(self.insert_before(" ()")));
            }
            Kind::Arrow => IN_PARENTHESES,
            Kind::LBrace if before == "type" => "the syntax is: type name = type",
            Kind::LBrace if precedes_type(word) => {
                "write record { … }, or variant { … } for one of several cases"
            }
            Kind::LBrace => {
                let candid = of_constructor(word)?;
                let note = format!("{word} is not a word of Candid: write {candid} {{ … }}");
                return Some(note.into());
            }
            Kind::LParen if is_colon_expected && self.is_after_word() => {
                return Some(Hint::from(METHOD).fixed_by(self.insert_colon("")));
            }
            Kind::LParen => return self.parenthesis_hint(),
            Kind::Text if precedes_type(word) => {
                "types are not quoted; a choice of names is written as: variant { a; b }"
            }
            Kind::Dot if is_colon_expected => return Some(self.dotted_hint()),
            Kind::Dot if self.is_after_word() => "the name of a type has no dots",
            Kind::Colon if word == ":" || self.peek() == Kind::Colon => {
                "the name of a type has no path before it"
            }
            Kind::Query | Kind::CompositeQuery | Kind::Oneway
                if matches!(word, "{" | ";" | ":") || is_modifier(word) =>
            {
                return Some(behind_results(here).into());
            }
            Kind::Func if matches!(before, "{" | ";") => METHOD,
            Kind::Ident if is_colon_expected && is_modifier(word) => {
                return Some(Hint::from(METHOD).fixed_by(self.without_previous()));
            }
            _ if is_colon_expected && is_modifier(word) => METHOD,
            Kind::Ident => return self.word_hint(),
            kind if kind.starts_type() => return self.word_hint(),
            _ => return None,
        };
        Some(note.into())
    }

    /// Returns the note about a word that is not expected, or that is not expected before another one.
    fn word_hint(&self) -> Option<Hint> {
        let (here, word, before) = (self.slice(self.token), self.word_at(0), self.word_at(1));
        if word == ")" {
            return self.mode_hint();
        }
        if precedes_type(before) && self.is_after_word() {
            if let Some(candid) = of_prefix(word) {
                return Some(self.prefix_hint(word, candid));
            }
        }
        let candid = of_constructor(here).filter(|_| self.token.kind == Kind::Ident)?;
        let note = match candid {
            "service" => format!("{here} is not a word of Candid: write service : {{ … }}"),
            _ => format!("{here} is not a word of Candid: write type name = {candid} {{ … }}"),
        };
        Some(Hint::from(note).fixed_by(self.definition_fix(candid)))
    }

    /// Returns the hint about a word behind the results of a function, which is the next one.
    fn mode_hint(&self) -> Option<Hint> {
        let (note, candid) = of_mode(self.slice(self.token))?;
        let fix = match candid {
            None => None,
            Some("") => self.without(),
            Some(candid) => self.instead(candid),
        };
        Some(Hint::from(note).fixed_by(fix))
    }

    /// Returns the hint about the word of another language before the next token.
    fn prefix_hint(&self, word: &str, candid: &str) -> Hint {
        let fix = self.instead_of_previous(candid);
        Hint::from(prefix_note(word, candid)).fixed_by(fix)
    }

    /// Returns the hint about a declaration of another language.
    #[cold]
    pub(super) fn declaration_hint(&self) -> Option<Hint> {
        let word = self.slice(self.token);
        let note = match (self.token.kind, word) {
            (Kind::Record | Kind::Variant, _) => {
                let note = format!("write type name = {word} {{ … }}");
                return Some(Hint::from(note).fixed_by(self.definition_fix(word)));
            }
            (Kind::Func | Kind::Query, _)
            | (Kind::Ident, "fn" | "function" | "def" | "rpc" | "shared" | "async") => {
                "methods are in the service: service : { name : (…) -> (…) }"
            }
            (Kind::Ident, "interface" | "class" | "trait" | "protocol") => {
                "write service : { … } for methods, and type name = record { … } for data"
            }
            (Kind::Ident, "let" | "const" | "var" | "typedef" | "alias" | "typealias") => {
                let is_definition = self.peek() == Kind::Ident && self.peek_at(1) == Kind::Equals;
                let fix = self.instead("type").filter(|_| is_definition);
                return Some(Hint::from("the syntax is: type name = type").fixed_by(fix));
            }
            (Kind::Ident, "use" | "using" | "from" | "include" | "require") => {
                let fix = self.instead("import");
                let fix = fix.filter(|_| self.peek() == Kind::Text);
                return Some(Hint::from("write import \"file.did\"").fixed_by(fix));
            }
            (
                Kind::Ident,
                "pub" | "public" | "private" | "export" | "declare" | "package" | "namespace"
                | "module" | "mod" | "syntax",
            ) => {
                let note = format!("leave out {word}: a file has types, imports and a service");
                let is_before = matches!(self.peek(), Kind::Type | Kind::Import | Kind::Service);
                let fix = self.without().filter(|_| is_before);
                return Some(Hint::from(note).fixed_by(fix));
            }
            _ => return None,
        };
        Some(note.into())
    }

    /// Returns the hint about what follows an item of a list of types, if it is part of the item in another language.
    #[cold]
    pub(super) fn part_hint(&self, list: &List) -> Option<Hint> {
        if list.part == "value" || list.part == "item" || self.is_on_new_line() {
            return None;
        }
        let (word, before) = (self.word_at(0), self.word_at(1));
        let (is_first, peek) = (matches!(before, "{" | ";" | "(" | ","), self.peek());
        let is_label = matches!(peek, Kind::Colon | Kind::Equals);
        if word == "shared" && (list.part == "method" || precedes_type(before)) {
            return Some(Hint::from(SHARED).fixed_by(self.without_previous()));
        }
        match self.token.kind {
            Kind::LParen if list.part == "case" && is_first && self.is_after_word() => {
                let note = format!("write a case with a type as: {word} : …");
                Some(Hint::from(note).fixed_by(self.parenthesized_fix(" : ")))
            }
            Kind::LBrace if list.part == "case" && is_first && self.is_after_word() => {
                let note = format!("write a case with fields as: {word} : record {{ … }}");
                Some(Hint::from(note).fixed_by(self.insert_colon(" record")))
            }
            Kind::LParen => self.parenthesis_hint(),
            Kind::Dot if list.part == "case" && is_first && self.is_after_word() => {
                Some(self.dotted_hint())
            }
            Kind::Ident if word == ")" && !is_label => self.mode_hint().or_else(|| {
                let is_method = list.part == "method";
                is_method.then(|| {
                    "results are followed by query, composite_query, oneway or nothing".into()
                })
            }),
            Kind::Ident if list.part == "field" && is_first => match of_prefix(word) {
                Some(candid) => Some(format!("write {word} as: name : {candid} …").into()),
                None if is_modifier(word) && is_label => {
                    let note = format!("leave out {word}");
                    Some(Hint::from(note).fixed_by(self.without_previous()))
                }
                None if peek == Kind::Equals => Some("a field is written as: name : type".into()),
                None if is_label => None,
                None => self.pair_note(list).map(Hint::from),
            },
            Kind::Ident if is_label => None,
            kind if kind == Kind::Ident || kind.starts_type() => {
                match of_prefix(word).filter(|_| precedes_type(before)) {
                    Some(candid) => Some(self.prefix_hint(word, candid)),
                    None if is_first => self.pair_note(list).map(Hint::from),
                    None => None,
                }
            }
            _ => None,
        }
    }

    /// Returns the hint about an opening parenthesis that is not expected.
    fn parenthesis_hint(&self) -> Option<Hint> {
        let word = self.word_at(0);
        if matches!(word, "tuple" | "Tuple" | "pair" | "Pair") {
            return Some(format!("write {word}(…) as: record {{ …; … }}").into());
        }
        if let Some(candid) = of_generic(word).filter(|_| self.is_after_word()) {
            return Some(format!("write {word}(…) as: {candid}").into());
        }
        if matches!(word, "record" | "variant") {
            return Some(braces(word).into());
        }
        if !precedes_type(word) {
            return None;
        }
        let note = match self.parentheses()? {
            (_, Kind::Arrow) => "write a function type as: func (…) -> (…)",
            (0, _) => {
                "write null for a type of one value, or record {} for a record without fields"
            }
            (1, _) => {
                let fix = self.parenthesized_fix("");
                return Some(Hint::from("write the type without parentheses").fixed_by(fix));
            }
            _ => "write a tuple as: record { …; … }",
        };
        Some(note.into())
    }

    /// Returns the number of items in the parentheses that open here, and the kind of the token after them.
    fn parentheses(&self) -> Option<(usize, Kind)> {
        /// Limit on the number of tokens that are searched for the end.
        const MAX_TOKENS: usize = 64;
        let (mut depth, mut n_commas) = (0_u32, 0);
        for n in 0..MAX_TOKENS {
            match self.peek_at(n) {
                Kind::LParen | Kind::LBrace => depth += 1,
                Kind::RParen if depth == 0 => {
                    let n_items = if n == 0 { 0 } else { n_commas + 1 };
                    return Some((n_items, self.peek_at(n + 1)));
                }
                Kind::RParen | Kind::RBrace => depth = depth.checked_sub(1)?,
                Kind::Comma if depth == 0 => n_commas += 1,
                Kind::End => return None,
                _ => {}
            }
        }
        None
    }

    /// Reports that no arrow follows arguments.
    #[cold]
    pub(super) fn no_arrow(&mut self) -> Failed {
        let arrow = symbol(Kind::Arrow);
        match self.token.kind {
            Kind::Colon => {
                let hint = Hint::from("results follow an arrow: (…) -> (…)");
                self.expected_with(arrow, hint.fixed_by(self.instead("->")))
            }
            Kind::Semi | Kind::RBrace | Kind::End => {
                let hint = Hint::from("write the results, too, even if there are none: (…) -> ()");
                self.expected_with(arrow, hint.fixed_by(self.insert_before(" -> ()")))
            }
            _ => self.expected(arrow),
        }
    }

    /// Reports that a method has no type.
    #[cold]
    pub(super) fn no_method_type(&mut self) -> Failed {
        let expected = "arguments or a function type name";
        match self.token.kind {
            Kind::LBrace | Kind::Text => self.expected_with(expected, METHOD),
            _ => self.expected(expected),
        }
    }

    /// Returns the hint about arguments or results that are not in parentheses.
    #[cold]
    pub(super) fn tuple_hint(&self) -> Hint {
        let note = match (self.word_at(0), self.slice(self.token)) {
            ("->", here @ ("query" | "composite_query" | "oneway")) => {
                return behind_results(here).into();
            }
            // The text has types alone.
            ("", _) => "types must be in parentheses, even a single one: (nat)",
            ("->", "async" | "Promise" | "Future") => {
                "all calls are asynchronous; results must be in parentheses: (nat, text) -> (nat)"
            }
            ("->", "void" | "unit" | "Unit") => {
                return Hint::from("no results are written as: ()").fixed_by(self.instead("()"));
            }
            _ => IN_PARENTHESES,
        };
        note.into()
    }

    /// Returns the hint about a word between the colon of a method and its arguments.
    #[cold]
    pub(super) fn before_arguments_hint(&self) -> Hint {
        let note = match self.slice(self.token) {
            "shared" => SHARED,
            "async" => "leave out async: all calls are asynchronous",
            word => {
                return format!(
                    "leave out {word}, or what follows it: a method is written as name : (…) -> (…)"
                )
                .into()
            }
        };
        Hint::from(note).fixed_by(self.without())
    }

    /// Parses the type that begins with the word of another language before a brace, after an error; any other word is the
    /// name of a type.
    #[cold]
    pub(super) fn before_brace(&mut self, token: Token, named: Type) -> Parse<Type> {
        let word = self.slice(token);
        let Some(candid) = of_constructor(word) else {
            return Ok(named);
        };
        let message = format!("expected a type, found \"{word}\"");
        let note = format!("{word} is not a word of Candid: write {candid} {{ … }}");
        let finding = error(Code::UnexpectedToken, message, token.span()).note(note);
        let fix = self.constructor_fix(token);
        self.report(finding.fixed_by(fix));
        let constructor = match candid {
            "record" => Kind::Record,
            "variant" => Kind::Variant,
            _ => Kind::Service,
        };
        let kind = self.nested(|parser| parser.composite(constructor))?;
        Ok(kind.at(self.since(token.start)))
    }

    /// Returns the note about a character that is in no token.
    pub(super) fn character_note(&self, c: char, span: Span) -> Option<String> {
        let note = match c {
            '\'' | '‘' | '’' | '“' | '”' | '`' => super::parser::DOUBLE_QUOTES,
            '#' => return Some(self.hash_note(span.end)),
            '<' if self.previous_at(1) == Some("type") => {
                "a definition has no parameters: write one for each type"
            }
            '<' => {
                let word = self.previous().unwrap_or_default();
                let Some(candid) = of_generic(word) else {
                    return Some(GENERICS.to_string());
                };
                return Some(format!("write {word}<…> as: {candid}"));
            }
            '[' if self.text.get(..span.start as usize)?.ends_with("vec ") => {
                "write the items in braces: vec { …; … }"
            }
            '[' if matches!(self.word_at(0), "record" | "variant") => {
                return Some(braces(self.word_at(0)));
            }
            '[' => GENERICS,
            '?' => "an optional type is written as opt …",
            '|' => "a choice is written as variant { … }, with a name for each case",
            _ => return None,
        };
        Some(note.to_string())
    }

    /// Returns the note about `#`, which begins a case elsewhere if a word follows it, at `end`, and a comment otherwise.
    fn hash_note(&self, end: u32) -> String {
        let rest = self.text.get(end as usize..).unwrap_or_default();
        let (word, rest) = rest.split_at(lex::len_of_word(rest.as_bytes()));
        if word.is_empty() {
            return "comments start with // or are enclosed in /* and */".to_string();
        }
        let word = shorten(word);
        let payload = match rest.trim_start_matches([' ', '\t']).bytes().next() {
            Some(b':') => " : …",
            Some(b'=' | b'(') => " = …",
            _ => "",
        };
        format!("a case is written without #: variant {{ {word}{payload} }}")
    }

    /// Returns the text of the token `n` tokens before the one before the next; nothing at the start.
    pub(super) fn word_at(&self, n: usize) -> &str {
        self.previous_at(n).unwrap_or_default()
    }

    /// Returns whether the token before the next one is a word without a meaning of its own.
    fn is_after_word(&self) -> bool {
        let idx = self.n_taken().checked_sub(2);
        let token = idx.and_then(|idx| self.tokens.get(idx));
        token.is_some_and(|token| token.kind == Kind::Ident)
    }

    /// Returns whether the next token is the first of its line, as what follows a forgotten separator often is.
    fn is_on_new_line(&self) -> bool {
        let idx = self.n_taken().checked_sub(2);
        let end = idx
            .and_then(|idx| self.tokens.get(idx))
            .map_or(0, |token| token.end);
        let between = self.text.get(end as usize..self.token.start as usize);
        between.is_some_and(|between| between.contains('\n'))
    }

    /// Returns the token before the next one.
    fn previous(&self) -> Option<&str> {
        self.previous_at(0)
    }

    /// Returns the token `n` tokens before that of [`previous`](Self::previous).
    fn previous_at(&self, n: usize) -> Option<&str> {
        let idx = self.n_taken().checked_sub(n + 2)?;
        self.tokens.get(idx).map(|token| self.slice(token))
    }
}

fn behind_results(mode: &str) -> String {
    format!("write {mode} behind the results: (…) -> (…) {mode}")
}

/// Returns the note about a word of another language before a type, or before several.
fn prefix_note(word: &str, candid: &str) -> String {
    match candid.contains('…') {
        true => format!("write {word} … … as: {candid}"),
        false => format!("write {word} … as: {candid} …"),
    }
}

/// Returns the note about other brackets than braces.
pub(super) fn braces(constructor: &str) -> String {
    format!("write the brackets as braces: {constructor} {{ … }}")
}

const METHOD: &str = "a method is written as: name : (…) -> (…)";

const SHARED: &str =
    "leave out shared: all methods are; query is behind the results: (…) -> (…) query";

const GENERICS: &str = "use vec … for sequences and opt … for options";
