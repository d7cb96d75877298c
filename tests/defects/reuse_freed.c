// expect: sc=violation
// property: assert
// flags: -DSELVEDGE_REUSE_FREED
// malloc_reuses.c with an allocator that may reuse (--reuse-freed): fails natively in every run.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int main(void) {
    int *p = malloc(sizeof(int));
    uintptr_t before = (uintptr_t)p;
    free(p);
    int *q = malloc(sizeof(int));
    assert((uintptr_t)q != before);
    free(q);
}
