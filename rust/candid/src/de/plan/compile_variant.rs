//! Compilation of variant pairs: the assignment of cases on the wire to expected ones, and payloads when they are first read.
//!
//! `spec/Candid.md#variants-1`

use crate::de::cost;
use crate::de::header::{WireField, WireType};
use crate::de::plan::node::{CaseStep, VariantNode, MAX_SHORT_CASES, NOT_COMPILED, UNKNOWN_CASE};
use crate::de::plan::step::{Op, Step};
use crate::de::plan::Plan;
use crate::error::{internal, Result};
use crate::schema::descriptor::Descriptor;
use crate::schema::expected::{static_name, ExpectedFields, ExpectedType, FieldName, TypeShape};
use std::cell::{Cell, OnceCell};

impl Plan {
    /// Merges the cases of both sides, which are sorted by id. `variant` is the step of the pair.
    pub(crate) fn compile_variant(
        &self,
        variant: Step,
        wire_fields: &[WireField],
        expected_fields: Option<ExpectedFields<'_>>,
    ) -> Result<VariantNode> {
        let n_expected = expected_fields.map_or(0, |expected_fields| expected_fields.len());
        self.count_parts(wire_fields.len(), n_expected)?;
        let mut cases = Vec::with_capacity(wire_fields.len());
        let mut has_aliases = None;
        let mut i = 0;
        for case in wire_fields {
            if let Some(ExpectedFields::Static(fields)) = expected_fields {
                // Nearly always, both sides have the same cases.
                if let Some(field) = fields.get(i).filter(|field| field.id == case.id) {
                    let variant = variant.with_case(i).ok_or_else(internal)?;
                    i += 1;
                    let name = static_name(field);
                    cases.push(case_step(
                        variant,
                        NOT_COMPILED,
                        field.ordinal,
                        name,
                        case.ty,
                    ));
                    continue;
                }
            }
            let position = match expected_fields {
                None => Some(0),
                Some(expected) => {
                    while expected.id(i).is_some_and(|id| id < case.id) {
                        i += 1;
                    }
                    if expected.id(i) == Some(case.id) {
                        Some(i)
                    } else if *has_aliases.get_or_insert_with(|| expected.has_aliases()) {
                        expected.by_alias(case.id)
                    } else {
                        None
                    }
                }
            };
            let known = position.zip(expected_fields);
            let name = known.and_then(|(position, expected)| expected.name(position));
            let (name, ordinal) = name.unwrap_or((FieldName::Id(case.id), UNKNOWN_CASE));
            let (payload, cost, ordinal) = match position {
                Some(position) => {
                    let variant = variant.with_case(position).ok_or_else(internal)?;
                    // Cases without a Rust declaration have the greatest ordinal.
                    (variant, NOT_COMPILED, ordinal.min(UNKNOWN_CASE - 1))
                }
                None => (variant, 0, UNKNOWN_CASE),
            };
            cases.push(case_step(payload, cost, ordinal, name, case.ty));
        }
        let more_cases = match cases.len() > MAX_SHORT_CASES {
            true => cases.split_off(MAX_SHORT_CASES),
            false => Vec::new(),
        };
        Ok(VariantNode {
            cases: cases.into(),
            more_cases: more_cases.into(),
        })
    }

    /// Compiles the payload of a case, unless it is compiled or unknown.
    ///
    /// # Errors
    ///
    /// If the expected type of the payload has no values.
    pub(crate) fn compile_case(&self, case: &CaseStep) -> Result<()> {
        if case.cost.get() != NOT_COMPILED {
            return Ok(());
        }
        let variant = case.payload.get();
        let (_, expected) = self.pair(variant.slot()).ok_or_else(internal)?;
        let usual = match expected {
            ExpectedType::Static(Descriptor::Variant(cases)) => {
                let expected = cases.get(variant.case()).ok_or_else(internal)?;
                self.usual_step(case.wire, (expected.ty)())
            }
            _ => None,
        };
        let (payload, inline_cost) = match usual {
            Some(usual) => usual,
            None => {
                let expected = match expected.view()? {
                    TypeShape::Variant(cases) => {
                        cases.child(variant.case())?.ok_or_else(internal)?
                    }
                    _ => ExpectedType::Any,
                };
                let payload = self.step(case.wire, &expected)?;
                (payload, self.inline_cost(&expected, payload))
            }
        };
        // A case without payload is charged for its label alone.
        let inline_cost = match payload.op() {
            Op::Null => 0,
            _ => inline_cost,
        };
        let cost = cost::VARIANT + case.name.cost_len() + inline_cost;
        case.payload.set(payload);
        case.cost.set(cost);
        Ok(())
    }

    /// Compiles the payloads of all cases.
    pub(crate) fn compile_cases(&self, node: &VariantNode) {
        for case in node.cases.iter().chain(&node.more_cases) {
            // What fails is compiled again, and fails, when a value is decoded.
            let _ = self.compile_case(case);
        }
    }
}

#[inline(always)]
fn case_step(payload: Step, cost: u64, ordinal: u32, name: FieldName, wire: WireType) -> CaseStep {
    CaseStep {
        payload: Cell::new(payload),
        cost: Cell::new(cost),
        ordinal,
        name,
        wire,
        record: OnceCell::new(),
    }
}
