//! One program with two versions of one crate: their types have the same paths, and are not the same types. Optimised too,
//! because equal functions are merged there.

use candid::types::TypeContainer;
use candid::types::TypeId;
use candid::{CandidType, Decode, Encode};
use two_versions_1 as one;
use two_versions_2 as two;

#[test]
fn hand_written_types_have_tables_of_their_own() {
    let encoded = || {
        (
            Encode!(&one::Id(7)).unwrap(),
            Encode!(&two::Id("abc".to_string())).unwrap(),
        )
    };
    let (number, text) = encoded();
    assert_eq!(number, b"DIDL\0\x01\x78\x07\0\0\0\0\0\0\0");
    assert_eq!(text, b"DIDL\0\x01\x71\x03abc");
    assert_eq!(Decode!(&number, one::Id).unwrap(), one::Id(7));
    assert_eq!(Decode!(&text, two::Id).unwrap(), two::Id("abc".to_string()));
    assert!(Decode!(&text, one::Id).is_err());
    assert!(Decode!(&number, two::Id).is_err());
    // The second time from what was kept of the first.
    assert_eq!(encoded(), (number, text));
    assert_ne!(TypeId::of::<one::Id>(), TypeId::of::<two::Id>());
}

#[test]
fn a_reader_that_calls_the_derived_one_of_the_other_version_is_called_itself() {
    let bytes = Encode!(&one::Amount { e8s: 1_000 }).unwrap();
    for _ in 0..2 {
        assert_eq!(Decode!(&bytes, one::Amount).unwrap().e8s, 1_000);
        assert_eq!(Decode!(&bytes, two::Amount).unwrap().e8s, two::Amount::MAX);
    }
    let many = Encode!(&vec![one::Amount { e8s: 1_000 }; 20]).unwrap();
    let read = Decode!(&many, Vec<two::Amount>).unwrap();
    assert!(read.iter().all(|amount| amount.e8s == two::Amount::MAX));
    let read = Decode!(&many, Vec<one::Amount>).unwrap();
    assert!(read.iter().all(|amount| amount.e8s == 1_000));
}

#[test]
fn derived_variants_are_apart() {
    let closed = (one::State::Closed, two::State::Closed);
    let bytes = Encode!(&closed.0, &closed.1).unwrap();
    assert_eq!(Decode!(&bytes, one::State, two::State).unwrap(), closed);
    let archived = Encode!(&two::State::Archived).unwrap();
    assert!(Decode!(&archived, one::State).is_err());
    assert_eq!(
        Decode!(&archived, two::State).unwrap(),
        two::State::Archived
    );
}

#[test]
fn the_interface_has_a_definition_for_each() {
    fn add<T: CandidType>(types: &mut TypeContainer) -> String {
        types.add::<T>().to_string()
    }
    let mut types = TypeContainer::new();
    let first = add::<one::State>(&mut types);
    let second = add::<two::State>(&mut types);
    assert_ne!(first, second);
    assert_eq!(
        candid::pretty::candid::compile(&types.env, &None),
        "type State = variant { Open; Closed };\ntype State_1 = variant { Closed; Archived };\n"
    );
}
