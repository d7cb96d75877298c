//! Which C function is a call of which method.

use crate::ast::*;
use crate::eval::Call;
use std::collections::HashMap;

/// A C function as a call of a method.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Binding {
    pub method: MethodId,
    /// Position of the object among the C arguments; `None` where there is one object for the whole program.
    pub this: Option<u32>,
    /// Position of each parameter of the method among the C arguments.
    pub parameters: Vec<u32>,
    /// Whether the C function's return value is the method's result.
    pub has_result: bool,
}

impl Binding {
    /// The call that a C call with these arguments is; `None` when there are too few.
    pub fn call(&self, arguments: &[i64], result: Option<i64>) -> Option<Call> {
        let object = match self.this {
            Some(position) => *arguments.get(position as usize)? as u64,
            None => 0,
        };
        let arguments = self.parameters.iter().map(|position| arguments.get(*position as usize).copied());
        let result = result.filter(|_| self.has_result);
        Some(Call { method: self.method, object, arguments: arguments.collect::<Option<_>>()?, result })
    }
}

/// All C functions of a specification.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Bindings {
    by_name: HashMap<String, Binding>,
}

impl Bindings {
    pub fn get(&self, function: &str) -> Option<&Binding> {
        self.by_name.get(function)
    }

    /// In alphabetical order.
    pub fn functions(&self) -> Vec<&str> {
        let mut names: Vec<&str> = self.by_name.keys().map(String::as_str).collect();
        names.sort_unstable();
        names
    }
}

impl Specification {
    pub fn bindings(&self) -> Bindings {
        let mut by_name = HashMap::new();
        for (object_index, object) in self.objects.iter().enumerate() {
            for (method_index, method) in object.methods.iter().enumerate() {
                let id = MethodId { object: ObjectId(object_index as u32), index: method_index as u32 };
                for function in &method.functions {
                    by_name.insert(function.name.clone(), binding(id, method, function));
                }
            }
        }
        Bindings { by_name }
    }
}

fn binding(id: MethodId, method: &Method, function: &CFunction) -> Binding {
    let position = |wanted: CArgument| {
        function.arguments.iter().position(|argument| *argument == wanted).map(|position| position as u32)
    };
    let parameters =
        (0..method.parameters.len()).filter_map(|index| position(CArgument::Parameter(index as u32)));
    Binding {
        method: id,
        this: position(CArgument::This),
        parameters: parameters.collect(),
        has_result: method.result.is_some(),
    }
}
