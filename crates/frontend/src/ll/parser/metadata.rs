//! Metadata definitions, references and in-place nodes.

use super::{Parsed, Parser};
use crate::ll::ast::*;
use crate::ll::lexer::Token;

impl<'a> Parser<'a> {
    /// `!7 = distinct !DIFoo(...)`, `!7 = !{...}`, or `!llvm.dbg.cu = !{!0}`
    pub(super) fn metadata_definition(&mut self) -> Parsed<()> {
        let token = self.token;
        self.advance();
        self.expect(b'=')?;
        match token {
            Token::MetadataNumber(number) => {
                let id = self.module.metadata.numbered(number);
                self.eat_word("distinct");
                let node = self.node()?;
                self.module.metadata.define(id, node);
            }
            Token::MetadataName(name) => {
                let nodes = self.tuple()?.into_iter().filter_map(|element| match element {
                    MetadataElement::Node(id) => Some(id),
                    _ => None,
                });
                let nodes = nodes.collect();
                let name = self.module.symbols.intern(name);
                self.module.metadata.named.push((name, nodes));
            }
            _ => return self.expected("metadata"),
        }
        Ok(())
    }

    /// A node's content: `!{...}` or `!DIFoo(...)`.
    fn node(&mut self) -> Parsed<MetadataNode> {
        match self.token {
            Token::Punct(b'!') => Ok(MetadataNode::Tuple(self.nested(Self::tuple)?)),
            Token::MetadataName(kind) => {
                self.advance();
                self.nested(|parser| parser.specialised(kind))
            }
            _ => self.expected("a metadata node"),
        }
    }

    /// `!{...}`
    fn tuple(&mut self) -> Parsed<Vec<MetadataElement>> {
        self.expect(b'!')?;
        self.expect(b'{')?;
        let mut elements = Vec::new();
        while !self.at(b'}') {
            elements.push(self.element()?);
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b'}')?;
        Ok(elements)
    }

    fn element(&mut self) -> Parsed<MetadataElement> {
        if self.eat_word("null") {
            return Ok(MetadataElement::Null);
        }
        Ok(match self.metadata_argument()? {
            MetadataArgument::Node(id) => MetadataElement::Node(id),
            MetadataArgument::String(symbol) => MetadataElement::String(symbol),
            MetadataArgument::Value(operand) => MetadataElement::Value(operand),
            MetadataArgument::Expression(_) | MetadataArgument::Other => MetadataElement::Other,
        })
    }

    /// Metadata as an operand: `!7`, `!"text"`, `ptr %x`, `!DIExpression(...)`, another node in place.
    pub(super) fn metadata_argument(&mut self) -> Parsed<MetadataArgument> {
        match self.token {
            Token::MetadataNumber(number) => {
                self.advance();
                Ok(MetadataArgument::Node(self.module.metadata.numbered(number)))
            }
            Token::MetadataName("DIExpression") => {
                self.advance();
                Ok(MetadataArgument::Expression(self.expression()?))
            }
            Token::MetadataName("DIArgList") => {
                self.advance();
                self.skip_group()?;
                Ok(MetadataArgument::Other)
            }
            Token::MetadataName(_) => {
                let node = self.node()?;
                Ok(MetadataArgument::Node(self.module.metadata.anonymous(node)))
            }
            Token::Punct(b'!') => self.bang(),
            _ => {
                let operand = self.nested(Self::operand)?;
                Ok(MetadataArgument::Value(Box::new(operand)))
            }
        }
    }

    /// `!"text"` or `!{...}`
    fn bang(&mut self) -> Parsed<MetadataArgument> {
        self.advance();
        match self.token {
            Token::String(raw) => {
                self.advance();
                Ok(MetadataArgument::String(self.intern(raw)))
            }
            Token::Punct(b'{') => {
                self.skip_group()?;
                Ok(MetadataArgument::Other)
            }
            _ => self.expected("metadata"),
        }
    }

    /// The node of an attachment; `None` for one in place that is not kept.
    pub(super) fn metadata_reference(&mut self) -> Parsed<Option<MetadataId>> {
        Ok(match self.metadata_argument()? {
            MetadataArgument::Node(id) => Some(id),
            _ => None,
        })
    }

    /// `(DW_OP_plus_uconst, 8)`
    fn expression(&mut self) -> Parsed<DebugExpression> {
        self.expect(b'(')?;
        let mut words = Vec::new();
        while let Token::Word(word) | Token::Number(word) = self.token {
            words.push(self.module.symbols.intern(word));
            self.advance();
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b')')?;
        Ok(DebugExpression { words })
    }

    /// `(key: value, ...)`: `read` takes the value of the keys that it wants; others are skipped.
    fn fields(&mut self, mut read: impl FnMut(&mut Self, &'a str) -> Parsed<()>) -> Parsed<()> {
        self.expect(b'(')?;
        while let Token::Word(key) = self.token {
            self.advance();
            self.expect(b':')?;
            read(self, key)?;
            self.skip_field()?;
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b')')
    }

    /// Skips what is left of a field, up to its `,` or the closing `)`.
    fn skip_field(&mut self) -> Parsed<()> {
        loop {
            match self.token {
                Token::Punct(b',' | b')') | Token::End => return Ok(()),
                Token::Punct(b'(' | b'[' | b'{') => self.skip_group()?,
                _ => self.advance(),
            }
        }
    }

    fn node_field(&mut self) -> Parsed<Option<MetadataId>> {
        match self.token {
            Token::MetadataNumber(number) => {
                self.advance();
                Ok(Some(self.module.metadata.numbered(number)))
            }
            Token::MetadataName(_) => self.metadata_reference(),
            _ => Ok(None),
        }
    }

    fn text_field(&mut self) -> Option<Symbol> {
        match self.token {
            Token::String(raw) => {
                self.advance();
                (!raw.is_empty()).then(|| self.intern(raw))
            }
            Token::Word(word) => {
                self.advance();
                (word != "null").then(|| self.module.symbols.intern(word))
            }
            _ => None,
        }
    }

    fn number_field<T: std::str::FromStr>(&mut self) -> Option<T> {
        match self.token {
            Token::Number(text) => {
                self.advance();
                text.parse().ok()
            }
            _ => None,
        }
    }

    /// `A | B`: hands each flag to `see`.
    fn flags_field(&mut self, mut see: impl FnMut(&str)) {
        while let Token::Word(flag) = self.token {
            see(flag);
            self.advance();
            if !self.eat(b'|') {
                break;
            }
        }
    }

    fn specialised(&mut self, kind: &str) -> Parsed<MetadataNode> {
        match kind {
            "DILocation" => self.location(),
            "DILocalVariable" => Ok(MetadataNode::LocalVariable(self.variable_node()?)),
            "DIGlobalVariable" => Ok(MetadataNode::GlobalVariable(self.variable_node()?)),
            "DIDerivedType" => self.derived_type(),
            "DICompositeType" => self.composite_type(),
            "DISubprogram" => self.subprogram(),
            "DILexicalBlock" | "DILexicalBlockFile" => self.lexical_block(),
            _ => self.small_node(kind),
        }
    }

    fn location(&mut self) -> Parsed<MetadataNode> {
        let mut location = DiLocation { line: 0, column: 0, scope: None, inlined_at: None };
        self.fields(|parser, key| {
            match key {
                "line" => location.line = parser.number_field().unwrap_or(0),
                "column" => location.column = parser.number_field().unwrap_or(0),
                "scope" => location.scope = parser.node_field()?,
                "inlinedAt" => location.inlined_at = parser.node_field()?,
                _ => {}
            }
            Ok(())
        })?;
        Ok(MetadataNode::Location(location))
    }

    fn variable_node(&mut self) -> Parsed<Box<DiVariable>> {
        let mut variable = DiVariable::default();
        self.fields(|parser, key| {
            match key {
                "name" => variable.name = parser.text_field(),
                "linkageName" => variable.linkage_name = parser.text_field(),
                "arg" => variable.argument = parser.number_field().unwrap_or(0),
                "scope" => variable.scope = parser.node_field()?,
                "file" => variable.file = parser.node_field()?,
                "line" => variable.line = parser.number_field().unwrap_or(0),
                "type" => variable.ty = parser.node_field()?,
                "flags" => parser.flags_field(|flag| variable.artificial |= flag == "DIFlagArtificial"),
                _ => {}
            }
            Ok(())
        })?;
        Ok(Box::new(variable))
    }

    fn derived_type(&mut self) -> Parsed<MetadataNode> {
        let mut ty = DiDerivedType::default();
        self.fields(|parser, key| {
            match key {
                "tag" => parser.flags_field(|tag| ty.tag = derived_tag(tag)),
                "name" => ty.name = parser.text_field(),
                "baseType" => ty.base = parser.node_field()?,
                "size" => ty.size = parser.number_field().unwrap_or(0),
                "offset" => ty.offset = parser.number_field().unwrap_or(0),
                "flags" => parser.flags_field(|flag| match flag {
                    "DIFlagStaticMember" => ty.is_static = true,
                    "DIFlagBitField" => ty.is_bit_field = true,
                    "DIFlagArtificial" => ty.artificial = true,
                    _ => {}
                }),
                _ => {}
            }
            Ok(())
        })?;
        Ok(MetadataNode::DerivedType(Box::new(ty)))
    }

    fn composite_type(&mut self) -> Parsed<MetadataNode> {
        let mut ty = DiCompositeType::default();
        self.fields(|parser, key| {
            match key {
                "tag" => parser.flags_field(|tag| ty.tag = composite_tag(tag)),
                "name" => ty.name = parser.text_field(),
                "identifier" => ty.identifier = parser.text_field(),
                "baseType" => ty.base = parser.node_field()?,
                "size" => ty.size = parser.number_field().unwrap_or(0),
                "elements" => ty.elements = parser.node_field()?,
                "scope" => ty.scope = parser.node_field()?,
                "flags" => parser.flags_field(|flag| match flag {
                    "DIFlagVector" => ty.is_vector = true,
                    "DIFlagFwdDecl" => ty.is_declaration = true,
                    _ => {}
                }),
                _ => {}
            }
            Ok(())
        })?;
        Ok(MetadataNode::CompositeType(Box::new(ty)))
    }

    fn subprogram(&mut self) -> Parsed<MetadataNode> {
        let mut subprogram = DiSubprogram::default();
        self.fields(|parser, key| {
            match key {
                "name" => subprogram.name = parser.text_field(),
                "linkageName" => subprogram.linkage_name = parser.text_field(),
                "scope" => subprogram.scope = parser.node_field()?,
                "file" => subprogram.file = parser.node_field()?,
                "line" => subprogram.line = parser.number_field().unwrap_or(0),
                "type" => subprogram.ty = parser.node_field()?,
                "declaration" => subprogram.declaration = parser.node_field()?,
                _ => {}
            }
            Ok(())
        })?;
        Ok(MetadataNode::Subprogram(Box::new(subprogram)))
    }

    fn lexical_block(&mut self) -> Parsed<MetadataNode> {
        let (mut scope, mut file, mut line, mut column) = (None, None, 0, 0);
        self.fields(|parser, key| {
            match key {
                "scope" => scope = parser.node_field()?,
                "file" => file = parser.node_field()?,
                "line" => line = parser.number_field().unwrap_or(0),
                "column" => column = parser.number_field().unwrap_or(0),
                _ => {}
            }
            Ok(())
        })?;
        Ok(MetadataNode::LexicalBlock { scope, file, line, column })
    }

    /// The kinds of which we want a few fields at most.
    fn small_node(&mut self, kind: &str) -> Parsed<MetadataNode> {
        let wanted = SMALL_KINDS.contains(&kind);
        if !wanted {
            if !self.at(b'(') {
                return self.expected("`(`");
            }
            self.skip_group()?;
            return Ok(MetadataNode::Other { kind: self.module.symbols.intern(kind) });
        }
        let mut small = SmallNode::default();
        self.fields(|parser, key| small.read(parser, key))?;
        Ok(small.build(kind))
    }
}

const SMALL_KINDS: [&str; 10] = [
    "DIFile",
    "DICompileUnit",
    "DINamespace",
    "DIGlobalVariableExpression",
    "DILabel",
    "DIBasicType",
    "DISubroutineType",
    "DISubrange",
    "DIEnumerator",
    "DIStringType",
];

/// The fields of the small kinds, together; no key means different things in two of them.
#[derive(Default)]
struct SmallNode {
    name: Option<Symbol>,
    filename: Option<Symbol>,
    directory: Option<Symbol>,
    language: Option<Symbol>,
    producer: Option<Symbol>,
    encoding: Option<Symbol>,
    scope: Option<MetadataId>,
    file: Option<MetadataId>,
    variable: Option<MetadataId>,
    types: Option<MetadataId>,
    line: u32,
    size: u64,
    count: Option<i64>,
    lower_bound: Option<i64>,
    upper_bound: Option<i64>,
    value: i128,
}

impl SmallNode {
    fn read(&mut self, parser: &mut Parser<'_>, key: &str) -> Parsed<()> {
        match key {
            "name" => self.name = parser.text_field(),
            "filename" => self.filename = parser.text_field(),
            "directory" => self.directory = parser.text_field(),
            "language" => self.language = parser.text_field(),
            "producer" => self.producer = parser.text_field(),
            "encoding" => self.encoding = parser.text_field(),
            "scope" => self.scope = parser.node_field()?,
            "file" => self.file = parser.node_field()?,
            "var" => self.variable = parser.node_field()?,
            "types" => self.types = parser.node_field()?,
            "line" => self.line = parser.number_field().unwrap_or(0),
            "size" => self.size = parser.number_field().unwrap_or(0),
            "count" => self.count = parser.number_field(),
            "lowerBound" => self.lower_bound = parser.number_field(),
            "upperBound" => self.upper_bound = parser.number_field(),
            "value" => self.value = parser.number_field().unwrap_or(0),
            _ => {}
        }
        Ok(())
    }

    fn build(self, kind: &str) -> MetadataNode {
        match kind {
            "DIFile" => MetadataNode::File { filename: self.filename, directory: self.directory },
            "DICompileUnit" => MetadataNode::CompileUnit {
                file: self.file,
                language: self.language,
                producer: self.producer,
            },
            "DINamespace" => MetadataNode::Namespace { name: self.name, scope: self.scope },
            "DIGlobalVariableExpression" => {
                MetadataNode::GlobalVariableExpression { variable: self.variable }
            }
            "DILabel" => MetadataNode::Label { name: self.name, file: self.file, line: self.line },
            "DISubroutineType" => MetadataNode::SubroutineType { types: self.types },
            "DISubrange" => MetadataNode::Subrange {
                count: self.count,
                lower_bound: self.lower_bound,
                upper_bound: self.upper_bound,
            },
            "DIEnumerator" => MetadataNode::Enumerator { name: self.name, value: self.value },
            _ => MetadataNode::BasicType { name: self.name, size: self.size, encoding: self.encoding },
        }
    }
}

fn derived_tag(tag: &str) -> DerivedTag {
    match tag {
        "DW_TAG_pointer_type" => DerivedTag::Pointer,
        "DW_TAG_reference_type" | "DW_TAG_rvalue_reference_type" => DerivedTag::Reference,
        "DW_TAG_ptr_to_member_type" => DerivedTag::PointerToMember,
        "DW_TAG_typedef" | "DW_TAG_template_alias" => DerivedTag::Typedef,
        "DW_TAG_const_type" => DerivedTag::Const,
        "DW_TAG_volatile_type" => DerivedTag::Volatile,
        "DW_TAG_restrict_type" => DerivedTag::Restrict,
        "DW_TAG_atomic_type" => DerivedTag::Atomic,
        "DW_TAG_member" => DerivedTag::Member,
        "DW_TAG_inheritance" => DerivedTag::Inheritance,
        _ => DerivedTag::Other,
    }
}

fn composite_tag(tag: &str) -> CompositeTag {
    match tag {
        "DW_TAG_structure_type" => CompositeTag::Struct,
        "DW_TAG_class_type" => CompositeTag::Class,
        "DW_TAG_union_type" => CompositeTag::Union,
        "DW_TAG_enumeration_type" => CompositeTag::Enum,
        "DW_TAG_array_type" => CompositeTag::Array,
        _ => CompositeTag::Other,
    }
}
