//! The bench canister: the 22 benchmarks that figures of the published candid exist for, with their types and values.
//!
//! The configuration and the values are made before the measured part begins. A decoded value is dropped at the end of
//! the statement that decodes it, within the scope; a message at the end of the measured part, in no scope. Types are
//! declared inside the functions, as in the originals: elsewhere, the compiler inlines other parts of candid 0.10.39.
//! What only this repository measures is in `../further`.

#[path = "../generated/nns_types.rs"]
mod nns;
mod values;

use canbench_rs::{bench, bench_fn, bench_scope, BenchResult};
use candid::types::value::{IDLArgs, IDLValue};
use candid::types::{Function, Type, TypeEnv, TypeInner};
use candid::{CandidType, Decode, DecoderConfig, Deserialize, Encode, Int, Nat, Principal};
use candid_parser::utils::CandidSource;
use serde_bytes::ByteBuf;
use std::collections::BTreeMap;
use values::{p4, p8, with_both_quotas, DECODING_QUOTA, SKIPPING_QUOTA};

/// How many elements a long vector has.
const N: usize = 1 << 21;
/// The interface of the NNS governance canister, and an argument of `manage_neuron` as text.
const INTERFACE: &str = include_str!("../generated/nns_governance.did");
const ARGUMENT: &str = include_str!("../generated/nns_argument.txt");

/// Encodes values and decodes them at types. A macro, so that each benchmark has code of its own, as by hand.
macro_rules! round_trip {
    ($config:expr, ($($value:expr),+), $($ty:ty),+) => {{
        let config = $config;
        bench_fn(|| {
            let bytes = {
                let _scope = bench_scope("1. Encoding");
                Encode!($($value),+).unwrap()
            };
            {
                let _scope = bench_scope("2. Decoding");
                Decode!([config]; &bytes, $($ty),+).unwrap();
            }
        })
    }};
}

#[bench(raw)]
fn blob() -> BenchResult {
    let bytes = vec![0x61_u8; N];
    round_trip!(with_both_quotas(), (&ByteBuf::from(bytes)), ByteBuf)
}

#[bench(raw)]
fn text() -> BenchResult {
    let text = "a".repeat(N);
    round_trip!(with_both_quotas(), (&text), String)
}

#[bench(raw)]
fn vec_int16() -> BenchResult {
    let numbers = vec![-1_i16; N];
    round_trip!(with_both_quotas(), (&numbers), Vec<i16>)
}

#[bench(raw)]
fn vec_nat() -> BenchResult {
    let numbers: Vec<Nat> = (0..1_u64 << 18).map(Nat::from).collect();
    round_trip!(with_both_quotas(), (&numbers), Vec<Nat>)
}

#[bench(raw)]
fn vec_nat64() -> BenchResult {
    let numbers: Vec<u64> = (0..N as u64).collect();
    round_trip!(with_both_quotas(), (&numbers), Vec<u64>)
}

#[bench(raw)]
fn vec_nat32() -> BenchResult {
    let numbers: Vec<u32> = (0..N as u32).collect();
    round_trip!(with_both_quotas(), (&numbers), Vec<u32>)
}

#[bench(raw)]
fn btreemap() -> BenchResult {
    let map: BTreeMap<String, Nat> = (0..1_u32 << 20)
        .map(|i| (i.to_string(), Nat::from(i)))
        .collect();
    round_trip!(with_both_quotas(), (&map), BTreeMap<String, Nat>)
}

#[bench(raw)]
fn option_list() -> BenchResult {
    #[derive(CandidType, Deserialize)]
    struct List {
        head: Int,
        tail: Option<Box<List>>,
    }
    let list: Option<Box<List>> = (0..2048).fold(None, |tail, x| {
        let head = Int::from(x);
        Some(Box::new(List { head, tail }))
    });
    round_trip!(with_both_quotas(), (&list), Option<Box<List>>)
}

#[bench(raw)]
fn variant_list() -> BenchResult {
    #[derive(CandidType, Deserialize)]
    enum VariantList {
        Nil,
        Cons(Int, Box<VariantList>),
    }
    let list = (0..2048).fold(VariantList::Nil, |tail, x| {
        VariantList::Cons(Int::from(x), Box::new(tail))
    });
    round_trip!(with_both_quotas(), (&list), VariantList)
}

#[bench(raw)]
fn nns() -> BenchResult {
    let config = with_both_quotas();
    let source = CandidSource::Text(INTERFACE);
    bench_fn(|| {
        let scope = bench_scope("0. Parsing");
        let (env, actor) = source.load().unwrap();
        let args = candid_parser::parse_idl_args(ARGUMENT).unwrap();
        let actor = actor.unwrap();
        let method = env.get_method(&actor, "manage_neuron").unwrap();
        drop(scope);
        let bytes = {
            let _scope = bench_scope("1. Encoding");
            args.to_bytes_with_types(&env, &method.args).unwrap()
        };
        {
            let _scope = bench_scope("2. Decoding");
            Decode!([config]; &bytes, nns::ManageNeuron).unwrap();
        }
    })
}

#[bench(raw)]
fn nns_list_proposal() -> BenchResult {
    let response = nns::ListProposalInfoResponse {
        proposal_info: vec![values::proposal_info(); 1000],
    };
    round_trip!(
        with_both_quotas(),
        (&response),
        nns::ListProposalInfoResponse
    )
}

/// All arguments are more than the reader wants, and more than the quota for skipping allows: ten million empty
/// records; five records of 2^20 nulls.
#[bench(raw)]
fn extra_args() -> BenchResult {
    let mut config = DecoderConfig::new();
    config.set_skipping_quota(SKIPPING_QUOTA);
    let empty_records = hex::decode("4449444c036c01d6fca702016d026c00010080ade204").unwrap();
    let wide_nulls = hex::decode(concat!(
        "4449444c176c02017f027f6c02010002006c02000101016c02000201026c02000301036c02000401046c020005",
        "01056c02000601066c02000701076c02000801086c02000901096c02000a010a6c02000b010b6c02000c010c6c",
        "02000d020d6c02000e010e6c02000f010f6c02001001106c02001101116c02001201126c02001301136e146d15",
        "0116050101010101"
    ))
    .unwrap();
    bench_fn(|| {
        assert!(Decode!([config]; &empty_records).is_err());
        assert!(Decode!([config]; &wide_nulls).is_err());
    })
}

#[bench(raw)]
fn nns_list_neurons() -> BenchResult {
    let response = nns::ListNeuronsResponse {
        neuron_infos: (0..100).map(|i| (i, values::neuron_info(i))).collect(),
        full_neurons: (0..100).map(values::neuron).collect(),
    };
    round_trip!(with_both_quotas(), (&response), nns::ListNeuronsResponse)
}

#[bench(raw)]
fn subtype_decode() -> BenchResult {
    #[derive(CandidType)]
    struct RecordV2 {
        id: u64,
        name: String,
        balance: u64,
        active: bool,
        score: f64,
        owner: Principal,
        data: ByteBuf,
        count: u32,
        extra_field_1: String,
        extra_field_2: u64,
        extra_field_3: Option<String>,
        extra_field_4: Vec<u8>,
        extra_field_5: bool,
        extra_field_6: f64,
        extra_field_7: Principal,
        extra_field_8: u32,
    }
    #[allow(dead_code, reason = "only decoded")]
    #[derive(CandidType, Deserialize)]
    struct RecordV1 {
        id: u64,
        name: String,
        balance: u64,
        active: bool,
    }
    let records: Vec<RecordV2> = (0..1000)
        .map(|i| RecordV2 {
            id: i as u64,
            name: format!("record-{i}"),
            balance: i as u64 * 1000,
            active: i % 2 == 0,
            score: i as f64 * 1.5,
            owner: p4(i as u32),
            data: ByteBuf::from(vec![i as u8; 64]),
            count: i as u32,
            extra_field_1: format!("extra-{i}"),
            extra_field_2: i as u64 * 42,
            extra_field_3: Some(format!("optional-{i}")),
            extra_field_4: vec![i as u8; 16],
            extra_field_5: i % 3 == 0,
            extra_field_6: i as f64 * 2.7,
            extra_field_7: p4(i as u32 + 1000),
            extra_field_8: i as u32 * 7,
        })
        .collect();
    let mut config = DecoderConfig::new();
    config.set_decoding_quota(DECODING_QUOTA);
    round_trip!(config, (&records), Vec<RecordV1>)
}

/// The only one whose types and values are dynamic in both directions.
#[bench(raw)]
fn vec_service() -> BenchResult {
    let method: Type = TypeInner::Func(Function {
        modes: vec![],
        args: vec![TypeInner::Text.into()],
        rets: vec![TypeInner::Nat64.into()],
    })
    .into();
    let methods = (0..20).map(|i| (format!("method_{i:02}"), method.clone()));
    let service: Type = TypeInner::Service(methods.collect()).into();
    let types = vec![TypeInner::Vec(service).into()];
    let services = (0..1000_u64).map(|i| IDLValue::Service(p8(i)));
    let args = IDLArgs::new(&[IDLValue::Vec(services.collect())]);
    let env = TypeEnv::new();
    let mut config = DecoderConfig::new();
    config.set_decoding_quota(DECODING_QUOTA);
    bench_fn(|| {
        let bytes = {
            let _scope = bench_scope("1. Encoding");
            args.to_bytes_with_types(&env, &types).unwrap()
        };
        {
            let _scope = bench_scope("2. Decoding");
            IDLArgs::from_bytes_with_types_with_config(&bytes, &env, &types, &config).unwrap();
        }
    })
}

#[bench(raw)]
fn result_variant() -> BenchResult {
    #[derive(CandidType, Deserialize)]
    struct AccountResponse {
        account: Principal,
        balance_real: i128,
        balance_fake: i128,
        balance_ledger: i128,
        last_update: u64,
        overdraft_limit: u128,
        name: String,
    }
    #[derive(CandidType, Deserialize)]
    enum AccountError {
        NotAuthorized(Principal),
        #[allow(dead_code, reason = "no message has it")]
        AccountNotFound,
        InsufficientBalance {
            needed: u128,
            available: i128,
        },
        #[allow(dead_code, reason = "no message has it")]
        InternalError(String),
    }
    #[derive(CandidType, Deserialize)]
    enum AccountResult {
        Ok(AccountResponse),
        Err(AccountError),
    }
    let results: Vec<AccountResult> = (0..1000)
        .map(|i| match i % 4 {
            0 => AccountResult::Err(AccountError::InsufficientBalance {
                needed: i as u128 * 1000,
                available: i as i128 * 100,
            }),
            1 => AccountResult::Err(AccountError::NotAuthorized(p4(i as u32))),
            _ => AccountResult::Ok(AccountResponse {
                account: p4(i as u32),
                balance_real: i as i128 * 1_000_000,
                balance_fake: 0,
                balance_ledger: i as i128 * 1_000_000,
                last_update: 1_700_000_000 + i as u64,
                overdraft_limit: 10_000_000_000,
                name: format!("account-{i}"),
            }),
        })
        .collect();
    round_trip!(with_both_quotas(), (&results), Vec<AccountResult>)
}

#[bench(raw)]
fn wide_record() -> BenchResult {
    let metrics = vec![values::metrics(); 100];
    round_trip!(
        with_both_quotas(),
        (&metrics),
        Vec<nns::GovernanceCachedMetrics>
    )
}

#[bench(raw)]
#[rustfmt::skip] // A line for each of the 21 variants, twice.
fn large_variant() -> BenchResult {
    #[derive(CandidType, Deserialize, Clone)]
    enum LargeAction {
        Transfer { from: Principal, to: Principal, amount: u64, memo: Option<u64> },
        Approve { spender: Principal, amount: u64, expires_at: Option<u64> },
        Burn { amount: u64 },
        Mint { to: Principal, amount: u64 },
        SetFee(u64),
        SetAdmin(Principal),
        Pause,
        Unpause,
        Upgrade(ByteBuf),
        AddMinter(Principal),
        RemoveMinter(Principal),
        SetName(String),
        SetSymbol(String),
        SetLogo(String),
        SetMetadata { key: String, value: String },
        CreateProposal { title: String, summary: String, url: String },
        Vote { proposal_id: u64, vote: bool },
        Execute(u64),
        Reject(u64),
        RegisterNeuron { stake: u64, dissolve_delay: u64 },
        DisburseNeuron { neuron_id: u64, to: Principal, amount: Option<u64> },
    }
    use LargeAction::*;
    let actions: Vec<LargeAction> = (0..2100)
        .map(|i| {
            let (p, n) = (p4(i as u32), i as u64);
            match i % 21 {
                0 => Transfer { from: p, to: p, amount: n * 100, memo: Some(42) },
                1 => Approve { spender: p, amount: n, expires_at: Some(1_700_000_000) },
                2 => Burn { amount: n * 50 },
                3 => Mint { to: p, amount: n * 1000 },
                4 => SetFee(n),
                5 => SetAdmin(p),
                6 => Pause,
                7 => Unpause,
                8 => Upgrade(ByteBuf::from(vec![i as u8; 32])),
                9 => AddMinter(p),
                10 => RemoveMinter(p),
                11 => SetName(format!("name-{i}")),
                12 => SetSymbol(format!("SYM{i}")),
                13 => SetLogo(format!("https://example.com/logo-{i}.png")),
                14 => SetMetadata { key: format!("key-{i}"), value: format!("val-{i}") },
                15 => CreateProposal {
                    title: format!("Proposal {i}"),
                    summary: format!("Summary for {i}"),
                    url: format!("https://example.com/{i}"),
                },
                16 => Vote { proposal_id: n, vote: i % 2 == 0 },
                17 => Execute(n),
                18 => Reject(n),
                19 => RegisterNeuron { stake: n * 100_000_000, dissolve_delay: 15_778_800 },
                _ => DisburseNeuron { neuron_id: n, to: p, amount: Some(n * 100) },
            }
        })
        .collect();
    round_trip!(with_both_quotas(), (&actions), Vec<LargeAction>)
}

#[bench(raw)]
fn double_option() -> BenchResult {
    #[derive(CandidType, Deserialize)]
    struct UpdateRequest {
        target_balance: Option<Option<i128>>,
        expiration: Option<Option<u64>>,
        spending_limit: Option<Option<u128>>,
        description: Option<Option<String>>,
        account: Principal,
    }
    /// None, some of none, some of some, by turns.
    fn by_turns<T>(i: i32, value: T) -> Option<Option<T>> {
        match i % 3 {
            0 => None,
            1 => Some(None),
            _ => Some(Some(value)),
        }
    }
    let requests: Vec<UpdateRequest> = (0..1000)
        .map(|i| UpdateRequest {
            target_balance: by_turns(i, i as i128 * 1_000_000),
            expiration: by_turns(i, 1_700_000_000 + i as u64),
            spending_limit: by_turns(i, i as u128 * 500),
            description: by_turns(i, format!("update-{i}")),
            account: p4(i as u32),
        })
        .collect();
    round_trip!(with_both_quotas(), (&requests), Vec<UpdateRequest>)
}

#[bench(raw)]
fn multi_arg() -> BenchResult {
    let principals: Vec<Principal> = (0..1000).map(p8).collect();
    let amounts: Vec<u64> = (0..1000).map(|i| i * 1_000_000).collect();
    let memos: Vec<String> = (0..1000).map(|i| format!("memo-{i}")).collect();
    round_trip!(
        with_both_quotas(),
        (&principals, &amounts, &memos),
        Vec<Principal>,
        Vec<u64>,
        Vec<String>
    )
}

// The bytes of the number stay to the end, the message that it is read from does not: what lies where on the heap
// decides how many pages the scopes take.
#[bench(raw)]
fn nat_bignum() -> BenchResult {
    let leb = values::big_leb128(0x7f);
    let number = Decode!(&values::number_message(0x7d, &leb), Nat).unwrap();
    round_trip!(with_both_quotas(), (&number), Nat)
}

#[bench(raw)]
fn int_bignum() -> BenchResult {
    let leb = values::big_leb128(0x00);
    let number = Decode!(&values::number_message(0x7c, &leb), Int).unwrap();
    round_trip!(with_both_quotas(), (&number), Int)
}

fn main() {}
