//! Services that are exported with both implementations: this file is a module of each, which has its `candid` above.

#![allow(
    dead_code,
    unused_imports,
    unused_variables,
    reason = "only the signatures matter"
)]

use super::candid::{
    self, candid_method, export_service, CandidType, Deserialize, Func, Int, Nat, Principal,
    Reserved, Service,
};
use std::collections::BTreeMap;

pub(in super::super) mod nothing {
    use super::*;

    export_service!(super::candid);

    pub(in super::super::super) fn exported() -> String {
        __export_service()
    }
}

pub(in super::super) mod methods {
    use super::*;

    super::candid::define_function!(Callback : (Nat) -> (Option<Int>) query);
    super::candid::define_service!(Peer : { "call": super::candid::func!((u8) -> ()); "f": Callback::ty() });

    /// Adds.
    ///
    ///   Twice.
    #[candid_method]
    fn add(a: Nat, b: Int) -> Int {
        unimplemented!()
    }
    #[candid_method(query)]
    fn get() -> (u8, String, Option<Vec<u8>>) {
        unimplemented!()
    }
    #[candid_method(composite_query, rename = "look up")]
    fn look_up(key: BTreeMap<String, Vec<Option<bool>>>) -> Reserved {
        unimplemented!()
    }
    #[candid_method(oneway)]
    fn tell(_: Principal) {}
    #[candid_method(update)]
    fn put(v: [u16; 3], u: (), t: (u8,), f: f32, g: f64) -> Result<(), String> {
        unimplemented!()
    }
    #[candid_method]
    fn references(f: Callback, s: Peer) -> (i8, i16, i32, i64, i128, u16, u32, u64, u128) {
        unimplemented!()
    }
    #[candid_method(query)]
    fn query(service: u8) -> u8 {
        service
    }

    export_service!(super::candid);

    pub(in super::super::super) fn exported() -> String {
        __export_service()
    }
}

pub(in super::super) mod constructed {
    use super::*;

    #[candid_method(init)]
    fn init(owner: Principal, name: Option<String>) {}
    #[candid_method]
    fn m(x: Result<Nat, Option<Int>>) {}

    export_service!(super::candid);

    pub(in super::super::super) fn exported() -> String {
        __export_service()
    }
}

pub(in super::super) mod of_self {
    use super::*;

    struct State;
    impl State {
        #[candid_method(init)]
        fn new(_n: u8) -> Self {
            State
        }
        /// Looks.
        #[candid_method(query)]
        fn look(&self) -> u64 {
            0
        }
        #[candid_method]
        fn touch(&mut self, _n: Vec<Nat>) {}
    }

    export_service!(super::candid);

    pub(in super::super::super) fn exported() -> String {
        __export_service()
    }
}

pub(in super::super) mod constructed_at_once {
    use super::*;

    #[derive(CandidType, Deserialize)]
    #[candid_path("super::candid")]
    struct Settings {
        fee: Option<Nat>,
        minters: Vec<Principal>,
    }

    /// Installs it.
    #[candid_method(init)]
    fn init(settings: Option<Settings>, _: u8, name: String) {}

    export_service!(super::candid);

    pub(in super::super::super) fn exported() -> String {
        __export_service()
    }
}

pub(in super::super) mod recursive_types {
    use super::*;

    /// A tree.
    #[derive(CandidType, Deserialize)]
    #[candid_path("super::candid")]
    struct Tree {
        value: Int,
        children: Vec<Tree>,
    }
    #[derive(CandidType, Deserialize)]
    #[candid_path("super::candid")]
    struct List {
        head: Nat,
        tail: Option<Box<List>>,
    }
    #[derive(CandidType, Deserialize)]
    #[candid_path("super::candid")]
    enum Expr {
        Leaf(u8),
        Add(Box<Expr>, Box<Expr>),
        Of { tree: Tree, list: Option<List> },
    }

    #[candid_method(query)]
    fn eval(e: Expr) -> Result<Int, Expr> {
        unimplemented!()
    }
    #[candid_method]
    fn put(list: List, trees: Vec<Tree>) {}

    export_service!(super::candid);

    pub(in super::super::super) fn exported() -> String {
        __export_service()
    }
}

pub(in super::super) mod names {
    use super::*;

    #[derive(CandidType, Deserialize)]
    #[candid_path("super::candid")]
    struct Record {
        #[serde(rename = "two words")]
        a: u8,
        r#type: Option<String>,
        #[serde(rename = "ein Wörtchen")]
        b: Vec<u8>,
        #[serde(rename = "\"quoted\"")]
        c: (),
        query: bool,
    }
    #[derive(CandidType, Deserialize)]
    #[candid_path("super::candid")]
    #[serde(rename = "Other name")]
    enum Variant {
        #[serde(rename = "service")]
        A,
        r#Type(u8),
        #[serde(rename = "")]
        C(u8, u16),
        Opt {
            opt: (),
        },
    }

    #[candid_method(query, rename = "import")]
    fn a(record: Record) -> Variant {
        unimplemented!()
    }
    #[candid_method(rename = "\"")]
    fn b(r#type: u8, r#fn: u8) {}
    #[candid_method(rename = "")]
    fn c() {}
    #[candid_method(rename = "ü")]
    fn d(vec: Vec<Variant>) -> (Record,) {
        unimplemented!()
    }

    export_service!(super::candid);

    pub(in super::super::super) fn exported() -> String {
        __export_service()
    }
}

pub(in super::super) mod documented {
    use super::*;

    /// What is asked.
    ///
    /// At length.
    #[derive(CandidType, Deserialize)]
    #[candid_path("super::candid")]
    struct Question {
        /// Who asks.
        who: Principal,
        /// Lines:
        ///  * indented
        what: String,
    }
    /// One of two.
    #[derive(CandidType, Deserialize)]
    #[candid_path("super::candid")]
    enum Answer {
        /// Good.
        Yes,
        /// Bad, "quoted".
        No {
            /// Why.
            why: String,
        },
    }

    /**
    A block
      of lines.
    */
    #[candid_method]
    fn ask(q: Question) -> Answer {
        unimplemented!()
    }
    #[doc = "by attribute"]
    #[candid_method(query)]
    fn last() -> Option<Question> {
        unimplemented!()
    }

    export_service!(super::candid);

    pub(in super::super::super) fn exported() -> String {
        __export_service()
    }
}

pub(in super::super) mod generic_types {
    use super::*;

    #[derive(CandidType, Deserialize)]
    #[candid_path("super::candid")]
    struct Page<T> {
        items: Vec<T>,
        next: Option<u64>,
    }
    #[derive(CandidType, Deserialize)]
    #[candid_path("super::candid")]
    struct Pair<A, B>(A, B);
    #[derive(CandidType, Deserialize)]
    #[candid_path("super::candid")]
    struct Point {
        x: f64,
        y: f64,
    }

    #[candid_method(query)]
    fn texts(from: u64) -> Page<String> {
        unimplemented!()
    }
    #[candid_method(query)]
    fn points(from: Option<Page<Point>>) -> Page<Point> {
        unimplemented!()
    }
    #[candid_method(query)]
    fn pairs(p: Pair<Point, Pair<u8, String>>) -> (Pair<u8, u8>, Page<Pair<Point, Point>>) {
        unimplemented!()
    }

    export_service!(super::candid);

    pub(in super::super::super) fn exported() -> String {
        __export_service()
    }
}

pub(in super::super) mod shapes {
    use super::*;

    #[derive(CandidType, Deserialize)]
    #[candid_path("super::candid")]
    struct Unit;
    #[derive(CandidType, Deserialize)]
    #[candid_path("super::candid")]
    struct Nothing {}
    #[derive(CandidType, Deserialize)]
    #[candid_path("super::candid")]
    struct Newtype(Nat);
    #[derive(CandidType, Deserialize)]
    #[candid_path("super::candid")]
    struct Bytes {
        #[serde(with = "serde_bytes")]
        a: Vec<u8>,
        b: [u8; 4],
        c: serde_bytes::ByteBuf,
    }

    #[candid_method]
    fn all(a: Unit, b: Nothing, c: Newtype, d: Bytes) -> ((), (u8, (u8, u8))) {
        unimplemented!()
    }
    #[candid_method]
    fn maps(m: BTreeMap<Principal, Vec<BTreeMap<u8, ()>>>) -> Box<Option<Newtype>> {
        unimplemented!()
    }

    export_service!(super::candid);

    pub(in super::super::super) fn exported() -> String {
        __export_service()
    }
}

pub(in super::super) mod many_methods {
    use super::*;

    #[derive(CandidType, Deserialize)]
    #[candid_path("super::candid")]
    struct Char {
        code: u32,
    }

    #[candid_method(query)]
    fn zebra() -> bool {
        true
    }
    #[candid_method]
    fn b2() {}
    #[candid_method(composite_query)]
    fn b10(n: u8) -> u8 {
        n
    }
    #[candid_method(oneway)]
    fn aa(n: usize, m: isize, d: std::time::Duration) {}
    #[candid_method(update, rename = "Zebra")]
    fn upper() -> Option<bool> {
        None
    }

    export_service!(super::candid);

    pub(in super::super::super) fn exported() -> String {
        __export_service()
    }
}

pub(in super::super) mod equal_newtypes {
    use super::*;

    #[derive(CandidType, Deserialize)]
    #[candid_path("super::candid")]
    struct Inner {
        owner: Principal,
        index: u64,
    }
    #[derive(CandidType, Deserialize)]
    #[candid_path("super::candid")]
    struct In(Inner);
    #[derive(CandidType, Deserialize)]
    #[candid_path("super::candid")]
    struct Wrapper(Inner);
    #[derive(CandidType, Deserialize)]
    #[candid_path("super::candid")]
    struct Boxed(Box<Inner>);

    #[candid_method(query)]
    fn a(w: Wrapper, b: Vec<Boxed>) -> Wrapper {
        unimplemented!()
    }
    #[candid_method(query)]
    fn b(w: Vec<Inner>) -> Box<Wrapper> {
        unimplemented!()
    }
    #[candid_method(query)]
    fn c(w: Option<In>) -> (Inner, In) {
        unimplemented!()
    }

    export_service!(super::candid);

    pub(in super::super::super) fn exported() -> String {
        __export_service()
    }
}

pub(in super::super) mod equal_generics {
    use super::*;

    #[derive(CandidType, Deserialize)]
    #[candid_path("super::candid")]
    struct Page<T> {
        items: Vec<T>,
        next: Option<u64>,
    }
    #[derive(CandidType, Deserialize)]
    #[candid_path("super::candid")]
    enum Outcome<T, E> {
        Ok(T),
        Err(E),
    }

    #[candid_method(query)]
    fn a(p: Page<String>) -> Result<Nat, String> {
        unimplemented!()
    }
    #[candid_method(query)]
    fn b(p: Page<&'static str>) -> Result<u128, String> {
        unimplemented!()
    }
    #[candid_method(query)]
    fn c(p: Page<u8>) -> Result<Page<&'static str>, Box<str>> {
        unimplemented!()
    }
    #[candid_method(query)]
    fn d(p: Page<u8>) -> Result<Page<String>, String> {
        unimplemented!()
    }

    export_service!(super::candid);

    pub(in super::super::super) fn exported() -> String {
        __export_service()
    }
}

pub(in super::super) mod equal_names {
    use super::*;

    #[derive(CandidType, Deserialize)]
    #[candid_path("super::candid")]
    struct AccountIdentifierLong {
        hash: Vec<u8>,
        sub: Option<u32>,
    }
    #[derive(CandidType, Deserialize)]
    #[candid_path("super::candid")]
    struct Acct {
        hash: Vec<u8>,
        sub: Option<u32>,
    }
    #[derive(CandidType, Deserialize)]
    #[candid_path("super::candid")]
    struct Holder {
        account: Acct,
        by: Option<AccountIdentifierLong>,
    }
    #[derive(CandidType, Deserialize)]
    #[candid_path("super::candid")]
    struct Owner {
        account: Acct,
        by: Option<AccountIdentifierLong>,
    }
    #[derive(CandidType, Deserialize)]
    #[candid_path("super::candid")]
    enum Event {
        Moved { hash: Vec<u8>, sub: Option<u32> },
        Held(Holder),
    }
    /// A tree.
    #[derive(CandidType, Deserialize)]
    #[candid_path("super::candid")]
    struct Tree {
        value: Int,
        children: Vec<Tree>,
    }
    #[derive(CandidType, Deserialize)]
    #[candid_path("super::candid")]
    struct Bush {
        value: Int,
        children: Vec<Bush>,
    }

    #[candid_method(query)]
    fn a(a: AccountIdentifierLong) {}
    #[candid_method(query)]
    fn b(a: Vec<AccountIdentifierLong>) -> Option<Acct> {
        unimplemented!()
    }
    #[candid_method(query)]
    fn c(h: Holder) -> (Owner, Event) {
        unimplemented!()
    }
    #[candid_method(query)]
    fn d(h: Tree) -> Bush {
        unimplemented!()
    }

    export_service!(super::candid);

    pub(in super::super::super) fn exported() -> String {
        __export_service()
    }
}

pub(in super::super) mod recursive_docs {
    use super::*;

    /// A list.
    #[derive(CandidType, Deserialize)]
    #[candid_path("super::candid")]
    struct List(Option<Box<Link>>);
    /// A link.
    #[derive(CandidType, Deserialize)]
    #[candid_path("super::candid")]
    struct Link {
        /// The head.
        head: Nat,
        /// The tail.
        tail: List,
    }
    /// A rose.
    #[derive(CandidType, Deserialize)]
    #[candid_path("super::candid")]
    struct Rose(Vec<Rose>);
    /// An expression.
    #[derive(CandidType, Deserialize)]
    #[candid_path("super::candid")]
    enum Expr {
        /// Less.
        Less(Box<Expr>, Rose),
        /// A constant.
        Constant {
            /// Its value.
            value: Int,
        },
    }
    /// Ping.
    #[derive(CandidType, Deserialize)]
    #[candid_path("super::candid")]
    struct Ping {
        /// To pong.
        pong: Option<Box<Pong>>,
    }
    /// Pong.
    #[derive(CandidType, Deserialize)]
    #[candid_path("super::candid")]
    struct Pong {
        /// To ping.
        ping: Vec<Ping>,
    }

    /// Takes all.
    #[candid_method]
    fn take(list: List, rose: Rose, expr: Expr) -> (Pong, Link) {
        unimplemented!()
    }

    export_service!(super::candid);

    pub(in super::super::super) fn exported() -> String {
        __export_service()
    }
}
