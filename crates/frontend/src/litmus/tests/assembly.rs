//! The assembly dialects, by what they do under SC or by the instruction they become.

use super::{body_of, program, states};

fn x86(init: &str, rows: &[&str], question: &str) -> String {
    let n_columns = rows.first().map_or(1, |row| row.matches('|').count() + 1);
    let names: Vec<String> = (0..n_columns).map(|index| format!("P{index}")).collect();
    let rows: String = rows.iter().map(|row| format!(" {row} ;\n")).collect();
    format!("X86 t\n{init}\n {} ;\n{rows}{question}", names.join(" | "))
}
fn ppc(init: &str, rows: &[&str], question: &str) -> String {
    x86(init, rows, question).replacen("X86", "PPC", 1)
}

#[test]
fn moves_and_fences() {
    let rows = ["MOV [x],$1", "MFENCE", "MOV EAX,[y]", "SFENCE", "LFENCE", "MOV EBX,EAX"];
    let body = body_of(&x86("{}", &rows, "exists (0:EAX=0)"), "P0");
    assert_eq!(
        body,
        "b0():\nstore relaxed i32 &x <- 1:i32\nfence full\nv1 \"EAX\": i32 = load relaxed i32 &y\nfence ss\nfence ll|ls\n\
         observe \"0:EAX\" v1\nobserve \"0:EBX\" v1\nreturn null"
    );
}

#[test]
fn updates_of_memory() {
    for (row, memory, register) in [
        ("XCHG [x],EAX", 3, 5),
        ("XCHG EAX,[x]", 3, 5),
        ("LOCK XCHG [x],EAX", 3, 5),
        ("LOCK INC [x]", 6, 3),
        ("INC [x]", 6, 3),
        ("LOCK DEC [x]", 4, 3),
        ("DEC [x]", 4, 3),
        ("LOCK ADD [x],EAX", 8, 3),
        ("ADD [x],$2", 7, 3),
        ("SUB EAX,[x]", 5, -2),
        ("LOCK AND [x],$4", 4, 3),
        ("LOCK OR [x],$2", 7, 3),
        ("LOCK XOR [x],$1", 4, 3),
        ("LOCK NOT [x]", -6, 3),
        ("NEG [x]", -5, 3),
        ("LOCK XADD [x],EAX", 8, 5),
        ("XADD [x],EAX", 8, 5),
        ("XOR EAX,EAX", 5, 0),
        ("lock addl [x],$1", 6, 3),
    ] {
        let text = x86("{ x=5; 0:EAX=3; }", &[row], "exists (x=0 /\\ 0:EAX=0)");
        assert_eq!(states(&text), [format!("x={memory}; 0:EAX={register};")], "{row}");
    }
}

#[test]
fn locked_updates_are_atomic_and_others_are_not() {
    let two = |row: &str| states(&x86("{}", &[&format!("{row} | {row}")], "exists (x=1)"));
    assert_eq!(two("LOCK INC [x]"), ["x=2;"]);
    assert_eq!(two("INC [x]"), ["x=1;", "x=2;"]);
    let body = body_of(&x86("{}", &["XOR EAX,EAX", "MOV [x+EAX],$1", "LOCK INC [x]"], "exists (x=1)"), "P0");
    assert!(body.contains("xor 0:i32, 0:i32"), "{body}");
    assert!(body.contains("ptradd &x,"), "{body}");
    assert!(body.contains("rmw add seq_cst i32 &x, 1:i32"), "{body}");
}

#[test]
fn compare_exchange() {
    for prefix in ["", "LOCK "] {
        let text = |expected: u32| {
            let init = format!("{{ x=5; 0:EAX={expected}; 0:EBX=9; }}");
            let rows = [&format!("{prefix}CMPXCHG [x],EBX"), "JNE L", "MOV ECX,$1", "L:"];
            states(&x86(&init, &rows, "exists (x=0 /\\ 0:EAX=0 /\\ 0:ECX=0)"))
        };
        assert_eq!(text(5), ["x=9; 0:EAX=5; 0:ECX=1;"], "{prefix}");
        assert_eq!(text(4), ["x=5; 0:EAX=5; 0:ECX=0;"], "{prefix}");
    }
}

#[test]
fn jumps() {
    let loops =
        ["MOV EAX,$0", "L: INC EAX", "CMP EAX,$4", "JNE L", "TEST EAX,$1", "JZ E", "MOV EBX,$7", "E: NOP"];
    assert_eq!(states(&x86("{}", &loops, "exists (0:EAX=4 /\\ 0:EBX=0)")), ["0:EAX=4; 0:EBX=0;"]);
    for (jump, taken) in
        [("JL", 1), ("JLE", 1), ("JG", 0), ("JGE", 0), ("JB", 0), ("JA", 1), ("JE", 0), ("JMP", 1)]
    {
        let rows =
            ["MOV EAX,$-1", "CMP EAX,$2", &format!("{jump} L"), "MOV EBX,$1", "JMP E", "L: MOV EBX,$2", "E:"];
        let found = states(&x86("{}", &rows, "exists (0:EBX=0)"));
        assert_eq!(found, [format!("0:EBX={};", 1 + taken)], "{jump}");
    }
}

#[test]
fn a_spin_loop_waits() {
    let rows = [
        "MOV [x],$1 | L: MOV EAX,[y]",
        "MOV [y],$1 | CMP EAX,$1",
        "         | JNE L",
        "         | MOV EBX,[x]",
    ];
    assert_eq!(states(&x86("{}", &rows, "exists (1:EBX=0)")), ["1:EBX=1;"]);
}

#[test]
fn sixty_four_bits_and_att_syntax() {
    let text = "X86_64 t\n{}\n P0 | P1 ;\n movl $1,(x) | movl $1,(y) ;\n movl (y),%eax | xchgl %ebx,(x) ;\nexists (0:rax=0 /\\ 1:rbx=0)";
    assert_eq!(states(text), ["0:rax=0; 1:rbx=1;", "0:rax=1; 1:rbx=0;", "0:rax=1; 1:rbx=1;"]);
    assert_eq!(program(text).globals[ir::GlobalId(0)].size, 4);
    let wide = "X86_64 t\n{ x=5; }\n P0 ;\n MOVQ RAX,[x] ;\n ADD RAX,$1 ;\n MOVQ [x],RAX ;\nexists (x=6 /\\ 0:RAX=6)";
    assert_eq!(states(wide), ["x=6; 0:RAX=6;"]);
    assert_eq!(program(wide).globals[ir::GlobalId(0)].size, 8);
    let indirect = "X86_64 t\n{ 0:rdi=x; x=3; }\n P0 ;\n movq (%rdi),%rax ;\n movq $4,(%rdi) ;\nexists (x=4 /\\ 0:rax=3)";
    assert_eq!(states(indirect), ["x=4; 0:rax=3;"]);
    assert!(body_of(indirect, "P0").contains("load relaxed i64 &x"));
}

#[test]
fn addresses_flow_through_x86_memory() {
    let rows = ["MOV [p],$y | MOV RAX,[p]", " | MOV RBX,[RAX]"];
    let found = states(&x86("{ x=1; y=2; p=x; }", &rows, "exists (1:RBX=0)"));
    assert_eq!(found, ["1:RBX=1;", "1:RBX=2;"]);
}

#[test]
fn powerpc_message_passing() {
    let rows = [
        "li r1,1 | lwz r1,0(r2)",
        "stw r1,0(r2) | xor r3,r1,r1",
        "lwsync | lwzx r4,r3,r5",
        "stw r1,0(r4) | ",
    ];
    let text = ppc("{ 0:r2=x; 0:r4=y; 1:r2=y; 1:r5=x; }", &rows, "exists (1:r1=1 /\\ 1:r4=0)");
    assert_eq!(states(&text), ["1:r1=0; 1:r4=0;", "1:r1=0; 1:r4=1;", "1:r1=1; 1:r4=1;"]);
    let body = body_of(&text, "P1");
    assert_eq!(
        body,
        "b0():\nv1 \"r1\": i32 = load relaxed i32 &y\nv2 \"r3\": i32 = xor v1, v1\nv3: i64 = cast sext v2\n\
         v4: ptr = ptradd &x, v3\nv5 \"r4\": i32 = load relaxed i32 v4\n\
         observe \"1:r1\" v1\nobserve \"1:r3\" v2\nobserve \"1:r4\" v5\nreturn null"
    );
    assert!(body_of(&text, "P0").contains("fence ll|ls|ss"));
}

#[test]
fn powerpc_fences() {
    let rows = ["sync", "eieio", "isync", "lwz r1,0(r2)", "cmpw r1,r1", "beq L", "L:", "isync"];
    let body = body_of(&ppc("{ 0:r2=x; }", &rows, "exists (0:r1=0)"), "P0");
    let fences: Vec<&str> = body.lines().filter(|line| line.starts_with("fence")).collect();
    assert_eq!(fences, ["fence full", "fence ss", "fence ll|ls"]);
}

#[test]
fn powerpc_arithmetic_and_branches() {
    let rows = [
        "li r1,6",
        "addi r2,r1,-2",
        "sub r3,r1,r2",
        "subf r4,r1,r2",
        "and r5,r1,r3",
        "or r6,r1,r5",
        "mr r7,r6",
        "cmpwi r7,7",
        "bge E",
        "li r8,1",
        "b F",
        "E: li r8,2",
        "F: and. r9,r1,r9",
        "bne G",
        "li r10,3",
        "G:",
    ];
    let question = "locations [0:r2; 0:r3; 0:r4; 0:r5; 0:r6; 0:r7; 0:r8; 0:r9; 0:r10]";
    assert_eq!(
        states(&ppc("{ 0:r9=1; }", &rows, question)),
        ["0:r2=4; 0:r3=2; 0:r4=-2; 0:r5=2; 0:r6=6; 0:r7=6; 0:r8=1; 0:r9=0; 0:r10=3;"]
    );
}

#[test]
fn powerpc_addresses_as_data() {
    let rows = ["stw r2,0(r3) | lwz r1,0(r3)", " | lwz r4,0(r1)"];
    let text = ppc("{ x=1; y=2; p=x; 0:r2=y; 0:r3=p; 1:r3=p; }", &rows, "exists (1:r4=2)");
    assert_eq!(states(&text), ["1:r4=1;", "1:r4=2;"]);
    let sum = ["xor r4,r4,r4", "add r5,r2,r4", "lwz r6,0(r5)"];
    assert_eq!(states(&ppc("{ x=3; 0:r2=x; }", &sum, "exists (0:r6=0)")), ["0:r6=3;"]);
}

#[test]
fn powerpc_reservations() {
    let two = |rows: &[&str], init: &str| {
        let rows: Vec<String> = rows.iter().map(|row| format!("{row} | {row}")).collect();
        let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
        states(&ppc(init, &rows, "exists (x=0 /\\ 0:r1=0 /\\ 1:r1=0)"))
    };
    let init = "{ 0:r2=x; 1:r2=x; 0:r3=7; 1:r3=8; }";
    let counter = ["L: lwarx r1,0,r2", "addi r4,r1,1", "stwcx. r4,0,r2", "bne L"];
    assert_eq!(two(&counter, init), ["x=2; 0:r1=0; 1:r1=1;", "x=2; 0:r1=1; 1:r1=0;"]);
    assert_eq!(two(&counter[..3], init), two(&counter, init));
    let exchange = ["lwarx r1,r0,r2", "stwcx. r3,r0,r2", "bne Fail", "Fail:"];
    assert_eq!(two(&exchange, init), ["x=7; 0:r1=8; 1:r1=0;", "x=8; 0:r1=0; 1:r1=7;"]);
    let swap = ["L: lwarx r1,0,r2", "cmpwi r1,0", "bne E", "stwcx. r3,0,r2", "bne L", "E:"];
    assert_eq!(two(&swap, init), ["x=7; 0:r1=0; 1:r1=7;", "x=8; 0:r1=8; 1:r1=0;"]);
    let body = body_of(&ppc("{ 0:r2=x; }", &swap, "exists (x=0)"), "P0");
    assert!(body.contains("cas relaxed i32/relaxed &x"), "{body}");
}
