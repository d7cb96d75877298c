//! LLVM IR that somebody has damaged: an error or a program, never a panic.

use crate::Source;
use frontend::clang::{Clang, Language};
use frontend::ll;
use frontend::lower::{LowerOptions, Switches, lower};
use proptest::prelude::*;
use std::sync::OnceLock;

/// What clang makes of a program with a bit of everything.
fn text() -> &'static str {
    static TEXT: OnceLock<String> = OnceLock::new();
    TEXT.get_or_init(|| {
        let program = r#"
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
struct node { int v; struct node *next; int a[3]; double d; } pool[4], *head = &pool[1];
_Atomic int flag; _Thread_local int mine = 2; pthread_mutex_t m;
int sum(int n, ...) { va_list ap; va_start(ap, n); int s = 0; while (n--) s += va_arg(ap, int); va_end(ap); return s; }
struct node copy(struct node n) { n.a[1] = 7; return n; }
void *thread(void *p) {
    struct node local = *(struct node *)p, other = {1};
    pthread_mutex_lock(&m);
    other = local;
    for (int i = 0; i < 3; i++) { if (i == 2) continue; head->a[i] += other.a[1] ^ local.v; }
    pthread_mutex_unlock(&m);
    switch (local.v) { case 1: mine++; break; case 5: mine = 3; default: flag++; }
    return (void *)(long)sum(2, 1, mine);
}
int (*fn)(int, ...) = sum;
int main(int argc, char **argv) {
    pthread_t t; int vla[argc + 1];
    pthread_create(&t, 0, thread, &pool[2]);
    vla[0] = fn(1, argc);
    pool[0] = copy(*head);
    printf("%d %f\n", vla[0] ? flag : (int)pool[0].d, pool[1].d * 2);
    int expected = 1;
    return __atomic_compare_exchange_n(&expected, &vla[0], 3, 1, 5, 0);
}
"#;
        let source = Source::new("base.c", program);
        let clang = Clang::find(None).expect("clang is needed for the tests");
        clang.compile(source.path(), Language::C, program, &[]).expect("the base program")
    })
}

/// One damage: at a line (as a fraction of all), of a kind, with a parameter.
fn damaged(lines: &mut Vec<String>, place: f64, kind: u8, other: f64) {
    if lines.is_empty() {
        return;
    }
    let at = |fraction: f64| ((lines.len() - 1) as f64 * fraction) as usize;
    let (here, there) = (at(place), at(other));
    match kind {
        0 => drop(lines.remove(here)),
        1 => {
            let copied = lines[there].clone();
            lines.insert(here, copied);
        }
        2 => lines.swap(here, there),
        3 => lines[here] = lines[here].replace("i32", "i64"),
        4 => lines[here] = lines[here].replace("ptr", "i32"),
        5 => lines[here] = lines[here].replace('1', "2"),
        6 => lines[here] = lines[here].replacen("%", "@", 1),
        7 => lines[here] = lines[here].replace("i64", "double"),
        8 => lines[here] = lines[here].replace('0', "9"),
        9 => lines.truncate(here),
        10 => {
            let words: Vec<String> = lines[there].split(' ').map(str::to_string).collect();
            lines[here] = format!("{} {}", lines[here], words.last().cloned().unwrap_or_default());
        }
        _ => lines[here] = lines[here].replace("i32", "[2 x i32]"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn damaged_ir_does_not_panic(damages in prop::collection::vec((0.0..1.0f64, 0u8..12, 0.0..1.0f64), 1..4)) {
        // Attributes and metadata come last; the damage is done to the code.
        let (code, rest) = text().split_once("\nattributes #0").unwrap_or((text(), ""));
        let mut lines: Vec<String> = code.lines().map(str::to_string).collect();
        for (place, kind, other) in damages {
            damaged(&mut lines, place, kind, other);
        }
        if let Ok(module) = ll::parse(&format!("{}\nattributes #0{rest}", lines.join("\n"))) {
            let _ = lower(&module, "mangled.ll", &LowerOptions { entry: "main".into(), source: None, switches: Switches { memory_checks: true, ..Switches::default() } });
        }
    }
}
