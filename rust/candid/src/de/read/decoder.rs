//! The decoder of one value: `{ context, step }`, created for each nested value and passed on.
//!
//! The `enter_` methods read and charge the start of a container. The `visit_` methods, which pass its parts to a
//! visitor, are in `de/serde/visit.rs`.

use crate::de::cost;
use crate::de::errors;
use crate::de::plan::node::{EntryChecks, RecordNode, VecNode};
use crate::de::plan::step::{Op, Step};
use crate::de::plan::Plan;
use crate::de::read::emplace::Emplace;
use crate::de::read::path::in_element;
use crate::de::read::{skip, text};
use crate::de::state::State;
use crate::error::{Error, Result};
use crate::util::mechanisms;
use crate::util::stack::RESERVE;
use candid_wire::text::to_string;

/// The context shared by the decoders of one argument. Each holds it by reference, so that a decoder is two words,
/// passed in registers.
pub(crate) struct Context<'p, 'de> {
    pub(crate) state: &'p mut State<'de>,
    pub(crate) plan: &'p Plan,
}

impl Context<'_, '_> {
    /// Checks the stack and charges the static cost of a record.
    #[inline(always)]
    pub(crate) fn enter_record(&mut self, node: &RecordNode) -> Result<()> {
        match node.checks {
            EntryChecks::Nothing => {}
            EntryChecks::Stack => self.state.stack.check()?,
            EntryChecks::Count => self.state.charge_entry(node)?,
        }
        self.state.budget.charge(node.cost)
    }
}

/// In how many frames a value is between two checks of the stack, at most, in optimised code.
const N_COPIES: usize = 4;

/// Whether they are counted. Unoptimised code has more copies, and a canister a small stack whose end the engine guards.
const COUNTS_COPIES: bool = cfg!(not(any(debug_assertions, target_family = "wasm")));

/// Returns whether the stack is checked for values of a type.
pub(crate) const fn is_large<T>() -> bool {
    COUNTS_COPIES && size_of::<T>() > RESERVE / N_COPIES
}

/// Decodes one value according to its step.
pub struct Decoder<'a, 'p, 'de> {
    pub(crate) cx: &'a mut Context<'p, 'de>,
    pub(crate) step: Step,
}

impl<'a, 'p, 'de> Decoder<'a, 'p, 'de> {
    /// Returns the decoder of a value inside this one.
    #[inline]
    pub(crate) fn child(&mut self, step: Step) -> Decoder<'_, 'p, 'de> {
        Decoder { cx: self.cx, step }
    }

    /// Checks the stack for a value of a large type, of which several frames have a copy.
    pub(crate) fn check_stack_for<T>(&mut self) -> Result<()> {
        let n_bytes = size_of::<T>().saturating_mul(N_COPIES);
        self.cx.state.stack.check_for(n_bytes)
    }

    /// Enters a record: checks the stack and charges the static cost.
    #[inline(always)]
    pub(crate) fn enter_record(&mut self) -> Result<&'p RecordNode> {
        let node = self.cx.plan.record_node(self.step.slot())?;
        self.cx.enter_record(node)?;
        Ok(node)
    }

    /// Enters a vector: reads the length, then checks and charges its static part.
    #[inline]
    pub(crate) fn enter_vec(&mut self) -> Result<(&'p VecNode, usize)> {
        let node = self.cx.plan.vec_node(self.step.slot())?;
        self.cx.state.stack.check()?;
        let len = self.cx.state.reader.read_len()?;
        let state = &mut *self.cx.state;
        match u32::try_from(len) {
            Ok(n) if node.cost_fits_u32 => {
                let n = u64::from(n);
                let total = n
                    .wrapping_mul(node.element_cost)
                    .wrapping_add(cost::CONTAINER);
                state.budget.charge_claimed(total)?;
                if n.wrapping_mul(node.element_min) > state.reader.remaining() as u64 {
                    return Err(state.too_long(len, node.element_min));
                }
            }
            _ => state.enter_unusual_vec(node, len)?,
        }
        Ok((node, len))
    }

    /// Enters a `vec nat8` whose bytes are read one by one: reads the length and charges for them. The container has
    /// already charged `cost::CONTAINER`.
    pub(crate) fn enter_blob(&mut self) -> Result<usize> {
        let state = &mut *self.cx.state;
        let len = state.reader.read_len()?;
        // The same check as where the bytes are taken all at once.
        state.reader.clone().skip_bytes(len)?;
        state.budget.charge(cost::bytes(len))?;
        Ok(len)
    }

    /// Reads the bytes of a `vec nat8`. The container has already charged
    /// `cost::CONTAINER`.
    #[inline]
    pub(crate) fn read_blob(self) -> Result<&'de [u8]> {
        let blob = self.cx.state.reader.read_blob()?;
        self.cx.state.budget.charge(cost::bytes(blob.len()))?;
        Ok(blob)
    }

    /// Reads the bytes of a principal. Returns `None`, consuming nothing, if the next value is not a
    /// principal, or an opaque one.
    #[inline]
    pub(crate) fn try_read_principal(&mut self) -> Option<&'de [u8]> {
        if mechanisms::DIRECT_LEAVES && self.step.is_leaf(Op::Principal) {
            self.cx.state.reader.read_principal_in_place().ok()
        } else {
            None
        }
    }

    /// Reads a text. The container has already charged `cost::text(0)`.
    #[inline]
    pub(crate) fn read_text(self) -> Result<&'de str> {
        let text = text::read_text(&mut self.cx.state.reader)?;
        self.cx.state.budget.charge(cost::bytes(text.len()))?;
        Ok(text)
    }

    /// Reads a text into a `String`. The container has already charged `cost::text(0)`.
    #[inline(always)]
    pub(crate) fn read_string<W: Emplace<String>>(self, wrap: W) -> Result<W::Out> {
        if !mechanisms::TEXTS_BY_WORDS {
            return wrap.wrap_read(self.read_text().map(to_string));
        }
        let state = &mut *self.cx.state;
        match text::try_read_short(&mut state.reader) {
            Some(text) => {
                state.budget.charge(cost::bytes(text.len()))?;
                Ok(wrap.wrap(to_string(text)))
            }
            None => wrap.wrap_read(text::read_string(state)),
        }
    }

    /// Skips the value of a step that yields no value.
    #[inline]
    pub(crate) fn skip_wire(&mut self) -> Result<()> {
        skip::skip(self.cx.state, self.cx.plan, self.step.wire())
    }

    /// Returns the error of a step for which [`Step::is_failure`] is true.
    #[cold]
    #[inline(never)]
    pub(crate) fn mismatch(self) -> Error {
        let Context { state, plan } = self.cx;
        errors::mismatch(plan, self.step, state.full_error_message).at_offset(state.reader.offset())
    }

    /// Returns the error of the first element of a vector whose elements do not coerce.
    #[cold]
    #[inline(never)]
    pub(crate) fn mismatch_of_first(mut self, element: Step) -> Error {
        let error = self.child(element).mismatch();
        in_element(error, self.cx.state, 0)
    }
}
