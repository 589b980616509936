//! Properties that the configuration can set: names, existing Rust types, attributes, visibility.

use super::values::check_property;
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
