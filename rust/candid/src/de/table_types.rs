//! The types of a header, as types of the type language.

use crate::de::header::{Entry, TypeTable, WireField, WireKind, WireType};
use crate::error::{Error, Result};
use crate::types::env::TypeEnv;
use crate::types::ty::{Field, FuncMode, Function, Label, Type, TypeInner};
use crate::util::stack::level;
use candid_wire::opcode::FuncAnnotation;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The maximum number of levels of a type without names: types are dropped by recursion, and those of a table may be
/// nested as deep as it is long.
const MAX_LEVELS: usize = 64;

/// Converts types of a table. Those that contain themselves become definitions, and some of those that are nested deeply.
pub(crate) struct TypesOfTable<'a> {
    table: &'a TypeTable,
    /// What the names of definitions begin with.
    prefix: &'a str,
    /// Names of fields by their ids: a message has only these.
    names: BTreeMap<u32, String>,
    /// The types of entries, with the numbers of their levels; `None` while their parts are converted.
    known: BTreeMap<u32, Option<(Type, usize)>>,
    /// The maximum number of levels of the types that were converted since it was last 0.
    n_levels: usize,
    pub(crate) env: TypeEnv,
}

impl<'a> TypesOfTable<'a> {
    pub(crate) fn new(table: &'a TypeTable, prefix: &'a str, names: BTreeMap<u32, String>) -> Self {
        TypesOfTable {
            table,
            prefix,
            names,
            known: BTreeMap::new(),
            n_levels: 0,
            env: TypeEnv::new(),
        }
    }

    /// Returns a type.
    ///
    /// # Errors
    ///
    /// If it has a part of a later version of Candid.
    pub(crate) fn get(&mut self, ty: WireType) -> Result<Type> {
        let index = match ty.kind() {
            WireKind::Primitive(primitive) => {
                return Ok(TypeInner::from_primitive(primitive).into())
            }
            WireKind::Index(index) => index,
        };
        let name = format!("{}{index}", self.prefix);
        match self.known.get(&index) {
            Some(Some((known, n_levels))) => {
                self.n_levels = self.n_levels.max(*n_levels);
                return Ok(known.clone());
            }
            Some(None) => {
                // Its definition follows.
                self.env
                    .0
                    .entry(name.clone())
                    .or_insert(TypeInner::Empty.into());
                return Ok(TypeInner::Var(name).into());
            }
            None => {}
        }
        self.known.insert(index, None);
        let before = std::mem::take(&mut self.n_levels);
        let mut found = level(|| self.entry(ty))?;
        let mut n_levels = self.n_levels + 1;
        if n_levels == MAX_LEVELS || self.env.0.contains_key(&name) {
            self.env.0.insert(name.clone(), found);
            found = TypeInner::Var(name).into();
            n_levels = 0;
        }
        self.known.insert(index, Some((found.clone(), n_levels)));
        self.n_levels = before.max(n_levels);
        Ok(found)
    }

    fn all(&mut self, types: &[WireField]) -> Result<Vec<Type>> {
        types.iter().map(|part| self.get(part.ty)).collect()
    }

    fn entry(&mut self, ty: WireType) -> Result<Type> {
        let table = self.table;
        Ok(match table.entry(ty) {
            Some(Entry::Opt(payload)) => TypeInner::Opt(self.get(payload)?),
            Some(Entry::Vec(element)) => TypeInner::Vec(self.get(element)?),
            Some(Entry::Record(range)) => TypeInner::Record(self.fields(table.fields(range))?),
            Some(Entry::Variant(range)) => TypeInner::Variant(self.fields(table.fields(range))?),
            Some(Entry::Func {
                args,
                rets,
                annotation,
            }) => TypeInner::Func(Function {
                modes: mode(annotation).into_iter().collect(),
                args: self.all(table.fields(args))?,
                rets: self.all(table.fields(rets))?,
            }),
            Some(Entry::Service(range)) => {
                let methods = table.methods(range).iter();
                let method = methods.map(|method| Ok((method.name.clone(), self.get(method.ty)?)));
                TypeInner::Service(method.collect::<Result<_>>()?)
            }
            Some(Entry::Future) | None => {
                return Err(Error::msg(
                    "the message has a type of a later version of Candid",
                ))
            }
        }
        .into())
    }

    /// Returns the fields of a record, see [`TypesOfTable::get`].
    pub(crate) fn fields(&mut self, fields: &[WireField]) -> Result<Vec<Field>> {
        let mut named = Vec::with_capacity(fields.len());
        for field in fields {
            let id = Rc::new(match self.names.get(&field.id) {
                Some(name) => Label::Named(name.clone()),
                None => Label::Id(field.id),
            });
            let ty = self.get(field.ty)?;
            named.push(Field { id, ty });
        }
        Ok(named)
    }
}

fn mode(annotation: u8) -> Option<FuncMode> {
    Some(match FuncAnnotation::from_byte(annotation)? {
        FuncAnnotation::Query => FuncMode::Query,
        FuncAnnotation::Oneway => FuncMode::Oneway,
        FuncAnnotation::CompositeQuery => FuncMode::CompositeQuery,
    })
}
