//! The text form that `selvedge ir` prints. It is for people; nothing reads it back.

use crate::*;
use std::fmt::{self, Write};

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "program {:?}", self.name)?;
        for warning in &self.warnings {
            writeln!(f, "; warning: {}: {}", self.show_span(warning.span), warning.message)?;
        }
        if !self.globals.is_empty() {
            writeln!(f)?;
        }
        for (id, global) in self.globals.iter_enumerated() {
            write_global(f, self, id, global)?;
        }
        for (id, function) in self.functions.iter_enumerated() {
            writeln!(f)?;
            FunctionText { program: self, function, id }.fmt(f)?;
        }
        if let Some(condition) = &self.condition {
            writeln!(f, "\n{condition}")?;
        }
        Ok(())
    }
}

fn write_global(f: &mut impl Write, program: &Program, id: GlobalId, global: &Global) -> fmt::Result {
    let storage = if global.thread_local { "thread_local" } else { "global" };
    let constant = if global.constant { " const" } else { "" };
    write!(f, "{storage}{constant} {id} \"{}\" size {} align {}", global.name, global.size, global.align)?;
    if global.init.bytes.iter().any(|&byte| byte != 0) {
        let shown: Vec<String> =
            global.init.bytes.iter().take(32).map(|byte| format!("{byte:02x}")).collect();
        let more = if global.init.bytes.len() > 32 { " …" } else { "" };
        write!(f, " = {}{more}", shown.join(" "))?;
    }
    for relocation in &global.init.relocations {
        write!(f, " +{}:", relocation.offset)?;
        write_operand(f, program, relocation.target)?;
    }
    if global.span.is_known() {
        write!(f, "  ; {}", program.show_span(global.span))?;
    }
    writeln!(f)
}

fn write_operand(f: &mut impl Write, program: &Program, operand: Operand) -> fmt::Result {
    match operand {
        Operand::Value(id) => write!(f, "{id}"),
        Operand::Const { bits: 0, ty: Ty::Ptr } => write!(f, "null"),
        Operand::Const { bits, ty: Ty::Int(width) } => {
            let shift = 128 - u32::from(width);
            let signed = ((bits << shift) as i128) >> shift;
            // A lone bit reads better as a truth value than as -1.
            if width == 1 { write!(f, "{bits}") } else { write!(f, "{signed}:i{width}") }
        }
        Operand::Const { bits, ty: Ty::F32 } => write!(f, "{:?}:f32", f32::from_bits(bits as u32)),
        Operand::Const { bits, ty: ty @ (Ty::F64 | Ty::F80) } => {
            write!(f, "{:?}:{ty}", f64::from_bits(bits as u64))
        }
        Operand::Const { bits, ty } => write!(f, "{bits:#x}:{ty}"),
        Operand::Global { id, offset } => {
            let name = program.globals.get(id).map_or("?", |global| &*global.name);
            match offset {
                0 => write!(f, "&{name}"),
                _ => write!(f, "&{name}{offset:+}"),
            }
        }
        Operand::Func(id) => {
            write!(f, "@{}", program.functions.get(id).map_or("?", |function| &*function.name))
        }
    }
}

/// One function, as it is printed.
struct FunctionText<'a> {
    program: &'a Program,
    function: &'a Function,
    id: FuncId,
}

impl fmt::Display for FunctionText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let function = self.function;
        let results: Vec<String> = function.results.iter().map(Ty::to_string).collect();
        let entry = if self.id == self.program.entry { "entry " } else { "" };
        write!(f, "{entry}fn @{}({})", function.name, self.declarations(&function.params))?;
        if !results.is_empty() {
            write!(f, " -> {}", results.join(", "))?;
        }
        match function.span.is_known() {
            true => writeln!(f, " {{  ; {}", self.program.show_span(function.span))?,
            false => writeln!(f, " {{")?,
        }
        let mut line = 0;
        for (id, block) in function.blocks.iter_enumerated() {
            writeln!(f, "{id}({}):", self.declarations(&block.params))?;
            for inst in &block.insts {
                self.write_line(f, &self.inst(inst), inst.span, &mut line)?;
            }
            self.write_line(f, &self.term(&block.term), block.span, &mut line)?;
        }
        writeln!(f, "}}")
    }
}

impl FunctionText<'_> {
    /// The source line stands beside the first instruction that comes from it.
    fn write_line(&self, f: &mut fmt::Formatter<'_>, text: &str, span: Span, line: &mut u32) -> fmt::Result {
        if span.is_known() && span.line != *line {
            *line = span.line;
            return writeln!(f, "  {text:<58}  ; {}", self.program.show_span(span));
        }
        writeln!(f, "  {text}")
    }

    fn declarations(&self, values: &[ValueId]) -> String {
        let shown: Vec<String> = values.iter().map(|&value| self.declaration(value)).collect();
        shown.join(", ")
    }
    fn declaration(&self, value: ValueId) -> String {
        match self.function.values.get(value) {
            Some(ValueData { ty, name: Some(name) }) => format!("{value} \"{name}\": {ty}"),
            Some(ValueData { ty, name: None }) => format!("{value}: {ty}"),
            None => format!("{value}: ?"),
        }
    }

    fn operand(&self, operand: Operand) -> String {
        let mut text = String::new();
        write_operand(&mut text, self.program, operand).expect("writing to a string");
        text
    }
    fn operands(&self, operands: &[Operand]) -> String {
        let shown: Vec<String> = operands.iter().map(|&operand| self.operand(operand)).collect();
        shown.join(", ")
    }
    fn target(&self, target: &Target) -> String {
        format!("{}({})", target.block, self.operands(&target.args))
    }

    fn inst(&self, inst: &Inst) -> String {
        let op = self.op(&inst.op);
        match inst.results.is_empty() {
            true => op,
            false => format!("{} = {op}", self.declarations(&inst.results)),
        }
    }

    fn op(&self, op: &Op) -> String {
        let o = |operand: &Operand| self.operand(*operand);
        match op {
            Op::Unary { op, a } => format!("{} {}", lower(op), o(a)),
            Op::Binary { op, a, b } => format!("{} {}, {}", lower(op), o(a), o(b)),
            Op::Overflow { op, a, b } => format!("overflow {} {}, {}", lower(op), o(a), o(b)),
            Op::Compare { op, a, b } => format!("cmp {} {}, {}", lower(op), o(a), o(b)),
            Op::Cast { op, a } => format!("cast {} {}", lower(op), o(a)),
            Op::Select { cond, then, other } => format!("select {}, {}, {}", o(cond), o(then), o(other)),
            Op::PtrAdd { base, offset } => format!("ptradd {}, {}", o(base), o(offset)),
            Op::Alloca { size, align, name } => {
                let name = name.as_ref().map(|name| format!(" \"{name}\"")).unwrap_or_default();
                format!("alloca{name} size {} align {align}", o(size))
            }
            Op::ThreadLocal { global } => {
                let name = self.program.globals.get(*global).map_or("?", |global| &*global.name);
                format!("threadlocal &{name}")
            }
            Op::Load { access, addr } => format!("load {} {}{}", how(access), o(addr), place(access)),
            Op::Store { access, addr, value } => {
                format!("store {} {} <- {}{}", how(access), o(addr), o(value), place(access))
            }
            Op::Rmw { access, op, addr, value } => {
                format!("rmw {} {} {}, {}{}", lower(op), how(access), o(addr), o(value), place(access))
            }
            Op::CompareExchange { access, failure, addr, expected, desired, weak } => format!(
                "cas{} {}/{failure} {}, {} -> {}{}",
                if *weak { " weak" } else { "" },
                how(access),
                o(addr),
                o(expected),
                o(desired),
                place(access)
            ),
            Op::Fence { bits } => format!("fence {bits}"),
            Op::Copy { dst, src, len } => format!("copy {} <- {}, {}", o(dst), o(src), o(len)),
            Op::Fill { dst, byte, len } => format!("fill {} <- {}, {}", o(dst), o(byte), o(len)),
            Op::HeapAlloc { size, by, zeroed } => {
                let by = match by {
                    Allocator::Malloc => "",
                    Allocator::New => " by new",
                    Allocator::NewArray => " by new[]",
                };
                format!("heap_alloc{} size {}{by}", if *zeroed { " zeroed" } else { "" }, o(size))
            }
            Op::HeapFree { ptr } => format!("heap_free {}", o(ptr)),
            Op::ScopeEnd { ptr } => format!("scope_end {}", o(ptr)),
            Op::ObjectSize { ptr } => format!("object_size {}", o(ptr)),
            Op::Call { callee: Callee::Direct(func), args } => {
                format!("call {}({})", self.operand(Operand::Func(*func)), self.operands(args))
            }
            Op::Call { callee: Callee::Indirect(pointer), args } => {
                format!("call *{}({})", o(pointer), self.operands(args))
            }
            Op::Sync { op, args } => format!("{}({})", op.name(), self.operands(args)),
            Op::Print { func, args } => format!("{}({})", lower(func), self.operands(args)),
            Op::Exit { code } => format!("exit {}", o(code)),
            Op::Abort => "abort".into(),
            Op::Assert { cond, kind, message } => format!("assert {} {} {message:?}", lower(kind), o(cond)),
            Op::Assume { cond } => format!("assume {}", o(cond)),
            Op::Nondet { kind: NondetKind::Input(name) } => format!("nondet input \"{name}\""),
            Op::Nondet { kind: NondetKind::Uninitialised(name) } => {
                format!("nondet uninitialised \"{name}\"")
            }
            Op::Nondet { kind: NondetKind::External(name) } => format!("nondet external \"{name}\""),
            Op::AtomicBegin => "atomic_begin".into(),
            Op::AtomicEnd => "atomic_end".into(),
            Op::TransactionBegin => "transaction_begin".into(),
            Op::TransactionEnd => "transaction_end".into(),
            Op::Observe { name, value } => format!("observe \"{name}\" {}", o(value)),
            Op::Unsupported { reason } => format!("unsupported {reason:?}"),
        }
    }

    fn term(&self, term: &Term) -> String {
        match term {
            Term::Jump(target) => format!("jump {}", self.target(target)),
            Term::Branch { cond, then, other } => {
                format!("branch {}, {}, {}", self.operand(*cond), self.target(then), self.target(other))
            }
            Term::Switch { value, cases, default } => {
                let cases: Vec<String> = cases
                    .iter()
                    .map(|(value, target)| format!("{value} => {}", self.target(target)))
                    .collect();
                format!(
                    "switch {} [{}] else {}",
                    self.operand(*value),
                    cases.join(", "),
                    self.target(default)
                )
            }
            Term::Return(values) if values.is_empty() => "return".into(),
            Term::Return(values) => format!("return {}", self.operands(values)),
            Term::Unreachable => "unreachable".into(),
        }
    }
}

fn lower(op: &impl fmt::Debug) -> String {
    format!("{op:?}").to_lowercase()
}
fn how(access: &Access) -> String {
    let volatile = if access.volatile { "volatile " } else { "" };
    let initialised = if access.initialised { "initialised " } else { "" };
    match access.order {
        Order::Plain => format!("{volatile}{initialised}{}", access.ty),
        order => format!("{volatile}{initialised}{order} {}", access.ty),
    }
}
fn place(access: &Access) -> String {
    access.place.as_ref().map(|place| format!("  ; {place}")).unwrap_or_default()
}
