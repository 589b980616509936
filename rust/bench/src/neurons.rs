//! Neurons of the NNS governance canister, as it lists them.

use crate::nns_types::{
    BallotInfo, DissolveState, Followees, ListNeuronsResponse, Neuron, NeuronId, NeuronInfo,
    ProposalId,
};
use crate::round_trip;
use canbench_rs::{bench, BenchResult};
use candid::Principal;
use serde_bytes::ByteBuf;

const N: u64 = 1000;

fn ballots() -> Vec<BallotInfo> {
    (0..5)
        .map(|id| BallotInfo {
            vote: 1,
            proposal_id: Some(ProposalId { id }),
        })
        .collect()
}

fn neuron(id: u64) -> Neuron {
    Neuron {
        id: Some(NeuronId { id }),
        staked_maturity_e8s_equivalent: Some(0),
        controller: Some(Principal::from_slice(&[7; 29])),
        recent_ballots: ballots(),
        voting_power_refreshed_timestamp_seconds: Some(1_731_628_801),
        kyc_verified: true,
        potential_voting_power: Some(140_400_000),
        neuron_type: None,
        not_for_profit: false,
        maturity_e8s_equivalent: 0,
        deciding_voting_power: Some(140_400_000),
        cached_neuron_stake_e8s: 100_000_000,
        created_timestamp_seconds: 1_620_328_630,
        auto_stake_maturity: Some(true),
        aging_since_timestamp_seconds: 1_620_328_630,
        hot_keys: vec![Principal::from_slice(&[8; 29])],
        account: ByteBuf::from([9; 32]),
        joined_community_fund_timestamp_seconds: None,
        eight_year_gang_bonus_base_e8s: None,
        maturity_disbursements_in_progress: Some(vec![]),
        dissolve_state: Some(DissolveState::DissolveDelaySeconds(252_460_800)),
        followees: vec![
            (
                0,
                Followees {
                    followees: vec![NeuronId { id: 27 }],
                },
            ),
            (
                4,
                Followees {
                    followees: vec![NeuronId { id: 27 }, NeuronId { id: 28 }],
                },
            ),
        ],
        neuron_fees_e8s: 0,
        visibility: Some(1),
        transfer: None,
        known_neuron_data: None,
        spawn_at_timestamp_seconds: None,
    }
}

fn neuron_info(id: u64) -> NeuronInfo {
    NeuronInfo {
        id: Some(NeuronId { id }),
        staked_maturity_e8s_equivalent: Some(0),
        dissolve_delay_seconds: 252_460_800,
        recent_ballots: ballots(),
        voting_power_refreshed_timestamp_seconds: Some(1_731_628_801),
        potential_voting_power: Some(140_400_000),
        neuron_type: None,
        deciding_voting_power: Some(140_400_000),
        created_timestamp_seconds: 1_620_328_630,
        state: 1,
        stake_e8s: 100_000_000,
        joined_community_fund_timestamp_seconds: None,
        eight_year_gang_bonus_base_e8s: None,
        retrieved_at_timestamp_seconds: 1_731_628_900,
        visibility: Some(1),
        known_neuron_data: None,
        voting_power: 140_400_000,
        age_seconds: 111_300_270,
    }
}

pub(crate) fn neurons(n: u64) -> ListNeuronsResponse {
    ListNeuronsResponse {
        neuron_infos: (0..n).map(|id| (id, neuron_info(id))).collect(),
        full_neurons: (0..n).map(neuron).collect(),
        total_pages_available: Some(1),
    }
}

#[bench(raw)]
fn nns_list_neurons() -> BenchResult {
    round_trip(&neurons(N))
}
