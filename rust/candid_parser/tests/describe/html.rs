//! What every page must be, found out by an HTML parser.

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};
use std::cell::RefCell;
use std::collections::BTreeSet;

/// Elements without an end.
const VOID: [&str; 4] = ["meta", "br", "hr", "img"];

/// Elements of pages. None of them loads or runs anything.
const ELEMENTS: &str = "html head meta title style body a header h1 h2 h3 h4 h5 h6 div nav p ul ol li main section article \
    pre code span dl dt dd details summary footer em strong blockquote br hr";

const ATTRIBUTES: &str = "lang charset name content http-equiv class href id title aria-label aria-labelledby tabindex dir start";

/// Returns what is wrong with a page; nothing if it is fine.
pub(crate) fn problems(page: &str) -> Vec<String> {
    let input = BufferQueue::default();
    input.push_back(StrTendril::from(page));
    let options = TokenizerOpts {
        exact_errors: true,
        ..Default::default()
    };
    let tokenizer = Tokenizer::new(Sink::default(), options);
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    tokenizer.sink.0.into_inner().finish()
}

#[derive(Default)]
struct Sink(RefCell<Page>);

impl TokenSink for Sink {
    type Handle = ();

    fn process_token(&self, token: Token, _: u64) -> TokenSinkResult<()> {
        let mut page = self.0.borrow_mut();
        match token {
            Token::TagToken(tag) => page.tag(&tag),
            Token::ParseError(error) => page.problems.push(error.into_owned()),
            Token::NullCharacterToken => page.problems.push("a NUL".to_string()),
            Token::CommentToken(_) => page.problems.push("a comment".to_string()),
            Token::CharacterTokens(text) => {
                let direction = |c| matches!(c, '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
                if text.contains(direction) {
                    page.problems
                        .push(format!("changes the direction: {text:?}"));
                }
            }
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

#[derive(Default)]
struct Page {
    problems: Vec<String>,
    open: Vec<String>,
    ids: BTreeSet<String>,
    links: BTreeSet<String>,
    heading: u32,
    /// The elements seen that a page has once.
    single: Vec<String>,
}

impl Page {
    fn tag(&mut self, tag: &Tag) {
        let name = tag.name.to_string();
        if tag.kind == TagKind::EndTag {
            let opened = self.open.pop();
            if opened.as_ref() != Some(&name) {
                self.problems.push(format!("</{name}> ends {opened:?}"));
            }
            return;
        }
        if !ELEMENTS.split_whitespace().any(|element| element == name) {
            self.problems.push(format!("an element {name}"));
        }
        if ["main", "nav", "h1", "title", "header", "footer"].contains(&name.as_str()) {
            self.single.push(name.clone());
        }
        if let Some(level) = name.strip_prefix('h').and_then(|level| level.parse().ok()) {
            if level > self.heading + 1 {
                self.problems
                    .push(format!("h{level} below h{}", self.heading));
            }
            self.heading = level;
        }
        if name == "a" && self.open.contains(&name) {
            self.problems.push("a link in a link".to_string());
        }
        for attribute in &tag.attrs {
            let (key, value) = (
                attribute.name.local.to_string(),
                attribute.value.to_string(),
            );
            if !ATTRIBUTES.split_whitespace().any(|known| known == key) {
                self.problems.push(format!("an attribute {key}"));
            }
            match key.as_str() {
                "id" if !self.ids.insert(value.clone()) => {
                    self.problems.push(format!("twice: {value}"))
                }
                "href" => match value.strip_prefix('#') {
                    Some(id) => drop(self.links.insert(id.to_string())),
                    None if ["https:", "http:", "mailto:"]
                        .iter()
                        .any(|scheme| value.starts_with(scheme)) => {}
                    None => self.problems.push(format!("leads to {value}")),
                },
                _ => {}
            }
        }
        if !VOID.contains(&name.as_str()) {
            self.open.push(name);
        }
    }

    fn finish(mut self) -> Vec<String> {
        if !self.open.is_empty() {
            self.problems.push(format!("left open: {:?}", self.open));
        }
        self.single.sort();
        if self.single != ["footer", "h1", "header", "main", "nav", "title"] {
            self.problems.push(format!("{:?}", self.single));
        }
        let missing = self.links.difference(&self.ids).cloned();
        self.problems
            .extend(missing.map(|id| format!("#{id} is not there")));
        self.problems
    }
}
