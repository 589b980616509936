//! Random values of random types cost at most what their types and lengths say.

use super::{Costs, SCALE};
use crate::de::config::DecoderConfig;
use crate::de::header::TypeTable;
use crate::de::message::IDLDeserialize;
use crate::schema::expected::ExpectedType;
use crate::schema::graph::Graph;
use crate::types::env::TypeEnv;
use crate::types::ty::{Type, TypeInner};
use crate::value::model::{IDLArgs, IDLValue};
use candid_wire::reader::Reader;
use proptest::{prop_assert, proptest};
use random_values::typed_value;
use std::rc::Rc;

#[path = "../../../tests/random_values/mod.rs"]
mod random_values;

/// The length of the type table and of the values, and their cost: dynamic values cost the same as typed ones.
fn cost_of(bytes: &[u8], ty: &Type) -> (usize, usize, usize) {
    let config = DecoderConfig::new();
    let mut reader = Reader::new(bytes);
    let table = TypeTable::read(&mut reader, &config).unwrap();
    let mut quota = DecoderConfig::new();
    quota.set_skipping_quota(usize::MAX);
    let mut message = IDLDeserialize::new_with_config(bytes, &quota).unwrap();
    message.get_value_with_type(&TypeEnv::new(), ty).unwrap();
    let cost = message.get_config().compute_cost(&quota);
    (
        table.len(),
        bytes.len() - table.header_len(),
        cost.skipping_quota.unwrap(),
    )
}

fn is_without_bytes(value: &IDLValue) -> bool {
    match value {
        IDLValue::Null | IDLValue::Reserved => true,
        IDLValue::Record(fields) => fields.iter().all(|field| is_without_bytes(&field.val)),
        _ => false,
    }
}

/// The number of elements without bytes, which count as one byte each.
fn n_without_bytes(value: &IDLValue) -> usize {
    match value {
        IDLValue::Vec(items) => items
            .iter()
            .map(|item| n_without_bytes(item) + usize::from(is_without_bytes(item)))
            .sum(),
        IDLValue::Record(fields) => fields.iter().map(|field| n_without_bytes(&field.val)).sum(),
        IDLValue::Variant(variant) => n_without_bytes(&variant.0.val),
        IDLValue::Opt(payload) => n_without_bytes(payload),
        _ => 0,
    }
}

fn costs_of(ty: &Type, n_entries: usize) -> Costs {
    let (graph, node) = Graph::new(&TypeEnv::new(), ty).unwrap();
    Costs::of(ExpectedType::Node(graph, node), n_entries as u64).unwrap()
}

proptest! {
    #[test]
    fn no_value_costs_more((ty, value) in typed_value(), n in 0usize..50) {
        // Repeated, so that the rate counts and not the constant.
        for (ty, value) in [
            (ty.clone(), value.clone()),
            (TypeInner::Vec(ty).into(), IDLValue::Vec(vec![value; n])),
        ] {
            let n_without_bytes = n_without_bytes(&value);
            let args = IDLArgs { args: vec![value] };
            let bytes = args.to_bytes_with_types(&TypeEnv::new(), std::slice::from_ref(&ty)).unwrap();
            let (n_entries, len, cost) = cost_of(&bytes, &ty);
            let costs = costs_of(&ty, n_entries);
            let bound = costs.excess + costs.rate * (len + n_without_bytes) as i128;
            prop_assert!(cost as i128 * SCALE <= bound, "{}: {} of {}, {}", ty, cost, bound, costs.rate);
        }
    }
}
