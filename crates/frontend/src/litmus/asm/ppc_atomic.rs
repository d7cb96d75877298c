//! Recognises pairs of `lwarx` and `stwcx.` that are one atomic update.
//!
//! Forms: an exchange, a fetch-and-op (one operation on the value read) and a compare-and-swap, each as a loop
//! (`bne` back to the `lwarx`), followed by a branch for the case of failure, or plain. A reservation is never lost
//! without cause, so the store-conditional succeeds and the branch after it is not taken. Other uses are refused.

use super::ppc_parse::{Address, Kind, Line, Source};
use crate::litmus::{LitmusError, Pos, Result};
use ir::{BinaryOp, CompareOp, RmwOp};

pub(super) struct Atomic<'l> {
    /// Instructions between the two that have nothing to do with the value read: done first.
    pub before: &'l [Line],
    pub address: &'l Address,
    /// The register that gets the old value.
    pub result: &'l str,
    pub update: Update<'l>,
    /// Lines from the load-reserve on.
    pub n_lines: usize,
    pub ends_in_branch: bool,
}

pub(super) enum Update<'l> {
    /// `stored` gets `old op operand` too.
    Modify {
        op: Option<BinaryOp>,
        rmw: RmwOp,
        operand: Source,
        stored: Option<&'l str>,
    },
    CompareAndSwap {
        expected: &'l Source,
        desired: &'l str,
        exit: &'l str,
    },
}

pub(super) fn refusal(pos: Pos) -> LitmusError {
    let expected = "lwarx and stwcx. on one address as an exchange, a fetch-and-op or a compare-and-swap";
    LitmusError::expected(pos, expected, "another use of reservations")
}

/// The update that begins with the first line.
pub(super) fn recognise(lines: &[Line]) -> Result<Atomic<'_>> {
    let pos = lines.first().map_or(Pos::default(), |line| line.pos);
    find(lines).ok_or_else(|| refusal(pos))
}

fn find(lines: &[Line]) -> Option<Atomic<'_>> {
    let Kind::LoadReserve { to: result, from: address } = &lines.first()?.kind else { return None };
    let end = lines.iter().position(|line| matches!(line.kind, Kind::StoreConditional { .. }))?;
    let Kind::StoreConditional { from: stored, to } = &lines.get(end)?.kind else { return None };
    let between = lines.get(1..end)?;
    let one_way_in = lines.get(1..=end)?.iter().all(|line| line.labels.is_empty());
    let assigns_address = |line: &Line| address.registers.iter().any(|name| line.kind.target() == Some(name));
    let address_kept = !address.registers.contains(result) && !between.iter().any(assigns_address);
    if to != address || !one_way_in || !address_kept {
        return None;
    }
    let n_before = between.iter().take_while(|line| is_independent(&line.kind, result)).count();
    let (before, core) = between.split_at(n_before);
    let update = update(core, result, stored)?;
    let ends_in_branch = lines.get(end + 1).is_some_and(|line| {
        line.labels.is_empty() && matches!(line.kind, Kind::Branch { cond: Some(CompareOp::Ne), .. })
    });
    let n_lines = end + 1 + usize::from(ends_in_branch);
    Some(Atomic { before, address, result, update, n_lines, ends_in_branch })
}

/// Register arithmetic that neither reads nor writes the register of the load-reserve.
fn is_independent(kind: &Kind, result: &str) -> bool {
    let arithmetic = matches!(kind, Kind::Set { .. } | Kind::Compute { record: false, .. });
    arithmetic && kind.target() != Some(result) && !kind.data().contains(&result)
}

fn update<'l>(core: &'l [Line], result: &'l str, stored: &'l str) -> Option<Update<'l>> {
    match core {
        [] if stored == result => {
            Some(Update::Modify { op: None, rmw: RmwOp::Add, operand: Source::Number(0), stored: None })
        }
        [] => Some(Update::Modify {
            op: None,
            rmw: RmwOp::Xchg,
            operand: Source::Register(stored.to_string()),
            stored: None,
        }),
        [line] => modification(&line.kind, result, stored),
        [compare, branch] => match (&compare.kind, &branch.kind) {
            (Kind::Compare { a, b }, Kind::Branch { cond: Some(CompareOp::Ne), label }) => {
                let fits = a == result && *b != Source::Register(result.to_string()) && stored != result;
                fits.then_some(Update::CompareAndSwap { expected: b, desired: stored, exit: label })
            }
            _ => None,
        },
        _ => None,
    }
}

/// `stored = result op operand`.
fn modification<'l>(kind: &'l Kind, result: &str, stored: &str) -> Option<Update<'l>> {
    let Kind::Compute { op, to, a, b, record: false } = kind else { return None };
    let old = Source::Register(result.to_string());
    let commutes = *op != BinaryOp::Sub;
    let operand = match (*a == old, *b == old) {
        (true, false) => b.clone(),
        (false, true) if commutes => a.clone(),
        _ => return None,
    };
    let rmw = match op {
        BinaryOp::Add => RmwOp::Add,
        BinaryOp::Sub => RmwOp::Sub,
        BinaryOp::And => RmwOp::And,
        BinaryOp::Or => RmwOp::Or,
        BinaryOp::Xor => RmwOp::Xor,
        _ => return None,
    };
    (to == stored).then_some(Update::Modify { op: Some(*op), rmw, operand, stored: Some(to) })
}
