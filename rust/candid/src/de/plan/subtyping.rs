//! References are checked by their types: the wire's function or service type must be a subtype of
//! the wanted one. Both are handed to the one subtype walker as types.

use super::Plan;
use crate::de::header::{Entry, WireType};
use crate::keys::KeyMap;
use crate::types::subtype::KnownPairs;
use crate::types::{Field, FuncMode, Function, Label, Type, TypeEnv, TypeInner};
use candid_wire::opcode::{FuncAnnotation, Primitive};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

/// Verdicts by wire type index and address of the wanted type, which the plan keeps alive.
#[derive(Debug, Default)]
pub(crate) struct Verdicts {
    known: RefCell<KeyMap<(u32, usize), bool>>,
    /// By the address of the definitions that the wanted type refers to, 0 for those that have none.
    compared: RefCell<KeyMap<usize, Compared>>,
    n_pairs: Cell<usize>,
}

/// The types of the message and those wanted, and what is known of them: a header may have thousands of reference types,
/// and each is compared without going through what the others have in common with it.
#[derive(Debug)]
struct Compared {
    both: TypeEnv,
    known: KnownPairs,
}

impl Verdicts {
    /// How many pairs of types have a verdict.
    pub(super) fn n_pairs(&self) -> usize {
        self.n_pairs.get()
    }
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
        // The plan keeps the definitions alive, as it does the wanted type.
        let definitions = match env.0.is_empty() {
            true => 0,
            false => std::ptr::from_ref(env) as usize,
        };
        let mut compared = self.references.compared.borrow_mut();
        let compared = compared.get_or_insert_with(definitions, || Compared {
            both: self.definitions(env),
            known: KnownPairs::default(),
        });
        let wire = self.to_type(wire);
        let n_before = compared.known.len();
        let verdict = compared.known.is_subtype(&compared.both, &wire, want);
        let n_more = compared.known.len().saturating_sub(n_before);
        let n_pairs = self.references.n_pairs.get();
        self.references.n_pairs.set(n_pairs.saturating_add(n_more));
        self.references.known.borrow_mut().insert(key, verdict);
        verdict
    }

    /// Returns the definitions of all entries of the table, and those of `env`.
    fn definitions(&self, env: &TypeEnv) -> TypeEnv {
        let n_entries = u32::try_from(self.table.len()).unwrap_or(u32::MAX);
        let mut both = env.clone();
        // Not collected: that would sort, and bring another sort into every canister.
        for index in 0..n_entries {
            let ty = self.definition(WireType::Index(index));
            both.0.insert(name_of(index), ty);
        }
        both
    }

    /// Returns a wire type as a type: a primitive, or a variable of [`Plan::definitions`].
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
