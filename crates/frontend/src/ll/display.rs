//! Types and names as LLVM writes them, for messages.

use super::ast::*;
use std::fmt::Write as _;

impl Module {
    /// A type as written in the text: `[4 x %struct.node]`. Nesting is limited by the reader.
    pub fn type_text(&self, ty: TypeId) -> String {
        let mut text = String::new();
        self.write_type(&mut text, ty);
        text
    }

    /// `%12` or `%name`.
    pub fn local_text(&self, name: LocalName) -> String {
        match name {
            LocalName::Number(number) => format!("%{number}"),
            LocalName::Name(symbol) => format!("%{}", self.name(symbol)),
        }
    }

    fn write_type(&self, text: &mut String, ty: TypeId) {
        // Writing to a string cannot fail.
        let _ = match self.types.get(ty) {
            Type::Int(width) => write!(text, "i{width}"),
            Type::Pointer { address_space: 0 } => write!(text, "ptr"),
            Type::Pointer { address_space } => write!(text, "ptr addrspace({address_space})"),
            Type::Array { count, element } => {
                let _ = write!(text, "[{count} x ");
                self.write_type(text, *element);
                write!(text, "]")
            }
            Type::Vector { count, element, scalable } => {
                let _ = write!(text, "<{}{count} x ", if *scalable { "vscale x " } else { "" });
                self.write_type(text, *element);
                write!(text, ">")
            }
            Type::Struct { fields, packed } => {
                let (open, close) = if *packed { ("<{ ", " }>") } else { ("{ ", " }") };
                text.push_str(open);
                self.write_types(text, fields);
                write!(text, "{close}")
            }
            Type::Named(id) => match self.types.named(*id) {
                Some(named) => write!(text, "%{}", self.name(named.name)),
                None => write!(text, "?"),
            },
            Type::Function { result, parameters, variadic } => {
                self.write_type(text, *result);
                text.push_str(" (");
                self.write_types(text, parameters);
                let comma = if parameters.is_empty() { "" } else { ", " };
                write!(text, "{}{})", if *variadic { comma } else { "" }, if *variadic { "..." } else { "" })
            }
            Type::Target(symbol) => write!(text, "{}", self.name(*symbol)),
            simple => write!(text, "{}", simple_name(simple)),
        };
    }

    fn write_types(&self, text: &mut String, types: &[TypeId]) {
        for (index, &ty) in types.iter().enumerate() {
            if index > 0 {
                text.push_str(", ");
            }
            self.write_type(text, ty);
        }
    }
}

/// The types that are one word.
fn simple_name(ty: &Type) -> &'static str {
    match ty {
        Type::Void => "void",
        Type::Half => "half",
        Type::BFloat => "bfloat",
        Type::Float => "float",
        Type::Double => "double",
        Type::X86Fp80 => "x86_fp80",
        Type::Fp128 => "fp128",
        Type::PpcFp128 => "ppc_fp128",
        Type::X86Mmx => "x86_mmx",
        Type::X86Amx => "x86_amx",
        Type::Label => "label",
        Type::Metadata => "metadata",
        Type::Token => "token",
        _ => "?",
    }
}
