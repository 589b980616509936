//! Which of serde's visitors take the position of a field or tag in place of its name: settled on the first
//! visit of each, by the names of types.

use super::plan::fixed::FixedRecord;
use super::plan::want::FieldName;
use super::plan::{OrdinalVerdict, OrdinalVerdicts, RecordNode, TagStep, VariantNode};
use super::words;

/// What has ordinals that a visitor may take.
pub(crate) trait HasOrdinals {
    fn derived(&self) -> Option<fn() -> &'static str>;
    fn verdicts(&self) -> &OrdinalVerdicts;
    /// Returns whether these are all the names there are, in the order of their ordinals.
    fn are_names(&self, names: &[&str]) -> bool;
}

impl HasOrdinals for RecordNode {
    fn derived(&self) -> Option<fn() -> &'static str> {
        self.derived
    }

    fn verdicts(&self) -> &OrdinalVerdicts {
        &self.ordinals
    }

    fn are_names(&self, names: &[&str]) -> bool {
        // As many as there are, and each at a place of its own: so no place is left over.
        let mut wanted = self.fields.iter();
        names.len() == self.fields.len()
            && wanted.all(|field| is_at(&field.name, field.ordinal as usize, names))
    }
}

impl HasOrdinals for FixedRecord {
    fn derived(&self) -> Option<fn() -> &'static str> {
        self.derived
    }

    fn verdicts(&self) -> &OrdinalVerdicts {
        &self.ordinals
    }

    fn are_names(&self, names: &[&str]) -> bool {
        let mut fields = self.fields.iter().enumerate();
        names.len() == self.fields.len() && fields.all(|(i, field)| is_at(&field.name, i, names))
    }
}

impl HasOrdinals for VariantNode {
    fn derived(&self) -> Option<fn() -> &'static str> {
        self.derived
    }

    fn verdicts(&self) -> &OrdinalVerdicts {
        &self.ordinals
    }

    fn are_names(&self, names: &[&str]) -> bool {
        // Tags that are not on the wire are never announced; their places are not checked.
        names.len() == self.n_wanted
            && self.tags.iter().all(|tag| match tag {
                TagStep::Known(tag) => is_at(&tag.name, tag.ordinal as usize, names),
                TagStep::Unknown { .. } => true,
            })
    }
}

fn is_at(name: &FieldName, ordinal: usize, names: &[&str]) -> bool {
    let Some(found) = names.get(ordinal) else {
        return false;
    };
    match name {
        FieldName::Static(name) => words::equal(name.as_bytes(), found.as_bytes()),
        FieldName::Id(id) => *found == format!("_{id}_"),
        FieldName::Shared(_) => false,
    }
}

/// Returns whether a visitor takes the ordinals of a record's fields, or a variant's tags, in place of their
/// names.
///
/// Serde's derived field visitors accept the position of a name in the list of names they
/// announce. That position is our ordinal if the visitor is the one serde derived for the very
/// declaration that our derive saw and announces exactly our names, in the order of their
/// ordinals. Not recognising a visitor costs speed only.
#[inline(always)]
pub(crate) fn takes_ordinals<V>(of: &impl HasOrdinals, names: &'static [&'static str]) -> bool {
    let visitor = std::any::type_name::<V>();
    let known = of.verdicts().first.get();
    if known.is_on(visitor, names) {
        return known.taken;
    }
    takes_ordinals_cold(of, visitor, names)
}

#[cold]
#[inline(never)]
fn takes_ordinals_cold(
    of: &impl HasOrdinals,
    visitor: &'static str,
    names: &'static [&'static str],
) -> bool {
    let verdicts = of.verdicts();
    let known = verdicts.second.get();
    if known.is_on(visitor, names) {
        return known.taken;
    }
    let taken = match of.derived() {
        Some(derived) => of.are_names(names) && is_derived_visitor(visitor, derived()),
        None => false,
    };
    let place = match verdicts.first.get().visitor {
        0 => &verdicts.first,
        _ => &verdicts.second,
    };
    place.set(OrdinalVerdict {
        visitor: visitor.as_ptr() as usize,
        names: names.as_ptr() as usize,
        taken,
    });
    taken
}

impl OrdinalVerdict {
    #[inline]
    fn is_on(&self, visitor: &'static str, names: &'static [&'static str]) -> bool {
        // A visitor announces the same names each time, so where they begin is enough to tell lists apart.
        self.visitor == visitor.as_ptr() as usize && self.names == names.as_ptr() as usize
    }
}

/// Returns whether `V` is the visitor in serde's derived `Deserialize` of the type `name` in `module`. Settled by the
/// compiler: what is compared are constants. Names of another form only cost speed.
#[inline(always)]
pub(super) fn is_visitor_of<V>(module: &str, name: &str) -> bool {
    let visitor = std::any::type_name::<V>().as_bytes();
    let strip = |from: &'static [u8], prefix: &str| from.strip_prefix(prefix.as_bytes());
    let is = || {
        let rest = strip(strip(visitor, module)?, "::_::<impl serde")?;
        let rest = strip(rest, "_core").unwrap_or(rest);
        let rest = strip(rest, "::de::Deserialize")?;
        let rest = strip(rest, "<'_>").unwrap_or(rest);
        let rest = strip(strip(rest, " for ")?, module)?;
        let rest = strip(strip(rest, "::")?, name)?;
        strip(rest, ">::deserialize::__Visitor")
    };
    is().is_some()
}

/// Returns whether `visitor` names the visitor in serde's derived `Deserialize` of the Rust type
/// `ty`, as in `…<impl serde_core::de::Deserialize<'_> for app::Account>::deserialize::__Visitor`.
fn is_derived_visitor(visitor: &str, ty: &str) -> bool {
    // Generic arguments are printed in one name and not in the other.
    let base = match ty.ends_with('>') {
        true => ty.split('<').next().unwrap_or(ty),
        false => ty,
    };
    is_usual_visitor(visitor, base).unwrap_or(false) || is_derived_visitor_cold(visitor, base)
}

/// Most names, without a search: the implementation is where the type is, or, for std's `Result`, in serde.
fn is_usual_visitor(visitor: &str, base: &str) -> Option<bool> {
    const IMPL: &str = "<impl serde_core::de::Deserialize";
    // The visitor of a variant with fields is inside a method of the one of its enum.
    let visitor = visitor.strip_prefix('<').unwrap_or(visitor);
    let is_result = words::equal(base.as_bytes(), b"core::result::Result");
    let rest = if is_result {
        words::strip(visitor, "serde_core::de::impls::")?
    } else {
        let n = base.bytes().rposition(|byte| byte == b':')?;
        words::strip(words::strip(visitor, base.get(..=n)?)?, "_::")?
    };
    let rest = words::strip(rest, IMPL)?;
    let rest = rest.strip_prefix("<'_>").unwrap_or(rest);
    let rest = words::strip(words::strip(rest, " for ")?, base)?;
    let end = match is_result {
        true => "<_, _>>::deserialize::ResultVisitor<",
        false => ">::deserialize::__Visitor",
    };
    Some(words::strip(rest, end).is_some())
}

#[cold]
#[inline(never)]
fn is_derived_visitor_cold(visitor: &str, base: &str) -> bool {
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
    use super::{is_derived_visitor, is_usual_visitor};

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
        for (visitor, ty) in &yes[..4] {
            let base = ty.split('<').next().unwrap();
            let is_usual = is_usual_visitor(&visitor.replace("serde::", "serde_core::"), base);
            assert_eq!(is_usual == Some(true), !ty.contains("T<"), "{visitor}");
        }
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
