//! The messages of the benchmarks: types whose headers are known beforehand, as bytes in `headers/`.

use crate::big::Big;
use crate::calls::{TransferArg, TransferResult};
use crate::dynamic::Transfer;
use crate::evolution::{Current, Newer, Older, Oldest, Reader, Writer};
use crate::known::{Cell, List};
use crate::market::{Mbo, Mbp1, Mbp10, Ohlcv, Trade};
use crate::nns::{GovernanceCachedMetrics, ListNeuronsResponse, ListProposalInfoResponse};
use crate::records::Wide;
use crate::requests::{AccountResult, LargeAction, UpdateRequest};
use crate::stable::Entry;
use crate::variants::{Large, Receipt, Refusal};
use crate::wire::Wire;
use candid::{Int, Nat, Principal};
use serde_bytes::ByteBuf;
use std::collections::BTreeMap;

/// A message.
pub(crate) trait Message: Wire {
    /// All that stands before the value.
    const HEADER: &'static [u8];
}

macro_rules! messages {
    ($($name:ident: $ty:ty,)*) => {$(
        impl Message for $ty {
            const HEADER: &'static [u8] = include_bytes!(concat!("../headers/", stringify!($name), ".bin"));
        }
    )*};
}
messages! {
    blob: ByteBuf,
    vec_u8: Vec<u8>,
    text: String,
    vec_int16: Vec<i16>,
    vec_nat32: Vec<u32>,
    vec_nat64: Vec<u64>,
    vec_nat: Vec<Nat>,
    nat: Big<Nat>,
    int: Big<Int>,
    btreemap: BTreeMap<String, Nat>,
    option_list: Option<Box<Cell>>,
    variant_list: List,
    transfer: TransferArg,
    transfer_result: TransferResult,
    transfers: Vec<Transfer>,
    trade: Vec<Trade>,
    mbo: Vec<Mbo>,
    mbp1: Vec<Mbp1>,
    mbp10: Vec<Mbp10>,
    ohlcv: Vec<Ohlcv>,
    entry: Entry,
    wide: Vec<Wide>,
    result: Vec<Result<Receipt, Refusal>>,
    large: Vec<Large>,
    proposals: ListProposalInfoResponse,
    metrics: Vec<GovernanceCachedMetrics>,
    neurons: ListNeuronsResponse,
    current: Vec<Current>,
    current: Vec<Older>,
    oldest: Vec<Oldest>,
    oldest: Vec<Newer>,
    services: Vec<Writer>,
    services: Vec<Reader>,
    accounts: Vec<AccountResult>,
    actions: Vec<LargeAction>,
    updates: Vec<UpdateRequest>,
    three_args: (Vec<Principal>, Vec<u64>, Vec<String>),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::calls::transfer;
    use crate::dynamic::transfers;
    use crate::evolution::{current, oldest, service};
    use crate::known::neurons;
    use crate::market::{mbo, mbp1, mbp10, ohlcv, trade};
    use crate::records::wide_records;
    use crate::requests::{accounts, actions, three_args, updates};
    use crate::stable::entry;
    use crate::values::{metrics, proposal_info};
    use crate::variants::{large, results};
    use crate::{decode, encode};
    use candid::{decode_one, encode_args, encode_one, CandidType};
    use serde::de::DeserializeOwned;

    fn option_list_of<const N: usize>(items: [i64; N]) -> Option<Box<Cell>> {
        items.into_iter().fold(None, |tail, i| {
            Some(Box::new(Cell {
                head: Int::from(i),
                tail,
            }))
        })
    }

    fn variant_list_of<const N: usize>(items: [i64; N]) -> List {
        items.into_iter().fold(List::Nil, |tail, i| {
            List::Cons(Int::from(i), Box::new(tail))
        })
    }

    /// Checks that the bytes are candid's, and the value that is read from them is the one that was written.
    /// `UPDATE=1 cargo test` writes the headers; then it must be built anew.
    fn check<T: Message + CandidType>(name: &str, value: &T) {
        check_arguments(name, value, |value| encode_one(value).unwrap());
    }

    fn check_arguments<T: Message>(name: &str, value: &T, encode_by_candid: fn(&T) -> Vec<u8>) {
        let expected = encode_by_candid(value);
        if std::env::var_os("UPDATE").is_some() {
            let mut body = Vec::new();
            value.write(&mut body);
            let header = expected
                .strip_suffix(body.as_slice())
                .unwrap_or_else(|| panic!("{name}"));
            std::fs::write(format!("headers/{name}.bin"), header).unwrap();
            return;
        }
        assert_eq!(encode(value), expected, "{name}");
        assert_eq!(
            encode_by_candid(&decode::<T>(&expected)),
            expected,
            "{name}"
        );
    }

    /// What is read of it at another type is what candid reads of it.
    fn check_evolved<T: Message + CandidType, U>(name: &str, value: &T)
    where
        U: Message + CandidType + DeserializeOwned,
    {
        check::<T>(name, value);
        let bytes = encode_one(value).unwrap();
        if std::env::var_os("UPDATE").is_none() {
            assert_eq!(
                encode_one(decode::<U>(&bytes)).unwrap(),
                encode_one(decode_one::<U>(&bytes).unwrap()).unwrap(),
                "{name}"
            );
        }
    }

    #[test]
    fn the_same_bytes_and_values_as_candid() {
        check::<ByteBuf>("blob", &ByteBuf::from(vec![0x61; 100]));
        check::<Vec<u8>>(
            "vec_u8",
            &(0..300_u32).map(|i| i.to_le_bytes()[0]).collect(),
        );
        check::<String>("text", &"añ".repeat(50));
        check::<Vec<i16>>("vec_int16", &(-150..150).collect());
        check::<Vec<u32>>("vec_nat32", &(u32::MAX - 299..=u32::MAX).collect());
        check::<Vec<u64>>("vec_nat64", &(u64::MAX - 299..=u64::MAX).collect());
        check::<Vec<Nat>>(
            "vec_nat",
            &[0, 1, 127, 128, 1 << 40, u64::MAX].map(Nat::from).to_vec(),
        );
        check::<BTreeMap<String, Nat>>(
            "btreemap",
            &(0..300_u32)
                .map(|i| (i.to_string(), Nat::from(i)))
                .collect(),
        );
        check::<Option<Box<Cell>>>(
            "option_list",
            &option_list_of([0, -1, 63, 64, -64, -65, 1 << 40, -(1 << 40)]),
        );
        check::<List>("variant_list", &variant_list_of([0, -1, 63, 64, -64, -65]));
        check::<TransferArg>("transfer", &transfer());
        check::<TransferResult>("transfer_result", &Ok(Nat::from(987_654_u32)));
        check::<Vec<Transfer>>("transfers", &transfers());
        check::<Vec<Trade>>("trade", &(0..99).map(trade).collect());
        check::<Vec<Mbo>>("mbo", &(0..99).map(mbo).collect());
        check::<Vec<Mbp1>>("mbp1", &(0..99).map(mbp1).collect());
        check::<Vec<Mbp10>>("mbp10", &(0..99).map(mbp10).collect());
        check::<Vec<Ohlcv>>("ohlcv", &(0..99).map(ohlcv).collect());
        check::<Entry>("entry", &entry(3));
        check::<Vec<Wide>>("wide", &wide_records());
        check::<Vec<Result<Receipt, Refusal>>>("result", &results());
        check::<Vec<Large>>("large", &large());
        let proposal_info = vec![proposal_info(); 9];
        check("proposals", &ListProposalInfoResponse { proposal_info });
        check::<Vec<GovernanceCachedMetrics>>("metrics", &vec![metrics(); 9]);
        check::<ListNeuronsResponse>("neurons", &neurons(9));
        check::<Vec<AccountResult>>("accounts", &accounts());
        check::<Vec<LargeAction>>("actions", &actions());
        check::<Vec<UpdateRequest>>("updates", &updates());
        check_arguments(
            "three_args",
            &three_args(),
            |(principals, amounts, memos)| encode_args((principals, amounts, memos)).unwrap(),
        );
        let current = (0..9).map(current).collect();
        check_evolved::<Vec<Current>, Vec<Older>>("current", &current);
        let oldest = (0..9).map(oldest).collect();
        check_evolved::<Vec<Oldest>, Vec<Newer>>("oldest", &oldest);
        let services = (0..9).map(service).collect();
        check_evolved::<Vec<Writer>, Vec<Reader>>("services", &services);
    }
}
