// expect: sc=violation
// property: assert
#include <assert.h>
#include <pthread.h>
struct pair { int c; int l; };
void *f(void *p) { struct pair a, b; a.c = 1; b = a; assert(b.l == 0); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); }
