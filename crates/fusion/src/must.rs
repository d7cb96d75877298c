//! What must happen before what: program order, creation and join, whatever the interleaving.
//!
//! Paper 003 §6: "a simple static must-happen-before analysis" that "utilizes the semantics of thread create and
//! join". Vector clocks over the recorded steps.

use crate::trace::{StepId, StepKind, Trace};

#[derive(Clone, Debug)]
pub struct MustOrder {
    /// For each step, how many steps of each thread come before it or are it.
    clocks: Vec<u32>,
    n_threads: usize,
    /// Thread and position of each step.
    places: Vec<(u32, u32)>,
}

impl MustOrder {
    pub fn of(trace: &Trace) -> MustOrder {
        let n_threads = trace.threads.len();
        let mut clocks: Vec<u32> = Vec::with_capacity(trace.steps.len() * n_threads);
        let mut now: Vec<Vec<u32>> = vec![vec![0; n_threads]; n_threads];
        for step in &trace.steps {
            let thread = step.thread as usize;
            if let StepKind::Join { child } = step.kind {
                let theirs = now[child as usize].clone();
                for (mine, theirs) in now[thread].iter_mut().zip(theirs) {
                    *mine = (*mine).max(theirs);
                }
            }
            now[thread][thread] = step.position + 1;
            clocks.extend(&now[thread]);
            if let StepKind::Create { child } = step.kind {
                now[child as usize] = now[thread].clone();
            }
        }
        let places = trace.steps.iter().map(|step| (step.thread, step.position)).collect();
        MustOrder { clocks, n_threads, places }
    }

    /// How many steps of a thread come before `step` or are it.
    pub fn count(&self, step: StepId, thread: u32) -> u32 {
        self.clocks[step.0 as usize * self.n_threads + thread as usize]
    }

    /// Whether `a` comes before `b` in every interleaving that has `b`; then it also has `a`.
    pub fn before(&self, a: StepId, b: StepId) -> bool {
        let (thread, position) = self.places[a.0 as usize];
        a != b && self.clocks[b.0 as usize * self.n_threads + thread as usize] > position
    }
}
