//! Labels: names and their hashes, distinct in a record or variant, and the aliases of these.

use crate::errors::Errors;
use candid_wire::label::label_hash;
use proc_macro2::Span;
use std::collections::{BTreeMap, BTreeSet};
use syn::ext::IdentExt;
use syn::{Ident, LitStr};

/// The labels of one record or variant so far: ids must be distinct.
pub(super) struct Labels {
    /// `field` or `variant`, for the message.
    noun: &'static str,
    names: BTreeMap<u32, String>,
    serde_names: BTreeSet<String>,
    /// The ids that are numbers, not hashes.
    given: BTreeSet<u32>,
    /// Each alias with the id of its field or variant.
    aliases: Vec<(u32, LitStr)>,
}

impl Labels {
    pub(super) fn new(noun: &'static str) -> Self {
        Labels {
            noun,
            names: BTreeMap::new(),
            serde_names: BTreeSet::new(),
            given: BTreeSet::new(),
            aliases: Vec::new(),
        }
    }

    /// Returns the id of a label: its explicit number, or the hash of its name.
    pub(super) fn add(
        &mut self,
        name: &str,
        given: Option<(u32, Span)>,
        span: Span,
        errors: &mut Errors,
    ) -> u32 {
        let (id, span) = match given {
            Some((id, span)) => (id, span),
            None => (label_hash(name), span),
        };
        let noun = self.noun;
        // Where it has a number, serde still knows it by its name.
        let is_duplicate = !self.serde_names.insert(name.to_owned());
        let other = self.names.insert(id, name.to_owned());
        match other {
            _ if is_duplicate => errors.at(span, format_args!("duplicate {noun} `{name}`")),
            Some(other) if self.given.contains(&id) || given.is_some() => errors.at(
                span,
                format_args!(
                    "the {noun}s `{other}` and `{name}` have the same id {id}: change one"
                ),
            ),
            Some(other) => errors.at(
                span,
                format_args!(
                    "the {noun}s `{other}` and `{name}` have the same hash {id}, so Candid cannot \
                     tell them apart: rename one"
                ),
            ),
            None => {}
        }
        self.given.extend(given.map(|(id, _)| id));
        id
    }

    /// Adds the aliases of a label, and returns their ids.
    pub(super) fn add_aliases(&mut self, id: u32, aliases: &[LitStr]) -> Vec<u32> {
        let aliases = aliases.iter();
        self.aliases
            .extend(aliases.clone().map(|alias| (id, alias.clone())));
        let mut ids = Vec::new();
        for alias in aliases.map(|alias| label_hash(&alias.value())) {
            // As in serde, a name may be there twice.
            if alias != id && !ids.contains(&alias) {
                ids.push(alias);
            }
        }
        ids
    }

    /// Reports aliases that another label has, once all labels are known.
    pub(super) fn check_aliases(mut self, errors: &mut Errors) {
        let mut owners: BTreeMap<u32, u32> = self.names.keys().map(|id| (*id, *id)).collect();
        for (owner, alias) in std::mem::take(&mut self.aliases) {
            let (id, name) = (label_hash(&alias.value()), alias.value());
            let other = *owners.entry(id).or_insert(owner);
            if other != owner {
                let label = &self.names[&other];
                let noun = self.noun;
                errors.at(
                    alias.span(),
                    format_args!(
                        "the alias `{name}` has the id {id}, which the {noun} `{label}` has"
                    ),
                );
            }
        }
    }
}

/// Returns the Candid name and its span: that of `rename`, or else of the Rust name in the case of `rename_all`.
pub(super) fn label(
    ident: &Ident,
    rename: Option<LitStr>,
    case: impl Fn(&str) -> Option<String>,
) -> (String, Span) {
    match rename {
        Some(name) => (name.value(), name.span()),
        None => {
            let name = ident.unraw().to_string();
            (case(&name).unwrap_or(name), ident.span())
        }
    }
}
