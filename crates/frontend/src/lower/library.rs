//! Library functions that are one operation of the IR each; everything with logic is in the prelude.
//!
//! The seam to the prelude (`__selvedge_*`) is here too: the same operations under names that user code does not use.

use super::allocators;
use super::context::Resolved;
use super::function::FunctionLowering;
use super::{Lower, refuse};
use crate::ll::ast::TypeId;
use ir::*;
use std::sync::Arc;

impl<'m> FunctionLowering<'_, 'm> {
    /// A call that the table knows: its results; `None` for other functions.
    pub fn library_call(&mut self, name: &str, args: &[Operand], result: TypeId) -> Lower<Option<Operands>> {
        if let Some(word) = name.strip_prefix("__selvedge_") {
            return self.seam_call(word, args, result).map(Some);
        }
        if let Some(flat) = self.vocabulary_call(name, args, result)? {
            return Ok(Some(flat));
        }
        if let Some(op) = sync_function(name) {
            return self.sync(op, args, result).map(Some);
        }
        if let Some(func) = print_function(name) {
            return self.print(func, args, result).map(Some);
        }
        if let Some(flat) = self.memory_call(name, args, result)? {
            return Ok(Some(flat));
        }
        if let Some(flat) = self.math_call(name, args, result)? {
            return Ok(Some(flat));
        }
        self.runtime_call(name, args, result)
    }

    /// An operation on threads or synchronisation objects, its results in the shape that the caller declares.
    pub fn sync(&mut self, op: SyncOp, args: &[Operand], result: TypeId) -> Lower<Operands> {
        let wanted = op.args();
        if args.len() < wanted.len() {
            return refuse(format!("too few arguments for {}", op.name()));
        }
        let mut fitted: Operands = args.iter().zip(wanted).map(|(&arg, &ty)| self.fit(arg, ty)).collect();
        if op == SyncOp::ThreadCreate {
            self.adapt_thread_start(&mut fitted, 0);
        }
        let results = self.builder.emit(Op::Sync { op, args: fitted }, op.results());
        let results: Operands = results.into_iter().map(Operand::from).collect();
        self.shape(results, result)
    }

    /// Results as the declared type wants them: packed into one word, widened, or made up where there are none.
    fn shape(&mut self, results: Operands, result: TypeId) -> Lower<Operands> {
        let leaves = self.unit.leaves(result)?;
        let wanted: Vec<Ty> = leaves.iter().map(|leaf| leaf.ty).collect();
        if results.is_empty() {
            return self.zeros(result);
        }
        if wanted.len() == 1 && results.len() > 1 {
            return self.repack(results, &wanted);
        }
        Ok(wanted.iter().zip(results).map(|(&ty, value)| self.fit(value, ty)).collect())
    }

    fn one(&mut self, value: Operand, result: TypeId) -> Lower<Operands> {
        self.shape(Operands::from_elem(value, 1), result)
    }

    fn print(&mut self, func: PrintFn, args: &[Operand], result: TypeId) -> Lower<Operands> {
        let printed = self.builder.value(Op::Print { func, args: args.into() }, Ty::I32);
        let known = self.printed(func, args);
        self.one(known.unwrap_or(printed), result)
    }

    /// What a print returns, where that is plain to see: not every engine formats numbers.
    fn printed(&mut self, func: PrintFn, args: &[Operand]) -> Option<Operand> {
        let &first = args.first()?;
        let constant = |operand| match operand {
            Operand::Global { id, .. } if self.cx.program.globals[id].constant => self.c_string(operand),
            _ => None,
        };
        let length = |text: &str| i32::try_from(text.len()).ok().filter(|_| text.is_ascii());
        match func {
            PrintFn::Printf => {
                let text = constant(first).filter(|text| !text.contains('%'))?;
                length(&text).map(Operand::i32)
            }
            PrintFn::Puts => length(&constant(first)?).map(|length| Operand::i32(length + 1)),
            PrintFn::Putchar => {
                let byte = self.builder.resize(first, Ty::I8, false);
                Some(self.builder.resize(byte, Ty::I32, false))
            }
            PrintFn::Fputs => Some(Operand::i32(1)),
            PrintFn::Write => args.get(2).map(|&length| self.builder.resize(length, Ty::I32, false)),
            _ => None,
        }
    }

    fn memory_call(&mut self, name: &str, args: &[Operand], result: TypeId) -> Lower<Option<Operands>> {
        let builder = &mut self.builder;
        match (name, args) {
            // Memory that may run out is the prelude's.
            ("malloc", _) if self.cx.switches.malloc_may_fail => Ok(None),
            ("malloc", &[size]) => {
                let pointer = self.heap_alloc(size, Allocator::Malloc, false)?;
                self.one(pointer, result).map(Some)
            }
            ("free" | "cfree", &[ptr]) => {
                self.heap_free(ptr, Allocator::Malloc)?;
                Ok(Some(Operands::new()))
            }
            ("memcpy" | "memmove", &[dst, src, len]) => {
                let len = builder.resize(len, Ty::I64, false);
                builder.effect(Op::Copy { dst, src, len });
                self.one(dst, result).map(Some)
            }
            ("memset", &[dst, byte, len]) => {
                let byte = builder.resize(byte, Ty::I8, false);
                let len = builder.resize(len, Ty::I64, false);
                builder.effect(Op::Fill { dst, byte, len });
                self.one(dst, result).map(Some)
            }
            ("abort", _) => {
                self.abort("abort()".into());
                Ok(Some(Operands::new()))
            }
            // With handlers registered, `exit` is the prelude's: it runs them first.
            ("exit", _) if self.cx.has_exit_handlers() => Ok(None),
            ("exit" | "_exit" | "_Exit" | "quick_exit", &[code]) => {
                let code = self.fit(code, Ty::I32);
                self.builder.effect(Op::Exit { code });
                Ok(Some(Operands::new()))
            }
            _ => Ok(None),
        }
    }

    fn heap_alloc(&mut self, size: Operand, by: Allocator, zeroed: bool) -> Lower<Operand> {
        let size = self.builder.resize(size, Ty::I64, true);
        if !self.cx.switches.reuse_freed {
            return Ok(self.fresh_alloc(size, by, zeroed));
        }
        let block = self.call_prelude(super::ALLOC_AGAIN, size, &[Ty::Ptr])?[0];
        if zeroed {
            let byte = Operand::int(0, Ty::I8);
            self.builder.effect(Op::Fill { dst: block, byte, len: size });
        }
        Ok(block)
    }

    fn fresh_alloc(&mut self, size: Operand, by: Allocator, zeroed: bool) -> Operand {
        self.builder.value(Op::HeapAlloc { size, by, zeroed }, Ty::Ptr)
    }

    fn heap_free(&mut self, ptr: Operand, by: Allocator) -> Lower<()> {
        self.gives_back(ptr, by);
        match self.cx.switches.reuse_freed {
            true => self.call_prelude(super::GIVE_BACK, ptr, &[]).map(|_| ()),
            false => {
                self.builder.effect(Op::HeapFree { ptr });
                Ok(())
            }
        }
    }

    fn object_size(&mut self, ptr: Operand) -> Lower<Operand> {
        match self.cx.switches.reuse_freed {
            true => Ok(self.call_prelude(super::BLOCK_SIZE, ptr, &[Ty::I64])?[0]),
            false => Ok(self.builder.value(Op::ObjectSize { ptr }, Ty::I64)),
        }
    }

    /// Calls a function of the prelude that the program itself does not name.
    fn call_prelude(&mut self, name: &str, arg: Operand, results: &[Ty]) -> Lower<Operands> {
        let Some(Resolved::Function(unit, index)) = self.cx.resolve_name(name) else {
            return refuse(format!("{name} is missing"));
        };
        let callee = Callee::Direct(self.cx.function_id(unit, index)?);
        let args = Operands::from_elem(arg, 1);
        let values = self.builder.emit(Op::Call { callee, args }, results);
        Ok(values.into_iter().map(Operand::from).collect())
    }

    fn math_call(&mut self, name: &str, args: &[Operand], result: TypeId) -> Lower<Option<Operands>> {
        let all_floats = !args.is_empty() && args.iter().all(|&arg| self.builder.ty(arg).is_float());
        if !all_floats {
            return Ok(None);
        }
        let base = name.strip_suffix(['f', 'l']).unwrap_or(name);
        let found = |table: &str| table == name || table == base;
        let unary = UNARY_MATH.iter().find(|(table, _)| found(table));
        let binary = BINARY_MATH.iter().find(|(table, _)| found(table));
        let value = match (args, unary, binary) {
            (&[a], Some(&(_, op)), _) => self.builder.unary(op, a),
            (&[a, b], _, Some(&(_, op))) => self.builder.binary(op, a, b),
            _ => return Ok(None),
        };
        self.one(value, result).map(Some)
    }

    /// The C++ runtime.
    fn runtime_call(&mut self, name: &str, args: &[Operand], result: TypeId) -> Lower<Option<Operands>> {
        match (name, args) {
            ("__cxa_guard_acquire", &[guard]) => {
                return self.sync(SyncOp::OnceBegin, &[guard], result).map(Some);
            }
            ("__cxa_guard_release", &[guard]) => {
                return self.sync(SyncOp::OnceEnd, &[guard], result).map(Some);
            }
            // Flushing the standard streams at exit: they are not buffered here.
            ("__cxa_atexit", &[handler, ..]) if self.is_stream_destructor(handler) => {
                return self.zeros(result).map(Some);
            }
            ("_ZNSt8ios_base4InitC1Ev" | STREAM_DESTRUCTOR, _) => return Ok(Some(Operands::new())),
            _ => {}
        }
        match *args {
            [_, _] if self.cx.switches.malloc_may_fail && name.ends_with("RKSt9nothrow_t") => Ok(None),
            [argument, ..] => match (allocators::of_cxx(name), name.starts_with("_Zn")) {
                (Some(by), true) => {
                    let pointer = self.heap_alloc(argument, by, false)?;
                    self.one(pointer, result).map(Some)
                }
                (Some(by), false) => {
                    self.heap_free(argument, by)?;
                    Ok(Some(Operands::new()))
                }
                (None, _) => Ok(None),
            },
            _ => Ok(None),
        }
    }

    fn is_stream_destructor(&self, handler: Operand) -> bool {
        match handler {
            Operand::Func(id) => &*self.cx.entries[id].name == STREAM_DESTRUCTOR,
            _ => false,
        }
    }

    /// `__selvedge_<word>`, see the header of the prelude.
    fn seam_call(&mut self, word: &str, args: &[Operand], result: TypeId) -> Lower<Operands> {
        if let Some(op) = SyncOp::by_name(word) {
            return self.sync(op, args, result);
        }
        if let Some(func) = word.strip_prefix("print_").and_then(seam_print_function) {
            return self.print(func, args, result);
        }
        if word.starts_with("nondet_") {
            let name = args.first().and_then(|&name| self.c_string(name)).unwrap_or_else(|| word.to_string());
            return self.nondet_input(&name, result);
        }
        match (word, args) {
            ("assert_fail", &[text]) => {
                let message = self.c_string(text).unwrap_or_else(|| "assertion".into());
                self.assertion(Operand::FALSE, AssertKind::Assert, message);
            }
            ("precondition_fail", _) => {
                let message = "an index beyond the end, a null smart pointer or the like".into();
                self.assertion(Operand::FALSE, AssertKind::Precondition, message);
            }
            ("reach_error", _) => {
                self.assertion(Operand::FALSE, AssertKind::ReachError, "reach_error".into())
            }
            ("assume", &[cond]) => {
                let cond = self.builder.is_true(cond);
                self.builder.effect(Op::Assume { cond });
            }
            ("atomic_section_begin", _) => self.builder.effect(Op::AtomicBegin),
            ("atomic_section_end", _) => self.builder.effect(Op::AtomicEnd),
            ("transaction_begin", _) => self.builder.effect(Op::TransactionBegin),
            ("transaction_end", _) => self.builder.effect(Op::TransactionEnd),
            ("fence_bits", &[bits]) => return self.constant_fence(bits),
            ("heap_alloc", &[size, zeroed]) => {
                let Some(zeroed) = zeroed.as_const() else {
                    return refuse("heap_alloc with a variable flag");
                };
                let pointer = self.heap_alloc(size, Allocator::Malloc, zeroed != 0)?;
                return self.one(pointer, result);
            }
            ("fresh_alloc", &[size]) => {
                let pointer = self.fresh_alloc(size, Allocator::Malloc, false);
                return self.one(pointer, result);
            }
            ("heap_new" | "heap_new_array", &[size]) => {
                let by = if word == "heap_new" { Allocator::New } else { Allocator::NewArray };
                let pointer = self.heap_alloc(size, by, false)?;
                return self.one(pointer, result);
            }
            ("heap_delete", &[ptr]) => self.heap_free(ptr, Allocator::New)?,
            ("heap_delete_array", &[ptr]) => self.heap_free(ptr, Allocator::NewArray)?,
            ("heap_free", &[ptr]) => self.heap_free(ptr, Allocator::Malloc)?,
            ("object_size", &[ptr]) => {
                let size = self.object_size(ptr)?;
                return self.one(size, result);
            }
            ("exit", &[code]) => {
                let code = self.fit(code, Ty::I32);
                self.builder.effect(Op::Exit { code });
            }
            ("abort", _) => self.abort("abort()".into()),
            ("plain_environment", _) => {
                let plain = Operand::Const { bits: self.cx.switches.plain_environment.into(), ty: Ty::BOOL };
                return self.one(plain, result);
            }
            ("memory_is_left", _) if self.cx.switches.malloc_may_fail => {
                return self.nondet_input(MEMORY_IS_LEFT, result);
            }
            ("memory_is_left", _) => return self.one(Operand::TRUE, result),
            ("unsupported", &[reason]) => {
                return refuse(self.c_string(reason).unwrap_or_else(|| "a library function".into()));
            }
            _ => return refuse(format!("the unknown intrinsic `__selvedge_{word}`")),
        }
        Ok(Operands::new())
    }

    /// The text that a pointer to a constant string points to.
    pub fn c_string(&self, pointer: Operand) -> Option<String> {
        let Operand::Global { id, offset } = pointer else { return None };
        let global = self.cx.program.globals.get(id)?;
        let bytes = global.init.bytes.get(usize::try_from(offset).ok()?..)?;
        let end = bytes.iter().position(|&byte| byte == 0).unwrap_or(bytes.len());
        Some(String::from_utf8_lossy(&bytes[..end]).into_owned())
    }

    /// The program ends by its own hand, which is a failure; but SV-COMP's `assume_abort_if_not` is an assumption.
    pub fn abort(&mut self, message: String) {
        match self.unit.name(self.source.name) {
            "assume_abort_if_not" => self.builder.effect(Op::Abort),
            _ => self.assertion(Operand::FALSE, AssertKind::Abort, message),
        }
    }

    pub fn assertion(&mut self, cond: Operand, kind: AssertKind, message: String) {
        let message: Arc<str> = message.into();
        self.builder.effect(Op::Assert { cond, kind, message });
    }
}

fn sync_function(name: &str) -> Option<SyncOp> {
    Some(match name {
        "pthread_mutex_lock" | "pthread_spin_lock" => SyncOp::MutexLock,
        "pthread_mutex_trylock" | "pthread_spin_trylock" => SyncOp::MutexTryLock,
        "pthread_mutex_unlock" => SyncOp::MutexUnlock,
        "pthread_spin_unlock" => SyncOp::SpinUnlock,
        "pthread_mutex_destroy" | "pthread_spin_destroy" => SyncOp::MutexDestroy,
        "pthread_rwlock_rdlock" => SyncOp::RwReadLock,
        "pthread_rwlock_tryrdlock" => SyncOp::RwTryReadLock,
        "pthread_rwlock_wrlock" => SyncOp::RwWriteLock,
        "pthread_rwlock_trywrlock" => SyncOp::RwTryWriteLock,
        "pthread_rwlock_unlock" => SyncOp::RwUnlock,
        "pthread_rwlock_destroy" => SyncOp::RwDestroy,
        "pthread_cond_signal" => SyncOp::CondSignal,
        "pthread_cond_broadcast" => SyncOp::CondBroadcast,
        "pthread_cond_wait" => SyncOp::CondWait,
        "pthread_cond_destroy" => SyncOp::CondDestroy,
        "pthread_barrier_wait" => SyncOp::BarrierWait,
        "pthread_barrier_destroy" => SyncOp::BarrierDestroy,
        "sem_wait" => SyncOp::SemWait,
        "sem_destroy" => SyncOp::SemDestroy,
        "pthread_self" => SyncOp::ThreadSelf,
        "pthread_exit" => SyncOp::ThreadExit,
        "sched_yield" | "pthread_yield" | "thrd_yield" => SyncOp::Yield,
        _ => return None,
    })
}

fn print_function(name: &str) -> Option<PrintFn> {
    Some(match name {
        "printf" => PrintFn::Printf,
        "sprintf" => PrintFn::Sprintf,
        "snprintf" => PrintFn::Snprintf,
        "vprintf" => PrintFn::Vprintf,
        "vsnprintf" => PrintFn::Vsnprintf,
        "puts" => PrintFn::Puts,
        "putchar" => PrintFn::Putchar,
        _ => return None,
    })
}

/// `write` and `fputs` of the C library do more than print: only the prelude says what to print.
fn seam_print_function(word: &str) -> Option<PrintFn> {
    match word {
        "write" => Some(PrintFn::Write),
        "fputs" => Some(PrintFn::Fputs),
        _ => print_function(word),
    }
}

const UNARY_MATH: &[(&str, UnaryOp)] = &[
    ("fabs", UnaryOp::FAbs),
    ("sqrt", UnaryOp::Sqrt),
    ("floor", UnaryOp::Floor),
    ("ceil", UnaryOp::Ceil),
    ("trunc", UnaryOp::Trunc),
    ("round", UnaryOp::Round),
    ("sin", UnaryOp::Sin),
    ("cos", UnaryOp::Cos),
    ("exp", UnaryOp::Exp),
    ("log", UnaryOp::Log),
];

/// `std::ios_base::Init::~Init()`, registered by every file that includes <iostream>.
const STREAM_DESTRUCTOR: &str = "_ZNSt8ios_base4InitD1Ev";

const BINARY_MATH: &[(&str, BinaryOp)] = &[
    ("pow", BinaryOp::FPow),
    ("fmod", BinaryOp::FRem),
    ("fmin", BinaryOp::FMin),
    ("fmax", BinaryOp::FMax),
    ("copysign", BinaryOp::FCopySign),
];

/// Functions without a result that change nothing a program can see, and that the prelude does not define.
pub(crate) fn does_nothing(name: &str) -> bool {
    matches!(
        name,
        "sync" | "tzset" | "closelog" | "malloc_stats" | "__gcov_dump" | "__gcov_flush" | "__gcov_reset"
    )
}

/// Functions of the C++ runtime that raise or handle exceptions, or end the program for want of a handler.
pub(crate) fn raises(name: &str) -> bool {
    let exact = [
        "__cxa_throw",
        "__cxa_rethrow",
        "__cxa_allocate_exception",
        "__cxa_begin_catch",
        "__cxa_end_catch",
        "__cxa_bad_cast",
        "__cxa_bad_typeid",
        "__cxa_throw_bad_array_new_length",
        "_Unwind_Resume",
        "__clang_call_terminate",
    ];
    exact.contains(&name) || (name.starts_with("_ZSt") && name.contains("__throw_"))
}
