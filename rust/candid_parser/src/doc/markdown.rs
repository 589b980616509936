//! The page as Markdown, with anchors of its own for types and methods.

use super::comment;
use super::layout::{quoted, quoted_label, Code, Layout};
use super::page::{method_anchor, type_anchor, Details, Page};
use candid::types::Label;
use std::collections::BTreeSet;

/// Returns the page.
pub(super) fn write(page: &Page<'_>) -> String {
    let mut markdown = Markdown {
        page,
        out: format!("# {}\n", escaped(&page.title)),
    };
    markdown.contents();
    markdown.service();
    markdown.methods();
    markdown.types();
    markdown.out
}

/// Returns a block of code, in a fence that is longer than any in it.
pub(super) fn fenced(language: &str, code: &str) -> String {
    let fence = "`".repeat(longest_run(code).max(2) + 1);
    format!("{fence}{language}\n{code}\n{fence}\n")
}

/// Returns a name as code within a line.
fn code(name: &str) -> String {
    let fence = "`".repeat(longest_run(name) + 1);
    match name.starts_with('`') || name.ends_with('`') {
        true => format!("{fence} {name} {fence}"),
        false => format!("{fence}{name}{fence}"),
    }
}

fn longest_run(text: &str) -> usize {
    let runs = text.split(|c| c != '`').map(str::len);
    runs.max().unwrap_or(0)
}

/// Returns a text with an escape before all punctuation.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' | '\t' => out.push(' '),
            c => {
                out.extend(c.is_ascii_punctuation().then_some('\\'));
                out.push(c);
            }
        }
    }
    out
}

struct Markdown<'a> {
    page: &'a Page<'a>,
    out: String,
}

impl Markdown<'_> {
    /// Adds a block, with an empty line before it.
    fn block(&mut self, text: &str) {
        self.out.push('\n');
        self.out.push_str(text);
        if !text.ends_with('\n') {
            self.out.push('\n');
        }
    }

    fn contents(&mut self) {
        let page = self.page;
        let methods = page.model.actor_methods().iter();
        let methods: Vec<String> = methods
            .map(|method| link(&method.name, &method_anchor(&method.name)))
            .collect();
        let types = page.model.defs.iter();
        let types: Vec<String> = types
            .map(|def| link(&def.name, &type_anchor(&def.name)))
            .collect();
        for (title, links) in [("Methods", methods), ("Types", types)] {
            if !links.is_empty() {
                self.block(&format!("{title}: {}", links.join(", ")));
            }
        }
    }

    fn service(&mut self) {
        let page = self.page;
        let Some(actor) = page.about() else {
            return;
        };
        self.block("## Service");
        self.docs(&actor.docs, 2);
        if let Some(init) = page.init() {
            self.block("### Init arguments");
            self.code(|layout| layout.args(init));
            self.details(&Details::of_args(init), 3);
            self.example(page.init_example(), "Example of init arguments");
        }
    }

    fn methods(&mut self) {
        let page = self.page;
        if page.model.actor_methods().is_empty() {
            return;
        }
        self.block("## Methods");
        for (method, example) in page.methods() {
            self.heading(&method_anchor(&method.name), &method.name);
            self.block(&format!("{}.", page.kind(method)));
            self.code(|layout| layout.method(method));
            self.docs(&method.docs, 3);
            self.details(&Details::of_type(&method.ty), 3);
            self.example(example, "Example of arguments");
        }
    }

    fn types(&mut self) {
        let page = self.page;
        if page.model.defs.is_empty() {
            return;
        }
        self.block("## Types");
        for (idx, def) in page.model.defs.iter().enumerate() {
            self.heading(&type_anchor(&def.name), &def.name);
            self.code(|layout| layout.definition(idx, def));
            self.docs(&def.docs, 3);
            self.details(&Details::of_type(&def.ty), 3);
        }
    }

    fn heading(&mut self, anchor: &str, name: &str) {
        self.block(&format!(
            "### <a id=\"{anchor}\"></a>{}",
            code(&quoted(name))
        ));
    }

    fn docs(&mut self, docs: &[String], level: u8) {
        if !docs.is_empty() {
            let text = comment::to_markdown(docs, &self.page.anchors, level);
            self.block(&text);
        }
    }

    /// Adds a block of code, and links to the types in it, which cannot be in the code.
    fn code(&mut self, write: impl FnOnce(&mut Layout<'_, Plain>)) {
        let mut plain = Plain::default();
        write(&mut Layout::new(self.page.model, &mut plain));
        self.block(&fenced("candid", &plain.out));
        let links = plain.names.iter().map(|idx| {
            let name = &self.page.model.defs[*idx].name;
            link(name, &type_anchor(name))
        });
        let links: Vec<String> = links.collect();
        if !links.is_empty() {
            self.block(&format!("Types: {}", links.join(", ")));
        }
    }

    fn details(&mut self, details: &Details<'_>, level: u8) {
        for item in &details.documented {
            let text = comment::to_markdown(item.docs, &self.page.anchors, level);
            // A list item, whose further lines are indented.
            let text = text.trim_end().replace('\n', "\n  ");
            self.block(&format!("* {}\n\n  {text}", code(&item.path)));
        }
        if !details.ids.is_empty() {
            let ids = details.ids.iter();
            let ids: Vec<String> = ids
                .map(|(name, id)| format!("{} {id}", code(name)))
                .collect();
            self.block(&format!("Field ids: {}", ids.join(", ")));
        }
    }

    fn example(&mut self, example: Option<&String>, title: &str) {
        if let Some(example) = example {
            self.block(&format!("#### {title}"));
            self.block(&fenced("candid", example));
        }
    }
}

fn link(name: &str, anchor: &str) -> String {
    // Brackets in code do not end the text of a link.
    format!("[{}](#{anchor})", code(&quoted(name)))
}

/// Code without links, and the definitions that it names.
#[derive(Default)]
struct Plain {
    out: String,
    names: BTreeSet<usize>,
    is_defined: bool,
}

impl Code for Plain {
    fn plain(&mut self, text: &str) {
        self.is_defined = text == "type ";
        self.out.push_str(text);
    }

    fn name(&mut self, idx: usize, name: &str) {
        // Not the one that is being defined.
        if !self.is_defined {
            self.names.insert(idx);
        }
        self.out.push_str(&quoted(name));
    }

    fn label(&mut self, label: &Label) {
        self.out.push_str(&quoted_label(label));
    }

    fn value_name(&mut self, name: &str) {
        self.out.push_str(&quoted(name));
    }
}
