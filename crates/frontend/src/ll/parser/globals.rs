//! Global variables, aliases, ifuncs, and the heads of functions.

use super::function::Body;
use super::{Parsed, Parser, keywords};
use crate::ll::ast::*;
use crate::ll::lexer::Token;

/// What stands between a global's name and its kind.
#[derive(Default)]
struct Prefix {
    linkage: Option<Linkage>,
    thread_local: bool,
    address_space: u32,
}

impl Parser<'_> {
    /// `@name = ...`
    pub(super) fn global(&mut self) -> Parsed<()> {
        let (position, line) = (self.position, self.line);
        let name = self.global_name()?;
        self.expect(b'=')?;
        let prefix = self.global_prefix()?;
        match self.token {
            Token::Word("global") => self.variable(name, prefix, false, position, line),
            Token::Word("constant") => self.variable(name, prefix, true, position, line),
            Token::Word("alias") => self.alias(name, prefix, position, line),
            Token::Word("ifunc") => self.ifunc(name, prefix, position, line),
            _ => self.expected("`global`, `constant`, `alias` or `ifunc`"),
        }
    }

    fn global_prefix(&mut self) -> Parsed<Prefix> {
        let mut prefix = Prefix::default();
        while let Token::Word(word) = self.token {
            if let Some(linkage) = keywords::linkage(word) {
                prefix.linkage = Some(linkage);
                self.advance();
                continue;
            }
            match word {
                "global" | "constant" | "alias" | "ifunc" => break,
                "thread_local" => {
                    prefix.thread_local = true;
                    self.advance();
                    if self.at(b'(') {
                        self.skip_group()?;
                    }
                }
                "addrspace" => prefix.address_space = self.address_space()?,
                // dso_local, hidden, unnamed_addr, externally_initialized, ...
                _ => self.advance(),
            }
        }
        Ok(prefix)
    }

    fn define_symbol(&mut self, name: Symbol, definition: Definition, position: usize) -> Parsed<()> {
        if self.module.definitions.insert(name, definition).is_some() {
            let message = format!("@{} is defined twice", self.module.name(name));
            return Err(self.error_at(position, message));
        }
        Ok(())
    }

    fn variable(
        &mut self,
        name: Symbol,
        prefix: Prefix,
        constant: bool,
        position: usize,
        line: u32,
    ) -> Parsed<()> {
        self.advance();
        let ty = self.ty()?;
        let declared = matches!(prefix.linkage, Some(Linkage::External | Linkage::ExternWeak));
        let begins_value = match self.token {
            Token::Punct(byte) => byte != b',',
            Token::Word(word) => keywords::begins_value(word),
            Token::Number(_) | Token::CString(_) => true,
            Token::Global(_) => self.line == self.previous_line,
            _ => false,
        };
        let initializer = if !declared && begins_value { Some(self.constant(ty)?) } else { None };
        let mut variable = GlobalVariable {
            name,
            linkage: prefix.linkage.unwrap_or_default(),
            thread_local: prefix.thread_local,
            constant,
            ty,
            initializer,
            align: None,
            address_space: prefix.address_space,
            debug: Vec::new(),
            line,
        };
        while self.eat(b',') {
            self.variable_suffix(&mut variable)?;
        }
        // Attribute groups of a variable stand after the last comma.
        while self.token == Token::AttributeGroup {
            self.advance();
        }
        self.define_symbol(name, Definition::Variable(self.module.globals.len()), position)?;
        self.module.globals.push(variable);
        Ok(())
    }

    fn variable_suffix(&mut self, variable: &mut GlobalVariable) -> Parsed<()> {
        match self.token {
            Token::Word("align") => {
                self.advance();
                variable.align = Some(self.unsigned()?);
            }
            Token::Word(_) => {
                self.advance();
                if matches!(self.token, Token::String(_)) {
                    self.advance();
                }
                if self.at(b'(') {
                    self.skip_group()?;
                }
            }
            Token::MetadataName(kind) => {
                self.advance();
                let node = self.metadata_reference()?;
                if kind == "dbg" {
                    variable.debug.extend(node);
                }
            }
            _ => return self.expected("a property of the variable"),
        }
        Ok(())
    }

    fn alias(&mut self, name: Symbol, prefix: Prefix, position: usize, line: u32) -> Parsed<()> {
        self.advance();
        let ty = self.ty()?;
        self.expect(b',')?;
        let aliasee = self.constant_operand()?;
        self.skip_partition()?;
        self.define_symbol(name, Definition::Alias(self.module.aliases.len()), position)?;
        let linkage = prefix.linkage.unwrap_or_default();
        self.module.aliases.push(Alias {
            name,
            linkage,
            thread_local: prefix.thread_local,
            ty,
            aliasee,
            line,
        });
        Ok(())
    }

    fn ifunc(&mut self, name: Symbol, prefix: Prefix, position: usize, line: u32) -> Parsed<()> {
        self.advance();
        let ty = self.ty()?;
        self.expect(b',')?;
        let resolver = self.constant_operand()?;
        self.skip_partition()?;
        self.define_symbol(name, Definition::Ifunc(self.module.ifuncs.len()), position)?;
        let linkage = prefix.linkage.unwrap_or_default();
        self.module.ifuncs.push(Ifunc { name, linkage, ty, resolver, line });
        Ok(())
    }

    /// `, partition "x"` and attachments of an alias or ifunc.
    fn skip_partition(&mut self) -> Parsed<()> {
        while self.eat(b',') {
            match self.token {
                Token::Word("partition") => {
                    self.advance();
                    self.string()?;
                }
                Token::MetadataName(_) => {
                    self.advance();
                    self.metadata_reference()?;
                }
                _ => return self.expected("`partition`"),
            }
        }
        Ok(())
    }

    pub(super) fn function_declaration(&mut self) -> Parsed<()> {
        self.body = Some(Body::default());
        let (function, position) = self.function_head(false)?;
        self.finish_function(function, position)
    }

    pub(super) fn function_definition(&mut self) -> Parsed<()> {
        self.body = Some(Body::default());
        let (function, position) = self.function_head(true)?;
        self.expect(b'{')?;
        if self.at(b'}') {
            return self.error("a function needs a block");
        }
        self.function_body()?;
        self.finish_function(function, position)
    }

    fn finish_function(&mut self, mut function: Function, position: usize) -> Parsed<()> {
        let body = self.body.take().unwrap_or_default();
        match body.finish() {
            Ok((locals, blocks)) => (function.locals, function.blocks) = (locals, blocks),
            Err((place, name)) => {
                let name = match name {
                    LocalName::Number(number) => number.to_string(),
                    LocalName::Name(symbol) => self.module.name(symbol).to_owned(),
                };
                return Err(self.error_at(place, format!("%{name} is never defined")));
            }
        }
        self.define_symbol(function.name, Definition::Function(self.module.functions.len()), position)?;
        self.module.functions.push(function);
        Ok(())
    }

    /// From `define`/`declare` up to the body.
    fn function_head(&mut self, is_definition: bool) -> Parsed<(Function, usize)> {
        let line = self.line;
        self.advance();
        let mut debug = None;
        while let Token::MetadataName(kind) = self.token {
            self.function_attachment(kind, &mut debug)?;
        }
        let linkage = self.function_prefix()?;
        let return_type = self.ty()?;
        let position = self.position;
        let name = self.global_name()?;
        let (parameters, variadic) = self.parameters()?;
        self.function_suffix(is_definition, &mut debug)?;
        let (locals, blocks) = (Vec::new(), Vec::new());
        let function =
            Function { name, linkage, return_type, parameters, variadic, locals, blocks, debug, line };
        Ok((function, position))
    }

    fn function_attachment(&mut self, kind: &str, debug: &mut Option<MetadataId>) -> Parsed<()> {
        self.advance();
        let node = self.metadata_reference()?;
        if kind == "dbg" {
            *debug = node;
        }
        Ok(())
    }

    /// Linkage, visibility, calling convention and attributes of the result.
    fn function_prefix(&mut self) -> Parsed<Linkage> {
        let mut linkage = Linkage::External;
        while !self.at_type() {
            if let Token::Word(word) = self.token
                && let Some(found) = keywords::linkage(word)
            {
                linkage = found;
                self.advance();
                continue;
            }
            self.skip_attribute()?;
        }
        Ok(linkage)
    }

    /// One attribute: `noundef`, `align 8`, `dereferenceable(8)`, `cc 10`, `"key"="value"`, `#0`.
    pub(super) fn skip_attribute(&mut self) -> Parsed<()> {
        match self.token {
            Token::Word(word) => {
                self.advance();
                match self.token {
                    Token::Number(_) if matches!(word, "align" | "alignstack" | "cc") => self.advance(),
                    Token::Punct(b'(') => self.skip_group()?,
                    Token::Punct(b'=') => {
                        self.advance();
                        self.advance();
                    }
                    _ => {}
                }
                Ok(())
            }
            Token::String(_) => {
                self.advance();
                if self.eat(b'=') {
                    self.string()?;
                }
                Ok(())
            }
            Token::AttributeGroup => {
                self.advance();
                Ok(())
            }
            _ => self.expected("an attribute or a type"),
        }
    }

    /// `(T attributes %name, ..., ...)`
    fn parameters(&mut self) -> Parsed<(Vec<Parameter>, bool)> {
        self.expect(b'(')?;
        let mut parameters = Vec::new();
        let mut variadic = false;
        while !self.at(b')') {
            if self.token == Token::Ellipsis {
                self.advance();
                variadic = true;
                break;
            }
            parameters.push(self.parameter()?);
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b')')?;
        Ok((parameters, variadic))
    }

    fn parameter(&mut self) -> Parsed<Parameter> {
        let ty = self.ty()?;
        let mut passing = Passing::Direct;
        while matches!(self.token, Token::Word(_) | Token::String(_)) {
            self.parameter_attribute(&mut passing)?;
        }
        let position = self.position;
        let name = match self.token {
            Token::Local(_) | Token::QuotedLocal(_) => Some(self.local_name()?),
            _ => None,
        };
        match self.body.as_mut().and_then(|body| body.define_local(name, ty)) {
            Some(local) => Ok(Parameter { local, ty, passing }),
            None => Err(self.error_at(position, "two parameters have the same name")),
        }
    }

    /// One attribute of a parameter or argument; remembers the ones that matter.
    pub(super) fn parameter_attribute(&mut self, passing: &mut Passing) -> Parsed<()> {
        let make = match self.token {
            Token::Word("byval") => Passing::ByValue,
            Token::Word("sret") => Passing::StructReturn,
            _ => return self.skip_attribute(),
        };
        self.advance();
        self.expect(b'(')?;
        *passing = make(self.ty()?);
        self.expect(b')')
    }

    /// What follows the parameters: attributes, section, comdat, personality, attachments.
    fn function_suffix(&mut self, is_definition: bool, debug: &mut Option<MetadataId>) -> Parsed<()> {
        loop {
            if !is_definition && self.line != self.previous_line {
                return Ok(());
            }
            match self.token {
                Token::MetadataName(kind) => self.function_attachment(kind, debug)?,
                Token::Word("personality" | "prefix" | "prologue") => {
                    self.advance();
                    self.constant_operand()?;
                }
                Token::Word("section" | "partition" | "gc") => {
                    self.advance();
                    self.string()?;
                }
                Token::Word(_) | Token::String(_) | Token::AttributeGroup => self.skip_attribute()?,
                _ => return Ok(()),
            }
        }
    }
}
