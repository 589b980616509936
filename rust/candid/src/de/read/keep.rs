//! Values kept as their bytes, and decoded later.

use crate::de::plan::step::Op;
use crate::de::read::decoder::Decoder;
use crate::de::read::validate::validate;
use crate::error::Result;
use crate::schema::descriptor::Descriptor;
use crate::schema::expected::ExpectedType;

/// The bytes of a value, which has been validated and charged for as by decoding it.
#[derive(Clone)]
pub(crate) struct Kept {
    /// The type of which they are an encoding.
    pub(crate) ty: &'static Descriptor,
    pub(crate) bytes: Box<[u8]>,
}

impl Decoder<'_, '_, '_> {
    /// Reads a record, variant, vector or option as its bytes. Returns `None`, consuming nothing, if the value is another,
    /// if its types are not equal, or inside of bytes that were kept before: they would be copied once for each level of a
    /// nested type.
    ///
    /// # Errors
    ///
    /// Those of [`validate`].
    pub(crate) fn try_keep(&mut self) -> Result<Option<Kept>> {
        let step = self.step;
        if self.cx.state.budget.is_prepaid()
            || !matches!(step.op(), Op::Vec | Op::Record | Op::Variant | Op::Opt)
        {
            return Ok(None);
        }
        let Some((wire, expected @ ExpectedType::Static(ty))) = self.cx.plan.pair(step.slot())
        else {
            return Ok(None);
        };
        if !self.cx.plan.is_equal(wire, expected) {
            return Ok(None);
        }
        let bytes = self.cx.state.reader.rest();
        validate(self.child(step))?;
        let n_bytes = bytes.len() - self.cx.state.reader.remaining();
        let bytes = bytes.get(..n_bytes).unwrap_or_default();
        Ok(Some(Kept {
            ty,
            bytes: bytes.into(),
        }))
    }
}
