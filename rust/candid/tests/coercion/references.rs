//! Function and service references: a subtype coerces, anything else does not.

use super::{reads, reads_hex, refuses};
use candid::{define_function, define_service, func, Nat, Principal, Reserved};

define_function!(Narrow : (Nat) -> (u8));
define_function!(Wide : (Nat, Option<u8>) -> ());
define_function!(Query : (Nat) -> (u8) query);
define_function!(Nothing : (Nat) -> ());
define_function!(Loop : (Loop) -> (Loop));
define_service!(None0 : {});
define_service!(Get : { "get" : Narrow::ty() });
define_service!(GetSet : { "get" : Narrow::ty(); "set" : Narrow::ty() });
define_service!(GetWide : { "get" : Wide::ty() });
define_service!(GetQuery : { "get" : Query::ty() });
define_service!(Myself : { "me" : func!(() -> (Myself)) });

fn p() -> Principal {
    Principal::from_slice(&[1, 2, 3])
}

fn f<F>(new: impl Fn(Principal, String) -> F) -> F {
    new(p(), "method".into())
}

#[test]
fn functions() {
    reads(f(Narrow::new), f(Narrow::new));
    reads(f(Narrow::new), f(Wide::new));
    reads(f(Loop::new), f(Loop::new));
    refuses::<_, Narrow>(f(Wide::new));
    refuses::<_, Query>(f(Narrow::new));
    refuses::<_, Narrow>(f(Query::new));
    refuses::<_, Narrow>(p());
    refuses::<_, Principal>(f(Narrow::new));
    reads(Some(f(Narrow::new)), Some(f(Wide::new)));
    reads(Some(f(Wide::new)), None::<Narrow>);
    reads(f(Wide::new), None::<Narrow>);
    reads(vec![Some(f(Query::new))], vec![None::<Narrow>]);
    reads(Some(vec![f(Query::new)]), None::<Vec<Narrow>>);
    reads(Some((1u8, f(Query::new))), None::<(u8, Narrow)>);
    reads(f(Narrow::new), Reserved);
}

#[test]
fn services() {
    reads(GetSet::new(p()), GetSet::new(p()));
    reads(GetSet::new(p()), Get::new(p()));
    reads(GetSet::new(p()), None0::new(p()));
    reads(Get::new(p()), GetWide::new(p()));
    reads(Myself::new(p()), Myself::new(p()));
    reads(Myself::new(p()), None0::new(p()));
    refuses::<_, GetSet>(Get::new(p()));
    refuses::<_, GetQuery>(Get::new(p()));
    refuses::<_, Get>(None0::new(p()));
    refuses::<_, Get>(p());
    reads(Some(Get::new(p())), None::<GetSet>);
    reads(Some(GetSet::new(p())), Some(Get::new(p())));
    reads((1u8, Get::new(p())), (1u8, None::<GetSet>));
}

#[test]
fn a_service_is_a_principal() {
    reads(Get::new(p()), p());
    reads(Some(Get::new(p())), Some(p()));
    reads(Get::new(p()), Some(p()));
    reads(vec![Get::new(p())], vec![p()]);
    refuses::<_, None0>(p());
    refuses::<_, Principal>("aaaaa-aa");
}

#[test]
fn results_may_be_dropped() {
    // func (nat) -> (opt opt nat8)
    reads_hex(
        "4449444c036a017d0101006e026e7b01000101030102 03066d6574686f64"
            .replace(' ', "")
            .as_str(),
        f(Nothing::new),
    );
}
