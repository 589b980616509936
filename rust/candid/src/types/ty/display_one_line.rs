//! `Display` of types without the feature `printer`: everything on one line.

use crate::types::ty::print::{one_line, print, push_field, push_function};
use crate::types::ty::{Field, Function, Type, TypeInner};
use std::fmt;

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&one_line(self))
    }
}

impl fmt::Display for TypeInner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&one_line(self))
    }
}

/// Prints without the keyword `func`, as in a service.
impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&print(usize::MAX, |out| push_function(self, out)))
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&print(usize::MAX, |out| push_field(self, out)))
    }
}
