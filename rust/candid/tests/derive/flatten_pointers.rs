//! `#[serde(flatten)]` of structs behind pointers: all that serde flattens, as in JSON.

use super::flatten::{limits, page, same, same_in_json, Limits, Page};
use candid::types::TypeDoc;
use candid::{decode_one, encode_one, CandidType, Deserialize};
use serde::Serialize;
use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;

/// [`Page`] and [`Limits`], with fields of both between each other.
#[derive(CandidType, Serialize, Deserialize, PartialEq, Debug, Clone)]
struct Plain {
    a: u8,
    b: u32,
    c: Vec<u64>,
    d: String,
    f: bool,
    g: Option<u8>,
    i: u8,
}

fn plain() -> Plain {
    let (page, limits) = (page(), limits());
    Plain {
        a: 5,
        b: page.b,
        c: limits.c,
        d: page.d,
        f: limits.f,
        g: page.g,
        i: limits.i,
    }
}

/// Checks a struct that flattens a [`Page`] and a [`Limits`] behind pointers.
macro_rules! flattens {
    ($($name:ident: $(#[$attribute:meta])* $page:ty, $limits:ty;)*) => {$(
        #[test]
        fn $name() {
            #[derive(CandidType, Serialize, Deserialize, PartialEq, Debug, Clone)]
            struct Flat {
                #[serde(flatten)]
                $(#[$attribute])*
                page: $page,
                a: u8,
                #[serde(flatten)]
                $(#[$attribute])*
                limits: $limits,
            }
            let flat = Flat {
                page: page().into_pointer(),
                a: 5,
                limits: limits().into_pointer(),
            };
            same(&flat, &plain());
            same_in_json(&flat, &plain());
            let TypeDoc { fields, .. } = Flat::_ty_doc();
            assert_eq!(fields[&98].docs, ["The first item."]);
        }
    )*};
}

/// Puts a value behind a pointer.
trait IntoPointer<P> {
    fn into_pointer(self) -> P;
}

macro_rules! into_pointer {
    ($($pointer:ty, |$value:ident| $expression:expr;)*) => {$(
        impl<T: Clone> IntoPointer<$pointer> for T {
            fn into_pointer(self) -> $pointer {
                let $value = self;
                $expression
            }
        }
    )*};
}

into_pointer! {
    Box<T>, |value| Box::new(value);
    Rc<T>, |value| Rc::new(value);
    Arc<T>, |value| Arc::new(value);
    Cow<'static, T>, |value| Cow::Owned(value);
    Box<Box<T>>, |value| Box::new(Box::new(value));
    Cow<'static, Box<T>>, |value| Cow::Owned(Box::new(value));
}

flattens! {
    boxes: Box<Page>, Box<Limits>;
    // `serde` has these without its feature `rc`, too.
    rcs: #[serde(with = "candid::rc")] Rc<Page>, Rc<Limits>;
    arcs: #[serde(with = "candid::arc")] Arc<Page>, Arc<Limits>;
    cows: Cow<'static, Page>, Cow<'static, Limits>;
    nested: Box<Box<Page>>, Cow<'static, Box<Limits>>;
}

#[test]
fn references_are_encoded() {
    #[derive(CandidType, Serialize)]
    struct Flat<'a> {
        #[serde(flatten)]
        page: &'a Page,
        a: u8,
        #[serde(flatten)]
        limits: &'a mut Limits,
    }
    let flat = Flat {
        page: &page(),
        a: 5,
        limits: &mut limits(),
    };
    assert_eq!(Flat::ty().to_string(), Plain::ty().to_string());
    assert_eq!(encode_one(&flat).unwrap(), encode_one(plain()).unwrap());
    assert_eq!(
        serde_json::to_value(&flat).unwrap(),
        serde_json::to_value(plain()).unwrap()
    );
}

#[test]
fn a_pointer_to_a_parameter() {
    #[derive(CandidType, Serialize, Deserialize, PartialEq, Debug, Clone)]
    struct Paged<T> {
        h: u8,
        #[serde(flatten)]
        of: Box<T>,
    }
    let inner = Paged {
        h: 1,
        of: Box::new(page()),
    };
    #[derive(CandidType, Serialize, Deserialize, PartialEq, Debug, Clone)]
    struct Flat {
        b: u32,
        d: String,
        g: Option<u8>,
        h: u8,
    }
    let flat = Flat {
        b: 1,
        d: "d".into(),
        g: Some(2),
        h: 1,
    };
    same(&inner, &flat);
    same_in_json(&inner, &flat);
}

/// A type is recursive through its fields, of which some are flattened; from each of the types.
#[test]
fn recursive_types() {
    #[derive(CandidType, Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
    struct Children {
        left: Option<Box<Node>>,
        right: Vec<Node>,
    }
    #[derive(CandidType, Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
    struct Node {
        value: u8,
        #[serde(flatten)]
        children: Box<Children>,
    }
    #[derive(CandidType, Serialize, Deserialize, PartialEq, Debug, Clone, Default)]
    struct Plain {
        value: u8,
        left: Option<Box<Plain>>,
        right: Vec<Plain>,
    }
    let node = |left, right| Node {
        value: 1,
        children: Box::new(Children { left, right }),
    };
    let tree = node(
        Some(Box::new(node(None, vec![]))),
        vec![node(None, vec![Node::default()])],
    );
    let leaf = || Plain {
        value: 1,
        ..Plain::default()
    };
    let plain = Plain {
        value: 1,
        left: Some(Box::new(leaf())),
        right: vec![Plain {
            right: vec![Plain::default()],
            ..leaf()
        }],
    };
    // In threads of their own, because a type is built once in each: in one that begins inside, the record is built while
    // the type of the flattened part is.
    let inner_first = std::thread::spawn(|| {
        let children = Children::ty().to_string();
        (children, Node::ty().to_string())
    });
    let outer_first = std::thread::spawn(|| {
        let node = Node::ty().to_string();
        (Children::ty().to_string(), node)
    });
    for types in [inner_first, outer_first] {
        let (children, node) = types.join().unwrap();
        assert!(children.contains("left : opt"), "{children}");
        assert!(node.starts_with("record { value : nat8; left : "), "{node}");
        assert!(node.contains("right : vec "), "{node}");
    }
    let bytes = encode_one(&tree).unwrap();
    assert_eq!(bytes, encode_one(&plain).unwrap());
    assert_eq!(decode_one::<Node>(&bytes).unwrap(), tree);
    same_in_json(&tree, &plain);
}
