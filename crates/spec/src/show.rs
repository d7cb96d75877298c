//! A specification as text again, in the form that [`Specification::parse`] reads.

use crate::ast::*;
use std::fmt::{self, Display, Formatter};

impl Display for Specification {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (index, object) in self.objects.iter().enumerate() {
            if index > 0 {
                writeln!(f)?;
            }
            write!(f, "{object}")?;
        }
        Ok(())
    }
}

impl Display for Object {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "object {}", self.name)?;
        if self.reference != self.name {
            write!(f, " : {}", self.reference)?;
        }
        writeln!(f, " {{")?;
        for function in &self.state_functions {
            let parameters: Vec<String> = (1..=function.arity).map(|index| format!("a{index}")).collect();
            writeln!(f, "    state {}({});", function.name, parameters.join(", "))?;
        }
        for method in &self.methods {
            writeln!(f, "    {method};")?;
        }
        for condition in &self.conditions {
            writeln!(f, "    {};", self.condition_text(condition))?;
        }
        for rule in &self.rules {
            let [first, second] = rule.methods.map(|index| self.method_text(index));
            match rule.kind {
                RuleKind::Order => write!(f, "    order {first} before {second}")?,
                RuleKind::Race => write!(f, "    race {first}, {second}")?,
            }
            writeln!(f, " otherwise \"{}\";", rule.message)?;
        }
        writeln!(f, "}}")
    }
}

impl Display for Method {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "method {}({})", self.name, self.parameters.join(", "))?;
        if let Some(result) = &self.result {
            write!(f, " -> {result}")?;
        }
        for (index, function) in self.functions.iter().enumerate() {
            let argument = |argument: &CArgument| match argument {
                CArgument::This => "this",
                CArgument::Ignored => "_",
                CArgument::Parameter(index) => {
                    self.parameters.get(*index as usize).map_or("_", String::as_str)
                }
            };
            let arguments: Vec<&str> = function.arguments.iter().map(argument).collect();
            let separator = if index == 0 { " = " } else { ", " };
            write!(f, "{separator}{}({})", function.name, arguments.join(", "))?;
        }
        Ok(())
    }
}

impl Object {
    fn method_text(&self, index: u32) -> &str {
        self.methods.get(index as usize).map_or("?", |method| method.name.as_str())
    }

    /// The `commute` item of a condition.
    pub fn condition_text(&self, condition: &Condition) -> String {
        let pattern = |side: Side| {
            let number = side.index() + 1;
            let Some(method) = self.methods.get(condition.methods[side.index()] as usize) else {
                return String::new();
            };
            let arguments: Vec<String> =
                method.parameters.iter().map(|name| format!("{name}{number}")).collect();
            let result = method.result.as_ref().map(|name| format!(" -> {name}{number}"));
            format!("{}({}){}", method.name, arguments.join(", "), result.unwrap_or_default())
        };
        let when = match &condition.formula {
            Expr::Number(0) => "never".into(),
            Expr::Number(1) => "always".into(),
            formula => format!("when {}", self.formula_text(condition, formula, 0)),
        };
        format!("commute {}, {} {when}", pattern(Side::First), pattern(Side::Second))
    }

    fn formula_text(&self, condition: &Condition, expr: &Expr, outer: u8) -> String {
        let method = |side: Side| self.methods.get(condition.methods[side.index()] as usize);
        let number = |side: Side| side.index() + 1;
        match expr {
            Expr::Number(number) => number.to_string(),
            Expr::Argument(side, index) => {
                let name = method(*side).and_then(|method| method.parameters.get(*index as usize));
                format!("{}{}", name.map_or("?", String::as_str), number(*side))
            }
            Expr::Result(side) => {
                let name = method(*side).and_then(|method| method.result.as_deref());
                format!("{}{}", name.unwrap_or("?"), number(*side))
            }
            Expr::State { function, side, arguments } => {
                let name = self.state_functions.get(*function as usize).map_or("?", |f| f.name.as_str());
                let arguments: String = arguments
                    .iter()
                    .map(|argument| format!(", {}", self.formula_text(condition, argument, 0)))
                    .collect();
                format!("{name}(s{}{arguments})", number(*side))
            }
            Expr::Not(inner) => format!("!{}", self.formula_text(condition, inner, 6)),
            Expr::Negate(inner) => format!("-{}", self.formula_text(condition, inner, 6)),
            Expr::Binary(operator, left, right) => {
                let level = operator.level();
                let text = format!(
                    "{} {} {}",
                    self.formula_text(condition, left, level),
                    operator.symbol(),
                    self.formula_text(condition, right, level + 1)
                );
                if level < outer { format!("({text})") } else { text }
            }
        }
    }
}
