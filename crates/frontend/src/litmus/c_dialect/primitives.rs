//! The functions a C litmus test may call, as one table from names to meanings.
//!
//! Kernel names follow the kernel's documentation (a suffix `_relaxed`, `_acquire`, `_release` gives the order, none
//! means fully ordered; `atomic_add` and others without a result are relaxed), C11 names the standard.

use ir::{FenceBits, Order, RmwOp};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Primitive {
    /// `READ_ONCE(*x)`: the argument names the place itself.
    LoadPlace(Order),
    /// `smp_load_acquire(x)`: the argument is a pointer.
    Load(Order),
    LoadExplicit,
    StorePlace(Order),
    /// A store with a full fence after it: `smp_store_mb(*x, 1)`.
    StorePlaceThenFence,
    Store(Order),
    StoreExplicit,
    Fence(FenceBits),
    FenceExplicit,
    /// Orders nothing in the models at hand: compiler barriers, RCU read sections.
    Nothing,
    Fetch {
        op: FetchOp,
        operand: FetchOperand,
        result: FetchResult,
        order: Order,
    },
    FetchExplicit(FetchOp),
    /// Kernel form: `(pointer, old, new)`, gives the old value.
    CompareExchange(Order),
    /// C11 form: `(pointer, &expected, desired)`, gives whether it succeeded.
    CompareExchangeFlag {
        weak: bool,
        explicit: bool,
    },
    Lock,
    Unlock,
    TryLock,
    Refused(&'static str),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FetchOp {
    Rmw(RmwOp),
    /// `old & ~operand`.
    AndNot,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FetchOperand {
    /// An argument. The pointer may stand on either side (kernel: value first; C11: pointer first).
    Given,
    One,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FetchResult {
    Old,
    New,
    Nothing,
    NewIsZero,
    NewIsNegative,
}

pub(super) fn primitive(name: &str) -> Option<Primitive> {
    let unified;
    let name = match name.strip_prefix("atomic64_").or_else(|| name.strip_prefix("atomic_long_")) {
        Some(rest) => {
            unified = format!("atomic_{rest}");
            unified.as_str()
        }
        None => name,
    };
    access(name)
        .or_else(|| fence(name))
        .or_else(|| kernel_update(name))
        .or_else(|| ordered_update(name))
        .or_else(|| c11_update(name))
        .or_else(|| other(name))
}

fn access(name: &str) -> Option<Primitive> {
    Some(match name {
        "READ_ONCE" | "ACCESS_ONCE" | "rcu_dereference" | "lockless_dereference" => {
            Primitive::LoadPlace(Order::Relaxed)
        }
        "smp_load_acquire" | "atomic_read_acquire" => Primitive::Load(Order::Acquire),
        "atomic_read" => Primitive::Load(Order::Relaxed),
        "atomic_load" => Primitive::Load(Order::SeqCst),
        "atomic_load_explicit" => Primitive::LoadExplicit,
        "WRITE_ONCE" => Primitive::StorePlace(Order::Relaxed),
        "rcu_assign_pointer" => Primitive::StorePlace(Order::Release),
        "smp_store_mb" => Primitive::StorePlaceThenFence,
        "smp_store_release" | "atomic_set_release" => Primitive::Store(Order::Release),
        "atomic_set" => Primitive::Store(Order::Relaxed),
        "atomic_init" => Primitive::Store(Order::Plain),
        "atomic_store" => Primitive::Store(Order::SeqCst),
        "atomic_store_explicit" => Primitive::StoreExplicit,
        _ => return None,
    })
}

fn fence(name: &str) -> Option<Primitive> {
    Some(match name {
        "membar_ll" => Primitive::Fence(FenceBits::LL),
        "membar_ls" => Primitive::Fence(FenceBits::LS),
        "membar_sl" => Primitive::Fence(FenceBits::SL),
        "membar_ss" => Primitive::Fence(FenceBits::SS),
        "fence"
        | "mb"
        | "smp_mb"
        | "__sync_synchronize"
        | "smp_mb__before_atomic"
        | "smp_mb__after_atomic"
        | "smp_mb__before_spinlock"
        | "smp_mb__after_spinlock"
        | "smp_mb__after_unlock_lock" => Primitive::Fence(FenceBits::FULL),
        "smp_rmb" | "rmb" => Primitive::Fence(FenceBits::LL),
        "smp_wmb" | "wmb" => Primitive::Fence(FenceBits::SS),
        "smp_acquire__after_ctrl_dep" => Primitive::Fence(FenceBits::ACQUIRE),
        "atomic_thread_fence" => Primitive::FenceExplicit,
        "barrier"
        | "atomic_signal_fence"
        | "smp_read_barrier_depends"
        | "rcu_read_lock"
        | "rcu_read_unlock"
        | "cpu_relax" => Primitive::Nothing,
        _ => return None,
    })
}

/// Kernel updates that take no suffix.
fn kernel_update(name: &str) -> Option<Primitive> {
    use FetchOperand::{Given, One};
    use FetchResult::{NewIsNegative, NewIsZero, Nothing};
    let silent = |op, operand| Primitive::Fetch { op, operand, result: Nothing, order: Order::Relaxed };
    let tested = |op, operand, result| Primitive::Fetch { op, operand, result, order: Order::SeqCst };
    let (add, sub) = (FetchOp::Rmw(RmwOp::Add), FetchOp::Rmw(RmwOp::Sub));
    Some(match name {
        "atomic_add" => silent(add, Given),
        "atomic_sub" => silent(sub, Given),
        "atomic_inc" => silent(add, One),
        "atomic_dec" => silent(sub, One),
        "atomic_and" => silent(FetchOp::Rmw(RmwOp::And), Given),
        "atomic_or" => silent(FetchOp::Rmw(RmwOp::Or), Given),
        "atomic_xor" => silent(FetchOp::Rmw(RmwOp::Xor), Given),
        "atomic_andnot" => silent(FetchOp::AndNot, Given),
        "atomic_sub_and_test" => tested(sub, Given, NewIsZero),
        "atomic_dec_and_test" => tested(sub, One, NewIsZero),
        "atomic_inc_and_test" => tested(add, One, NewIsZero),
        "atomic_add_negative" => tested(add, Given, NewIsNegative),
        _ => return None,
    })
}

/// Updates whose suffix gives their order.
fn ordered_update(name: &str) -> Option<Primitive> {
    use FetchOperand::{Given, One};
    use FetchResult::{New, Old};
    let suffixes = [("_relaxed", Order::Relaxed), ("_acquire", Order::Acquire), ("_release", Order::Release)];
    let split = suffixes.iter().find_map(|(suffix, order)| Some((name.strip_suffix(suffix)?, *order)));
    let (base, order) = split.unwrap_or((name, Order::SeqCst));
    let fetch = |op, operand, result| Primitive::Fetch { op, operand, result, order };
    let (add, sub) = (FetchOp::Rmw(RmwOp::Add), FetchOp::Rmw(RmwOp::Sub));
    Some(match base {
        "xchg" | "atomic_xchg" => fetch(FetchOp::Rmw(RmwOp::Xchg), Given, Old),
        "cmpxchg" | "atomic_cmpxchg" => Primitive::CompareExchange(order),
        "atomic_add_return" => fetch(add, Given, New),
        "atomic_sub_return" => fetch(sub, Given, New),
        "atomic_inc_return" => fetch(add, One, New),
        "atomic_dec_return" => fetch(sub, One, New),
        "atomic_fetch_inc" => fetch(add, One, Old),
        "atomic_fetch_dec" => fetch(sub, One, Old),
        "atomic_fetch_andnot" => fetch(FetchOp::AndNot, Given, Old),
        _ => fetch(FetchOp::Rmw(fetch_name(base)?), Given, Old),
    })
}

fn fetch_name(name: &str) -> Option<RmwOp> {
    Some(match name {
        "atomic_fetch_add" => RmwOp::Add,
        "atomic_fetch_sub" => RmwOp::Sub,
        "atomic_fetch_and" => RmwOp::And,
        "atomic_fetch_or" => RmwOp::Or,
        "atomic_fetch_xor" => RmwOp::Xor,
        _ => return None,
    })
}

fn c11_update(name: &str) -> Option<Primitive> {
    Some(match name {
        "atomic_exchange" => Primitive::Fetch {
            op: FetchOp::Rmw(RmwOp::Xchg),
            operand: FetchOperand::Given,
            result: FetchResult::Old,
            order: Order::SeqCst,
        },
        "atomic_exchange_explicit" => Primitive::FetchExplicit(FetchOp::Rmw(RmwOp::Xchg)),
        "atomic_compare_exchange_strong" => Primitive::CompareExchangeFlag { weak: false, explicit: false },
        "atomic_compare_exchange_weak" => Primitive::CompareExchangeFlag { weak: true, explicit: false },
        "atomic_compare_exchange_strong_explicit" => {
            Primitive::CompareExchangeFlag { weak: false, explicit: true }
        }
        "atomic_compare_exchange_weak_explicit" => {
            Primitive::CompareExchangeFlag { weak: true, explicit: true }
        }
        _ => Primitive::FetchExplicit(FetchOp::Rmw(fetch_name(name.strip_suffix("_explicit")?)?)),
    })
}

fn other(name: &str) -> Option<Primitive> {
    Some(match name {
        "spin_lock" | "mutex_lock" | "pthread_mutex_lock" | "mtx_lock" => Primitive::Lock,
        "spin_unlock" | "mutex_unlock" | "pthread_mutex_unlock" | "mtx_unlock" => Primitive::Unlock,
        "spin_trylock" => Primitive::TryLock,
        "synchronize_rcu" | "synchronize_rcu_expedited" | "synchronize_srcu" | "call_rcu" => {
            Primitive::Refused("grace periods of RCU are not supported")
        }
        "srcu_read_lock" | "srcu_read_unlock" | "srcu_down_read" | "srcu_up_read" => {
            Primitive::Refused("SRCU is not supported")
        }
        "spin_is_locked" => Primitive::Refused("the state of a lock cannot be read; use spin_trylock"),
        "atomic_add_unless" => Primitive::Refused("use a loop around atomic_cmpxchg"),
        _ => return None,
    })
}

/// `memory_order_acquire` and the like. Consume is acquire, as compilers have it.
pub(super) fn memory_order(name: &str) -> Option<Order> {
    Some(match name {
        "memory_order_relaxed" => Order::Relaxed,
        "memory_order_consume" | "memory_order_acquire" => Order::Acquire,
        "memory_order_release" => Order::Release,
        "memory_order_acq_rel" => Order::AcqRel,
        "memory_order_seq_cst" => Order::SeqCst,
        _ => return None,
    })
}
