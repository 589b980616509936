//! References are checked by their types: the wire's function or service type must be a subtype of
//! the wanted one. Both are handed to the one subtype walker as types.

use super::keys::KeyMap;
use super::Plan;
use crate::de::header::{Entry, WireType};
use crate::types::subtype::{subtype_with_config, Gamma, OptReport};
use crate::types::{Field, FuncMode, Function, Label, Type, TypeEnv, TypeInner};
use candid_wire::opcode::{FuncAnnotation, Primitive};
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

/// Verdicts by wire type index and address of the wanted type, which the plan keeps alive.
#[derive(Debug, Default)]
pub(crate) struct Verdicts {
    known: RefCell<KeyMap<(u32, usize), bool>>,
    wire: OnceCell<TypeEnv>,
}

impl Plan {
    /// Returns whether the reference type `wire` is a subtype of `want`, whose variables `env`
    /// defines.
    pub(super) fn is_subtype(&self, wire: WireType, want: &Type, env: &TypeEnv) -> bool {
        let WireType::Index(index) = wire else {
            return false;
        };
        let key = (index, Rc::as_ptr(&want.0) as usize);
        if let Some(verdict) = self.references.known.borrow().get(&key) {
            return *verdict;
        }
        let mut both = self.wire_env().clone();
        both.0
            .extend(env.0.iter().map(|(name, ty)| (name.clone(), ty.clone())));
        let verdict = subtype_with_config(
            OptReport::Silence,
            &mut Gamma::new(),
            &both,
            &self.to_type(wire),
            want,
        )
        .is_ok();
        self.references.known.borrow_mut().insert(key, verdict);
        verdict
    }

    /// Returns the definitions of all entries of the table.
    fn wire_env(&self) -> &TypeEnv {
        self.references.wire.get_or_init(|| {
            let mut env = TypeEnv::new();
            for index in 0..u32::try_from(self.table.len()).unwrap_or(u32::MAX) {
                env.0
                    .insert(name_of(index), self.definition(WireType::Index(index)));
            }
            env
        })
    }

    /// Returns a wire type as a type: a primitive, or a variable of [`Plan::wire_env`].
    pub(crate) fn to_type(&self, wire: WireType) -> Type {
        match wire {
            WireType::Primitive(primitive) => of_primitive(primitive).into(),
            WireType::Index(index) => TypeInner::Var(name_of(index)).into(),
        }
    }

    fn definition(&self, wire: WireType) -> Type {
        let fields = |range| {
            self.table
                .fields(range)
                .iter()
                .map(|field| Field {
                    id: Label::Id(field.id).into(),
                    ty: self.to_type(field.ty),
                })
                .collect()
        };
        let types = |range| {
            self.table
                .types(range)
                .iter()
                .map(|ty| self.to_type(*ty))
                .collect()
        };
        match self.table.entry(wire) {
            Some(Entry::Opt(inner)) => TypeInner::Opt(self.to_type(inner)),
            Some(Entry::Vec(inner)) => TypeInner::Vec(self.to_type(inner)),
            Some(Entry::Record(range)) => TypeInner::Record(fields(range)),
            Some(Entry::Variant(range)) => TypeInner::Variant(fields(range)),
            Some(Entry::Func {
                args,
                rets,
                annotation,
            }) => TypeInner::Func(Function {
                args: types(args),
                rets: types(rets),
                modes: FuncAnnotation::from_byte(annotation)
                    .map(|annotation| match annotation {
                        FuncAnnotation::Query => FuncMode::Query,
                        FuncAnnotation::Oneway => FuncMode::Oneway,
                        FuncAnnotation::CompositeQuery => FuncMode::CompositeQuery,
                    })
                    .into_iter()
                    .collect(),
            }),
            Some(Entry::Service(range)) => TypeInner::Service(
                self.table
                    .methods(range)
                    .iter()
                    .map(|method| (method.name.clone(), self.to_type(method.ty)))
                    .collect(),
            ),
            Some(Entry::Future) | None => TypeInner::Future,
        }
        .into()
    }
}

/// The name of a table entry: no `.did` file can define it.
fn name_of(index: u32) -> String {
    format!("type {index} on the wire")
}

fn of_primitive(primitive: Primitive) -> TypeInner {
    match primitive {
        Primitive::Null => TypeInner::Null,
        Primitive::Bool => TypeInner::Bool,
        Primitive::Nat => TypeInner::Nat,
        Primitive::Int => TypeInner::Int,
        Primitive::Nat8 => TypeInner::Nat8,
        Primitive::Nat16 => TypeInner::Nat16,
        Primitive::Nat32 => TypeInner::Nat32,
        Primitive::Nat64 => TypeInner::Nat64,
        Primitive::Int8 => TypeInner::Int8,
        Primitive::Int16 => TypeInner::Int16,
        Primitive::Int32 => TypeInner::Int32,
        Primitive::Int64 => TypeInner::Int64,
        Primitive::Float32 => TypeInner::Float32,
        Primitive::Float64 => TypeInner::Float64,
        Primitive::Text => TypeInner::Text,
        Primitive::Reserved => TypeInner::Reserved,
        Primitive::Empty => TypeInner::Empty,
        Primitive::Principal => TypeInner::Principal,
    }
}

/// Returns a function's annotation as it is written.
pub(crate) fn annotation(mode: &FuncMode) -> FuncAnnotation {
    match mode {
        FuncMode::Query => FuncAnnotation::Query,
        FuncMode::Oneway => FuncAnnotation::Oneway,
        FuncMode::CompositeQuery => FuncAnnotation::CompositeQuery,
    }
}
