//! Doc comments.

use candid::CandidType;

/// The inner one.
#[derive(CandidType)]
#[allow(dead_code, reason = "only the comments matter")]
struct Inner(
    /// first
    u8,
    #[doc = "  second  "] u8,
);

#[track_caller]
fn check<T: CandidType>(wanted: &str) {
    assert_eq!(format!("{:?}", T::_ty_doc()), wanted);
}

#[test]
fn structs() {
    /// About it.
    /// More.
    ///
    ///   Indented.
    #[derive(CandidType)]
    #[allow(dead_code, reason = "only the comments matter")]
    struct Outer {
        /// y's
        y: u8,
        /** x's
         * block
         */
        x: String,
        inner: Inner,
    }
    check::<Outer>(
        "TypeDoc { docs: [\"About it.\", \"More.\", \"\", \"Indented.\"], fields: \
         {120: FieldDoc { docs: [\"x's\", \"* block\", \"\"], ty: None }, \
         121: FieldDoc { docs: [\"y's\"], ty: None }} }",
    );
    check::<Inner>(
        "TypeDoc { docs: [\"The inner one.\"], fields: \
         {0: FieldDoc { docs: [\"first\"], ty: None }, \
         1: FieldDoc { docs: [\"second\"], ty: None }} }",
    );
}

#[test]
fn newtypes() {
    /// About it.
    #[derive(CandidType)]
    #[allow(dead_code, reason = "only the comments matter")]
    struct Newtype(
        /// Has no place.
        Inner,
    );
    check::<Newtype>("TypeDoc { docs: [\"About it.\"], fields: {} }");
}

#[test]
fn enums() {
    #[derive(CandidType)]
    #[allow(dead_code, reason = "only the comments matter")]
    enum Variants {
        A {
            /// x's
            x: u8,
        },
        /// b's
        B(
            /// Has no place.
            u8,
        ),
        C(u8),
        /// d's
        D(
            u8,
            /// 1's
            u8,
        ),
    }
    check::<Variants>(
        "TypeDoc { docs: [], fields: \
         {65: FieldDoc { docs: [], ty: Some(TypeDoc { docs: [], fields: \
         {120: FieldDoc { docs: [\"x's\"], ty: None }} }) }, \
         66: FieldDoc { docs: [\"b's\"], ty: None }, \
         68: FieldDoc { docs: [\"d's\"], ty: Some(TypeDoc { docs: [], fields: \
         {1: FieldDoc { docs: [\"1's\"], ty: None }} }) }} }",
    );
}

#[test]
fn none() {
    #[derive(CandidType)]
    #[doc(hidden)]
    #[allow(dead_code, reason = "only the comments matter")]
    struct Plain {
        #[doc(hidden)]
        a: u8,
    }
    check::<Plain>("TypeDoc { docs: [], fields: {} }");
}
