//! Sizes and offsets.

use super::*;
use crate::ll::Layout;

const X86: &str = "target datalayout = \"e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128\"\n";

fn size_align(head: &str, ty: &str) -> Option<(u64, u64)> {
    let module = read(&format!("{head}%t = type {{ {ty} }}\n%u = type <{{ i8, %t }}>\n"));
    let body = module.types.all_named().next().unwrap().body.unwrap();
    Layout::new(&module).of(body).map(|layout| (layout.size, layout.align))
}

#[test]
fn sizes_on_x86_64() {
    for (ty, size, align) in [
        ("i1", 1, 1),
        ("i8, i32", 8, 4),
        ("i8, i64, i8", 24, 8),
        ("i128", 16, 16),
        ("x86_fp80", 16, 16),
        ("i8, x86_fp80", 32, 16),
        ("ptr, i8", 16, 8),
        ("ptr addrspace(270)", 4, 4),
        ("[3 x i16], i8", 8, 2),
        ("<4 x i32>", 16, 16),
        ("<3 x i32>", 16, 16),
        ("<8 x i1>", 1, 1),
        ("half, float, double", 16, 8),
        ("i24", 4, 4),
        ("<{ i8, i32 }>, i8", 6, 1),
        ("[0 x i64], i8", 8, 8),
    ] {
        assert_eq!(size_align(X86, ty), Some((size, align)), "{ty}");
    }
    // Before clang 18, i128 was aligned like i64.
    assert_eq!(size_align("", "i128"), Some((16, 8)));
}

#[test]
fn types_without_a_size() {
    for ty in
        ["%t", "[2 x %t]", "%opaque", "<vscale x 4 x i32>", "[18446744073709551615 x i64]", "void", "token"]
    {
        assert_eq!(size_align(X86, ty), None, "{ty}");
    }
}

#[test]
fn a_long_chain_of_structs_does_no_harm() {
    let mut text = String::from("%t0 = type { i32 }\n");
    for index in 1..20_000 {
        text.push_str(&format!("%t{index} = type {{ %t{}, %t{} }}\n", index - 1, index - 1));
    }
    let module = read(&text);
    let last = module.types.all_named().last().unwrap().body.unwrap();
    assert_eq!(Layout::new(&module).of(last), None);
}

#[test]
fn field_offsets() {
    let module = read(SAMPLE);
    let layout = Layout::new(&module);
    let node = module.types.find_named(module.symbols.lookup("struct.node").unwrap()).unwrap();
    let node = module.types.lookup(&Type::Named(node)).unwrap();
    assert_eq!(layout.field_offsets(node), Some(vec![0, 8, 20, 24]));
    assert_eq!(layout.field_offset(node, 2), Some(20));
    assert_eq!(layout.field_offset(node, 9), None);
    assert_eq!(layout.size(node), Some(32));
    assert_eq!(layout.field_offset(module.global("pool").unwrap().ty, 3), Some(96));
    assert!(layout.is_little_endian());
    assert_eq!(layout.pointer_size(), 8);
}
