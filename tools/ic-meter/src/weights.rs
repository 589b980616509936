//! The cost of each operator. Weights are defined only here, and never tuned to make a figure fit.

use wasmparser::Operator;

/// The width of addresses, which determines the cost of loads and stores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// The memory has 32-bit addresses.
    Wasm32,
    /// The memory has 64-bit addresses.
    Wasm64,
}

/// Returns the instructions charged for one execution of `op`, without the per-byte cost of bulk operations.
///
/// The operator must be one accepted by [`crate::instrument`]: for a proposal that canisters cannot use the result
/// would be 1.
#[must_use]
pub fn weight(op: &Operator<'_>, width: Width) -> u64 {
    if let Some(cost) = control(op).or_else(|| float(op)).or_else(|| simd(op)) {
        return cost;
    }
    match width {
        Width::Wasm64 if is_access(op) => 2,
        _ => 1,
    }
}

/// Returns the weight of control flow, state, tables and memory as a whole, integer division.
fn control(op: &Operator<'_>) -> Option<u64> {
    use Operator as O;
    Some(match op {
        O::Block { .. } | O::Loop { .. } | O::Else | O::End => 0,
        O::If { .. } | O::Br { .. } | O::BrIf { .. } | O::BrTable { .. } => 2,
        O::GlobalGet { .. } | O::GlobalSet { .. } => 2,
        O::ReturnCall { .. } => 3,
        O::Call { .. } => 5,
        O::TableGet { .. } | O::TableSet { .. } | O::RefIsNull => 5,
        O::CallIndirect { .. } => 10,
        O::I32DivS | O::I32DivU | O::I32RemS | O::I32RemU => 10,
        O::I64DivS | O::I64DivU | O::I64RemS | O::I64RemU => 10,
        O::MemorySize { .. } => 20,
        O::ReturnCallIndirect { .. } => 60,
        O::MemoryCopy { .. } | O::MemoryFill { .. } | O::MemoryInit { .. } => 100,
        O::TableCopy { .. } | O::TableFill { .. } | O::TableInit { .. } | O::TableSize { .. } => {
            100
        }
        O::RefFunc { .. } => 130,
        O::MemoryGrow { .. } | O::TableGrow { .. } | O::DataDrop { .. } | O::ElemDrop { .. } => 300,
        _ => return None,
    })
}

fn float(op: &Operator<'_>) -> Option<u64> {
    use Operator as O;
    Some(match op {
        O::F32Add | O::F32Sub | O::F32Mul | O::F64Add | O::F64Sub | O::F64Mul => 2,
        O::F32Ceil | O::F32Floor | O::F32Trunc | O::F32Nearest => 2,
        O::F64Ceil | O::F64Floor | O::F64Trunc | O::F64Nearest => 2,
        O::F32Copysign => 2,
        O::F32Div | O::F64Copysign => 3,
        O::F32Eq | O::F32Ne | O::F32Lt | O::F32Gt | O::F32Le | O::F32Ge => 3,
        O::F64Eq | O::F64Ne | O::F64Lt | O::F64Gt | O::F64Le | O::F64Ge => 3,
        O::F32ConvertI32S | O::F32ConvertI64S | O::F64ConvertI32S | O::F64ConvertI64S => 3,
        O::F64Div | O::F32Sqrt => 5,
        O::F64Sqrt => 8,
        O::F32ConvertI32U | O::F32ConvertI64U | O::F64ConvertI32U | O::F64ConvertI64U => 16,
        O::F32Min | O::F32Max | O::F64Min | O::F64Max => 18,
        O::I32TruncF32S | O::I32TruncF32U | O::I32TruncF64S | O::I32TruncF64U => 20,
        O::I64TruncF32S | O::I64TruncF32U | O::I64TruncF64S | O::I64TruncF64U => 20,
        O::I32TruncSatF32S | O::I32TruncSatF32U | O::I32TruncSatF64S | O::I32TruncSatF64U => 20,
        O::I64TruncSatF32S | O::I64TruncSatF32U | O::I64TruncSatF64S | O::I64TruncSatF64U => 20,
        _ => return None,
    })
}

fn simd(op: &Operator<'_>) -> Option<u64> {
    use Operator as O;
    Some(match op {
        O::I8x16LtU | O::I8x16GtU | O::I16x8LtU | O::I16x8GtU | O::I32x4LtU | O::I32x4GtU => 2,
        O::I8x16ShrU | O::I16x8Shl | O::I16x8ShrS | O::I16x8ShrU => 2,
        O::I32x4Shl | O::I32x4ShrS | O::I32x4ShrU | O::I64x2Shl | O::I64x2ShrU => 2,
        O::I8x16Shl | O::I8x16ShrS | O::I64x2ShrS => 3,
        O::I8x16Shuffle { .. } | O::I8x16Popcnt => 3,
        O::I32x4Mul => 2,
        O::I64x2Mul => 4,
        O::I32x4ExtMulLowI16x8S | O::I32x4ExtMulLowI16x8U => 2,
        O::I32x4ExtMulHighI16x8S | O::I32x4ExtMulHighI16x8U => 2,
        O::I16x8ExtMulHighI8x16S | O::I16x8ExtMulHighI8x16U => 2,
        O::I16x8ExtAddPairwiseI8x16U => 2,
        O::I32x4ExtAddPairwiseI16x8U => 3,
        O::F32x4Add | O::F32x4Sub | O::F32x4Mul | O::F32x4Abs | O::F32x4Neg => 2,
        O::F64x2Add | O::F64x2Sub | O::F64x2Mul | O::F64x2Abs | O::F64x2Neg => 2,
        O::F32x4Ceil | O::F32x4Floor | O::F32x4Trunc | O::F32x4Nearest => 2,
        O::F64x2Ceil | O::F64x2Floor | O::F64x2Trunc | O::F64x2Nearest => 2,
        O::F32x4Div => 10,
        O::F64x2Div => 12,
        O::F32x4Sqrt => 5,
        O::F64x2Sqrt => 14,
        O::F32x4Min | O::F32x4Max | O::F64x2Min => 4,
        O::F64x2Max => 5,
        O::I32x4TruncSatF32x4S | O::I32x4TruncSatF64x2SZero => 2,
        O::I32x4TruncSatF64x2UZero => 3,
        O::I32x4TruncSatF32x4U | O::F32x4ConvertI32x4U => 4,
        _ => return None,
    })
}

/// Returns whether an operator is a load or store of one value of any width.
fn is_access(op: &Operator<'_>) -> bool {
    use Operator as O;
    matches!(
        op,
        O::I32Load { .. }
            | O::I64Load { .. }
            | O::F32Load { .. }
            | O::F64Load { .. }
            | O::I32Load8S { .. }
            | O::I32Load8U { .. }
            | O::I32Load16S { .. }
            | O::I32Load16U { .. }
            | O::I64Load8S { .. }
            | O::I64Load8U { .. }
            | O::I64Load16S { .. }
            | O::I64Load16U { .. }
            | O::I64Load32S { .. }
            | O::I64Load32U { .. }
            | O::I32Store { .. }
            | O::I64Store { .. }
            | O::F32Store { .. }
            | O::F64Store { .. }
            | O::I32Store8 { .. }
            | O::I32Store16 { .. }
            | O::I64Store8 { .. }
            | O::I64Store16 { .. }
            | O::I64Store32 { .. }
    )
}
