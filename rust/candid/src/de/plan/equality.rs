//! Equality of a type of the wire and an expected type: whether a value's bytes are also its encoding at the expected type.
//!
//! The bytes of a value refer to no type table, so they are the same in each message. Types are compared as infinite trees,
//! by structure; those of references, whose bytes do not depend on them, by subtyping.
//!
//! The table is untrusted, and a nested type may be asked for at each of its levels, so the work is bounded for the whole
//! lifetime of a plan. Where the bound is exceeded the answer is no, and the value is decoded at once.
//!
//! `spec/Candid.md#memory`

use crate::de::header::WireType;
use crate::de::plan::memo::EqualityMemo;
use crate::de::plan::side::{Fields, Shape, Side};
use crate::de::plan::Plan;
use crate::error::Result;
use crate::schema::expected::ExpectedType;
use crate::util::id_map::IdMap;
use crate::util::work_count::count_work;

impl Plan {
    /// Returns whether the types are equal; false if it takes too much work to find out, or if the expected type contains
    /// one without values.
    pub(crate) fn is_equal(&self, wire: WireType, expected: &ExpectedType) -> bool {
        let (left, right) = (Side::Wire(wire), Side::Expected(expected.clone()));
        let key = (left.key(), right.key());
        let memo = self
            .equal
            .get_or_init(|| Box::new(EqualityMemo::new(&self.table)));
        if let Some(known) = memo.verdicts.borrow().get(&key) {
            return *known;
        }
        let found = self.pairs_if_equal(memo, left, right).unwrap_or(None);
        let is_equal = found.is_some();
        let mut verdicts = memo.verdicts.borrow_mut();
        for key in found.unwrap_or_default() {
            verdicts.insert(key, true);
        }
        verdicts.insert(key, is_equal);
        self.note_added();
        is_equal
    }

    /// Returns the keys of the pairs that equal types have at the same places, or `None` if the types are not equal.
    fn pairs_if_equal(
        &self,
        memo: &EqualityMemo,
        left: Side,
        right: Side,
    ) -> Result<Option<Vec<(usize, usize)>>> {
        let mut assumed = IdMap::default();
        let mut all = Vec::new();
        let mut pending = vec![(left, right)];
        while let Some((left, right)) = pending.pop() {
            if let (Some(left), Some(right)) = (left.primitive(), right.primitive()) {
                if left != right {
                    return Ok(None);
                }
                continue;
            }
            let key = (left.key(), right.key());
            if assumed.insert(key, ()).is_some() {
                continue;
            }
            match memo.verdicts.borrow().get(&key) {
                Some(true) => continue,
                Some(false) => return Ok(None),
                None => {}
            }
            if !self.parts_may_be_equal(memo, &left, &right, &mut pending)? {
                return Ok(None);
            }
            // Only the address of a constant is never used again.
            if matches!(&right, Side::Expected(expected) if expected.is_static()) {
                all.push(key);
            }
        }
        Ok(Some(all))
    }

    /// Adds the pairs of parts that must be equal for the types to be, and returns whether nothing else rules it out.
    fn parts_may_be_equal(
        &self,
        memo: &EqualityMemo,
        left: &Side,
        right: &Side,
        pending: &mut Vec<(Side, Side)>,
    ) -> Result<bool> {
        use Shape as S;
        count_work();
        if !memo.work(1) {
            return Ok(false);
        }
        // A record that keeps other fields has to be there when it is written.
        if matches!(right, Side::Expected(expected) if expected.rest_name().is_some()) {
            return Ok(false);
        }
        match (left.shape(&self.table)?, right.shape(&self.table)?) {
            (S::Primitive(left), S::Primitive(right)) => Ok(left == right),
            (S::Opt(left), S::Opt(right)) | (S::Vec(left), S::Vec(right)) => {
                pending.push((left, right));
                Ok(true)
            }
            (S::Record(left), S::Record(right)) | (S::Variant(left), S::Variant(right)) => {
                Ok(memo.work(left.len()) && add_fields(left, right, pending)?)
            }
            (S::Func(_), S::Func(_)) | (S::Service(_), S::Service(_)) => match (left, right) {
                (Side::Wire(wire), Side::Expected(expected)) => self.is_subtype(*wire, expected),
                _ => Ok(false),
            },
            _ => Ok(false),
        }
    }
}

/// Adds the pairs of fields or cases, and returns whether both sides have the same.
fn add_fields(
    left: Fields<'_>,
    right: Fields<'_>,
    pending: &mut Vec<(Side, Side)>,
) -> Result<bool> {
    if left.len() != right.len() {
        return Ok(false);
    }
    for i in 0..left.len() {
        let (Some(left_ty), Some(right_ty)) = (left.ty(i)?, right.ty(i)?) else {
            return Ok(false);
        };
        if left.id(i) != right.id(i) {
            return Ok(false);
        }
        pending.push((left_ty, right_ty));
    }
    Ok(true)
}
