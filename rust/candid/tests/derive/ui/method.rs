use candid::candid_method;

struct Service;

impl Service {
    #[candid_method]
    fn uses_up(self) {}
}

#[candid_method(query, update, bogus, rename = 5)]
fn attributes<T>(_x: T) {}

#[candid_method(init)]
fn init() -> u8 {
    1
}

#[candid_method(oneway)]
fn oneway() -> u8 {
    1
}

#[candid_method(rename = "a", rename = "b", query(x))]
fn twice() {}

#[candid_method]
struct NotAFunction;

candid::export_service!(5);

fn main() {}
