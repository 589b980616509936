//! A per-thread slot that passes a decoded [`IDLValue`] through serde, whose data model has no type for it.
//!
//! Our decoder decodes the value itself, puts it into the slot and calls `visit_newtype_struct`; the visitor takes it.
//! Nothing runs in between, so one slot per thread is enough. Other data formats leave the slot empty, and the visitor
//! builds the value from their content.

use crate::value::model::IDLValue;
use serde::de::value::UnitDeserializer;
use serde::de::Visitor;
use std::cell::Cell;
use std::mem::ManuallyDrop;

thread_local! {
    /// Empty between calls, so that there is nothing to drop, and it is there for destructors of other thread-locals.
    static VALUE: ManuallyDrop<Cell<Option<IDLValue>>> = const { ManuallyDrop::new(Cell::new(None)) };
}

/// Passes the value to the visitor, if it is ours. Any other visitor sees a newtype around a unit.
pub(crate) fn give_to<'de, V, E>(value: IDLValue, visitor: V) -> Result<V::Value, E>
where
    V: Visitor<'de>,
    E: serde::de::Error,
{
    give(value);
    let visited = visitor.visit_newtype_struct(UnitDeserializer::new());
    // A value that was not taken must not be found by a later visitor.
    drop(take());
    visited
}

/// Puts a value into the slot for the visitor called next.
fn give(value: IDLValue) {
    VALUE.with(|slot| slot.set(Some(value)));
}

/// Takes the value from the slot, if the decoder put one there.
pub(crate) fn take() -> Option<IDLValue> {
    VALUE.with(|slot| slot.take())
}

#[cfg(test)]
mod tests {
    use super::give_to;
    use super::take;
    use crate::value::model::IDLValue;
    use crate::value::visitor::IDLValueVisitor;
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
