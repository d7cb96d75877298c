//! One thread as one function: every call replaced by a copy of what it calls.
//!
//! A copy makes each instruction of each call a place of its own, so that a store reached through two calls is two
//! stores, and dominance speaks of the whole thread. A call through a pointer is a choice between the functions whose
//! address is taken. What cannot be copied (recursion, too many choices, too much code) becomes `Op::Unsupported`: whoever reaches it proves nothing.

use crate::result::AssertionResult;
use ir::{Block, BlockId, Callee, FuncId, Function, Inst, Op, Operand, Program, Span, Target, Term, ValueId};
use rustc_hash::FxHashMap;

/// Functions that one call through a pointer may mean.
const MAX_TARGETS: usize = 12;

/// Instructions of one thread after copying.
const MAX_INSTRUCTIONS: usize = 60_000;

/// An assertion of the program's text, however often it was copied.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct AssertionSite {
    pub function: FuncId,
    pub block: BlockId,
    pub index: usize,
}

pub(crate) struct Flat {
    pub function: Function,
    /// The assertion that an instruction (block, position) is a copy of.
    pub assertions: FxHashMap<(BlockId, usize), AssertionSite>,
}

/// The assertions in a program's text.
pub(crate) fn assertions(program: &Program) -> Vec<(AssertionSite, AssertionResult)> {
    let mut all = Vec::new();
    for (function, body) in program.functions.iter_enumerated() {
        for (block, code) in body.blocks.iter_enumerated() {
            for (index, inst) in code.insts.iter().enumerate() {
                if let Op::Assert { kind, message, .. } = &inst.op {
                    let site = AssertionSite { function, block, index };
                    all.push((site, AssertionResult::new(*kind, message.clone(), inst.span, body.library)));
                }
            }
        }
    }
    all
}

/// The functions called one after another, as one; the last one's results are the thread's.
pub(crate) fn flatten(program: &Program, functions: &[FuncId]) -> Flat {
    let mut copier = Copier {
        program,
        out: Function::new("thread"),
        assertions: FxHashMap::default(),
        stack: Vec::new(),
        n_instructions: 0,
        taken: taken(program),
    };
    let entry = copier.out.new_block();
    let mut at = entry;
    for (index, &id) in functions.iter().enumerate() {
        let Some(function) = program.functions.get(id) else { continue };
        let last = index + 1 == functions.len();
        let params: Vec<Operand> = match last {
            true => {
                let types = function.params.iter().map(|&param| function.values[param].ty);
                types.map(|ty| copier.out.add_param(ty).into()).collect()
            }
            false => Vec::new(),
        };
        let (next, results) = copier.inline(id, &params, at, Span::NONE);
        at = next;
        if last {
            let results = results.into_iter().map(Operand::Value).collect();
            copier.out.blocks[at].term = Term::Return(results);
        }
    }
    Flat { function: copier.out, assertions: copier.assertions }
}

/// The functions whose address is an operand or lies in a global.
fn taken(program: &Program) -> Vec<FuncId> {
    let mut found = std::collections::BTreeSet::new();
    let mut note = |operand: Operand| {
        if let Operand::Func(id) = operand {
            found.insert(id);
        }
    };
    program.for_each_operand(&mut note);
    let relocations = program.globals.iter().flat_map(|global| &global.init.relocations);
    relocations.for_each(|relocation| note(relocation.target));
    found.into_iter().collect()
}

struct Copier<'a> {
    program: &'a Program,
    out: Function,
    assertions: FxHashMap<(BlockId, usize), AssertionSite>,
    stack: Vec<FuncId>,
    n_instructions: usize,
    /// Functions whose address is taken.
    taken: Vec<FuncId>,
}

impl Copier<'_> {
    /// Copies a function behind block `from`; the block where it returns to, and its results there.
    fn inline(&mut self, id: FuncId, args: &[Operand], from: BlockId, call: Span) -> (BlockId, Vec<ValueId>) {
        let program = self.program;
        let function = &program.functions[id];
        self.stack.push(id);
        let mut map: FxHashMap<ValueId, Operand> = FxHashMap::default();
        for (index, &param) in function.params.iter().enumerate() {
            map.insert(param, args.get(index).copied().unwrap_or(Operand::i64(0)));
        }
        let blocks: Vec<BlockId> = function.blocks.ids().map(|_| self.out.new_block()).collect();
        for (block, code) in function.blocks.iter_enumerated() {
            for &param in &code.params {
                let new = self.out.add_block_param(blocks[block.0 as usize], function.values[param].ty);
                self.out.values[new].name = function.values[param].name.clone();
                map.insert(param, new.into());
            }
            for &result in code.insts.iter().flat_map(|inst| &inst.results) {
                let new = self.out.new_value(function.values[result].ty);
                self.out.values[new].name = function.values[result].name.clone();
                map.insert(result, new.into());
            }
        }
        self.out.blocks[from].term = Term::Jump(Target::new(blocks[0]));
        let back = self.out.new_block();
        let results: Vec<ValueId> =
            function.results.iter().map(|&ty| self.out.add_block_param(back, ty)).collect();
        for (block, code) in function.blocks.iter_enumerated() {
            self.copy_block(id, block, code, blocks[block.0 as usize], &map, &blocks, back, call);
        }
        self.stack.pop();
        (back, results)
    }

    fn copy_block(
        &mut self,
        id: FuncId,
        block: BlockId,
        code: &Block,
        mut at: BlockId,
        map: &FxHashMap<ValueId, Operand>,
        blocks: &[BlockId],
        back: BlockId,
        call: Span,
    ) {
        let library = self.program.functions[id].library;
        let rename = |operand: &mut Operand| {
            if let Operand::Value(value) = operand {
                *operand = map.get(value).copied().unwrap_or(*operand);
            }
        };
        for (index, inst) in code.insts.iter().enumerate() {
            let mut op = inst.op.clone();
            op.for_each_operand_mut(rename);
            let span = if (library && call.is_known()) || !inst.span.is_known() { call } else { inst.span };
            let results: Vec<ValueId> = inst
                .results
                .iter()
                .filter_map(|result| map.get(result).copied().and_then(Operand::value))
                .collect();
            if let Op::Call { callee: Callee::Indirect(pointer @ Operand::Value(_)), args } = &op {
                let targets = self.targets(args, &results);
                if !targets.is_empty() {
                    at = self.call_one_of(*pointer, &targets, args, at, span, &results);
                    continue;
                }
            }
            if let Op::Call { callee, args } = &op {
                match self.callee(*callee, args.len(), results.len()) {
                    Ok(target) => {
                        let (back, returned) = self.inline(target, args, at, span);
                        self.name_results(back, &returned, &results, span);
                        at = back;
                        continue;
                    }
                    Err(reason) => op = Op::Unsupported { reason: reason.into() },
                }
            }
            self.n_instructions += 1;
            let site = AssertionSite { function: id, block, index };
            if matches!(op, Op::Assert { .. }) {
                self.assertions.insert((at, self.out.blocks[at].insts.len()), site);
            }
            self.out.blocks[at].insts.push(Inst { op, results: results.into(), span });
        }
        let mut term = code.term.clone();
        term.for_each_operand_mut(rename);
        term.targets_mut().into_iter().for_each(|target| target.block = blocks[target.block.0 as usize]);
        if let Term::Return(values) = term {
            term = Term::Jump(Target { block: back, args: values });
        }
        self.out.blocks[at].term = term;
        self.out.blocks[at].span = if code.span.is_known() && !library { code.span } else { call };
    }

    /// The functions that a call through a pointer may mean: those whose address is taken somewhere and that fit. None
    /// if there are too many, or one cannot be copied.
    fn targets(&self, args: &[Operand], results: &[ValueId]) -> Vec<FuncId> {
        let of_shape = |id: &FuncId| {
            let function = self.program.functions.get(*id)?;
            (function.params.len() == args.len() && function.results.len() >= results.len())
                .then_some(function)
        };
        let same_types = |function: &Function| {
            let params = function.params.iter().map(|&param| function.values[param].ty);
            let given = args.iter().map(|&arg| self.out.operand_ty(arg));
            let wanted = results.iter().map(|&result| self.out.values[result].ty);
            params.eq(given) && function.results.iter().copied().take(results.len()).eq(wanted)
        };
        let fitting: Vec<FuncId> = self.taken.iter().copied().filter(|id| of_shape(id).is_some()).collect();
        if !fitting.iter().filter_map(of_shape).all(same_types) {
            return Vec::new();
        }
        let n_args = args.len();
        let known = |&id: &FuncId| self.callee(Callee::Direct(id), n_args, results.len()).is_ok();
        if fitting.len() > MAX_TARGETS || !fitting.iter().all(known) { Vec::new() } else { fitting }
    }

    /// A call through a pointer as a choice. A pointer to anything else is misuse, which ends the execution.
    fn call_one_of(
        &mut self,
        pointer: Operand,
        targets: &[FuncId],
        args: &[Operand],
        mut at: BlockId,
        span: Span,
        results: &[ValueId],
    ) -> BlockId {
        let after = self.out.new_block();
        let returned: Vec<ValueId> = results
            .iter()
            .map(|&result| self.out.add_block_param(after, self.out.values[result].ty))
            .collect();
        for &target in targets {
            let same = self.out.new_value(ir::Ty::BOOL);
            let op = Op::Compare { op: ir::CompareOp::Eq, a: pointer, b: Operand::Func(target) };
            self.out.blocks[at].insts.push(Inst { op, results: smallvec::smallvec![same], span });
            let (taken, next) = (self.out.new_block(), self.out.new_block());
            let (then, other) = (Target::new(taken), Target::new(next));
            self.out.blocks[at].term = Term::Branch { cond: same.into(), then, other };
            let (back, values) = self.inline(target, args, taken, span);
            let args = values.into_iter().take(results.len()).map(Operand::Value).collect();
            self.out.blocks[back].term = Term::Jump(Target { block: after, args });
            at = next;
        }
        self.out.blocks[at].term = Term::Unreachable;
        self.name_results(after, &returned, results, span);
        after
    }

    fn callee(&self, callee: Callee, n_args: usize, n_results: usize) -> Result<FuncId, String> {
        let id = match callee {
            Callee::Direct(id) | Callee::Indirect(Operand::Func(id)) => id,
            Callee::Indirect(_) => return Err("a call through a pointer".into()),
        };
        let Some(function) = self.program.functions.get(id) else { return Err("a call of nothing".into()) };
        if self.stack.contains(&id) {
            return Err(format!("the recursion of {}", function.name));
        }
        if self.n_instructions > MAX_INSTRUCTIONS || self.stack.len() > 64 {
            return Err("too much code".into());
        }
        if n_args < function.params.len() || n_results > function.results.len() {
            return Err(format!("a call of {} that does not fit it", function.name));
        }
        Ok(id)
    }

    /// Gives what came back the names that the caller knows it by.
    fn name_results(&mut self, back: BlockId, returned: &[ValueId], results: &[ValueId], span: Span) {
        for (&result, &value) in results.iter().zip(returned) {
            let ty = self.out.values[value].ty;
            let same = Op::Select { cond: Operand::TRUE, then: value.into(), other: value.into() };
            debug_assert_eq!(ty, self.out.values[result].ty);
            self.out.blocks[back].insts.push(Inst { op: same, results: smallvec::smallvec![result], span });
        }
    }
}
