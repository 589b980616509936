//! Proposals of the NNS governance canister: wide records of options and variants.

use crate::nns_types::{
    Action, Ballot, Motion, NeuronId, Proposal, ProposalId, ProposalInfo, Tally,
};
use crate::round_trip;
use canbench_rs::{bench, BenchResult};

const N: u64 = 1000;

pub(crate) fn proposal(id: u64) -> ProposalInfo {
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

#[bench(raw)]
fn nns_list_proposal() -> BenchResult {
    round_trip(&(0..N).map(proposal).collect::<Vec<_>>())
}
