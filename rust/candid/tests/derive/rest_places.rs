//! `Rest` in the records of generic, recursive and variant types.

use candid::{CandidType, Decode, Deserialize, Encode, Lazy, Rest};
use std::collections::BTreeMap;

#[derive(CandidType, Deserialize, Debug, Clone, PartialEq)]
struct Open<T> {
    value: T,
    #[candid(rest)]
    rest: Rest,
}

#[derive(CandidType, Deserialize, Debug, Clone, PartialEq)]
struct Full<T> {
    value: T,
    text: Option<String>,
    pairs: Vec<(u8, Kind)>,
    kind: Kind,
    nothing: (),
}

#[derive(CandidType, Deserialize, Debug, Clone, PartialEq)]
enum Kind {
    Fields { n: u8 },
    Recursive(Box<Full<u8>>),
    Plain,
}

fn full<T>(value: T, n: u8) -> Full<T> {
    Full {
        value,
        text: Some("a".repeat(usize::from(n))),
        pairs: vec![(1, Kind::Plain), (2, Kind::Fields { n })],
        kind: match n {
            0 => Kind::Plain,
            n => Kind::Recursive(Box::new(full(n, 0))),
        },
        nothing: (),
    }
}

/// Checks that an `O`, which keeps the other fields of an `F`, loses none.
#[track_caller]
fn check<F, O>(value: &F)
where
    F: CandidType + for<'a> Deserialize<'a> + PartialEq + std::fmt::Debug,
    O: CandidType + for<'a> Deserialize<'a>,
{
    let open = Decode!(&Encode!(value).unwrap(), O).unwrap();
    let again = Encode!(&open).unwrap();
    assert_eq!(&Decode!(&again, F).unwrap(), value);
    // Kept as bytes, too.
    let kept = Decode!(&Encode!(value).unwrap(), Lazy<O>).unwrap();
    assert_eq!(&Decode!(&Encode!(&kept).unwrap(), F).unwrap(), value);
    #[cfg(feature = "value")]
    {
        use candid::IDLValue;
        let dynamic = IDLValue::from_rust(&open).unwrap();
        let again = Encode!(&dynamic.to_rust::<O>().unwrap()).unwrap();
        assert_eq!(&Decode!(&again, F).unwrap(), value);
    }
}

#[test]
fn generic() {
    let nested = |n| full(full(n, n), 1);
    check::<Vec<Full<Full<u8>>>, Vec<Open<Open<u8>>>>(&vec![nested(1), nested(2)]);
    check::<Vec<Full<Full<u8>>>, Vec<Open<Full<u8>>>>(&vec![nested(1), nested(2)]);
    check::<Full<Option<Full<String>>>, Open<Option<Open<String>>>>(&full(None, 2));
    check::<Full<()>, Open<()>>(&full((), 0));
}

#[test]
fn variants() {
    #[derive(CandidType, Deserialize, Debug, Clone, PartialEq)]
    enum Case<T> {
        Fields { inner: T, n: u8 },
        Pair(T, u16),
        Plain,
    }
    let cases = vec![
        Case::Fields {
            inner: full(1u8, 1),
            n: 1,
        },
        Case::Pair(full(2, 2), 3),
        Case::Plain,
    ];
    check::<_, Vec<Case<Open<u8>>>>(&cases);
    type Found<T> = Vec<Result<BTreeMap<String, T>, T>>;
    let found: Found<Full<u8>> = vec![
        Ok(BTreeMap::from([("a".to_string(), full(1, 1))])),
        Err(full(2, 2)),
    ];
    check::<_, Found<Open<u8>>>(&found);
}

#[test]
fn recursive() {
    #[derive(CandidType, Deserialize, Debug, Clone, PartialEq)]
    enum Tree<T> {
        Leaf,
        Node {
            left: Box<Tree<T>>,
            right: Box<Tree<T>>,
            label: T,
        },
    }
    fn tree(depth: u8) -> Tree<Full<u8>> {
        match depth {
            0 => Tree::Leaf,
            _ => Tree::Node {
                left: Box::new(tree(depth - 1)),
                right: Box::new(tree(depth / 2)),
                label: full(depth, depth),
            },
        }
    }
    check::<_, Tree<Open<u8>>>(&tree(8));
}
