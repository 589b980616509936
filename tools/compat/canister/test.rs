//! Put next to the canister of the README: its interface.

#[test]
fn the_interface_is_the_one_that_is_used() {
    let expected = include_str!("canister.did");
    assert_eq!(super::__export_service(), expected.trim_end());
}
