//! `Display` of types with the feature `printer`: long lines are broken.

use crate::pretty::candid::{pp_function, pp_label, pp_ty, pp_ty_inner};
use crate::types::ty::{Field, Function, Type, TypeInner};
use std::fmt;

const LINE_WIDTH: usize = 80;

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        pp_ty(self).render_fmt(LINE_WIDTH, f)
    }
}

impl fmt::Display for TypeInner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        pp_ty_inner(self).render_fmt(LINE_WIDTH, f)
    }
}

/// Prints without the keyword `func`, as in a service.
impl fmt::Display for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        pp_function(self).render_fmt(LINE_WIDTH, f)
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let label = pp_label(&self.id).append(" : ");
        label.append(pp_ty(&self.ty)).render_fmt(LINE_WIDTH, f)
    }
}
