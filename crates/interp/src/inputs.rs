//! Where values come from that the program does not determine.

use crate::Random;
use ir::Ty;
use std::sync::Arc;

/// A source of inputs; a clone goes on from the same place.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub enum Inputs {
    /// Everything is 0.
    #[default]
    Zero,
    /// Mostly numbers below a bound that is drawn once per run, now and then a negative, large or boundary one.
    Random { random: Random, typical: u64 },
    /// These values for `nondet` in the order they are asked for, then 0. Memory that was never written is 0.
    List { values: Arc<[u128]>, next: usize },
}

impl Inputs {
    pub fn random(seed: u64) -> Self {
        // Not the stream that the scheduler draws from.
        let mut random = Random::new(seed ^ 0x5e1f_edce_0000_0001);
        // Programs compare their inputs with numbers of one magnitude; which one differs from program to program.
        let typical = [2, 10, 128, 100_000][random.below(4) as usize];
        Inputs::Random { random, typical }
    }
    pub fn list(values: impl Into<Arc<[u128]>>) -> Self {
        Inputs::List { values: values.into(), next: 0 }
    }

    /// The next input of the program.
    pub fn next(&mut self, ty: Ty) -> u128 {
        match self {
            Inputs::Zero => 0,
            Inputs::Random { random, typical } => random_value(random, *typical, ty),
            Inputs::List { values, next } => {
                *next += 1;
                values.get(*next - 1).copied().unwrap_or(0) & ty.mask()
            }
        }
    }
    /// What memory holds that was never written.
    pub(crate) fn uninitialised(&mut self, ty: Ty) -> u128 {
        match self {
            Inputs::Random { random, typical } => random_value(random, *typical, ty),
            Inputs::Zero | Inputs::List { .. } => 0,
        }
    }
}

fn random_value(random: &mut Random, typical: u64, ty: Ty) -> u128 {
    let wide = (u128::from(random.next_u64()) << 64) | u128::from(random.next_u64());
    let small = (random.below(16) as i128 - 3) as u128;
    let value = match (ty, random.below(16)) {
        (Ty::F32, _) => return u128::from((small as i128 as f32 / 2.0).to_bits()),
        (Ty::F64 | Ty::F80, _) => return u128::from((small as i128 as f64 / 2.0).to_bits()),
        (_, 0..=10) => u128::from(random.below(typical)),
        (_, 11 | 12) => small,
        (_, 13) => ty.mask() >> 1,
        (_, 14) => (ty.mask() >> 1) + 1,
        _ => wide,
    };
    value & ty.mask()
}
