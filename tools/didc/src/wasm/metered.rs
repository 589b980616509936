//! Modules in which calls pay for the locals of the function: the interpreter sets them to zero for each call, and counts no
//! instruction for that, so that a loop over calls of a function with thousands of them would take minutes.

use super::run::{Error, MAX_VALUES};
use std::borrow::Cow;
use std::ops::Range;
use wasm_encoder::{CodeSection, Section};
use wasmparser::{BinaryReaderError, FunctionBody, Parser, Payload, TypeSectionReader, ValType};

/// The instruction that stands for the locals. It has no effect, and real modules have none.
const NOP: u8 = 0x01;

/// The number of locals for each instruction: 64 bytes, as where memory is filled.
const LOCALS_PER_NOP: u64 = 8;

/// The bytes of memory and the elements of tables for each instruction, where they are made.
const PAGE_COST: u64 = (64 << 10) / 64;
const ELEMENTS_PER_NOP: u64 = 4;

/// Limit on the instructions that are added: more than those of the functions of any canister.
const MAX_ADDED: u64 = 4 << 20;

/// A module to run in place of another one.
pub(super) struct Metered<'a> {
    pub(super) bytes: Cow<'a, [u8]>,
    /// The instructions that making its memory and tables counts for.
    pub(super) cost: u64,
}

/// Returns a module that does the same as another one, and begins each function with instructions for its locals. Refuses one with a
/// type of too many parameters or results.
pub(super) fn metered(bytes: &[u8]) -> Result<Metered<'_>, Error> {
    let invalid = |error: BinaryReaderError| Error::Module(wasmi::Error::new(error.to_string()));
    let (mut code, mut cost) = (CodeSection::new(), 0u64);
    let (mut section, mut n_added) = (None, 0);
    // The end of the section before.
    let mut end = 0;
    for payload in Parser::new(0).parse_all(bytes) {
        let payload = payload.map_err(invalid)?;
        match &payload {
            // Before all code.
            Payload::TypeSection(types) => check_types(types.clone())?,
            Payload::MemorySection(memories) => {
                for memory in memories.clone() {
                    let pages = memory.map_err(invalid)?.initial;
                    cost = cost.saturating_add(pages.saturating_mul(PAGE_COST));
                }
            }
            Payload::TableSection(tables) => {
                for table in tables.clone() {
                    let n_elements = table.map_err(invalid)?.ty.initial;
                    cost = cost.saturating_add(n_elements / ELEMENTS_PER_NOP);
                }
            }
            Payload::CodeSectionStart { range, .. } => section = Some(end..range.end),
            Payload::CodeSectionEntry(body) => {
                let (n_locals, start) = locals(body).map_err(invalid)?;
                let n_nops = n_locals / LOCALS_PER_NOP;
                n_added += n_nops;
                if n_added > MAX_ADDED {
                    return Err(Error::Locals(MAX_ADDED * LOCALS_PER_NOP));
                }
                code.raw(&with_nops(bytes, body.range(), start, n_nops));
            }
            _ => {}
        }
        if let Some((_, content)) = payload.as_section() {
            end = content.end;
        } else if let Payload::Version { range, .. } = payload {
            end = range.end;
        }
    }
    let bytes = match section.filter(|_| n_added > 0) {
        None => Cow::Borrowed(bytes),
        Some(section) => {
            let mut all = bytes[..section.start].to_vec();
            code.append_to(&mut all);
            all.extend(&bytes[section.end..]);
            Cow::Owned(all)
        }
    };
    Ok(Metered { bytes, cost })
}

/// Checks the limit on parameters and results. What is invalid is reported by the interpreter.
fn check_types(types: TypeSectionReader<'_>) -> Result<(), Error> {
    let types = types.into_iter_err_on_gc_types().map_while(Result::ok);
    let counts = types.map(|ty| ty.params().len().max(ty.results().len()));
    match counts.max() {
        Some(n) if n > MAX_VALUES => Err(Error::Values(n)),
        _ => Ok(()),
    }
}

/// Returns the number of locals of a function, by their sizes, and where its instructions begin.
fn locals(body: &FunctionBody<'_>) -> Result<(u64, usize), BinaryReaderError> {
    let (mut locals, mut n) = (body.get_locals_reader()?, 0u64);
    for _ in 0..locals.get_count() {
        let (count, ty) = locals.read()?;
        let size = if ty == ValType::V128 { 2 } else { 1 };
        n = n.saturating_add(u64::from(count) * size);
    }
    Ok((n, locals.original_position()))
}

/// Returns a function with instructions in front of its own.
fn with_nops(bytes: &[u8], body: Range<usize>, start: usize, n: u64) -> Vec<u8> {
    let mut all = bytes[body.start..start].to_vec();
    all.extend((0..n).map(|_| NOP));
    all.extend(&bytes[start..body.end]);
    all
}
