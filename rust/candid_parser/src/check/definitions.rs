//! The types that names stand for in a checked program.

use super::File;
use crate::syntax::ast::Type;
use std::collections::HashMap;

/// The types that names stand for. Those that were looked up are not names, so that many uses of a long chain of names
/// follow it once.
pub(super) struct Definitions<'a>(HashMap<&'a str, &'a Type>);

impl<'a> Definitions<'a> {
    /// Returns the types of all definitions in files, and others that names stand for.
    pub(super) fn of(
        files: &'a [File],
        others: impl IntoIterator<Item = (&'a str, &'a Type)>,
    ) -> Self {
        let defs = files.iter().flat_map(|file| file.prog.defs());
        let defs = defs.map(|def| (def.name.text.as_str(), &def.typ));
        let mut types = HashMap::new();
        for (name, ty) in defs.chain(others) {
            // The first definition of a name counts, in what is not valid.
            types.entry(name).or_insert(ty);
        }
        Definitions(types)
    }

    /// Returns the type that is not a name. Names have been checked to end in one.
    pub(super) fn resolve(&mut self, ty: &'a Type) -> &'a Type {
        let mut found = ty;
        let mut passed = Vec::new();
        while let Some((name, next)) = found
            .name()
            .and_then(|name| Some((name, *self.0.get(name)?)))
        {
            passed.push(name);
            found = next;
        }
        self.0.extend(passed.into_iter().map(|name| (name, found)));
        found
    }
}
