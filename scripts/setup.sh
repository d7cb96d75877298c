#!/usr/bin/env bash
# Installs what building and testing need beside the Rust toolchain: clang 15 or newer, a C++ compiler, and z3, which the
# tests ask for a second opinion.
# Says nothing when all is there.
set -euo pipefail

need_clang=15

# The version of a clang command, or 0.
clang_major() {
    "$1" --version 2>/dev/null | sed -n 's/.*clang version \([0-9]*\).*/\1/p' | head -n 1 | grep . || echo 0
}

have_clang() {
    local candidate
    if [ -n "${SELVEDGE_CLANG:-}" ]; then
        [ "$(clang_major "$SELVEDGE_CLANG")" -ge "$need_clang" ] && return 0
    fi
    for candidate in clang $(seq -f 'clang-%.0f' 40 -1 "$need_clang"); do
        if command -v "$candidate" >/dev/null && [ "$(clang_major "$candidate")" -ge "$need_clang" ]; then
            return 0
        fi
    done
    return 1
}

have_z3() { command -v z3 >/dev/null; }

have_cxx() { command -v c++ >/dev/null || command -v g++ >/dev/null || command -v clang++ >/dev/null; }

as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }

install_packages() {
    if command -v apt-get >/dev/null; then
        export DEBIAN_FRONTEND=noninteractive
        as_root apt-get update -qq
        # The newest clang-NN that the distribution has; plain `clang` may be too old.
        local newest
        newest=$(apt-cache pkgnames clang- | sed -n 's/^clang-\([0-9][0-9]*\)$/\1/p' | sort -n | tail -n 1)
        have_clang || as_root apt-get install -y -qq "clang-${newest:-19}" libstdc++-12-dev || as_root apt-get install -y -qq "clang-${newest:-19}"
        have_cxx || as_root apt-get install -y -qq g++
        have_z3 || as_root apt-get install -y -qq z3
    elif command -v dnf >/dev/null; then
        as_root dnf install -y -q clang gcc-c++ z3
    elif command -v pacman >/dev/null; then
        as_root pacman -S --noconfirm --needed clang gcc z3
    elif command -v apk >/dev/null; then
        as_root apk add --quiet clang g++ musl-dev z3
    elif command -v brew >/dev/null; then
        brew install --quiet llvm z3
    else
        echo "setup: no known package manager; please install clang >= $need_clang, a C++ compiler and z3" >&2
        exit 1
    fi
}

if ! command -v cargo >/dev/null; then
    echo "setup: cargo not found; install the Rust toolchain first (rustup)" >&2
    exit 1
fi
if ! have_clang || ! have_cxx || ! have_z3; then
    echo "setup: installing clang, a C++ compiler and z3" >&2
    log=$(mktemp)
    if ! install_packages >"$log" 2>&1 || ! have_clang || ! have_cxx || ! have_z3; then
        cat "$log" >&2
        echo "setup: could not install clang >= $need_clang, a C++ compiler and z3" >&2
        exit 1
    fi
    rm -f "$log"
fi
