//! Functions made ready to run: blocks laid end to end, operands resolved to registers or constants.
//!
//! Pure operations, loads, stores, calls and jumps have a compact step of their own; everything else keeps its
//! `ir::Inst`. A register is the number of the SSA value within the frame's window.

use ir::*;
use smallvec::SmallVec;
use std::ops::Range;
use std::sync::Arc;

/// A register of the frame, or (top bit set) a constant of the function.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Src(u32);

pub(crate) const CONST_BIT: u32 = 1 << 31;

impl Src {
    /// Its place in the stack of registers, for a window that begins at `base`.
    #[inline]
    pub fn slot(self, base: usize) -> Option<usize> {
        self.split().ok().map(|reg| base + reg)
    }
    /// The register, or the index of the constant.
    #[inline]
    pub fn split(self) -> Result<usize, usize> {
        if self.0 & CONST_BIT == 0 { Ok(self.0 as usize) } else { Err((self.0 & !CONST_BIT) as usize) }
    }
}

pub(crate) type Reg = u32;

/// A jump: where to, and which registers take which values on the way.
#[derive(Clone, Debug)]
pub(crate) struct Edge {
    pub pc: u32,
    pub block: BlockId,
    pub moves: SmallVec<[(Reg, Src); 2]>,
    /// Some move reads a register that an earlier one writes: all must be read first.
    pub parallel: bool,
}

#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// `dst = op a`; here and below, `ty` is the type of the operands.
    Unary { op: UnaryOp, ty: Ty, a: Src, dst: Reg },
    /// `dst = a op b`
    Binary { op: BinaryOp, ty: Ty, a: Src, b: Src, dst: Reg },
    /// `dst = a op b` modulo the width, and whether that lost anything.
    Overflow { op: OverflowOp, ty: Ty, a: Src, b: Src, dst: Reg, flag: Reg },
    /// `dst = a op b`, a truth value.
    Compare { op: CompareOp, ty: Ty, a: Src, b: Src, dst: Reg },
    /// `dst = a as to`
    Cast { op: CastOp, from: Ty, to: Ty, a: Src, dst: Reg },
    /// `dst = if cond { then } else { other }`
    Select { ty: Ty, cond: Src, then: Src, other: Src, dst: Reg },
    /// `dst = base + offset`, in bytes.
    PtrAdd { base: Src, offset: Src, dst: Reg },
    /// `dst = *addr`; `access` is an index, as all numbers below that are no registers.
    Load { access: u32, addr: Src, dst: Reg },
    /// `*addr = value`
    Store { access: u32, addr: Src, value: Src },
    /// Goes into a function.
    Call { call: u32 },
    /// Asserts or assumes, as the instruction says.
    Assert { cond: Src, inst: u32 },
    /// Everything else: an index into `Code::insts`.
    World { inst: u32 },
    /// Goes on along an edge.
    Jump { edge: u32 },
    /// Goes on along one of two edges, whose ways meet again in `join`.
    Branch { cond: Src, then: u32, other: u32, join: Option<BlockId> },
    /// Goes on along the edge of the table that belongs to the value.
    Switch { value: Src, table: u32 },
    /// Goes back to the caller.
    Return { values: u32 },
    /// Is never to be reached.
    Unreachable,
}

#[derive(Clone, Debug)]
pub(crate) enum Target {
    Direct(FuncId),
    Indirect(Src),
}

#[derive(Clone, Debug)]
pub(crate) struct CallSite {
    pub target: Target,
    pub args: SmallVec<[Src; 4]>,
    pub results: SmallVec<[Reg; 1]>,
}

#[derive(Clone, Debug)]
pub(crate) struct SwitchTable {
    pub ty: Ty,
    /// Sorted.
    pub values: Vec<u128>,
    /// The edge of each value.
    pub edges: Vec<u32>,
    pub default: u32,
    pub join: Option<BlockId>,
}

#[derive(Debug)]
pub(crate) struct Code {
    pub name: Arc<str>,
    pub library: bool,
    pub n_values: usize,
    pub params: Vec<(Reg, Ty)>,
    pub n_results: usize,
    pub steps: Vec<Step>,
    pub spans: Vec<Span>,
    pub constants: Vec<u128>,
    pub accesses: Vec<Access>,
    pub calls: Vec<CallSite>,
    pub insts: Vec<Inst>,
    pub edges: Vec<Edge>,
    pub switches: Vec<SwitchTable>,
    pub returns: Vec<SmallVec<[Src; 1]>>,
    /// The steps of each block.
    pub blocks: Vec<Range<u32>>,
}

impl Code {
    pub fn of(function: &Function, layout: &Layout) -> Code {
        let joins = if function.blocks.is_empty() { IndexVec::new() } else { cfg::post_dominators(function) };
        let code = Code {
            name: function.name.clone(),
            library: function.library,
            n_values: function.values.len(),
            params: function.params.iter().map(|&param| (param.0, function.values[param].ty)).collect(),
            n_results: function.results.len(),
            steps: Vec::new(),
            spans: Vec::new(),
            constants: Vec::new(),
            accesses: Vec::new(),
            calls: Vec::new(),
            insts: Vec::new(),
            edges: Vec::new(),
            switches: Vec::new(),
            returns: Vec::new(),
            blocks: Vec::new(),
        };
        let mut builder = Builder { function, layout, code };
        for (id, block) in function.blocks.iter_enumerated() {
            builder.block(block, joins[id]);
        }
        let Code { edges, blocks, .. } = &mut builder.code;
        for edge in edges {
            edge.pc = blocks[edge.block.index()].start;
        }
        builder.code
    }

    /// The block that a step belongs to.
    pub fn block_of(&self, pc: u32) -> BlockId {
        BlockId::from_index(self.blocks.partition_point(|range| range.end <= pc))
    }
}

struct Builder<'a> {
    function: &'a Function,
    layout: &'a Layout,
    code: Code,
}

fn push<T>(list: &mut Vec<T>, item: T) -> u32 {
    list.push(item);
    (list.len() - 1) as u32
}

impl Builder<'_> {
    fn block(&mut self, block: &Block, join: Option<BlockId>) {
        let start = self.code.steps.len() as u32;
        for inst in &block.insts {
            let step = self.inst(inst);
            self.code.steps.push(step);
            self.code.spans.push(inst.span);
        }
        let step = self.term(&block.term, join);
        self.code.steps.push(step);
        self.code.spans.push(block.span);
        self.code.blocks.push(start..self.code.steps.len() as u32);
    }

    fn src(&mut self, operand: Operand) -> Src {
        match (operand, self.layout.constant(operand)) {
            (Operand::Value(id), _) => Src(id.0),
            (_, bits) => Src(push(&mut self.code.constants, bits.unwrap_or(0)) | CONST_BIT),
        }
    }
    fn ty(&self, operand: Operand) -> Ty {
        self.function.operand_ty(operand)
    }

    fn inst(&mut self, inst: &Inst) -> Step {
        let result = |index: usize| inst.results.get(index).map_or(0, |value| value.0);
        let dst = result(0);
        match &inst.op {
            Op::Unary { op, a } => Step::Unary { op: *op, ty: self.ty(*a), a: self.src(*a), dst },
            Op::Binary { op, a, b } => {
                Step::Binary { op: *op, ty: self.ty(*a), a: self.src(*a), b: self.src(*b), dst }
            }
            Op::Overflow { op, a, b } => Step::Overflow {
                op: *op,
                ty: self.ty(*a),
                a: self.src(*a),
                b: self.src(*b),
                dst,
                flag: result(1),
            },
            Op::Compare { op, a, b } => {
                Step::Compare { op: *op, ty: self.ty(*a), a: self.src(*a), b: self.src(*b), dst }
            }
            Op::Cast { op, a } => {
                let to = inst.results.first().map_or(Ty::I64, |&value| self.function.values[value].ty);
                Step::Cast { op: *op, from: self.ty(*a), to, a: self.src(*a), dst }
            }
            Op::Select { cond, then, other } => {
                let (ty, cond) = (self.ty(*then), self.src(*cond));
                Step::Select { ty, cond, then: self.src(*then), other: self.src(*other), dst }
            }
            Op::PtrAdd { base, offset } => {
                Step::PtrAdd { base: self.src(*base), offset: self.src(*offset), dst }
            }
            Op::Load { access, addr } => Step::Load {
                access: push(&mut self.code.accesses, access.clone()),
                addr: self.src(*addr),
                dst,
            },
            Op::Store { access, addr, value } => Step::Store {
                access: push(&mut self.code.accesses, access.clone()),
                addr: self.src(*addr),
                value: self.src(*value),
            },
            Op::Call { callee, args } => {
                let target = match callee {
                    Callee::Direct(id) => Target::Direct(*id),
                    Callee::Indirect(pointer) => Target::Indirect(self.src(*pointer)),
                };
                let args = args.iter().map(|&arg| self.src(arg)).collect();
                let results = inst.results.iter().map(|value| value.0).collect();
                Step::Call { call: push(&mut self.code.calls, CallSite { target, args, results }) }
            }
            Op::Assert { cond, .. } | Op::Assume { cond } => {
                Step::Assert { cond: self.src(*cond), inst: push(&mut self.code.insts, inst.clone()) }
            }
            _ => Step::World { inst: push(&mut self.code.insts, inst.clone()) },
        }
    }

    fn term(&mut self, term: &Term, join: Option<BlockId>) -> Step {
        match term {
            Term::Jump(target) => Step::Jump { edge: self.edge(target) },
            Term::Branch { cond, then, other } => {
                Step::Branch { cond: self.src(*cond), then: self.edge(then), other: self.edge(other), join }
            }
            Term::Switch { value, cases, default } => {
                let mut cases: Vec<(u128, u32)> =
                    cases.iter().map(|(case, target)| (*case, self.edge(target))).collect();
                cases.sort_unstable_by_key(|&(case, _)| case);
                let (values, edges) = cases.into_iter().unzip();
                let (ty, default) = (self.ty(*value), self.edge(default));
                let table = SwitchTable { ty, values, edges, default, join };
                Step::Switch { value: self.src(*value), table: push(&mut self.code.switches, table) }
            }
            Term::Return(values) => {
                let values = values.iter().map(|&value| self.src(value)).collect();
                Step::Return { values: push(&mut self.code.returns, values) }
            }
            Term::Unreachable => Step::Unreachable,
        }
    }

    fn edge(&mut self, target: &ir::Target) -> u32 {
        let params = &self.function.blocks[target.block].params;
        let moves: SmallVec<[(Reg, Src); 2]> =
            params.iter().zip(&target.args).map(|(param, &arg)| (param.0, self.src(arg))).collect();
        let parallel = moves.iter().enumerate().any(|(index, (_, src))| {
            src.split().is_ok_and(|reg| moves[..index].iter().any(|(dst, _)| *dst as usize == reg))
        });
        push(&mut self.code.edges, Edge { pc: 0, block: target.block, moves, parallel })
    }
}
