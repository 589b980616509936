//! The page as HTML: one file without scripts, which loads nothing.

use super::comment;
use super::layout::{quoted, quoted_label, Code, Layout};
use super::page::{method_anchor, type_anchor, Details, Page};
use candid::pretty::utils::printable;
use candid::types::Label;
use pulldown_cmark::html::push_html;
use pulldown_cmark::{CowStr, Event};

const STYLE: &str = include_str!("style.css");

/// What the page may load: its own style, and nothing else.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// Returns the page.
pub(super) fn write(page: &Page<'_>) -> String {
    let title = text(&page.title);
    let mut html = Html {
        page,
        out: format!(
            "<!DOCTYPE html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
             <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
             <a class=\"skip\" href=\"#content\">Skip to the content</a>\n\
             <header>\n<h1>{title}</h1>\n</header>\n<div class=\"page\">\n",
            text(page.lang),
        ),
    };
    html.contents();
    html.push("<main id=\"content\" tabindex=\"-1\">\n");
    html.service();
    html.methods();
    html.types();
    html.push("</main>\n</div>\n<footer>\n<p>A Candid interface, documented by <code>didc doc</code>.</p>\n</footer>\n</body>\n</html>\n");
    html.out
}

/// Returns a text with the characters escaped that HTML gives a meaning, or that change the direction of writing.
fn text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    // By the library that writes the comments.
    push_html(
        &mut out,
        std::iter::once(Event::Text(CowStr::from(&*printable(text)))),
    );
    out.replace('"', "&quot;")
}

struct Html<'a> {
    page: &'a Page<'a>,
    out: String,
}

impl Html<'_> {
    fn push(&mut self, html: &str) {
        self.out.push_str(html);
    }

    /// Adds the list of what is on the page.
    fn contents(&mut self) {
        let page = self.page;
        // Closed on a narrow screen, where the contents would fill several; always shown beside the page on a wide one.
        self.push("<nav aria-label=\"Contents\">\n<details>\n<summary>Contents</summary>\n");
        if page.about().is_some() {
            self.push("<p><a href=\"#service\">Service</a></p>\n");
        }
        let methods = page.model.actor_methods().iter();
        let methods = methods.map(|method| (method_anchor(&method.name), &method.name));
        self.links("methods", "Methods", methods);
        let types = page.model.defs.iter();
        let types = types.map(|def| (type_anchor(&def.name), &def.name));
        self.links("types", "Types", types);
        self.push("</details>\n</nav>\n");
    }

    fn links<'n>(
        &mut self,
        id: &str,
        title: &str,
        items: impl Iterator<Item = (String, &'n String)>,
    ) {
        let mut items = items.peekable();
        if items.peek().is_none() {
            return;
        }
        self.push(&format!("<p><a href=\"#{id}\">{title}</a></p>\n<ul>\n"));
        for (anchor, name) in items {
            let name = text(&quoted(name));
            self.push(&format!(
                "<li><a href=\"#{anchor}\"><code>{name}</code></a></li>\n"
            ));
        }
        self.push("</ul>\n");
    }

    fn service(&mut self) {
        let page = self.page;
        let Some(actor) = page.about() else {
            return;
        };
        self.push("<section aria-labelledby=\"service\">\n<h2 id=\"service\">Service</h2>\n");
        self.docs(&actor.docs, 2);
        if let Some(init) = page.init() {
            self.push("<h3>Init arguments</h3>\n");
            self.code(|layout| layout.args(init));
            self.details(&Details::of_args(init), 3);
            self.example(page.init_example(), "Example of init arguments");
        }
        self.push("</section>\n");
    }

    fn methods(&mut self) {
        let page = self.page;
        if page.model.actor_methods().is_empty() {
            return;
        }
        self.push("<section aria-labelledby=\"methods\">\n<h2 id=\"methods\">Methods</h2>\n");
        for (method, example) in page.methods() {
            self.heading(&method_anchor(&method.name), &method.name);
            self.push(&format!("<p class=\"kind\">{}.</p>\n", page.kind(method)));
            self.code(|layout| layout.method(method));
            self.docs(&method.docs, 3);
            self.details(&Details::of_type(&method.ty), 3);
            self.example(example, "Example of arguments");
            self.push("</article>\n");
        }
        self.push("</section>\n");
    }

    fn types(&mut self) {
        let page = self.page;
        if page.model.defs.is_empty() {
            return;
        }
        self.push("<section aria-labelledby=\"types\">\n<h2 id=\"types\">Types</h2>\n");
        for (idx, def) in page.model.defs.iter().enumerate() {
            self.heading(&type_anchor(&def.name), &def.name);
            self.code(|layout| layout.definition(idx, def));
            self.docs(&def.docs, 3);
            self.details(&Details::of_type(&def.ty), 3);
            self.push("</article>\n");
        }
        self.push("</section>\n");
    }

    /// Begins the article of a method or type, with its name as the heading, which is a link to itself.
    fn heading(&mut self, anchor: &str, name: &str) {
        let name = text(&quoted(name));
        self.push(&format!(
            "<article aria-labelledby=\"{anchor}\">\n<h3 id=\"{anchor}\"><a href=\"#{anchor}\"><code>{name}</code></a></h3>\n"
        ));
    }

    fn docs(&mut self, docs: &[String], level: u8) {
        if docs.is_empty() {
            return;
        }
        let html = comment::to_html(docs, &self.page.anchors, level);
        self.push(&format!("<div dir=\"auto\">\n{html}</div>\n"));
    }

    fn code(&mut self, write: impl FnOnce(&mut Layout<'_, Self>)) {
        let model = self.page.model;
        self.push("<pre><code>");
        write(&mut Layout::new(model, self));
        self.push("</code></pre>\n");
    }

    /// Adds the comments inside of a type, and the field ids.
    fn details(&mut self, details: &Details<'_>, level: u8) {
        if !details.documented.is_empty() {
            self.push("<dl>\n");
            for item in &details.documented {
                let path = text(&item.path);
                self.push(&format!(
                    "<dt><code>{path}</code></dt>\n<dd dir=\"auto\">\n"
                ));
                let html = comment::to_html(item.docs, &self.page.anchors, level);
                self.push(&html);
                self.push("</dd>\n");
            }
            self.push("</dl>\n");
        }
        if !details.ids.is_empty() {
            self.push("<details>\n<summary>Field ids</summary>\n<ul>\n");
            for (name, id) in &details.ids {
                let name = text(name);
                self.push(&format!("<li><code>{name}</code>: {id}</li>\n"));
            }
            self.push("</ul>\n</details>\n");
        }
    }

    fn example(&mut self, example: Option<&String>, title: &str) {
        if let Some(example) = example {
            let example = text(example);
            self.push(&format!(
                "<h4>{title}</h4>\n<pre><code>{example}</code></pre>\n"
            ));
        }
    }
}

impl Code for Html<'_> {
    fn plain(&mut self, text: &str) {
        // The arrow of functions is the only punctuation with a meaning in HTML.
        self.out.push_str(&text.replace('>', "&gt;"));
    }

    fn name(&mut self, _: usize, name: &str) {
        let (anchor, name) = (type_anchor(name), text(&quoted(name)));
        self.push(&format!("<a href=\"#{anchor}\">{name}</a>"));
    }

    fn label(&mut self, label: &Label) {
        let name = text(&quoted_label(label));
        match label {
            Label::Named(_) => {
                let id = label.get_id();
                self.push(&format!("<span title=\"field id {id}\">{name}</span>"));
            }
            Label::Id(_) | Label::Unnamed(_) => self.push(&name),
        }
    }

    fn value_name(&mut self, name: &str) {
        self.push(&text(&quoted(name)));
    }
}
