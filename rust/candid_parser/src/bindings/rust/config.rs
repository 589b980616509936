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
    pub(super) visibility: Option<String>,
    /// Whether the last element was a label.
    #[serde(skip)]
    at_label: bool,
}

impl BindingConfig {
    fn properties(&self) -> [(&'static str, &Option<String>); 4] {
        [
            ("name", &self.name),
            ("use_type", &self.use_type),
            ("attributes", &self.attributes),
            ("visibility", &self.visibility),
        ]
    }
}

impl ConfigState for BindingConfig {
    fn merge_config(&mut self, config: &Self, _ctx: Option<Context<'_>>) -> Vec<String> {
        let targets = [
            &mut self.name,
            &mut self.use_type,
            &mut self.attributes,
            &mut self.visibility,
        ];
        for (target, (_, value)) in targets.into_iter().zip(config.properties()) {
            if value.is_some() {
                target.clone_from(value);
            }
        }
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
        let mut properties = self.properties().into_iter();
        properties.try_for_each(|(name, value)| match value {
            Some(value) => check_property(name, value),
            None => Ok(()),
        })
    }

    fn list_properties(&self) -> Vec<String> {
        let set = self
            .properties()
            .into_iter()
            .filter(|(_, value)| value.is_some());
        set.map(|(name, _)| name.to_string()).collect()
    }
}
