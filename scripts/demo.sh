#!/usr/bin/env bash
# Finds bugs in the examples and replays one, as a new user would.
set -euo pipefail
selvedge=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Shows a command, runs it, and checks that it ends with the exit code a user would see.
show() {
    local expected=$1 code=0
    shift
    printf '\n$ selvedge %s\n' "${*/$scratch/\/tmp}"
    "$selvedge" "$@" || code=$?
    if [ "$code" != "$expected" ]; then
        echo "demo: exit code $code, expected $expected" >&2
        exit 1
    fi
}

show 1 verify examples/store_buffering.c --model sc,tso
show 0 verify examples/store_buffering_fenced.c --model all
show 1 verify examples/message_passing.c --model all
show 1 run examples/bank_transfer_broken.c --runs 200 --save "$scratch/deadlock.json"
show 1 replay "$scratch/deadlock.json"
show 1 litmus examples/sel/store_buffering.sel --explain
show 0 prove examples/prove/account.c --model all
show 1 predict examples/atomicity/log_buffer.c
