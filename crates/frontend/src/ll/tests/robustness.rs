//! Hostile input: no panic, no stack overflow, and the invariants of [`Module`] hold whenever it is accepted.

use super::*;
use crate::ll::{DebugInfo, Layout};
use proptest::prelude::*;

/// Checks what `ast.rs` promises, and asks every question once.
fn check(text: &str) {
    let Ok(module) = parse(text) else { return };
    let debug = DebugInfo::new(&module);
    let layout = Layout::new(&module);
    for global in &module.globals {
        let size = layout.size(global.ty);
        if let Some(ty) = debug.global_type(global) {
            for offset in 0..size.unwrap_or(0).min(64) {
                debug.resolve_path(ty, offset, Some(4));
            }
            debug.type_name(ty);
        }
    }
    for function in &module.functions {
        debug.declared_variables(function);
        for (index, parameter) in function.parameters.iter().enumerate() {
            assert_eq!(parameter.local.index(), index);
        }
        for block in &function.blocks {
            check_block(&module, function, block);
        }
    }
}

fn check_block(module: &Module, function: &Function, block: &Block) {
    let (last, rest) = block.instructions.split_last().expect("a block is not empty");
    assert!(last.op.is_terminator() || matches!(last.op, Op::Unknown { .. }));
    assert!(rest.iter().all(|instruction| !instruction.op.is_terminator()));
    for instruction in &block.instructions {
        if let Some(result) = instruction.result {
            assert!(result.index() < function.locals.len());
            module.type_text(function.locals[result.index()].ty);
        }
        instruction.op.clone().for_each_block(|target| assert!(target.index() < function.blocks.len()));
    }
}

#[test]
fn every_prefix() {
    for end in 0..SAMPLE.len() {
        check(&SAMPLE[..end]);
    }
}

#[test]
fn every_line_missing() {
    let lines: Vec<_> = SAMPLE.lines().collect();
    for missing in 0..lines.len() {
        let rest: Vec<_> =
            lines.iter().enumerate().filter(|(index, _)| *index != missing).map(|(_, line)| *line).collect();
        check(&rest.join("\n"));
    }
}

#[test]
fn deep_nesting_is_refused() {
    let deep = 100_000;
    let texts = [
        format!("@g = global {}i8{} zeroinitializer\n", "[1 x ".repeat(deep), "]".repeat(deep)),
        format!("@g = global {}i8\n", "{".repeat(deep)),
        format!("@g = global i8 {}\n", "[ i8 ".repeat(deep)),
        format!("@g = global i8 {}\n", "trunc (i64 ".repeat(deep)),
        format!("@g = global i8 {}\n", "splat (i64 ".repeat(deep)),
        format!("declare {} @f()\n", "void (".repeat(deep)),
        format!("!0 = {}\n", "!DILocation(scope: ".repeat(deep)),
    ];
    for text in texts {
        assert!(error(&text).contains("deep"), "{}", &text[..40]);
    }
    let line = format!("call void @f({})", "metadata ".repeat(deep));
    assert_eq!(read_line(&line).unknown_instructions().count(), 1);
    // Skipped groups may nest as they like.
    read(&format!("!0 = !DIFoo({}{})\n", "(".repeat(deep), ")".repeat(deep)));
}

#[test]
fn many_unknown_lines_take_linear_time() {
    let body = "  frobnicate i32 1\n".repeat(200_000);
    let module = read(&format!("define void @f() {{\n{body}  ret void\n}}\n"));
    assert_eq!(module.unknown_instructions().count(), 200_000);
}

#[test]
fn large_numbers_take_no_memory() {
    check(
        "define void @f(i32 %4294967295) {\n  %4294967294 = add i32 %4294967295, 1\n  ret void, !dbg !4294967295\n}\n!4294967294 = !{}\n",
    );
    assert!(parse("!99999999999999999999 = !{}\n").is_err());
    assert!(parse("@g = global i99999999 0\n").is_err());
}

/// Pieces that a mutation may put in.
const PIECES: [&str; 32] = [
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "<",
    ">",
    ",",
    "=",
    "!",
    "\"",
    "%",
    "@",
    "#",
    "%0",
    "@head",
    "!7",
    "ptr",
    "i32",
    "label",
    "metadata",
    "define",
    "call",
    "switch",
    "c\"",
    "-1",
    "0xK",
    "...",
    "\n",
    "!DILocation(",
    "getelementptr",
];

#[derive(Clone, Debug)]
enum Mutation {
    Delete(usize, usize),
    Insert(usize, usize),
    Copy(usize, usize, usize),
    Byte(usize, u8),
}

fn mutation() -> impl Strategy<Value = Mutation> {
    let place = 0..SAMPLE.len();
    prop_oneof![
        (place.clone(), 1usize..60).prop_map(|(at, length)| Mutation::Delete(at, length)),
        (place.clone(), 0..PIECES.len()).prop_map(|(at, piece)| Mutation::Insert(at, piece)),
        (place.clone(), place.clone(), 1usize..200)
            .prop_map(|(from, to, length)| Mutation::Copy(from, to, length)),
        (place, any::<u8>()).prop_map(|(at, byte)| Mutation::Byte(at, byte)),
    ]
}

fn apply(bytes: &mut Vec<u8>, mutation: &Mutation) {
    let clamp = |at: usize| at.min(bytes.len());
    match *mutation {
        Mutation::Delete(at, length) => {
            let (start, end) = (clamp(at), clamp(at + length));
            bytes.drain(start..end);
        }
        Mutation::Insert(at, piece) => {
            let at = clamp(at);
            bytes.splice(at..at, format!(" {} ", PIECES[piece]).into_bytes());
        }
        Mutation::Copy(from, to, length) => {
            let (start, end, to) = (clamp(from), clamp(from + length), clamp(to));
            let part = bytes[start..end].to_vec();
            bytes.splice(to..to, part);
        }
        Mutation::Byte(at, byte) => {
            if let Some(slot) = bytes.get_mut(at) {
                *slot = byte;
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1500))]

    #[test]
    fn mutated_samples(mutations in prop::collection::vec(mutation(), 1..6)) {
        let mut bytes = SAMPLE.as_bytes().to_vec();
        for mutation in &mutations {
            apply(&mut bytes, mutation);
        }
        check(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn random_bytes(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        check(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn random_pieces(pieces in prop::collection::vec(0..PIECES.len(), 0..60)) {
        let text: Vec<_> = pieces.iter().map(|&piece| PIECES[piece]).collect();
        check(&text.join(" "));
        check(&format!("define void @f() {{\n{}\n}}\n", text.join(" ")));
    }
}
