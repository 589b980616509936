//! What canisters say to each other: a transfer, proposals, a ledger's accounts, nested lists.

use super::both;
use super::foreign::{self, AsBytes};
use borsh::{BorshDeserialize, BorshSerialize};
use ic_principal::Principal;
use rkyv::with::Map;
use serde::{Deserialize, Serialize};
use serde_bytes::ByteBuf;
use std::collections::BTreeMap;

both! {
    {
        pub struct Account {
            #[borsh(
                serialize_with = "foreign::serialize",
                deserialize_with = "foreign::deserialize"
            )]
            #[rkyv(with = AsBytes)]
            pub owner: Principal,
            #[borsh(
                serialize_with = "foreign::serialize",
                deserialize_with = "foreign::deserialize"
            )]
            #[rkyv(with = Map<AsBytes>)]
            pub subaccount: Option<ByteBuf>,
        }

        /// The argument of an ICRC-1 transfer. A `u128` is a `nat`.
        pub struct Transfer {
            #[borsh(
                serialize_with = "foreign::serialize",
                deserialize_with = "foreign::deserialize"
            )]
            #[rkyv(with = Map<AsBytes>)]
            pub from_subaccount: Option<ByteBuf>,
            pub to: Account,
            pub fee: Option<u128>,
            pub created_at_time: Option<u64>,
            #[borsh(
                serialize_with = "foreign::serialize",
                deserialize_with = "foreign::deserialize"
            )]
            #[rkyv(with = Map<AsBytes>)]
            pub memo: Option<ByteBuf>,
            pub amount: u128,
        }

        pub struct Ballot {
            pub vote: i32,
            pub voting_power: u64,
        }

        pub struct Tally {
            pub yes: u64,
            pub no: u64,
            pub total: u64,
            pub timestamp_seconds: u64,
        }

        pub struct Motion {
            pub motion_text: String,
        }

        pub struct Upgrade {
            #[borsh(
                serialize_with = "foreign::serialize",
                deserialize_with = "foreign::deserialize"
            )]
            #[rkyv(with = AsBytes)]
            pub canister_id: Principal,
            #[borsh(
                serialize_with = "foreign::serialize",
                deserialize_with = "foreign::deserialize"
            )]
            #[rkyv(with = AsBytes)]
            pub arguments: ByteBuf,
        }

        pub enum Action {
            Motion(Motion),
            Upgrade(Upgrade),
        }

        pub struct Proposal {
            pub url: String,
            pub title: Option<String>,
            pub action: Option<Action>,
            pub summary: String,
        }

        /// In the manner of a governance canister's answer.
        pub struct ProposalInfo {
            pub id: Option<u64>,
            pub status: i32,
            pub topic: i32,
            pub failure_reason: Option<String>,
            pub ballots: Vec<(u64, Ballot)>,
            pub proposal_timestamp_seconds: u64,
            pub reward_event_round: u64,
            pub deadline_timestamp_seconds: Option<u64>,
            pub reject_cost_e8s: u64,
            pub latest_tally: Option<Tally>,
            pub reward_status: i32,
            pub decided_timestamp_seconds: u64,
            pub proposal: Option<Box<Proposal>>,
            pub proposer: Option<u64>,
            pub executed_timestamp_seconds: u64,
        }

        #[rkyv(
            serialize_bounds(
                __S: rkyv::ser::Writer + rkyv::ser::Allocator,
                __S::Error: rkyv::rancor::Source,
            ),
            deserialize_bounds(__D::Error: rkyv::rancor::Source),
            bytecheck(bounds(
                __C: rkyv::validation::ArchiveContext,
                __C::Error: rkyv::rancor::Source,
            ))
        )]
        pub struct Cell {
            pub head: i64,
            #[rkyv(omit_bounds)]
            pub tail: Option<Box<Cell>>,
        }
    }
    {
        pub fn transfer(i: u32) -> Transfer {
            let [a, b, c, d] = i.to_le_bytes();
            Transfer {
                from_subaccount: None,
                to: Account {
                    owner: Principal::from_slice(&[7, a, b, c, d, 1, 2, 3, 4, 5]),
                    subaccount: Some(ByteBuf::from([9; 32])),
                },
                fee: Some(10_000),
                created_at_time: Some(1_700_000_000_000_000_000 + u64::from(i)),
                memo: Some(ByteBuf::from([1, 2, 3, 4, 5, 6, 7, d])),
                amount: 123_456_789 + u128::from(i),
            }
        }

        pub fn proposal(i: u32) -> ProposalInfo {
            let id = u64::from(i);
            let action = if i.is_multiple_of(3) {
                Action::Upgrade(Upgrade {
                    canister_id: Principal::from_slice(&[0, 0, 0, 0, 0, 0, 0, 1, 1, 1]),
                    arguments: ByteBuf::from([5; 100]),
                })
            } else {
                Action::Motion(Motion {
                    motion_text: "Shall the minutes of the meetings be published?".into(),
                })
            };
            let ballot = |vote, voting_power| Ballot { vote, voting_power };
            ProposalInfo {
                id: Some(id),
                status: 4,
                topic: 4,
                failure_reason: None,
                ballots: vec![(1, ballot(1, 140_400_000)), (2, ballot(2, 14_040_000_000))],
                proposal_timestamp_seconds: 1_620_328_630,
                reward_event_round: 20,
                deadline_timestamp_seconds: Some(1_620_928_630),
                reject_cost_e8s: 100_000_000,
                latest_tally: Some(Tally {
                    no: 14_040_000_000,
                    yes: 140_400_000,
                    total: 14_180_400_000,
                    timestamp_seconds: 1_620_328_640,
                }),
                reward_status: 3,
                decided_timestamp_seconds: 1_620_328_640,
                proposal: Some(Box::new(Proposal {
                    url: format!("https://forum.example.org/t/a-motion/{i}"),
                    title: Some("Minutes of meetings".into()),
                    action: Some(action),
                    summary: "Meetings should be documented. Details are in the discussion.".into(),
                })),
                proposer: Some(id % 100),
                executed_timestamp_seconds: 1_620_328_650,
            }
        }

        /// Names of accounts and what they hold: a `nat` each.
        pub fn accounts(n: u32) -> BTreeMap<String, u128> {
            (0..n)
                .map(|i| (format!("account-{i:07}"), u128::from(i) * 1_000_000_007))
                .collect()
        }

        /// A list of `depth` cells, each inside the one before it.
        pub fn list(depth: u32) -> Cell {
            let cell = |tail, i| Cell {
                head: i64::from(i) - 32,
                tail,
            };
            let inner = (1..depth).fold(None, |tail, i| Some(Box::new(cell(tail, i))));
            cell(inner, depth)
        }
    }
}

/// Lists for candid alone. [`ours::Cell`] has an attribute of rkyv, and so is decoded through serde: an attribute of a struct
/// that the derive does not know may be a macro that changes the struct.
pub mod plain {
    use super::*;
    use candid::CandidType;

    /// As [`ours::Cell`].
    #[derive(CandidType, Deserialize, PartialEq)]
    pub struct Cell {
        /// A number.
        pub head: i64,
        /// The rest of the list.
        pub tail: Option<Box<Cell>>,
    }

    /// Returns an equal list.
    pub fn of(cell: &ours::Cell) -> Cell {
        Cell {
            head: cell.head,
            tail: cell.tail.as_deref().map(|tail| Box::new(of(tail))),
        }
    }
}
