//! The system API: a table of all calls with their charges. Charges are defined only here.

use crate::message::{Answer, Env, Stop, LOG_CAPACITY};

/// The cost of a call, in addition to the operator `call`.
#[derive(Clone, Copy)]
pub(crate) struct Charge {
    pub(crate) flat: u64,
    pub(crate) per_byte: u64,
    /// The index of the argument that is the number of bytes.
    pub(crate) bytes: usize,
}

/// One call: its name, its number of arguments, whether it returns a value, its implementation.
pub(crate) struct Call {
    pub(crate) name: &'static str,
    pub(crate) takes: usize,
    pub(crate) returns: bool,
    pub(crate) charge: Charge,
    pub(crate) run: Run,
}

/// Arguments are zero-extended; results are truncated to the type that the canister declared.
type Run = fn(&mut Env<'_, '_>, &[u64]) -> Result<u64, Stop>;

impl Call {
    /// Charges for the call and executes it.
    pub(crate) fn execute(&self, env: &mut Env<'_, '_>, args: &[u64]) -> Result<u64, Stop> {
        let bytes = args.get(self.charge.bytes).copied().unwrap_or(0);
        env.charge(
            self.charge
                .flat
                .saturating_add(self.charge.per_byte.saturating_mul(bytes)),
        )?;
        (self.run)(env, args)
    }
}

/// Returns the call with the given name, if there is one.
pub(crate) fn find(name: &str) -> Option<&'static Call> {
    CALLS.iter().find(|call| call.name == name)
}

/// The caller of all messages: the anonymous principal.
const CALLER: [u8; 1] = [4];
/// The canister's own principal.
const SELF: [u8; 10] = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1];
/// The principal of a subnet, which does not exist.
const SUBNET: [u8; 29] = [2; 29];
/// The number of nodes of most subnets.
const NODES: u64 = 13;
/// A fixed moment, so that two runs are equal: the genesis of the Internet Computer, in nanoseconds.
const TIME: u64 = 1_620_328_630_000_000_000;

const fn flat(flat: u64) -> Charge {
    Charge {
        flat,
        per_byte: 0,
        bytes: 0,
    }
}

const fn sized(flat: u64, per_byte: u64, bytes: usize) -> Charge {
    Charge {
        flat,
        per_byte,
        bytes,
    }
}

const fn call(name: &'static str, takes: usize, returns: bool, charge: Charge, run: Run) -> Call {
    Call {
        name,
        takes,
        returns,
        charge,
        run,
    }
}

const USUAL: Charge = flat(500);
/// Copying of as many bytes as the third argument says.
const COPY: Charge = sized(500, 1, 2);
const STABLE_COPY: Charge = sized(20, 1, 2);

static CALLS: &[Call] = &[
    call("performance_counter", 1, true, flat(200), |e, _| {
        let limit = e.message().limit;
        Ok(limit.saturating_sub(e.counter()).try_into().unwrap_or(0))
    }),
    call("msg_arg_data_size", 0, true, USUAL, |e, _| {
        Ok(e.message().argument.len() as u64)
    }),
    call("msg_arg_data_copy", 3, false, COPY, |e, a| {
        let argument = e.message().argument.clone();
        e.copy(&argument, a[0], a[1], a[2]).map(|()| 0)
    }),
    call("msg_caller_size", 0, true, USUAL, |_, _| {
        Ok(CALLER.len() as u64)
    }),
    call("msg_caller_copy", 3, false, COPY, |e, a| {
        e.copy(&CALLER, a[0], a[1], a[2]).map(|()| 0)
    }),
    // There is no signed information about the anonymous principal.
    call("msg_caller_info_data_size", 0, true, USUAL, zero),
    call("msg_caller_info_data_copy", 3, false, COPY, copy_nothing),
    call("msg_caller_info_signer_size", 0, true, USUAL, zero),
    call("msg_caller_info_signer_copy", 3, false, COPY, copy_nothing),
    call("canister_self_size", 0, true, USUAL, |_, _| {
        Ok(SELF.len() as u64)
    }),
    call("canister_self_copy", 3, false, COPY, |e, a| {
        e.copy(&SELF, a[0], a[1], a[2]).map(|()| 0)
    }),
    call("subnet_self_size", 0, true, USUAL, |_, _| {
        Ok(SUBNET.len() as u64)
    }),
    call("subnet_self_copy", 3, false, COPY, |e, a| {
        e.copy(&SUBNET, a[0], a[1], a[2]).map(|()| 0)
    }),
    call("subnet_self_node_count", 0, true, USUAL, |_, _| Ok(NODES)),
    call("root_key_size", 0, true, USUAL, no_root_key),
    call("root_key_copy", 3, false, COPY, no_root_key),
    call(
        "msg_reply_data_append",
        2,
        false,
        sized(500, 50, 1),
        |e, a| {
            let bytes = e.read(a[0], a[1])?;
            e.message().reply.extend(bytes);
            Ok(0)
        },
    ),
    call("msg_reply", 0, false, USUAL, |e, _| {
        let reply = std::mem::take(&mut e.message().reply);
        answer(e, Answer::Reply(reply))
    }),
    call("msg_reject", 2, false, sized(500, 50, 1), |e, a| {
        let text = e.read(a[0], a[1])?;
        answer(
            e,
            Answer::Reject(String::from_utf8_lossy(&text).into_owned()),
        )
    }),
    call("msg_reject_code", 0, true, USUAL, zero),
    call("msg_deadline", 0, true, USUAL, zero),
    call("time", 0, true, USUAL, |_, _| Ok(TIME)),
    call("canister_version", 0, true, USUAL, |_, _| Ok(1)),
    call("canister_status", 0, true, USUAL, |_, _| Ok(1)),
    call("in_replicated_execution", 0, true, USUAL, |e, _| {
        Ok(u64::from(e.message().replicated))
    }),
    call("is_controller", 2, true, flat(1000), nothing),
    call("canister_cycle_balance", 0, true, USUAL, zero),
    call("canister_cycle_balance128", 1, false, USUAL, no_cycles),
    call(
        "canister_liquid_cycle_balance128",
        1,
        false,
        USUAL,
        no_cycles,
    ),
    call("msg_cycles_available", 0, true, USUAL, zero),
    call("msg_cycles_available128", 1, false, USUAL, no_cycles),
    call("msg_cycles_refunded", 0, true, USUAL, zero),
    call("msg_cycles_refunded128", 1, false, USUAL, no_cycles),
    call("msg_cycles_accept", 1, true, USUAL, zero),
    call("msg_cycles_accept128", 3, false, USUAL, |e, a| {
        e.write(a[2], &[0; 16]).map(|()| 0)
    }),
    call("accept_message", 0, false, USUAL, zero),
    call("certified_data_set", 2, false, USUAL, nothing),
    call("data_certificate_present", 0, true, USUAL, zero),
    call("data_certificate_size", 0, true, USUAL, no_certificate),
    call("data_certificate_copy", 3, false, USUAL, no_certificate),
    call("global_timer_set", 1, true, USUAL, zero),
    call("env_var_count", 0, true, USUAL, zero),
    call("env_var_name_exists", 2, true, USUAL, nothing),
    call("env_var_name_size", 1, true, USUAL, no_variable),
    call("env_var_name_copy", 4, false, sized(500, 1, 3), no_variable),
    call("env_var_value_size", 2, true, USUAL, no_variable),
    call(
        "env_var_value_copy",
        5,
        false,
        sized(500, 1, 4),
        no_variable,
    ),
    call("msg_method_name_size", 0, true, USUAL, no_inspection),
    call("msg_method_name_copy", 3, false, USUAL, no_inspection),
    call("msg_reject_msg_size", 0, true, USUAL, no_calls),
    call("msg_reject_msg_copy", 3, false, USUAL, no_calls),
    call("call_new", 8, false, flat(1500), no_calls),
    call("call_on_cleanup", 2, false, USUAL, no_calls),
    call("call_data_append", 2, false, sized(500, 50, 1), no_calls),
    call("call_with_best_effort_response", 1, false, USUAL, no_calls),
    call("call_cycles_add", 1, false, USUAL, no_calls),
    call("call_cycles_add128", 2, false, USUAL, no_calls),
    call("call_perform", 0, true, flat(5000), no_calls),
    call("cycles_burn128", 3, false, USUAL, no_burning),
    call("mint_cycles128", 3, false, USUAL, no_minting),
    call("cost_call", 3, false, USUAL, no_call_price),
    call("cost_create_canister", 1, false, USUAL, no_canister_price),
    call("cost_http_request", 3, false, USUAL, no_request_price),
    call(
        "cost_http_request_v2",
        3,
        false,
        flat(10_000),
        no_request_price,
    ),
    call("cost_sign_with_ecdsa", 4, true, USUAL, no_signature_price),
    call("cost_sign_with_schnorr", 4, true, USUAL, no_signature_price),
    call("cost_vetkd_derive_key", 4, true, USUAL, no_key_price),
    call("debug_print", 2, false, flat(0), |e, a| {
        let space = e.message().log_space.min(a[1]);
        e.charge(100 + log_charge(a[1], space))?;
        let text = e.read(a[0], a[1])?;
        e.message().log_space -= space;
        e.message()
            .printed
            .push(String::from_utf8_lossy(&text).into_owned());
        Ok(0)
    }),
    call("trap", 2, false, flat(0), |e, a| {
        let space = e.message().log_space.min(a[1]);
        e.charge(a[1].saturating_add(500 + log_charge(a[1], space)))?;
        let text = e.read(a[0], a[1])?;
        Err(Stop::Trap(String::from_utf8_lossy(&text).into_owned()))
    }),
    // Replicas link the two sizes to an unmetered function.
    call("stable_size", 0, true, flat(0), |e, _| {
        Ok(e.message().stable.pages())
    }),
    call("stable64_size", 0, true, flat(0), |e, _| {
        Ok(e.message().stable.pages())
    }),
    call("stable_grow", 1, true, flat(100), |e, a| {
        let stable = &mut e.message().stable;
        let fits = stable
            .pages()
            .checked_add(a[0])
            .is_some_and(|pages| pages <= 1 << 16);
        Ok(if fits {
            stable.grow(a[0]).unwrap_or(u64::MAX)
        } else {
            u64::MAX
        })
    }),
    call("stable64_grow", 1, true, flat(100), |e, a| {
        Ok(e.message().stable.grow(a[0]).unwrap_or(u64::MAX))
    }),
    call("stable_read", 3, false, STABLE_COPY, stable_read),
    call("stable64_read", 3, false, STABLE_COPY, stable_read),
    call("stable_write", 3, false, STABLE_COPY, stable_write),
    call("stable64_write", 3, false, STABLE_COPY, stable_write),
];

fn answer(env: &mut Env<'_, '_>, answer: Answer) -> Result<u64, Stop> {
    if env.message().answer.is_some() {
        return Err(Stop::Trap("the message has been answered already".into()));
    }
    env.message().answer = Some(answer);
    Ok(0)
}

/// Defines calls that trap, because what they need is not available.
macro_rules! absent {
    ($($name:ident: $what:literal;)*) => {$(
        fn $name(_: &mut Env<'_, '_>, _: &[u64]) -> Result<u64, Stop> {
            Err(Stop::Trap(concat!($what, " is not available off chain").into()))
        }
    )*};
}

absent! {
    no_root_key: "a root key";
    no_certificate: "a data certificate";
    no_inspection: "inspection of messages";
    no_calls: "a call to another canister";
    no_burning: "burning cycles";
    no_minting: "minting cycles";
    no_call_price: "the price of a call";
    no_canister_price: "the price of a canister";
    no_request_price: "the price of a request";
    no_signature_price: "the price of a signature";
    no_key_price: "the price of a key";
}

/// Traps, as on chain when a canister without variables asks for one.
fn no_variable(_: &mut Env<'_, '_>, _: &[u64]) -> Result<u64, Stop> {
    Err(Stop::Trap("no such environment variable".into()))
}

fn zero(_: &mut Env<'_, '_>, _: &[u64]) -> Result<u64, Stop> {
    Ok(0)
}

/// Takes bytes, and does nothing with them.
fn nothing(env: &mut Env<'_, '_>, args: &[u64]) -> Result<u64, Stop> {
    env.read(args[0], args[1]).map(|_| 0)
}

fn no_cycles(env: &mut Env<'_, '_>, args: &[u64]) -> Result<u64, Stop> {
    env.write(args[0], &[0; 16]).map(|()| 0)
}

fn copy_nothing(env: &mut Env<'_, '_>, args: &[u64]) -> Result<u64, Stop> {
    env.copy(&[], args[0], args[1], args[2]).map(|()| 0)
}

/// Returns the cost of printing: by the length of the text and by the remaining log capacity.
fn log_charge(len: u64, space: u64) -> u64 {
    2 * len.min(LOG_CAPACITY) + 50 * space
}

fn stable_read(env: &mut Env<'_, '_>, args: &[u64]) -> Result<u64, Stop> {
    let (to, from, len) = (args[0], args[1], args[2]);
    let stable = &env.message().stable;
    if !stable.contains(from, len) {
        return Err(outside_stable());
    }
    let mut bytes = env.read(to, len)?;
    env.message().stable.read(from, &mut bytes);
    env.write(to, &bytes).map(|()| 0)
}

fn stable_write(env: &mut Env<'_, '_>, args: &[u64]) -> Result<u64, Stop> {
    let (to, from, len) = (args[0], args[1], args[2]);
    if !env.message().stable.contains(to, len) {
        return Err(outside_stable());
    }
    let bytes = env.read(from, len)?;
    let message = env.message();
    message.stable.write(to, &bytes);
    let before = message.dirty.len();
    if let Some(last) = len.checked_sub(1) {
        message.dirty.extend(to >> 12..=(to + last) >> 12);
    }
    let dirtied = (message.dirty.len() - before) as u64;
    env.charge(1000 * dirtied).map(|()| 0)
}

fn outside_stable() -> Stop {
    Stop::Trap("an access reaches beyond the end of the stable memory".into())
}
