//! Cuts a function body into straight-line runs: once begun, a run is executed to its end.

use crate::weights::{weight, Width};
use wasmparser::Operator;

/// A stretch of operators that is paid for as a whole before its first one is executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// Position of the first operator in the body.
    pub start: usize,
    /// What all of it costs, its terminator included.
    pub cost: u64,
    /// Whether it can be reached again and again: then the limit is checked where it begins.
    pub reentrant: bool,
}

/// What entering a function costs, on top of the `call` that its caller paid.
const ENTRY: u64 = 1;

/// The runs of a body, in order. Those that need no code (no cost, and not re-entrant) are left out.
#[must_use]
pub fn cut(ops: &[Operator<'_>], width: Width) -> Vec<Run> {
    let mut runs = Vec::new();
    let mut run = Run {
        start: 0,
        cost: ENTRY,
        reentrant: true,
    };
    for (position, op) in ops.iter().enumerate() {
        run.cost += weight(op, width);
        if !ends_run(op) {
            continue;
        }
        let next = Run {
            start: position + 1,
            cost: 0,
            reentrant: matches!(op, Operator::Loop { .. }),
        };
        runs.push(std::mem::replace(&mut run, next));
    }
    // Valid bodies end with `end`, after which there is nothing to pay for.
    runs.retain(|run| run.cost > 0 || run.reentrant);
    runs
}

/// `block` does not end a run (nothing jumps to its head), nor does `call` (control comes back).
fn ends_run(op: &Operator<'_>) -> bool {
    use Operator as O;
    matches!(
        op,
        O::Loop { .. }
            | O::If { .. }
            | O::Else
            | O::End
            | O::Br { .. }
            | O::BrIf { .. }
            | O::BrTable { .. }
            | O::Return
            | O::Unreachable
            | O::ReturnCall { .. }
            | O::ReturnCallIndirect { .. }
    )
}

/// Whether the operator on top of the stack is a length that is charged at run time.
#[must_use]
pub fn is_bulk(op: &Operator<'_>) -> bool {
    use Operator as O;
    matches!(
        op,
        O::MemoryCopy { .. }
            | O::MemoryFill { .. }
            | O::MemoryInit { .. }
            | O::TableCopy { .. }
            | O::TableFill { .. }
            | O::TableInit { .. }
    )
}
