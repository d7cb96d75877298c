//! Atomic instructions and fences, with their C11 orders.

use super::function::FunctionLowering;
use super::{Lower, refuse};
use crate::ll::ast::{self, AtomicOrdering, SyncScope};
use ir::*;

impl<'m> FunctionLowering<'_, 'm> {
    pub fn fence(&mut self, ordering: AtomicOrdering, scope: SyncScope) -> Lower<()> {
        // A fence against signal handlers of the same thread orders nothing that another thread sees.
        if scope != SyncScope::SingleThread {
            self.builder.effect(Op::Fence { bits: FenceBits::of_order(order(ordering)) });
        }
        Ok(())
    }

    pub fn compare_exchange(&mut self, exchange: &ast::CompareExchange) -> Lower<Operands> {
        let addr = self.scalar(&exchange.address)?;
        let (expected, desired) = (self.scalar(&exchange.expected)?, self.scalar(&exchange.desired)?);
        let ty = self.builder.ty(expected);
        let place = self.place(&exchange.address.value, ty);
        let (order, volatile) = (order(exchange.success), exchange.volatile);
        let access = Access { ty, order, volatile, initialised: self.must_be_initialised(ty), place };
        let failure = load_order(Some(exchange.failure))?;
        let weak = exchange.weak;
        let op = Op::CompareExchange { access, failure, addr, expected, desired, weak };
        Ok(self.builder.emit(op, &[ty, Ty::BOOL]).into_iter().map(Operand::from).collect())
    }

    pub fn atomic_rmw(&mut self, rmw: &ast::AtomicRmw) -> Lower<Operands> {
        let op = rmw_op(rmw.op)?;
        let addr = self.scalar(&rmw.address)?;
        let value = self.scalar(&rmw.value)?;
        let ty = self.builder.ty(value);
        let place = self.place(&rmw.address.value, ty);
        let (order, volatile) = (order(rmw.ordering), rmw.volatile);
        let access = Access { ty, order, volatile, initialised: self.must_be_initialised(ty), place };
        let old = self.builder.value(Op::Rmw { access, op, addr, value }, ty);
        Ok(Operands::from_elem(old, 1))
    }
}

/// `unordered` (Java's plain accesses) is taken as relaxed, the weakest order of C11.
fn order(ordering: AtomicOrdering) -> Order {
    match ordering {
        AtomicOrdering::Unordered | AtomicOrdering::Monotonic => Order::Relaxed,
        AtomicOrdering::Acquire => Order::Acquire,
        AtomicOrdering::Release => Order::Release,
        AtomicOrdering::AcqRel => Order::AcqRel,
        AtomicOrdering::SeqCst => Order::SeqCst,
    }
}

pub(crate) fn load_order(ordering: Option<AtomicOrdering>) -> Lower<Order> {
    match ordering.map_or(Order::Plain, order) {
        Order::Release | Order::AcqRel => refuse("a load with a release order"),
        order => Ok(order),
    }
}

pub(crate) fn store_order(ordering: Option<AtomicOrdering>) -> Lower<Order> {
    match ordering.map_or(Order::Plain, order) {
        Order::Acquire | Order::AcqRel => refuse("a store with an acquire order"),
        order => Ok(order),
    }
}

fn rmw_op(op: ast::RmwOp) -> Lower<RmwOp> {
    Ok(match op {
        ast::RmwOp::Xchg => RmwOp::Xchg,
        ast::RmwOp::Add => RmwOp::Add,
        ast::RmwOp::Sub => RmwOp::Sub,
        ast::RmwOp::And => RmwOp::And,
        ast::RmwOp::Nand => RmwOp::Nand,
        ast::RmwOp::Or => RmwOp::Or,
        ast::RmwOp::Xor => RmwOp::Xor,
        ast::RmwOp::Max => RmwOp::Max,
        ast::RmwOp::Min => RmwOp::Min,
        ast::RmwOp::UMax => RmwOp::UMax,
        ast::RmwOp::UMin => RmwOp::UMin,
        ast::RmwOp::FAdd => RmwOp::FAdd,
        ast::RmwOp::FSub => RmwOp::FSub,
        ast::RmwOp::FMax
        | ast::RmwOp::FMin
        | ast::RmwOp::UIncWrap
        | ast::RmwOp::UDecWrap
        | ast::RmwOp::USubCond
        | ast::RmwOp::USubSat => return refuse(format!("atomicrmw {op:?}")),
    })
}
