//! The state of a running message, accessed by the system API.

use crate::limits::MemoryLimit;
use crate::profile::Profiler;
use crate::stable::Stable;
use std::collections::BTreeSet;
use wasmi::{Caller, Global, Memory, Val};

/// Capacity in bytes of the log of one message.
pub(crate) const LOG_CAPACITY: u64 = 4096;

/// The answer of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// A reply with these bytes.
    Reply(Vec<u8>),
    /// A rejection with this message.
    Reject(String),
}

/// A message being executed.
#[derive(Debug)]
pub(crate) struct Message {
    pub(crate) argument: Vec<u8>,
    /// Whether its changes are kept; the canister may query this.
    pub(crate) replicated: bool,
    pub(crate) limit: i64,
    pub(crate) reply: Vec<u8>,
    pub(crate) answer: Option<Answer>,
    pub(crate) printed: Vec<String>,
    pub(crate) log_space: u64,
    pub(crate) stable: Stable,
    /// 4 KiB pages of stable memory written by this message.
    pub(crate) dirty: BTreeSet<u64>,
    pub(crate) profiler: Option<Profiler>,
    pub(crate) counter: Option<Global>,
    pub(crate) memory: Option<Memory>,
    pub(crate) memory_limit: MemoryLimit,
}

impl Message {
    pub(crate) fn new(
        argument: &[u8],
        replicated: bool,
        limit: i64,
        memory_limit: u64,
        stable: Stable,
    ) -> Self {
        Self {
            argument: argument.to_vec(),
            replicated,
            limit,
            reply: Vec::new(),
            answer: None,
            printed: Vec::new(),
            log_space: LOG_CAPACITY,
            stable,
            dirty: BTreeSet::new(),
            profiler: None,
            counter: None,
            memory: None,
            memory_limit: MemoryLimit::new(memory_limit),
        }
    }
}

/// The reason why a system call ends the message.
#[derive(Debug)]
pub(crate) enum Stop {
    /// A trap with this message.
    Trap(String),
    /// The counter fell below zero; the machine reports it.
    OutOfInstructions,
}

impl std::fmt::Display for Stop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Trap(reason) => f.write_str(reason),
            Self::OutOfInstructions => f.write_str("out of instructions"),
        }
    }
}

impl std::error::Error for Stop {}

impl wasmi::errors::HostError for Stop {}

impl From<Stop> for wasmi::Error {
    fn from(stop: Stop) -> Self {
        wasmi::Error::host(stop)
    }
}

/// The environment of a system call: the message, the canister's memory, its counter.
pub(crate) struct Env<'a, 'b> {
    pub(crate) caller: &'a mut Caller<'b, Message>,
}

impl Env<'_, '_> {
    pub(crate) fn message(&mut self) -> &mut Message {
        self.caller.data_mut()
    }

    /// Returns the number of instructions left.
    pub(crate) fn counter(&mut self) -> i64 {
        match self.caller.data().counter {
            Some(global) => global.get(&mut *self.caller).i64().unwrap_or(0),
            None => 0,
        }
    }

    pub(crate) fn charge(&mut self, instructions: u64) -> Result<(), Stop> {
        let left = self.counter().saturating_sub_unsigned(instructions);
        if let Some(global) = self.caller.data().counter {
            // The counter is a mutable i64 that the instrumentation added: setting it cannot fail.
            let _ = global.set(&mut *self.caller, Val::I64(left));
        }
        if left < 0 {
            return Err(Stop::OutOfInstructions);
        }
        Ok(())
    }

    pub(crate) fn read(&mut self, at: u64, len: u64) -> Result<Vec<u8>, Stop> {
        let memory = self.caller.data().memory.ok_or_else(outside)?;
        let range = range(at, len)?;
        memory
            .data(&*self.caller)
            .get(range)
            .map(<[u8]>::to_vec)
            .ok_or_else(outside)
    }

    pub(crate) fn write(&mut self, at: u64, bytes: &[u8]) -> Result<(), Stop> {
        let memory = self.caller.data().memory.ok_or_else(outside)?;
        let range = range(at, bytes.len() as u64)?;
        let target = memory
            .data_mut(&mut *self.caller)
            .get_mut(range)
            .ok_or_else(outside)?;
        target.copy_from_slice(bytes);
        Ok(())
    }

    /// Copies a part of `source` to the canister's memory, as the `_copy` calls do.
    pub(crate) fn copy(&mut self, source: &[u8], to: u64, from: u64, len: u64) -> Result<(), Stop> {
        let part = range(from, len).ok().and_then(|range| source.get(range));
        let part =
            part.ok_or_else(|| Stop::Trap("a copy reaches beyond the end of its source".into()))?;
        self.write(to, part)
    }
}

fn outside() -> Stop {
    Stop::Trap("a system call reaches beyond the end of the memory".into())
}

fn range(at: u64, len: u64) -> Result<std::ops::Range<usize>, Stop> {
    let end = at.checked_add(len).ok_or_else(outside)?;
    let start = usize::try_from(at).map_err(|_| outside())?;
    Ok(start..usize::try_from(end).map_err(|_| outside())?)
}
