//! Records: fields by name or ordinal, or by position for tuples.
//!
//! `spec/Candid.md#records-1`

use super::decoder::Decoder;
use super::label::FieldKey;
use super::plan::fixed::FixedRecord;
use super::plan::want::FieldName;
use super::plan::{
    internal, FieldStep, Op, OrdinalVerdict, OrdinalVerdicts, Plan, RecordNode, TagStep,
    VariantNode,
};
use super::skip;
use super::state::State;
use crate::error::{Error, PathSegment, Result};
use serde::de::{DeserializeSeed, MapAccess, SeqAccess};

/// The fields of a record, in wire order, as they come up.
struct Walk<'a, 'p, 'de> {
    state: &'a mut State<'de>,
    plan: &'p Plan,
    node: &'p RecordNode,
    rest: std::slice::Iter<'p, FieldStep>,
}

impl<'a, 'p, 'de> Walk<'a, 'p, 'de> {
    #[inline]
    fn new(state: &'a mut State<'de>, plan: &'p Plan, node: &'p RecordNode) -> Self {
        Walk {
            state,
            plan,
            node,
            rest: node.fields.iter(),
        }
    }

    /// Returns the next field that is wanted, after skipping those before it that are not.
    #[inline]
    fn next_wanted(&mut self) -> Result<Option<&'p FieldStep>> {
        for field in self.rest.by_ref() {
            if field.step.op != Op::SkipRun {
                return Ok(Some(field));
            }
            skip::skip_run(self.state, self.plan, self.node, field.step)?;
        }
        Ok(None)
    }

    #[inline]
    fn value<S: DeserializeSeed<'de>>(&mut self, field: &FieldStep, seed: S) -> Result<S::Value> {
        seed.deserialize(Decoder {
            state: self.state,
            plan: self.plan,
            step: field.step,
        })
        .map_err(|error| in_field(error, self.state, &field.name))
    }

    /// Reads what the visitor has not asked for: surplus fields; wanted ones are an error.
    #[inline]
    fn finish(&mut self) -> Result<()> {
        match self.next_wanted()? {
            None => Ok(()),
            Some(field) => Err(not_taken(self.node.n_wanted, &field.name)),
        }
    }
}

#[cold]
#[inline(never)]
pub(super) fn in_field(error: Error, state: &State<'_>, name: &FieldName) -> Error {
    state.within(error, PathSegment::Field(name.to_string()))
}

#[cold]
#[inline(never)]
fn not_taken(n_wanted: usize, name: &FieldName) -> Error {
    Error::msg(format_args!(
        "the Rust type takes fewer values than the {n_wanted} fields of its Candid type: \
         field {name} is left over"
    ))
}

/// A record as a map from field names, or ordinals where the visitor takes them, to values.
pub(crate) struct ByField<'a, 'p, 'de> {
    walk: Walk<'a, 'p, 'de>,
    current: Option<&'p FieldStep>,
    by_ordinal: bool,
}

impl<'a, 'p, 'de> ByField<'a, 'p, 'de> {
    #[inline]
    pub(crate) fn new(
        state: &'a mut State<'de>,
        plan: &'p Plan,
        node: &'p RecordNode,
        by_ordinal: bool,
    ) -> Self {
        ByField {
            walk: Walk::new(state, plan, node),
            current: None,
            by_ordinal,
        }
    }

    #[inline]
    pub(crate) fn finish(&mut self) -> Result<()> {
        self.walk.finish()
    }
}

impl<'de> MapAccess<'de> for &mut ByField<'_, '_, 'de> {
    type Error = Error;

    #[inline]
    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>> {
        let Some(field) = self.walk.next_wanted()? else {
            return Ok(None);
        };
        self.current = Some(field);
        seed.deserialize(FieldKey {
            name: &field.name,
            ordinal: field.ordinal,
            by_ordinal: self.by_ordinal,
        })
        .map(Some)
    }

    #[inline]
    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value> {
        match self.current.take() {
            Some(field) => self.walk.value(field, seed),
            None => Err(internal()),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.walk.node.n_wanted)
    }
}

/// A record whose labels are 0, 1, … as a sequence.
pub(crate) struct ByPosition<'a, 'p, 'de> {
    walk: Walk<'a, 'p, 'de>,
}

impl<'a, 'p, 'de> ByPosition<'a, 'p, 'de> {
    #[inline]
    pub(crate) fn new(state: &'a mut State<'de>, plan: &'p Plan, node: &'p RecordNode) -> Self {
        ByPosition {
            walk: Walk::new(state, plan, node),
        }
    }

    #[inline]
    pub(crate) fn finish(&mut self) -> Result<()> {
        self.walk.finish()
    }
}

impl<'de> SeqAccess<'de> for &mut ByPosition<'_, '_, 'de> {
    type Error = Error;

    #[inline]
    fn next_element_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<Option<S::Value>> {
        match self.walk.next_wanted()? {
            Some(field) => self.walk.value(field, seed).map(Some),
            None => Ok(None),
        }
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.walk.node.n_wanted)
    }
}

/// Returns whether a visitor takes the ordinals of the record's fields in place of their names.
#[inline]
pub(crate) fn takes_ordinals<V>(node: &RecordNode, names: &'static [&'static str]) -> bool {
    node.derived.is_some()
        && Ordinals {
            derived: node.derived,
            n_wanted: node.n_wanted,
            verdicts: &node.ordinals,
        }
        .taken_by::<V>(names, |name| {
            node.fields
                .iter()
                .filter(|field| field.step.op != Op::SkipRun)
                .find(|field| is_named(&field.name, name))
                .map(|field| field.ordinal)
        })
}

/// Returns whether a visitor takes the fields of a record of fixed size in the order of their ordinals.
#[inline]
pub(crate) fn takes_fixed_ordinals<V>(
    record: &FixedRecord,
    names: &'static [&'static str],
) -> bool {
    record.derived.is_some()
        && Ordinals {
            derived: record.derived,
            n_wanted: record.fields.len(),
            verdicts: &record.ordinals,
        }
        .taken_by::<V>(names, |name| {
            let ordinal = record
                .fields
                .iter()
                .position(|field| is_named(&field.name, name));
            ordinal.and_then(|ordinal| u32::try_from(ordinal).ok())
        })
}

/// Returns whether a visitor takes the ordinals of the variant's tags in place of their names.
#[inline]
pub(crate) fn takes_tag_ordinals<V>(node: &VariantNode, names: &'static [&'static str]) -> bool {
    node.derived.is_some()
        && Ordinals {
            derived: node.derived,
            n_wanted: node.n_wanted,
            verdicts: &node.ordinals,
        }
        .taken_by::<V>(names, |wanted| {
            // Tags that are not on the wire are never announced; their place is not checked.
            let known = node.tags.iter().find_map(|tag| match tag {
                TagStep::Known { ordinal, name, .. } if is_named(name, wanted) => Some(*ordinal),
                _ => None,
            });
            known.or_else(|| {
                names
                    .iter()
                    .position(|name| *name == wanted)
                    .and_then(|position| u32::try_from(position).ok())
            })
        })
}

fn is_named(name: &FieldName, wanted: &str) -> bool {
    match name {
        FieldName::Static(name) => *name == wanted,
        FieldName::Id(id) => wanted == format!("_{id}_"),
        FieldName::Shared(_) => false,
    }
}

/// What decides whether serde's derived visitor may be handed ordinals.
struct Ordinals<'a> {
    derived: Option<fn() -> &'static str>,
    n_wanted: usize,
    verdicts: &'a OrdinalVerdicts,
}

impl Ordinals<'_> {
    /// Serde's derived field visitors accept the position of a name in the list of names they
    /// announce. That position is our ordinal if the visitor is the one serde derived for the very
    /// declaration that our derive saw and announces exactly our names, in the order of their
    /// ordinals. Not recognising a visitor costs speed only.
    #[inline]
    fn taken_by<V>(
        &self,
        names: &'static [&'static str],
        ordinal_of: impl Fn(&str) -> Option<u32>,
    ) -> bool {
        let visitor = std::any::type_name::<V>();
        let known = self.verdicts.first.get();
        if known.is_on(visitor, names) {
            return known.taken;
        }
        self.taken_by_cold(visitor, names, &ordinal_of)
    }

    #[cold]
    #[inline(never)]
    fn taken_by_cold(
        &self,
        visitor: &'static str,
        names: &'static [&'static str],
        ordinal_of: &dyn Fn(&str) -> Option<u32>,
    ) -> bool {
        let known = self.verdicts.second.get();
        if known.is_on(visitor, names) {
            return known.taken;
        }
        let Some(derived) = self.derived else {
            return false;
        };
        let taken = names.len() == self.n_wanted
            && is_derived_visitor(visitor, derived())
            && names
                .iter()
                .enumerate()
                .all(|(i, name)| ordinal_of(name).map(|ordinal| ordinal as usize) == Some(i));
        let place = match self.verdicts.first.get().visitor {
            0 => &self.verdicts.first,
            _ => &self.verdicts.second,
        };
        place.set(OrdinalVerdict {
            visitor: visitor.as_ptr() as usize,
            names: names.as_ptr() as usize,
            n_names: names.len(),
            taken,
        });
        taken
    }
}

impl OrdinalVerdict {
    #[inline]
    fn is_on(&self, visitor: &'static str, names: &'static [&'static str]) -> bool {
        self.visitor == visitor.as_ptr() as usize
            && self.names == names.as_ptr() as usize
            && self.n_names == names.len()
    }
}

/// Returns whether `visitor` names the visitor in serde's derived `Deserialize` of the Rust type
/// `ty`, as in `…<impl serde_core::de::Deserialize<'_> for app::Account>::deserialize::__Visitor`.
fn is_derived_visitor(visitor: &str, ty: &str) -> bool {
    // Generic arguments are printed in one name and not in the other.
    let base = ty.split('<').next().unwrap_or(ty);
    let mut words = visitor.splitn(4, ' ');
    let (Some(module), Some(derived), Some("for"), Some(rest)) =
        (words.next(), words.next(), words.next(), words.next())
    else {
        return false;
    };
    let derives = derived.split('<').next().unwrap_or(derived);
    if !module.ends_with("<impl") || !derives.ends_with("::Deserialize") {
        return false;
    }
    let Some(rest) = rest.strip_prefix(base) else {
        return false;
    };
    let tail = match rest.strip_prefix(DERIVED_FN) {
        Some(tail) => Some(tail),
        None if rest.starts_with('<') => rest.split_once(DERIVED_FN).map(|(_, tail)| tail),
        None => None,
    };
    // Std's `Result` has an implementation in serde itself, of the same form.
    tail.is_some_and(|tail| {
        tail.starts_with("__Visitor")
            || tail.contains("::__Visitor")
            || (base == "core::result::Result" && tail.starts_with("ResultVisitor<"))
    })
}

/// What follows the type in the name of an item inside a derived `deserialize`.
const DERIVED_FN: &str = ">::deserialize::";

#[cfg(test)]
mod tests {
    use super::is_derived_visitor;

    #[test]
    fn only_serdes_own_visitor_of_the_same_type_is_recognised() {
        let yes = [
            (
                "a::_::<impl serde_core::de::Deserialize<'_> for a::T>::deserialize::__Visitor<'_>",
                "a::T",
            ),
            (
                "a::_::<impl serde::de::Deserialize for a::T>::deserialize::__Visitor",
                "a::T",
            ),
            (
                "a::_::<impl serde_core::de::Deserialize<'_> for a::T<_>>::deserialize::__Visitor<'_, u8>",
                "a::T<u8>",
            ),
            (
                "serde_core::de::impls::<impl serde_core::de::Deserialize<'_> for core::result::Result<_, _>>::deserialize::ResultVisitor<u8, u8>",
                "core::result::Result<u8, u8>",
            ),
            (
                "a::_::<impl serde::de::Deserialize for a::T>::deserialize::<impl serde::de::Visitor for a::__Visitor>::visit_enum::__Visitor",
                "a::T",
            ),
        ];
        let no = [
            (
                "a::_::<impl serde::de::Deserialize for a::Tx>::deserialize::__Visitor",
                "a::T",
            ),
            (
                "a::_::<impl serde::de::Deserialize for a::U>::deserialize::__Visitor",
                "a::T",
            ),
            ("a::MyVisitor", "a::T"),
            (
                "a::<impl serde::de::Deserialize for a::T>::deserialize::Mine",
                "a::T",
            ),
            (
                "a::<impl a::Deserializes for a::T>::deserialize::__Visitor",
                "a::T",
            ),
        ];
        for (visitor, ty) in yes {
            assert!(is_derived_visitor(visitor, ty), "{visitor}");
        }
        for (visitor, ty) in no {
            assert!(!is_derived_visitor(visitor, ty), "{visitor}");
        }
    }
}
