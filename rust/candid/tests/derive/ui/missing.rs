use candid::CandidType;
use std::time::Instant;

struct NotDerived(u8);

fn is_candid_type<T: CandidType>() {}

fn main() {
    is_candid_type::<NotDerived>();
    is_candid_type::<Vec<Instant>>();
}
