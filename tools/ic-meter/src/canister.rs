//! A canister: installed once, then called. Every message runs in a fresh instance that is given the
//! state the last one left, as on a replica, so tables and passive segments never carry anything over.

use crate::error::{Error, Result};
use crate::imports::Import;
use crate::instrument::{instrument, Detail, Instrumented, COUNTER, MEMORY, START};
use crate::message::{Answer, Message, Stop};
use crate::profile::Profiler;
use crate::stable::Stable;
use crate::survey::invalid;
use wasmtime::{Config, Engine, Instance, Module, Store, Val};

/// The limit of canbench: no real message has so many.
pub const LIMIT: i64 = 99_999_999_999_999;
/// Enough for the recursion that a replica allows, with room for the wrappers of a profile.
const WASM_STACK: usize = 16 << 20;
const THREAD_STACK: usize = 32 << 20;

/// How a method is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Its changes are kept.
    Update,
    /// Its changes are dropped.
    Query,
}

/// What came of a message.
#[derive(Debug)]
pub struct Outcome {
    /// What it answered; nothing is an answer only to installation.
    pub answer: Option<Answer>,
    /// How many instructions it took.
    pub instructions: u64,
    /// What it printed.
    pub printed: Vec<String>,
    /// Folded stacks, when the canister was compiled for them.
    pub profile: Option<String>,
}

/// A compiled module with the state of the canister.
pub struct Canister {
    module: Module,
    instrumented: Instrumented,
    imports: Vec<Import>,
    detail: Detail,
    limit: i64,
    state: State,
}

#[derive(Clone, Default)]
struct State {
    memory: Vec<u8>,
    globals: Vec<Val>,
    stable: Stable,
}

impl Canister {
    /// Instruments and compiles a module. It must be [installed](Canister::install) before it is called.
    ///
    /// # Errors
    ///
    /// Not a module, or not one of a canister: the error says what is in the way.
    pub fn compile(wasm: &[u8], detail: Detail) -> Result<Self> {
        let instrumented = instrument(wasm, detail)?;
        let mut config = Config::new();
        config
            .wasm_memory64(true)
            .wasm_tail_call(true)
            .cranelift_nan_canonicalization(true);
        config.max_wasm_stack(WASM_STACK).wasm_backtrace(false);
        let engine = Engine::new(&config).map_err(invalid)?;
        let module = Module::new(&engine, &instrumented.wasm)
            .map_err(|e| Error::Module(format!("{e:#}")))?;
        let imports = module
            .imports()
            .map(|i| Import::new(i.module(), i.name(), &i.ty()))
            .collect::<Result<_>>()?;
        Ok(Self {
            module,
            instrumented,
            imports,
            detail,
            limit: LIMIT,
            state: State::default(),
        })
    }

    /// Sets how many instructions a message may take.
    pub fn set_limit(&mut self, limit: i64) {
        self.limit = limit;
    }

    /// Sets the stable memory that the canister starts with.
    pub fn set_stable(&mut self, stable: Stable) {
        self.state.stable = stable;
    }

    /// The methods it exports.
    pub fn methods(&self) -> impl Iterator<Item = (Kind, &str)> {
        self.instrumented
            .survey
            .exports
            .iter()
            .filter_map(|(name, _)| {
                let (kind, method) = name.split_once(' ')?;
                match kind {
                    "canister_update" => Some((Kind::Update, method)),
                    "canister_query" | "canister_composite_query" => Some((Kind::Query, method)),
                    _ => None,
                }
            })
    }

    /// Runs the start function and `canister_init`, where the module has them.
    ///
    /// # Errors
    ///
    /// It traps.
    pub fn install(&mut self, argument: &[u8]) -> Result<Outcome> {
        let message = Message::new(argument, true, self.limit, self.state.stable.clone());
        let (outcome, state) = self.execute(message, "canister_init", None)?;
        self.state = state;
        Ok(outcome)
    }

    /// Calls a method. The state that an update leaves is what the next call finds.
    ///
    /// # Errors
    ///
    /// There is no such method, it traps, or it does not answer.
    pub fn call(&mut self, method: &str, argument: &[u8]) -> Result<Outcome> {
        let found = self
            .methods()
            .find(|(_, name)| *name == method)
            .map(|(kind, _)| kind);
        let kind = found.ok_or_else(|| Error::NoMethod {
            method: method.into(),
            known: self.methods().map(|(_, name)| name.to_string()).collect(),
        })?;
        let replicated = kind == Kind::Update;
        let message = Message::new(argument, replicated, self.limit, self.state.stable.clone());
        let (outcome, state) = self.execute(message, method, Some(&self.state))?;
        if outcome.answer.is_none() {
            return Err(Error::NoReply(method.into()));
        }
        if replicated && matches!(outcome.answer, Some(Answer::Reply(_))) {
            self.state = state;
        }
        Ok(outcome)
    }

    /// Runs on a thread of its own, whose stack is as large as the engine believes.
    fn execute(
        &self,
        message: Message,
        method: &str,
        state: Option<&State>,
    ) -> Result<(Outcome, State)> {
        std::thread::scope(|scope| {
            let run = || self.run(message, method, state);
            let thread = std::thread::Builder::new()
                .stack_size(THREAD_STACK)
                .spawn_scoped(scope, run);
            let thread = thread.map_err(|source| Error::file("a thread to run on", source))?;
            thread
                .join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    }

    fn run(
        &self,
        mut message: Message,
        method: &str,
        state: Option<&State>,
    ) -> Result<(Outcome, State)> {
        if self.detail == Detail::Functions {
            message.profiler = Some(Profiler::new(self.limit));
        }
        let mut store = Store::new(self.module.engine(), message);
        let imports: Vec<_> = self
            .imports
            .iter()
            .map(|import| import.function(&mut store).into())
            .collect();
        let trapped = |e: wasmtime::Error| Error::Trap {
            method: method.into(),
            reason: reason(&e),
        };
        let instance = Instance::new(&mut store, &self.module, &imports).map_err(trapped)?;
        self.restore(&mut store, &instance, state)
            .map_err(trapped)?;

        let exports = match state {
            None => vec![START.to_string(), "canister_init".to_string()],
            Some(_) => [
                "canister_update",
                "canister_query",
                "canister_composite_query",
            ]
            .map(|kind| format!("{kind} {method}"))
            .to_vec(),
        };
        for export in exports {
            let Some(function) = instance.get_func(&mut store, &export) else {
                continue;
            };
            if let Err(error) = function.call(&mut store, &[], &mut []) {
                return Err(match self.left(&mut store) {
                    left if left < 0 => Error::OutOfInstructions {
                        method: method.into(),
                        limit: self.limit,
                    },
                    _ => trapped(error),
                });
            }
        }
        let spent = self
            .limit
            .saturating_sub(self.left(&mut store))
            .try_into()
            .unwrap_or(0);
        let state = self.save(&mut store, &instance);
        let message = store.into_data();
        let profile = message
            .profiler
            .map(|p| p.folded(&self.instrumented.survey.names));
        Ok((
            Outcome {
                answer: message.answer,
                instructions: spent,
                printed: message.printed,
                profile,
            },
            state,
        ))
    }

    /// Gives the instance the canister's state and the message its counter and memory.
    fn restore(
        &self,
        store: &mut Store<Message>,
        instance: &Instance,
        state: Option<&State>,
    ) -> wasmtime::Result<()> {
        if let Some(counter) = instance.get_global(&mut *store, COUNTER) {
            counter.set(&mut *store, Val::I64(self.limit))?;
            store.data_mut().counter = Some(counter);
        }
        let memory = instance.get_memory(&mut *store, MEMORY);
        store.data_mut().memory = memory;
        let Some(state) = state else { return Ok(()) };
        if let Some(memory) = memory {
            let grow =
                (state.memory.len() - memory.data_size(&*store)) as u64 / crate::stable::PAGE;
            memory.grow(&mut *store, grow)?;
            memory.data_mut(&mut *store).copy_from_slice(&state.memory);
        }
        for (name, value) in self.instrumented.globals.iter().zip(&state.globals) {
            if let Some(global) = instance.get_global(&mut *store, name) {
                global.set(&mut *store, *value)?;
            }
        }
        Ok(())
    }

    fn save(&self, store: &mut Store<Message>, instance: &Instance) -> State {
        let memory = store
            .data()
            .memory
            .map(|memory| memory.data(&*store).to_vec())
            .unwrap_or_default();
        let mut globals = Vec::new();
        for name in &self.instrumented.globals {
            if let Some(global) = instance.get_global(&mut *store, name) {
                globals.push(global.get(&mut *store));
            }
        }
        State {
            memory,
            globals,
            stable: store.data().stable.clone(),
        }
    }

    fn left(&self, store: &mut Store<Message>) -> i64 {
        store
            .data()
            .counter
            .and_then(|counter| counter.get(store).i64())
            .unwrap_or(self.limit)
    }
}

/// What a trap says, without the engine's own context around it.
fn reason(error: &wasmtime::Error) -> String {
    if let Some(stop) = error.downcast_ref::<Stop>() {
        return stop.to_string();
    }
    match error.downcast_ref::<wasmtime::Trap>() {
        Some(trap) => trap.to_string(),
        None => format!("{error:#}"),
    }
}
