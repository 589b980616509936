//! The pairs of types that a pair depends on, and the local mismatches of each.

use crate::types::env::TypeEnv;
use crate::types::subtype::mismatch;
use crate::types::subtype::mismatch::{Mismatch, Step};
use crate::types::subtype::model::{Gamma, OptReport};
use crate::types::ty::{Field, Function, Type, TypeInner};
use crate::util::id_map::IdMap;
use crate::util::sort::{sort_by_id, sort_by_name};

/// The relation to check.
#[derive(Clone, Copy)]
pub(super) enum Relation {
    Equal,
    Subtype(OptReport),
}

/// Pairs of types; the first one is the query.
pub(super) struct Graph {
    pub(super) relation: Relation,
    pub(super) pairs: Vec<Pair>,
}

/// The base limit on the work of a comparison, for any types: pairs of types, and the parts of both types of each.
/// Cycles of two coprime lengths produce a pair for each type of one and each of the other.
const MIN_WORK: usize = 65_536;

/// The additional limit for each type reached, and each of its parts. A type compared with one other takes one.
const WORK_PER_PART: usize = 8;

pub(super) struct Pair {
    /// The types without names. Kept alive, because their addresses are the key of the pair.
    pub(super) left: Type,
    pub(super) right: Type,
    /// The items, in reading order.
    pub(super) items: Vec<Item>,
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
    /// Arguments: the subtype is on the other side.
    pub(super) is_reversed: bool,
    /// The types as written, with names.
    pub(super) left: Type,
    pub(super) right: Type,
    pub(super) pair: usize,
}

impl Graph {
    pub(super) fn explore(
        relation: Relation,
        env: &TypeEnv,
        gamma: &Gamma,
        left: &Type,
        right: &Type,
    ) -> Self {
        let assumed = |left: &Type, right: &Type| {
            !gamma.is_empty() && gamma.contains(&(left.clone(), right.clone()))
        };
        Self::explore_with(relation, env, &assumed, left, right, MIN_WORK)
    }

    /// Explores with another value for [`MIN_WORK`].
    pub(super) fn explore_with(
        relation: Relation,
        env: &TypeEnv,
        assumed: &dyn Fn(&Type, &Type) -> bool,
        left: &Type,
        right: &Type,
        min_work: usize,
    ) -> Self {
        let mut explorer = Explorer {
            relation,
            env,
            assumed,
            pairs: Vec::new(),
            index: IdMap::default(),
        };
        // A separate pair for the names of the first pair, which may be unbound or known.
        let mut items = Vec::new();
        explorer.pairs.push(Pair {
            left: left.clone(),
            right: right.clone(),
            items: Vec::new(),
        });
        explorer.need(&mut items, Vec::new(), left, right);
        explorer.pairs[0].items = items;
        let mut next = 1;
        let mut work = 0usize;
        let mut max_work = min_work;
        let mut seen = IdMap::default();
        while let Some(pair) = explorer.pairs.get(next) {
            let (left, right) = (pair.left.clone(), pair.right.clone());
            for ty in [&left, &right] {
                let parts = n_parts(ty).saturating_add(1);
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
            let mut items = Vec::new();
            match relation {
                Relation::Equal => explorer.equal(&left, &right, &mut items),
                Relation::Subtype(report) => explorer.subtype(report, &left, &right, &mut items),
            }
            explorer.pairs[next].items = items;
            next += 1;
        }
        Graph {
            relation,
            pairs: explorer.pairs,
        }
    }
}

pub(super) struct Explorer<'a> {
    relation: Relation,
    env: &'a TypeEnv,
    /// Tells which pairs are assumed to be in the relation.
    assumed: &'a dyn Fn(&Type, &Type) -> bool,
    pairs: Vec<Pair>,
    /// Pairs by the addresses of their types: every name leads to one address, so that a recursive type leads back to
    /// the same pair.
    index: IdMap<(usize, usize), usize>,
}

pub(super) type Items = Vec<Item>;

impl Explorer<'_> {
    /// Adds that `left` must be in the relation to `right`.
    pub(super) fn need(&mut self, items: &mut Items, steps: Vec<Step>, left: &Type, right: &Type) {
        match self.edge(steps.clone(), left, right) {
            Ok(Some(edge)) => items.push(Item::Needs(edge)),
            Ok(None) => {}
            Err(mismatch) => items.push(Item::Fails(steps, mismatch)),
        }
    }

    /// As [`Self::need`] for two types that change sides: `left` is a part of the right type.
    fn need_reversed(&mut self, items: &mut Items, steps: Vec<Step>, left: &Type, right: &Type) {
        let from = items.len();
        self.need(items, steps, left, right);
        if let Some(Item::Needs(edge)) = items.get_mut(from) {
            edge.is_reversed = true;
        }
    }

    /// Returns `None` if no check is needed.
    fn edge(
        &mut self,
        steps: Vec<Step>,
        left: &Type,
        right: &Type,
    ) -> Result<Option<Edge>, Mismatch> {
        if (self.assumed)(left, right) {
            return Ok(None);
        }
        let (left_inner, right_inner) = (self.resolve(left)?, self.resolve(right)?);
        let key = (left_inner.address(), right_inner.address());
        if key.0 == key.1 {
            return Ok(None);
        }
        let pair = *self.index.get_or_insert_with(key, || {
            self.pairs.push(Pair {
                left: left_inner,
                right: right_inner,
                items: Vec::new(),
            });
            self.pairs.len() - 1
        });
        Ok(Some(Edge {
            steps,
            is_reversed: false,
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

    fn subtype(&mut self, report: OptReport, left: &Type, right: &Type, items: &mut Items) {
        use TypeInner as T;
        match (left.as_ref(), right.as_ref()) {
            (_, T::Reserved) | (T::Empty, _) | (T::Null, T::Opt(_)) => {}
            (T::Nat, T::Int) | (T::Service(_), T::Principal) => {}
            (_, T::Opt(part)) => match report {
                OptReport::Silence => {}
                OptReport::Warning | OptReport::Error => {
                    items.extend(self.subtype_of_opt(left, right, part));
                }
            },
            (T::Vec(a), T::Vec(b)) => self.need(items, Vec::new(), a, b),
            (T::Record(a), T::Record(b)) => self.subtype_record(a, b, items),
            (T::Variant(a), T::Variant(b)) => {
                let expected = by_id(b);
                for (id, field) in by_id(a) {
                    match find(&expected, &id) {
                        Some(other) => {
                            let steps = vec![Step::Variant(field.id.clone())];
                            self.need(items, steps, &field.ty, &other.ty);
                        }
                        None => {
                            let extra = Mismatch::ExtraTag(field.id.clone());
                            items.push(Item::Fails(Vec::new(), extra));
                        }
                    }
                }
            }
            (T::Func(a), T::Func(b)) => self.subtype_func(a, b, items),
            (T::Service(a), T::Service(b)) => {
                let found = by_name(a);
                for (name, expected) in b {
                    match find(&found, &name.as_str()) {
                        Some(ty) => {
                            self.need(items, vec![Step::Method(name.clone())], ty, expected);
                        }
                        None => {
                            let missing = Mismatch::MissingMethod(name.clone());
                            items.push(Item::Fails(Vec::new(), missing));
                        }
                    }
                }
            }
            (a, b) if is_same_atom(a, b) => {}
            _ => {
                let mismatch = Mismatch::NotSubtype(left.clone(), right.clone());
                items.push(Item::Fails(Vec::new(), mismatch));
            }
        }
    }

    /// Returns the condition under which `left` is a subtype of `right`, the `opt` of `part`, without the special rule,
    /// by which it always is.
    fn subtype_of_opt(&mut self, left: &Type, right: &Type, part: &Type) -> Option<Item> {
        let special = Mismatch::Special(left.clone(), right.clone());
        let inner = match left.as_ref() {
            TypeInner::Opt(inner) => inner,
            // If `null` is a value of the part, `opt` and a value without `opt` could not be distinguished.
            _ => match self.is_nullable(part) {
                Ok(false) => left,
                Ok(true) => return Some(Item::OptRule(None, special)),
                Err(unresolved) => return Some(Item::OptRule(None, unresolved)),
            },
        };
        match self.edge(Vec::new(), inner, part) {
            Ok(edge) => edge.map(|edge| Item::OptRule(Some(edge), special)),
            Err(unresolved) => Some(Item::OptRule(None, unresolved)),
        }
    }

    fn subtype_record(&mut self, left: &[Field], right: &[Field], items: &mut Items) {
        let found = by_id(left);
        for (id, field) in by_id(right) {
            match find(&found, &id) {
                Some(other) => {
                    let steps = vec![Step::Record(field.id.clone())];
                    self.need(items, steps, &other.ty, &field.ty);
                }
                None => self.missing(&mismatch::label(&field.id), &field.ty, Vec::new(), items),
            }
        }
    }

    /// Checks a field on the right only: it must decode as `null` if missing.
    fn missing(&self, label: &str, ty: &Type, steps: Vec<Step>, items: &mut Items) {
        let (label, ty) = (label.to_string(), ty.clone());
        match self.is_nullable(&ty) {
            Ok(true) => {}
            Ok(false) => items.push(Item::Fails(steps, Mismatch::MissingField { label, ty })),
            Err(unresolved) => items.push(Item::Fails(steps, unresolved)),
        }
    }

    fn subtype_func(&mut self, left: &Function, right: &Function, items: &mut Items) {
        if left.modes != right.modes {
            let modes = Mismatch::Modes(left.modes.clone(), right.modes.clone());
            items.push(Item::Fails(Vec::new(), modes));
        }
        // Argument and result lists are tuples: records with the fields 0, 1, 2, …
        let inputs = Step::Inputs {
            left: left.args.len(),
            right: right.args.len(),
        };
        for (i, ty) in left.args.iter().enumerate() {
            let is_single = left.args.len() == 1 && right.args.len() == 1;
            match right.args.get(i) {
                Some(given) => {
                    self.need_reversed(items, list_steps(&inputs, i, is_single), given, ty);
                }
                None => self.missing(&i.to_string(), ty, vec![inputs.clone()], items),
            }
        }
        let outputs = Step::Outputs {
            left: left.rets.len(),
            right: right.rets.len(),
        };
        for (i, ty) in right.rets.iter().enumerate() {
            let is_single = left.rets.len() == 1 && right.rets.len() == 1;
            match left.rets.get(i) {
                Some(given) => self.need(items, list_steps(&outputs, i, is_single), given, ty),
                None => self.missing(&i.to_string(), ty, vec![outputs.clone()], items),
            }
        }
    }
}

/// Returns the path to a member of a list: with a position only if there are several.
pub(super) fn list_steps(list: &Step, position: usize, is_single: bool) -> Vec<Step> {
    if is_single {
        vec![list.clone()]
    } else {
        vec![list.clone(), Step::Position(position)]
    }
}

/// Returns the number of parts compared for a pair that contains the type.
fn n_parts(ty: &Type) -> usize {
    match ty.as_ref() {
        TypeInner::Record(fields) | TypeInner::Variant(fields) => fields.len(),
        TypeInner::Func(func) => func.args.len().saturating_add(func.rets.len()),
        TypeInner::Service(methods) => methods.len(),
        TypeInner::Class(args, _) => args.len(),
        _ => 1,
    }
}

/// Returns fields with their ids, in the order of the ids.
pub(super) fn by_id(fields: &[Field]) -> Vec<(u32, &Field)> {
    let mut entries: Vec<_> = fields.iter().map(|f| (f.id.get_id(), f)).collect();
    sort_by_id(&mut entries, |(id, _)| *id);
    entries
}

/// Returns methods in the order of their names.
pub(super) fn by_name(methods: &[(String, Type)]) -> Vec<(&str, &Type)> {
    let mut entries: Vec<_> = methods.iter().map(|(n, ty)| (n.as_str(), ty)).collect();
    sort_by_name(&mut entries, |(name, _)| name);
    entries
}

/// Returns the value of a key in a sorted list.
pub(super) fn find<K: Ord, V: Copy>(entries: &[(K, V)], key: &K) -> Option<V> {
    let at = entries.binary_search_by(|(other, _)| other.cmp(key)).ok()?;
    entries.get(at).map(|(_, value)| *value)
}

/// Returns whether both are the same type without parts.
pub(super) fn is_same_atom(left: &TypeInner, right: &TypeInner) -> bool {
    use TypeInner as T;
    let has_parts = matches!(
        left,
        T::Opt(_)
            | T::Vec(_)
            | T::Record(_)
            | T::Variant(_)
            | T::Func(_)
            | T::Service(_)
            | T::Class(..)
    );
    !has_parts && std::mem::discriminant(left) == std::mem::discriminant(right)
}
