// expect: sc=safe tso=safe
// property: assert
//
// SV-COMP's way to assume something; an abort after a failure adds nothing, an exit is no failure.
#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
void assume_abort_if_not(int cond) {
    if (!cond) {
        abort();
    }
}
void __VERIFIER_assert(int cond) {
    if (!cond) {
    ERROR: {
        reach_error();
        abort();
    }
    }
}
int main(void) {
    int i = __VERIFIER_nondet_int();
    if (i == 12)
        exit(1);
    assume_abort_if_not(i > 3 && i < 9);
    __VERIFIER_assert(i != 2 && i != 12);
}
