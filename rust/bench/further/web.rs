//! Pages from a canister.

use crate::{decode, encode};
use canbench_rs::{bench, bench_fn, bench_scope, BenchResult};
use candid::{define_function, CandidType, Deserialize, Nat};
use serde_bytes::ByteBuf;

type HeaderField = (String, String);

#[derive(CandidType, Deserialize)]
struct HttpRequest {
    method: String,
    url: String,
    headers: Vec<HeaderField>,
    body: ByteBuf,
    certificate_version: Option<u16>,
}

#[derive(CandidType, Deserialize)]
struct StreamingToken {
    key: String,
    content_encoding: String,
    index: Nat,
    sha256: Option<ByteBuf>,
}

#[derive(CandidType, Deserialize)]
struct StreamingCallbackResponse {
    body: ByteBuf,
    token: Option<StreamingToken>,
}

define_function!(StreamingCallback : (StreamingToken) -> (Option<StreamingCallbackResponse>) query);

#[derive(CandidType, Deserialize)]
enum StreamingStrategy {
    Callback {
        callback: StreamingCallback,
        token: StreamingToken,
    },
}

#[derive(CandidType, Deserialize)]
struct HttpResponse {
    status_code: u16,
    headers: Vec<HeaderField>,
    body: ByteBuf,
    streaming_strategy: Option<StreamingStrategy>,
    upgrade: Option<bool>,
}

fn headers(n: usize) -> Vec<HeaderField> {
    (0..n)
        .map(|i| {
            (
                format!("x-header-{i}"),
                "value; of=a, header".repeat(i % 3 + 1),
            )
        })
        .collect()
}

/// A page from a canister: the request of a gateway with 12 headers, and 8 KiB with 6 headers. A query, so always the first
/// message of its types.
#[bench(raw)]
fn http_cold() -> BenchResult {
    let request = HttpRequest {
        method: "GET".to_string(),
        url: "/assets/index.html?query=1".to_string(),
        headers: headers(12),
        body: ByteBuf::new(),
        certificate_version: Some(2),
    };
    let response = HttpResponse {
        status_code: 200,
        headers: headers(6),
        body: ByteBuf::from(vec![b'<'; 8192]),
        streaming_strategy: None,
        upgrade: None,
    };
    bench_fn(|| {
        let (request, response) = {
            let _scope = bench_scope("1. Encoding");
            (encode(&request), encode(&response))
        };
        let _scope = bench_scope("2. Decoding");
        decode::<HttpRequest>(&request);
        decode::<HttpResponse>(&response);
    })
}
