//! The suite's argument types, as it writes them, with the Rust types they are decoded at.

#![allow(
    clippy::wildcard_imports,
    reason = "the table names nearly all of the types"
)]

use crate::types::*;
use candid::utils::ArgumentDecoder;
use candid::{DecoderConfig, Empty, Int, Nat, Principal, Reserved};
use std::fmt::Debug;

/// Decodes a message and prints what comes out.
pub(crate) type Decode = fn(&[u8], &DecoderConfig) -> candid::Result<String>;

fn decode<'a, T: ArgumentDecoder<'a> + Debug>(
    message: &'a [u8],
    config: &DecoderConfig,
) -> candid::Result<String> {
    let values: T = candid::decode_args_with_config(message, config)?;
    Ok(format!("{values:?}"))
}

macro_rules! table {
    ($($text:literal => $ty:ty,)*) => {
        /// Returns how to decode at the types `text`.
        pub(crate) fn at(text: &str) -> Option<Decode> {
            Some(match text {
                $($text => |message, config| decode::<$ty>(message, config),)*
                _ => return None,
            })
        }
    };
}

table! {
    "()" => (),
    "(null)" => ((),),
    "(bool)" => (bool,),
    "(nat)" => (Nat,),
    "(int)" => (Int,),
    "(nat8)" => (u8,),
    "(nat16)" => (u16,),
    "(nat32)" => (u32,),
    "(nat64)" => (u64,),
    "(int8)" => (i8,),
    "(int16)" => (i16,),
    "(int32)" => (i32,),
    "(int64)" => (i64,),
    "(float32)" => (f32,),
    "(float64)" => (f64,),
    "(text)" => (String,),
    "(reserved)" => (Reserved,),
    "(empty)" => (Empty,),
    "(principal)" => (Principal,),
    "(null, null)" => ((), ()),
    "(null, nat)" => ((), Nat),
    "(nat, nat, null)" => (Nat, Nat, ()),
    "(opt empty,bool)" => (Option<Empty>, bool),
    "(null, bool, nat, int, null, reserved, null, nat8, nat16, nat32)" =>
        ((), bool, Nat, Int, (), Reserved, (), u8, u16, u32),

    "(opt empty)" => (Option<Empty>,),
    "(opt null)" => (Option<()>,),
    "(opt bool)" => (Option<bool>,),
    "(opt nat)" => (Option<Nat>,),
    "(opt int)" => (Option<Int>,),
    "(opt reserved)" => (Option<Reserved>,),
    "(opt opt null)" => (Option<Option<()>>,),
    "(opt opt bool)" => (Option<Option<bool>>,),
    "(opt opt nat)" => (Option<Option<Nat>>,),
    "(opt opt int)" => (Option<Option<Int>>,),
    "(opt opt opt empty)" => (Option<Option<Option<Empty>>>,),
    "(Opt)" => (Opt,),
    "(OptRec)" => (OptRec,),
    "(List)" => (List,),
    "(List1)" => (List1,),

    "(vec null)" => (Vec<()>,),
    "(vec nat)" => (Vec<Nat>,),
    "(vec int)" => (Vec<Int>,),
    "(vec nat8)" => (Vec<u8>,),
    "(vec int8)" => (Vec<i8>,),
    "(vec reserved)" => (Vec<Reserved>,),
    "(vec opt nat)" => (Vec<Option<Nat>>,),
    "(vec record {})" => (Vec<Unit>,),
    "(vec opt record {})" => (Vec<Option<Unit>>,),
    "(vec vec null)" => (Vec<Vec<()>>,),
    "(vec vec opt empty)" => (Vec<Vec<Option<Empty>>>,),
    "(vec record {null;record{reserved};record{}})" => (Vec<((), (Reserved,), Unit)>,),
    "(vec EmptyRecord)" => (Vec<EmptyRecord>,),
    "(Vec)" => (Tree,),

    "(record {})" => (Unit,),
    "(record {}, record {}, record {})" => (Unit, Unit, Unit),
    "(record {int})" => ((Int,),),
    "(record {int; bool})" => ((Int, bool),),
    "(record {bool; int})" => ((bool, Int),),
    "(record {1:int; 0:bool})" => (Bool0Int1,),
    "(record { 0 : null })" => (((),),),
    "(record { 0 : reserved })" => ((Reserved,),),
    "(record {1:int})" => (Int1,),
    "(record {1:opt int})" => (OptInt1,),
    "(record {1:reserved})" => (Reserved1,),
    "(record {1:bool})" => (Bool1,),
    "(record { 1 : null })" => (Null1,),
    "(record {2:int})" => (Int2,),
    "(record {2:opt int})" => (OptInt2,),
    "(record {2:null})" => (Null2,),
    "(record {foo:int; bar:bool})" => (FooIntBarBool,),
    "(record { \"☃\":null })" => (Snowman,),
    "(record{record{record{record{}}}})" => ((((Unit,),),),),
    "(record { foo : opt bool })" => (Foo<Option<bool>>,),
    "(record { foo : reserved })" => (Foo<Reserved>,),
    "(record { foo: int; new_field: bool })" => (FooNewField,),
    "(record { bar: bool; baz: record { bar: bool }; bbb: opt record { head : int} })" => (BarBazBbb,),
    "(record { bat: variant { nil; cons: record { head : int; tail : VariantList }; new_field: empty } })" => (Bat,),
    "(EmptyRecord)" => (EmptyRecord,),
    "(A1)" => (A1,),
    "(A2)" => (A2,),

    "(variant {})" => (EmptyVariant,),
    "(variant {0})" => (Tag0,),
    "(variant {1})" => (Tag1,),
    "(variant {0;1})" => (Tags2,),
    "(variant {0; 1})" => (Tags2,),
    "(variant {0;1;2})" => (Tags3,),
    "(variant {0;1;4294967295})" => (TagsMax,),
    "(variant {0:int})" => (Tag0Int,),
    "(variant { 0 : null })" => (Tag0Null,),
    "(variant { 0 : reserved })" => (Tag0Reserved,),
    "(variant {0:int; 1:int})" => (Tag0IntTag1Int,),
    "(variant {0; 1:int})" => (Tag0Tag1Int,),
    "(variant {0:reserved; 1:int})" => (Tag0ReservedTag1Int,),
    "(opt variant {0})" => (Option<Tag0>,),
    "(opt variant { 0 : int })" => (Option<Tag0Int>,),
    "(variant { Foo; Bar; })" => (FooOrBar,),
    "(variant { \"☃\" })" => (SnowmanTag,),
    "(variant { Ok: text; Err: text })" => (Result<String, String>,),
    "(variant { ok: text; err: empty })" => (OkOr<Empty>,),
    "(variant { ok: text; err: EmptyRecord })" => (OkOr<EmptyRecord>,),
    "(variant { Foo; Bar: record { bool; int }; Baz: record { a: int; b: nat } })" => (FooBarBaz,),
    "(EmptyVariant)" => (EmptyRecursion,),
    "(VariantList)" => (VariantList,),
    "(VariantList, opt VariantList, null, reserved, opt int)" =>
        (VariantList, Option<VariantList>, (), Reserved, Option<Int>),
    "(VariantList, opt int, vec int)" => (VariantList, Option<Int>, Vec<Int>),

    "(func () -> ())" => (Plain,),
    "(func (int,nat) -> (service {}) query)" => (IntNatToService,),
    "(func (principal) -> (nat))" => (PrincipalToNat,),
    "(func (text) -> (nat))" => (TextToNat,),
    "(func (text) -> (nat) query)" => (TextToNatQuery,),
    "(func (text) -> (nat) composite_query)" => (TextToNatComposite,),
    "(func (service {}) -> (nat))" => (ServiceToNat,),
    "(func (text, opt text) -> ())" => (TextOptText,),
    "(service {})" => (Service0,),
    "(service { foo : (text) -> (nat) })" => (ServiceFoo,),
    "(service { foo : (text) -> (nat) query })" => (ServiceFooQuery,),
    "(service { foo: () -> () })" => (ServiceFooPlain,),
    "(service { foo : (text) -> (nat); foo2 : (text) -> (nat) })" => (ServiceFooFoo2,),
    "(service { foobar : (text) -> (nat); foobarbaz : (text) -> (nat) })" => (ServiceFoobar,),
    "(service {\"🐂\":(opt int)->(record{}) query; foo:()->() oneway})" => (ServiceUnicode,),
}
