//! Options: what does not coerce is null, at the innermost option around it.

use super::{reads, refuses};
use candid::{CandidType, Deserialize, Empty, Int, Nat, Reserved};

#[derive(CandidType, Deserialize, Debug, PartialEq, Clone)]
enum Old {
    A,
    B(u8),
}

#[derive(CandidType, Deserialize, Debug, PartialEq, Clone)]
enum New {
    A,
    B(u8),
    C(String),
}

#[derive(CandidType, Deserialize, Debug, PartialEq, Clone)]
struct Holder<T> {
    before: u16,
    held: T,
    zz_after: String,
}

fn hold<T>(held: T) -> Holder<T> {
    Holder {
        before: 7,
        held,
        zz_after: "after".into(),
    }
}

fn c() -> New {
    New::C("new".into())
}

#[test]
fn options_of_other_types() {
    reads(Some(1u8), Some(1u8));
    reads(None::<u8>, None::<u8>);
    reads(Some(1u8), None::<String>);
    reads(Some("text"), None::<Nat>);
    reads(Some(Nat::from(5u8)), Some(Int::from(5)));
    reads(Some(Int::from(5)), None::<Nat>);
    reads(Some(1u8), Some(Reserved));
    reads(None::<u8>, None::<Reserved>);
    reads(Some(Reserved), None::<()>);
    reads(Some(()), Some(()));
    reads(Some(vec![1u8]), None::<Vec<u16>>);
    reads(Some(Vec::<u8>::new()), Some(Vec::<u16>::new()));
    reads(Some((1u8, 2u8)), Some((1u8,)));
    reads(Some((1u8,)), None::<(u8, u8)>);
    reads(Some((1u8,)), Some((1u8, None::<u8>)));
}

#[test]
fn values_taken_as_options() {
    reads(1u8, Some(1u8));
    reads(1u8, None::<String>);
    reads((), None::<u8>);
    reads((), None::<()>);
    reads(Reserved, None::<u8>);
    reads(Reserved, None::<Reserved>);
    reads(1u8, Some(Reserved));
    reads(vec![1u8, 2], Some(vec![1u8, 2]));
    reads(vec![1u8, 2], vec![Some(1u8), Some(2)]);
    reads(vec![1u8, 2], vec![None::<bool>, None]);
    reads((1u8, "x"), Some((1u8, "x".to_string())));
    reads(Old::B(3), Some(New::B(3)));
    reads(New::B(3), Some(Old::B(3)));
    reads(c(), None::<Old>);
    reads(hold(c()), hold(None::<Old>));
}

#[test]
fn only_the_innermost_of_nested_options_becomes_null() {
    reads(1u8, Some(Some(1u8)));
    reads(1u8, Some(None::<String>));
    reads(1u8, Some(Some(None::<String>)));
    reads(Some(1u8), Some(Some(Some(1u8))));
    reads(Some(1u8), Some(None::<String>));
    reads(Some(1u8), Some(Some(None::<String>)));
    reads(Some(Some(1u8)), Some(None::<String>));
    reads(Some(Some(1u8)), None::<u8>);
    reads(Some(Some(Some(1u8))), Some(Some(None::<String>)));
    reads(Some(()), Some(None::<()>));
    reads((), None::<Option<()>>);
    reads(None::<Option<u8>>, None::<Option<u8>>);
    reads(Some(None::<u8>), Some(None::<u8>));
    reads(c(), Some(None::<Old>));
    reads(Some(c()), Some(None::<Old>));
    reads(Some(c()), Some(Some(None::<Old>)));
    reads(New::B(1), Some(Some(Some(Old::B(1)))));
    reads(vec![1u8], vec![Some(None::<String>)]);
}

#[test]
fn an_unknown_tag_makes_the_option_around_it_null() {
    reads(Some(c()), None::<Old>);
    reads(Some(New::B(9)), Some(Old::B(9)));
    reads(Some(Ok::<u8, String>(1)), Some(Ok::<u8, String>(1)));
    // At a depth: the record, vector or variant between is lost with it.
    reads(Some(hold(c())), None::<Holder<Old>>);
    reads(Some(hold(New::A)), Some(hold(Old::A)));
    reads(Some(hold(hold(c()))), None::<Holder<Holder<Old>>>);
    reads(Some(vec![New::A, c(), New::B(2)]), None::<Vec<Old>>);
    reads(Some(vec![New::A, New::B(2)]), Some(vec![Old::A, Old::B(2)]));
    reads(Some(Ok::<New, ()>(c())), None::<Result<Old, ()>>);
    reads(Some(Err::<New, u8>(4)), Some(Err::<Old, u8>(4)));
    // The nearest option decides, not an outer one.
    reads(Some(hold(Some(c()))), Some(hold(None::<Old>)));
    reads(Some(hold(vec![Some(c())])), Some(hold(vec![None::<Old>])));
    refuses::<_, Old>(c());
    refuses::<_, Holder<Old>>(hold(c()));
    refuses::<_, Vec<Old>>(vec![New::A, c()]);
}

#[test]
fn verdicts_do_not_mix_between_options() {
    let news = vec![Some(New::A), Some(c()), None, Some(New::B(1)), Some(c())];
    let olds = vec![Some(Old::A), None, None, Some(Old::B(1)), None];
    reads(news.clone(), olds.clone());
    reads(Some(news.clone()), Some(olds.clone()));
    reads(
        hold(Some(hold(news.clone()))),
        hold(Some(hold(olds.clone()))),
    );
    reads(
        vec![(Some(c()), 1u8), (Some(New::A), 2)],
        vec![(None::<Old>, 1u8), (Some(Old::A), 2)],
    );
    // An outer option that is lost, with inner ones that are settled on the way, then another.
    let wire = (
        Some((Some(New::A), c(), Some(c()))),
        Some(New::B(3)),
        Some(c()),
    );
    let want = (
        None::<(Option<Old>, Old, Option<Old>)>,
        Some(Old::B(3)),
        None::<Old>,
    );
    reads(wire, want);
    let wire = (
        Some((Some(c()), New::A, Some(New::A))),
        Some(c()),
        Some(New::A),
    );
    let want = (
        Some((None::<Old>, Old::A, Some(Old::A))),
        None::<Old>,
        Some(Old::A),
    );
    reads(wire, want);
}

/// An option that always coerces lies between two that must be walked ahead.
#[test]
fn verdicts_survive_options_without_one() {
    let wire = |x: New, y: New, v: New| Some((Some((Some(x),)), Some(y), v));
    type Want = Option<(Option<(Option<Old>,)>, Option<Old>, Old)>;
    reads::<_, Want>(
        wire(c(), New::A, New::A),
        Some((Some((None,)), Some(Old::A), Old::A)),
    );
    reads::<_, Want>(
        wire(New::A, c(), New::A),
        Some((Some((Some(Old::A),)), None, Old::A)),
    );
    reads::<_, Want>(wire(New::A, New::A, c()), None);
    let many = vec![
        (Some((Some(c()),)), Some(New::A), New::A),
        (Some((Some(New::A),)), Some(c()), New::B(1)),
    ];
    type Wanted = (Option<(Option<Old>,)>, Option<Old>, Old);
    let wanted: Vec<Wanted> = vec![
        (Some((None,)), Some(Old::A), Old::A),
        (Some((Some(Old::A),)), None, Old::B(1)),
    ];
    reads(Some(many), Some(wanted));
}

#[derive(CandidType, Deserialize, Debug, PartialEq)]
struct Always(Option<Box<Always>>);

#[test]
fn options_that_never_end_take_no_other_value() {
    refuses::<_, Always>(true);
    refuses::<_, Always>(Some(true));
    refuses::<_, Always>(hold(1u8));
    super::refuses_hex::<Always>(
        "4449444c00017e01",
        "expected opt opt opt …, found bool, which would be an infinitely nested opt in argument 1, byte offset 7",
    );
    // Where there is no such value, nothing is refused.
    reads(Vec::<u8>::new(), Vec::<Always>::new());
    reads(None::<u8>, Always(None));
    reads((), Always(None));
    reads(Some(None::<u8>), Always(Some(Box::new(Always(None)))));
}

#[test]
fn empty_decodes_as_nothing() {
    reads(None::<Empty>, None::<u8>);
    reads(Some(1u8), None::<Empty>);
    reads(Vec::<Empty>::new(), Vec::<u8>::new());
    reads(Ok::<u8, Empty>(1), Ok::<u8, String>(1));
    refuses::<_, Empty>(1u8);
    refuses::<_, Vec<Empty>>(vec![1u8]);
    super::refuses_hex::<Option<u8>>(
        "4449444c00016f",
        "the type on the wire has no values in argument 1, byte offset 7",
    );
    super::refuses_hex::<Reserved>(
        "4449444c00016f",
        "the type on the wire has no values in argument 1, byte offset 7",
    );
    super::refuses_hex::<Empty>(
        "4449444c00016f",
        "the type on the wire has no values in argument 1, byte offset 7",
    );
    // `opt empty` with a value.
    super::refuses_hex::<Option<u8>>(
        "4449444c016e6f010001",
        "the type on the wire has no values in argument 1, byte offset 10",
    );
}

#[test]
fn payloads_that_do_not_coerce_must_still_be_well_formed() {
    // `opt text` at `opt nat`: the text is not UTF-8, and then cut off.
    super::refuses_hex::<Option<Nat>>(
        "4449444c016e7101000102c328",
        "expected text in UTF-8, found other bytes in argument 1, byte offset 11",
    );
    super::refuses_hex::<Option<Nat>>(
        "4449444c016e71010001026b",
        "expected more bytes, found the end of the input in argument 1, byte offset 11",
    );
    super::refuses_hex::<Option<Nat>>(
        "4449444c016e7e01000102",
        "expected 0 or 1 for a bool, found another byte in argument 1, byte offset 10",
    );
}

/// A list, of which each element may be unknown to the reader.
#[derive(CandidType, Deserialize, Debug, PartialEq, Clone)]
struct Chain<T, Surplus> {
    inner: Option<T>,
    next: Option<Box<Chain<T, Surplus>>>,
    plain: T,
    surplus: Surplus,
}

fn chain<T: Clone, S: Clone>(of: &[(Option<T>, T)], surplus: &S) -> Option<Box<Chain<T, S>>> {
    of.iter().rev().fold(None, |next, (inner, plain)| {
        Some(Box::new(Chain {
            inner: inner.clone(),
            next,
            plain: plain.clone(),
            surplus: surplus.clone(),
        }))
    })
}

#[test]
fn options_of_records_that_contain_them() {
    let numbers = [(Some(1u8), 2u8), (None, 3), (Some(4), 5)];
    reads(chain(&numbers, &"s"), chain(&numbers, &String::from("s")));
    reads(chain(&numbers, &"s"), chain(&numbers, &None::<Nat>));
    reads(chain(&numbers, &()), chain(&numbers, &Reserved));
    // An option inside does not coerce, and the record does.
    let texts = [(Some(Old::A), Old::B(1)), (None, Old::A)];
    let known = texts.clone().map(|(a, b)| {
        (
            a.map(|_| New::A),
            if b == Old::A { New::A } else { New::B(1) },
        )
    });
    reads(chain(&texts, &1u8), chain(&known, &1u8));
    let some = [(Some(New::A), New::B(1)), (Some(c()), New::A), (None, c())];
    // The rest of the list is null from the first element that has an unknown case outside of an option.
    let read = [(Some(Old::A), Old::B(1)), (None, Old::A)];
    reads(chain(&some, &1u8), chain(&read, &1u8));
    reads(hold(chain(&some, &1u8)), hold(chain(&read, &1u8)));
    reads(chain(&some, &1u8).unwrap(), chain(&read, &1u8).unwrap());
}
