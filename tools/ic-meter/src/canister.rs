//! A canister: installed once, then called. Every message runs in a fresh instance that is given the
//! state the last one left, as on a replica, so tables and passive segments never carry anything over.

use crate::error::{Error, Result};
use crate::imports::Import;
use crate::instrument::{instrument, Detail, Instrumented, COUNTER, MEMORY, START};
use crate::limits::{Limits, ON_CHAIN};
use crate::message::{Answer, Message, Stop};
use crate::profile::Profiler;
use crate::stable::Stable;
use crate::survey::invalid;
use wasmtime::{Config, Engine, Instance, Module, Store, Val};

/// Enough for the recursion that a replica allows, with room for the wrappers of a profile.
const WASM_STACK: usize = 16 << 20;
const THREAD_STACK: usize = 32 << 20;
/// What canisters export that tell their interface in this way, as those of the Rust CDK do.
pub(crate) const CANDID_POINTER: &str = "get_candid_pointer";

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
    limits: Limits,
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
            limits: ON_CHAIN,
            state: State::default(),
        })
    }

    /// Sets what messages may use; without it they may use what they may on the Internet Computer.
    pub fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
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
        let message = self.message(argument, true, self.limits.install);
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
        let limit = match kind {
            Kind::Update => self.limits.update,
            Kind::Query => self.limits.query,
        };
        let message = self.message(argument, replicated, limit);
        let (outcome, state) = self.execute(message, method, Some(&self.state))?;
        if outcome.answer.is_none() {
            return Err(Error::NoReply(method.into()));
        }
        if replicated && matches!(outcome.answer, Some(Answer::Reply(_))) {
            self.state = state;
        }
        Ok(outcome)
    }

    /// The interface that the canister tells when it is asked: the text that its export `get_candid_pointer` points to,
    /// up to a zero byte. None if it has no such export. It need not be installed.
    ///
    /// # Errors
    ///
    /// It traps.
    pub fn candid_text(&self) -> Result<Option<Vec<u8>>> {
        let exports = &self.instrumented.survey.exports;
        if !exports.iter().any(|(name, _)| name == CANDID_POINTER) {
            return Ok(None);
        }
        let message = self.message(&[], false, self.limits.query);
        on_own_thread(|| self.run_candid_pointer(message)).map(Some)
    }

    fn run_candid_pointer(&self, message: Message) -> Result<Vec<u8>> {
        let (mut store, instance) = self.instantiate(message, CANDID_POINTER)?;
        let trapped = |e: wasmtime::Error| Error::Trap {
            method: CANDID_POINTER.into(),
            reason: reason(&e),
        };
        self.restore(&mut store, &instance, None).map_err(trapped)?;
        let at = instance
            .get_typed_func::<(), i32>(&mut store, CANDID_POINTER)
            .and_then(|function| function.call(&mut store, ()))
            .map_err(trapped)?;
        let memory = instance.get_memory(&mut store, MEMORY);
        let bytes = memory.map_or(&[][..], |memory| memory.data(&store));
        let text = bytes.get(at as u32 as usize..).unwrap_or_default();
        let end = text.iter().position(|byte| *byte == 0);
        end.map(|end| text[..end].to_vec())
            .ok_or_else(|| trapped(wasmtime::Error::msg("it points to no text")))
    }

    /// A message with what is left of the limits.
    fn message(&self, argument: &[u8], replicated: bool, limit: i64) -> Message {
        let stable = self.state.stable.clone();
        Message::new(argument, replicated, limit, self.limits.memory, stable)
    }

    fn execute(
        &self,
        message: Message,
        method: &str,
        state: Option<&State>,
    ) -> Result<(Outcome, State)> {
        on_own_thread(|| self.run(message, method, state))
    }

    fn instantiate(&self, message: Message, method: &str) -> Result<(Store<Message>, Instance)> {
        let mut store = Store::new(self.module.engine(), message);
        store.limiter(|message| &mut message.memory_limit);
        let imports: Vec<_> = self
            .imports
            .iter()
            .map(|import| import.function(&mut store).into())
            .collect();
        let instance = Instance::new(&mut store, &self.module, &imports);
        let instance = instance.map_err(|e| Error::Trap {
            method: method.into(),
            reason: reason(&e),
        })?;
        Ok((store, instance))
    }

    fn run(
        &self,
        mut message: Message,
        method: &str,
        state: Option<&State>,
    ) -> Result<(Outcome, State)> {
        let limit = message.limit;
        if self.detail == Detail::Functions {
            message.profiler = Some(Profiler::new(limit));
        }
        let trapped = |e: wasmtime::Error| Error::Trap {
            method: method.into(),
            reason: reason(&e),
        };
        let (mut store, instance) = self.instantiate(message, method)?;
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
                return Err(match left(&mut store) {
                    left if left < 0 => Error::OutOfInstructions {
                        method: method.into(),
                        limit,
                    },
                    _ => trapped(error),
                });
            }
        }
        let spent = limit
            .saturating_sub(left(&mut store))
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
            let limit = store.data().limit;
            counter.set(&mut *store, Val::I64(limit))?;
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
}

/// How many instructions are left.
fn left(store: &mut Store<Message>) -> i64 {
    let Message { counter, limit, .. } = *store.data();
    counter
        .and_then(|counter| counter.get(store).i64())
        .unwrap_or(limit)
}

/// Runs on a thread of its own, whose stack is as large as the engine believes.
fn on_own_thread<T: Send>(run: impl FnOnce() -> Result<T> + Send) -> Result<T> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .stack_size(THREAD_STACK)
            .spawn_scoped(scope, run);
        let thread = thread.map_err(|source| Error::file("a thread to run on", source))?;
        thread
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
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
