//! Locations and user-facing names.

use super::*;
use crate::ll::DebugInfo;
use crate::ll::debug::{DebugType, join_path};

#[test]
fn locations_follow_the_scopes_to_their_file() {
    let module = read(SAMPLE);
    let debug = DebugInfo::new(&module);
    let at = |number| {
        let location = debug.location(module.metadata.by_number(number).unwrap()).unwrap();
        (location.file, location.line, location.column)
    };
    assert_eq!(at(40), ("sample.c", 8, 22));
    // Through a lexical block without a file to a DILexicalBlockFile that changes it.
    assert_eq!(at(41), ("worker.inc", 9, 12));
    assert_eq!(at(42), ("worker.inc", 10, 5));
    assert_eq!(debug.location(module.metadata.by_number(4).unwrap()), None);
}

#[test]
fn names_of_variables_and_functions() {
    let module = read(SAMPLE);
    let debug = DebugInfo::new(&module);
    let worker = module.function("worker").unwrap();
    let entity = debug.function(worker).unwrap();
    assert_eq!((entity.name, entity.file, entity.line), ("worker", Some("sample.c"), 8));
    let names: Vec<_> = debug
        .declared_variables(worker)
        .into_iter()
        .enumerate()
        .filter_map(|(local, id)| Some((local, debug.variable(id?)?.name)))
        .collect();
    // Local 0 is the parameter; locals 1 and 2 are the allocas, declared by a record and by a call.
    assert_eq!(names, [(1, "argument"), (2, "i")]);
    assert_eq!(debug.global(module.global("head").unwrap()).unwrap().name, "head");
    assert_eq!(debug.global(module.global(".str").unwrap()), None);
    let text = debug.global_type(module.global(".str").unwrap()).unwrap();
    assert_eq!(debug.type_name(text), "char [4]");
}

#[test]
fn paths_into_objects() {
    let module = read(SAMPLE);
    let debug = DebugInfo::new(&module);
    let pool = debug.global(module.global("pool").unwrap()).unwrap().ty.unwrap();
    let path = |offset| debug.member_path(pool, offset);
    assert_eq!(path(0).as_deref(), Some("[0].next"));
    assert_eq!(path(32 + 12).as_deref(), Some("[1].v[1]"));
    assert_eq!(path(96 + 20).as_deref(), Some("[3].whole"));
    assert_eq!(path(24).as_deref(), Some("[0].bits"));
    assert_eq!(path(13), None, "the middle of an int");
    assert_eq!(path(128), None, "outside");
    // The width of the access chooses among the members of a union, and stops at a whole array.
    let sized = |offset, bytes| debug.resolve_path(pool, offset, Some(bytes)).unwrap().text;
    assert_eq!(sized(20, 1), "[0].byte");
    assert_eq!(sized(20, 4), "[0].whole");
    assert_eq!(sized(8, 12), "[0].v");
    assert_eq!(sized(32, 32), "[1]");
    assert_eq!(sized(0, 128), "");
}

#[test]
fn types_through_pointers_and_qualifiers() {
    let module = read(SAMPLE);
    let debug = DebugInfo::new(&module);
    let head = debug.global(module.global("head").unwrap()).unwrap().ty.unwrap();
    assert_eq!(debug.type_name(head), "node_t *");
    let node = debug.pointee(head).unwrap();
    assert_eq!(debug.type_of(node), DebugType::Struct { name: Some("node"), bits: 256 });
    assert_eq!(debug.bits(node), Some(256));
    assert_eq!(join_path("head", &debug.member_path(node, 16).unwrap(), true), "head->v[2]");
    assert_eq!(join_path("head", "", true), "*head");
    assert_eq!(join_path("table", "[1].x", true), "(*table)[1].x");
    assert_eq!(join_path("node", ".next", false), "node.next");
}

#[test]
fn classes_bases_and_declarations() {
    let module = read(
        "@g = global i32 0, !dbg !0\n@h = global i32 0, !dbg !20\n\
        !0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())\n\
        !1 = !DIGlobalVariable(name: \"g\", type: !2)\n\
        !2 = !DICompositeType(tag: DW_TAG_class_type, name: \"D\", flags: DIFlagFwdDecl, identifier: \"_ZD\")\n\
        !3 = !DICompositeType(tag: DW_TAG_class_type, name: \"D\", scope: !9, size: 128, elements: !4, identifier: \"_ZD\")\n\
        !4 = !{!17, !5, !6, !10}\n\
        !17 = !DIDerivedType(tag: DW_TAG_inheritance, scope: !3, baseType: !18)\n\
        !18 = !DICompositeType(tag: DW_TAG_class_type, name: \"Empty\", size: 8, elements: !19)\n\
        !19 = !{}\n\
        !5 = !DIDerivedType(tag: DW_TAG_inheritance, scope: !3, baseType: !7)\n\
        !6 = !DIDerivedType(tag: DW_TAG_member, name: \"m\", baseType: !12, size: 64, offset: 64)\n\
        !7 = !DICompositeType(tag: DW_TAG_structure_type, name: \"B\", size: 64, elements: !8)\n\
        !8 = !{!11}\n\
        !9 = !DINamespace(name: \"app\", scope: null)\n\
        !10 = !DIDerivedType(tag: DW_TAG_member, name: \"shared\", baseType: !12, flags: DIFlagStaticMember)\n\
        !11 = !DIDerivedType(tag: DW_TAG_member, name: \"inherited\", baseType: !12, size: 64)\n\
        !12 = !DIBasicType(name: \"long\", size: 64, encoding: DW_ATE_signed)\n\
        !13 = !DISubprogram(name: \"run\", linkageName: \"_ZN3app1D3runEv\", scope: !3)\n\
        !14 = !DICompositeType(tag: DW_TAG_enumeration_type, name: \"E\", baseType: !12, size: 64, elements: !15)\n\
        !15 = !{!16}\n\
        !16 = !DIEnumerator(name: \"Minus\", value: -1)\n\
        !20 = !DIGlobalVariableExpression(var: !21, expr: !DIExpression())\n\
        !21 = !DIGlobalVariable(name: \"h\", type: !22)\n\
        !22 = !DICompositeType(tag: DW_TAG_array_type, baseType: !12, size: 768, elements: !23)\n\
        !23 = !{!24, !25}\n\
        !24 = !DISubrange(count: 4)\n\
        !25 = !DISubrange(count: 3, lowerBound: 0)\n",
    );
    let debug = DebugInfo::new(&module);
    let ty = |name| debug.global(module.global(name).unwrap()).unwrap().ty.unwrap();
    assert_eq!(debug.member_path(ty("g"), 0).as_deref(), Some(".inherited"));
    assert_eq!(debug.member_path(ty("g"), 8).as_deref(), Some(".m"));
    assert_eq!(debug.member_path(ty("h"), 56).as_deref(), Some("[2][1]"));
    let node = |number| module.metadata.by_number(number).unwrap();
    assert_eq!(debug.qualified_name(node(13)).as_deref(), Some("app::D::run"));
    assert_eq!(debug.enumerator(node(14), -1), Some("Minus"));
    assert_eq!(debug.is_signed(node(14)), Some(true));
}

#[test]
fn circular_metadata_ends() {
    let module = read(
        "@g = global i32 0, !dbg !0\n\
        !0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())\n\
        !1 = !DIGlobalVariable(name: \"g\", type: !2)\n\
        !2 = !DIDerivedType(tag: DW_TAG_typedef, name: \"t\", baseType: !3)\n\
        !3 = !DIDerivedType(tag: DW_TAG_const_type, baseType: !2)\n\
        !4 = !DILocation(line: 1, column: 1, scope: !5)\n\
        !5 = !DILexicalBlock(scope: !5)\n\
        !6 = !DICompositeType(tag: DW_TAG_structure_type, name: \"s\", size: 64, elements: !7)\n\
        !7 = !{!8}\n\
        !8 = !DIDerivedType(tag: DW_TAG_member, name: \"m\", baseType: !6, size: 64)\n\
        !9 = !DICompositeType(tag: DW_TAG_array_type, baseType: !9, elements: !10)\n\
        !10 = !{!11}\n\
        !11 = !DISubrange(count: 2)\n",
    );
    let debug = DebugInfo::new(&module);
    let node = |number| module.metadata.by_number(number).unwrap();
    assert_eq!(debug.strip(node(2)), None);
    assert_eq!(debug.member_path(node(2), 0).as_deref(), None);
    assert_eq!(debug.location(node(4)), None);
    assert!(debug.member_path(node(6), 0).unwrap().starts_with(".m.m"));
    assert_eq!(debug.bits(node(9)), None);
    assert_eq!(debug.type_name(node(9)), "?");
}

#[test]
fn flexible_arrays_have_no_end() {
    let module = read(
        "@g = global i32 0, !dbg !0\n\
        !0 = !DIGlobalVariableExpression(var: !1, expr: !DIExpression())\n\
        !1 = !DIGlobalVariable(name: \"g\", type: !2)\n\
        !2 = !DICompositeType(tag: DW_TAG_structure_type, name: \"buffer\", size: 64, elements: !3)\n\
        !3 = !{!4, !5}\n\
        !4 = !DIDerivedType(tag: DW_TAG_member, name: \"length\", baseType: !6, size: 64)\n\
        !5 = !DIDerivedType(tag: DW_TAG_member, name: \"items\", baseType: !7, offset: 64)\n\
        !6 = !DIBasicType(name: \"long\", size: 64, encoding: DW_ATE_signed)\n\
        !7 = !DICompositeType(tag: DW_TAG_array_type, baseType: !6, elements: !8)\n\
        !8 = !{!9}\n\
        !9 = !DISubrange(count: -1)\n",
    );
    let debug = DebugInfo::new(&module);
    let ty = debug.global(module.global("g").unwrap()).unwrap().ty.unwrap();
    assert_eq!(debug.member_path(ty, 0).as_deref(), Some(".length"));
    assert_eq!(debug.member_path(ty, 8).as_deref(), Some(".items[0]"));
    assert_eq!(debug.member_path(ty, 800).as_deref(), Some(".items[99]"));
}
