//! Dynamic values as arguments.

use crate::error::Result;
use crate::schema::graph::Graph;
use crate::ser::builder::IDLBuilder;
use crate::ser::graph_header;
use crate::ser::table::TypeSerialize;
use crate::traits::CandidType;
use crate::types::env::TypeEnv;
use crate::types::ty::Type;
use crate::util::mechanisms;
use crate::value::layout::Layout;
use crate::value::merge;
use crate::value::model::IDLValue;
use crate::value::value_ty::MAX_ABSENT;
use crate::value::writer::{ValueWriter, Writes};
use std::rc::Rc;

/// The types of values: nodes of a graph.
type Types = (Graph, Vec<u32>);

/// Returns the message with these values at as many types, or `None` if one does not fit or a type is not that of
/// values: annotation says which, and why.
pub(super) fn message_at(env: &TypeEnv, types: &[Type], values: &[IDLValue]) -> Option<Vec<u8>> {
    message_written(
        || Graph::of_types(env, types).ok(),
        values,
        Writes::Annotated,
    )
}

/// Returns the message with these values at their own types, or `None` if one has none.
pub(super) fn message_at_own_types(values: &[IDLValue]) -> Option<Vec<u8>> {
    message_written(
        || merge::types_of(values, MAX_ABSENT),
        values,
        Writes::Annotated,
    )
}

/// Returns the message with these values at the types of a few of them, or `None` if others do not have these types.
pub(super) fn message_like_samples(values: &[IDLValue]) -> Option<Vec<u8>> {
    message_written(|| merge::types_of_samples(values), values, Writes::Exact)
}

fn message_written(
    types: impl FnOnce() -> Option<Types>,
    values: &[IDLValue],
    writes: Writes,
) -> Option<Vec<u8>> {
    if !mechanisms::VALUES_AT_ONCE {
        return None;
    }
    let (graph, roots) = types()?;
    match graph_header::header_of(&graph, &roots) {
        Some(header) => write(&graph, &roots, header, values, writes),
        None => {
            let graph = Rc::new(graph);
            let header = TypeSerialize::header_of(&graph, &roots).ok()?;
            write(&graph, &roots, header, values, writes)
        }
    }
}

/// Returns the header with the values behind it, or `None` if one does not fit.
fn write(
    graph: &Graph,
    roots: &[u32],
    header: Vec<u8>,
    values: &[IDLValue],
    writes: Writes,
) -> Option<Vec<u8>> {
    let layout = Layout::new(graph);
    let mut writer = ValueWriter::new(&layout, header, writes);
    for (value, root) in values.iter().zip(roots) {
        writer.write(value, *root).ok()?;
    }
    Some(writer.into_bytes())
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
        let types = || merge::types_of(std::slice::from_ref(value), MAX_ABSENT);
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
        let types = || Graph::of_types(env, std::slice::from_ref(ty)).ok();
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
        types: impl FnOnce() -> Option<Types>,
    ) -> Result<bool> {
        if !mechanisms::VALUES_AT_ONCE {
            return Ok(false);
        }
        let Some((graph, root)) = types().and_then(|(graph, roots)| Some((graph, *roots.first()?)))
        else {
            return Ok(false);
        };
        let layout = Layout::new(&graph);
        let is_written = self.append_value_if(|values| {
            let mut writer = ValueWriter::new(&layout, values, Writes::Annotated);
            let is_written = writer.write(value, root).is_ok();
            (writer.into_bytes(), is_written)
        });
        if is_written {
            self.append(|types, _| types.push_node(Rc::new(graph), root))?;
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
