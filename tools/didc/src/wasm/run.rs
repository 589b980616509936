//! The export `get_candid_pointer`, which returns the address of the interface as text that ends with a zero byte: it is
//! run in an interpreter, with limits, because the module may be hostile.

use super::metered::{metered, Metered};
use crate::typing::start_of;
use candid_parser::diagnostic::one_line;
use std::cell::Cell;
use std::fmt;
use wasmi::{
    Config, Engine, Extern, ExternType, Func, Instance, Module, OperatorCost, Store, StoreLimits,
    StoreLimitsBuilder, Val,
};

/// The name of the export, which the Rust CDK and `candid::export_service!` give it.
pub(super) const EXPORT: &str = "get_candid_pointer";

/// The name of the memory that the address is in.
const MEMORY: &str = "memory";

/// Limit on instructions, where filling or copying 64 bytes counts as one, also those of the locals that a call sets to zero. The interpreter takes one or two seconds for them;
/// real modules take a hundredth, as they print some kilobytes of text.
pub(super) const FUEL: u64 = 200_000_000;

/// The same for all modules of a command, or in an archive or a revision: a few bytes may stand for any number of them.
pub(crate) const FUEL_OF_ALL: u64 = 4 * FUEL;

/// Limit on the memory of the module, in bytes.
const MAX_MEMORY: usize = 256 << 20;

/// Limit on the text that the export returns, in bytes: a few bytes of a module may stand for all of its memory.
const MAX_TEXT: usize = 16 << 20;

/// Limit on the characters of what is said of a module: its names may have any length.
const MAX_REASON: usize = 500;

/// Limit on the elements of each table: more than the number of functions of any canister.
const MAX_TABLE: usize = 1_000_000;

/// Limit on the parameters and on the results of a type: each branch of a few bytes copies those of its block.
pub(super) const MAX_VALUES: usize = 32;

/// Limit on the number of tables.
const MAX_TABLES: usize = 16;

/// Why a module does not tell its interface.
#[derive(Debug)]
pub(super) enum Error {
    Module(wasmi::Error),
    Start(wasmi::Error),
    Call(wasmi::Error),
    Import(String),
    Values(usize),
    Locals(u64),
    NoFuel,
    Signature,
    NoMemory,
    OutOfBounds(u64),
    NoEnd,
    Long,
    NotText(std::str::Utf8Error),
}

/// Runs the export, and returns the text at the address that it returns. Takes the instructions from those that are left for
/// several modules.
pub(super) fn candid_pointer(bytes: &[u8], left: &Cell<u64>) -> Result<String, Error> {
    let most = left.get().min(FUEL);
    if most == 0 {
        return Err(Error::NoFuel);
    }
    let engine = engine();
    let Metered { bytes: code, cost } = metered(bytes)?;
    let module = Module::new(&engine, &code).map_err(|error| {
        // Of the original module, with its offsets.
        let own = Module::new(&engine, bytes).err();
        Error::Module(own.unwrap_or(error))
    })?;
    let limits = StoreLimitsBuilder::new()
        .memory_size(MAX_MEMORY)
        .table_elements(MAX_TABLE)
        .memories(1)
        .tables(MAX_TABLES)
        .instances(1)
        .trap_on_grow_failure(true)
        .build();
    let mut store = Store::new(&engine, limits);
    store.limiter(|limits| limits);
    let fuel = most.saturating_sub(cost);
    store.set_fuel(fuel).map_err(Error::Module)?;
    let text = run(&mut store, &module);
    let is_last = most < FUEL;
    left.set(left.get() - most + store.get_fuel().unwrap_or(0));
    text.map_err(|error| match error {
        Error::Start(reason) | Error::Call(reason) if is_last && is_out_of_fuel(&reason) => {
            left.set(0);
            Error::NoFuel
        }
        error => error,
    })
}

/// Runs the export of a module, and returns the text at the address that it returns.
fn run(store: &mut Store<StoreLimits>, module: &Module) -> Result<String, Error> {
    let imports = imports(store, module)?;
    let instance = Instance::new(&mut *store, module, &imports).map_err(Error::Start)?;
    let function = instance.get_func(&*store, EXPORT).ok_or(Error::Signature)?;
    let mut result = [Val::I32(0)];
    let ty = function.ty(&*store);
    if !ty.params().is_empty() || ty.results().len() != 1 {
        return Err(Error::Signature);
    }
    function
        .call(&mut *store, &[], &mut result)
        .map_err(Error::Call)?;
    let address = match result {
        [Val::I32(address)] => u64::from(address.cast_unsigned()),
        [Val::I64(address)] => address.cast_unsigned(),
        _ => return Err(Error::Signature),
    };
    let memory = instance
        .get_memory(&*store, MEMORY)
        .ok_or(Error::NoMemory)?;
    let data = usize::try_from(address).ok();
    let data = data.and_then(|start| memory.data(&*store).get(start..));
    let data = data.ok_or(Error::OutOfBounds(address))?;
    let is_long = data.len() > MAX_TEXT;
    let data = data.get(..=MAX_TEXT).unwrap_or(data);
    let end = data.iter().position(|byte| *byte == 0);
    let end = end.ok_or(if is_long { Error::Long } else { Error::NoEnd })?;
    let text = std::str::from_utf8(&data[..end]).map_err(Error::NotText)?;
    Ok(text.to_string())
}

fn engine() -> Engine {
    // For locals.
    let operator_cost = OperatorCost {
        nop: 1,
        ..OperatorCost::default()
    };
    let mut config = Config::default();
    config
        .consume_fuel(true)
        .operator_cost(operator_cost)
        .wasm_multi_memory(false);
    Engine::new(&config)
}

/// Returns the imports of a module: functions that trap when they are called.
fn imports(store: &mut Store<StoreLimits>, module: &Module) -> Result<Vec<Extern>, Error> {
    let import = |import: wasmi::ImportType<'_>| {
        let name = format!("{}.{}", import.module(), import.name());
        match import.ty() {
            ExternType::Func(ty) => {
                let stop = move |_: wasmi::Caller<'_, StoreLimits>, _: &[Val], _: &mut [Val]| {
                    Err(wasmi::Error::new(format!("it called {name}")))
                };
                Ok(Func::new(&mut *store, ty.clone(), stop).into())
            }
            _ => Err(Error::Import(name)),
        }
    };
    module.imports().map(import).collect()
}

/// One line, without the end of what is too long to be read: a module says some of it.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&one_line(&start_of(&self.text(), MAX_REASON)))
    }
}

impl Error {
    fn text(&self) -> String {
        match self {
            Error::Module(error) => format!("cannot run {EXPORT}: invalid Wasm module: {error}"),
            Error::Start(error) => format!("cannot run {EXPORT}: the module does not start: {}", reason(error)),
            Error::Call(error) => format!("{EXPORT} failed: {}", reason(error)),
            Error::Import(name) => format!("cannot run {EXPORT}: the module imports {name}, which is not a function"),
            Error::Values(n) => format!("cannot run {EXPORT}: the module has a type with {n} parameters or results, more than {MAX_VALUES}"),
            Error::Locals(most) => format!("cannot run {EXPORT}: the functions of the module have more than {most} locals"),
            Error::NoFuel => format!("cannot run {EXPORT}: more than {FUEL_OF_ALL} instructions, with those of the modules before it"),
            Error::Signature => format!("cannot run {EXPORT}: expected a function without arguments that returns an address"),
            Error::NoMemory => format!("cannot read what {EXPORT} returns: the module exports no memory named {MEMORY}"),
            Error::OutOfBounds(address) => format!("{EXPORT} returns the address {address}, which is outside of memory"),
            Error::NoEnd => format!("{EXPORT} returns the address of text without an end"),
            Error::Long => format!("{EXPORT} returns the address of text of more than {} MiB", MAX_TEXT >> 20),
            Error::NotText(error) => format!("{EXPORT} returns the address of bytes that are not text: {error}"),
        }
    }
}

fn is_out_of_fuel(error: &wasmi::Error) -> bool {
    error.as_trap_code() == Some(wasmi::TrapCode::OutOfFuel)
}

/// Returns why code stopped, in terms of the limits here.
fn reason(error: &wasmi::Error) -> String {
    match error.as_trap_code() {
        Some(wasmi::TrapCode::OutOfFuel) => format!("more than {FUEL} instructions"),
        Some(wasmi::TrapCode::GrowthOperationLimited) => {
            let mebibytes = MAX_MEMORY >> 20;
            format!("memory grows beyond {mebibytes} MiB, or a table beyond {MAX_TABLE} elements")
        }
        Some(trap) => format!("trap: {trap}"),
        None => error.to_string(),
    }
}
