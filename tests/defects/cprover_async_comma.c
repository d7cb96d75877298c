// expect: sc=violation tso=violation pso=violation rmo=violation
// property: assert
// should be: violation (assert). Was: "safe": the label is not seen where the statement is no plain call, where ## makes it, or in an included file; it then runs synchronously without a word.
#include <assert.h>
int x;
void f(void) { x = 1; }
int main(void) { __CPROVER_ASYNC_1: f(), f(); assert(x == 1); }
