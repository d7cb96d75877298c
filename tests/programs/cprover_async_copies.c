// expect: sc=safe
// property: assert memory
//
// The thread has copies of the variables around the statement; it reads globals itself.
#include <assert.h>
int x, done;
int main(void) {
    int i = 2, j = 5;
    int *p = &i;
__CPROVER_ASYNC_1: {
    i += j;
    x = i;
    done = 1;
}
    i = 3;
    assert(i == 3 && *p == 3);
    if (done)
        assert(x == 7);
}
