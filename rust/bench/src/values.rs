//! Configurations and values of the benchmarks: principals, big numbers, and what the NNS governance canister has.

use crate::nns;
use candid::{DecoderConfig, Principal};
use serde_bytes::ByteBuf;

/// Quotas that suffice for every message here.
pub(crate) const DECODING_QUOTA: usize = 25_000_000;
pub(crate) const SKIPPING_QUOTA: usize = 10_000;

/// A configuration with both quotas.
pub(crate) fn with_both_quotas() -> DecoderConfig {
    let mut config = DecoderConfig::new();
    config
        .set_decoding_quota(DECODING_QUOTA)
        .set_skipping_quota(SKIPPING_QUOTA);
    config
}

/// The principal of the four bytes of a number.
pub(crate) fn p4(x: u32) -> Principal {
    Principal::from_slice(&x.to_be_bytes())
}

/// The principal of the eight bytes of a number.
pub(crate) fn p8(x: u64) -> Principal {
    Principal::from_slice(&x.to_be_bytes())
}

/// The LEB128 of a number of 2^20 bytes, all of whose bits are one until the last byte.
pub(crate) fn big_leb128(last: u8) -> Vec<u8> {
    let mut leb = vec![0xff; (1 << 20) - 1];
    leb.push(last);
    leb
}

/// A message with one number.
pub(crate) fn number_message(opcode: u8, leb: &[u8]) -> Vec<u8> {
    let mut message = b"DIDL\x00\x01".to_vec();
    message.push(opcode);
    message.extend_from_slice(leb);
    message
}

pub(crate) fn proposal_info() -> nns::ProposalInfo {
    nns::ProposalInfo {
        id: None,
        status: 42,
        topic: 42,
        failure_reason: None,
        ballots: vec![],
        proposal_timestamp_seconds: 42,
        reward_event_round: 42,
        deadline_timestamp_seconds: Some(42),
        failed_timestamp_seconds: 42,
        reject_cost_e8s: 42,
        derived_proposal_information: None,
        latest_tally: None,
        reward_status: 42,
        decided_timestamp_seconds: 42,
        proposal: None,
        proposer: None,
        executed_timestamp_seconds: 42,
    }
}

pub(crate) fn neuron_info(i: u64) -> nns::NeuronInfo {
    nns::NeuronInfo {
        dissolve_delay_seconds: 15_778_800,
        recent_ballots: (0..100).map(|j| ballot(1, j)).collect(),
        neuron_type: Some(1),
        created_timestamp_seconds: 1_700_000_000,
        state: 1,
        stake_e8s: 10_000_000_000,
        joined_community_fund_timestamp_seconds: Some(1_700_000_000),
        retrieved_at_timestamp_seconds: 1_700_000_000,
        known_neuron_data: Some(nns::KnownNeuronData {
            name: format!("neuron-{i}"),
            description: Some(format!("Known neuron #{i}")),
        }),
        voting_power: 20_000_000_000,
        age_seconds: 31_557_600,
    }
}

pub(crate) fn neuron(i: u64) -> nns::Neuron {
    nns::Neuron {
        id: Some(nns::NeuronId { id: i }),
        staked_maturity_e8s_equivalent: Some(1_000_000),
        controller: Some(p8(i)),
        recent_ballots: (0..100)
            .map(|j| ballot(if j % 2 == 0 { 1 } else { 2 }, j))
            .collect(),
        kyc_verified: true,
        neuron_type: Some(1),
        not_for_profit: false,
        maturity_e8s_equivalent: 500_000,
        cached_neuron_stake_e8s: 10_000_000_000,
        created_timestamp_seconds: 1_700_000_000 + i,
        auto_stake_maturity: Some(true),
        aging_since_timestamp_seconds: 1_700_000_000,
        hot_keys: (0..5)
            .map(|j: u8| Principal::from_slice(&[j; 10]))
            .collect(),
        account: ByteBuf::from(vec![i as u8; 32]),
        joined_community_fund_timestamp_seconds: Some(1_700_000_000),
        dissolve_state: Some(nns::DissolveState::DissolveDelaySeconds(15_778_800)),
        followees: (0..10).map(|topic| (topic, followees())).collect(),
        neuron_fees_e8s: 10_000,
        transfer: Some(nns::NeuronStakeTransfer {
            to_subaccount: ByteBuf::from(vec![0; 32]),
            neuron_stake_e8s: 10_000_000_000,
            from: Some(Principal::from_slice(&[1; 10])),
            memo: 42,
            from_subaccount: ByteBuf::from(vec![0; 32]),
            transfer_timestamp: 1_700_000_000,
            block_height: 1_000_000,
        }),
        known_neuron_data: Some(nns::KnownNeuronData {
            name: format!("neuron-{i}"),
            description: Some(format!("A known neuron #{i}")),
        }),
        spawn_at_timestamp_seconds: None,
    }
}

fn ballot(vote: i32, id: u64) -> nns::BallotInfo {
    nns::BallotInfo {
        vote,
        proposal_id: Some(nns::NeuronId { id }),
    }
}

fn followees() -> nns::Followees {
    nns::Followees {
        followees: (0..5).map(|id| nns::NeuronId { id }).collect(),
    }
}

pub(crate) fn metrics() -> nns::GovernanceCachedMetrics {
    let delays = || (0..20_u64).map(|k| (k, k * 15_778_800));
    let floats: Vec<_> = delays().map(|(k, s)| (s, k as f64 * 1_000_000.0)).collect();
    let counts: Vec<_> = delays().map(|(k, s)| (s, k * 100)).collect();
    nns::GovernanceCachedMetrics {
        total_maturity_e8s_equivalent: 50_000_000_000_000,
        not_dissolving_neurons_e8s_buckets: floats.clone(),
        dissolving_neurons_staked_maturity_e8s_equivalent_sum: 1_000_000_000,
        garbage_collectable_neurons_count: 42,
        dissolving_neurons_staked_maturity_e8s_equivalent_buckets: floats.clone(),
        neurons_with_invalid_stake_count: 3,
        not_dissolving_neurons_count_buckets: counts.clone(),
        ect_neuron_count: 100,
        total_supply_icp: 500_000_000_000_000_000,
        neurons_with_less_than_6_months_dissolve_delay_count: 5_000,
        dissolved_neurons_count: 10_000,
        community_fund_total_maturity_e8s_equivalent: 1_000_000_000_000,
        total_staked_e8s_seed: 2_000_000_000_000,
        total_staked_maturity_e8s_equivalent_ect: 500_000_000,
        total_staked_e8s: 100_000_000_000_000_000,
        not_dissolving_neurons_count: 30_000,
        total_locked_e8s: 80_000_000_000_000_000,
        neurons_fund_total_active_neurons: 200,
        total_staked_maturity_e8s_equivalent: 5_000_000_000_000,
        not_dissolving_neurons_e8s_buckets_ect: floats.clone(),
        total_staked_e8s_ect: 3_000_000_000_000,
        not_dissolving_neurons_staked_maturity_e8s_equivalent_sum: 2_000_000_000,
        dissolved_neurons_e8s: 500_000_000_000,
        dissolving_neurons_e8s_buckets_seed: floats.clone(),
        neurons_with_less_than_6_months_dissolve_delay_e8s: 1_000_000_000_000,
        not_dissolving_neurons_staked_maturity_e8s_equivalent_buckets: floats.clone(),
        dissolving_neurons_count_buckets: counts,
        dissolving_neurons_e8s_buckets_ect: floats.clone(),
        dissolving_neurons_count: 15_000,
        dissolving_neurons_e8s_buckets: floats.clone(),
        total_staked_maturity_e8s_equivalent_seed: 700_000_000,
        community_fund_total_staked_e8s: 5_000_000_000_000,
        not_dissolving_neurons_e8s_buckets_seed: floats,
        timestamp_seconds: 1_700_000_000,
        seed_neuron_count: 500,
    }
}
