//! Dynamic values as arguments.

use crate::error::Result;
use crate::schema::graph::Graph;
use crate::schema::known_types::{self, Known, KnownTypes};
use crate::ser::builder::IDLBuilder;
use crate::ser::graph_header;
use crate::ser::header::Header;
use crate::ser::table::TypeSerialize;
use crate::traits::CandidType;
use crate::types::env::TypeEnv;
use crate::types::ty::Type;
use crate::util::frequent_cache::FrequentCache;
use crate::util::mechanisms;
use crate::value::layout::Layout;
use crate::value::merge;
use crate::value::model::IDLValue;
use crate::value::value_ty::MAX_ABSENT;
use crate::value::writer::{ValueWriter, Writes};
use std::cell::OnceCell;
use std::rc::Rc;

thread_local! {
    /// Types that values were written at.
    static WRITTEN: KnownTypes<Prepared> = const { KnownTypes::new(FrequentCache::new()) };
}

/// The types of values, and what all values of these types have in common.
struct Prepared {
    roots: Vec<u32>,
    layout: Layout,
    /// If the types are kept.
    header: OnceCell<Header>,
}

impl Prepared {
    /// Returns these types, known from an earlier call or not; `None` if one is not that of values.
    fn at(env: &TypeEnv, types: &[Type]) -> Option<Rc<Self>> {
        let is_seen = match known_types::find(&WRITTEN, env, types) {
            Known::Made(known) => return Some(known),
            Known::Seen => true,
            Known::Nothing => false,
        };
        let (graph, roots, references) = Graph::of_types(env, types, is_seen).ok()?;
        let new = Rc::new(Prepared::new((graph, roots)));
        known_types::keep(&WRITTEN, types, &new.layout.graph, references, &new);
        Some(new)
    }

    fn new((graph, roots): (Graph, Vec<u32>)) -> Self {
        Prepared {
            roots,
            layout: Layout::new(Rc::new(graph)),
            header: OnceCell::new(),
        }
    }

    /// Returns the header of messages with values of these types, or `None` if one type is not that of values.
    fn header(&self) -> Option<Vec<u8>> {
        let graph = &self.layout.graph;
        graph_header::header_of(graph, &self.roots)
            .or_else(|| TypeSerialize::header_of(graph, &self.roots).ok())
    }

    /// Returns the message with as many values behind the header, or `None` if one does not fit.
    fn message(&self, header: Vec<u8>, values: &[IDLValue], writes: Writes) -> Option<Vec<u8>> {
        let mut writer = ValueWriter::new(&self.layout, header, writes);
        for (value, root) in values.iter().zip(&self.roots) {
            writer.write(value, *root).ok()?;
        }
        Some(writer.into_bytes())
    }
}

/// Returns the message with these values at as many types, or `None` if one does not fit or a type is not that of
/// values: annotation says which, and why.
pub(super) fn message_at(env: &TypeEnv, types: &[Type], values: &[IDLValue]) -> Option<Vec<u8>> {
    if !mechanisms::VALUES_AT_ONCE {
        return None;
    }
    let types = Prepared::at(env, types)?;
    let header = match types.header.get() {
        Some(known) => known,
        None => {
            let header = Header::of_bytes(types.header()?);
            types.header.get_or_init(|| header)
        }
    };
    let mut message = Vec::with_capacity(header.expected_len());
    message.extend_from_slice(header.bytes());
    let message = types.message(message, values, Writes::Annotated)?;
    header.record_len(message.len());
    Some(message)
}

/// Returns the message with these values at their own types, or `None` if one has none.
pub(super) fn message_at_own_types(values: &[IDLValue]) -> Option<Vec<u8>> {
    if !mechanisms::VALUES_AT_ONCE {
        return None;
    }
    let types = Prepared::new(merge::types_of(values, MAX_ABSENT)?);
    types.message(types.header()?, values, Writes::Annotated)
}

/// Returns the message with these values at the types of a few of them, or `None` if others do not have these types.
pub(super) fn message_like_samples(values: &[IDLValue]) -> Option<Vec<u8>> {
    if !mechanisms::VALUES_AT_ONCE {
        return None;
    }
    let types = Prepared::new(merge::types_of_samples(values)?);
    types.message(types.header()?, values, Writes::Exact)
}

impl IDLBuilder {
    /// Appends a dynamic value with its own type.
    ///
    /// # Errors
    ///
    /// If the value has no type: the elements of a vector disagree, or a number has no type.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::{ser::IDLBuilder, IDLValue};
    ///
    /// let bytes = IDLBuilder::new().value_arg(&IDLValue::Nat8(42))?.serialize_to_vec()?;
    /// assert_eq!(bytes, candid::encode_one(42u8)?);
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn value_arg<'a>(&'a mut self, value: &IDLValue) -> Result<&'a mut Self> {
        let types = || {
            let types = merge::types_of(std::slice::from_ref(value), MAX_ABSENT)?;
            Some(Rc::new(Prepared::new(types)))
        };
        if self.append_at(value, types)? {
            return Ok(self);
        }
        let ty = value.checked_ty()?;
        self.value_arg_with_type(value, &TypeEnv::new(), &ty)
    }

    /// Appends a dynamic value as the type `ty`, whose variables `env` defines.
    ///
    /// # Errors
    ///
    /// If the value does not have that type.
    ///
    /// # Examples
    ///
    /// ```
    /// use candid::{ser::IDLBuilder, types::TypeInner, IDLValue, TypeEnv};
    ///
    /// let (value, env) = (IDLValue::Number("42".to_string()), TypeEnv::new());
    /// let mut builder = IDLBuilder::new();
    /// builder.value_arg_with_type(&value, &env, &TypeInner::Nat8.into())?;
    /// assert_eq!(builder.serialize_to_vec()?, candid::encode_one(42u8)?);
    /// # Ok::<(), candid::Error>(())
    /// ```
    pub fn value_arg_with_type<'a>(
        &'a mut self,
        value: &IDLValue,
        env: &TypeEnv,
        ty: &Type,
    ) -> Result<&'a mut Self> {
        let types = || Prepared::at(env, std::slice::from_ref(ty));
        if self.append_at(value, types)? {
            return Ok(self);
        }
        let value = value.annotate_type(true, env, ty)?;
        self.annotated_arg(&value, env, ty)
    }

    /// Appends a dynamic value at a type, and returns whether it fits.
    fn append_at(
        &mut self,
        value: &IDLValue,
        types: impl FnOnce() -> Option<Rc<Prepared>>,
    ) -> Result<bool> {
        if !mechanisms::VALUES_AT_ONCE {
            return Ok(false);
        }
        let Some(types) = types() else {
            return Ok(false);
        };
        let Prepared { roots, layout, .. } = &*types;
        let [root] = roots[..] else {
            return Ok(false);
        };
        let is_written = self.append_value_if(|values| {
            let mut writer = ValueWriter::new(layout, values, Writes::Annotated);
            let is_written = writer.write(value, root).is_ok();
            (writer.into_bytes(), is_written)
        });
        if is_written {
            self.append(|types, _| types.push_node(layout.graph.clone(), root))?;
        }
        Ok(is_written)
    }

    /// Appends a dynamic value that has already been annotated with the type `ty`.
    pub(crate) fn annotated_arg<'a>(
        &'a mut self,
        value: &IDLValue,
        env: &TypeEnv,
        ty: &Type,
    ) -> Result<&'a mut Self> {
        self.append(|types, values| {
            types.push_type_in(env, ty)?;
            value.idl_serialize(values)
        })
    }
}
