//! One proposal of the NNS: its interface and its text are parsed, then it is encoded and decoded, which costs mostly
//! what its types cost, and they are many.

use crate::nns::proposal;
use crate::nns_types::ProposalInfo;
use crate::there_and_back;
use canbench_rs::{bench, bench_fn, bench_scope, BenchResult};
use candid::TypeEnv;
use candid_parser::{check_prog, parse_idl_args, IDLProg};

/// The interface of the governance canister (`dfinity/icp-js-canisters`, Apache-2.0), of 2026.
const INTERFACE: &str = include_str!("../generated/nns_governance.did");

/// The proposal as arguments in text.
const TEXT: &str = include_str!("../generated/nns_proposal.txt");

#[bench(raw)]
fn nns() -> BenchResult {
    let value = proposal(12_345);
    bench_fn(|| {
        {
            let _scope = bench_scope("0. Parsing");
            let prog: IDLProg = INTERFACE.parse().unwrap();
            check_prog(&mut TypeEnv::new(), &prog).unwrap();
            parse_idl_args(TEXT).unwrap();
        }
        there_and_back::<_, ProposalInfo>(&value);
    })
}
