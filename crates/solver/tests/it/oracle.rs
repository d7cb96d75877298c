//! The SMT-LIB export against z3.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::common::Tape;
use crate::common::memory::Program;
use solver::{Options, Solver};

/// `sat`, `unsat` or whatever else z3 says.
fn z3(text: &str) -> String {
    let mut child = Command::new("z3")
        .args(["-smt2", "-in", "-T:60"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("z3 is on PATH: scripts/setup.sh installs it");
    child.stdin.take().expect("a pipe").write_all(text.as_bytes()).expect("z3 reads");
    let output = child.wait_with_output().expect("z3 ends");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

/// A small generator of bytes, so that this file needs no shrinking but stays reproducible.
fn bytes(seed: u64, count: usize) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    (0..count)
        .map(|_| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 32) as u8
        })
        .collect()
}

fn compare(solver: &mut Solver, assumptions: &[solver::AssumptionId], what: &str) {
    let outcome = solver.solve(assumptions).unwrap();
    let ours = if outcome.is_sat() { "sat" } else { "unsat" };
    let text = solver.to_smtlib(assumptions);
    assert_eq!(ours, z3(&text), "{what}\n{text}");
}

fn memory_problems(seeds: std::ops::Range<u64>, size: usize, choose: usize) {
    let mut seen = [0, 0];
    for seed in seeds {
        let tape = bytes(seed, 400);
        let mut tape = Tape::new(&tape);
        let program = Program::random(&mut tape, size);
        let (mut solver, bools, candidates) = program.encode(&Options::default());
        let mut assumptions = Vec::new();
        for &term in bools.iter().chain(candidates.iter().flatten().map(|(_, literal)| literal)) {
            if tape.below(choose) == 0 {
                assumptions.push(solver.assumption("x", term));
            }
        }
        compare(&mut solver, &assumptions, &format!("{program:?}"));
        seen[usize::from(solver.solve(&assumptions).unwrap().is_sat())] += 1;
    }
    assert!(seen[0] > 5 && seen[1] > 5, "both answers must occur: {seen:?}");
}

#[test]
fn small_memory_problems() {
    memory_problems(0..60, 7, 4);
}

/// Too many executions to enumerate; here the search has to backtrack in earnest.
#[test]
fn larger_memory_problems() {
    memory_problems(100..160, 28, 8);
}

/// Random arithmetic of a few operations over 6- to 12-bit variables with a random target value.
#[test]
fn arithmetic_problems() {
    for seed in 0..60u64 {
        let tape = bytes(seed + 1000, 80);
        let mut tape = Tape::new(&tape);
        let width = 6 + tape.below(7) as u32;
        let mut solver = Solver::new();
        let mut pool: Vec<_> = (0..3).map(|i| solver.terms.bits_var(format!("x{i}"), width)).collect();
        for _ in 0..6 {
            let (a, b) = (pool[tape.below(pool.len())], pool[tape.below(pool.len())]);
            let t = &mut solver.terms;
            let next = match tape.below(12) {
                0 => t.add(a, b),
                1 => t.sub(a, b),
                2 => t.mul(a, b),
                3 => t.udiv(a, b),
                4 => t.urem(a, b),
                5 => t.sdiv(a, b),
                6 => t.srem(a, b),
                7 => t.shl(a, b),
                8 => t.ashr(a, b),
                9 => t.bit_xor(a, b),
                10 => {
                    let c = t.slt(a, b);
                    t.ite(c, b, a)
                }
                _ => {
                    let low = t.extract(width / 2, 0, a);
                    t.sign_extend(low, width)
                }
            };
            pool.push(next);
        }
        for _ in 0..2 {
            let value = solver.terms.bits_const(u128::from(tape.byte()), width);
            let last = pool[pool.len() - 1 - tape.below(3)];
            let equal = solver.terms.eq(last, value);
            solver.assert(equal);
        }
        compare(&mut solver, &[], &format!("seed {seed}"));
    }
}
