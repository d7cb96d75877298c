//! Nothing that is fed to the reader makes it panic, hang or eat the stack.

use super::corpus::{directory, litmus_files};
use crate::litmus::{limits, read};
use proptest::prelude::*;
use std::sync::LazyLock;

/// One test of each family, roughly: enough variety to mutate.
static SAMPLES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut samples: Vec<String> = litmus_files(&directory())
        .iter()
        .step_by(23)
        .filter_map(|path| std::fs::read_to_string(path).ok())
        .collect();
    samples.push("PPC t\n{ 0:r2=x; }\n P0 ;\n L: lwarx r1,0,r2 ;\n addi r3,r1,1 ;\n stwcx. r3,0,r2 ;\n bne L ;\nexists (x=1)".into());
    samples.push("C t\n{ int *p=&x; int a[2]={1,2}; spinlock_t l; }\nP0(int *x, int **p, int *a, spinlock_t *l) { int *r0 = *p; for (int i = 0; i < 2; i++) { a[i] = *r0 ? 1 : (int)2; spin_lock(l); } }\nfilter (x=1) forall (~(x=1 => a[0]=2))".into());
    samples
});

/// Pieces that mean something to the reader.
const PIECES: &[&str] = &[
    "(",
    ")",
    "{",
    "}",
    "[",
    "]",
    ";",
    ",",
    ":",
    "=",
    "*",
    "&",
    "|",
    "~",
    "/\\",
    "\\/",
    "=>",
    "\"",
    "(*",
    "*)",
    "//",
    "/*",
    "P0",
    "P1",
    "int",
    "exists",
    "locations",
    "if",
    "else",
    "while",
    "for",
    "0",
    "1",
    "-1",
    "99999999999",
    "x",
    "r0",
    "0:r0",
    "READ_ONCE",
    "atomic_t",
    "MOV",
    "LOCK",
    "EAX",
    "L:",
    "JNE L",
    "lwarx",
    "é",
    "\n",
    "\0",
];

fn mutate(text: &str, edits: &[(prop::sample::Index, u8, prop::sample::Index)]) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for (place, kind, piece) in edits {
        let at = place.index(characters.len() + 1);
        match kind % 4 {
            0 => drop(characters.splice(at..at, PIECES[piece.index(PIECES.len())].chars())),
            1 if at < characters.len() => drop(characters.remove(at)),
            2 => {
                let end = (at + piece.index(40)).min(characters.len());
                let copy: Vec<char> = characters[at..end].to_vec();
                characters.splice(at..at, copy);
            }
            3 if piece.index(8) == 0 => characters.truncate(at),
            _ => {}
        }
    }
    characters.into_iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn mutated_tests(
        sample in any::<prop::sample::Index>(),
        edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), any::<prop::sample::Index>()), 1..12),
    ) {
        let text = mutate(&SAMPLES[sample.index(SAMPLES.len())], &edits);
        match read(&text, "t.litmus") {
            Ok(_) => {}
            Err(error) => {
                prop_assert!(error.line >= 1 && error.column >= 1);
                prop_assert!(!error.message.contains("internal error"), "{error}\n{text}");
            }
        }
    }

    #[test]
    fn random_bytes(bytes in prop::collection::vec(any::<u8>(), 0..400), dialect in 0usize..5) {
        let head = ["C t\n{", "X86 t\n{}\nP0 ;", "PPC t\n{}\nP0 ;", "C t\n{}\nP0(int *x) {", ""][dialect];
        let _ = read(&format!("{head}{}", String::from_utf8_lossy(&bytes)), "t.litmus");
    }

    #[test]
    fn random_pieces(pieces in prop::collection::vec(0..PIECES.len(), 0..200), dialect in 0usize..5) {
        let head = ["C t\n{", "X86 t\n{}\nP0 ;", "PPC t\n{}\nP0 ;", "C t\n{}\nP0(int *x) {", ""][dialect];
        let tail: Vec<&str> = pieces.iter().map(|&piece| PIECES[piece]).collect();
        let _ = read(&format!("{head}{}", tail.join(" ")), "t.litmus");
    }
}

#[test]
fn every_prefix_of_a_test_is_refused_or_read() {
    for text in SAMPLES.iter().rev().take(8) {
        for (end, _) in text.char_indices() {
            let _ = read(&text[..end], "t.litmus");
        }
    }
}

#[test]
fn deep_nesting_is_refused() {
    let body = |open: &str, close: &str| {
        let (open, close) = (open.repeat(20_000), close.repeat(20_000));
        read(&format!("C t\n{{}}\nP0(int *x) {{ {open} {close} }}\nexists (x=1)"), "t")
            .expect_err("a refusal")
            .message
    };
    let refusal = format!("nested more than {} levels deep", limits::NESTING);
    for open in
        ["{", "*x = (", "if (1) ", "*x = ~", "*x = -", "while (1) ", "x[", "xchg(", "*x = x ? ", "do "]
    {
        assert_eq!(body(open, "}"), refusal, "{open}");
    }
    let chain = format!("C t\n{{}}\nP0(int *x) {{ *x = 1{}; }}\nexists (x=1)", "+1".repeat(20_000));
    assert_eq!(read(&chain, "t").expect_err("a refusal").message, "an expression of more than 100 levels");
    let indices = format!("C t\n{{}}\nP0(int *x) {{ *x = x{}; }}\nexists (x=1)", "[0]".repeat(20_000));
    assert_eq!(read(&indices, "t").expect_err("a refusal").message, "an expression of more than 100 levels");
    for open in ["(", "~", "x=1 => "] {
        let text = format!("C t\n{{}}\nP0(int *x) {{ }}\nexists {}", open.repeat(20_000));
        assert_eq!(read(&text, "t").expect_err("a refusal").message, refusal, "{open}");
    }
    let comments = "(*".repeat(100_000);
    assert!(read(&comments, "t").is_err());
}

#[test]
fn much_of_everything_is_refused_or_quick() {
    let started = std::time::Instant::now();
    let wide = format!("C t\n{{}}\nP0(int *x) {{ }}\nexists (x=1{})", " /\\ x=1".repeat(50_000));
    assert!(read(&wide, "t").is_ok());
    let branches = |n: usize| {
        format!("C t\n{{}}\nP0(int *x) {{ {} }}\nexists (x=1)", "if (r0 = *x) *x = r0; ".repeat(n))
    };
    assert!(read(&branches(1000), "t").is_ok());
    assert!(read(&branches(20_000), "t").is_err());
    let registers: String = (0..250).map(|index| format!("int r{index} = *x; ")).collect();
    let busy =
        format!("C t\n{{}}\nP0(int *x) {{ {registers} {} }}\nexists (x=1)", "if (*x) r0 = r1; ".repeat(2000));
    assert!(read(&busy, "t").is_ok());
    let labels: String = (0..1500).map(|index| format!(" L{index}: JNE L{} ;\n", 1499 - index)).collect();
    assert!(read(&format!("X86 t\n{{}}\n P0 ;\n{labels}exists (x=1)"), "t").is_err(), "x is nowhere else");
    let labels = format!("X86 t\n{{}}\n P0 ;\n MOV EAX,[x] ;\n{}exists (x=1)", labels.replace("JNE", "JMP"));
    assert!(read(&labels, "t").is_ok());
    assert!(read(&"C t\n".repeat(1 << 20), "t").is_err());
    assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
}
