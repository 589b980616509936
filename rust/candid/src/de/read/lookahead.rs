//! Lookahead into the payloads of options whose types do not determine whether they coerce.
//!
//! It happens once, from the outermost such option, and the verdicts on the inner ones are remembered. The work is
//! proportional to the bytes inspected (`plan/lookahead.rs`), each of which is decoded or skipped, and charged,
//! afterwards: so nothing is charged here.

use crate::de::header::WireType;
use crate::de::plan::node::{Coercibility, Lookahead, LookaheadPart, OptNode};
use crate::de::plan::step::{Op, Step};
use crate::de::plan::Plan;
use crate::de::read::case::read_case;
use crate::de::read::skip;
use crate::de::state::verdicts::Verdict;
use crate::de::state::State;
use crate::error::{internal, Result};
use crate::util::work_count::count_work;

/// Returns whether the next payload coerces: from the types, from a remembered verdict, or by lookahead.
///
/// # Errors
///
/// If it is malformed or nested too deeply.
pub(crate) fn coerces(
    state: &mut State<'_>,
    plan: &Plan,
    slot: u32,
    node: &OptNode,
) -> Result<bool> {
    let (step, wire) = match plan.coercibility(node.payload, node.wire)? {
        Coercibility::Coerces => return Ok(true),
        Coercibility::Fails => return Ok(false),
        Coercibility::Depends(step, wire) => (step, wire),
    };
    let offset = state.reader.offset();
    if let Some(verdict) = state.take_verdict(offset, slot) {
        return Ok(verdict);
    }
    let mut check = PayloadCheck {
        state: state.fork(),
        plan,
        verdicts: Vec::new(),
    };
    let verdict = check.inspect(step, wire)?;
    if verdict {
        // No verdicts are lost: lookahead for an outer option would have recorded this one.
        state.set_verdicts(check.verdicts);
    }
    Ok(verdict)
}

/// Inspects a value to decide whether it coerces, and reads it to its end in any case.
struct PayloadCheck<'p, 'de> {
    state: State<'de>,
    plan: &'p Plan,
    /// The verdicts on the options seen, in order.
    verdicts: Vec<Verdict>,
}

impl PayloadCheck<'_, '_> {
    /// Inspects a value of type `wire`. Fails only on malformed bytes.
    fn value(&mut self, step: Step, wire: WireType) -> Result<bool> {
        match self.plan.coercibility(step, wire)? {
            Coercibility::Coerces => self.skip(wire).map(|()| true),
            Coercibility::Fails => self.skip(wire).map(|()| false),
            Coercibility::Depends(step, wire) => self.inspect(step, wire),
        }
    }

    /// Inspects a value for which [`Coercibility::Depends`] returned this step and type.
    fn inspect(&mut self, step: Step, wire: WireType) -> Result<bool> {
        count_work();
        self.state.stack.check()?;
        match step.op() {
            Op::Opt | Op::OptOfValue => self.opt(step).map(|()| true),
            Op::Record => self.record(step),
            Op::Variant => self.variant(step),
            Op::Vec => self.vec(step, wire),
            _ => Err(internal()),
        }
    }

    fn skip(&mut self, wire: WireType) -> Result<()> {
        skip::skip_uncharged(&mut self.state, self.plan, wire)
    }

    fn opt(&mut self, step: Step) -> Result<()> {
        let slot = step.slot();
        let node = self.plan.opt_node(slot)?;
        if step.is_opt() && !self.state.reader.read_opt_tag()? {
            return Ok(());
        }
        let (step, wire) = match self.plan.coercibility(node.payload, node.wire)? {
            Coercibility::Coerces | Coercibility::Fails => return self.skip(node.wire),
            Coercibility::Depends(step, wire) => (step, wire),
        };
        if !node.must_check {
            // The option coerces, but options inside it may have to be checked.
            return self.inspect(step, wire).map(|_| ());
        }
        let own = self.verdicts.len();
        self.verdicts.push(Verdict {
            offset: self.state.reader.offset(),
            slot,
            coerces: true,
        });
        if !self.inspect(step, wire)? {
            // The verdicts found inside are skipped with it.
            self.verdicts.truncate(own + 1);
            if let Some(verdict) = self.verdicts.get_mut(own) {
                verdict.coerces = false;
            }
        }
        Ok(())
    }

    fn record(&mut self, step: Step) -> Result<bool> {
        let Lookahead::Parts(parts) = self.plan.lookahead(step)? else {
            return Err(internal());
        };
        let mut coerces = true;
        for part in parts.iter() {
            match *part {
                LookaheadPart::Skip(part) => {
                    skip::skip_parts_uncharged(&mut self.state, self.plan, &[part])?;
                }
                LookaheadPart::Check(step, wire) if coerces => {
                    coerces = self.inspect(step, wire)?
                }
                LookaheadPart::Check(_, wire) => self.skip(wire)?,
            }
        }
        Ok(coerces)
    }

    fn variant(&mut self, step: Step) -> Result<bool> {
        let node = self.plan.variant_node(step.slot())?;
        let case = read_case(&mut self.state, node)?;
        if case.is_known() {
            self.plan.compile_case(case)?;
            self.value(case.payload.get(), case.wire)
        } else {
            self.skip(case.wire).map(|()| false)
        }
    }

    fn vec(&mut self, step: Step, wire: WireType) -> Result<bool> {
        let node = self.plan.vec_node(step.slot())?;
        let Some(element) = skip::element(self.plan, wire) else {
            return Err(internal());
        };
        let coercibility = match self.plan.coercibility(node.element, element)? {
            // No element needs a verdict.
            Coercibility::Coerces => return self.skip(wire).map(|()| true),
            coercibility => coercibility,
        };
        let len = self.state.reader.read_len()?;
        self.state.check_len(len, node.element_min)?;
        let mut coerces = true;
        // Elements without bytes are all equal, and their types determine whether they coerce.
        let n_inspected = match node.element_min {
            0 => len.min(1),
            _ => len,
        };
        for _ in 0..n_inspected {
            coerces = match coercibility {
                Coercibility::Depends(step, wire) if coerces => self.inspect(step, wire)?,
                _ => self.skip(element).map(|()| false)?,
            };
        }
        Ok(coerces)
    }
}
