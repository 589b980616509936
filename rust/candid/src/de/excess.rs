//! The greatest cost of values of a type, as a number of units per byte and a constant.
//!
//! A value `v` of `|v|` bytes costs `C(v)`. For a rate of `r` units per byte, the *excess* of a type is the greatest
//! `C(v) - r * |v|` of its values: what no byte pays for. So a value of `n` bytes costs at most `excess + r * n`. The
//! excess is finite if nothing that can be repeated has a positive one: elements of vectors, bytes of texts, recursion.
//! [`Costs::rate`] is the least such rate: with a lower one, no constant suffices for all lengths.
//!
//! The excess of each type is computed from those of its parts, again and again until nothing changes. This takes at
//! most as many rounds as there are unknowns, or else a type contains itself with a positive excess.

use crate::de::cost;
use crate::error::Result;
use crate::schema::expected::{ExpectedFields, ExpectedType, TypeShape};
use crate::schema::graph::ReferenceParts;
use crate::util::id_map::IdMap;
use candid_wire::opcode::Primitive;

/// Units are counted in sixteenths, so that rates are as exact as that.
pub(crate) const SCALE: i128 = 16;

/// The cost per byte that is assumed of a value whose type is not known, of which each unit counts as one skipped: two
/// records of one byte inside each other cost less.
pub(crate) const UNKNOWN_RATE: u64 = 32;

/// Rates end here, in sixteenths: no type of a program reaches it.
const MAX_RATE: i128 = 1 << 60;

/// An excess in sixteenths, or `None` if there are no values.
type Excess = Option<i128>;

/// The costs of the values of one type.
pub(crate) struct Costs {
    /// In units per byte, times [`SCALE`].
    pub(crate) rate: i128,
    /// Times [`SCALE`].
    pub(crate) excess: i128,
    /// Whether the type has parts that are known only in the message.
    pub(crate) has_unknown: bool,
}

/// The types that one type contains, one level deep each. The root is the first.
#[derive(Default)]
struct Types {
    nodes: Vec<Node>,
    /// Kept, because their keys are addresses.
    expected: Vec<ExpectedType>,
    by_key: IdMap<usize, u32>,
    n_entries: u64,
    /// For each node, whether it is an option that contains itself.
    is_recursive_opt: Vec<bool>,
}

enum Node {
    NoValues,
    Null,
    /// A value of `bytes` bytes, and of more, each of which costs `per_byte`.
    Leaf {
        cost: u64,
        bytes: u64,
        per_byte: u64,
    },
    Opt(u32),
    Vec {
        element: u32,
        cost: u64,
    },
    Record(Vec<Field>),
    Tuple(Vec<Field>),
    Variant(Vec<Field>),
}

struct Field {
    name_len: u64,
    node: u32,
    /// Whether an older sender may not have it.
    may_be_absent: bool,
}

/// The excess of values without bytes, and of others: elements without bytes count as one byte each.
#[derive(Clone, Copy, PartialEq, Default)]
struct Excesses {
    without_bytes: Excess,
    with_bytes: Excess,
}

impl Costs {
    /// Returns the costs of a type in messages with a type table of `n_entries`.
    ///
    /// # Errors
    ///
    /// If a hand-written type in it has no values.
    pub(crate) fn of(root: ExpectedType, n_entries: u64) -> Result<Costs> {
        let types = Types::reached_from(root, n_entries)?;
        let mut too_low = -1;
        let mut rate = 0;
        let mut excess = types.excess(rate);
        while excess.is_none() && rate < MAX_RATE {
            too_low = rate;
            rate = (rate * 2).max(SCALE);
            excess = types.excess(rate);
        }
        while rate - too_low > 1 && excess.is_some() {
            let middle = (too_low + rate) / 2;
            match types.excess(middle) {
                Some(lower) => (rate, excess) = (middle, Some(lower)),
                None => too_low = middle,
            }
        }
        let has_unknown = types.expected.iter().any(|ty| ty.is_any());
        Ok(Costs {
            rate,
            excess: excess.unwrap_or(i128::MAX),
            has_unknown,
        })
    }
}

impl Types {
    /// Breadth first, so that a deep type takes no stack.
    fn reached_from(root: ExpectedType, n_entries: u64) -> Result<Types> {
        let mut types = Types {
            n_entries,
            ..Types::default()
        };
        types.enter(root);
        while let Some(next) = types.expected.get(types.nodes.len()).cloned() {
            let node = types.node(&next)?;
            types.nodes.push(node);
        }
        types.is_recursive_opt = (0..types.nodes.len())
            .map(|i| matches!(types.nodes.get(i), Some(Node::Opt(_))) && types.contains_itself(i))
            .collect();
        Ok(types)
    }

    fn contains_itself(&self, root: usize) -> bool {
        let mut seen = vec![false; self.nodes.len()];
        let mut next = vec![root];
        while let Some(i) = next.pop() {
            let parts: Vec<u32> = match self.nodes.get(i) {
                Some(Node::Opt(part) | Node::Vec { element: part, .. }) => vec![*part],
                Some(Node::Record(fields) | Node::Tuple(fields) | Node::Variant(fields)) => {
                    fields.iter().map(|field| field.node).collect()
                }
                _ => Vec::new(),
            };
            for part in parts {
                let part = part as usize;
                if part == root {
                    return true;
                }
                if let Some(seen @ false) = seen.get_mut(part) {
                    *seen = true;
                    next.push(part);
                }
            }
        }
        false
    }

    fn enter(&mut self, ty: ExpectedType) -> u32 {
        let number = u32::try_from(self.expected.len()).unwrap_or(u32::MAX);
        let known = *self.by_key.get_or_insert_with(ty.key(), || number);
        if known == number {
            self.expected.push(ty);
        }
        known
    }

    fn node(&mut self, ty: &ExpectedType) -> Result<Node> {
        let leaf = |cost, bytes, per_byte| Node::Leaf {
            cost,
            bytes,
            per_byte,
        };
        Ok(match ty.view()? {
            TypeShape::Primitive(primitive) => match primitive {
                Primitive::Empty => Node::NoValues,
                Primitive::Null => Node::Null,
                Primitive::Reserved => leaf(cost::UNIT, 0, 0),
                Primitive::Bool => leaf(cost::UNIT, 1, 0),
                Primitive::Nat | Primitive::Int => leaf(1, 1, 1),
                Primitive::Text => leaf(cost::text(0), 1, 1),
                // A flag and the length of an empty one.
                Primitive::Principal => leaf(cost::PRINCIPAL, 2, 0),
                number => {
                    let size = number.fixed_size().unwrap_or(0) as u64;
                    leaf(size, size, 0)
                }
            },
            TypeShape::Reference(parts, _) => match parts {
                ReferenceParts::Service(_) => leaf(cost::service(0) + self.n_entries, 2, 0),
                ReferenceParts::Func { .. } => leaf(cost::func(0) + self.n_entries, 4, 1),
            },
            TypeShape::Opt(payload) => Node::Opt(self.enter(payload)),
            TypeShape::Vec(element) => match element.primitive() {
                Some(Primitive::Nat8) => leaf(cost::CONTAINER, 1, 1),
                Some(_) => self.vec(element, 3),
                None => self.vec(element, 2),
            },
            TypeShape::Record(fields) => self.record(fields)?,
            TypeShape::Variant(fields) => Node::Variant(self.fields(fields)?),
            TypeShape::Any => {
                let rate = UNKNOWN_RATE * u64::from(cost::SKIP_FACTOR);
                leaf(rate, 0, rate)
            }
        })
    }

    fn vec(&mut self, element: ExpectedType, cost: u64) -> Node {
        Node::Vec {
            element: self.enter(element),
            cost,
        }
    }

    fn record(&mut self, fields: ExpectedFields<'_>) -> Result<Node> {
        let mut is_tuple = true;
        for i in 0..fields.len() {
            if let Some(field) = fields.get(i)? {
                is_tuple &= field.name.is_id() && field.id as usize == i;
                // Without it, a record whose fields are numbers by attributes is charged for as one.
                is_tuple &= field.is_in_tuple() || !field.has_default();
            }
        }
        let mut fields = self.fields(fields)?;
        if !is_tuple {
            return Ok(Node::Record(fields));
        }
        // Where others are missing, it is not a tuple.
        let mut is_last = true;
        for field in fields.iter_mut().rev() {
            is_last &= field.may_be_absent;
            field.may_be_absent = is_last;
        }
        Ok(Node::Tuple(fields))
    }

    fn fields(&mut self, fields: ExpectedFields<'_>) -> Result<Vec<Field>> {
        let mut all = Vec::with_capacity(fields.len());
        for i in 0..fields.len() {
            if let Some(field) = fields.get(i)? {
                let may_be_absent = field.has_default()
                    || matches!(
                        field.ty.view()?,
                        TypeShape::Opt(_)
                            | TypeShape::Primitive(Primitive::Null | Primitive::Reserved)
                    );
                all.push(Field {
                    name_len: field.name.cost_len(),
                    node: self.enter(field.ty),
                    may_be_absent,
                });
            }
        }
        Ok(all)
    }

    /// Returns the excess of the root at a rate, or `None` if it is infinite.
    fn excess(&self, rate: i128) -> Option<i128> {
        let mut known = vec![Excesses::default(); self.nodes.len()];
        // Each type has two.
        for _ in 0..=2 * self.nodes.len() {
            let mut has_changed = false;
            // Parts come after what contains them, except in recursion.
            for i in (0..self.nodes.len()).rev() {
                let excesses = self.excesses(&known, i, rate)?;
                let before = known.get_mut(i)?;
                has_changed |= *before != excesses;
                *before = excesses;
            }
            if !has_changed {
                let root = known.first()?;
                // A type without values costs nothing.
                return Some(root.without_bytes.max(root.with_bytes).unwrap_or(0));
            }
        }
        None
    }

    /// Returns the excesses of a type whose parts have the known ones, or `None` if one is infinite.
    fn excesses(&self, known: &[Excesses], i: usize, rate: i128) -> Option<Excesses> {
        let node = self.nodes.get(i)?;
        let of = |node: u32| known.get(node as usize).copied().unwrap_or_default();
        let with_bytes = |with_bytes| Excesses {
            without_bytes: None,
            with_bytes,
        };
        Some(match node {
            Node::NoValues => Excesses::default(),
            Node::Null => Excesses {
                without_bytes: Some(scaled(cost::UNIT)),
                with_bytes: None,
            },
            Node::Leaf {
                cost,
                bytes,
                per_byte,
            } => {
                if rate < scaled(*per_byte) {
                    return None;
                }
                let longest = scaled(*cost) - rate * i128::from(*bytes);
                match bytes {
                    // One byte at least, if it may have any.
                    0 => Excesses {
                        without_bytes: Some(scaled(*cost)),
                        with_bytes: (*per_byte > 0)
                            .then(|| scaled(cost.saturating_add(*per_byte)) - rate),
                    },
                    _ => with_bytes(Some(longest)),
                }
            }
            Node::Opt(payload) => {
                // A value in place of an option, by an older sender; elements of primitive types cost one more than
                // others. Not where options are nested by recursion: no bytes would pay for such levels.
                let is_recursive = self.is_recursive_opt.get(i) == Some(&true);
                let is_leaf = matches!(self.nodes.get(*payload as usize), Some(Node::Leaf { .. }));
                let payload = of(*payload);
                let value =
                    plus(payload.with_bytes, scaled(u64::from(is_leaf))).filter(|_| !is_recursive);
                let some = payload.without_bytes.max(payload.with_bytes);
                let tag = scaled(cost::CONTAINER) - rate;
                with_bytes(Some(tag).max(plus(some, tag)).max(value))
            }
            Node::Vec { element, cost } => {
                let element = of(*element);
                let without_bytes = element.without_bytes.map(|excess| excess - rate);
                let element = without_bytes.max(element.with_bytes);
                if element.is_some_and(|element| element.saturating_add(scaled(*cost)) > 0) {
                    return None;
                }
                with_bytes(Some(scaled(cost::CONTAINER) - rate))
            }
            Node::Record(fields) => {
                // The lesser of the two prices of labels applies, so neither is too low.
                let by_field = record_excess(fields, known, cost::record(0), 7);
                let shared = record_excess(fields, known, cost::CONTAINER + 4, 5);
                Excesses {
                    without_bytes: by_field.without_bytes.min(shared.without_bytes),
                    with_bytes: by_field.with_bytes.min(shared.with_bytes),
                }
            }
            Node::Tuple(fields) => record_excess(fields, known, cost::CONTAINER, 3 - 1),
            Node::Variant(cases) => with_bytes(
                cases
                    .iter()
                    .filter_map(|case| {
                        let label = scaled(cost::VARIANT.saturating_add(case.name_len)) - rate;
                        // A case without payload is charged for its label alone.
                        if let Some(Node::Null) = self.nodes.get(case.node as usize) {
                            return Some(label);
                        }
                        let payload = of(case.node);
                        plus(payload.without_bytes.max(payload.with_bytes), label)
                    })
                    .max(),
            ),
        })
    }
}

/// Returns the excesses of a record that costs `base` and, for each field, `label` and the length of its name. Each field
/// is as expensive as possible, or absent if it is cheaper to have it.
fn record_excess(fields: &[Field], known: &[Excesses], base: u64, label: u64) -> Excesses {
    let mut without_bytes = Some(scaled(base));
    let mut any = Some(scaled(base));
    // How much less it is if at least one field has bytes.
    let mut loss: Excess = None;
    for field in fields {
        let part = known.get(field.node as usize).copied().unwrap_or_default();
        let label = scaled(label.saturating_add(field.name_len));
        let absent = field.may_be_absent.then_some(0);
        let null = plus(part.without_bytes, label).max(absent);
        let some = plus(part.with_bytes, label);
        let best = null.max(some);
        without_bytes = sum(without_bytes, null);
        any = sum(any, best);
        if let (Some(best), Some(some)) = (best, some) {
            loss = loss.max(Some(some.saturating_sub(best)));
        }
    }
    Excesses {
        without_bytes,
        with_bytes: sum(any, loss),
    }
}

fn scaled(units: u64) -> i128 {
    SCALE * i128::from(units)
}

fn plus(excess: Excess, units: i128) -> Excess {
    Some(excess?.saturating_add(units))
}

fn sum(a: Excess, b: Excess) -> Excess {
    plus(a, b?)
}

#[cfg(all(test, feature = "value"))]
mod tests;
