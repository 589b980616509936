//! The types of `numbers.did`.

use candid::{CandidType, Deserialize, Principal};

#[derive(CandidType, Deserialize)]
pub struct Type1Arg1 { #[candid(id = 3)] pub _3_: candid::Nat }
#[derive(CandidType, Deserialize)]
pub enum Type1Ret {
  #[candid(id = 1)]
  _1_{ #[candid(id = 3)] _3_: candid::Nat },
}
/// numeric labels beside the names that spell them
#[derive(CandidType, Deserialize)]
pub struct R {
  #[candid(id = 5)]
  pub _5__2: candid::Nat,
  #[serde(rename="5")]
  pub _53_: bool,
  pub _5_: String,
}
#[derive(CandidType, Deserialize)]
pub struct Tuple (pub candid::Nat,pub String,);
#[derive(CandidType, Deserialize)]
pub struct One (pub (candid::Nat,),);
#[derive(CandidType, Deserialize)]
pub struct OneOne (pub (One,),);
#[derive(CandidType, Deserialize)]
pub struct Gap {
  #[candid(id = 0)]
  pub _0_: candid::Nat,
  #[candid(id = 2)]
  pub _2_: String,
}
#[derive(CandidType, Deserialize)]
pub struct Big {
  #[candid(id = 1000)]
  pub _1000_: candid::Nat,
  #[candid(id = 4294967295)]
  pub _4294967295_: u8,
}
#[derive(CandidType, Deserialize)]
pub enum V {
  #[candid(id = 0)]
  _0__2,
  #[candid(id = 1)]
  _1_(candid::Nat),
  #[candid(id = 2)]
  _2_{ #[candid(id = 7)] _7_: candid::Nat },
  #[candid(id = 3)]
  _3_((candid::Nat,)),
  #[candid(id = 4)]
  _4_(candid::Nat,String,),
  #[candid(id = 5)]
  _5_(((candid::Nat,),)),
  #[candid(id = 9)]
  _9_(One),
  #[serde(rename="0")]
  _48_,
  _0_(String),
}
#[derive(CandidType, Deserialize)]
pub enum Only { #[candid(id = 0)] _0_ }
#[derive(CandidType, Deserialize)]
pub struct Fields { pub _0_: candid::Nat, pub _1_: String }
#[derive(CandidType, Deserialize)]
pub struct Nested3457Inner { #[candid(id = 8)] pub _8_: String }
#[derive(CandidType, Deserialize)]
pub enum Nested34 {
  #[candid(id = 5)]
  _5_{
    #[candid(id = 6)]
    _6_: candid::Nat,
    #[candid(id = 7)]
    _7_: Option<Nested3457Inner>,
  },
}
#[derive(CandidType, Deserialize)]
pub struct Nested3 { #[candid(id = 4)] pub _4_: Nested34 }
#[derive(CandidType, Deserialize)]
pub struct Nested { #[candid(id = 3)] pub _3_: Nested3 }
#[derive(CandidType, Deserialize)]
pub struct Rec (pub Option<Box<Rec>>,pub Vec<Box<Rec>>,);
#[derive(CandidType, Deserialize)]
pub struct Rec1 (pub (Option<Box<Rec1>>,),);
#[derive(CandidType, Deserialize)]
pub struct Never (pub (Box<Never>,),);
#[derive(CandidType, Deserialize)]
pub struct Wide (
  pub candid::Nat,pub candid::Nat,pub candid::Nat,pub candid::Nat,pub candid::Nat,pub candid::Nat,pub candid::Nat,pub candid::Nat,pub candid::Nat,pub candid::Nat,pub candid::Nat,pub candid::Nat,pub candid::Nat,pub candid::Nat,pub candid::Nat,pub candid::Nat,pub String,
);
#[derive(CandidType, Deserialize)]
pub enum WideV {
  #[serde(rename="a")]
  A{
    #[candid(id = 0)]
    _0_: candid::Nat,
    #[candid(id = 1)]
    _1_: candid::Nat,
    #[candid(id = 2)]
    _2_: candid::Nat,
    #[candid(id = 3)]
    _3_: candid::Nat,
    #[candid(id = 4)]
    _4_: candid::Nat,
    #[candid(id = 5)]
    _5_: candid::Nat,
    #[candid(id = 6)]
    _6_: candid::Nat,
    #[candid(id = 7)]
    _7_: candid::Nat,
    #[candid(id = 8)]
    _8_: candid::Nat,
    #[candid(id = 9)]
    _9_: candid::Nat,
    #[candid(id = 10)]
    _10_: candid::Nat,
    #[candid(id = 11)]
    _11_: candid::Nat,
    #[candid(id = 12)]
    _12_: candid::Nat,
    #[candid(id = 13)]
    _13_: candid::Nat,
    #[candid(id = 14)]
    _14_: candid::Nat,
    #[candid(id = 15)]
    _15_: candid::Nat,
    #[candid(id = 16)]
    _16_: String,
  },
}
#[derive(CandidType, Deserialize)]
pub struct WArg2 (
  pub candid::Nat,pub candid::Nat,pub candid::Nat,pub candid::Nat,pub candid::Nat,pub candid::Nat,pub candid::Nat,pub candid::Nat,pub candid::Nat,pub candid::Nat,pub candid::Nat,pub candid::Nat,pub candid::Nat,pub candid::Nat,pub candid::Nat,pub candid::Nat,pub String,
);
#[derive(CandidType, Deserialize)]
pub struct WRet1Inner { #[candid(id = 1)] pub _1_: candid::Nat }
#[derive(CandidType, Deserialize)]
pub struct ResNOk { #[candid(id = 1)] pub _1_: candid::Nat }
pub type ResN = std::result::Result<ResNOk, (candid::Nat,)>;
