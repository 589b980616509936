//! Hands a decoded [`IDLValue`] through serde, which has no type for it.
//!
//! Our decoder decodes the value itself, gives it here and calls `visit_newtype_struct`; the visitor
//! takes it. Nothing runs in between, so one place per thread is enough. Other data formats give
//! nothing, and the visitor builds the value from what they hold.

use super::IDLValue;
use serde::de::value::UnitDeserializer;
use serde::de::Visitor;
use std::cell::Cell;

thread_local! {
    static VALUE: Cell<Option<IDLValue>> = const { Cell::new(None) };
}

/// Has the visitor take the value, if it is ours. Any other sees a newtype around a unit.
pub(crate) fn give_to<'de, V, E>(value: IDLValue, visitor: V) -> Result<V::Value, E>
where
    V: Visitor<'de>,
    E: serde::de::Error,
{
    give(value);
    let visited = visitor.visit_newtype_struct(UnitDeserializer::new());
    // What was not taken must not be found by a later visitor.
    drop(take());
    visited
}

/// Gives a value to the visitor that is called next.
fn give(value: IDLValue) {
    VALUE.set(Some(value));
}

/// Takes the value that the decoder gave, if it did.
pub(crate) fn take() -> Option<IDLValue> {
    VALUE.take()
}

#[cfg(test)]
mod tests {
    use super::{give_to, take};
    use crate::value::{IDLValue, IDLValueVisitor};
    use serde::de::value::Error;
    use serde::de::IgnoredAny;

    #[test]
    fn a_value_is_taken_once() {
        let value = || IDLValue::Bool(true);
        let given: Result<_, Error> = give_to(value(), IDLValueVisitor);
        assert_eq!(given.unwrap(), value());
        assert!(take().is_none());

        let ignored: Result<_, Error> = give_to(value(), IgnoredAny);
        assert!(ignored.is_ok());
        assert!(take().is_none());
    }
}
