//! The operands of inline assembly, numbered as its text numbers them.

use ir::Operand;

/// Where an operand is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Slot {
    /// In memory, at this address.
    Memory(Operand),
    /// In a register: what it holds at first, whether it is an output, whether it is `rax`.
    Register { value: Option<Operand>, output: bool, accumulator: bool },
    /// In the register of an output.
    Tied(usize),
}

#[derive(Clone, Debug)]
pub(super) struct Slots(Vec<Slot>);

impl Slots {
    /// `None`: constraints that are not understood.
    pub fn parse(constraints: &str, args: &[Operand]) -> Option<Slots> {
        let mut slots: Vec<Slot> = Vec::new();
        let mut args = args.iter().copied();
        for constraint in constraints.split(',').filter(|constraint| !constraint.is_empty()) {
            let output = constraint.strip_prefix('=');
            let place = output.unwrap_or(constraint).trim_start_matches('&');
            let accumulator = matches!(place, "a" | "{ax}" | "{eax}" | "{rax}");
            let slot = match (place.as_bytes().first()?, output) {
                (b'~', _) => continue,
                (b'*', _) => Slot::Memory(args.next()?),
                // A label, or a flag as an output.
                (b'!' | b'+' | b'@', _) => return None,
                (_, Some(_)) => Slot::Register { value: None, output: true, accumulator },
                (digit, None) if digit.is_ascii_digit() => tie(&mut slots, place, args.next()?)?,
                (_, None) => Slot::Register { value: Some(args.next()?), output: false, accumulator },
            };
            slots.push(slot);
        }
        args.next().is_none().then_some(Slots(slots))
    }

    /// The operand of a number, under its first number.
    pub fn get(&self, number: usize) -> Option<(usize, Slot)> {
        match self.0.get(number)? {
            Slot::Tied(output) => Some((*output, self.0[*output])),
            slot => Some((number, *slot)),
        }
    }
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
    /// Outputs in registers, with what they hold if nobody writes them.
    pub fn outputs(&self) -> impl Iterator<Item = (usize, Option<Operand>)> + '_ {
        self.0.iter().enumerate().filter_map(|(number, slot)| match slot {
            Slot::Register { value, output: true, .. } => Some((number, *value)),
            _ => None,
        })
    }
    /// What `rax` holds at first, and its number as an output.
    pub fn accumulator(&self) -> Option<(Operand, Option<usize>)> {
        let value = self.0.iter().find_map(|slot| match slot {
            Slot::Register { value: Some(value), accumulator: true, .. } => Some(*value),
            _ => None,
        });
        let output = self
            .0
            .iter()
            .position(|slot| matches!(slot, Slot::Register { output: true, accumulator: true, .. }));
        value.map(|value| (value, output))
    }
}

fn tie(slots: &mut [Slot], output: &str, given: Operand) -> Option<Slot> {
    let number: usize = output.parse().ok()?;
    match slots.get_mut(number)? {
        Slot::Register { value: value @ None, output: true, .. } => *value = Some(given),
        _ => return None,
    }
    Some(Slot::Tied(number))
}
