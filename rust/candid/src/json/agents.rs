//! What agent-js and its tools write in place of values that JSON has not.

use crate::json::read::{PartResult, Reader};
use crate::types::ty::Type;

impl Reader<'_> {
    /// Refuses `[]` at an optional blob: to agent-js it is null, and as an array of bytes it is an empty blob.
    #[cold]
    pub(super) fn check_no_null_of_agents(&mut self, part: &Type) -> PartResult<()> {
        let mut at_start = self.parser.clone();
        let mut items = at_start.open_array()?;
        let is_empty = !at_start.next_item(&mut items)?;
        if is_empty && self.env.trace_type(part)?.is_blob(self.env) {
            let expected = "null or \"\" for opt blob, as [] may be either";
            return Err(self.parser.mismatch(expected.to_string()).into());
        }
        Ok(())
    }

    /// Returns whether an object is next that agent-js makes of a value that JSON has not.
    #[cold]
    pub(super) fn is_of_agents(&self) -> bool {
        let mut object = self.parser.clone();
        let mut first_key = || {
            let mut items = object.open_object().ok()?;
            object.next_key(&mut items).ok()?
        };
        let known = ["__principal__", "__bigint__", "__uint8array__"];
        first_key().is_some_and(|(key, _)| known.contains(&&*key))
    }
}
