//! Wrappers for profiling: each function gets a wrapper that reports entry and exit around its former body.
//!
//! Wrappers keep the indices of the functions they wrap, so calls, tables and exports use them unchanged, and no
//! `return` or branch inside a body needs to be found. A wrapper's own operators are not counted, so totals are the
//! same with and without profiling.

use crate::instrument::index;
use crate::survey::Survey;
use wasm_encoder::{
    EntityType, Function, FunctionSection, ImportSection, Instruction, TypeSection, ValType,
};

/// The number of functions that a module with wrappers imports in addition to its own.
pub const IMPORTS: u32 = 2;
/// The module name of these imports: not available to canisters.
pub const MODULE: &str = "ic-meter";
/// Called with the index of the function entered.
pub const ENTER: &str = "enter";
/// Called when the function entered last is left.
pub const LEAVE: &str = "leave";

/// Wraps all functions. `bodies` are those of the module followed by the helper's, which is not wrapped.
pub(crate) fn wrap(
    survey: &Survey,
    types: &mut TypeSection,
    imports: &mut ImportSection,
    functions: &mut FunctionSection,
    bodies: &mut Vec<Function>,
) {
    let enter = survey.imports;
    let leave = enter + 1;
    imports.import(MODULE, ENTER, EntityType::Function(types.len()));
    types.ty().function([ValType::I32], []);
    imports.import(MODULE, LEAVE, EntityType::Function(types.len()));
    types.ty().function([], []);

    let defined = index(survey.functions.len()) - survey.imports;
    // The wrapped bodies come after the helper, in order.
    let first_inner = survey.imports + IMPORTS + defined + 1;
    for i in 0..defined {
        let original = survey.imports + i;
        let Some(ty) = survey.function_type(original) else {
            continue;
        };
        let mut code = Function::new([]);
        code.instruction(&Instruction::I32Const(
            i32::try_from(original).unwrap_or(i32::MAX),
        ));
        code.instruction(&Instruction::Call(enter));
        for local in 0..index(ty.params().len()) {
            code.instruction(&Instruction::LocalGet(local));
        }
        code.instruction(&Instruction::Call(first_inner + i));
        code.instruction(&Instruction::Call(leave));
        code.instruction(&Instruction::End);
        let position = usize::try_from(i).unwrap_or(usize::MAX);
        let inner = std::mem::replace(&mut bodies[position], code);
        bodies.push(inner);
        functions.function(survey.functions[usize::try_from(original).unwrap_or(usize::MAX)]);
    }
}
