//! Whether values of one type always coerce to another: decides, once per pair, whether an option
//! must walk its payload ahead.
//!
//! `spec/Candid.md#decoding`

use super::keys::KeyMap;
use super::want::{Want, WantView};
use super::Plan;
use crate::de::header::{Entry, WireType};
use crate::error::Result;
use candid_wire::opcode::Primitive;
use std::cell::RefCell;

/// Verdicts that hold for good, by wire type and key of the wanted type.
#[derive(Debug, Default)]
pub(crate) struct Verdicts(RefCell<KeyMap<(u32, usize), bool>>);

impl Plan {
    /// Returns whether some value of type `wire` may fail to coerce to `want`.
    ///
    /// # Errors
    ///
    /// If the wanted type contains one that no value has.
    pub(super) fn may_fail(&self, wire: WireType, want: &Want) -> Result<bool> {
        let mut pending = vec![(wire, want.clone())];
        // Pairs assumed not to fail while the walk goes on: a cycle through data is no failure.
        let mut assumed: Vec<(u32, usize)> = Vec::new();
        let mut fails = false;
        while let Some((wire, want)) = pending.pop() {
            if let WireType::Index(index) = wire {
                let key = (index, want.key());
                let mut verdicts = self.fallible.0.borrow_mut();
                match verdicts.get(&key) {
                    Some(true) => {
                        fails = true;
                        break;
                    }
                    Some(false) => continue,
                    None => {
                        verdicts.insert(key, false);
                        assumed.push(key);
                    }
                }
            }
            if self.fails_here(wire, &want, &mut pending)? {
                fails = true;
                break;
            }
        }
        if fails {
            // What was assumed on the way may depend on the pair that fails.
            let mut verdicts = self.fallible.0.borrow_mut();
            for key in &assumed {
                verdicts.remove(key);
            }
            if let Some(root) = assumed.first() {
                verdicts.insert(*root, true);
            }
        }
        Ok(fails)
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
            (_, Some(Entry::Func { .. } | Entry::Service(_)), WantView::Reference(want, graph)) => {
                !self.is_subtype(wire, &want.ty, graph.env())
            }
            _ => true,
        })
    }
}
