// expect: sc=safe
// property: assert deadlock memory
//
// Handlers run at exit, the last registered first.

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
static int n;
static void last(void) {
    printf("last %d\n", n);
    assert(n == 2);
}
static void first(void) {
    n++;
    printf("first\n");
}
int main(int argc, char **argv) {
    atexit(last);
    atexit(first);
    n++;
    if (argc > 5)
        exit(3);
    return 0;
}
