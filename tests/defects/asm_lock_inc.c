// expect: sc=violation tso=violation pso=violation rmo=violation
// property: assert
// should be: violation (assert). Was: "safe, no bound": the write of a lock-prefixed instruction is dropped; same for lock add/sub/or/and/dec/not/bts.
#include <assert.h>
int x;
int main(void) { __asm__ volatile("lock; incl %0" : "+m"(x) :: "memory"); assert(x == 0); }
