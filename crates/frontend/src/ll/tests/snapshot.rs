//! The sample, read and listed.

use super::*;
use expect_test::expect;
use std::fmt::Write as _;

fn listing(module: &Module) -> String {
    let mut out = String::new();
    for named in module.types.all_named() {
        let body = named.body.map_or("opaque".into(), |body| module.type_text(body));
        let _ = writeln!(out, "type {} = {body}", module.name(named.name));
    }
    for global in &module.globals {
        let ty = module.type_text(global.ty);
        let _ = writeln!(
            out,
            "{} {:?} tls={} const={} {ty} = {:?} align={:?}",
            module.name(global.name),
            global.linkage,
            global.thread_local,
            global.constant,
            global.initializer,
            global.align
        );
    }
    for function in &module.functions {
        list_function(&mut out, module, function);
    }
    out
}

fn list_function(out: &mut String, module: &Module, function: &Function) {
    let ty = module.type_text(function.return_type);
    let _ = writeln!(out, "{} {ty} variadic={}", module.name(function.name), function.variadic);
    for parameter in &function.parameters {
        let _ = writeln!(out, "  parameter {} {:?}", module.type_text(parameter.ty), parameter.passing);
    }
    for block in &function.blocks {
        let _ = writeln!(out, "{}:", module.local_text(block.name));
        for instruction in &block.instructions {
            if let Some(result) = instruction.result {
                let local = function.locals[result.index()];
                let _ = write!(out, "  {} : {} =", module.local_text(local.name), module.type_text(local.ty));
            }
            let _ = writeln!(out, "  {:?} @{}", instruction.op, instruction.line);
        }
    }
}

#[test]
fn sample() {
    expect![[r#"
        type struct.node = { ptr, [3 x i32], %union.anon, i8 }
        type union.anon = { i32 }
        type struct.hidden = opaque
        .str Private tls=false const=true [4 x i8] = Some(Bytes([104, 105, 10, 0])) align=Some(1)
        head External tls=false const=false ptr = Some(Null) align=Some(8)
        pool Internal tls=false const=false [4 x %struct.node] = Some(Zero) align=Some(16)
        tl External tls=true const=false i32 = Some(Int(4294967295)) align=Some(4)
        ext External tls=false const=false %struct.hidden = None align=Some(8)
        shared LinkonceOdr tls=false const=false i64 = Some(Expression(Cast { op: PtrToInt, operand: Operand { ty: TypeId(6), value: Constant(Expression(GetElementPtr(GetElementPtr { inbounds: true, no_unsigned_wrap: false, no_unsigned_signed_wrap: false, source_type: TypeId(18), base: Operand { ty: TypeId(6), value: Constant(Global(Symbol(5))) }, indices: [Operand { ty: TypeId(5), value: Constant(Int(0)) }, Operand { ty: TypeId(5), value: Constant(Int(2)) }] }))) }, to: TypeId(5) })) align=Some(8)
        worker ptr variadic=false
          parameter ptr Direct
        %1:
          %2 : ptr =  Alloca { ty: TypeId(6), count: None, align: Some(8) } @24
          %3 : ptr =  Alloca { ty: TypeId(4), count: None, align: Some(4) } @25
          Store(Store { value: Operand { ty: TypeId(6), value: Local(LocalId(0)) }, address: Operand { ty: TypeId(6), value: Local(LocalId(1)) }, volatile: false, ordering: None, scope: System, align: Some(8) }) @26
          Debug(Declare { address: Some(Operand { ty: TypeId(6), value: Local(LocalId(1)) }), variable: Some(MetadataId(4)), expression: DebugExpression { words: [] } }) @27
          Debug(Declare { address: Some(Operand { ty: TypeId(6), value: Local(LocalId(2)) }), variable: Some(MetadataId(6)), expression: DebugExpression { words: [] } }) @28
          Store(Store { value: Operand { ty: TypeId(4), value: Constant(Int(0)) }, address: Operand { ty: TypeId(6), value: Local(LocalId(2)) }, volatile: false, ordering: None, scope: System, align: Some(4) }) @29
          Br(BlockId(1)) @30
        %4:
          %5 : i32 =  Phi { ty: TypeId(4), incoming: [(Constant(Int(0)), BlockId(0)), (Local(LocalId(3)), BlockId(2))] } @33
          %6 : i32 =  Load(Load { ty: TypeId(4), address: Operand { ty: TypeId(6), value: Local(LocalId(2)) }, volatile: false, ordering: None, scope: System, align: Some(4) }) @34
          %7 : i1 =  IntCompare { predicate: Slt, left: Operand { ty: TypeId(4), value: Local(LocalId(5)) }, right: Constant(Int(3)) } @35
          %8 : i32 =  Binary { op: Add, flags: ArithmeticFlags { no_unsigned_wrap: false, no_signed_wrap: true, exact: false, disjoint: false, non_negative: false }, left: Operand { ty: TypeId(4), value: Local(LocalId(4)) }, right: Constant(Int(1)) } @36
          CondBr { condition: Operand { ty: TypeId(1), value: Local(LocalId(6)) }, if_true: BlockId(2), if_false: BlockId(3) } @37
        %9:
          %10 : ptr =  Load(Load { ty: TypeId(6), address: Operand { ty: TypeId(6), value: Constant(Global(Symbol(4))) }, volatile: false, ordering: None, scope: System, align: Some(8) }) @40
          %11 : ptr =  GetElementPtr(GetElementPtr { inbounds: true, no_unsigned_wrap: true, no_unsigned_signed_wrap: false, source_type: TypeId(17), base: Operand { ty: TypeId(6), value: Local(LocalId(7)) }, indices: [Operand { ty: TypeId(4), value: Constant(Int(0)) }, Operand { ty: TypeId(4), value: Constant(Int(1)) }] }) @41
          %12 : i32 =  AtomicRmw(AtomicRmw { op: Add, volatile: false, address: Operand { ty: TypeId(6), value: Local(LocalId(8)) }, value: Operand { ty: TypeId(4), value: Constant(Int(1)) }, ordering: SeqCst, scope: System, align: Some(4) }) @42
          %13 : { i32, i1 } =  CompareExchange(CompareExchange { weak: true, volatile: false, address: Operand { ty: TypeId(6), value: Local(LocalId(8)) }, expected: Operand { ty: TypeId(4), value: Constant(Int(0)) }, desired: Operand { ty: TypeId(4), value: Constant(Int(3)) }, success: Acquire, failure: Monotonic, scope: System, align: Some(4) }) @43
          Br(BlockId(1)) @44
        %14:
          Switch { value: Operand { ty: TypeId(4), value: Local(LocalId(5)) }, default: BlockId(5), cases: [(1, BlockId(4)), (4294967294, BlockId(5))] } @47
        %15:
          Call(Call { tail: None, return_type: TypeId(0), signature: None, callee: InlineAsm(InlineAsm { text: "mfence", constraints: "~{memory},~{dirflag},~{fpsr},~{flags}", side_effect: true, align_stack: false, intel_dialect: false }), arguments: [], bundles: [] }) @53
          Unknown { text: "frobnicate i32 %6, [\n      5 ]" } @54
          Br(BlockId(5)) @56
        %16:
          %17 : i32 =  Call(Call { tail: None, return_type: TypeId(4), signature: Some(TypeId(20)), callee: Constant(Global(Symbol(12))), arguments: [Argument { operand: Operand { ty: TypeId(6), value: Constant(Global(Symbol(3))) }, passing: Direct }, Argument { operand: Operand { ty: TypeId(4), value: Local(LocalId(5)) }, passing: Direct }, Argument { operand: Operand { ty: TypeId(21), value: Constant(Float(X86Fp80(302226843217638866288640))) }, passing: Direct }], bundles: [] }) @59
          Ret(Some(Operand { ty: TypeId(6), value: Constant(Null) })) @60
        printf i32 variadic=true
          parameter ptr Direct
        by_value void variadic=false
          parameter ptr StructReturn(TypeId(17))
          parameter ptr ByValue(TypeId(17))
        %entry:
          %odd name : i64 =  Invoke { call: Call { tail: None, return_type: TypeId(5), signature: None, callee: Constant(Global(Symbol(18))), arguments: [Argument { operand: Operand { ty: TypeId(6), value: Local(LocalId(1)) }, passing: Direct }], bundles: [] }, normal: BlockId(1), unwind: BlockId(2) } @67
        %done:
          Store(Store { value: Operand { ty: TypeId(5), value: Local(LocalId(2)) }, address: Operand { ty: TypeId(6), value: Local(LocalId(0)) }, volatile: true, ordering: Some(Release), scope: SingleThread, align: Some(8) }) @71
          Ret(None) @72
        %broken:
          %pad : { ptr, i32 } =  LandingPad { ty: TypeId(22), cleanup: true, clauses: [Catch(Operand { ty: TypeId(6), value: Constant(Null) })] } @75
          Resume(Operand { ty: TypeId(22), value: Local(LocalId(3)) }) @78
        make i64 variadic=false
          parameter ptr Direct
        llvm.dbg.declare void variadic=false
          parameter metadata Direct
          parameter metadata Direct
          parameter metadata Direct
    "#]].assert_eq(&listing(&read(SAMPLE)));
}

#[test]
fn module_head() {
    let module = read(SAMPLE);
    assert_eq!(module.source_filename, "sample.c");
    assert_eq!(module.target_triple, "x86_64-pc-linux-gnu");
    assert_eq!(module.module_asm, [".globl marker"]);
    let other = module.symbols.lookup("other").unwrap();
    assert_eq!(module.resolve_alias(other), module.symbols.lookup("head"));
    let unknown: Vec<_> = module.unknown_instructions().map(|(_, instruction)| instruction).collect();
    assert_eq!(unknown.len(), 1);
    let Op::Unknown { text } = &unknown[0].op else { panic!() };
    assert!(text.starts_with("frobnicate i32 %6, [\n") && text.ends_with("5 ]"), "{text}");
}

#[test]
fn printing_a_type_gives_back_its_text() {
    for text in [
        "{ i32, [4 x ptr], <{ i8, double }> }",
        "<vscale x 4 x i32>",
        "ptr addrspace(3)",
        "i32 (ptr, ...)",
        "void (...)",
        "target(\"spirv.Image\", void, 1)",
        "%struct.x",
        "{  }",
    ] {
        let module = read(&format!("%t = type {text}\n"));
        let body = module.types.all_named().find(|named| module.name(named.name) == "t").unwrap().body;
        assert_eq!(module.type_text(body.unwrap()), text);
    }
}
