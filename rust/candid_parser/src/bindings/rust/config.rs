//! Properties that the configuration can set: names, existing Rust types, attributes, visibility.

use super::values::check_property;
use super::walk::MAX_TUPLE;
use crate::bindings::config::{ConfigState, Context, StateElem};
use serde::Deserialize;

/// The properties of a selected place in a type.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct BindingConfig {
    /// The Rust name; not inherited.
    pub(super) name: Option<String>,
    /// A Rust type to use instead of a generated one; not inherited, except from a label to its type.
    pub(super) use_type: Option<String>,
    /// Attributes of a type, replacing the default `derive`, or of a field; not inherited, except from a type to its
    /// labels.
    pub(super) attributes: Option<String>,
    /// The visibility, `pub` by default; inherited.
    visibility: Option<String>,
    /// Whether the last element was a label.
    #[serde(skip)]
    at_label: bool,
}

impl BindingConfig {
    /// Returns the properties that are set.
    pub(super) fn properties(&self) -> impl Iterator<Item = (&'static str, &String)> {
        let all = [
            ("name", &self.name),
            ("use_type", &self.use_type),
            ("attributes", &self.attributes),
            ("visibility", &self.visibility),
        ];
        all.into_iter()
            .filter_map(|(name, value)| Some((name, value.as_ref()?)))
    }
}

impl ConfigState for BindingConfig {
    fn merge_config(&mut self, config: &Self, _ctx: Option<Context<'_>>) -> Vec<String> {
        let set = config.clone();
        self.name = set.name.or(self.name.take());
        self.use_type = set.use_type.or(self.use_type.take());
        self.attributes = set.attributes.or(self.attributes.take());
        self.visibility = set.visibility.or(self.visibility.take());
        config.list_properties()
    }

    fn update_state(&mut self, elem: &StateElem<'_>) {
        let is_label = matches!(elem, StateElem::Label(_));
        self.name = None;
        if is_label || !self.at_label {
            self.use_type = None;
        }
        if !is_label || self.at_label {
            self.attributes = None;
        }
        self.at_label = is_label;
    }

    fn restore_state(&mut self, _elem: &StateElem<'_>) {}

    fn check(&self) -> Result<(), String> {
        self.properties()
            .try_for_each(|(name, value)| check_property(name, value))
    }

    fn list_properties(&self) -> Vec<String> {
        self.properties()
            .map(|(name, _)| name.to_string())
            .collect()
    }
}

/// The traits that types derive if the configuration does not set their attributes.
#[derive(Debug, Clone, Copy)]
pub(super) enum Derives {
    /// Those of messages.
    Messages,
    /// Also those that assertions in tests use.
    Assertions,
}

impl Derives {
    pub(super) fn attribute(self) -> &'static str {
        match self {
            Derives::Messages => "#[derive(CandidType, Deserialize)]",
            Derives::Assertions => "#[derive(CandidType, Deserialize, Clone, Debug, PartialEq)]",
        }
    }

    /// Returns the length of the longest tuple that has the traits.
    pub(super) fn max_tuple(self) -> usize {
        match self {
            Derives::Messages => MAX_TUPLE,
            // Of std's traits.
            Derives::Assertions => 12,
        }
    }
}

impl super::Config {
    /// Makes types derive what assertions in tests use, where the configuration does not set their attributes.
    #[cfg_attr(not(feature = "template"), allow(dead_code, reason = "for PocketIC"))]
    pub(in crate::bindings) fn for_assertions(self) -> Self {
        super::Config(self.0, Derives::Assertions)
    }
}
