//! The errors that README.md quotes are those of both implementations.

use candid_incumbent::CandidType as _;

mod ours {
    #[derive(candid::CandidType, candid::Deserialize)]
    pub(super) struct Sent {
        pub(super) amounts: Vec<candid::Nat>,
    }

    #[derive(candid::CandidType, candid::Deserialize, Debug)]
    pub(super) struct Expected {
        #[allow(dead_code, reason = "never decodes")]
        pub(super) amounts: Vec<u64>,
    }
}

#[derive(candid_incumbent::CandidType, candid_incumbent::Deserialize, Debug)]
#[candid_path("::candid_incumbent")]
struct Expected {
    #[allow(dead_code, reason = "never decodes")]
    amounts: Vec<u64>,
}

#[test]
fn errors_are_quoted_word_for_word() {
    let readme = include_str!("../../../README.md");
    let quoted = |text: &str| readme.contains(&format!("\n```text\n{text}\n```\n"));
    let sent = ours::Sent {
        amounts: vec![7u8.into()],
    };
    let bytes = candid::encode_one(sent).unwrap();
    let error = candid::decode_one::<ours::Expected>(&bytes).unwrap_err();
    assert!(quoted(&error.to_string()), "{error}");
    assert_eq!(Expected::ty().to_string().lines().count(), 1);
    let error = candid_incumbent::decode_one::<Expected>(&bytes).unwrap_err();
    assert!(quoted(&error.to_string()), "{error}");
}
