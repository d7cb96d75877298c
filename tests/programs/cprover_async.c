// expect: sc=violation tso=violation
// property: assert
#include <assert.h>
int x;
void f(void) { x = 1; }
int main(void) {
__CPROVER_ASYNC_1:
    f(), f();
    assert(x == 1);
}
