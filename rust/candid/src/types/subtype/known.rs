//! Verdicts on pairs of types, kept from one comparison to the next.

use super::explore::{Graph, Relation};
use super::OptReport;
use crate::keys::KeyMap;
use crate::types::{Type, TypeEnv};

/// Which pairs of types are in the subtype relation, for many comparisons in one environment.
#[derive(Debug, Default)]
pub(crate) struct KnownPairs {
    /// By the addresses of the types, without names.
    verdicts: KeyMap<(usize, usize), bool>,
    /// The types, as their addresses are the keys.
    _types: Vec<(Type, Type)>,
}

impl KnownPairs {
    /// Returns whether `left` is a subtype of `right`, silent about `opt`. The environment is the same for every call.
    ///
    /// There is no bound on the work: one side is the type table of a message, which has a bound, the other is trusted.
    pub(crate) fn is_subtype(&mut self, env: &TypeEnv, left: &Type, right: &Type) -> bool {
        let relation = Relation::Subtype(OptReport::Silence);
        let assumed = |_: &Type, _: &Type| false;
        let graph = Graph::explore_with(relation, env, &assumed, self, left, right, usize::MAX);
        let failing = graph.failing();
        // The first pair stands for the names, not for types.
        for (i, pair) in graph.pairs.iter().enumerate().skip(1) {
            let key = (pair.left.address(), pair.right.address());
            self.verdicts.insert(key, !failing.has(i));
            self._types.push((pair.left.clone(), pair.right.clone()));
        }
        !failing.has(0)
    }

    pub(super) fn get(&self, pair: (usize, usize)) -> Option<bool> {
        self.verdicts.get(&pair).copied()
    }

    /// How many pairs are known.
    pub(crate) fn len(&self) -> usize {
        self.verdicts.len()
    }
}
