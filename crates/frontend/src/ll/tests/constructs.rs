//! One construct at a time.

use super::*;

fn constant(text: &str) -> Constant {
    let module = read(&format!("@g = global {text}\n"));
    module.globals[0].initializer.clone().expect("an initializer")
}

#[test]
fn integers_are_truncated_to_their_width() {
    assert_eq!(constant("i32 -1"), Constant::Int(0xffff_ffff));
    assert_eq!(constant("i8 255"), Constant::Int(255));
    assert_eq!(constant("i1 true"), Constant::Int(1));
    assert_eq!(constant("i128 -1"), Constant::Int(u128::MAX));
    assert_eq!(constant("i16 u0xBEEF"), Constant::Int(0xbeef));
    assert_eq!(constant("i16 s0xF"), Constant::Int(0xffff));
    assert_eq!(constant("i256 -1"), Constant::BigInt("-1".into()));
    assert_eq!(
        constant("i256 999999999999999999999999999999999999999999"),
        Constant::BigInt("999999999999999999999999999999999999999999".into())
    );
    assert!(error("@g = global i32 1.5\n").contains("malformed number"));
}

fn float(text: &str) -> f64 {
    match constant(text) {
        Constant::Float(float) => float.to_f64(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn floats_of_every_format() {
    assert_eq!(float("double 1.500000e+00"), 1.5);
    assert_eq!(float("double -2.5e-3"), -2.5e-3);
    assert_eq!(float("float 0x3FB99999A0000000"), f64::from(0.1f32));
    assert_eq!(float("double 0x7FF0000000000000"), f64::INFINITY);
    assert_eq!(float("half 0xH3E00"), 1.5);
    assert_eq!(float("half 0xH0001"), f64::powi(2.0, -24));
    assert_eq!(float("bfloat 0xR3FC0"), 1.5);
    assert_eq!(float("x86_fp80 0xK3FFFC000000000000000"), 1.5);
    assert_eq!(float("x86_fp80 0xKBFFF8000000000000000"), -1.0);
    assert_eq!(float("fp128 0xL00000000000000003FFF800000000000"), 1.5);
    assert_eq!(float("x86_fp80 0xK00000000000000000000"), 0.0);
}

#[test]
fn strings_and_aggregates() {
    assert_eq!(constant("[5 x i8] c\"a\\00\\\\\\22\\0A\""), Constant::Bytes((*b"a\0\\\"\n").into()));
    let Constant::Aggregate(fields) = constant("<{ i8, [2 x i16] }> <{ i8 1, [2 x i16] [i16 2, i16 3] }>")
    else {
        panic!()
    };
    assert_eq!(fields.len(), 2);
    let Constant::Aggregate(lanes) = constant("<2 x i32> <i32 7, i32 8>") else { panic!() };
    assert_eq!(lanes[1].value, Value::Constant(Constant::Int(8)));
    assert!(matches!(constant("<4 x i32> splat (i32 3)"), Constant::Splat(_)));
    assert_eq!(constant("{} {}"), Constant::Aggregate([].into()));
}

#[test]
fn constant_expressions() {
    use ConstantExpression::*;
    let expression = |text: &str| match constant(text) {
        Constant::Expression(expression) => *expression,
        other => panic!("{other:?}"),
    };
    let GetElementPtr(gep) =
        expression("ptr getelementptr inbounds ([4 x i32], ptr @h, inrange i32 0, i64 2)")
    else {
        panic!()
    };
    assert!(gep.inbounds && gep.indices.len() == 2);
    assert!(matches!(expression("ptr getelementptr inrange(-8, 8) (i8, ptr @h, i64 2)"), GetElementPtr(_)));
    assert!(matches!(expression("i64 ptrtoint (ptr @h to i64)"), Cast { op: CastOp::PtrToInt, .. }));
    assert!(matches!(expression("i64 sub nuw (i64 1, i64 2)"), Binary { op: BinaryOp::Sub, .. }));
    assert!(matches!(expression("i1 icmp eq (ptr @h, ptr null)"), IntCompare { .. }));
    assert!(matches!(expression("i32 select (i1 true, i32 1, i32 2)"), Select { .. }));
    let module = read("@g = global i1 icmp ne (ptr @g, ptr null)\n@i = global ptr no_cfi @g\n");
    assert_eq!(module.globals.len(), 2);
}

#[test]
fn unusual_instructions_are_understood() {
    for line in [
        "%x = fneg fast double %d",
        "%x = fcmp nnan olt double %d, 1.0",
        "%x = icmp samesign ult i32 %i, 4",
        "%x = or disjoint i32 %i, 1",
        "%x = zext nneg i32 %i to i64",
        "%x = trunc nuw nsw i32 %i to i8",
        "%x = freeze i32 %i",
        "%x = select i1 true, i32 %i, i32 0",
        "%x = extractelement <4 x i32> %v, i64 1",
        "%x = insertelement <4 x i32> %v, i32 %i, i64 1",
        "%x = shufflevector <4 x i32> %v, <4 x i32> poison, <2 x i32> <i32 0, i32 1>",
        "%x = insertvalue { i32, i1 } %s, i32 %i, 0, !dbg !1",
        "%x = alloca i32, i64 8, align 16, addrspace(0)",
        "%x = alloca inalloca i32",
        "%x = load atomic volatile i32, ptr %p syncscope(\"agent\") acquire, align 4, !tbaa !1, !dbg !2",
        "fence syncscope(\"singlethread\") acq_rel",
        "%x = atomicrmw volatile umax ptr %p, i32 %i syncscope(\"singlethread\") monotonic",
        "%x = va_arg ptr %p, i32",
        "%x = tail call fastcc noundef nonnull align 8 dereferenceable(4) ptr %p(i32 signext align 4 %i) nounwind memory(none) #1",
        "%x = musttail call i32 (ptr, ...) @f(ptr %p, ...)",
        "call void @f(ptr noundef byval(i32) align 4 %p) [ \"deopt\"(i32 1, ptr %p), \"funclet\"(token none) ], !dbg !1",
        "call cc 10 void @f(metadata !\"round.dynamic\", metadata !1, metadata i32 %i)",
        "%x = call i32 asm \"movl $1, $0\", \"=r,r\"(i32 %i) #1, !srcloc !2",
        "#dbg_value(i32 %i, !1, !DIExpression(DW_OP_plus_uconst, 8, DW_OP_stack_value), !2)",
        "#dbg_value(!DIArgList(i32 %i, ptr %p), !1, !DIExpression(), !2)",
        "#dbg_assign(i32 %i, !1, !DIExpression(), !3, ptr %p, !DIExpression(), !2)",
        "#dbg_label(!1, !2)",
        "%x = getelementptr inbounds i32, ptr %p, <2 x i64> <i64 0, i64 1>",
        "%x = cleanuppad within none []",
    ] {
        let module = read_line(line);
        assert_eq!(module.unknown_instructions().count(), 0, "{line}");
        assert_eq!(module.functions[0].blocks.len(), 1, "{line}");
        assert_eq!(module.functions[0].blocks[0].instructions.len(), 2, "{line}");
    }
}

#[test]
fn unknown_instructions_keep_their_text_and_result() {
    for line in [
        "%x = frob i32 %i",
        "%x = load i32, ptr %p shiny",
        "%x = add i32 %i",
        "frob [ 1 ]",
        "%x = atomicrmw zap ptr %p, i32 1 monotonic",
    ] {
        let module = read_line(line);
        let instruction = &module.functions[0].blocks[0].instructions[0];
        assert_eq!(instruction.op, Op::Unknown { text: line.into() });
        assert_eq!(instruction.line, 2);
        assert_eq!(instruction.result.is_some(), line.starts_with('%'), "{line}");
    }
}

#[test]
fn a_block_may_end_in_an_unknown_instruction() {
    let module = read("define void @f() {\n  zap label %a, [\n    i32 1 ]\na:\n  ret void\n}\n");
    let blocks = &module.functions[0].blocks;
    assert_eq!(blocks.len(), 2);
    assert!(matches!(blocks[0].terminator().unwrap().op, Op::Unknown { .. }));
}

#[test]
fn implicit_numbers() {
    let module = read("define i32 @f(i32, i32) {\n  add i32 %0, %1\n  br label %4\n  ret i32 %3\n}\n");
    let function = &module.functions[0];
    let names: Vec<_> = function.blocks.iter().map(|block| block.name).collect();
    assert_eq!(names, [LocalName::Number(2), LocalName::Number(4)]);
    assert_eq!(function.blocks[0].instructions[0].result, Some(LocalId(2)));
    assert_eq!(function.locals[2].name, LocalName::Number(3));
}

#[test]
fn blocks_are_in_textual_order_and_uses_follow() {
    let module = read(
        "define void @f(i1 %c) {\n  br i1 %c, label %z, label %a\na:\n  ret void\nz:\n  br label %a\n}\n",
    );
    let blocks = &module.functions[0].blocks;
    assert!(matches!(
        blocks[0].instructions[0].op,
        Op::CondBr { if_true: BlockId(2), if_false: BlockId(1), .. }
    ));
    assert!(matches!(blocks[2].instructions[0].op, Op::Br(BlockId(1))));
}

#[test]
fn debug_intrinsics_and_records_are_one_form() {
    let old = read_line(
        "call void @llvm.dbg.declare(metadata ptr %p, metadata !1, metadata !DIExpression()), !dbg !2",
    );
    let new = read_line("#dbg_declare(ptr %p, !1, !DIExpression(), !2)");
    assert_eq!(first_op(&old), first_op(&new));
    let debug = |module: &Module| module.functions[0].blocks[0].instructions[0].debug;
    assert_eq!(debug(&old), old.metadata.by_number(2));
    assert_eq!(debug(&new), new.metadata.by_number(2));
}

#[test]
fn asm_keeps_text_and_constraints() {
    let module = read_line("call void asm sideeffect inteldialect \"lock; add\\0A\", \"~{memory}\"()");
    let Op::Call(call) = first_op(&module) else { panic!() };
    let Value::InlineAsm(asm) = &call.callee else { panic!() };
    assert_eq!((&*asm.text, &*asm.constraints), ("lock; add\n", "~{memory}"));
    assert!(asm.side_effect && asm.intel_dialect && !asm.align_stack);
}

#[test]
fn errors_say_where() {
    assert_eq!(error("@g = global i32 0\n\n  bogus\n"), "3:3: expected a top-level entity, found `bogus`");
    assert_eq!(error("define void @f() {\n  ret void\n"), "3:1: the function is never closed");
    assert_eq!(error("define void @f() {\n  br label %x\n}\n"), "2:12: %x is never defined");
    assert_eq!(error("define i32 @f() {\n  ret i32 %x\n}\n"), "2:11: %x is never defined");
    assert_eq!(error("@g = global i32 0\n@g = global i32 0\n"), "2:1: @g is defined twice");
    assert_eq!(
        error("define void @f() {\na:\n  br label %a\na:\n  ret void\n}\n"),
        "4:1: this block is defined twice"
    );
    assert_eq!(
        error("define void @f() {\na:\nb:\n  ret void\n}\n"),
        "3:1: the block before this one has no terminator"
    );
    assert!(error("@g = global i32* null\n").contains("clang 15"));
    assert!(error("@g = global [2 x i8] c\"never closed\n").contains("expected"));
}

#[test]
fn ifuncs_are_kept_apart() {
    let module = read("@f = ifunc i32 (i32), ptr @resolve\ndeclare ptr @resolve()\n");
    assert_eq!(module.definition("f"), Some(Definition::Ifunc(0)));
    assert!(module.function("f").is_none());
}

#[test]
fn circular_aliases_resolve_to_nothing() {
    let module = read("@a = alias i32, ptr @b\n@b = alias i32, ptr @a\n@c = alias i32, ptr @a\n");
    assert_eq!(module.resolve_alias(module.symbols.lookup("c").unwrap()), None);
}

#[test]
fn block_addresses_and_indirect_branches() {
    let module = read(
        "@t = constant [1 x ptr] [ptr blockaddress(@f, %a)]\ndefine void @f(ptr %p) {\n  indirectbr ptr %p, [label %a, label %b]\na:\n  ret void\nb:\n  ret void\n}\n",
    );
    assert!(matches!(first_op(&module), Op::IndirectBr { targets, .. } if targets.len() == 2));
}
