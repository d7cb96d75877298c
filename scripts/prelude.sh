#!/usr/bin/env bash
# Compiles crates/frontend/prelude/*.c to prelude.ll with the newest clang on PATH (or $SELVEDGE_CLANG).
#
# The result is the same on every machine with the same clang and C headers: no debug info, no paths, no version
# strings. Attributes that say nothing to the lowering are cut, because every run of the tool reads this text.
# The first line holds a hash of the sources; crates/frontend/tests/prelude.rs compares it.
set -euo pipefail
cd "$(dirname "$0")/../crates/frontend/prelude"
export LC_ALL=C

newest_clang() {
    compgen -c clang | grep -E '^clang(-[0-9]+)?$' | sort -u | while read -r name; do
        version=$("$name" -dumpversion 2>/dev/null) || continue
        echo "${version%%.*} $name"
    done | sort -n | tail -1 | cut -d' ' -f2
}

# FNV-1a, 64 bits, over the bytes of all sources in order of their names. bash arithmetic wraps at 64 bits.
sources_hash() {
    local hash=$((0xcbf29ce484222325)) byte
    while read -r byte; do
        hash=$(((hash ^ byte) * 0x100000001b3))
    done < <(cat ./*.c ./*.h | od -An -v -tu1 -w1)
    printf '%016x' "$hash"
}

clang=${SELVEDGE_CLANG:-$(newest_clang)}
[ -n "$clang" ] || { echo "prelude.sh: no clang on PATH" >&2; exit 2; }

raw=$(mktemp)
trap 'rm -f "$raw"' EXIT
"$clang" --target=x86_64-linux-gnu -std=gnu17 -w -Werror=implicit-function-declaration -Werror=return-type \
    -S -emit-llvm -g0 -O0 -Xclang -disable-O0-optnone -Xclang -disable-llvm-passes \
    -ffreestanding -fno-builtin -fno-math-errno -ffp-contract=off -fno-ident -fno-stack-protector \
    -fno-exceptions -fno-asynchronous-unwind-tables -U_FORTIFY_SOURCE \
    -o "$raw" prelude.c

{
    echo "; prelude sources: $(sources_hash)"
    sed -E \
        -e '/^; ModuleID/d' -e 's/^source_filename = .*/source_filename = "prelude.c"/' \
        -e '/^attributes #/d' -e '/^!/d' -e '/^; Function Attrs/d' \
        -e 's/ +; preds = .*//' -e 's/, !llvm\.loop ![0-9]+$//' -e 's/, !srcloc ![0-9]+$//' \
        -e '/^(define|declare|  .*call )/{s/ #[0-9]+( \{)?$/\1/;s/ (noundef|nonnull|dso_local|noalias|nocapture|readonly|writeonly|immarg|nocreateundeforpoison)\b//g}' \
        -e '/^@/s/ dso_local / /' \
        "$raw" | cat -s
} > prelude.ll
echo "prelude.ll: $(grep -c '^define' prelude.ll) functions, $(wc -c < prelude.ll) bytes ($clang)"
