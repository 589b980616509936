//! Whether values of one type always coerce to another: decides, once per pair, whether an option
//! must walk its payload ahead.
//!
//! `spec/Candid.md#decoding`

use super::want::{Want, WantView};
use super::Plan;
use crate::de::header::{Entry, WireType};
use crate::error::Result;
use crate::keys::KeyMap;
use candid_wire::opcode::Primitive;
use std::cell::RefCell;

/// Verdicts by wire type and key of the wanted type: each pair is looked at once.
#[derive(Debug, Default)]
pub(crate) struct Verdicts(RefCell<KeyMap<(u32, usize), bool>>);

impl Verdicts {
    pub(super) fn len(&self) -> usize {
        self.0.borrow().len()
    }
}

/// The pairs that one question leads to, and which pair depends on which.
#[derive(Default)]
struct Walk {
    pairs: Vec<Pair>,
    by_key: KeyMap<(u32, usize), usize>,
}

struct Pair {
    key: (u32, usize),
    wire: WireType,
    want: Want,
    /// The pairs that fail if this one does.
    parents: Vec<usize>,
    fails: bool,
}

impl Walk {
    /// Notes that `parent` depends on a pair, which is looked at later if it is new.
    fn add(&mut self, wire: WireType, index: u32, want: Want, parent: Option<usize>) {
        let key = (index, want.key());
        let next = self.pairs.len();
        let pair = *self.by_key.get_or_insert_with(key, || next);
        if pair == self.pairs.len() {
            self.pairs.push(Pair {
                key,
                wire,
                want,
                parents: Vec::new(),
                fails: false,
            });
        }
        if let Some(pair) = self.pairs.get_mut(pair) {
            pair.parents.extend(parent);
        }
    }

    /// Marks a pair and all that depend on it.
    fn fail(&mut self, pair: usize) {
        let mut pending = vec![pair];
        while let Some(pair) = pending.pop() {
            if let Some(pair) = self.pairs.get_mut(pair) {
                if !std::mem::replace(&mut pair.fails, true) {
                    pending.extend_from_slice(&pair.parents);
                }
            }
        }
    }
}

impl Plan {
    /// Returns whether some value of type `wire` may fail to coerce to `want`.
    ///
    /// A pair fails if it does by itself or a pair of its parts does; a cycle through data is no
    /// failure. The walk visits each pair once, ever, and failures spread backwards from where they
    /// are, so the work is linear in the types.
    ///
    /// # Errors
    ///
    /// If the wanted type contains one that no value has.
    pub(super) fn may_fail(&self, wire: WireType, want: &Want) -> Result<bool> {
        let WireType::Index(index) = wire else {
            return self.fails_here(wire, want, &mut Vec::new());
        };
        let root = (index, want.key());
        if let Some(verdict) = self.fallible.0.borrow().get(&root) {
            return Ok(*verdict);
        }
        let mut walk = Walk::default();
        walk.add(wire, index, want.clone(), None);
        let mut failing = Vec::new();
        let mut next = 0;
        while let Some(pair) = walk.pairs.get(next) {
            let (wire, want) = (pair.wire, pair.want.clone());
            let mut parts = Vec::new();
            let mut fails = self.fails_here(wire, &want, &mut parts)?;
            for (wire, want) in parts {
                match wire {
                    WireType::Primitive(_) => {
                        fails |= self.fails_here(wire, &want, &mut Vec::new())?;
                    }
                    WireType::Index(index) => {
                        let known = self.fallible.0.borrow().get(&(index, want.key())).copied();
                        match known {
                            Some(verdict) => fails |= verdict,
                            None => walk.add(wire, index, want, Some(next)),
                        }
                    }
                }
            }
            if fails {
                failing.push(next);
            }
            next += 1;
        }
        for pair in failing {
            walk.fail(pair);
        }
        let mut verdicts = self.fallible.0.borrow_mut();
        for pair in walk.pairs {
            verdicts.insert(pair.key, pair.fails);
        }
        Ok(verdicts.get(&root).copied().unwrap_or(true))
    }

    /// Looks at one pair; the pairs of its parts that decide go to `pending`.
    fn fails_here(
        &self,
        wire: WireType,
        want: &Want,
        pending: &mut Vec<(WireType, Want)>,
    ) -> Result<bool> {
        let view = want.view()?;
        let primitive = match wire {
            WireType::Primitive(primitive) => Some(primitive),
            WireType::Index(_) => None,
        };
        Ok(match (primitive, self.table.entry(wire), view) {
            (_, _, WantView::Primitive(Primitive::Reserved) | WantView::Opt(_)) => false,
            (_, _, WantView::AsIs) => false,
            // There are no values that could fail.
            (Some(Primitive::Empty), _, _) => false,
            (Some(have), _, WantView::Primitive(want)) => {
                have != want && (have, want) != (Primitive::Nat, Primitive::Int)
            }
            (_, Some(Entry::Service(_)), WantView::Primitive(Primitive::Principal)) => false,
            (_, Some(Entry::Vec(element)), WantView::Vec(want)) => {
                pending.push((element, want));
                false
            }
            (_, Some(Entry::Record(range)), WantView::Record(wanted)) => {
                let mut fields = self.table.fields(range).iter().peekable();
                for i in 0..wanted.len() {
                    let Some(want) = wanted.get(i)? else { break };
                    while fields.next_if(|field| field.id < want.id).is_some() {}
                    match fields.next_if(|field| field.id == want.id) {
                        Some(field) => pending.push((field.ty, want.want)),
                        None if want.want.is_optional() => {}
                        None => return Ok(true),
                    }
                }
                false
            }
            (_, Some(Entry::Variant(range)), WantView::Variant(wanted)) => {
                let mut i = 0;
                for tag in self.table.fields(range) {
                    while wanted.id(i).is_some_and(|id| id < tag.id) {
                        i += 1;
                    }
                    match wanted.get(i)? {
                        Some(want) if want.id == tag.id => pending.push((tag.ty, want.want)),
                        _ => return Ok(true),
                    }
                }
                false
            }
            (_, Some(Entry::Func { .. } | Entry::Service(_)), WantView::Reference(..)) => {
                !self.is_subtype(wire, want)?
            }
            _ => true,
        })
    }
}
