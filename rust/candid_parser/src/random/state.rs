//! [`RandState`]: makes the values, one by one, within the limits on their number.

use super::config::{Distribution, GenConfig};
use super::depth::Depths;
use super::{boundary, number, words};
use crate::bindings::config::{is_scoped_key, ConfigTree, Scope, State, StateElem};
use crate::error::{Error, Result};
use crate::stack;
use crate::value::TextArgs;
use arbitrary::Unstructured;
use candid::types::value::{IDLField, VariantValue};
use candid::types::{Field, Type, TypeEnv, TypeInner};
use candid::{IDLArgs, IDLValue, Principal};

/// Limit on the number of values generated after the configured size is used up. Records have all of their fields even
/// then: those of thirty types that each refer to the next one twice would be a billion.
const MAX_BEYOND: isize = 200_000;

/// The number of random bytes that are made for a list of values at first: most need fewer.
const FIRST_BYTES: usize = 1 << 12;

/// Limit on the random bytes that are made for a list of values.
const MAX_BYTES: usize = 1 << 20;

/// Limit on the elements of a path shown in an error; of a longer one both ends are shown.
const MAX_PATH: usize = 32;

/// Limit on the characters of an element of a path in an error.
const MAX_NAME: usize = 200;

/// A generator of values, with its position in the types.
pub struct RandState<'a> {
    pub(super) state: State<'a, GenConfig>,
    pub(super) depths: Depths<'a>,
    /// The number of values left before values are made as small as possible; set when the first is generated.
    pub(super) n_left: Option<isize>,
    /// The number of random items of vectors and characters left, limited by the number of random bytes. Beyond them
    /// all items are equal, and a width may be any number.
    pub(super) n_items: usize,
    /// The number of values that may be generated after the size is used up.
    pub(super) max_beyond: isize,
}

impl<'a> RandState<'a> {
    pub(super) fn new(
        tree: &'a ConfigTree<GenConfig>,
        env: &'a TypeEnv,
        types: &'a [Type],
    ) -> Self {
        RandState {
            state: State::new(tree, env),
            depths: Depths::new(env, types),
            n_left: None,
            n_items: 0,
            max_beyond: MAX_BEYOND,
        }
    }
}

impl RandState<'_> {
    /// Returns arguments made of as many random bytes as they need, as if there were the most of them.
    pub(super) fn list_of(
        &mut self,
        mut fill: impl FnMut(&mut [u8]),
        types: &[Type],
        scope: &Option<Scope<'_>>,
    ) -> Result<IDLArgs> {
        let used = self.state.stats.clone();
        let (mut bytes, mut n_filled) = (vec![0; FIRST_BYTES], 0);
        loop {
            fill(&mut bytes[n_filled..]);
            n_filled = bytes.len();
            let (args, has_more) = self.list(&bytes, MAX_BYTES, types, scope);
            if has_more || n_filled >= MAX_BYTES {
                return args;
            }
            // What comes after the end of the bytes is not what comes after more of them.
            self.state.stats.clone_from(&used);
            bytes.resize(MAX_BYTES.min(n_filled * 16), 0);
        }
    }

    /// Returns arguments made of random bytes, and whether there are more of these.
    pub(super) fn list(
        &mut self,
        bytes: &[u8],
        n_items: usize,
        types: &[Type],
        scope: &Option<Scope<'_>>,
    ) -> (Result<IDLArgs>, bool) {
        let mut source = Unstructured::new(bytes);
        self.n_items = n_items;
        let args = types.iter().enumerate().map(|(idx, ty)| {
            self.state.restart_in(scope, idx);
            self.n_left = None;
            self.argument(&mut source, ty)
        });
        let args = args.collect::<Result<_>>();
        (args.map(|args| IDLArgs { args }), !source.is_empty())
    }

    /// Returns an argument or result. A configured value for an argument by its index is a value of its whole type.
    pub(super) fn argument(
        &mut self,
        source: &mut Unstructured<'_>,
        ty: &Type,
    ) -> Result<IDLValue> {
        let selector = self.state.config_source.get("value");
        let position = selector.and_then(|path| path.last());
        if position.is_some_and(|elem| is_scoped_key(elem) && !elem.starts_with("func:")) {
            return self.value_at_label(source, ty);
        }
        self.any(source, ty)
    }

    /// Returns a value of a type.
    ///
    /// # Errors
    ///
    /// If the configuration of its place is invalid, or the type has no values.
    pub fn any(&mut self, source: &mut Unstructured<'_>, ty: &Type) -> Result<IDLValue> {
        stack::level(|| {
            let backup = self.state.push_state(&StateElem::Type(ty));
            let value = self.value_of(source, ty);
            self.state.pop_state(backup, StateElem::Type(ty));
            value
        })
    }

    fn value_of(&mut self, source: &mut Unstructured<'_>, ty: &Type) -> Result<IDLValue> {
        if let Some(value) = self.chosen(source, ty)? {
            return Ok(value);
        }
        self.used("depth");
        self.used("size");
        let n_left = self
            .n_left
            .get_or_insert(self.state.config.size.unwrap_or(0));
        *n_left -= 1;
        if *n_left < -self.max_beyond {
            return Err(self.error("values of this type are too large"));
        }
        let is_small = *n_left <= 0 || self.state.config.depth.unwrap_or(0) <= 0;
        let width = if is_small {
            0
        } else {
            self.state.config.width.unwrap_or(0).min(self.n_items)
        };
        Ok(match ty.as_ref() {
            TypeInner::Var(name) => {
                // A record that contains itself: recursion would not terminate.
                if self.depths.of(ty).is_none() {
                    return Err(self.no_value(ty));
                }
                let found = self.state.env.find_type(name)?.clone();
                return self.any(source, &found);
            }
            TypeInner::Null => IDLValue::Null,
            TypeInner::Reserved => IDLValue::Reserved,
            TypeInner::Bool => IDLValue::Bool(source.arbitrary()?),
            TypeInner::Text => {
                self.used("text");
                self.used("width");
                let text = self.text(source, width)?;
                self.n_items = self.n_items.saturating_sub(text.chars().count());
                IDLValue::Text(text)
            }
            TypeInner::Principal => IDLValue::Principal(self.principal(source)?),
            TypeInner::Service(_) => IDLValue::Service(self.principal(source)?),
            TypeInner::Func(_) => {
                let method = words::text(source, words::Kind::Name, width.max(1))?;
                IDLValue::Func(self.principal(source)?, method)
            }
            TypeInner::Opt(inner) => {
                if is_small || self.depths.of(inner).is_none() || !source.arbitrary()? {
                    IDLValue::None
                } else {
                    IDLValue::Opt(Box::new(self.any(source, inner)?))
                }
            }
            TypeInner::Vec(item) => {
                self.used("width");
                if self.depths.of(item).is_none() {
                    return Ok(IDLValue::Vec(Vec::new()));
                }
                let is_boundary = self.is_boundary(source)?;
                let len = match is_boundary {
                    true => boundary::length(source, width)?,
                    false => source.int_in_range(0..=width)?,
                };
                self.n_items = self.n_items.saturating_sub(len);
                if matches!(item.as_ref(), TypeInner::Nat8) {
                    return Ok(IDLValue::Blob(match is_boundary {
                        true => boundary::bytes(source, len)?,
                        false => bytes(source, len)?,
                    }));
                }
                let items = (0..len).map(|_| self.any(source, item));
                IDLValue::Vec(items.collect::<Result<_>>()?)
            }
            TypeInner::Record(fields) => {
                let fields = fields.iter().map(|field| self.field(source, field));
                IDLValue::Record(fields.collect::<Result<_>>()?)
            }
            TypeInner::Variant(cases) => {
                let idx = self.case(source, cases, is_small)?;
                let field = self.field(source, &cases[idx])?;
                IDLValue::Variant(VariantValue(Box::new(field), idx as u64))
            }
            TypeInner::Empty
            | TypeInner::Future
            | TypeInner::Unknown
            | TypeInner::Knot(_)
            | TypeInner::Class(..) => return Err(self.no_value(ty)),
            _ => {
                self.used("range");
                let distribution = self.distribution();
                number::any(source, ty, self.state.config.range.as_ref(), distribution)
                    .map_err(|error| self.wrong("range", error))?
            }
        })
    }

    /// Returns one of the values that the configuration lists for this place, as a value of the type.
    fn chosen(&mut self, source: &mut Unstructured<'_>, ty: &Type) -> Result<Option<IDLValue>> {
        let text = match self.state.config.value.as_deref() {
            None => return Ok(None),
            Some([]) => return Err(self.wrong("value", "expected at least one value")),
            Some(values) => source.choose(values)?.clone(),
        };
        self.used("value");
        let value = typed(self.state.env, &text, ty);
        value.map(Some).map_err(|error| self.wrong("value", error))
    }

    fn field(&mut self, source: &mut Unstructured<'_>, field: &Field) -> Result<IDLField> {
        let label = field.id.to_string();
        let elem = StateElem::Label(&label);
        let backup = self.state.push_state(&elem);
        let value = self.value_at_label(source, &field.ty);
        self.state.pop_state(backup, elem);
        Ok(IDLField {
            id: field.id.as_ref().clone(),
            val: value?,
        })
    }

    /// Returns a value at a label. A configured value for the label is a value of its type.
    fn value_at_label(&mut self, source: &mut Unstructured<'_>, ty: &Type) -> Result<IDLValue> {
        match self.chosen(source, ty)? {
            Some(value) => Ok(value),
            None => self.any(source, ty),
        }
    }

    /// Returns the index of a case that has values: any, or the one with the smallest nesting depth.
    fn case(
        &mut self,
        source: &mut Unstructured<'_>,
        cases: &[Field],
        is_small: bool,
    ) -> Result<usize> {
        let depths = cases.iter().map(|case| self.depths.of(&case.ty));
        let mut possible: Vec<(u32, usize)> = depths
            .enumerate()
            .filter_map(|(idx, depth)| Some((depth?, idx)))
            .collect();
        if is_small {
            let least = possible.iter().min().copied();
            possible = least.into_iter().collect();
        }
        match &possible[..] {
            [] => Err(self.error("all cases of the variant are uninhabited")),
            possible => Ok(source.choose(possible)?.1),
        }
    }

    /// Returns the distribution of the current place.
    fn distribution(&mut self) -> Distribution {
        self.used("distribution");
        let config = &self.state.config;
        config.distribution.unwrap_or(Distribution::Uniform)
    }

    /// Returns whether the next value is to be one at a limit.
    fn is_boundary(&mut self, source: &mut Unstructured<'_>) -> Result<bool> {
        match self.distribution() {
            Distribution::Boundary => boundary::is_next(source),
            Distribution::Uniform | Distribution::Full => Ok(false),
        }
    }

    /// Returns a text of the configured kind.
    fn text(&mut self, source: &mut Unstructured<'_>, width: usize) -> Result<String> {
        let (kind, distribution) = (self.state.config.text, self.distribution());
        let kind = match (kind, distribution) {
            (Some(kind), _) => kind,
            (None, Distribution::Uniform) => words::Kind::Ascii,
            (None, Distribution::Full) => words::Kind::Any,
            (None, Distribution::Boundary) => match boundary::is_next(source)? {
                true => return boundary::text(source, width),
                false => words::Kind::Any,
            },
        };
        words::text(source, kind, width)
    }

    fn principal(&mut self, source: &mut Unstructured<'_>) -> Result<Principal> {
        if self.is_boundary(source)? {
            return boundary::principal(source);
        }
        let least = match self.distribution() {
            Distribution::Uniform => 1,
            Distribution::Full | Distribution::Boundary => 0,
        };
        let len = source.int_in_range(least..=Principal::MAX_LENGTH_IN_BYTES)?;
        Ok(Principal::from_slice(&bytes(source, len)?))
    }

    fn used(&mut self, property: &str) {
        self.state.update_stats(property);
    }

    fn no_value(&self, ty: &Type) -> Error {
        self.error(&format!("uninhabited type {ty}"))
    }

    fn wrong(&self, property: &str, error: impl std::fmt::Display) -> Error {
        self.error(&format!("invalid property {property}: {error}"))
    }

    /// Returns an error that begins with the path to this place.
    fn error(&self, message: &str) -> Error {
        let path = &self.state.path[..];
        let (first, last) = match path.len() {
            0 => return Error::msg(message),
            n if n > MAX_PATH => (&path[..MAX_PATH / 2], &path[n - MAX_PATH / 2..]),
            _ => (path, &path[..0]),
        };
        let short = |elem: &String| elem.chars().take(MAX_NAME).collect::<String>();
        let join = |path: &[String]| path.iter().map(short).collect::<Vec<_>>().join(".");
        Error::msg(match last {
            [] => format!("{}: {message}", join(first)),
            _ => format!("{}.….{}: {message}", join(first), join(last)),
        })
    }
}

fn typed(env: &TypeEnv, text: &str, ty: &Type) -> Result<IDLValue> {
    let text = format!("({text})");
    let types = std::slice::from_ref(ty);
    let mut args = TextArgs::new(&text)
        .of_value()
        .at_types(env, types)?
        .args
        .args;
    match (args.pop(), args.is_empty()) {
        (Some(value), true) => Ok(value),
        _ => Err(Error::msg("expected a single value")),
    }
}

pub(super) fn bytes(source: &mut Unstructured<'_>, len: usize) -> arbitrary::Result<Vec<u8>> {
    (0..len).map(|_| source.arbitrary()).collect()
}
