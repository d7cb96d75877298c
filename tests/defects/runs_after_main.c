// expect: sc=unknown
// property: assert
// The assertion fails after main has returned. Functions that run then are not known: unknown, never safe.
#include <assert.h>
int count;
__attribute__((destructor)) static void check(void) { assert(count == 15); }
int main(void) { count = 1; }
