// expect: sc=violation tso=violation
// property: assert
// Asked about assertions alone, an index that leaves its array hits what lies behind it, as in the native program.
#include <assert.h>

struct { int row[3]; int next; } both;
int __VERIFIER_nondet_int(void);

int main(void) {
    int i = __VERIFIER_nondet_int();
    if (i < 0 || i > 3)
        return 0;
    both.row[i] = 1;
    assert(both.next == 0);
    return 0;
}
