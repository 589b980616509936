//! [`Rest`], the last field of a record that keeps its surplus fields.

use crate::data::rest::{self, Rest};
use crate::de::plan::node::RestNode;
use crate::de::plan::step::Op;
use crate::de::plan::Plan;
use crate::de::read::decoder::Decoder;
use crate::de::record_header::record_header;
use crate::error::{internal, Error, Result};
use serde::de::Visitor;
use std::sync::Arc;

impl<'de> Decoder<'_, '_, 'de> {
    /// Visits the surplus fields of the record that is being read; `visitor` is that of [`Rest`].
    pub(crate) fn visit_rest<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value> {
        if !self.step.is(Op::Rest) {
            return Err(Error::msg(
                "`candid::Rest` decodes in a field with `#[candid(rest)]` only",
            ));
        }
        let node = self.cx.plan.record_node(self.step.slot())?;
        let node = node.rest.as_deref().ok_or_else(internal)?;
        let kept = self.cx.state.take_kept().ok_or_else(internal)?;
        if kept.n_fields != node.fields.len() {
            return Err(internal());
        }
        if node.fields.is_empty() {
            return rest::give_to(Rest::new(), visitor);
        }
        let header = header_of(self.cx.plan, node)?;
        rest::give_to(Rest::from_parts(header, kept.values), visitor)
    }
}

/// The bytes of a header that count as one part: hashes of names take most of those.
const BYTES_OF_PART: usize = 8;

/// Returns the header of a message of the surplus fields.
///
/// # Errors
///
/// If the types are too many together, or of a later version of Candid.
fn header_of(plan: &Plan, node: &RestNode) -> Result<Arc<[u8]>> {
    if let Some(header) = node.header.get() {
        return Ok(header.clone());
    }
    let (header, n_parts) = record_header(&plan.table, &node.fields)?;
    // Each record of the message may have a header of most of its types, so they count as what is compiled. Names of methods
    // may be long.
    plan.count_parts(n_parts.max(header.len() / BYTES_OF_PART), 0)?;
    let header = Arc::<[u8]>::from(header);
    Ok(node.header.get_or_init(|| header).clone())
}
