//! The shared variables of a test and the initial values of registers.

use super::init::{InitItem, InitTarget, InitValue};
use super::types::{CType, Kind};
use super::{IntWidth, LitmusError, Pos, Result, limits};
use indexmap::IndexMap;
use ir::{Global, GlobalId, Id, Init, Operand, Relocation, Span};
use rustc_hash::FxHashMap;

#[derive(Clone, Debug)]
pub(super) struct SharedVariable {
    /// Type of one element.
    pub ty: CType,
    pub count: u64,
    pub is_array: bool,
    /// The type was written, not guessed from the initial value.
    declared: bool,
    values: Vec<InitValue>,
    pos: Pos,
}

/// Insertion order is the order of the globals.
#[derive(Clone, Debug)]
pub(super) struct Symbols {
    variables: IndexMap<String, SharedVariable>,
    registers: FxHashMap<(u32, String), InitValue>,
    register_order: Vec<(u32, String, Pos)>,
    /// What a variable is that nobody declares.
    int: CType,
}

impl Symbols {
    pub fn from_init(items: Vec<InitItem>, int: IntWidth) -> Result<Self> {
        let mut symbols = Symbols {
            variables: IndexMap::new(),
            registers: FxHashMap::default(),
            register_order: Vec::new(),
            int: if int == IntWidth::Four { CType::INT } else { CType::LONG },
        };
        for item in items {
            match item.target.clone() {
                InitTarget::Memory(name) => symbols.add_memory(name, item)?,
                InitTarget::Register { thread, name } => symbols.add_register(thread, name, item)?,
            }
        }
        symbols.add_targets_of_addresses()?;
        Ok(symbols)
    }

    fn add_memory(&mut self, name: String, item: InitItem) -> Result {
        let is_address = matches!(item.values.first(), Some(InitValue::Address { .. }));
        let guessed = if is_address { self.int.clone().pointer() } else { self.int.clone() };
        let length = item.count.unwrap_or(item.values.len().max(1) as u64);
        if item.values.len() as u64 > length || length > limits::ARRAY {
            return Err(LitmusError::new(item.pos, format!("more initial values than {name} has elements")));
        }
        let is_array = item.count.is_some() || length > 1;
        let declared = item.ty.is_some();
        let ty = item.ty.unwrap_or(guessed);
        let variable =
            SharedVariable { ty, count: length, is_array, declared, values: item.values, pos: item.pos };
        match self.variables.get_mut(&name) {
            // `int x; x=1;`: the value joins the declaration.
            Some(known) if known.values.is_empty() && !declared && length <= known.count => {
                known.values = variable.values;
            }
            Some(_) => {
                return Err(LitmusError::new(item.pos, format!("{name} has an initial value already")));
            }
            None => self.insert(name, variable)?,
        }
        Ok(())
    }

    fn insert(&mut self, name: String, variable: SharedVariable) -> Result {
        if self.variables.len() >= limits::VARIABLES {
            let message = format!("more than {} shared variables", limits::VARIABLES);
            return Err(LitmusError::new(variable.pos, message));
        }
        self.variables.insert(name, variable);
        Ok(())
    }

    fn add_register(&mut self, thread: u32, name: String, item: InitItem) -> Result {
        let value = match item.values.as_slice() {
            [] => InitValue::Int(0),
            [value] if item.count.is_none() => value.clone(),
            _ => return Err(LitmusError::expected(item.pos, "one value for a register", "an array")),
        };
        self.register_order.push((thread, name.clone(), item.pos));
        self.registers.insert((thread, name), value);
        Ok(())
    }

    /// `0:r2=x` makes x a shared variable, as `p=x` does.
    fn add_targets_of_addresses(&mut self) -> Result {
        let in_registers = self
            .register_order
            .iter()
            .filter_map(|(thread, name, _)| self.registers.get(&(*thread, name.clone())));
        let in_memory = self.variables.values().flat_map(|variable| &variable.values);
        let addresses: Vec<InitValue> = in_memory.chain(in_registers).cloned().collect();
        for value in addresses {
            if let InitValue::Address { name, pos, .. } = value {
                self.mention(&name, &self.int.clone(), pos)?;
            }
        }
        Ok(())
    }

    /// A variable that is used without a declaration.
    pub fn mention(&mut self, name: &str, ty: &CType, pos: Pos) -> Result<GlobalId> {
        if !self.variables.contains_key(name) {
            let variable = SharedVariable {
                ty: ty.clone(),
                count: 1,
                is_array: false,
                declared: false,
                values: Vec::new(),
                pos,
            };
            self.insert(name.to_string(), variable)?;
        }
        self.id(name).ok_or_else(|| LitmusError::new(pos, format!("{name} is not a shared variable")))
    }

    /// A variable whose type is written: `int *x` among the parameters of a thread declares an `int` named x.
    pub fn declare(&mut self, name: &str, ty: &CType, pos: Pos) -> Result<GlobalId> {
        let id = self.mention(name, ty, pos)?;
        let Some(variable) = self.variables.get_mut(name) else { return Ok(id) };
        if variable.declared && variable.ty.size() != ty.size() {
            let message = format!("{name} is declared as {ty} here and as {} elsewhere", variable.ty);
            return Err(LitmusError::new(pos, message));
        }
        if !variable.declared {
            variable.ty = ty.clone();
            variable.declared = true;
        }
        Ok(id)
    }

    /// Gives every variable this type: assembly has words only.
    pub fn set_word(&mut self, word: &CType) {
        self.variables.values_mut().for_each(|variable| variable.ty = word.clone());
    }
    /// Whether memory holds something that needs 8 bytes from the start.
    pub fn needs_wide_word(&self) -> bool {
        let is_address = |value: &InitValue| matches!(value, InitValue::Address { .. });
        self.variables
            .values()
            .any(|variable| variable.ty.size() == 8 || variable.values.iter().any(is_address))
    }
    /// Whether a register holds an address when its thread begins.
    pub fn begins_as_address(&self, thread: u32, is_register: impl Fn(&str) -> bool) -> bool {
        let mut registers = self.initial_registers(thread);
        registers.any(|(name, value)| matches!(value, InitValue::Address { .. }) && is_register(name))
    }

    /// Whether an integer of 8 bytes may be taken for the address of any variable.
    pub fn addresses_are_integers(&self) -> bool {
        self.variables.values().all(|variable| variable.ty.size() == 8 || variable.ty.kind == Kind::Lock)
    }
    /// What an `int` is in this test.
    pub fn int(&self) -> &CType {
        &self.int
    }

    pub fn id(&self, name: &str) -> Option<GlobalId> {
        self.variables.get_index_of(name).map(GlobalId::from_index)
    }
    pub fn name(&self, id: GlobalId) -> Option<&str> {
        self.variables.get_index(id.index()).map(|(name, _)| name.as_str())
    }
    pub fn get(&self, name: &str) -> Option<(GlobalId, &SharedVariable)> {
        let (index, _, variable) = self.variables.get_full(name)?;
        Some((GlobalId::from_index(index), variable))
    }
    pub fn register_init(&self, thread: u32, name: &str) -> Option<&InitValue> {
        self.registers.get(&(thread, name.to_string()))
    }
    /// Registers of one thread that have an initial value, in the order they were written.
    pub fn initial_registers(&self, thread: u32) -> impl Iterator<Item = (&str, &InitValue)> {
        let of_thread = self.register_order.iter().filter(move |(owner, _, _)| *owner == thread);
        of_thread.filter_map(move |(_, name, _)| Some((name.as_str(), self.register_init(thread, name)?)))
    }
    /// The first register with an initial value whose thread is not among these.
    pub fn register_without_thread(&self, threads: &[u32]) -> Option<(u32, Pos)> {
        let mut strangers = self.register_order.iter().filter(|(thread, _, _)| !threads.contains(thread));
        strangers.next().map(|(thread, _, pos)| (*thread, *pos))
    }

    /// The address that an initial value names.
    pub fn address(&self, value: &InitValue) -> Result<Option<Operand>> {
        let InitValue::Address { name, index, pos } = value else { return Ok(None) };
        let Some((id, variable)) = self.get(name) else {
            return Err(LitmusError::expected(
                *pos,
                "an integer or the name of a shared variable",
                format!("'{name}'"),
            ));
        };
        if *index >= variable.count {
            return Err(LitmusError::new(*pos, format!("{name} has {} elements", variable.count)));
        }
        Ok(Some(Operand::Global { id, offset: (index * variable.ty.size()) as i64 }))
    }

    pub fn globals(&self, span: impl Fn(Pos) -> Span) -> Result<Vec<Global>> {
        self.variables
            .iter()
            .map(|(name, variable)| self.global(name, variable, span(variable.pos)))
            .collect()
    }

    fn global(&self, name: &str, variable: &SharedVariable, span: Span) -> Result<Global> {
        let element = variable.ty.size();
        let mut init = Init::default();
        for (index, value) in variable.values.iter().enumerate() {
            let offset = index as u64 * element;
            match self.initial_bytes(name, variable, value)? {
                Ok(bytes) => init.bytes.extend(bytes),
                Err(target) => {
                    init.bytes.extend([0; 8]);
                    init.relocations.push(Relocation { offset, target });
                }
            }
        }
        Ok(Global {
            name: name.into(),
            size: element * variable.count,
            align: variable.ty.align(),
            thread_local: false,
            constant: false,
            init,
            span,
        })
    }

    /// The bytes of one element, or the address that it holds.
    fn initial_bytes(
        &self,
        name: &str,
        variable: &SharedVariable,
        value: &InitValue,
    ) -> Result<std::result::Result<Vec<u8>, Operand>> {
        let size = variable.ty.size() as usize;
        match (value, self.address(value)?) {
            (_, Some(_)) if size != 8 => {
                let message = format!("{name} has type {} and cannot hold an address", variable.ty);
                Err(LitmusError::new(variable.pos, message))
            }
            (_, Some(target)) => Ok(Err(target)),
            (InitValue::Int(number), None) if variable.ty.kind == Kind::Lock && *number != 0 => {
                Err(LitmusError::expected(variable.pos, format!("the lock {name} to begin unlocked"), number))
            }
            (InitValue::Int(number), None) => {
                let mut bytes = number.to_le_bytes().to_vec();
                bytes.resize(size, 0);
                Ok(Ok(bytes))
            }
            (InitValue::Address { name, pos, .. }, None) => {
                Err(LitmusError::new(*pos, format!("{name} is not a shared variable")))
            }
        }
    }
}
