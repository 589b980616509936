//! What is read is what was written, by this version of the type and by the next one; of what is damaged, nothing is read.

use accounts::engine::{example, page, summarise, write, Account};
use candid::{CandidType, Deserialize, Nat};

fn accounts(n: u32) -> Vec<Account> {
    (0..n).map(|number| example(number.into())).collect()
}

fn stream(n: u32) -> Vec<u8> {
    write(Vec::new(), accounts(n).into_iter()).unwrap()
}

#[test]
fn the_stream_is_the_message_of_the_vector() {
    for n in [0, 1, 2, 1_000] {
        assert_eq!(stream(n), candid::encode_one(accounts(n)).unwrap());
    }
}

#[test]
fn pages_together_are_all_accounts() {
    let stream = stream(100);
    for limit in [1, 7, 100, u16::MAX] {
        let mut found = Vec::new();
        loop {
            let next = page(stream.as_slice(), found.len() as u64, limit).unwrap();
            if next.is_empty() {
                break;
            }
            found.extend(next);
        }
        assert_eq!(found, accounts(100), "{limit}");
    }
}

#[test]
fn the_summary_is_that_of_the_vector() {
    let summary = summarise(stream(1_000).as_slice()).unwrap();
    let accounts = accounts(1_000);
    let total = accounts
        .iter()
        .fold(Nat::default(), |sum, account| sum + account.balance.clone());
    assert_eq!((summary.accounts, summary.total), (1_000, total));
    let richest = summary.richest.unwrap();
    assert!(accounts
        .iter()
        .all(|account| account.balance <= richest.balance));
}

#[test]
fn a_later_version_reads_it() {
    #[derive(CandidType, Deserialize, PartialEq, Debug)]
    struct Later {
        name: String,
        notes: Option<Vec<String>>,
        email: Option<String>,
    }
    let stream = stream(10);
    let reader = candid::stream::VecReader::<Later, _>::new(stream.as_slice()).unwrap();
    let found: Vec<Later> = reader.collect::<candid::Result<_>>().unwrap();
    let expected = accounts(10).into_iter().map(|account| Later {
        name: account.name,
        notes: Some(account.notes),
        email: None,
    });
    assert!(found.into_iter().eq(expected));
}

#[test]
fn a_damaged_stream_is_an_error() {
    let stream = stream(50);
    for n in 0..stream.len() {
        assert!(summarise(&stream[..n]).is_err(), "{n}");
    }
    let longer = [stream, vec![0]].concat();
    assert!(summarise(longer.as_slice()).is_err());
}
