//! Text of values.

use crate::pretty::candid::value::{pp_value, MAX_DEPTH};
use crate::pretty::flat;
use crate::pretty::utils::LINE_WIDTH;
use crate::value::model::{IDLField, IDLValue};
use std::fmt;

impl fmt::Display for IDLValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", pp_value(MAX_DEPTH, self).pretty(LINE_WIDTH))
    }
}

impl fmt::Debug for IDLValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        flat::write_value(f, self)
    }
}

impl fmt::Debug for IDLField {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {:?}", self.id.quoted(), self.val)
    }
}
