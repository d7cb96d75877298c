//! Tokens to a [`Specification`], by recursive descent.
//!
//! ```text
//! file      = object*
//! object    = "object" NAME (":" NAME)? "{" item* "}"
//! item      = method | state | commute | rule
//! method    = "method" NAME "(" NAME,* ")" ("->" NAME)? ("=" cfunction,+)? ";"
//! cfunction = NAME "(" ("this" | NAME | "_"),* ")"
//! state     = "state" NAME "(" NAME,* ")" ";"
//! commute   = "commute" pattern "," pattern ("always" | "never" | "when" formula) ";"
//! pattern   = NAME ("(" (NAME | "_"),* ")")? ("->" NAME)?
//! rule      = "order" NAME "before" NAME "otherwise" TEXT ";"
//!           | "race" NAME "," NAME "otherwise" TEXT ";"
//! formula   = the expressions of C over the names of the two patterns, numbers, true, false, nil, and
//!             STATE "(" ("s1" | "s2") ("," formula)* ")"
//! ```

use crate::ast::*;
use crate::error::{Place, SpecError};
use crate::lexer::{Token, tokens};

/// Nesting of parentheses and operators in a formula; deeper is an error, not an exhausted stack.
const MAX_DEPTH: u32 = 200;

impl Specification {
    /// Reads a specification; `file_name` is for messages only.
    pub fn parse(text: &str, file_name: &str) -> Result<Specification, SpecError> {
        let mut parser = Parser { tokens: tokens(text, file_name)?, at: 0, file: file_name };
        let mut specification = Specification { objects: Vec::new(), file: file_name.into() };
        while *parser.peek() != Token::End {
            let object = parser.object()?;
            if specification.object(&object.name).is_some() {
                let message = format!("object `{}` is specified twice", object.name);
                return Err(SpecError::at(file_name, object.place, message));
            }
            specification.objects.push(object);
        }
        specification.check_functions()?;
        Ok(specification)
    }

    /// A C function is a call of one method only.
    fn check_functions(&self) -> Result<(), SpecError> {
        let mut seen: Vec<&str> = Vec::new();
        for method in self.objects.iter().flat_map(|object| &object.methods) {
            for function in &method.functions {
                if seen.contains(&function.name.as_str()) {
                    let message = format!("function `{}` is bound to two methods", function.name);
                    return Err(SpecError::at(&self.file, method.place, message));
                }
                seen.push(&function.name);
            }
        }
        Ok(())
    }
}

struct Parser<'a> {
    tokens: Vec<(Token, Place)>,
    at: usize,
    file: &'a str,
}

/// Names of one call in a `commute` item.
struct Pattern {
    method: u32,
    arguments: Vec<String>,
    result: Option<String>,
}

impl Parser<'_> {
    fn peek(&self) -> &Token {
        self.tokens.get(self.at).map_or(&Token::End, |(token, _)| token)
    }

    fn place(&self) -> Place {
        self.tokens.get(self.at).or(self.tokens.last()).map_or_else(Place::default, |(_, place)| *place)
    }

    fn next(&mut self) -> Token {
        let token = self.peek().clone();
        self.at += 1;
        token
    }

    fn error<T>(&self, message: impl Into<String>) -> Result<T, SpecError> {
        Err(SpecError::at(self.file, self.place(), message))
    }

    fn error_at<T>(&self, place: Place, message: impl Into<String>) -> Result<T, SpecError> {
        Err(SpecError::at(self.file, place, message))
    }

    fn accept(&mut self, symbol: &str) -> bool {
        let found = matches!(self.peek(), Token::Symbol(here) if *here == symbol);
        self.at += usize::from(found);
        found
    }

    fn accept_word(&mut self, word: &str) -> bool {
        let found = matches!(self.peek(), Token::Word(here) if here == word);
        self.at += usize::from(found);
        found
    }

    fn expect(&mut self, symbol: &str) -> Result<(), SpecError> {
        if self.accept(symbol) {
            return Ok(());
        }
        self.error(format!("expected `{symbol}`, found {}", describe(self.peek())))
    }

    fn expect_word(&mut self, word: &str) -> Result<(), SpecError> {
        if self.accept_word(word) {
            return Ok(());
        }
        self.error(format!("expected `{word}`, found {}", describe(self.peek())))
    }

    fn name(&mut self, what: &str) -> Result<String, SpecError> {
        match self.peek() {
            Token::Word(word) => {
                let word = word.clone();
                self.at += 1;
                Ok(word)
            }
            other => self.error(format!("expected {what}, found {}", describe(other))),
        }
    }

    fn object(&mut self) -> Result<Object, SpecError> {
        self.expect_word("object")?;
        let place = self.place();
        let name = self.name("the name of an object")?;
        let reference =
            if self.accept(":") { self.name("the name of an abstract type")? } else { name.clone() };
        let mut object = Object {
            name,
            reference,
            methods: Vec::new(),
            state_functions: Vec::new(),
            conditions: Vec::new(),
            rules: Vec::new(),
            place,
        };
        self.expect("{")?;
        while !self.accept("}") {
            self.item(&mut object)?;
        }
        Ok(object)
    }

    fn item(&mut self, object: &mut Object) -> Result<(), SpecError> {
        let place = self.place();
        match self.name("`method`, `state`, `commute`, `order`, `race` or `}`")?.as_str() {
            "method" => self.method(object, place)?,
            "state" => self.state_function(object)?,
            "commute" => self.condition(object, place)?,
            "order" => {
                let first = self.method_name(object)?;
                self.expect_word("before")?;
                self.rule(object, RuleKind::Order, first, place)?;
            }
            "race" => {
                let first = self.method_name(object)?;
                self.expect(",")?;
                self.rule(object, RuleKind::Race, first, place)?;
            }
            other => {
                let message =
                    format!("expected `method`, `state`, `commute`, `order` or `race`, found `{other}`");
                return self.error_at(place, message);
            }
        }
        self.expect(";")
    }

    fn method(&mut self, object: &mut Object, place: Place) -> Result<(), SpecError> {
        let name = self.name("the name of a method")?;
        if object.method(&name).is_some() {
            return self.error_at(place, format!("method `{name}` is declared twice"));
        }
        let parameters = self.names()?;
        let result = if self.accept("->") { Some(self.name("the name of the result")?) } else { None };
        let mut functions = Vec::new();
        if self.accept("=") {
            functions.push(self.c_function(&parameters)?);
            while self.accept(",") {
                functions.push(self.c_function(&parameters)?);
            }
        }
        object.methods.push(Method { name, parameters, result, functions, place });
        Ok(())
    }

    /// `(a, b)`
    fn names(&mut self) -> Result<Vec<String>, SpecError> {
        self.expect("(")?;
        let mut names: Vec<String> = Vec::new();
        while !self.accept(")") {
            if !names.is_empty() {
                self.expect(",")?;
            }
            let place = self.place();
            let name = self.name("a name")?;
            if name != "_" && names.contains(&name) {
                return self.error_at(place, format!("`{name}` is there twice"));
            }
            names.push(name);
        }
        Ok(names)
    }

    fn c_function(&mut self, parameters: &[String]) -> Result<CFunction, SpecError> {
        let place = self.place();
        let name = self.name("the name of a C function")?;
        let mut arguments = Vec::new();
        for argument in self.names()? {
            arguments.push(match (argument.as_str(), parameters.iter().position(|name| *name == argument)) {
                ("this", _) => CArgument::This,
                ("_", _) => CArgument::Ignored,
                (_, Some(index)) => CArgument::Parameter(index as u32),
                (other, None) => {
                    return self.error_at(place, format!("`{other}` is no parameter of the method"));
                }
            });
        }
        let bound = |index: usize| arguments.contains(&CArgument::Parameter(index as u32));
        if let Some(missing) = (0..parameters.len()).find(|index| !bound(*index)) {
            let message = format!("`{name}` does not say which argument is `{}`", parameters[missing]);
            return self.error_at(place, message);
        }
        Ok(CFunction { name, arguments })
    }

    fn state_function(&mut self, object: &mut Object) -> Result<(), SpecError> {
        let place = self.place();
        let name = self.name("the name of a function of the state")?;
        if object.state_functions.iter().any(|function| function.name == name) {
            return self.error_at(place, format!("state function `{name}` is declared twice"));
        }
        let arity = self.names()?.len() as u32;
        object.state_functions.push(StateFunction { name, arity });
        Ok(())
    }

    fn method_name(&mut self, object: &Object) -> Result<u32, SpecError> {
        let place = self.place();
        let name = self.name("the name of a method")?;
        match object.method(&name) {
            Some(index) => Ok(index),
            None => self.error_at(place, format!("object `{}` has no method `{name}`", object.name)),
        }
    }

    fn rule(
        &mut self,
        object: &mut Object,
        kind: RuleKind,
        first: u32,
        place: Place,
    ) -> Result<(), SpecError> {
        let second = self.method_name(object)?;
        self.expect_word("otherwise")?;
        let message = match self.next() {
            Token::Text(text) => text,
            other => {
                self.at -= 1;
                return self.error(format!("expected a text in quotes, found {}", describe(&other)));
            }
        };
        object.rules.push(Rule { kind, methods: [first, second], message, place });
        Ok(())
    }

    fn condition(&mut self, object: &mut Object, place: Place) -> Result<(), SpecError> {
        let first = self.pattern(object)?;
        self.expect(",")?;
        let second = self.pattern(object)?;
        let methods = [first.method, second.method];
        if object.condition(methods[0], methods[1]).is_some() {
            let name = |index: u32| object.methods[index as usize].name.as_str();
            let message =
                format!("`{}` and `{}` have a condition already", name(methods[0]), name(methods[1]));
            return self.error_at(place, message);
        }
        let formula = if self.accept_word("always") {
            Expr::Number(1)
        } else if self.accept_word("never") {
            Expr::Number(0)
        } else {
            self.expect_word("when")?;
            Formula { patterns: [&first, &second], object, depth: 0 }.binary(self, 1)?
        };
        if methods[0] == methods[1] && !formula.seems_symmetric() {
            let message = "the condition for two calls of one method must not change when they are exchanged";
            return self.error_at(place, message);
        }
        object.conditions.push(Condition { methods, formula, place });
        Ok(())
    }

    fn pattern(&mut self, object: &Object) -> Result<Pattern, SpecError> {
        let place = self.place();
        let method = self.method_name(object)?;
        let declared = &object.methods[method as usize];
        let has_arguments = matches!(self.peek(), Token::Symbol("("));
        let arguments =
            if has_arguments { self.names()? } else { vec!["_".into(); declared.parameters.len()] };
        if arguments.len() != declared.parameters.len() {
            let (wanted, found) = (declared.parameters.len(), arguments.len());
            return self
                .error_at(place, format!("`{}` takes {wanted} arguments, not {found}", declared.name));
        }
        let result = if self.accept("->") { Some(self.name("the name of the result")?) } else { None };
        if result.is_some() && declared.result.is_none() {
            return self.error_at(place, format!("`{}` has no result", declared.name));
        }
        Ok(Pattern { method, arguments, result })
    }
}

struct Formula<'a> {
    patterns: [&'a Pattern; 2],
    object: &'a Object,
    depth: u32,
}

impl Formula<'_> {
    fn binary(&mut self, parser: &mut Parser, level: u8) -> Result<Expr, SpecError> {
        if level > 5 {
            return self.unary(parser);
        }
        let mut left = self.binary(parser, level + 1)?;
        let mut length = 0;
        while let Some(operator) = operator(parser.peek()).filter(|operator| operator.level() == level) {
            length += 1;
            if length > MAX_DEPTH {
                return parser.error("this formula is too long");
            }
            parser.at += 1;
            let right = self.binary(parser, level + 1)?;
            left = Expr::Binary(operator, Box::new(left), Box::new(right));
        }
        Ok(left)
    }

    fn unary(&mut self, parser: &mut Parser) -> Result<Expr, SpecError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return parser.error("this formula is nested too deeply");
        }
        let result = if parser.accept("!") {
            self.unary(parser).map(|inner| Expr::Not(Box::new(inner)))
        } else if parser.accept("-") {
            self.unary(parser).map(|inner| Expr::Negate(Box::new(inner)))
        } else {
            self.primary(parser)
        };
        self.depth -= 1;
        result
    }

    fn primary(&mut self, parser: &mut Parser) -> Result<Expr, SpecError> {
        let place = parser.place();
        match parser.next() {
            Token::Number(number) => Ok(Expr::Number(number)),
            Token::Symbol("(") => {
                let inner = self.binary(parser, 1)?;
                parser.expect(")")?;
                Ok(inner)
            }
            Token::Word(word) => match word.as_str() {
                "true" => Ok(Expr::Number(1)),
                "false" | "nil" => Ok(Expr::Number(0)),
                word => self.named(parser, word, place),
            },
            other => {
                parser.at -= 1;
                parser.error(format!("expected a value, found {}", describe(&other)))
            }
        }
    }

    fn named(&mut self, parser: &mut Parser, word: &str, place: Place) -> Result<Expr, SpecError> {
        if parser.accept("(") {
            return self.state(parser, word, place);
        }
        for (pattern, side) in self.patterns.into_iter().zip([Side::First, Side::Second]) {
            if let Some(index) = pattern.arguments.iter().position(|name| name == word && name != "_") {
                return Ok(Expr::Argument(side, index as u32));
            }
            if pattern.result.as_deref() == Some(word) {
                return Ok(Expr::Result(side));
            }
        }
        parser.error_at(place, format!("`{word}` is no argument or result of the two calls"))
    }

    fn state(&mut self, parser: &mut Parser, word: &str, place: Place) -> Result<Expr, SpecError> {
        let functions = &self.object.state_functions;
        let Some(function) = functions.iter().position(|function| function.name == word) else {
            return parser.error_at(place, format!("`{word}` is not declared as a function of the state"));
        };
        let side = match parser.next() {
            Token::Word(word) if word == "s1" => Side::First,
            Token::Word(word) if word == "s2" => Side::Second,
            other => {
                parser.at -= 1;
                return parser.error(format!("expected the state `s1` or `s2`, found {}", describe(&other)));
            }
        };
        let mut arguments = Vec::new();
        while parser.accept(",") {
            arguments.push(self.binary(parser, 1)?);
        }
        parser.expect(")")?;
        let wanted = functions[function].arity as usize;
        if arguments.len() != wanted {
            let found = arguments.len();
            return parser.error_at(
                place,
                format!("`{word}` takes {wanted} arguments besides the state, not {found}"),
            );
        }
        Ok(Expr::State { function: function as u32, side, arguments })
    }
}

fn operator(token: &Token) -> Option<Operator> {
    use Operator::*;
    let Token::Symbol(symbol) = token else { return None };
    let all = [
        Or,
        And,
        Equal,
        NotEqual,
        Less,
        LessOrEqual,
        Greater,
        GreaterOrEqual,
        Add,
        Subtract,
        Multiply,
        Divide,
        Remainder,
    ];
    all.into_iter().find(|operator| operator.symbol() == *symbol)
}

fn describe(token: &Token) -> String {
    match token {
        Token::Word(word) => format!("`{word}`"),
        Token::Number(number) => format!("`{number}`"),
        Token::Text(text) => format!("\"{text}\""),
        Token::Symbol(symbol) => format!("`{symbol}`"),
        Token::End => "the end of the file".into(),
    }
}
