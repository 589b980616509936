//! A part of a message is kept as its bytes, forwarded unchanged, and decoded when it is used.
//!
//! ```text
//! for bob: not decoded, forwarded in the same bytes: true
//! for alice: 3 entries, decoded: true
//! ```

use candid::{CandidType, Decode, Deserialize, Encode, Lazy};

#[derive(CandidType, Deserialize)]
struct Envelope {
    to: String,
    // The Candid type is that of the vector.
    entries: Lazy<Vec<(String, u64)>>,
}

/// Forwards the message to others; what is for alice is used here.
fn receive(bytes: &[u8]) -> candid::Result<()> {
    // All of it is validated here, and counts for the quotas.
    let envelope = Decode!(bytes, Envelope)?;
    if envelope.to == "alice" {
        let n_entries = envelope.entries.get()?.len();
        let is_decoded = envelope.entries.is_decoded();
        println!("for alice: {n_entries} entries, decoded: {is_decoded}");
    } else {
        assert!(!envelope.entries.is_decoded());
        let is_same = Encode!(&envelope)? == bytes;
        let to = envelope.to;
        println!("for {to}: not decoded, forwarded in the same bytes: {is_same}");
    }
    Ok(())
}

fn main() -> candid::Result<()> {
    for to in ["bob", "alice"] {
        let entries = ["a", "b", "c"].map(|name| (name.to_string(), 1));
        let to = to.to_string();
        let entries = entries.to_vec().into();
        receive(&Encode!(&Envelope { to, entries })?)?;
    }
    Ok(())
}
