//! Types of `chrono` and `uuid`, and JSON as text: features of `candid` with the names of the crates.
//!
//! ```text
//! record {
//!   at : text;
//!   id : text;
//!   lasted : record { int64; int32 };
//!   details : text;
//! }
//! 550e8400-e29b-41d4-a716-446655440000 at 2024-10-04 00:00:00 UTC: {"amount":5}
//! ```

use candid::{CandidType, Decode, Deserialize, Encode, Json};
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{json, Value};
use uuid::Uuid;

#[derive(CandidType, Deserialize, Debug, PartialEq)]
struct Event {
    id: Uuid,
    at: DateTime<Utc>,
    lasted: TimeDelta,
    // What may be anything is JSON in a `text`.
    details: Json<Value>,
}

fn main() -> candid::Result<()> {
    println!("{}", Event::ty());
    let event = Event {
        id: Uuid::from_u128(0x550e_8400_e29b_41d4_a716_4466_5544_0000),
        at: DateTime::UNIX_EPOCH + TimeDelta::days(20_000),
        lasted: TimeDelta::milliseconds(1_500),
        details: Json(json!({ "amount": 5 })),
    };
    let bytes = Encode!(&event)?;
    let decoded = Decode!(&bytes, Event)?;
    assert_eq!(decoded, event);
    println!("{} at {}: {}", decoded.id, decoded.at, decoded.details.0);
    Ok(())
}
