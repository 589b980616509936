//! The types of the benchmarks, one line of code after the other.

use crate::calls::{Account, TransferArg, TransferError};
use crate::dynamic::{Kind, Transfer};
use crate::known::{Cell, List};
use crate::market::{Header, Level, Mbo, Mbp1, Mbp10, Ohlcv, Trade};
use crate::nns::{
    Ballot, BallotInfo, DerivedProposalInformation, DissolveState, Followees,
    GovernanceCachedMetrics, GovernanceError, KnownNeuronData, ListNeuronsResponse,
    ListProposalInfoResponse, Neuron, NeuronId, NeuronInfo, NeuronStakeTransfer, Proposal,
    ProposalInfo, Tally,
};
use crate::records::Wide;
use crate::requests::{AccountError, AccountResponse, AccountResult, LargeAction, UpdateRequest};
use crate::stable::Entry;
use crate::variants::{Large, Receipt, Refusal};
use crate::wire::{read_fixed, write_fixed, Fixed, Reader, Wire};

fixed_record!(Header, 16: ts_event publisher_id length instrument_id rtype);
fixed_record!(Trade, 48: hd flags action ts_in_delta side size price ts_recv depth sequence);
fixed_record!(Mbo, 56: hd flags channel_id action ts_in_delta side size order_id price ts_recv sequence);
fixed_record!(Level, 32: ask_ct ask_px ask_sz bid_ct bid_px bid_sz);
fixed_record!(Mbp1, 80: trade level);
fixed_record!(Mbp10, 368: trade levels);
fixed_record!(Ohlcv, 56: hd low high close open volume);
fixed_record!(Entry, 26: id updated_at balance kind frozen);

/// A tuple of ten levels.
type Levels = (
    Level,
    Level,
    Level,
    Level,
    Level,
    Level,
    Level,
    Level,
    Level,
    Level,
);

impl Fixed for Levels {
    const SIZE: usize = 320;
    #[inline(always)]
    fn put(&self, to: &mut &mut [u8]) -> Option<()> {
        let (a, b, c, d, e, f, g, h, i, j) = self;
        for level in [a, b, c, d, e, f, g, h, i, j] {
            level.put(to)?;
        }
        Some(())
    }
    #[inline(always)]
    fn get(reader: &mut Reader<'_>) -> Option<Self> {
        let mut level = || Level::get(reader);
        Some((
            level()?,
            level()?,
            level()?,
            level()?,
            level()?,
            level()?,
            level()?,
            level()?,
            level()?,
            level()?,
        ))
    }
}

record!(Cell: head tail);
variant!(List: 0 Nil, 1 Cons(head tail));

record!(Account: owner subaccount);
record!(TransferArg: to fee memo from_subaccount created_at_time amount);
variant!(TransferError:
    0 GenericError { message error_code },
    1 TemporarilyUnavailable,
    2 BadBurn { min_burn_amount },
    3 Duplicate { duplicate_of },
    4 BadFee { expected_fee },
    5 CreatedInFuture { ledger_time },
    6 TooOld,
    7 InsufficientFunds { balance }
);

record!(Transfer: id to fee is_final from kind memo amount);
variant!(Kind: 0 Burn { block }, 1 Mint, 2 Transfer(n));

record!(Receipt: fee block_index memo);
variant!(Refusal: 0 Duplicate { of }, 1 TooOld, 2 Other(text), 3 InsufficientFunds { balance });
variant!(Large:
    0 Mu(value),
    1 Nu(value),
    2 Pi(value),
    3 Xi { x y },
    4 Chi(value),
    5 Eta(value),
    6 Phi(value),
    7 Psi(value),
    8 Rho(value),
    9 Tau { x y },
    10 Quebec(value),
    11 Sigma(value),
    12 November(value),
    13 Upsilon,
    14 Victor(value),
    15 Omicron,
    16 Gamma(value),
    17 Foxtrot,
    18 Alfa,
    19 Beta(value),
    20 Echo { x y },
    21 Golf(value),
    22 Iota { x y },
    23 Kilo,
    24 Lima(value),
    25 Mike(value),
    26 Papa,
    27 Xray(value),
    28 Zeta(value),
    29 Zulu,
    30 Juliett { x y },
    31 Bravo(value),
    32 India(value),
    33 Delta(value),
    34 Kappa,
    35 Whiskey(value),
    36 Epsilon,
    37 Romeo(value),
    38 Uniform,
    39 Lambda(value),
    40 Digamma { x y },
    41 Charlie(value),
    42 Tango { x y },
    43 Theta(value),
    44 Alpha(value),
    45 Yankee { x y },
    46 Hotel(value),
    47 Omega { x y },
    48 Oscar { x y },
    49 Sierra(value)
);

record!(Wide: fee tax region height status closed modified_at deleted country balance block_index customer owner invoice kind memo note rate generation minted delegate reference quota description deadline created_at label limit score version comment approved ledger currency nonce account supply discount checksum category frozen priority confirmed identifier revision amount burned expires_at sequence parent);

record!(NeuronId: id);
record!(ProposalInfo: id status topic failure_reason ballots proposal_timestamp_seconds reward_event_round deadline_timestamp_seconds failed_timestamp_seconds reject_cost_e8s derived_proposal_information latest_tally reward_status decided_timestamp_seconds proposal proposer executed_timestamp_seconds);
record!(Followees: followees);
record!(BallotInfo: vote proposal_id);
record!(KnownNeuronData: name description);
record!(NeuronStakeTransfer: to_subaccount neuron_stake_e8s from memo from_subaccount transfer_timestamp block_height);
record!(Neuron: id staked_maturity_e8s_equivalent controller recent_ballots kyc_verified neuron_type not_for_profit maturity_e8s_equivalent cached_neuron_stake_e8s created_timestamp_seconds auto_stake_maturity aging_since_timestamp_seconds hot_keys account joined_community_fund_timestamp_seconds dissolve_state followees neuron_fees_e8s transfer known_neuron_data spawn_at_timestamp_seconds);
record!(NeuronInfo: dissolve_delay_seconds recent_ballots neuron_type created_timestamp_seconds state stake_e8s joined_community_fund_timestamp_seconds retrieved_at_timestamp_seconds known_neuron_data voting_power age_seconds);
record!(ListNeuronsResponse: neuron_infos full_neurons);
record!(ListProposalInfoResponse: proposal_info);
record!(GovernanceCachedMetrics: total_maturity_e8s_equivalent not_dissolving_neurons_e8s_buckets dissolving_neurons_staked_maturity_e8s_equivalent_sum garbage_collectable_neurons_count dissolving_neurons_staked_maturity_e8s_equivalent_buckets neurons_with_invalid_stake_count not_dissolving_neurons_count_buckets ect_neuron_count total_supply_icp neurons_with_less_than_6_months_dissolve_delay_count dissolved_neurons_count community_fund_total_maturity_e8s_equivalent total_staked_e8s_seed total_staked_maturity_e8s_equivalent_ect total_staked_e8s not_dissolving_neurons_count total_locked_e8s neurons_fund_total_active_neurons total_staked_maturity_e8s_equivalent not_dissolving_neurons_e8s_buckets_ect total_staked_e8s_ect not_dissolving_neurons_staked_maturity_e8s_equivalent_sum dissolved_neurons_e8s dissolving_neurons_e8s_buckets_seed neurons_with_less_than_6_months_dissolve_delay_e8s not_dissolving_neurons_staked_maturity_e8s_equivalent_buckets dissolving_neurons_count_buckets dissolving_neurons_e8s_buckets_ect dissolving_neurons_count dissolving_neurons_e8s_buckets total_staked_maturity_e8s_equivalent_seed community_fund_total_staked_e8s not_dissolving_neurons_e8s_buckets_seed timestamp_seconds seed_neuron_count);
variant!(DissolveState: 0 DissolveDelaySeconds(seconds), 1 WhenDissolvedTimestampSeconds(seconds));

/// What no proposal of the benchmarks has.
macro_rules! absent {
    ($($ty:ident)*) => {$(
        impl Wire for $ty {
            fn write(&self, _: &mut Vec<u8>) {
                unreachable!("nothing in the benchmarks has this");
            }
            fn read(_: &mut Reader<'_>) -> Option<Self> {
                None
            }
        }
    )*};
}
absent!(Ballot DerivedProposalInformation GovernanceError Proposal Tally);

record!(AccountResponse: balance_fake balance_real overdraft_limit name balance_ledger account last_update);
variant!(AccountError:
    0 AccountNotFound,
    1 InsufficientBalance { needed available },
    2 NotAuthorized(principal),
    3 InternalError(text)
);
variant!(AccountResult: 0 Ok(response), 1 Err(error));
variant!(LargeAction:
    0 SetAdmin(principal),
    1 Approve { amount expires_at spender },
    2 Burn { amount },
    3 Upgrade(module),
    4 Mint { to amount },
    5 Reject(id),
    6 Vote { vote proposal_id },
    7 Pause,
    8 SetMetadata { key value },
    9 Unpause,
    10 RemoveMinter(principal),
    11 Execute(id),
    12 SetFee(fee),
    13 AddMinter(principal),
    14 CreateProposal { url title summary },
    15 Transfer { to from memo amount },
    16 DisburseNeuron { to amount neuron_id },
    17 SetLogo(text),
    18 SetName(text),
    19 RegisterNeuron { dissolve_delay stake },
    20 SetSymbol(text)
);
record!(UpdateRequest: description expiration target_balance account spending_limit);
