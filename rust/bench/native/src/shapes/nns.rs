//! Proposals of the NNS governance canister, at the types of its interface.

use super::foreign::{self, AsBytes};
use borsh::{BorshDeserialize, BorshSerialize};
use ic_principal::Principal;
use serde::{Deserialize, Serialize};

macro_rules! with {
    ($module:ident, $file:literal) => {
        #[allow(clippy::all, missing_docs, reason = "generated")]
        pub mod $module {
            use super::*;

            include!(concat!(env!("OUT_DIR"), "/", $file));

            /// Every seventh adds node providers by a command to a neuron, others are motions and functions of the NNS.
            pub fn proposal(i: u32) -> ProposalInfo {
                let id = u64::from(i);
                let number = |id| NeuronId { id };
                let ballot = |vote, voting_power| Ballot { vote, voting_power };
                let motion = || {
                    Action::Motion(Motion {
                        motion_text: "Shall the minutes of the meetings be published?".into(),
                    })
                };
                let propose = |action| Proposal {
                    url: format!("https://forum.example.org/t/a-motion/{i}"),
                    title: Some("Minutes of meetings".into()),
                    action: Some(action),
                    summary: "Meetings should be documented. Details are in the discussion.".into(),
                };
                let action = match i % 7 {
                    0 => Action::ManageNeuron(ManageNeuron {
                        id: Some(number(id)),
                        command: Some(Command::MakeProposal(Box::new(propose(motion())))),
                        neuron_id_or_subaccount: Some(NeuronIdOrSubaccount::Subaccount(
                            serde_bytes::ByteBuf::from([9; 32]),
                        )),
                    }),
                    1..=3 => Action::ExecuteNnsFunction(ExecuteNnsFunction {
                        nns_function: 17,
                        payload: serde_bytes::ByteBuf::from([5; 100]),
                    }),
                    4 => Action::ApproveGenesisKyc(ApproveGenesisKyc {
                        principals: vec![Principal::from_slice(&[0, 0, 0, 0, 0, 0, 0, 1, 1, 1]); 3],
                    }),
                    _ => motion(),
                };
                ProposalInfo {
                    id: Some(number(id)),
                    status: 4,
                    topic: 4,
                    failure_reason: None,
                    ballots: vec![(1, ballot(1, 140_400_000)), (2, ballot(2, 14_040_000_000))],
                    proposal_timestamp_seconds: 1_620_328_630,
                    reward_event_round: 20,
                    deadline_timestamp_seconds: Some(1_620_928_630),
                    failed_timestamp_seconds: 0,
                    reject_cost_e8s: 100_000_000,
                    derived_proposal_information: None,
                    latest_tally: Some(Tally {
                        no: 14_040_000_000,
                        yes: 140_400_000,
                        total: 14_180_400_000,
                        timestamp_seconds: 1_620_328_640,
                    }),
                    reward_status: 3,
                    decided_timestamp_seconds: 1_620_328_640,
                    proposal: Some(Box::new(propose(action))),
                    proposer: Some(number(id % 100)),
                    executed_timestamp_seconds: 1_620_328_650,
                }
            }
        }
    };
}

with!(ours, "nns_candid.rs");
with!(incumbent, "nns_candid_incumbent.rs");
