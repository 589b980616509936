//! Signatures that methods share, where a language has no name for them.

use super::{is_tuple, Arg, Func, Model, Ty};
use crate::error::{Error, Result};
use std::collections::HashMap;

/// Limit on the length of all signatures that are repeated, in bytes of Candid: a few kilobytes must not become gigabytes.
const MAX_REPEATED: usize = 4 << 20;

impl Model {
    /// Checks that the named types of methods are not too long to be repeated for each method, as most languages do that list
    /// the parameters of each: `n` methods of one type with `n` arguments are the square of what was written.
    ///
    /// # Errors
    ///
    /// If they are.
    pub(crate) fn check_repeated(&self) -> Result<()> {
        let mut lengths: HashMap<usize, usize> = HashMap::new();
        let mut total: usize = 0;
        for method in self.actor_methods() {
            let (Ty::Var(idx), Some(func)) = (&method.ty, self.func(&method.ty)) else {
                continue;
            };
            let end = self.end(*idx);
            let length = lengths.entry(end).or_insert_with(|| self.length(func));
            total = total.saturating_add(*length);
            if total > MAX_REPEATED {
                let (name, limit) = (&self.defs[end].name, MAX_REPEATED >> 20);
                return Err(Error::msg(format!(
                    "methods of the type {name}: these bindings list the arguments and results of each method, \
                     which would be more than {limit} MiB"
                )));
            }
        }
        Ok(())
    }

    /// Returns the length of a signature: about that of its text in Candid.
    fn length(&self, func: &Func) -> usize {
        const WORD: usize = 8;
        // What may be a tuple, and a result, in the target language.
        const MAX_TUPLE: usize = 16;
        const N_RESULT: usize = 2;
        let args = func.args.iter().chain(&func.rets);
        let mut length = 0;
        let mut todo = Vec::new();
        for Arg { name, ty } in args {
            length += WORD + name.as_ref().map_or(0, String::len);
            todo.push(ty);
        }
        while let Some(ty) = todo.pop() {
            length += match ty {
                Ty::Var(idx) => self.defs[*idx].name.len(),
                Ty::Opt(part) | Ty::Vec(part) => {
                    todo.push(part);
                    WORD
                }
                // Other records and variants get a name, which is repeated in place of them.
                Ty::Record(fields) if is_tuple(fields) && fields.len() <= MAX_TUPLE => {
                    todo.extend(fields.iter().map(|field| &field.ty));
                    WORD
                }
                Ty::Variant(cases) if cases.len() <= N_RESULT => {
                    todo.extend(cases.iter().map(|case| &case.ty));
                    WORD
                }
                _ => WORD,
            };
        }
        length
    }
}
