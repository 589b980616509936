//! Values are written at the types of a few items of each vector, or of all, with the bytes and errors of annotation.

use super::random_values::typed_value;
use super::{by_annotation, changed, shown};
use crate::error::{PathSegment, Result};
use crate::types::env::TypeEnv;
use crate::types::ty::label::Label;
use crate::value::model::{IDLArgs, IDLField, IDLValue, VariantValue};
use proptest::collection::vec;
use proptest::prelude::any;
use proptest::proptest;

proptest! {
    /// Of most items a few have the type of all. One of many items is another.
    #[test]
    fn items_like_the_others(
        (_, value) in typed_value(),
        choices in vec(any::<u8>(), 0..40),
        len in 1usize..150,
        position in 0usize..150,
        is_inside in any::<bool>(),
    ) {
        let other = changed(&value, &mut choices.into_iter());
        let mut items: Vec<_> = std::iter::repeat_n(value, len).collect();
        if let Some(item) = items.get_mut(position) {
            *item = other;
        }
        let mut value = IDLValue::Vec(items);
        if is_inside {
            value = IDLValue::Vec(vec![IDLValue::Vec(Vec::new()), value]);
        }
        check_untyped(&[value, IDLValue::Bool(true)]);
    }
}

/// Compares the ways without types, of which only the first argument may have none.
fn check_untyped(values: &[IDLValue]) -> String {
    let types: Result<Vec<_>> = values.iter().map(IDLValue::checked_ty).collect();
    let types = types.map_err(|error| error.in_segment(PathSegment::Argument(0)));
    let expected =
        types.and_then(|types| by_annotation(&TypeEnv::new(), &types, values, |_| Ok(())));
    let expected = shown(expected);
    assert_eq!(shown(IDLArgs::new(values).to_bytes()), expected);
    expected
}

/// One item among others that are alike, at positions that are looked at first and at others.
#[test]
fn one_item_unlike_the_others() {
    let field = |id: &Label, val: &IDLValue| IDLField {
        id: id.clone(),
        val: val.clone(),
    };
    let record = |fields: &[(&Label, &IDLValue)]| {
        IDLValue::Record(fields.iter().map(|(id, val)| field(id, val)).collect())
    };
    let case = |id: &Label, val: &IDLValue, hint| {
        IDLValue::Variant(VariantValue(Box::new(field(id, val)), hint))
    };
    let opt = |value: &IDLValue| IDLValue::Opt(Box::new(value.clone()));
    let list = |items: &[&IDLValue]| IDLValue::Vec(items.iter().copied().cloned().collect());
    let [a, b, c] = &["a", "b", "c"].map(|name| Label::Named(name.to_string()));
    let number = &Label::Id(a.get_id());
    let [one, two] = &[IDLValue::Nat8(1), IDLValue::Nat8(2)];
    let (wide, literal) = (&IDLValue::Nat16(1), &IDLValue::Number("3".to_string()));
    let (null, none) = (&IDLValue::Null, &IDLValue::None);
    let mut deep = IDLValue::Null;
    for _ in 0..300 {
        deep = record(&[(a, &opt(&deep))]);
    }
    let like = record(&[(a, one), (b, two)]);
    let rows: &[(IDLValue, &[IDLValue])] = &[
        (
            like.clone(),
            &[
                record(&[(a, one), (b, two), (c, one)]),
                record(&[(a, one), (b, two), (c, null)]),
                record(&[(a, one), (b, two), (c, none)]),
                record(&[(a, one)]),
                record(&[(b, two), (a, one)]),
                record(&[(number, one), (b, two)]),
                record(&[(b, two), (number, one)]),
                record(&[(a, one), (number, two)]),
                record(&[(a, one), (a, two)]),
                record(&[(a, one), (b, two), (number, one)]),
                record(&[(a, wide), (b, two)]),
                record(&[(a, literal), (b, two)]),
                record(&[(a, &opt(one)), (b, two)]),
                deep,
            ],
        ),
        (
            record(&[(a, none), (b, two)]),
            &[
                record(&[(a, &opt(one)), (b, two)]),
                record(&[(a, null), (b, two)]),
                record(&[(a, &opt(&like)), (b, two)]),
                record(&[(b, two)]),
            ],
        ),
        (
            record(&[(a, &opt(one))]),
            &[
                record(&[(a, none)]),
                record(&[(a, &opt(none))]),
                record(&[(a, &opt(wide))]),
                record(&[]),
            ],
        ),
        (
            list(&[one]),
            &[
                list(&[]),
                list(&[two, wide]),
                list(&[literal]),
                IDLValue::Blob(vec![1, 2]),
                list(&[&list(&[])]),
            ],
        ),
        (
            IDLValue::Blob(vec![1]),
            &[list(&[one]), list(&[]), list(&[wide])],
        ),
        (
            list(&[]),
            &[list(&[one]), list(&[&like]), IDLValue::Blob(vec![1])],
        ),
        (
            case(a, one, 0),
            &[
                case(b, one, 0),
                case(b, one, 1),
                case(a, one, 7),
                case(number, two, 0),
                case(a, wide, 0),
                case(c, null, u64::MAX),
            ],
        ),
        (
            IDLValue::Nat(7u8.into()),
            &[IDLValue::Int(7.into()), literal.clone(), one.clone()],
        ),
    ];
    for (like, others) in rows {
        let mut seen = std::collections::BTreeSet::new();
        for other in *others {
            for position in [0, 1, 3, 98, 99] {
                let mut items = vec![like.clone(); 100];
                items[position] = other.clone();
                let values = [IDLValue::Vec(items), IDLValue::Bool(true)];
                seen.insert(check_untyped(&values));
            }
        }
        assert!(seen.len() > others.len() / 2, "{seen:#?}");
    }
}
