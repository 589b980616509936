//! Compilation of lookahead: whether a value is known from its types to coerce, or to fail, or which parts of it must
//! be inspected.
//!
//! As in skipping, zero-sized parts are left out: their values are all equal, so their types determine
//! whether they coerce. Each inspected part of a record takes at least a byte, and each record that is entered has at
//! least two parts: the work of lookahead is proportional to the bytes, for any types.

use crate::de::header::{Entry, WireType};
use crate::de::plan::node::{Coercibility, Lookahead, LookaheadPart, SkipPart};
use crate::de::plan::step::{Op, Step};
use crate::de::plan::Plan;
use crate::error::{internal, Result};

impl Plan {
    /// Returns the coercibility of the values of type `wire` that `step` decodes.
    ///
    /// # Errors
    ///
    /// If the expected type contains one without values.
    pub(crate) fn coercibility(&self, step: Step, wire: WireType) -> Result<Coercibility> {
        Ok(match step.op() {
            Op::Mismatch | Op::Missing => Coercibility::Fails,
            Op::Opt | Op::Variant | Op::Vec => Coercibility::Depends(step, wire),
            Op::OptOfValue => {
                let node = self.opt_node(step.slot())?;
                match self.coercibility(node.payload, node.wire)? {
                    // It is null if the payload fails.
                    Coercibility::Coerces | Coercibility::Fails => Coercibility::Coerces,
                    depends if !node.must_check => depends,
                    Coercibility::Depends(..) => Coercibility::Depends(step, wire),
                }
            }
            Op::Record => match self.lookahead(step)? {
                Lookahead::Coerces => Coercibility::Coerces,
                Lookahead::Fails => Coercibility::Fails,
                Lookahead::Parts(parts) => match **parts {
                    // A record with a single part is replaced by it.
                    [LookaheadPart::Check(part, part_wire)] => {
                        Coercibility::Depends(part, part_wire)
                    }
                    _ => Coercibility::Depends(step, wire),
                },
            },
            // All others coerce; only their bytes must be valid.
            _ => Coercibility::Coerces,
        })
    }

    /// Returns the lookahead of the records that `step` decodes.
    ///
    /// # Errors
    ///
    /// As [`Plan::coercibility`].
    pub(crate) fn lookahead(&self, step: Step) -> Result<&Lookahead> {
        let node = self.record_node(step.slot())?;
        if node.lookahead.get().is_none() {
            self.make_lookaheads(step)?;
        }
        node.lookahead.get().map(Box::as_ref).ok_or_else(internal)
    }

    /// Compiles the lookahead of a record and the records in it, the innermost first: with an explicit stack, because a
    /// header may nest them thousands deep. None of them contains itself, because it has values.
    #[cold]
    fn make_lookaheads(&self, root: Step) -> Result<()> {
        let mut stack = vec![root];
        while let Some(&top) = stack.last() {
            let node = self.record_node(top.slot())?;
            if node.lookahead.get().is_some() {
                stack.pop();
                continue;
            }
            let n_before = stack.len();
            for (field, _) in node.fields() {
                if let Some(record) = self.record_at(field.step)? {
                    if self.record_node(record.slot())?.lookahead.get().is_none() {
                        stack.push(record);
                    }
                }
            }
            if stack.len() == n_before {
                stack.pop();
                // The cell is still empty.
                let _ = node.lookahead.set(Box::new(self.compile_lookahead(top)?));
            }
        }
        Ok(())
    }

    /// Returns the step of a record, also of one that is decoded as an option.
    fn record_at(&self, mut step: Step) -> Result<Option<Step>> {
        while step.is(Op::OptOfValue) {
            step = self.opt_node(step.slot())?.payload;
        }
        Ok(step.is(Op::Record).then_some(step))
    }

    fn compile_lookahead(&self, step: Step) -> Result<Lookahead> {
        let node = self.record_node(step.slot())?;
        let wire = self.pair(step.slot()).map(|(wire, _)| wire);
        let Some(Entry::Record(range)) = wire.and_then(|wire| self.table.entry(wire)) else {
            return Err(internal());
        };
        let mut parts = Parts::default();
        // The steps and the wire's fields are in the same order.
        let mut wire_fields = self.table.fields(range);
        for (field, is_absent) in node.fields() {
            if let Some(span) = node.span(field.span) {
                wire_fields = wire_fields.get(span.n_fields..).unwrap_or_default();
                span.parts.iter().for_each(|part| parts.skip(*part));
            }
            if is_absent {
                if field.step.is(Op::Missing) {
                    return Ok(Lookahead::Fails);
                }
                continue;
            }
            let Some((wire, rest)) = wire_fields.split_first() else {
                return Err(internal());
            };
            wire_fields = rest;
            match self.coercibility(field.step, wire.ty)? {
                Coercibility::Fails => return Ok(Lookahead::Fails),
                Coercibility::Coerces => parts.skip(self.skip_part(wire.ty).0),
                Coercibility::Depends(step, wire) => parts.check(step, wire),
            }
        }
        if let Some(span) = node.span(node.last_span) {
            span.parts.iter().for_each(|part| parts.skip(*part));
        }
        Ok(match parts.n_checks {
            0 => Lookahead::Coerces,
            _ => Lookahead::Parts(parts.parts.into()),
        })
    }
}

/// The parts of a record under construction.
#[derive(Default)]
struct Parts {
    parts: Vec<LookaheadPart>,
    n_checks: usize,
}

impl Parts {
    fn skip(&mut self, part: SkipPart) {
        let last = match self.parts.last_mut() {
            Some(LookaheadPart::Skip(last)) => Some(last),
            _ => None,
        };
        if !part.try_merge_into(last) {
            self.parts.push(LookaheadPart::Skip(part));
        }
    }

    fn check(&mut self, step: Step, wire: WireType) {
        self.n_checks += 1;
        self.parts.push(LookaheadPart::Check(step, wire));
    }
}
