//! Nesting limit of the parser: as deep as the stack allows, up to a constant.
//!
//! Traversing, copying or dropping a tree later needs stack as well. A level of the parser uses more of it than a level
//! of dropping, cloning or comparing, and the parser leaves a quarter of the stack to them besides.

use super::parser::{error, Failed, Parse, Parser};
use crate::diagnostic::Code;

/// Hard limit, independent of stack size.
const MAX_DEPTH: u32 = 20_000;

/// Stack space, in bytes, for the code between two checks.
const RESERVE: usize = 64 * 1024;

impl Parser<'_> {
    /// Calls `read` one nesting level deeper.
    #[inline]
    pub(crate) fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Parse<T>) -> Parse<T> {
        if self.depth >= MAX_DEPTH || here() < self.lowest {
            return Err(self.too_deep());
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    #[cold]
    fn too_deep(&mut self) -> Failed {
        let message = format!("nested too deeply, {} levels", self.depth);
        self.stop(error(Code::TooDeep, message, self.place()))
    }
}

/// Returns the lowest stack address that the parser may reach on this thread.
pub(super) fn lowest() -> usize {
    let left = candid::remaining_stack();
    here().saturating_sub(left.saturating_sub(RESERVE) / 4 * 3)
}

/// Returns an address in the caller's stack frame, or close to it.
#[inline(always)]
fn here() -> usize {
    let local = 0u8;
    std::ptr::addr_of!(local) as usize
}
