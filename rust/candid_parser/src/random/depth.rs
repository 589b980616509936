//! Minimum nesting depth of the values of a type.

use crate::bindings::analysis::chase_types;
use crate::stack;
use candid::types::{Type, TypeEnv, TypeInner};
use std::collections::HashMap;

/// The minimum nesting depth of each definition that some types need.
#[derive(Debug)]
pub(crate) struct Depths<'a>(HashMap<&'a str, u32>);

impl<'a> Depths<'a> {
    pub(crate) fn new(env: &'a TypeEnv, types: &'a [Type]) -> Self {
        let mut depths = Depths(HashMap::new());
        // Definitions come after those that they need, except where they need each other; so few rounds suffice.
        let names = chase_types(env, types).unwrap_or_default();
        loop {
            let n_known = depths.0.len();
            for name in &names {
                if !depths.0.contains_key(name) {
                    let found = env.find_type(name).ok().and_then(|ty| depths.of(ty));
                    depths.0.extend(found.map(|depth| (*name, depth)));
                }
            }
            if depths.0.len() == n_known {
                return depths;
            }
        }
    }

    /// Returns the minimum nesting depth of a value of the type; `None` if it has no values.
    pub(crate) fn of(&self, ty: &Type) -> Option<u32> {
        let inside = |depth: u32| depth.saturating_add(1);
        stack::level(|| match ty.as_ref() {
            TypeInner::Var(name) => self.0.get(name.as_str()).copied(),
            TypeInner::Empty
            | TypeInner::Future
            | TypeInner::Unknown
            | TypeInner::Knot(_)
            | TypeInner::Class(..) => None,
            TypeInner::Record(fields) => fields.iter().try_fold(0, |most: u32, field| {
                Some(most.max(inside(self.of(&field.ty)?)))
            }),
            TypeInner::Variant(cases) => {
                let depths = cases.iter().filter_map(|case| self.of(&case.ty));
                depths.min().map(inside)
            }
            _ => Some(0),
        })
    }
}
