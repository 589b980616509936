//! Messages that are made to cost more than they have paid for.

use super::decode;
use candid::{CandidType, DecoderConfig, Deserialize, Encode, Lazy};

/// A vector that claims elements without bytes is charged, counted and refused, as when it is decoded.
#[test]
fn elements_without_bytes() {
    // vec null with 2^32 - 1 elements; vec record {} of as many.
    let nulls = b"DIDL\x01\x6d\x7f\x01\x00\xff\xff\xff\xff\x0f";
    let records = b"DIDL\x02\x6d\x01\x6c\x00\x01\x00\xff\xff\xff\xff\x0f";
    #[derive(CandidType, Deserialize, Debug)]
    struct Unit {}
    for quota in [None, Some(1_000_000)] {
        let mut config = DecoderConfig::new();
        config.decoding_quota = quota;
        let errors = [
            candid::decode_one_with_config::<Lazy<Vec<()>>>(nulls, &config).unwrap_err(),
            candid::decode_one_with_config::<Lazy<Vec<Unit>>>(records, &config).unwrap_err(),
        ];
        let expected = [
            candid::decode_one_with_config::<Vec<()>>(nulls, &config).unwrap_err(),
            candid::decode_one_with_config::<Vec<Unit>>(records, &config).unwrap_err(),
        ];
        for (error, expected) in errors.iter().zip(&expected) {
            assert_eq!(error.to_string(), expected.to_string());
        }
    }
}

/// What a quota has paid for is decoded, also where it is more than is allowed without a quota.
#[test]
fn what_was_paid_for_is_decoded() {
    let message = Encode!(&vec![(); 1_000_000]).unwrap();
    assert!(candid::decode_one::<Lazy<Vec<()>>>(&message).is_err());
    let mut config = DecoderConfig::new();
    config.set_decoding_quota(4_000_100);
    let lazy: Lazy<Vec<()>> = candid::decode_one_with_config(&message, &config).unwrap();
    assert_eq!(lazy.get().unwrap().len(), 1_000_000);
}

#[derive(CandidType, Deserialize)]
struct Node {
    next: Option<Lazy<Box<Node>>>,
    data: Option<Vec<u8>>,
}

/// Returns a list of `n` nodes, with `data` in the last.
fn list(n: usize, data: usize) -> Vec<u8> {
    #[derive(CandidType)]
    struct Plain {
        next: Option<Box<Plain>>,
        data: Option<Vec<u8>>,
    }
    let mut list = Plain {
        next: None,
        data: Some(vec![0; data]),
    };
    for _ in 1..n {
        list = Plain {
            next: Some(Box::new(list)),
            data: None,
        };
    }
    Encode!(&list).unwrap()
}

/// Walking a list, the data at whose end is in each rest of it, copies that once, not once for each node.
#[test]
fn nested_values_are_copied_once() {
    let message = list(300, 1_000_000);
    let mut n_nodes = 0;
    let info = allocation_counter::measure(|| {
        let first: Lazy<Box<Node>> = candid::decode_one(&message).unwrap();
        let mut next = Some(&first);
        while let Some(node) = next {
            n_nodes += 1;
            next = node.get().unwrap().next.as_ref();
        }
    });
    assert_eq!(n_nodes, 300);
    assert!(
        info.bytes_total < 4 * message.len() as u64,
        "{} bytes",
        info.bytes_total
    );
}

/// Nesting beyond the stack is an error, now or later.
#[test]
fn deep_nesting() {
    let deep = std::thread::Builder::new().stack_size(64 << 20);
    let message = deep.spawn(|| list(20_000, 1)).unwrap().join().unwrap();
    let small = std::thread::Builder::new().stack_size(1 << 20);
    let walk = move || match decode::<Lazy<Box<Node>>>(&message) {
        Ok((lazy, _)) => drop(lazy.get().map(|_| ())),
        Err(error) => assert!(error.is_limit() || error.is_quota(), "{error}"),
    };
    small.spawn(walk).unwrap().join().unwrap();
}
