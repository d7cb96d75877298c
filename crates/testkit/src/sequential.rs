//! Sequential C programs from a seed, all of them defined: what they print natively, they print here.
//!
//! Integers of every width and sign with their conversions, bit-fields, unions, structures by value, arrays, pointers into them,
//! function pointers, recursion, `switch` with falls, `goto`, every loop, variable-length arrays, static locals, variable
//! arguments, floating point, the usual functions of the C library, and `printf` with flags and widths. What C leaves undefined or
//! to the compiler is kept out by construction: sums are unsigned, shifts are masked, divisors are odd, every array is indexed
//! modulo its length, and each full expression has one side effect.
//!
//! The last line is a checksum. `-DCLAIM=n` adds `assert(sum == n)`, `-DDENY=n` adds `assert(sum != n)`.

use crate::random::Rng;
use std::fmt::Write;

const HEAD: &str = r#"#include <assert.h>
#include <ctype.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct { int8_t a; unsigned b : 5; signed c : 7; uint64_t d : 40; int16_t row[4]; } inner;
typedef struct node { int32_t key; inner in; union { uint32_t whole; uint8_t part[4]; int16_t half[2]; } u; struct node *next; } node;
enum color { RED = -3, GREEN, BLUE = 70000 };
static uint32_t sum = 1;
static void mix(uint64_t v) { sum = (sum ^ (uint32_t)v ^ (uint32_t)(v >> 32)) * 16777619u + 1; }
static int8_t i8 = -5; static uint8_t u8 = 250; static int16_t i16 = -300; static uint16_t u16 = 65000;
static int32_t i32 = -70000; static uint32_t u32 = 4000000000u; static int64_t i64 = -5000000000ll; static uint64_t u64 = 1ull << 63;
static _Bool yes; static double real = 1.5; static float small = 0.25f;
static int cells[8] = {3, 1, 4, 1, 5, 9, 2, 6}; static uint8_t grid[3][5]; static char text[24] = "selvedge";
static node nodes[3] = {{1, {2, 3, 4, 5, {6, 7, 8, 9}}, {0x01020304}, &nodes[1]}, {.key = -2, .u.half = {5, -6}, .next = nodes + 2}, {0}};
static enum color shade = GREEN;
static int depth(int k) { return k <= 0 ? 1 : k + depth(k - 1); }
static uint32_t fold(int n, ...) { va_list ap; va_start(ap, n); uint32_t s = 0; while (n-- > 0) { s = s * 3 + (uint32_t)va_arg(ap, int); s += (uint32_t)va_arg(ap, long long); } va_end(ap); return s; }
static inner change(inner by, int k) { by.row[k & 3] += 1; by.b = by.b + 3u; by.c = k; return by; }
static node swap(node n) { n.u.whole = n.u.whole << 8 | n.u.whole >> 24; n.key ^= 0x55; return n; }
static int twice(int k) { return (int)(2u * (unsigned)k); } static int less(int k) { return (int)((unsigned)k - 1u); } static int flip(int k) { return ~k; }
static int (*const apply[3])(int) = {twice, less, flip};
static int by_value(const void *a, const void *b) { int x = *(const int *)a, y = *(const int *)b; return (x > y) - (x < y); }
static int counter(void) { static int n = 7; return n++; }
"#;

const PLACES: [&str; 14] = [
    "i8",
    "u8",
    "i16",
    "u16",
    "i32",
    "u32",
    "i64",
    "u64",
    "yes",
    "cells[i32 & 7]",
    "grid[u8 % 3][u16 % 5]",
    "nodes[u32 % 3].in.a",
    "nodes[u8 % 3].key",
    "nodes[u16 % 3].u.whole",
];
const FIELDS: [&str; 6] = [
    "nodes[0].in.b",
    "nodes[1].in.c",
    "nodes[2].in.d",
    "nodes[0].u.part[u8 & 3]",
    "nodes[1].u.half[u32 & 1]",
    "nodes[2].in.row[i32 & 3]",
];
const TYPES: [&str; 9] =
    ["int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t", "uint64_t", "_Bool"];

/// Statements that print into memory or ask how large an allocation is, which `check` does not follow.
const BEYOND_CHECK: [usize; 4] = [20, 21, 24, 27];

/// Whether the program of a seed has only what `check` follows.
pub fn is_plain(seed: u64) -> bool {
    !seed.is_multiple_of(3)
}

/// The program of a seed.
pub fn program(seed: u64) -> String {
    let plain = is_plain(seed);
    let mut rng = Rng::new(seed ^ 0x5e90_e271);
    let mut text = format!("{HEAD}int main(void) {{\n");
    for number in 0..4 + rng.below(10) {
        let _ = writeln!(text, "    {}", statement(&mut rng, (number, plain), 2));
    }
    for place in PLACES.iter().chain(&FIELDS) {
        let _ = writeln!(text, "    mix((uint64_t){place});");
    }
    text.push_str("    for (int i = 0; i < 8; i++) mix((uint64_t)cells[i]);\n    for (int i = 0; i < 24; i++) mix(text[i]);\n");
    text.push_str("    printf(\"%u\\n\", sum);\n#ifdef CLAIM\n    assert(sum == CLAIM);\n#endif\n");
    text.push_str("#ifdef DENY\n    assert(sum != DENY);\n#endif\n    return 0;\n}\n");
    text
}

fn pick<'a>(rng: &mut Rng, from: &[&'a str]) -> &'a str {
    from[rng.below(from.len())]
}

fn place<'a>(rng: &mut Rng) -> &'a str {
    match rng.once_in(3) {
        true => pick(rng, &FIELDS),
        false => pick(rng, &PLACES),
    }
}

/// A value without side effects, of any integer type.
fn value(rng: &mut Rng, depth: usize) -> String {
    if depth == 0 || rng.once_in(4) {
        return match rng.below(6) {
            0 => format!("{}", rng.below(300)),
            1 => format!("(-{})", 1 + rng.below(70_000)),
            2 => pick(rng, &["0xdeadbeefu", "1ull << 35", "'x'", "sizeof(node)", "BLUE", "-1"])
                .replace("1ull << 35", "(1ull << 35)"),
            // How wide a bit-field wider than `int` is in an expression, compilers do not agree on.
            _ => place(rng).replace("nodes[2].in.d", "(uint64_t)nodes[2].in.d"),
        };
    }
    let mut next = || value(rng, depth - 1);
    let (a, b, c) = (next(), next(), next());
    let (ty, other) = (pick(rng, &TYPES), pick(rng, &TYPES));
    let unsigned = ["uint8_t", "uint16_t", "uint32_t", "uint64_t"][rng.below(4)];
    match rng.below(16) {
        0 => format!("((uint64_t){a} + (uint64_t){b})"),
        1 => format!("((uint32_t){a} * (uint32_t){b})"),
        2 => format!("((uint64_t){a} - {b})"),
        3 => format!("((int64_t)({ty}){a} {} ((({other}){b} & 15) | 1))", ["/", "%"][rng.below(2)]),
        4 => format!("(({unsigned}){a} {} (({b}) & 7))", ["<<", ">>"][rng.below(2)]),
        5 => format!("((int64_t){a} >> (({b}) & 31))"),
        6 => format!("(({ty}){a} {} ({other}){b})", ["<", "<=", ">", "==", "!="][rng.below(5)]),
        7 => format!("({a} {} {b})", ["&", "|", "^", "&&", "||"][rng.below(5)]),
        8 => format!("(({a}) ? (int64_t){b} : (int64_t){c})"),
        9 => format!("(({ty}){a})"),
        10 => format!("(~({ty}){a})"),
        11 => format!("(!{a})"),
        12 => format!("apply[(uint32_t){a} % 3]((int16_t){b})"),
        13 => format!("depth((uint8_t){a} & 7)"),
        14 => format!("__builtin_{}((uint32_t){a} | 1u)", ["clz", "ctz", "popcount", "ffs"][rng.below(4)]),
        _ => format!("(int64_t)fold(2, (int)(int8_t){a}, (long long){b}, (int)(uint16_t){c}, 9ll)"),
    }
}

fn statement(rng: &mut Rng, (number, plain): (usize, bool), depth: usize) -> String {
    let v = value(rng, 3);
    let w = value(rng, 2);
    let to = place(rng);
    let k = 1 + rng.below(6);
    let inside = |rng: &mut Rng| match depth {
        0 => format!("{} = (int){};", place(rng), value(rng, 1)),
        _ => statement(rng, (number, plain), depth - 1),
    };
    let kind = loop {
        let kind = rng.below(34);
        if !(plain && BEYOND_CHECK.contains(&kind)) {
            break kind;
        }
    };
    match kind {
        0..=3 => format!("{to} = {v};"),
        4 => format!("{to} {} (uint32_t){v};", ["|=", "&=", "^="][rng.below(3)]),
        5 => format!("{{ uint32_t step = {to}; {to} = step + {k}; mix(step); }}"),
        6 => format!("if ({v}) {{ {} }} else {{ {} }}", inside(rng), inside(rng)),
        7 => {
            format!("for (int i = 0; i < {k}; i++) {{ mix(i); {} if ({w}) continue; mix(99); }}", inside(rng))
        }
        8 => format!("{{ int n = {k}; do {{ {} }} while (--n > 0 && {w}); }}", inside(rng)),
        9 => format!("{{ int n = 0; while (1) {{ if (n++ >= {k}) break; {} }} }}", inside(rng)),
        10 => format!(
            "switch ((uint32_t){v} % 6) {{ case 0: {} break; case 1: mix(1); case 2: mix(2); break; case 4: {{ {} }} default: mix(7); }}",
            inside(rng),
            inside(rng)
        ),
        11 => {
            let label = format!("again{number}_{}", rng.below(1_000_000));
            format!(
                "{{ int n = 0; {label}: if (n < {k}) {{ n++; mix({v}); if ({w}) goto {label}; mix(3); }} }}"
            )
        }
        12 => format!("nodes[{}].in = change(nodes[{}].in, (int)(int8_t){v});", k % 3, (k + 1) % 3),
        13 => format!(
            "{{ node n = swap(nodes[{}]); nodes[{}] = n; mix(n.u.part[{}]); }}",
            k % 3,
            (k + 1) % 3,
            k % 4
        ),
        14 => format!(
            "{{ int n = 4; for (node *p = nodes; p && n-- > 0; p = p->next) p->key = (int32_t)((uint32_t)p->key + (uint32_t){v}); }}"
        ),
        15 => format!(
            "{{ uint8_t *p = (uint8_t *)&nodes[{}].u, *end = p + 4; while (p != end) mix(*p++); }}",
            k % 3
        ),
        16 => format!(
            "{{ int n = {k} + 2, row[n]; for (int i = 0; i < n; i++) row[i] = cells[i & 7] + i; mix((uint64_t)row[(uint32_t){v} % n]); }}"
        ),
        17 => format!("qsort(cells, {}, sizeof cells[0], by_value);", 2 + k),
        18 => format!("memmove(cells + {}, cells + {}, {} * sizeof(int));", k % 3, k % 2, 1 + k % 5),
        19 => format!("memset(&grid[{}], (uint8_t){v}, {k});", k % 3),
        20 => format!(
            "{{ inner copy; memcpy(&copy, &nodes[{}].in, sizeof copy); mix(copy.d + copy.b); mix(copy.row[{}]); }}",
            k % 3,
            k % 4
        ),
        21 => format!(
            "{{ char b[40]; int n = snprintf(b, sizeof b, \"%d|%-6u|%+05d|%x|%c\", (int){v}, (unsigned)(uint16_t){w}, (int)(int8_t){v}, (unsigned){w}, 'a' + {k}); mix(n); mix(strlen(b)); puts(b); }}"
        ),
        22 => format!(
            "printf(\"%lld %llu %#lx %5.3f %-8s| %hhd %%\\n\", (long long){v}, (unsigned long long){w}, (unsigned long)(uint32_t){v}, real, text, (signed char){w});"
        ),
        23 => format!(
            "{{ strncpy(text + {k}, \"threads\", {}); mix(strcmp(text, \"sel\") > 0); char *p = strchr(text, 'e'); mix(p ? p - text : 77); }}",
            k + 1
        ),
        24 => format!(
            "{{ char b[16]; sprintf(b, \"%d\", (int)(int16_t){v}); mix((uint64_t)atoi(b)); mix((uint64_t)strtol(b, 0, 10)); }}"
        ),
        25 => format!(
            "real = real * 0.5 + (double)(int16_t){v}; mix((uint64_t)(int64_t)real); mix(real > {k});"
        ),
        26 => format!(
            "small = (float)(int8_t){v} / 4.0f; real += small; printf(\"%.2f %g\\n\", (double)small, real);"
        ),
        27 => format!(
            "{{ int *h = calloc({k}, sizeof *h); h[{}] = (int){v}; h = realloc(h, {} * sizeof *h); mix((uint64_t)h[{}]); free(h); }}",
            k - 1,
            k + 3,
            k - 1
        ),
        28 => {
            format!("mix(counter()); shade = (uint32_t){v} & 1 ? RED : BLUE; mix((uint64_t)(int64_t)shade);")
        }
        29 => format!("{{ int (*f)(int) = apply[(uint32_t){v} % 3]; mix((uint64_t)f({k})); }}"),
        30 => format!(
            "{{ unsigned char c = (unsigned char)(32 + (uint32_t){v} % 90); mix(toupper(c)); mix(!!isalpha(c) + 2 * !!isdigit(c)); putchar(c); putchar('\\n'); }}"
        ),
        31 => format!(
            "{{ uint64_t r; _Bool o = __builtin_add_overflow((int32_t){v}, (int32_t){w}, &i32); r = o; mix(r); }}"
        ),
        32 => format!("mix((uint64_t)(inner){{ .b = (uint32_t){v} & 31, .row = {{1, 2}} }}.row[{}]);", k % 4),
        _ => format!(
            "{{ int m[2][3] = {{{{1, 2, 3}}, {{{k}}}}}; int (*p)[3] = m; mix((uint64_t)(p[(uint32_t){v} & 1][(uint32_t){w} % 3])); }}"
        ),
    }
}
