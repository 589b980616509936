//! Pages that document an interface for people: one self-contained HTML page, or Markdown.
//!
//! A page has the methods, the types, the comments as CommonMark, the field ids, and examples of arguments that
//! [`random`](crate::random) makes. Everything that comes from the interface is escaped: HTML in comments is shown as
//! text, links lead to `https:`, `http:`, `mailto:` or into the page, images are their descriptions. In a comment,
//! `[Account]` links to the type or method of that name.
//!
//! # Examples
//!
//! ```
//! use candid_parser::check::{self, Memory};
//! use candid_parser::doc::{html, markdown, DocOptions};
//! use std::path::Path;
//!
//! let text = "
//!     // Who owns tokens.
//!     type Account = record { owner : principal };
//!     service : {
//!       // The balance of an [Account], **now**.
//!       balance_of : (Account) -> (nat) query;
//!     }";
//! let checked = check::text(&Memory::default(), Path::new("ledger.did"), text)?;
//! let page = html(&checked, &DocOptions::new("Ledger"))?;
//! assert!(page.contains(r##"The balance of an <a href="#type-Account">Account</a>, <strong>now</strong>."##));
//! let page = markdown(&checked, &DocOptions::new("Ledger").examples(false))?;
//! assert!(page.contains("The balance of an [Account](#type-Account), **now**."));
//! # Ok::<(), candid_parser::Error>(())
//! ```

mod comment;
mod html;
mod layout;
mod markdown;
mod page;
mod source;

use crate::check::Checked;
use crate::error::{Error, Result};
use page::Page;

/// What a page is made with.
#[derive(Debug, Clone)]
pub struct DocOptions {
    pub(crate) title: String,
    pub(crate) lang: String,
    pub(crate) examples: bool,
    pub(crate) seed: u64,
}

impl DocOptions {
    /// Returns the defaults for a page with this title: in English, with examples, of the seed 0.
    pub fn new(title: impl Into<String>) -> Self {
        DocOptions {
            title: title.into(),
            lang: "en".to_string(),
            examples: true,
            seed: 0,
        }
    }

    /// Sets the language of the comments, a tag of BCP 47 such as `en` or `pt-BR`, for browsers and screen readers.
    ///
    /// # Errors
    ///
    /// If it is not such a tag.
    pub fn lang(mut self, tag: &str) -> Result<Self> {
        let is_part = |part: &str| {
            (1..=8).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_alphanumeric())
        };
        let first = tag.split('-').next().unwrap_or_default();
        let is_tag = tag.split('-').all(is_part)
            && (2..=8).contains(&first.len())
            && first.bytes().all(|b| b.is_ascii_alphabetic());
        if !is_tag {
            return Err(Error::msg(format!(
                "{tag:?} is not a language tag: expected one such as \"en\" or \"pt-BR\""
            )));
        }
        self.lang = tag.to_string();
        Ok(self)
    }

    /// Sets whether there are examples of arguments.
    #[must_use]
    pub fn examples(mut self, examples: bool) -> Self {
        self.examples = examples;
        self
    }

    /// Sets the seed of the examples. The same seed gives the same examples.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }
}

/// Returns the page of an interface as HTML: one file that needs no others, and no scripts.
///
/// # Errors
///
/// If the interface has no binding model: see [`Model::new`](crate::codegen::Model::new).
pub fn html(checked: &Checked, options: &DocOptions) -> Result<String> {
    Page::with(checked, options, html::write)
}

/// Returns the page of an interface as Markdown, with anchors for its types and methods.
///
/// # Errors
///
/// Those of [`html`].
pub fn markdown(checked: &Checked, options: &DocOptions) -> Result<String> {
    Page::with(checked, options, markdown::write)
}
