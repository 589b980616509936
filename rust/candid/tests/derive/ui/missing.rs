use candid::CandidType;
use std::time::Instant;

struct NotDerived(u8);

/// As the crate is where the feature `chrono` is off.
mod chrono {
    pub struct Utc;

    pub struct DateTime<Zone>(Zone);
}

#[derive(CandidType)]
struct Event {
    at: chrono::DateTime<chrono::Utc>,
}

fn is_candid_type<T: CandidType>() {}

fn main() {
    is_candid_type::<NotDerived>();
    is_candid_type::<Vec<Instant>>();
}
