// expect: sc=violation tso=violation pso=violation rmo=violation
// property: assert
// A loop that is cut at a bound inside an atomic section. Was: "safe: every execution", as if the section had to get to its end.
#include <assert.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);
int n;
int main(void) { __VERIFIER_atomic_begin(); while (__VERIFIER_nondet_int()) n++; __VERIFIER_atomic_end(); assert(n < 3); return 0; }
