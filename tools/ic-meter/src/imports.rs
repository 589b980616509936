//! Bindings of a module's imports: the system API, and the hooks of a profile.

use crate::error::{Error, Result};
use crate::message::{Env, Message, Stop};
use crate::system_api::{self, Call};
use crate::wrap;
use wasmi::{Caller, ExternType, Func, FuncType, Store, Val, ValType};

/// The binding of an import of the module.
pub(crate) enum Import {
    System(&'static Call, FuncType),
    /// An unknown function, possibly a later addition to the system API. A canister that imports it may still work
    /// without it.
    Unknown(String, FuncType),
    Enter,
    Leave,
}

impl Import {
    /// Rejects imports that no replica provides, before anything runs. A function that may have been added to the
    /// system API since then traps when called.
    pub(crate) fn new(module: &str, name: &str, ty: &ExternType) -> Result<Self> {
        let refuse = |what| {
            Err(Error::Import {
                name: format!("{module}.{name}"),
                what,
            })
        };
        let ExternType::Func(ty) = ty else {
            return refuse("only functions can be imported");
        };
        let call = match (module, name) {
            (wrap::MODULE, wrap::ENTER) => return Ok(Self::Enter),
            (wrap::MODULE, wrap::LEAVE) => return Ok(Self::Leave),
            ("ic0", _) => system_api::find(name),
            _ => None,
        };
        let Some(call) = call else {
            return match module {
                "ic0" => Ok(Self::Unknown(name.into(), ty.clone())),
                _ => refuse("not part of the system API"),
            };
        };
        let is_integer = |ty: &ValType| matches!(ty, ValType::I32 | ValType::I64);
        let fits =
            ty.params().len() == call.takes && ty.results().len() == usize::from(call.returns);
        if !fits || !ty.params().iter().chain(ty.results()).all(is_integer) {
            return refuse("type differs from that in the system API");
        }
        Ok(Self::System(call, ty.clone()))
    }

    pub(crate) fn function(&self, store: &mut Store<Message>) -> Func {
        match self {
            Self::System(call, ty) => {
                let (call, result) = (*call, ty.results().first().copied());
                Func::new(
                    store,
                    ty.clone(),
                    move |mut caller: Caller<'_, Message>, args, results| {
                        let args: Vec<u64> = args.iter().map(unsigned).collect();
                        let value = call.execute(
                            &mut Env {
                                caller: &mut caller,
                            },
                            &args,
                        )?;
                        if let Some(slot) = results.first_mut() {
                            *slot = match result {
                                Some(ValType::I64) => Val::I64(value as i64),
                                _ => Val::I32(low_half(value)),
                            };
                        }
                        Ok(())
                    },
                )
            }
            Self::Unknown(name, ty) => {
                let reason = format!("ic0.{name} is not supported by ic-meter");
                Func::new(store, ty.clone(), move |_, _, _| {
                    Err(Stop::Trap(reason.clone()).into())
                })
            }
            Self::Enter => Func::wrap(store, |mut caller: Caller<'_, Message>, function: i32| {
                let counter = Env {
                    caller: &mut caller,
                }
                .counter();
                if let Some(profiler) = &mut caller.data_mut().profiler {
                    profiler.enter(function.unsigned_abs(), counter);
                }
            }),
            Self::Leave => Func::wrap(store, |mut caller: Caller<'_, Message>| {
                let counter = Env {
                    caller: &mut caller,
                }
                .counter();
                if let Some(profiler) = &mut caller.data_mut().profiler {
                    profiler.leave(counter);
                }
            }),
        }
    }
}

fn unsigned(value: &Val) -> u64 {
    match value {
        Val::I32(value) => u64::from(*value as u32),
        Val::I64(value) => *value as u64,
        _ => 0,
    }
}

fn low_half(value: u64) -> i32 {
    u32::try_from(value & u64::from(u32::MAX)).unwrap_or(u32::MAX) as i32
}
