//! Types that Candid has and std lacks, through serde: references, vectors with limits, `reserved`, `empty`.

#[cfg(unix)]
#[path = "data/beside.rs"]
mod beside;
#[cfg(unix)]
#[path = "data/beside_serde_json.rs"]
mod beside_serde_json;
#[path = "data/readable.rs"]
mod readable;
#[path = "data/std_types.rs"]
mod std_types;

use candid::types::bounded_vec::{BoundedVec, UNBOUNDED};
use candid::types::reference::FuncVisitor;
use candid::types::{FuncMode, TypeInner};
use candid::{CandidType, Empty, Func, MotokoResult, Principal, Reserved, Service};
use serde::de::{value::Error, Visitor};
use serde::{Deserialize, Serialize};
use std::{rc::Rc, sync::Arc};

const WITHOUT_LIMIT: &str = "BoundedVec must be bounded by at least one parameter.";

const U: usize = UNBOUNDED;
const VEC: usize = size_of::<Vec<u8>>();

fn check<'de, T: Deserialize<'de>>(json: &'de str, expected: Result<(), &str>) {
    let result = serde_json::from_str::<T>(json).map(|_| ());
    let text = result.as_ref().map_err(ToString::to_string);
    match (text, expected) {
        (Ok(()), Ok(())) => {}
        (Err(found), Err(expected)) if found.starts_with(expected) => {}
        (found, _) => panic!("{json}: expected {expected:?}, found {found:?}"),
    }
}

#[test]
fn limits() {
    const LEN: &str = "the number of elements exceeds maximum allowed";
    const TOTAL: &str = "the total data size exceeds maximum allowed";
    const ELEMENT: &str = "the single element data size exceeds maximum allowed";
    check::<BoundedVec<3, U, U, u8>>("[1,2,3]", Ok(()));
    check::<BoundedVec<3, U, U, u8>>("[1,2,3,4]", Err(LEN));
    check::<BoundedVec<0, 0, 0, u8>>("[]", Ok(()));
    // An element beyond the maximum length is not decoded.
    check::<BoundedVec<1, U, U, u8>>("[1,\"x\"]", Err(LEN));
    check::<BoundedVec<U, 3, U, u8>>("[1,2,3]", Ok(()));
    check::<BoundedVec<U, 3, U, u8>>("[1,2,3,4]", Err(TOTAL));
    check::<BoundedVec<U, U, 0, u8>>("[1]", Err(ELEMENT));
    check::<BoundedVec<U, 16, 8, u64>>("[1,2]", Ok(()));
    check::<BoundedVec<U, 15, U, u64>>("[1,2]", Err(TOTAL));
    check::<BoundedVec<U, U, 7, u64>>("[1]", Err(ELEMENT));
    check::<BoundedVec<U, U, 2, String>>("[\"é\"]", Ok(()));
    check::<BoundedVec<U, U, 1, String>>("[\"é\"]", Err(ELEMENT));
    check::<BoundedVec<U, 0, 0, String>>("[\"\",\"\"]", Ok(()));
    check::<BoundedVec<U, U, { VEC + 4 }, Vec<u8>>>("[[1,2,3,4]]", Ok(()));
    check::<BoundedVec<U, U, { VEC + 3 }, Vec<u8>>>("[[1,2,3,4]]", Err(ELEMENT));
    check::<BoundedVec<U, U, { 2 * VEC + 2 }, Vec<Vec<u8>>>>("[[[1,2]]]", Ok(()));
    check::<BoundedVec<U, U, { 2 * VEC + 1 }, Vec<Vec<u8>>>>("[[[1,2]]]", Err(ELEMENT));
    check::<BoundedVec<1, 0, 0, u8>>(
        "5",
        Err(
            "invalid type: integer `5`, expected a sequence with max 1 elements, \
             max 0 bytes total, max 0 bytes per element",
        ),
    );
    check::<BoundedVec<U, U, U, u8>>(
        "5",
        Err("invalid type: integer `5`, expected a sequence at"),
    );
    check::<BoundedVec<U, U, U, u8>>("[]", Err(WITHOUT_LIMIT));
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "panics are not caught")]
fn at_least_one_limit() {
    assert_eq!(BoundedVec::<0, U, U, u8>::new(vec![1]).get(), &[1]);
    assert_eq!(BoundedVec::<U, 0, U, u8>::new(vec![1]).get(), &[1]);
    assert_eq!(BoundedVec::<U, U, 0, u8>::new(vec![1]).get(), &[1]);
    let unlimited = std::panic::catch_unwind(|| BoundedVec::<U, U, U, u8>::new(vec![1]));
    let message = unlimited.unwrap_err();
    assert_eq!(message.downcast_ref(), Some(&WITHOUT_LIMIT.to_string()));
}

#[test]
fn byte_buffers() {
    for (bytes, principal, method) in [
        (&[5, 0][..], &[][..], ""),
        (&[5, 1, 2], &[], "\u{2}"),
        (&[5, 1, b'a', 1, 2], &[1, 2], "a"),
        (&[5, 2, 0xc3, 0xa9, 7], &[7], "é"),
        (&[5, 0x81, 0, b'a', 1], &[1], "a"),
    ] {
        let func = FuncVisitor.visit_byte_buf::<Error>(bytes.to_vec()).unwrap();
        assert_eq!(func.principal.as_slice(), principal, "{bytes:?}");
        assert_eq!(func.method, method, "{bytes:?}");
    }
    let too_long = [&[5, 0][..], &[9; 30]].concat();
    for bytes in [
        &[][..],
        &[4, 1, 97],
        &[5],
        &[5, 1],
        &[5, 1, 0xff],
        &too_long,
    ] {
        FuncVisitor
            .visit_byte_buf::<Error>(bytes.to_vec())
            .unwrap_err();
    }
}

#[test]
fn sequences() {
    let func: Func = serde_json::from_str(r#"["aaaaa-aa", "up"]"#).unwrap();
    assert_eq!((func.principal.as_slice(), &*func.method), (&[][..], "up"));
    for json in ["[]", r#"["aaaaa-aa"]"#, r#"["aaaaa-aa", 1]"#, "5", "{}"] {
        serde_json::from_str::<Func>(json).unwrap_err();
    }
}

#[test]
fn declared_functions() {
    mod declared {
        candid::define_function!(pub Plain : () -> ());
        candid::define_function!(
            /// With a comment.
            pub(crate) Query : (&'static str, Vec<u8>,) -> (Option<Query>,) query
        );
    }
    let principal = Principal::anonymous();
    let func = declared::Query::new(principal, "m".to_owned());
    assert_eq!(
        func,
        Func {
            principal,
            method: "m".to_owned()
        }
        .into()
    );
    assert_eq!(func.clone().0.method, "m");

    match &*declared::Query::ty().0 {
        TypeInner::Func(f) => {
            assert_eq!(f.modes, [FuncMode::Query]);
            assert_eq!(f.args, [<&str>::ty(), Vec::<u8>::ty()]);
            assert_eq!(f.rets.len(), 1);
        }
        other => panic!("expected func, found {other:?}"),
    }
    assert_eq!(declared::Plain::ty(), candid::func!(() -> ()));
    let read: declared::Plain = serde_json::from_str(r#"["aaaaa-aa", "up"]"#).unwrap();
    assert_eq!(read.0.method, "up");
}

#[test]
fn reads_what_a_principal_reads() {
    let service: Service = serde_json::from_str("\"aaaaa-aa\"").unwrap();
    assert_eq!(service.principal.as_slice(), [0; 0]);
    serde_json::from_str::<Service>("5").unwrap_err();
}

#[test]
fn declared_services() {
    candid::define_service!(NoMethods : {});
    candid::define_service!(Two : { "b" : candid::func!((Two) -> ()); "a" : NoMethods::ty(); });
    let principal = Principal::anonymous();
    assert_eq!(Two::new(principal), Service { principal }.into());
    assert_eq!(*NoMethods::ty().0, TypeInner::Service(vec![]));
    match &*Two::ty().0 {
        TypeInner::Service(methods) => {
            let names: Vec<_> = methods.iter().map(|(name, _)| name.as_str()).collect();
            assert_eq!(names, ["a", "b"]);
        }
        other => panic!("expected service, found {other:?}"),
    }
    let read: Two = serde_json::from_str("\"aaaaa-aa\"").unwrap();
    assert_eq!(read.0.principal.as_slice(), [0; 0]);
}

#[test]
fn reserved_takes_anything_and_empty_nothing() {
    for json in ["null", "5", "\"text\"", "[1, [2]]", "{\"a\": {}}"] {
        let reserved: Reserved = serde_json::from_str(json).unwrap();
        assert_eq!(serde_json::to_string(&reserved).unwrap(), "null");
        serde_json::from_str::<Empty>(json).unwrap_err();
    }
    let error = serde_json::from_str::<Empty>("5").unwrap_err();
    assert_eq!(
        error.to_string(),
        "invalid type: integer `5`, expected no value: type empty has no values \
         at line 1 column 1"
    );
}

#[test]
fn serde_form_has_lower_case_tags() {
    let text = serde_json::to_string(&MotokoResult::<u8, u8>::ok(1)).unwrap();
    assert_eq!(text, r#"{"ok":1}"#);
    let reply: MotokoResult<u8, u8> = serde_json::from_str(r#"{"err":2}"#).unwrap();
    assert_eq!(reply.into_result(), Err(2));
    serde_json::from_str::<MotokoResult<u8, u8>>(r#"{"Ok":1}"#).unwrap_err();
}

#[test]
fn written_as_the_value_inside() {
    #[derive(Serialize, Deserialize)]
    struct Shared {
        #[serde(with = "candid::rc")]
        a: Rc<u8>,
        #[serde(with = "candid::arc")]
        b: Arc<u8>,
    }
    let shared: Shared = serde_json::from_str(r#"{"a":1,"b":2}"#).unwrap();
    assert_eq!((*shared.a, *shared.b), (1, 2));
    assert_eq!(serde_json::to_string(&shared).unwrap(), r#"{"a":1,"b":2}"#);
}
