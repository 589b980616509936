//! What the NNS governance canister answers: wide records of options and variants.

use crate::nns_types::{
    Action, Ballot, BallotInfo, DissolveState, Followees, ListNeuronsResponse, Motion, Neuron,
    NeuronId, NeuronInfo, Proposal, ProposalId, ProposalInfo, Tally,
};
use crate::round_trip;
use canbench_rs::{bench, BenchResult};
use candid::Principal;
use serde_bytes::ByteBuf;

const N: u64 = 1000;

fn proposal(id: u64) -> ProposalInfo {
    let motion = Motion {
        motion_text: "Shall the foundation publish the minutes of its meetings?".into(),
    };
    let proposal = Proposal {
        url: "https://forum.dfinity.org/t/a-motion/12345".into(),
        title: Some("Minutes of meetings".into()),
        action: Some(Action::Motion(motion)),
        summary:
            "Meetings should be documented for the community. Details are in the linked discussion."
                .into(),
        self_describing_action: None,
    };
    ProposalInfo {
        id: Some(ProposalId { id }),
        status: 4,
        topic: 4,
        failure_reason: None,
        ballots: vec![
            (
                1,
                Ballot {
                    vote: 1,
                    voting_power: 140_400_000,
                },
            ),
            (
                2,
                Ballot {
                    vote: 2,
                    voting_power: 14_040_000_000,
                },
            ),
        ],
        proposal_timestamp_seconds: 1_620_328_630,
        reward_event_round: 20,
        deadline_timestamp_seconds: Some(1_620_928_630),
        failed_timestamp_seconds: 0,
        success_value: None,
        reject_cost_e8s: 100_000_000,
        derived_proposal_information: None,
        latest_tally: Some(Tally {
            no: 14_040_000_000,
            yes: 140_400_000,
            total: 14_180_400_000,
            timestamp_seconds: 1_620_328_640,
        }),
        total_potential_voting_power: Some(14_180_400_000),
        reward_status: 3,
        decided_timestamp_seconds: 1_620_328_640,
        proposal: Some(Box::new(proposal)),
        proposer: Some(NeuronId { id: 2 }),
        executed_timestamp_seconds: 1_620_328_650,
    }
}

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

/// One proposal: mostly what its types cost, which are many.
#[bench(raw)]
fn nns() -> BenchResult {
    round_trip(&proposal(12_345))
}

#[bench(raw)]
fn nns_list_proposal() -> BenchResult {
    round_trip(&(0..N).map(proposal).collect::<Vec<_>>())
}

#[bench(raw)]
fn nns_list_neurons() -> BenchResult {
    round_trip(&ListNeuronsResponse {
        neuron_infos: (0..N).map(|id| (id, neuron_info(id))).collect(),
        full_neurons: (0..N).map(neuron).collect(),
        total_pages_available: Some(1),
    })
}
