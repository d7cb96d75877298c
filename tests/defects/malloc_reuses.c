// expect: sc=safe tso=safe pso=safe rmo=safe
// property: assert
// should be: violation (assert), or an answer whose scope says that freed addresses are taken not to come back. Was: "safe, no bound"; natively it fails in every run.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int main(void) { int *p = malloc(4); uintptr_t x = (uintptr_t)p; free(p); int *q = malloc(4); assert((uintptr_t)q != x); }
