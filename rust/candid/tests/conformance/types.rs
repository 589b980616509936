//! The suite's types in Rust.
//!
//! Labels that are names come from the derive. Labels that are numbers are written by hand, with
//! serde's spelling of them (`_5_`): what generated bindings for such an interface would do.

use candid::types::{Serializer, Type};
use candid::{
    define_function, define_service, func, CandidType, Deserialize, Empty, Int, Nat, Reserved,
};

// Recursive types.

/// `type Opt = opt Opt`
#[derive(CandidType, Deserialize, Debug, PartialEq)]
pub(crate) struct Opt(Option<Box<Opt>>);

/// `type Vec = vec Vec`
#[derive(CandidType, Deserialize, Debug, PartialEq)]
pub(crate) struct Tree(Vec<Tree>);

/// `type EmptyRecord = record { EmptyRecord }`
#[derive(CandidType, Deserialize, Debug, PartialEq)]
pub(crate) struct EmptyRecord(Box<EmptyRecord>, #[serde(skip)] ());

/// `type OptRec = opt record { OptRec }`
#[derive(CandidType, Deserialize, Debug, PartialEq)]
pub(crate) struct OptRec(Option<Box<(OptRec,)>>);

/// `type List = opt record { head : int; tail : List }`
#[derive(CandidType, Deserialize, Debug, PartialEq)]
pub(crate) struct List(Option<Box<Node>>);

#[derive(CandidType, Deserialize, Debug, PartialEq)]
pub(crate) struct Node {
    head: Int,
    tail: List,
}

/// `type List1 = opt List2`, `type List2 = record { head : int; tail : List1 }`
pub(crate) type List1 = Option<List2>;

#[derive(CandidType, Deserialize, Debug, PartialEq)]
pub(crate) struct List2 {
    head: Int,
    tail: Option<Box<List2>>,
}

#[derive(CandidType, Deserialize, Debug, PartialEq)]
#[allow(non_camel_case_types, reason = "tags as the suite has them")]
pub(crate) enum VariantList {
    nil,
    cons { head: Int, tail: Box<VariantList> },
}

// Named fields and tags.

#[derive(CandidType, Deserialize, Debug, PartialEq)]
pub(crate) struct A1 {
    foo: i32,
    bar: bool,
}

#[derive(CandidType, Deserialize, Debug, PartialEq)]
pub(crate) struct A2 {
    foo: i32,
    bar: bool,
    bat: VariantList,
    baz: A1,
    bbb: List,
    bib: FooBar,
    bab: A1,
}

#[derive(CandidType, Deserialize, Debug, PartialEq)]
#[allow(non_camel_case_types, reason = "tags as the suite has them")]
pub(crate) enum FooBar {
    foo,
    bar,
}

#[derive(CandidType, Deserialize, Debug, PartialEq)]
pub(crate) struct Unit {}

#[derive(CandidType, Deserialize, Debug, PartialEq)]
pub(crate) struct FooIntBarBool {
    foo: Int,
    bar: bool,
}

#[derive(CandidType, Deserialize, Debug, PartialEq)]
pub(crate) struct Snowman {
    #[serde(rename = "☃")]
    field: (),
}

#[derive(CandidType, Deserialize, Debug, PartialEq)]
pub(crate) struct Foo<T> {
    foo: T,
}

#[derive(CandidType, Deserialize, Debug, PartialEq)]
pub(crate) struct BarOnly {
    bar: bool,
}

#[derive(CandidType, Deserialize, Debug, PartialEq)]
pub(crate) struct HeadOnly {
    head: Int,
}

#[derive(CandidType, Deserialize, Debug, PartialEq)]
pub(crate) struct BarBazBbb {
    bar: bool,
    baz: BarOnly,
    bbb: Option<HeadOnly>,
}

#[derive(CandidType, Deserialize, Debug, PartialEq)]
pub(crate) struct Bat {
    bat: WiderList,
}

#[derive(CandidType, Deserialize, Debug, PartialEq)]
#[allow(non_camel_case_types, reason = "tags as the suite has them")]
pub(crate) enum WiderList {
    nil,
    cons { head: Int, tail: VariantList },
    new_field(Empty),
}

#[derive(CandidType, Deserialize, Debug, PartialEq)]
pub(crate) struct FooNewField {
    foo: Int,
    new_field: bool,
}

#[derive(CandidType, Deserialize, Debug, PartialEq)]
pub(crate) enum EmptyVariant {}

#[derive(CandidType, Deserialize, Debug, PartialEq)]
pub(crate) enum FooOrBar {
    Foo,
    Bar,
}

#[derive(CandidType, Deserialize, Debug, PartialEq)]
pub(crate) enum SnowmanTag {
    #[serde(rename = "☃")]
    Snowman,
}

#[derive(CandidType, Deserialize, Debug, PartialEq)]
#[allow(non_camel_case_types, reason = "tags as the suite has them")]
pub(crate) enum OkOr<E> {
    ok(String),
    err(E),
}

#[derive(CandidType, Deserialize, Debug, PartialEq)]
pub(crate) enum FooBarBaz {
    Foo,
    Bar(bool, Int),
    Baz { a: Int, b: Nat },
}

// Labels that are numbers.

/// Declares records and variants whose labels are numbers.
macro_rules! numbered {
    ($(record $name:ident { $($id:literal $rename:literal $field:ident: $ty:ty),* })*) => {$(
        #[derive(Deserialize, Debug, PartialEq)]
        pub(crate) struct $name { $(#[serde(rename = $rename)] $field: $ty),* }

        impl CandidType for $name {
            fn _ty() -> Type {
                candid::record! { $($id: <$ty>::ty());* }
            }

            fn idl_serialize<S: Serializer>(&self, _serializer: S) -> Result<(), S::Error> {
                unreachable!("these are only read")
            }
        }
    )*};
    ($(variant $name:ident { $($id:literal $rename:literal $tag:ident($($ty:ty)?)),* })*) => {$(
        #[derive(Deserialize, Debug, PartialEq)]
        pub(crate) enum $name { $(#[serde(rename = $rename)] $tag$(($ty))?),* }

        impl CandidType for $name {
            fn _ty() -> Type {
                candid::variant! { $($id: numbered!(@payload $($ty)?));* }
            }

            fn idl_serialize<S: Serializer>(&self, _serializer: S) -> Result<(), S::Error> {
                unreachable!("these are only read")
            }
        }
    )*};
    (@payload) => { <()>::ty() };
    (@payload $ty:ty) => { <$ty>::ty() };
}

numbered! {
    record Int1 { 1 "_1_" one: Int }
    record OptInt1 { 1 "_1_" one: Option<Int> }
    record Reserved1 { 1 "_1_" one: Reserved }
    record Null1 { 1 "_1_" one: () }
    record Bool1 { 1 "_1_" one: bool }
    record Int2 { 2 "_2_" two: Int }
    record OptInt2 { 2 "_2_" two: Option<Int> }
    record Null2 { 2 "_2_" two: () }
    record Bool0Int1 { 0 "_0_" zero: bool, 1 "_1_" one: Int }
}

numbered! {
    variant EmptyRecursion { 0 "_0_" Zero(Box<EmptyRecursion>) }
    variant Tag0 { 0 "_0_" Zero() }
    variant Tag1 { 1 "_1_" One() }
    variant Tag0Int { 0 "_0_" Zero(Int) }
    variant Tag0Null { 0 "_0_" Zero(()) }
    variant Tag0Reserved { 0 "_0_" Zero(Reserved) }
    variant Tag0IntTag1Int { 0 "_0_" Zero(Int), 1 "_1_" One(Int) }
    variant Tag0Tag1Int { 0 "_0_" Zero(), 1 "_1_" One(Int) }
    variant Tag0ReservedTag1Int { 0 "_0_" Zero(Reserved), 1 "_1_" One(Int) }
    variant Tags2 { 0 "_0_" Zero(), 1 "_1_" One() }
    variant Tags3 { 0 "_0_" Zero(), 1 "_1_" One(), 2 "_2_" Two() }
    variant TagsMax { 0 "_0_" Zero(), 1 "_1_" One(), 4294967295 "_4294967295_" Max() }
}

// References.

define_function!(pub(crate) Plain : () -> ());
define_function!(pub(crate) IntNatToService : (Int, Nat) -> (Service0) query);
define_function!(pub(crate) PrincipalToNat : (candid::Principal) -> (Nat));
define_function!(pub(crate) TextToNat : (String) -> (Nat));
define_function!(pub(crate) TextToNatQuery : (String) -> (Nat) query);
define_function!(pub(crate) TextToNatComposite : (String) -> (Nat) composite_query);
define_function!(pub(crate) ServiceToNat : (Service0) -> (Nat));
define_function!(pub(crate) TextOptText : (String, Option<String>) -> ());

define_service!(pub(crate) Service0 : {});
define_service!(pub(crate) ServiceFoo : { "foo" : TextToNat::ty() });
define_service!(pub(crate) ServiceFooQuery : { "foo" : TextToNatQuery::ty() });
define_service!(pub(crate) ServiceFooPlain : { "foo" : Plain::ty() });
define_service!(pub(crate) ServiceFooFoo2 : {
    "foo" : TextToNat::ty();
    "foo2" : TextToNat::ty()
});
define_service!(pub(crate) ServiceFoobar : {
    "foobar" : TextToNat::ty();
    "foobarbaz" : TextToNat::ty()
});
define_service!(pub(crate) ServiceUnicode : {
    "🐂" : func!((Option<Int>) -> (Unit) query);
    "foo" : func!(() -> () oneway)
});
