//! Recursive types, nested 2,048 deep.

use crate::round_trip;
use canbench_rs::{bench, BenchResult};
use candid::{CandidType, Deserialize, Int};

const DEPTH: i32 = 2048;

#[derive(CandidType, Deserialize)]
pub(crate) struct Cell {
    pub(crate) head: Int,
    pub(crate) tail: Option<Box<Cell>>,
}

#[bench(raw)]
fn option_list() -> BenchResult {
    let list = (0..DEPTH).fold(None, |tail, i| {
        Some(Box::new(Cell {
            head: Int::from(i),
            tail,
        }))
    });
    round_trip(&list)
}

#[derive(CandidType, Deserialize)]
pub(crate) enum List {
    Nil,
    Cons(Int, Box<List>),
}

#[bench(raw)]
fn variant_list() -> BenchResult {
    let list = (0..DEPTH).fold(List::Nil, |tail, i| {
        List::Cons(Int::from(i), Box::new(tail))
    });
    round_trip(&list)
}
