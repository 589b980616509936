//! Properties that the configuration can set.

use super::range::Range;
use super::words::Kind;
use crate::bindings::config::{ConfigState, Context, StateElem};
use serde::Deserialize;

/// Which of the values of a type are generated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Distribution {
    /// Numbers of at most 128 bits, finite floats, printable text.
    Uniform,
    /// All.
    Full,
    /// Mostly those at limits.
    Boundary,
}

/// The properties that control generation.
#[derive(Debug, Clone, Deserialize)]
#[serde(default = "GenConfig::unmatched_config")]
pub struct GenConfig {
    /// The smallest and the largest number.
    pub(super) range: Option<Range>,
    /// Which values are generated.
    pub(super) distribution: Option<Distribution>,
    /// The kind of texts: see [`Kind`].
    pub(super) text: Option<Kind>,
    /// The maximum number of items of a vector, and of characters of a text.
    pub(super) width: Option<usize>,
    /// The values to choose from, as text; not inherited.
    pub(super) value: Option<Vec<String>>,
    /// The number of levels left before values are made as small as possible.
    pub(super) depth: Option<isize>,
    /// The number of values left before values are made as small as possible.
    pub(super) size: Option<isize>,
}

/// The default: ten levels, a hundred values, ten items or characters, printable ASCII.
impl Default for GenConfig {
    fn default() -> Self {
        GenConfig {
            range: None,
            distribution: Some(Distribution::Uniform),
            // By the distribution.
            text: None,
            width: Some(10),
            value: None,
            depth: Some(10),
            size: Some(100),
        }
    }
}

impl ConfigState for GenConfig {
    fn merge_config(&mut self, config: &Self, ctx: Option<Context<'_>>) -> Vec<String> {
        if config.range.is_some() {
            self.range.clone_from(&config.range);
        }
        self.distribution = config.distribution.or(self.distribution);
        self.text = config.text.or(self.text);
        self.width = config.width.or(self.width);
        self.value.clone_from(&config.value);
        // Inside a recursive type the bounds would be reset on each level.
        if !ctx.is_some_and(|ctx| ctx.is_recursive) {
            self.depth = config.depth.or(self.depth);
            self.size = config.size.or(self.size);
        }
        config.list_properties()
    }

    fn update_state(&mut self, elem: &StateElem<'_>) {
        if let StateElem::Type(_) = elem {
            self.depth = self.depth.map(|depth| depth.saturating_sub(1));
        }
    }

    fn restore_state(&mut self, elem: &StateElem<'_>) {
        if let StateElem::Type(_) = elem {
            self.depth = self.depth.map(|depth| depth.saturating_add(1));
        }
    }

    fn unmatched_config() -> Self {
        GenConfig {
            range: None,
            distribution: None,
            text: None,
            width: None,
            value: None,
            depth: None,
            size: None,
        }
    }

    fn check(&self) -> Result<(), String> {
        if let Some(Err(error)) = self.range.as_ref().map(Range::check) {
            return Err(format!("invalid range: {error}"));
        }
        match self.value.as_deref() {
            Some([]) => Err("invalid value: expected at least one value".to_string()),
            _ => Ok(()),
        }
    }

    fn list_properties(&self) -> Vec<String> {
        let set = [
            ("range", self.range.is_some()),
            ("distribution", self.distribution.is_some()),
            ("text", self.text.is_some()),
            ("width", self.width.is_some()),
            ("value", self.value.is_some()),
            ("depth", self.depth.is_some()),
            ("size", self.size.is_some()),
        ];
        let set = set.into_iter().filter(|(_, is_set)| *is_set);
        set.map(|(name, _)| name.to_string()).collect()
    }
}
