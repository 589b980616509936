//! The pairs of types that a pair depends on, and the local mismatches of each.

use crate::types::env::TypeEnv;
use crate::types::subtype::mismatch::{Mismatch, Step};
use crate::types::subtype::model::{Gamma, OptReport};
use crate::types::ty::{is_primitive, Field, Function, Type, TypeInner};
use crate::util::id_map::IdMap;
use crate::util::sort::{sort_by_id, sort_by_name};
use std::mem::{discriminant, take};

/// The relation to check.
#[derive(Clone, Copy)]
pub(super) enum Relation {
    Equal,
    /// Equal, and labels are spelled alike: a name is not the number that is its hash.
    Identical,
    Subtype(OptReport),
}

/// Pairs of types; the first one is the query.
pub(super) struct Graph {
    pub(super) relation: Relation,
    pub(super) pairs: Vec<Pair>,
}

/// The base limit on the work of a comparison, for any types: pairs of types, and the parts of both types of each.
/// Cycles of two coprime lengths produce a pair for each type of one and each of the other.
pub(super) const BASE_WORK: usize = 65_536;

/// The additional limit for each type reached, and each of its parts. A type compared with one other takes one.
const WORK_PER_PART: usize = 8;

pub(super) struct Pair {
    /// The types without names. Kept alive, because their addresses are the key of the pair.
    pub(super) left: Type,
    pub(super) right: Type,
    /// The items, in reading order.
    pub(super) items: Vec<Item>,
    /// Whether the pair is not in the relation, because of its own items or of a pair that it depends on.
    pub(super) fails: bool,
    /// Whether it fails, if it does, only because the variant on the right lacks cases, and has no others.
    pub(super) lacks_only_cases: bool,
}

pub(super) enum Item {
    /// Holds only if another pair does.
    Needs(Edge),
    /// Does not hold.
    Fails(Vec<Step>, Mismatch),
    /// Holds by the special rule for `opt` only, unless the other pair holds; if there is none, by the special rule in
    /// any case.
    OptRule(Option<Edge>, Mismatch),
}

pub(super) struct Edge {
    pub(super) steps: Vec<Step>,
    /// The types as written, with names.
    pub(super) left: Type,
    pub(super) right: Type,
    pub(super) pair: usize,
}

impl Graph {
    /// Explores all pairs but those in `gamma`, if any, which are in the relation. Only tests have another `min_work`
    /// than [`BASE_WORK`].
    pub(super) fn explore(
        relation: Relation,
        env: &TypeEnv,
        gamma: Option<&Gamma>,
        left: &Type,
        right: &Type,
        min_work: usize,
    ) -> Self {
        let mut explorer = Explorer {
            relation,
            env,
            gamma,
            pairs: Vec::new(),
            index: IdMap::default(),
            items: Vec::new(),
        };
        // A separate pair for the names of the first pair, which may be unbound or known.
        explorer.add_pair(left.clone(), right.clone());
        explorer.need(Vec::new(), left, right);
        explorer.pairs[0].items = take(&mut explorer.items);
        let mut next = 1;
        let mut work = 0usize;
        let mut max_work = min_work;
        let mut seen = IdMap::default();
        while let Some(pair) = explorer.pairs.get(next) {
            let (left, right) = (pair.left.clone(), pair.right.clone());
            for ty in [&left, &right] {
                let parts = ty.parts().count().max(1).saturating_add(1);
                work = work.saturating_add(parts);
                if seen.insert(ty.address(), ()).is_none() {
                    max_work = max_work.saturating_add(parts.saturating_mul(WORK_PER_PART));
                }
            }
            if work > max_work {
                explorer.pairs.truncate(1);
                explorer.pairs[0].items = vec![Item::Fails(Vec::new(), Mismatch::TooMuchWork)];
                break;
            }
            match relation {
                Relation::Equal | Relation::Identical => explorer.equal(&left, &right),
                Relation::Subtype(report) => explorer.subtype(report, &left, &right),
            }
            explorer.pairs[next].items = take(&mut explorer.items);
            next += 1;
        }
        let pairs = explorer.pairs;
        let mut graph = Graph { relation, pairs };
        graph.propagate();
        graph
    }

    /// Iterates over the fields and cases of all types that were compared.
    pub(super) fn fields(&self) -> impl Iterator<Item = &Field> {
        let types = self.pairs.iter().flat_map(|pair| [&pair.left, &pair.right]);
        types.flat_map(|ty| match ty.as_ref() {
            TypeInner::Record(fields) | TypeInner::Variant(fields) => fields.as_slice(),
            _ => &[],
        })
    }
}

pub(super) struct Explorer<'a> {
    pub(super) relation: Relation,
    env: &'a TypeEnv,
    /// Pairs that are known to be in the relation.
    gamma: Option<&'a Gamma>,
    pairs: Vec<Pair>,
    /// Pairs by the addresses of their types: every name leads to one address, so that a recursive type leads back to
    /// the same pair.
    index: IdMap<(usize, usize), usize>,
    /// The items of the pair that is being explored.
    items: Vec<Item>,
}

impl Explorer<'_> {
    fn add_pair(&mut self, left: Type, right: Type) {
        self.pairs.push(Pair {
            left,
            right,
            items: Vec::new(),
            fails: false,
            lacks_only_cases: false,
        });
    }

    /// Adds that the pair fails.
    pub(super) fn fail(&mut self, steps: Vec<Step>, mismatch: Mismatch) {
        self.items.push(Item::Fails(steps, mismatch));
    }

    /// Adds that `left` must be in the relation to `right`.
    pub(super) fn need(&mut self, steps: Vec<Step>, left: &Type, right: &Type) {
        match self.edge(steps.clone(), left, right) {
            Ok(edge) => self.items.extend(edge.map(Item::Needs)),
            Err(mismatch) => self.fail(steps, mismatch),
        }
    }

    /// Returns `None` if no check is needed.
    fn edge(
        &mut self,
        steps: Vec<Step>,
        left: &Type,
        right: &Type,
    ) -> Result<Option<Edge>, Mismatch> {
        if let Some(gamma) = self.gamma {
            if !gamma.is_empty() && gamma.contains(&(left.clone(), right.clone())) {
                return Ok(None);
            }
        }
        let (left_inner, right_inner) = (self.resolve(left)?, self.resolve(right)?);
        let key = (left_inner.address(), right_inner.address());
        if key.0 == key.1 {
            return Ok(None);
        }
        let n_pairs = self.pairs.len();
        let pair = *self.index.get_or_insert_with(key, || n_pairs);
        if pair == n_pairs {
            self.add_pair(left_inner, right_inner);
        }
        Ok(Some(Edge {
            steps,
            left: left.clone(),
            right: right.clone(),
            pair,
        }))
    }

    /// Follows names. For subtyping, a service constructor counts as its service.
    fn resolve(&self, ty: &Type) -> Result<Type, Mismatch> {
        let trace = |ty: &Type| {
            let traced = self.env.trace_type(ty);
            traced.map_err(|error| Mismatch::Unresolved(error.to_string()))
        };
        let ty = trace(ty)?;
        match (self.relation, ty.as_ref()) {
            (Relation::Subtype(_), TypeInner::Class(_, service)) => trace(service),
            _ => Ok(ty),
        }
    }

    /// Returns whether `null` is a value of the type.
    fn is_nullable(&self, ty: &Type) -> Result<bool, Mismatch> {
        let ty = self.resolve(ty)?;
        Ok(matches!(
            ty.as_ref(),
            TypeInner::Null | TypeInner::Opt(_) | TypeInner::Reserved
        ))
    }

    /// Adds the conditions for `left` to be a subtype of `right`, both resolved to constructors.
    fn subtype(&mut self, report: OptReport, left: &Type, right: &Type) {
        use TypeInner as T;
        match (left.as_ref(), right.as_ref()) {
            (_, T::Reserved) | (T::Empty, _) | (T::Null, T::Opt(_)) => {}
            (T::Nat, T::Int) | (T::Service(_), T::Principal) => {}
            (_, T::Opt(part)) => match report {
                OptReport::Silence => {}
                OptReport::Warning | OptReport::Error => self.subtype_of_opt(left, right, part),
            },
            (T::Vec(a), T::Vec(b)) => self.need(Vec::new(), a, b),
            (T::Record(a), T::Record(b)) => {
                for (field, found) in matched(&by_id(b), &by_id(a)) {
                    let step = Step::Record(field.id.clone());
                    match found {
                        Some(found) => self.need(vec![step], &found.ty, &field.ty),
                        None => self.missing(Vec::new(), step, &field.ty),
                    }
                }
            }
            (T::Variant(a), T::Variant(b)) => {
                for (case, expected) in matched(&by_id(a), &by_id(b)) {
                    let id = case.id.clone();
                    match expected {
                        Some(other) => self.need(vec![Step::Variant(id)], &case.ty, &other.ty),
                        None => self.fail(Vec::new(), Mismatch::ExtraCase(id)),
                    }
                }
            }
            (T::Func(a), T::Func(b)) => {
                self.need_modes(a, b);
                // Argument and result lists are tuples: records with the fields 0, 1, 2, …
                self.subtype_list(&Step::Inputs, &b.args, &a.args);
                self.subtype_list(&Step::Outputs, &a.rets, &b.rets);
            }
            (T::Service(a), T::Service(b)) => {
                for ((name, ty), found) in matched(&by_name(b), &by_name(a)) {
                    let name = name.clone();
                    match found {
                        Some((_, found)) => self.need(vec![Step::Method(name)], found, ty),
                        None => self.fail(Vec::new(), Mismatch::MissingMethod(name)),
                    }
                }
            }
            _ => self.same_atom(left, right),
        }
    }

    /// Adds the condition under which `left` is a subtype of `right`, the `opt` of `part`, without the special rule, by
    /// which it always is.
    fn subtype_of_opt(&mut self, left: &Type, right: &Type, part: &Type) {
        let special = Mismatch::Special(left.clone(), right.clone());
        let edge = match left.as_ref() {
            TypeInner::Opt(inner) => self.edge(Vec::new(), inner, part),
            // If `null` is a value of the part, `opt` and a value without `opt` could not be distinguished.
            _ => match self.is_nullable(part) {
                Ok(true) => return self.items.push(Item::OptRule(None, special)),
                Ok(false) => self.edge(Vec::new(), left, part),
                Err(unresolved) => Err(unresolved),
            },
        };
        self.items.extend(match edge {
            Ok(edge) => edge.map(|edge| Item::OptRule(Some(edge), special)),
            Err(unresolved) => Some(Item::OptRule(None, unresolved)),
        });
    }

    fn subtype_list(&mut self, list: &Step, found: &[Type], expected: &[Type]) {
        for (i, ty) in expected.iter().enumerate() {
            match found.get(i) {
                Some(found) => self.need(list.member(i), found, ty),
                None => self.missing(vec![list.clone()], list.position(i), ty),
            }
        }
    }

    /// Checks a field on the right only: it must decode as `null` if missing.
    fn missing(&mut self, steps: Vec<Step>, field: Step, ty: &Type) {
        match self.is_nullable(ty) {
            Ok(true) => {}
            Ok(false) => self.fail(steps, Mismatch::MissingField(field, ty.clone())),
            Err(unresolved) => self.fail(steps, unresolved),
        }
    }

    /// Adds that both functions must have the same annotations.
    pub(super) fn need_modes(&mut self, left: &Function, right: &Function) {
        if left.modes != right.modes {
            let modes = Mismatch::Modes(left.modes.clone(), right.modes.clone());
            self.fail(Vec::new(), modes);
        }
    }

    /// Adds that both must be the same type without parts.
    pub(super) fn same_atom(&mut self, left: &Type, right: &Type) {
        if !is_primitive(left) || discriminant(left.as_ref()) != discriminant(right.as_ref()) {
            let mismatch = Mismatch::Unrelated(self.relation, left.clone(), right.clone());
            self.fail(Vec::new(), mismatch);
        }
    }
}

/// Returns each of `these`, in the order of the keys, with the one of `others` that has the same key.
pub(super) fn matched<'a, K: Ord, T>(
    these: &'a [(K, &'a T)],
    others: &'a [(K, &'a T)],
) -> impl Iterator<Item = (&'a T, Option<&'a T>)> {
    these.iter().map(move |(key, this)| {
        let place = others.binary_search_by(|(other, _)| other.cmp(key));
        let other = place.ok().and_then(|place| others.get(place));
        (*this, other.map(|(_, other)| *other))
    })
}

/// Returns fields with their ids, in the order of the ids.
pub(super) fn by_id(fields: &[Field]) -> Vec<(u32, &Field)> {
    let mut entries: Vec<_> = fields.iter().map(|f| (f.id.get_id(), f)).collect();
    sort_by_id(&mut entries, |(id, _)| *id);
    entries
}

/// Returns methods with their names, in the order of the names.
pub(super) fn by_name(methods: &[(String, Type)]) -> Vec<(&str, &(String, Type))> {
    let mut entries: Vec<_> = methods.iter().map(|m| (m.0.as_str(), m)).collect();
    sort_by_name(&mut entries, |(name, _)| name);
    entries
}
