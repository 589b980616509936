//! Comments as CommonMark, made harmless.

use candid::pretty::utils::printable;
use pulldown_cmark::{
    BrokenLink, CodeBlockKind, CowStr, Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd,
};
use pulldown_cmark_to_cmark::{calculate_code_block_token_count, cmark_with_options};
use std::collections::HashMap;

/// Limit on the nesting of a comment in Markdown, where each line has the marks of all quotes and lists around it.
const MAX_NESTING: usize = 32;

/// The anchors that names in brackets lead to.
pub(super) type Anchors<'a> = HashMap<&'a str, String>;

/// Returns the comment as HTML. `level` is that of the heading above it.
pub(super) fn to_html(lines: &[String], anchors: &Anchors<'_>, level: u8) -> String {
    let text = lines.join("\n");
    let mut out = String::new();
    pulldown_cmark::html::push_html(&mut out, events(&text, anchors, level).into_iter());
    out
}

/// Returns the comment as CommonMark. `level` is that of the heading above it.
pub(super) fn to_markdown(lines: &[String], anchors: &Anchors<'_>, level: u8) -> String {
    let text = lines.join("\n");
    let events = events(&text, anchors, level);
    let options = pulldown_cmark_to_cmark::Options {
        code_block_token_count: calculate_code_block_token_count(&events).unwrap_or(3),
        ..Default::default()
    };
    let mut out = String::new();
    let written = nesting(&events) <= MAX_NESTING
        && cmark_with_options(&events, &mut out, Options::empty(), options).is_ok();
    if !written || !is_harmless(&out) {
        // The original text, because the writer would change its meaning.
        out = super::markdown::fenced("", &printable(&text));
    }
    out
}

/// Returns the greatest number of quotes, lists and other parts that are within each other.
fn nesting(events: &[Event<'_>]) -> usize {
    let (mut depth, mut most) = (0_usize, 0);
    for event in events {
        match event {
            Event::Start(_) => depth += 1,
            Event::End(_) => depth = depth.saturating_sub(1),
            _ => {}
        }
        most = most.max(depth);
    }
    most
}

/// Returns whether a text has no HTML, no images and no links but those that are allowed.
fn is_harmless(text: &str) -> bool {
    Parser::new(text).all(|event| match event {
        Event::Html(_) | Event::InlineHtml(_) | Event::Start(Tag::Image { .. }) => false,
        Event::Start(Tag::Link { dest_url, .. }) => is_allowed(&dest_url),
        _ => true,
    })
}

/// Returns whether a link may lead there: with a scheme that runs nothing, or within the page.
fn is_allowed(url: &str) -> bool {
    // Browsers ignore these characters.
    let url: String = url
        .chars()
        .filter(|c| !c.is_control() && !c.is_whitespace())
        .collect();
    match url.split_once(':') {
        _ if url.starts_with('#') => url.len() > 1,
        Some((scheme, rest)) => {
            let scheme = scheme.to_ascii_lowercase();
            matches!(scheme.as_str(), "https" | "http" | "mailto") && !rest.is_empty()
        }
        // The page has no place that other paths could start from.
        None => false,
    }
}

/// Returns the parts of a comment: HTML and images as text, links that are not allowed as their texts, headings below
/// the level of that above.
fn events<'t>(text: &'t str, anchors: &Anchors<'_>, level: u8) -> Vec<Event<'t>> {
    let resolve = |link: BrokenLink<'t>| {
        let name = link.reference.trim().trim_matches('`');
        let anchor = anchors.get(name)?;
        Some((CowStr::from(format!("#{anchor}")), CowStr::from("")))
    };
    let parser = Parser::new_with_broken_link_callback(text, Options::empty(), Some(resolve));
    let mut out = Filter {
        events: Vec::new(),
        base: level,
        level,
        links: Vec::new(),
        images: Vec::new(),
    };
    parser.for_each(|event| out.add(event));
    out.events
}

/// Returns the language of a block of code, the first word behind its fence, or nothing if that is not the name of one.
fn language<'t>(info: &str) -> CowStr<'t> {
    let is_end = |c: char| c.is_whitespace() || c == ',';
    let word = info.trim().split(is_end).next().unwrap_or_default();
    let is_name = |c: char| c.is_ascii_alphanumeric() || "_+-#.".contains(c);
    match word.chars().all(is_name) {
        true => word.to_string().into(),
        false => "".into(),
    }
}

struct Filter<'t> {
    events: Vec<Event<'t>>,
    /// The level of the heading above the comment.
    base: u8,
    /// The level of the last heading.
    level: u8,
    /// The links that are open: where they lead, if that is allowed, and the number of events before them.
    links: Vec<Option<(CowStr<'t>, usize)>>,
    /// Where the images that are open come from.
    images: Vec<CowStr<'t>>,
}

impl<'t> Filter<'t> {
    fn add(&mut self, event: Event<'t>) {
        match event {
            Event::InlineHtml(text) | Event::Text(text) => self.text(&text),
            Event::Html(text) => {
                for line in text.lines() {
                    if !matches!(self.events.last(), Some(Event::Start(_))) {
                        self.events.push(Event::SoftBreak);
                    }
                    self.text(line.trim());
                }
            }
            Event::Code(text) => self.events.push(Event::Code(shown(&text))),
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(info))) => {
                let block = CodeBlockKind::Fenced(language(&info));
                self.events.push(Event::Start(Tag::CodeBlock(block)));
            }
            // A fence that is not closed: the writer closes it only behind the end of a line.
            Event::End(TagEnd::CodeBlock) => {
                if let Some(Event::Text(text)) = self.events.last_mut() {
                    if !text.ends_with('\n') {
                        *text = format!("{text}\n").into();
                    }
                }
                self.events.push(event);
            }
            Event::Start(Tag::HtmlBlock) => self.events.push(Event::Start(Tag::Paragraph)),
            Event::End(TagEnd::HtmlBlock) => self.events.push(Event::End(TagEnd::Paragraph)),
            Event::Start(Tag::Heading { level, .. }) => self.heading(level),
            Event::End(TagEnd::Heading(_)) => match self.events.last() {
                // A heading without a text names nothing.
                Some(Event::Start(Tag::Heading { .. })) => drop(self.events.pop()),
                _ => self
                    .events
                    .push(Event::End(TagEnd::Heading(heading_level(self.level)))),
            },
            Event::Start(Tag::Link {
                dest_url, title, ..
            }) => {
                let allowed =
                    is_allowed(&dest_url).then(|| (dest_url.clone(), self.events.len() + 1));
                if allowed.is_some() {
                    self.events.push(Event::Start(Tag::Link {
                        link_type: LinkType::Inline,
                        dest_url: shown(&dest_url),
                        title: shown(&title),
                        id: CowStr::from(""),
                    }));
                }
                self.links.push(allowed);
            }
            Event::End(TagEnd::Link) => {
                if let Some(Some((url, start))) = self.links.pop() {
                    if self.events.len() == start {
                        self.text(&url);
                    }
                    self.events.push(Event::End(TagEnd::Link));
                }
            }
            // Nothing is loaded: an image is its description, and where it is.
            Event::Start(Tag::Image { dest_url, .. }) => self.images.push(dest_url),
            Event::End(TagEnd::Image) => {
                if let Some(url) = self.images.pop().filter(|url| is_allowed(url)) {
                    self.text(&format!(" ({url})"));
                }
            }
            event => self.events.push(event),
        }
    }

    fn text(&mut self, text: &str) {
        self.events.push(Event::Text(shown(text)));
    }

    /// Adds a heading: no level is skipped on the way down.
    fn heading(&mut self, level: HeadingLevel) {
        let level = self.base.saturating_add(level as u8);
        self.level = level.min(self.level + 1).min(6);
        self.events.push(Event::Start(Tag::Heading {
            level: heading_level(self.level),
            id: None,
            classes: Vec::new(),
            attrs: Vec::new(),
        }));
    }
}

fn heading_level(level: u8) -> HeadingLevel {
    HeadingLevel::try_from(usize::from(level)).unwrap_or(HeadingLevel::H6)
}

/// Returns a text with escapes for characters that change the direction of writing, or control something.
fn shown<'t>(text: &str) -> CowStr<'t> {
    CowStr::from(printable(text).into_owned())
}
