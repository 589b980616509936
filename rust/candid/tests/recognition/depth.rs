//! Values deeper than the stack: an error, however they are nested.

use candid::types::{Serializer, Type, TypeInner};
use candid::{encode_one, CandidType};
use std::collections::{LinkedList, VecDeque};
use std::rc::Rc;
use std::sync::Arc;

/// A list through one of the types that lead from a value to another.
macro_rules! list {
    ($name:ident, $next:ty, $wrap:expr) => {
        #[derive(CandidType, Default)]
        struct $name {
            next: $next,
        }

        impl $name {
            fn of_depth(depth: usize) -> Self {
                let mut list = $name::default();
                for _ in 0..depth {
                    list = $name { next: $wrap(list) };
                }
                list
            }
        }
    };
}

list!(Boxed, Option<Box<Boxed>>, |list| Some(Box::new(list)));
list!(Counted, Option<Rc<Counted>>, |list| Some(Rc::new(list)));
list!(Shared, Option<Arc<Shared>>, |list| Some(Arc::new(list)));
list!(InVec, Vec<InVec>, |list| vec![list]);
list!(InDeque, VecDeque<InDeque>, |list| VecDeque::from([list]));
list!(InList, LinkedList<InList>, |list| LinkedList::from([list]));

/// A type written by hand that is a pointer of its own, below an option and in a derived enum.
#[derive(Default)]
struct Hand(Option<Box<Hand>>);

impl CandidType for Hand {
    fn _ty() -> Type {
        TypeInner::Opt(Hand::ty()).into()
    }
    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        serializer.serialize_option(self.0.as_deref())
    }
}

struct Pointer<T>(Box<T>);

impl<T: CandidType> CandidType for Pointer<T> {
    fn _ty() -> Type {
        T::ty()
    }
    fn idl_serialize<S: Serializer>(&self, serializer: S) -> Result<(), S::Error> {
        self.0.idl_serialize(serializer)
    }
}

#[derive(CandidType, Default)]
enum Chain {
    #[default]
    End,
    More(Pointer<Chain>),
}

/// Encodes a list on a stack that is too small for it, and forgets it on one that is not.
fn check<T: CandidType + 'static>(make: fn(usize) -> T) {
    let deep = move || {
        let few = encode_one(make(50)).unwrap();
        assert!(few.len() > 50);
        let value = make(50_000);
        let error = encode_one(&value).unwrap_err();
        assert!(error.is_limit(), "{error}");
        // To drop it takes as much stack as to write it.
        std::mem::forget(value);
    };
    let thread = std::thread::Builder::new().stack_size(1 << 20);
    thread.spawn(deep).unwrap().join().unwrap();
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "there are no threads")]
fn values_deeper_than_the_stack_are_not_written() {
    check(Boxed::of_depth);
    check(Counted::of_depth);
    check(Shared::of_depth);
    check(InVec::of_depth);
    check(InDeque::of_depth);
    check(InList::of_depth);
    check(|depth| (0..depth).fold(Hand::default(), |next, _| Hand(Some(Box::new(next)))));
    check(|depth| {
        (0..depth).fold(Chain::default(), |next, _| {
            Chain::More(Pointer(Box::new(next)))
        })
    });
}
