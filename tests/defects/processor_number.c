// expect: sc=violation tso=violation
// property: memory
// There may be more than two processors. Was safe by `check`.
#define _GNU_SOURCE
#include <sched.h>
int counters[2];
int main(void) { counters[sched_getcpu()]++; }
