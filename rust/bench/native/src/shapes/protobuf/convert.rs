//! From the shared structs to protobuf messages.

use super::{
    calls, market, Account, Action, Ballot, Cell, Header, Level, Mbo, Mbp1, Mbp10, Motion, Ohlcv,
    Proposal, ProposalInfo, Tally, Trade, Transfer, Upgrade,
};

impl From<market::Header> for Header {
    fn from(hd: market::Header) -> Self {
        Header {
            length: hd.length.into(),
            rtype: hd.rtype.into(),
            publisher_id: hd.publisher_id.into(),
            instrument_id: hd.instrument_id,
            ts_event: hd.ts_event,
        }
    }
}

impl From<&market::Trade> for Trade {
    fn from(trade: &market::Trade) -> Self {
        Trade {
            hd: Some(trade.hd.into()),
            price: trade.price,
            size: trade.size,
            action: trade.action.into(),
            side: trade.side.into(),
            flags: trade.flags.into(),
            depth: trade.depth.into(),
            ts_recv: trade.ts_recv,
            ts_in_delta: trade.ts_in_delta,
            sequence: trade.sequence,
        }
    }
}

impl From<&market::Mbo> for Mbo {
    fn from(mbo: &market::Mbo) -> Self {
        Mbo {
            hd: Some(mbo.hd.into()),
            order_id: mbo.order_id,
            price: mbo.price,
            size: mbo.size,
            flags: mbo.flags.into(),
            channel_id: mbo.channel_id.into(),
            action: mbo.action.into(),
            side: mbo.side.into(),
            ts_recv: mbo.ts_recv,
            ts_in_delta: mbo.ts_in_delta,
            sequence: mbo.sequence,
        }
    }
}

impl From<market::Level> for Level {
    fn from(level: market::Level) -> Self {
        Level {
            bid_px: level.bid_px,
            ask_px: level.ask_px,
            bid_sz: level.bid_sz,
            ask_sz: level.ask_sz,
            bid_ct: level.bid_ct,
            ask_ct: level.ask_ct,
        }
    }
}

impl From<&market::Mbp1> for Mbp1 {
    fn from(mbp1: &market::Mbp1) -> Self {
        Mbp1 {
            trade: Some((&mbp1.trade).into()),
            level: Some(mbp1.level.into()),
        }
    }
}

impl From<&market::Mbp10> for Mbp10 {
    fn from(mbp10: &market::Mbp10) -> Self {
        Mbp10 {
            trade: Some((&mbp10.trade).into()),
            levels: mbp10.levels().map(Level::from).into(),
        }
    }
}

impl From<&market::Ohlcv> for Ohlcv {
    fn from(ohlcv: &market::Ohlcv) -> Self {
        Ohlcv {
            hd: Some(ohlcv.hd.into()),
            open: ohlcv.open,
            high: ohlcv.high,
            low: ohlcv.low,
            close: ohlcv.close,
            volume: ohlcv.volume,
        }
    }
}

/// A `nat` in a field of 64 bits, which all numbers of these shapes fit.
pub fn small(nat: u128) -> u64 {
    u64::try_from(nat).expect("a small number")
}

impl From<&calls::Transfer> for Transfer {
    fn from(transfer: &calls::Transfer) -> Self {
        let bytes = |blob: &Option<serde_bytes::ByteBuf>| blob.as_ref().map(|blob| blob.to_vec());
        Transfer {
            from_subaccount: bytes(&transfer.from_subaccount),
            to: Some(Account {
                owner: transfer.to.owner.as_slice().into(),
                subaccount: bytes(&transfer.to.subaccount),
            }),
            fee: transfer.fee.map(small),
            created_at_time: transfer.created_at_time,
            memo: bytes(&transfer.memo),
            amount: small(transfer.amount),
        }
    }
}

impl From<&calls::Action> for Action {
    fn from(action: &calls::Action) -> Self {
        match action {
            calls::Action::Motion(motion) => Action::Motion(Motion {
                motion_text: motion.motion_text.clone(),
            }),
            calls::Action::Upgrade(upgrade) => Action::Upgrade(Upgrade {
                canister_id: upgrade.canister_id.as_slice().into(),
                arguments: upgrade.arguments.to_vec(),
            }),
        }
    }
}

impl From<&calls::ProposalInfo> for ProposalInfo {
    fn from(info: &calls::ProposalInfo) -> Self {
        let ballot = |(neuron, ballot): &(u64, calls::Ballot)| Ballot {
            neuron: *neuron,
            vote: ballot.vote,
            voting_power: ballot.voting_power,
        };
        let tally = |tally: &calls::Tally| Tally {
            yes: tally.yes,
            no: tally.no,
            total: tally.total,
            timestamp_seconds: tally.timestamp_seconds,
        };
        let proposal = |proposal: &calls::Proposal| Proposal {
            url: proposal.url.clone(),
            title: proposal.title.clone(),
            action: proposal.action.as_ref().map(Action::from),
            summary: proposal.summary.clone(),
        };
        ProposalInfo {
            id: info.id,
            status: info.status,
            topic: info.topic,
            failure_reason: info.failure_reason.clone(),
            ballots: info.ballots.iter().map(ballot).collect(),
            proposal_timestamp_seconds: info.proposal_timestamp_seconds,
            reward_event_round: info.reward_event_round,
            deadline_timestamp_seconds: info.deadline_timestamp_seconds,
            reject_cost_e8s: info.reject_cost_e8s,
            latest_tally: info.latest_tally.as_ref().map(tally),
            reward_status: info.reward_status,
            decided_timestamp_seconds: info.decided_timestamp_seconds,
            proposal: info.proposal.as_deref().map(proposal).map(Box::new),
            proposer: info.proposer,
            executed_timestamp_seconds: info.executed_timestamp_seconds,
        }
    }
}

impl From<&calls::Cell> for Cell {
    fn from(cell: &calls::Cell) -> Self {
        Cell {
            head: cell.head,
            tail: cell.tail.as_deref().map(Cell::from).map(Box::new),
        }
    }
}
