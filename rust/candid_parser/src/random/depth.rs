//! Minimum nesting depth of the values of a type.

use crate::compat::analysis::chase_types;
use crate::stack;
use candid::types::{Type, TypeEnv, TypeInner};
use std::collections::HashMap;

/// The minimum nesting depth of each definition that some types need.
pub(super) struct Depths<'a>(HashMap<&'a str, u32>);

impl<'a> Depths<'a> {
    pub(super) fn new(env: &'a TypeEnv, types: &'a [Type]) -> Self {
        let mut depths = Depths(HashMap::new());
        // Definitions come after those that they need, except where they need each other; so few rounds suffice.
        let names = chase_types(env, types).unwrap_or_default();
        loop {
            let mut is_done = true;
            for name in &names {
                let found = env.find_type(name).ok().and_then(|ty| depths.of(ty));
                if let (Some(depth), false) = (found, depths.0.contains_key(name)) {
                    depths.0.insert(name, depth);
                    is_done = false;
                }
            }
            if is_done {
                return depths;
            }
        }
    }

    /// Returns the minimum nesting depth of a value of the type; `None` if it has no values.
    pub(super) fn of(&self, ty: &Type) -> Option<u32> {
        let inside = |depth: u32| depth.saturating_add(1);
        stack::level(|| match ty.as_ref() {
            TypeInner::Var(name) => self.0.get(name.as_str()).copied(),
            TypeInner::Empty
            | TypeInner::Future
            | TypeInner::Unknown
            | TypeInner::Knot(_)
            | TypeInner::Class(..) => None,
            TypeInner::Record(fields) => {
                let mut most = 0;
                for field in fields {
                    most = most.max(inside(self.of(&field.ty)?));
                }
                Some(most)
            }
            TypeInner::Variant(cases) => cases
                .iter()
                .filter_map(|case| self.of(&case.ty))
                .min()
                .map(inside),
            _ => Some(0),
        })
    }
}
