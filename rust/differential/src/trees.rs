//! What both parsers make of a text: the plain trees of both sides print alike with `{:?}`.

use candid_parser::grammar::IDLProgParser;
use candid_parser::token::{Tokenizer, TriviaMap};
use std::panic::{catch_unwind, AssertUnwindSafe};

/// A tree, printed, or the error as text.
pub type Tree = Result<String, String>;

/// Parses an interface with ours.
pub fn ours(text: &str) -> Tree {
    let prog = text.parse::<candid_parser::IDLProg>();
    prog.map(|prog| format!("{prog:?}"))
        .map_err(|error| match error {
            candid_parser::Error::Parse(findings) => findings.list[0].message.clone(),
            other => other.to_string(),
        })
}

/// Parses an interface with ours, of which the parser is given the tokens.
pub fn our_tokens(text: &str) -> Tree {
    let trivia = TriviaMap::default();
    let tokens = Tokenizer::new_with_trivia(text, trivia.clone());
    let prog = IDLProgParser::new().parse(Some(&trivia), tokens);
    prog.map(|prog| format!("{prog:?}"))
        .map_err(|error| error.to_string())
}

/// Parses an interface with the incumbent.
pub fn theirs(text: &str) -> Tree {
    let parse = || text.parse::<candid_parser_incumbent::IDLProg>();
    match catch_unwind(AssertUnwindSafe(parse)) {
        Ok(prog) => prog
            .map(|prog| format!("{prog:?}"))
            .map_err(|error| error.to_string()),
        Err(_) => Err("panic".to_string()),
    }
}

/// Parses values with ours.
pub fn our_value(text: &str) -> Tree {
    let args = candid_parser::parse_idl_args(text);
    args.map(|args| format!("{args:?}"))
        .map_err(|error| match error {
            candid_parser::Error::Parse(findings) => findings.list[0].message.clone(),
            other => other.to_string(),
        })
}

/// Parses values with the incumbent.
pub fn their_value(text: &str) -> Tree {
    let parse = || candid_parser_incumbent::parse_idl_args(text);
    match catch_unwind(AssertUnwindSafe(parse)) {
        Ok(args) => args
            .map(|args| format!("{args:?}"))
            .map_err(|error| error.to_string()),
        Err(_) => Err("panic".to_string()),
    }
}

/// Returns what differs, if anything does.
pub fn difference(ours: &Tree, theirs: &Tree) -> Option<String> {
    match (ours, theirs) {
        (Ok(ours), Ok(theirs)) if ours == theirs => None,
        (Err(_), Err(_)) => None,
        (Ok(ours), Ok(theirs)) if without_docs(ours) == without_docs(theirs) => {
            let pairs = docs(ours).into_iter().zip(docs(theirs));
            let is_more = |(ours, theirs): (&str, &str)| ours == theirs || theirs.is_empty();
            let which = if pairs.into_iter().all(is_more) {
                "more"
            } else {
                "other"
            };
            Some(format!("{which} comments"))
        }
        (Ok(ours), Ok(theirs)) if ours.replace("\\u{0}", "\\0") == *theirs => {
            Some("NUL printed otherwise".to_string())
        }
        (Ok(ours), Ok(theirs))
            if without_numeric_names(&without_docs(ours)) == without_docs(theirs) =>
        {
            Some("an argument with a number in quotes for its name".to_string())
        }
        (Ok(_), Ok(_)) => Some("another tree".to_string()),
        (Ok(_), Err(theirs)) => Some(format!("accepted, theirs: {}", kind(theirs))),
        (Err(ours), Ok(_)) => Some(format!("{}, theirs: accepted", kind(ours))),
    }
}

/// Where the comments of a tree begin.
const DOCS: &str = "docs: [";

fn without_docs(tree: &str) -> String {
    let mut parts = tree.split(DOCS);
    let mut out = parts.next().unwrap_or("").to_string();
    for part in parts {
        out.push_str(&part[docs_len(part)..]);
    }
    out
}

/// The comments at each place that may have some.
fn docs(tree: &str) -> Vec<&str> {
    let parts = tree.split(DOCS).skip(1);
    parts.map(|part| &part[..docs_len(part)]).collect()
}

/// Where the comments end that a text begins with. A comment may hold anything but an unescaped quote.
fn docs_len(text: &str) -> usize {
    let mut quoted = false;
    let mut escaped = false;
    let end = text.bytes().position(|byte| {
        let is_end = byte == b']' && !quoted;
        quoted ^= byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        is_end
    });
    end.unwrap_or(0)
}

fn without_numeric_names(tree: &str) -> String {
    const NAME: &str = "name: Some(\"";
    let mut parts = tree.split(NAME);
    let mut out = parts.next().unwrap_or("").to_string();
    for part in parts {
        match part.split_once("\")") {
            Some((name, rest)) if name.parse::<u32>().is_ok() => {
                out.push_str("name: None");
                out.push_str(rest);
            }
            _ => {
                out.push_str(NAME);
                out.push_str(part);
            }
        }
    }
    out
}

/// A message without what it says about one text only: words in quotes, numbers, what was expected.
fn kind(message: &str) -> String {
    let message = message.split(" found at").next().unwrap_or("");
    let message = message
        .strip_prefix("Candid parser error: ")
        .unwrap_or(message);
    let mut out = String::new();
    for (i, part) in message.split(['"', '`', '\'']).enumerate() {
        if i % 2 == 0 {
            out.extend(part.chars().filter(|c| !c.is_ascii_digit()));
        } else {
            out.push('…');
        }
    }
    out.lines().next().unwrap_or("").to_string()
}

/// Keeps panics to itself: the incumbent panics on some texts.
pub fn silence_panics(f: impl FnOnce()) {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    f();
    std::panic::set_hook(hook);
}
