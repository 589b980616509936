//! Cases of variants, each charged for together with its payload if that is a record.

use crate::de::direct::{entered, record_cold, FieldStep, Payload, Record};
use crate::de::plan::node::{CaseRecord, CaseStep, EntryChecks, Node, RecordNode};
use crate::de::read::case::charge_case;
use crate::de::read::decoder::{Context, Decoder};
use crate::de::read::path::in_case;
use crate::error::Result;
use crate::util::mechanisms;
use serde::de::VariantAccess as _;
use std::rc::Rc;

impl<'p, 'de> Payload<'_, 'p, 'de> {
    /// Returns the decoder of the payload, and charges for the case.
    ///
    /// # Errors
    ///
    /// If it exceeds a quota.
    #[inline(always)]
    pub fn decoder(&mut self) -> Result<Decoder<'_, 'p, 'de>> {
        self.charge()?;
        let step = self.case.payload.get();
        Ok(Decoder { cx: self.cx, step })
    }

    /// Enters the payload as [`Decoder::record`] does, and charges for the case. The variant has checked the stack.
    ///
    /// # Errors
    ///
    /// Those of [`Decoder::record`], complete with the case if it is the payload that fails.
    #[inline(always)]
    pub fn record<const N: usize>(
        &mut self,
        what: &'static str,
    ) -> Result<(Record<'_, 'p, 'de>, &'p [FieldStep; N])> {
        let node = match self.case.record.get() {
            Some(record) if self.cx.state.budget.try_charge(record.cost) => &record.node,
            _ => enter_record_of_case(self.cx, self.case, what)?,
        };
        entered(self.cx, node)
    }

    /// Reads the payload of a case without a payload, and charges for the case.
    ///
    /// # Errors
    ///
    /// If there is one, or if it exceeds a quota.
    #[inline(always)]
    pub fn unit(mut self) -> Result<()> {
        self.charge()?;
        self.unit_variant()
    }
}

/// Charges for a case whose payload is a record, and enters this. From the second time on, [`Payload::record`] does both at
/// once, if nothing but the two charges is to be done, and both suffice.
#[inline(never)]
fn enter_record_of_case<'p>(
    cx: &mut Context<'p, '_>,
    case: &'p CaseStep,
    what: &'static str,
) -> Result<&'p RecordNode> {
    charge_case(cx, case)?;
    let payload = case.payload.get();
    let node = match record_cold(cx, payload, what) {
        Ok(node) => cx.enter_record(node).map(|()| node),
        Err(error) => Err(error),
    };
    let node = node.map_err(|error| in_case(&case.name, error))?;
    if mechanisms::CASES_AT_ONCE && node.checks != EntryChecks::Count {
        if let Some(Node::Record(node)) = cx.plan.compiled_node(payload.slot()) {
            if let Some(cost) = case.cost.get().checked_add(node.cost) {
                let node = Rc::clone(node);
                let _ = case.record.set(CaseRecord { node, cost });
            }
        }
    }
    Ok(node)
}

#[cfg(test)]
mod tests {
    use crate::de::config::DecoderConfig;
    use crate::de::header::TypeTable;
    use crate::de::plan::Plan;
    use crate::de::read::case::charge_case;
    use crate::de::read::decoder::{Context, Decoder};
    use crate::de::read::emplace::Identity;
    use crate::de::state::budget::Budget;
    use crate::de::state::State;
    use crate::schema::expected::ExpectedType;
    use crate::traits::CandidType;
    use candid_wire::reader::Reader;

    type Pair = (u8, String);
    type Value = std::result::Result<Pair, ()>;

    /// The descriptors of two Rust types may be one, and so their nodes: of an enum with the fields of a record in a case, and
    /// of one with a struct in it.
    #[test]
    fn a_case_costs_the_same_however_its_payload_is_read() {
        let bytes = crate::encode_one::<Value>(Ok((7, "x".into()))).unwrap();
        let mut reader = Reader::new(&bytes);
        let mut config = DecoderConfig::new();
        config.set_decoding_quota(1000);
        let table = TypeTable::read(&mut reader, &config).unwrap();
        let wire = table.args()[0];
        let plan = Plan::new(table);
        let expected = ExpectedType::of_descriptor(Value::__descriptor()).unwrap();
        let step = plan.step(wire.ty, &expected).unwrap();
        let cost = |has_fields: bool| {
            let budget = Budget::new(&config, bytes.len());
            let mut state = State::new(reader.clone(), budget, &config);
            let before = state.budget.n_affordable(1);
            let cx = &mut Context {
                state: &mut state,
                plan: &plan,
            };
            let mut payload = Decoder { cx, step }.variant("a variant").unwrap();
            if has_fields {
                let (mut record, [a, b]) = payload.record::<2>("a case").unwrap();
                assert_eq!(u8::__read_field(&mut record, a).unwrap(), 7);
                assert_eq!(String::__read_field(&mut record, b).unwrap(), "x");
                record.finish().unwrap();
            } else {
                let pair = Pair::__read_with(payload.decoder().unwrap(), Identity);
                assert_eq!(pair.unwrap(), (7, "x".to_owned()));
            }
            assert!(state.reader.is_empty());
            before - state.budget.n_affordable(1)
        };
        let costs = [false, true, true, false, true, false].map(cost);
        assert_eq!(costs, [costs[0]; 6]);
    }
}
