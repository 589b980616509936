//! Values under the labels of the Rust type that reads them: what it reads by an alias has the name itself.

use crate::error::Result;
use crate::schema::expected::{ExpectedFields, ExpectedType, TypeShape};
use crate::types::ty::TypeInner;
use crate::util::stack::StackLimit;
use crate::value::annotate;
use crate::value::model::{IDLField, IDLValue, VariantValue};
use std::collections::{HashMap, HashSet};

impl IDLValue {
    /// Returns the value with the labels of the expected type, where it has others that the type is read by; and with
    /// integers that have no type as what is expected.
    ///
    /// # Errors
    ///
    /// If values are nested too deeply for the stack; if a hand-written type has no values.
    pub(crate) fn under_names_of(&self, expected: &ExpectedType) -> Result<IDLValue> {
        under_names(self, expected, StackLimit::of_this_thread())
    }

    /// Returns whether it contains a reference, whose type the value does not tell.
    pub(crate) fn has_reference(&self) -> bool {
        let mut next = vec![self];
        while let Some(value) = next.pop() {
            match value {
                IDLValue::Func(..) | IDLValue::Service(_) => return true,
                IDLValue::Opt(content) => next.push(content),
                IDLValue::Vec(items) => next.extend(items),
                IDLValue::Record(fields) => next.extend(fields.iter().map(|field| &field.val)),
                IDLValue::Variant(variant) => next.push(&variant.0.val),
                _ => {}
            }
        }
        false
    }
}

fn under_names(
    value: &IDLValue,
    expected: &ExpectedType,
    mut stack: StackLimit,
) -> Result<IDLValue> {
    stack.check()?;
    let inner = |value: &IDLValue, expected: &ExpectedType| under_names(value, expected, stack);
    Ok(match (value, expected.view()?) {
        (IDLValue::Number(text), TypeShape::Primitive(primitive)) => {
            let ty = TypeInner::from_primitive(primitive);
            annotate::number(text, &ty).unwrap_or_else(|_| value.clone())
        }
        (IDLValue::Opt(content), TypeShape::Opt(payload)) => {
            IDLValue::Opt(Box::new(inner(content, &payload)?))
        }
        (_, TypeShape::Opt(payload)) => inner(value, &payload)?,
        (IDLValue::Vec(items), TypeShape::Vec(element)) => {
            let items = items.iter().map(|item| inner(item, &element));
            IDLValue::Vec(items.collect::<Result<_>>()?)
        }
        (IDLValue::Record(fields), TypeShape::Record(expected)) => {
            let targets = fields_by_id(fields, expected);
            let mut renamed = Vec::with_capacity(fields.len());
            for field in fields {
                let target = targets.get(&field.id.get_id());
                renamed.push(under_name(field, target.copied(), expected, &inner)?);
            }
            IDLValue::Record(renamed)
        }
        (IDLValue::Variant(variant), TypeShape::Variant(cases)) => {
            let VariantValue(case, position) = variant;
            let id = case.id.get_id();
            let of_case = |i: &usize| cases.id(*i) == Some(id);
            let of_alias = |i: &usize| cases.aliases(*i).contains(&id);
            let target = (0..cases.len()).find(of_case);
            let target = target.or_else(|| (0..cases.len()).find(of_alias));
            let case = under_name(case, target, cases, &inner)?;
            IDLValue::Variant(VariantValue(Box::new(case), *position))
        }
        _ => value.clone(),
    })
}

/// Returns which expected field reads the field of each id: the one with the id, or else, where none has its own, the
/// one that has it as its first alias there is.
fn fields_by_id(fields: &[IDLField], expected: ExpectedFields<'_>) -> HashMap<u32, usize> {
    let mut targets: HashMap<u32, usize> = (0..expected.len())
        .filter_map(|i| Some((expected.id(i)?, i)))
        .collect();
    if expected.has_aliases() {
        let there: HashSet<u32> = fields.iter().map(|field| field.id.get_id()).collect();
        for i in 0..expected.len() {
            if expected.id(i).is_some_and(|id| there.contains(&id)) {
                continue;
            }
            let aliases = expected.aliases(i).iter();
            if let Some(alias) = aliases.copied().find(|id| there.contains(id)) {
                targets.insert(alias, i);
            }
        }
    }
    targets
}

/// Returns a field or case as the expected one, if there is one.
fn under_name(
    field: &IDLField,
    target: Option<usize>,
    expected: ExpectedFields<'_>,
    inner: &dyn Fn(&IDLValue, &ExpectedType) -> Result<IDLValue>,
) -> Result<IDLField> {
    let expected = match target {
        Some(i) => expected.get(i)?,
        None => None,
    };
    Ok(match expected {
        Some(expected) => IDLField {
            id: if expected.id == field.id.get_id() {
                field.id.clone()
            } else {
                expected.label()
            },
            val: inner(&field.val, &expected.ty)?,
        },
        None => field.clone(),
    })
}
