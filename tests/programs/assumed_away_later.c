// expect: sc=violation tso=violation pso=violation rmo=violation
// property: assert
// The thread may fail before the one that starts it comes to its assumption.
#include <assert.h>
int x;
void foo(void) { assert(x == 1); }
int main(void) { __CPROVER_ASYNC_1: foo(); __CPROVER_assume(0); }
