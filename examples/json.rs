//! Values as JSON at their types, and JSON Schema: feature `json`.
//!
//! ```text
//! json: {"to":"alice","memo":"BQc=","amount":"100"}
//! error: line 1, column 27: expected nat64, found the number -1 at amount, byte offset 26
//! ```

use candid::{json, CandidType, Deserialize};

/// An order to pay.
#[derive(CandidType, Deserialize, Debug, PartialEq)]
struct Transfer {
    to: String,
    amount: u64,
    memo: Option<Vec<u8>>,
}

fn main() -> candid::Result<()> {
    let transfer = Transfer {
        to: "alice".into(),
        amount: 100,
        memo: Some(vec![5, 7]),
    };
    // Numbers of 64 bits are strings, which JavaScript reads without loss; blobs are base64.
    let text = json::encode_one(&transfer)?;
    println!("json: {text}");
    assert_eq!(json::decode_one::<Transfer>(&text)?, transfer);

    let error = json::decode_one::<Transfer>(r#"{"to": "alice", "amount": -1}"#).err();
    println!(
        "error: {}",
        error.map(|e| e.to_string()).unwrap_or_default()
    );

    // The schema has the doc comments.
    let schema = json::schema_of::<Transfer>()?;
    assert!(schema.contains("An order to pay."));
    Ok(())
}
