/*
 * prelude.h: what the parts of the prelude share.
 *
 * The prelude models libc, pthreads, C11 threads, libatomic and the C++ runtime in C, on top of the
 * intrinsics. A program's call to a function that it does not define is answered from here.
 *
 * Invariants, checked by crates/frontend/tests/prelude.rs on the generated text:
 *  1. A body calls only intrinsics, llvm.* and `__sv_*` helpers of the prelude, never a public name: a
 *     program that defines its own `strlen` cannot change what `strdup` does.
 *  2. Whatever is not modelled ends in `__selvedge_unsupported`, never in a silent wrong answer.
 *
 * What the environment does (input, time, random numbers, files that the program did not write) is an input:
 * any value that the documentation allows. Choices made once, for all programs:
 *  - no environment variable is set, the machine has two processors and pages of 4096 bytes;
 *  - memory never runs out;
 *  - `rand` and `random` give any value in their range: a verdict must not hang on one generator.
 * Only standard types come from system headers (pthread.h, semaphore.h, threads.h, time.h); functions are declared
 * here in full, so that no header redirects a name.
 */
#ifndef SELVEDGE_PRELUDE_H
#define SELVEDGE_PRELUDE_H

#define _GNU_SOURCE 1
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <threads.h>
#include <time.h>

#include "selvedge_intrinsics.h"

static _Thread_local int __sv_errno;

/* -1 with errno, or 0: what most of POSIX outside pthreads returns. */
static int __sv_result(int status) {
    if (status != 0) {
        __sv_errno = status;
        return -1;
    }
    return 0;
}

/* Folds any value below 2 * bound into the values below bound: no division, no assumption, nothing left out. */
static unsigned int __sv_below(unsigned int bound, unsigned int value) { return value < bound ? value : value - bound; }

static size_t __sv_strlen(const char *string) {
    size_t length = 0;
    while (string[length] != 0) length++;
    return length;
}

#endif
