//! Division of a function body into straight-line runs: once started, a run is executed to its end.

use crate::weights::{weight, Width};
use wasmparser::Operator;

/// A sequence of operators that is charged as a whole before the first one is executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// The position of the first operator in the body.
    pub start: usize,
    /// The cost of the whole run, its terminator included.
    pub cost: u64,
    /// Whether it can be reached repeatedly: then the limit is checked at its start.
    pub reentrant: bool,
}

/// The cost of entering a function, in addition to the `call` charged to its caller.
const ENTRY: u64 = 1;

/// Returns the runs of a body, in order. Those that need no code (no cost, and not re-entrant) are left out.
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
    // Valid bodies end with `end`, after which nothing is charged.
    runs.retain(|run| run.cost > 0 || run.reentrant);
    runs
}

/// Returns whether an operator ends a run: not `block` (nothing jumps to its head), and not `call` (control comes
/// back).
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

/// Returns whether an operator takes a length from the top of the stack that is charged at run time.
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
