//! The types in the header of a message, as types of the type language.

use crate::de::config::DecoderConfig;
use crate::de::header::{Entry, TypeTable, WireField, WireType};
use crate::error::{Error, Result};
use crate::types::env::TypeEnv;
use crate::types::ty::{Field, FuncMode, Function, Label, Type, TypeInner};
use crate::util::stack::level;
use candid_wire::identifier::has_id_syntax;
use candid_wire::label::label_hash;
use candid_wire::opcode::FuncAnnotation;
use candid_wire::reader::Reader;
use std::collections::BTreeMap;
use std::rc::Rc;

/// The type of the only argument of a message.
pub(super) struct WireTypes {
    pub(super) env: TypeEnv,
    pub(super) ty: Type,
}

/// Returns the type of the only argument of `message`. The message has no names of fields: those in `interface`, the
/// text of the same type, are used.
///
/// # Errors
///
/// If the header is malformed, has another number of arguments, or a type of a later version of Candid.
pub(super) fn types_of_message(message: &[u8], interface: &str) -> Result<WireTypes> {
    let table = TypeTable::read(&mut Reader::new(message), &DecoderConfig::new())?;
    let [ty] = table.args() else {
        let found = table.args().len();
        return Err(Error::msg(format_args!(
            "expected one argument, found {found}"
        )));
    };
    let mut types = Types {
        table: &table,
        names: names_in(interface),
        known: BTreeMap::new(),
        env: TypeEnv::new(),
    };
    Ok(WireTypes {
        ty: types.get(*ty)?,
        env: types.env,
    })
}

struct Types<'a> {
    table: &'a TypeTable,
    names: BTreeMap<u32, String>,
    /// The types of entries; `None` while their parts are converted.
    known: BTreeMap<u32, Option<Type>>,
    /// Those that contain themselves.
    env: TypeEnv,
}

impl Types<'_> {
    fn get(&mut self, ty: WireType) -> Result<Type> {
        let index = match ty {
            WireType::Primitive(primitive) => {
                return Ok(TypeInner::from_primitive(primitive).into())
            }
            WireType::Index(index) => index,
        };
        let name = format!("Stored{index}");
        match self.known.get(&index) {
            Some(Some(known)) => return Ok(known.clone()),
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
        let mut found = level(|| self.entry(ty))?;
        if let Some(definition) = self.env.0.get_mut(&name) {
            *definition = found;
            found = TypeInner::Var(name).into();
        }
        self.known.insert(index, Some(found.clone()));
        Ok(found)
    }

    fn all(&mut self, types: &[WireType]) -> Result<Vec<Type>> {
        types.iter().map(|ty| self.get(*ty)).collect()
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
                args: self.all(table.types(args))?,
                rets: self.all(table.types(rets))?,
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

    fn fields(&mut self, fields: &[WireField]) -> Result<Vec<Field>> {
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

/// Returns the words in a text by their hashes, quoted or not: among them are the names of all fields.
fn names_in(interface: &str) -> BTreeMap<u32, String> {
    let mut names = BTreeMap::new();
    // Texts between quotes are at odd positions; names with escapes stay numbers.
    for (i, part) in interface.split('"').enumerate() {
        match i % 2 {
            0 => {
                let words = part.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
                names.extend(
                    words
                        .filter(|word| has_id_syntax(word))
                        .map(|word| (label_hash(word), word.to_string())),
                );
            }
            _ => {
                names.insert(label_hash(part), part.to_string());
            }
        }
    }
    names
}
