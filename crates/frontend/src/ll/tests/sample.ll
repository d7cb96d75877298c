; ModuleID = 'sample.c'
source_filename = "sample.c"
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

module asm ".globl marker"

%struct.node = type { ptr, [3 x i32], %union.anon, i8 }
%union.anon = type { i32 }
%struct.hidden = type opaque

$shared = comdat any

@.str = private unnamed_addr constant [4 x i8] c"hi\0A\00", align 1, !dbg !0
@head = dso_local global ptr null, align 8, !dbg !5
@pool = internal global [4 x %struct.node] zeroinitializer, align 16, !dbg !7
@tl = dso_local thread_local(initialexec) global i32 -1, align 4
@ext = external global %struct.hidden, align 8
@shared = linkonce_odr global i64 ptrtoint (ptr getelementptr inbounds ([4 x %struct.node], ptr @pool, i64 0, i64 2) to i64), comdat, align 8
@other = alias ptr, ptr @head

; Function Attrs: noinline nounwind uwtable
define internal ptr @worker(ptr noundef %0) #0 !dbg !30 {
  %2 = alloca ptr, align 8
  %3 = alloca i32, align 4
  store ptr %0, ptr %2, align 8
    #dbg_declare(ptr %2, !33, !DIExpression(), !40)
  call void @llvm.dbg.declare(metadata ptr %3, metadata !34, metadata !DIExpression()), !dbg !41
  store i32 0, ptr %3, align 4, !dbg !41
  br label %4, !dbg !42

4:                                                ; preds = %9, %1
  %5 = phi i32 [ 0, %1 ], [ %8, %9 ]
  %6 = load i32, ptr %3, align 4, !dbg !42
  %7 = icmp slt i32 %6, 3, !dbg !42
  %8 = add nsw i32 %5, 1
  br i1 %7, label %9, label %14, !dbg !42, !llvm.loop !43

9:                                                ; preds = %4
  %10 = load ptr, ptr @head, align 8, !dbg !42
  %11 = getelementptr inbounds nuw %struct.node, ptr %10, i32 0, i32 1, !dbg !42
  %12 = atomicrmw add ptr %11, i32 1 seq_cst, align 4, !dbg !42
  %13 = cmpxchg weak ptr %11, i32 0, i32 3 acquire monotonic, align 4, !dbg !42
  br label %4

14:                                               ; preds = %4
  switch i32 %6, label %16 [
    i32 1, label %15
    i32 -2, label %16
  ], !dbg !42

15:                                               ; preds = %14
  call void asm sideeffect "mfence", "~{memory},~{dirflag},~{fpsr},~{flags}"() #4, !dbg !42, !srcloc !44
  frobnicate i32 %6, [
      5 ]
  br label %16

16:                                               ; preds = %15, %14, %14
  %17 = call i32 (ptr, ...) @printf(ptr noundef @.str, i32 noundef %6, x86_fp80 noundef 0xK3FFFC000000000000000) #1
  ret ptr null, !dbg !42
}

declare !dbg !45 i32 @printf(ptr noundef, ...) #2

define void @by_value(ptr sret(%struct.node) align 8 %result, ptr noundef byval(%struct.node) align 8 %in) personality ptr @printf {
entry:
  %"odd name" = invoke i64 @make(ptr %in)
          to label %done unwind label %broken

done:
  store atomic volatile i64 %"odd name", ptr %result syncscope("singlethread") release, align 8
  ret void

broken:
  %pad = landingpad { ptr, i32 }
          cleanup
          catch ptr null
  resume { ptr, i32 } %pad
}

declare i64 @make(ptr)

declare void @llvm.dbg.declare(metadata, metadata, metadata) #3

attributes #0 = { noinline nounwind "frame-pointer"="all" memory(read) }

!llvm.dbg.cu = !{!2}

!0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())
!1 = distinct !DIGlobalVariable(scope: null, file: !3, line: 5, type: !10, isLocal: true, isDefinition: true)
!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, producer: "clang", isOptimized: false, emissionKind: FullDebug, nameTableKind: None)
!3 = !DIFile(filename: "sample.c", directory: "/home/user", checksumkind: CSK_MD5, checksum: "00000000000000000000000000000000")
!4 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!5 = !DIGlobalVariableExpression(var: !6, expr: !DIExpression())
!6 = distinct !DIGlobalVariable(name: "head", scope: !2, file: !3, line: 5, type: !12, isLocal: false, isDefinition: true)
!7 = !DIGlobalVariableExpression(var: !8, expr: !DIExpression())
!8 = distinct !DIGlobalVariable(name: "pool", scope: !2, file: !3, line: 6, type: !9, isLocal: true, isDefinition: true)
!9 = !DICompositeType(tag: DW_TAG_array_type, baseType: !14, size: 1024, elements: !11)
!10 = !DICompositeType(tag: DW_TAG_array_type, baseType: !28, size: 32, elements: !11)
!11 = !{!27}
!12 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !13, size: 64)
!13 = !DIDerivedType(tag: DW_TAG_typedef, name: "node_t", file: !3, line: 4, baseType: !29)
!14 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: "node", file: !3, line: 4, size: 256, elements: !15)
!15 = !{!16, !17, !20, !24}
!16 = !DIDerivedType(tag: DW_TAG_member, name: "next", scope: !14, file: !3, line: 4, baseType: !12, size: 64)
!17 = !DIDerivedType(tag: DW_TAG_member, name: "v", scope: !14, file: !3, line: 4, baseType: !18, size: 96, offset: 64)
!18 = !DICompositeType(tag: DW_TAG_array_type, baseType: !4, size: 96, elements: !19)
!19 = !{!26}
!20 = !DIDerivedType(tag: DW_TAG_member, scope: !14, file: !3, line: 4, baseType: !21, size: 32, offset: 160)
!21 = distinct !DICompositeType(tag: DW_TAG_union_type, scope: !14, file: !3, line: 4, size: 32, elements: !22)
!22 = !{!23, !25}
!23 = !DIDerivedType(tag: DW_TAG_member, name: "whole", scope: !21, file: !3, line: 4, baseType: !4, size: 32)
!24 = !DIDerivedType(tag: DW_TAG_member, name: "bits", scope: !14, file: !3, line: 4, baseType: !4, size: 3, offset: 194, flags: DIFlagBitField, extraData: i64 192)
!25 = !DIDerivedType(tag: DW_TAG_member, name: "byte", scope: !21, file: !3, line: 4, baseType: !28, size: 8)
!26 = !DISubrange(count: 3)
!27 = !DISubrange(count: 4)
!28 = !DIBasicType(name: "char", size: 8, encoding: DW_ATE_signed_char)
!29 = !DIDerivedType(tag: DW_TAG_volatile_type, baseType: !14)
!30 = distinct !DISubprogram(name: "worker", scope: !3, file: !3, line: 8, type: !31, scopeLine: 8, flags: DIFlagPrototyped, spFlags: DISPFlagLocalToUnit | DISPFlagDefinition, unit: !2, retainedNodes: !32)
!31 = !DISubroutineType(types: !32)
!32 = !{null}
!33 = !DILocalVariable(name: "argument", arg: 1, scope: !30, file: !3, line: 8, type: !12)
!34 = !DILocalVariable(name: "i", scope: !35, file: !3, line: 9, type: !4)
!35 = distinct !DILexicalBlock(scope: !36, line: 9, column: 3)
!36 = !DILexicalBlockFile(scope: !30, file: !37, discriminator: 0)
!37 = !DIFile(filename: "worker.inc", directory: "/home/user")
!40 = !DILocation(line: 8, column: 22, scope: !30)
!41 = !DILocation(line: 9, column: 12, scope: !35)
!42 = !DILocation(line: 10, column: 5, scope: !35, inlinedAt: !40)
!43 = distinct !{!43, !42, !"llvm.loop.mustprogress"}
!44 = !{i64 582}
!45 = !DISubprogram(name: "printf", scope: !3, file: !3, line: 1, type: !31, flags: DIFlagPrototyped, spFlags: DISPFlagOptimized)
!46 = !DIImportedEntity(tag: DW_TAG_imported_module, scope: !2, entity: !3, file: !3, line: 1)

^0 = module: (path: "sample.o", hash: (0, 0, 0, 0, 0))
^1 = flags: 8
