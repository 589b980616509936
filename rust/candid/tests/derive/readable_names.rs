//! The names of definitions where Rust types have the same name, and `#[candid(name = "…")]`.

#![allow(dead_code, reason = "only their types matter")]

use candid::types::subtype::{equal, Gamma};
use candid::types::{Field, Function, Type, TypeContainer, TypeEnv, TypeInner};
use candid::{CandidType, Nat, Principal};
use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

#[derive(CandidType)]
struct Page<T> {
    items: Vec<T>,
}

#[derive(CandidType)]
struct User {
    name: String,
}

#[derive(CandidType)]
#[candid(name = "Member")]
struct MemberV2 {
    id: u8,
}

#[derive(CandidType)]
#[candid(name = "Chosen")]
enum Generic<T> {
    Value(T),
}

/// A definition that is called what several are about to be called.
#[derive(CandidType)]
struct PageText {
    taken: bool,
}

mod ledger {
    use super::{CandidType, Page, User};

    /// Of the ledger.
    #[derive(CandidType)]
    pub(super) struct Account {
        owner: u8,
    }

    #[derive(CandidType)]
    pub(super) struct Tree {
        left: Option<Box<Tree>>,
        page: Page<User>,
    }

    pub(super) mod icrc_1 {
        pub(in super::super) mod account {
            #[derive(candid::CandidType)]
            pub(in super::super::super) struct Account {
                owner: u16,
            }
        }
    }
}

mod index {
    pub(super) mod icrc_1 {
        #[derive(super::super::CandidType)]
        pub(in super::super) struct Account {
            owner: u32,
        }
    }

    #[derive(super::CandidType)]
    pub(super) struct Tree {
        right: Vec<Tree>,
    }
}

/// Gives the definitions readable names, and checks that the type is the same, by structure.
fn readable_names(types: &mut TypeContainer, ty: &Type) -> Type {
    let mut both = TypeEnv::new();
    let numbered = prefixed("Numbered", types, ty, &mut both);
    let named = types.readable_names(ty);
    let readable = prefixed("Readable", types, &named, &mut both);
    if let Err(error) = equal(&mut Gamma::new(), &both, &numbered, &readable) {
        panic!("{error}: {ty} {named}\n{}", types.env);
    }
    named
}

/// Returns a type with a prefix before the names of definitions, and adds these.
fn prefixed(prefix: &str, types: &TypeContainer, ty: &Type, env: &mut TypeEnv) -> Type {
    fn rename(prefix: &str, ty: &Type) -> Type {
        let field = |field: &Field| Field {
            id: field.id.clone(),
            ty: rename(prefix, &field.ty),
        };
        let all = |types: &[Type]| types.iter().map(|ty| rename(prefix, ty)).collect();
        match ty.as_ref() {
            TypeInner::Var(name) => TypeInner::Var(format!("{prefix}{name}")),
            TypeInner::Opt(payload) => TypeInner::Opt(rename(prefix, payload)),
            TypeInner::Vec(element) => TypeInner::Vec(rename(prefix, element)),
            TypeInner::Record(fields) => TypeInner::Record(fields.iter().map(field).collect()),
            TypeInner::Variant(cases) => TypeInner::Variant(cases.iter().map(field).collect()),
            TypeInner::Func(func) => TypeInner::Func(Function {
                modes: func.modes.clone(),
                args: all(&func.args),
                rets: all(&func.rets),
            }),
            TypeInner::Service(methods) => {
                let method = |(name, ty): &(String, Type)| (name.clone(), rename(prefix, ty));
                TypeInner::Service(methods.iter().map(method).collect())
            }
            other => other.clone(),
        }
        .into()
    }
    for (name, ty) in &types.env.0 {
        env.0.insert(format!("{prefix}{name}"), rename(prefix, ty));
    }
    rename(prefix, ty)
}

/// Returns the interface with readable names: the types, an empty line, the definitions.
fn named(add: impl FnOnce(&mut TypeContainer) -> Type) -> String {
    let mut types = TypeContainer::new();
    let ty = add(&mut types);
    let ty = readable_names(&mut types, &ty);
    for name in types.docs.named.keys() {
        assert!(types.env.0.contains_key(name), "{name}");
    }
    format!("{ty}\n{}", types.env)
}

/// Returns the names of the definitions.
fn names_of<T: CandidType>() -> Vec<String> {
    let mut types = TypeContainer::new();
    let ty = types.add::<T>();
    readable_names(&mut types, &ty);
    types.env.0.into_keys().collect()
}

#[test]
fn a_single_type_keeps_its_name() {
    assert_eq!(names_of::<(Page<u8>, User)>(), ["Page", "User"]);
}

#[test]
fn arguments_tell_apart() {
    type Error = User;
    assert_eq!(
        names_of::<(
            Result<String, Error>,
            Result<(), (u8, Vec<Nat>)>,
            Result<Vec<u8>, [bool; 3]>,
            Result<HashMap<i8, f64>, BTreeMap<u64, Principal>>,
            Result<Option<Page<i128>>, Rc<Box<Cow<'static, str>>>>,
        )>(),
        [
            "Page",
            "ResultBlobVecBool",
            "ResultMapInt8Float64MapNat64Principal",
            "ResultNullNat8VecNat",
            "ResultOptPageIntText",
            "ResultTextUser",
            "User",
        ]
    );
}

#[test]
fn what_is_taken_is_left_alone() {
    assert_eq!(
        names_of::<(Page<u8>, Page<String>, Page<String>, PageText)>(),
        ["PageNat8", "PageText", "ReadableNamesPageText"]
    );
}

#[test]
fn modules_tell_apart() {
    use ledger::icrc_1::account as icrc_1;
    assert_eq!(
        names_of::<(ledger::Account, icrc_1::Account)>(),
        ["Icrc1Account", "LedgerAccount"]
    );
    assert_eq!(
        names_of::<(ledger::Account, icrc_1::Account, index::icrc_1::Account)>(),
        ["IndexIcrc1Account", "LedgerAccount", "LedgerIcrc1Account"]
    );
    // Only the arguments differ.
    assert_eq!(
        names_of::<(Page<ledger::Account>, Page<icrc_1::Account>, Page<u8>)>(),
        [
            "Icrc1Account",
            "LedgerAccount",
            "PageIcrc1Account",
            "PageLedgerAccount",
            "PageNat8",
        ]
    );
}

#[test]
fn references_follow() {
    assert_eq!(
        named(|types| types.add::<(ledger::Tree, index::Tree, Page<u8>)>()),
        "record { LedgerTree; IndexTree; PageNat8 }
type IndexTree = record { right : vec IndexTree }
type LedgerTree = record { left : opt LedgerTree; page : PageUser }
type PageNat8 = record { items : blob }
type PageUser = record { items : vec User }
type User = record { name : text }
"
    );
}

#[test]
fn the_order_makes_no_difference() {
    let of = |add: fn(&mut TypeContainer)| {
        let add = move || {
            let mut types = TypeContainer::new();
            add(&mut types);
            types.readable_names(&candid::types::TypeInner::Null.into());
            types.env.to_string()
        };
        std::thread::spawn(add).join().expect("no panic")
    };
    let forwards = of(|types| {
        types.add::<Page<u8>>();
        types.add::<ledger::Account>();
        types.add::<Page<Page<u8>>>();
        types.add::<ledger::icrc_1::account::Account>();
    });
    let backwards = of(|types| {
        types.add::<ledger::icrc_1::account::Account>();
        types.add::<Page<Page<u8>>>();
        types.add::<ledger::Account>();
        types.add::<Page<u8>>();
    });
    assert_eq!(forwards, backwards);
}

/// Where the arguments are called the same and are equal, there is one definition; where they are not equal, there are two.
#[test]
fn equal_types_are_one() {
    assert_eq!(
        named(|types| {
            types.add::<(Page<String>, Page<u8>)>();
            types.add::<(Page<&str>, Result<Page<&str>, Nat>)>();
            types.add::<(Result<Page<String>, u128>, Result<(), ()>)>()
        }),
        "record { ResultPageTextNat; ResultNullNull }
type PageNat8 = record { items : blob }
type PageText = record { items : vec text }
type ResultNullNull = variant { Ok; Err }
type ResultPageTextNat = variant { Ok : PageText; Err : nat }
"
    );
    let apart = {
        #[derive(CandidType)]
        struct User {
            other: u8,
        }
        |types: &mut TypeContainer| types.add::<Page<User>>()
    };
    let text = named(|types| {
        types.add::<Page<User>>();
        apart(types)
    });
    assert!(
        text.contains("type PageReadableNamesUser = record { items : vec ReadableNamesUser }"),
        "{text}"
    );
    assert!(text.contains("type PageEqualTypesAreOneUser = "), "{text}");
}

#[test]
fn blocks_are_numbered() {
    let first = {
        #[derive(CandidType)]
        struct Local {
            a: u8,
        }
        |types: &mut TypeContainer| types.add::<Local>()
    };
    let second = {
        #[derive(CandidType)]
        struct Local {
            b: u8,
        }
        |types: &mut TypeContainer| types.add::<Local>()
    };
    let text = named(|types| {
        first(types);
        second(types)
    });
    assert_eq!(
        text,
        "Local_1\ntype Local = record { a : nat8 }\ntype Local_1 = record { b : nat8 }\n"
    );
}

#[test]
fn long_names_are_numbered() {
    type Long<T> = Result<Result<Result<Vec<Vec<Principal>>, Principal>, Principal>, T>;
    assert_eq!(
        names_of::<(Long<Vec<Option<Option<Option<u8>>>>>, Long<u16>)>(),
        [
            "Result",
            "ResultResultResultVecVecPrincipalPrincipalPrincipalNat16",
            "ResultResultVecVecPrincipalPrincipalPrincipal",
            "ResultVecVecPrincipalPrincipal",
        ]
    );
}

#[test]
fn names_can_be_chosen() {
    let text = named(|types| types.add::<(MemberV2, Page<MemberV2>, Page<u8>, Generic<u8>)>());
    assert_eq!(
        text,
        "record { Member; PageMember; PageNat8; Chosen }
type Chosen = variant { Value : nat8 }
type Member = record { id : nat8 }
type PageMember = record { items : vec Member }
type PageNat8 = record { items : blob }
"
    );
    assert_eq!(
        names_of::<(Generic<u8>, Generic<Generic<u8>>)>(),
        ["ChosenChosenNat8", "ChosenNat8"]
    );
    // Without readable names, too.
    assert_eq!(TypeContainer::new().add::<MemberV2>().to_string(), "Member");
}

mod first {
    #[derive(candid::CandidType)]
    #[candid(name = "Shared")]
    pub(super) struct A {
        a: u8,
    }

    #[derive(candid::CandidType)]
    #[candid(name = "Shared")]
    pub(super) struct Twin {
        twin: u8,
    }

    #[derive(candid::CandidType)]
    pub(super) struct Shared {
        own: u8,
    }
}

mod second {
    #[derive(candid::CandidType)]
    #[candid(name = "Shared")]
    pub(super) struct B {
        b: u8,
    }

    #[derive(candid::CandidType)]
    #[candid(name = "Shared")]
    pub(super) struct Same {
        a: u8,
    }

    #[derive(candid::CandidType)]
    #[candid(name = "Shared")]
    pub(super) struct Generic<T> {
        value: T,
    }
}

/// A name that several types choose, or one chooses and another has, is told apart by arguments and modules.
#[test]
fn names_that_several_choose() {
    use first::{Shared, Twin, A};
    use second::{Generic, Same, B};

    let of = |add: fn(&mut TypeContainer) -> Type| named(add);
    let a = "type FirstShared = record { a : nat8 }\n";
    let b = "type SecondShared = record { b : nat8 }\n";
    assert_eq!(
        of(|types| types.add::<(A, B)>()),
        format!("record {{ FirstShared; SecondShared }}\n{a}{b}")
    );
    assert_eq!(
        of(|types| types.add::<(B, A)>()),
        format!("record {{ SecondShared; FirstShared }}\n{a}{b}")
    );
    let own = "type FirstShared = record { own : nat8 }\n";
    assert_eq!(
        of(|types| types.add::<(B, Shared)>()),
        format!("record {{ SecondShared; FirstShared }}\n{own}{b}")
    );
    // Those that are equal are one.
    assert_eq!(
        of(|types| types.add::<(A, Same)>()),
        "record { Shared; Shared }\ntype Shared = record { a : nat8 }\n"
    );
    assert_eq!(
        of(|types| types.add::<(Generic<u8>, Generic<bool>, B)>()),
        "record { SharedNat8; SharedBool; Shared }
type Shared = record { b : nat8 }
type SharedBool = record { value : bool }
type SharedNat8 = record { value : nat8 }
"
    );
    // Of one module, they are numbered, whatever the order.
    let definitions = "type SecondShared = record { b : nat8 }
type Shared = record { a : nat8 }
type Shared_1 = record { twin : nat8 }
";
    assert_eq!(
        of(|types| types.add::<(A, Twin, B)>()),
        format!("record {{ Shared; Shared_1; SecondShared }}\n{definitions}")
    );
    assert_eq!(
        of(|types| types.add::<(Twin, A, B)>()),
        format!("record {{ Shared_1; Shared; SecondShared }}\n{definitions}")
    );
    // Without readable names.
    let mut types = TypeContainer::new();
    assert_eq!(
        types.add::<(A, B)>().to_string(),
        "record { Shared; Shared_1 }"
    );
}

/// What is not a Rust type's keeps its name.
#[test]
fn other_definitions_stay() {
    let mut types = TypeContainer::new();
    let ty = types.add::<(Page<u8>, Page<u16>)>();
    types.env.0.insert(
        "PageNat8".to_string(),
        Type::from(candid::types::TypeInner::Text),
    );
    let ty = types.readable_names(&ty);
    assert_eq!(
        format!("{ty}\n{}", types.env),
        "record { ReadableNamesPageNat8; PageNat16 }
type PageNat16 = record { items : vec nat16 }
type PageNat8 = text
type ReadableNamesPageNat8 = record { items : blob }
"
    );
}

candid::define_function!(Visit : (Page<u8>, List<Page<&'static str>>) -> (Page<String>) query);
candid::define_service!(Peer : { "visit": Visit::ty(); "f": candid::func!((Page<bool>) -> (Page<User>)) });

#[derive(CandidType)]
struct List<T> {
    head: T,
    tail: Option<Box<List<T>>>,
}

#[derive(CandidType)]
struct Sized<const N: i8> {
    next: Option<Box<Sized<N>>>,
}

/// Equal types that contain themselves are one, and those in references have their new names, too.
#[test]
fn recursion_and_references() {
    assert_eq!(
        names_of::<(
            List<&str>,
            List<String>,
            List<u8>,
            Page<List<&str>>,
            Page<List<String>>
        )>(),
        ["ListNat8", "ListText", "Page"]
    );
    // Checks that nothing but the names is another.
    named(|types| types.add::<(Peer, Visit, Page<Visit>, Sized<-1>, Sized<-2>)>());
}
