/*
 * prelude.c: the whole prelude as one module. scripts/prelude.sh compiles it to prelude.ll.
 * The order matters: helpers come before their users.
 */
#include "prelude.h"

#include "memory.c"
#include "string.c"
#include "ctype.c"
#include "numbers.c"
#include "stdlib.c"
#include "pthread_threads.c"
#include "pthread_locks.c"
#include "threads_c11.c"
#include "clock.c"
#include "system.c"
#include "stdio_files.c"
#include "stdio_text.c"
#include "stdio_scan.c"
#include "math.c"
#include "atomics_lib.c"
#include "cxx_runtime.c"
#include "cxx_threads.c"
#include "cxx_containers.c"
#include "cxx_streams.c"
