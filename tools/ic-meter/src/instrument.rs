//! Rewrites a module so that it counts its own instructions, as the Internet Computer's replicas do.
//!
//! One 64-bit global counts down from the limit. Every [run](crate::runs) subtracts its cost at its start. Bulk
//! operations pass their length to a helper first. Injected code is not counted itself.

use crate::error::Result;
use crate::runs::{cut, is_bulk};
use crate::survey::{invalid, survey, Survey};
use crate::weights::Width;
use crate::wrap;
use std::convert::Infallible;
use wasm_encoder::reencode::Reencode;
use wasm_encoder::{
    BlockType, CodeSection, ConstExpr, DataCountSection, DataSection, ElementSection, ExportKind,
    ExportSection, Function, FunctionSection, GlobalSection, GlobalType, ImportSection,
    Instruction, MemorySection, Module, TableSection, TypeSection, ValType,
};
use wasmparser::{FunctionBody, Operator, Parser, Payload};

/// The export name of the counter.
pub const COUNTER: &str = "ic-meter counter";
/// The export name of the module's start function.
pub const START: &str = "ic-meter start";
/// The export name of the memory, regardless of its original name.
pub const MEMORY: &str = "ic-meter memory";

/// The level of detail: total count only, or call paths too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// The counter alone.
    Total,
    /// Every function reports its entry and its exit; slow, but the count is the same.
    Functions,
}

/// An instrumented module.
#[derive(Debug)]
pub struct Instrumented {
    /// Its bytes.
    pub wasm: Vec<u8>,
    /// The survey of the original module.
    pub survey: Survey,
    /// The export names of the globals that are part of the canister's state.
    pub globals: Vec<String>,
}

/// Rewrites the module.
///
/// # Errors
///
/// If the bytes are not a module that can be a canister.
pub fn instrument(wasm: &[u8], detail: Detail) -> Result<Instrumented> {
    let survey = survey(wasm)?;
    let mut rewriter = Rewriter::new(&survey, detail);
    for payload in Parser::new(0).parse_all(wasm) {
        rewriter
            .section(payload.map_err(invalid)?)
            .map_err(invalid)?;
    }
    let (wasm, globals) = rewriter.finish();
    Ok(Instrumented {
        wasm,
        survey,
        globals,
    })
}

/// Renumbering of functions, which makes room for the imports of profiling; all other indices stay.
struct Shift {
    imports: u32,
    by: u32,
}

impl Shift {
    fn shifted(&self, index: u32) -> u32 {
        if index < self.imports {
            index
        } else {
            index + self.by
        }
    }
}

impl Reencode for Shift {
    type Error = Infallible;

    fn function_index(&mut self, index: u32) -> u32 {
        self.shifted(index)
    }
}

type Fallible<T> = std::result::Result<T, wasm_encoder::reencode::Error>;

struct Rewriter<'a> {
    survey: &'a Survey,
    detail: Detail,
    shift: Shift,
    /// The indices of the counter, and of the helper for bulk operations, in the new module.
    counter: u32,
    helper: u32,
    types: TypeSection,
    imports: ImportSection,
    functions: FunctionSection,
    tables: TableSection,
    memories: MemorySection,
    globals: GlobalSection,
    exports: ExportSection,
    elements: ElementSection,
    data_count: Option<DataCountSection>,
    bodies: Vec<Function>,
    data: DataSection,
}

impl<'a> Rewriter<'a> {
    fn new(survey: &'a Survey, detail: Detail) -> Self {
        let by = match detail {
            Detail::Total => 0,
            Detail::Functions => wrap::IMPORTS,
        };
        Self {
            survey,
            detail,
            shift: Shift {
                imports: survey.imports,
                by,
            },
            counter: index(survey.globals.len()),
            helper: index(survey.functions.len()) + by,
            types: TypeSection::new(),
            imports: ImportSection::new(),
            functions: FunctionSection::new(),
            tables: TableSection::new(),
            memories: MemorySection::new(),
            globals: GlobalSection::new(),
            exports: ExportSection::new(),
            elements: ElementSection::new(),
            data_count: None,
            bodies: Vec::new(),
            data: DataSection::new(),
        }
    }

    fn section(&mut self, payload: Payload<'_>) -> Fallible<()> {
        let shift = &mut self.shift;
        match payload {
            Payload::TypeSection(s) => shift.parse_type_section(&mut self.types, s),
            Payload::ImportSection(s) => shift.parse_import_section(&mut self.imports, s),
            Payload::FunctionSection(s) => shift.parse_function_section(&mut self.functions, s),
            Payload::TableSection(s) => shift.parse_table_section(&mut self.tables, s),
            Payload::MemorySection(s) => shift.parse_memory_section(&mut self.memories, s),
            Payload::GlobalSection(s) => shift.parse_global_section(&mut self.globals, s),
            Payload::ExportSection(s) => shift.parse_export_section(&mut self.exports, s),
            Payload::ElementSection(s) => shift.parse_element_section(&mut self.elements, s),
            Payload::DataSection(s) => shift.parse_data_section(&mut self.data, s),
            Payload::DataCountSection { count, .. } => {
                self.data_count = Some(DataCountSection { count });
                Ok(())
            }
            Payload::CodeSectionEntry(body) => self.body(&body),
            // The start function is exported instead: it runs at installation, not for every message.
            _ => Ok(()),
        }
    }

    /// Rewrites one function; each run is preceded by code that subtracts its cost.
    fn body(&mut self, body: &FunctionBody<'_>) -> Fallible<()> {
        let mut new = self.shift.new_function_with_parsed_locals(body)?;
        let ops = body
            .get_operators_reader()?
            .into_iter()
            .collect::<wasmparser::Result<Vec<Operator<'_>>>>()?;
        let mut runs = cut(&ops, self.survey.width).into_iter().peekable();
        for (position, op) in ops.into_iter().enumerate() {
            if let Some(run) = runs.next_if(|run| run.start == position) {
                self.pay(&mut new, run.cost);
                if run.reentrant {
                    self.check(&mut new);
                }
            }
            if is_bulk(&op) {
                new.instruction(&Instruction::Call(self.helper));
            }
            new.instruction(&self.shift.instruction(op)?);
        }
        self.bodies.push(new);
        Ok(())
    }

    fn pay(&self, code: &mut Function, cost: u64) {
        if cost == 0 {
            return;
        }
        code.instruction(&Instruction::GlobalGet(self.counter));
        code.instruction(&Instruction::I64Const(cost.try_into().unwrap_or(i64::MAX)));
        code.instruction(&Instruction::I64Sub);
        code.instruction(&Instruction::GlobalSet(self.counter));
    }

    /// Emits a trap for a counter below zero; the machine checks the counter to find the reason.
    fn check(&self, code: &mut Function) {
        code.instruction(&Instruction::GlobalGet(self.counter));
        code.instruction(&Instruction::I64Const(0));
        code.instruction(&Instruction::I64LtS);
        code.instruction(&Instruction::If(BlockType::Empty));
        code.instruction(&Instruction::Unreachable);
        code.instruction(&Instruction::End);
    }

    /// Adds the helper, which takes a length from the stack, charges for it, and pushes it back.
    fn add_helper(&mut self) {
        let length = match self.survey.width {
            Width::Wasm32 => ValType::I32,
            Width::Wasm64 => ValType::I64,
        };
        self.functions.function(self.types.len());
        self.types.ty().function([length], [length]);
        let mut code = Function::new([]);
        code.instruction(&Instruction::GlobalGet(self.counter));
        code.instruction(&Instruction::LocalGet(0));
        if self.survey.width == Width::Wasm32 {
            code.instruction(&Instruction::I64ExtendI32U);
        }
        code.instruction(&Instruction::I64Sub);
        code.instruction(&Instruction::GlobalSet(self.counter));
        self.check(&mut code);
        code.instruction(&Instruction::LocalGet(0));
        code.instruction(&Instruction::End);
        self.bodies.push(code);
    }

    /// Exports everything that the machine accesses, and the globals that are state. Returns the names of the latter.
    fn add_exports(&mut self) -> Vec<String> {
        let counter = GlobalType {
            val_type: ValType::I64,
            mutable: true,
            shared: false,
        };
        self.globals.global(counter, &ConstExpr::i64_const(0));
        self.exports
            .export(COUNTER, ExportKind::Global, self.counter);
        if let Some(start) = self.survey.start {
            self.exports
                .export(START, ExportKind::Func, self.shift.shifted(start));
        }
        if !self.memories.is_empty() {
            self.exports.export(MEMORY, ExportKind::Memory, 0);
        }
        let mut names = Vec::new();
        for (i, is_state) in self.survey.globals.iter().enumerate() {
            if *is_state {
                let name = format!("ic-meter global {i}");
                self.exports.export(&name, ExportKind::Global, index(i));
                names.push(name);
            }
        }
        names
    }

    fn finish(mut self) -> (Vec<u8>, Vec<String>) {
        self.add_helper();
        if self.detail == Detail::Functions {
            wrap::wrap(
                self.survey,
                &mut self.types,
                &mut self.imports,
                &mut self.functions,
                &mut self.bodies,
            );
        }
        let globals = self.add_exports();
        let mut code = CodeSection::new();
        for body in &self.bodies {
            code.function(body);
        }
        let mut module = Module::new();
        module
            .section(&self.types)
            .section(&self.imports)
            .section(&self.functions);
        module
            .section(&self.tables)
            .section(&self.memories)
            .section(&self.globals);
        module.section(&self.exports).section(&self.elements);
        if let Some(count) = &self.data_count {
            module.section(count);
        }
        module.section(&code).section(&self.data);
        (module.finish(), globals)
    }
}

/// Converts an index. Indices of a valid module fit: the limits of validation are far lower.
pub(crate) fn index(i: usize) -> u32 {
    u32::try_from(i).unwrap_or(u32::MAX)
}
