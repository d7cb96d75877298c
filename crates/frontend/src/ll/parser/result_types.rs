//! The types of instruction results, worked out once all named types are known.

use crate::ll::ast::*;

/// Fills in `Function::locals[..].ty` for every instruction result.
pub fn assign(module: &mut Module) {
    for function in &mut module.functions {
        for instruction in function.blocks.iter().flat_map(|block| &block.instructions) {
            if let Some(result) = instruction.result {
                let ty = result_type(&mut module.types, &instruction.op);
                if let Some(local) = function.locals.get_mut(result.index()) {
                    local.ty = ty;
                }
            }
        }
    }
}

fn result_type(types: &mut TypeTable, op: &Op) -> TypeId {
    match op {
        Op::Invoke { call, .. } | Op::CallBr { call, .. } | Op::Call(call) => call.return_type,
        Op::FNeg(operand) | Op::Freeze(operand) => operand.ty,
        Op::Binary { left, .. } | Op::Select { if_true: left, .. } => left.ty,
        Op::Cast { to, .. } => *to,
        Op::IntCompare { left, .. } | Op::FloatCompare { left, .. } => {
            like_vector(types, left.ty, TypeTable::I1)
        }
        Op::Phi { ty, .. } | Op::VaArg { ty, .. } | Op::LandingPad { ty, .. } => *ty,
        Op::ExtractElement { vector, .. } => element(types, vector.ty),
        Op::InsertElement { vector, .. } => vector.ty,
        Op::ShuffleVector { left, mask, .. } => {
            let scalar = element(types, left.ty);
            like_vector(types, mask.ty, scalar)
        }
        Op::ExtractValue { aggregate, indices } => field(types, aggregate.ty, indices),
        Op::InsertValue { aggregate, .. } => aggregate.ty,
        Op::Alloca { .. } => TypeTable::PTR,
        Op::Load(load) => load.ty,
        Op::CompareExchange(exchange) => {
            let fields = Box::new([exchange.expected.ty, TypeTable::I1]);
            types.intern(Type::Struct { fields, packed: false })
        }
        Op::AtomicRmw(rmw) => rmw.value.ty,
        Op::GetElementPtr(gep) => gep_type(types, gep),
        Op::Other { .. } => TypeTable::TOKEN,
        _ => TypeTable::VOID,
    }
}

/// `scalar`, or a vector of it as long as `shape` if that is a vector.
fn like_vector(types: &mut TypeTable, shape: TypeId, scalar: TypeId) -> TypeId {
    match *types.get(shape) {
        Type::Vector { count, scalable, .. } => {
            types.intern(Type::Vector { count, element: scalar, scalable })
        }
        _ => scalar,
    }
}

fn element(types: &TypeTable, vector: TypeId) -> TypeId {
    match types.get(vector) {
        Type::Vector { element, .. } => *element,
        _ => TypeTable::VOID,
    }
}

fn field(types: &TypeTable, aggregate: TypeId, indices: &[u32]) -> TypeId {
    indices.iter().fold(aggregate, |ty, &index| match types.resolve(ty) {
        Type::Struct { fields, .. } => fields.get(index as usize).copied().unwrap_or(TypeTable::VOID),
        Type::Array { element, .. } => *element,
        _ => TypeTable::VOID,
    })
}

fn gep_type(types: &mut TypeTable, gep: &GetElementPtr) -> TypeId {
    let shape =
        gep.indices.iter().map(|index| index.ty).find(|&ty| matches!(types.get(ty), Type::Vector { .. }));
    match shape {
        Some(shape) if !matches!(types.get(gep.base.ty), Type::Vector { .. }) => {
            like_vector(types, shape, gep.base.ty)
        }
        _ => gep.base.ty,
    }
}
