// expect: sc=safe tso=safe
// property: assert memory
#include <assert.h>
#include <pthread.h>
struct pair { char c; long l; };
long sum(struct pair p) { struct pair q = p; return q.l + q.c; }
void *f(void *p) { struct pair a; a.c = 1; a.l = 2; struct pair b = a; assert(sum(b) == 3); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); f(0); pthread_join(t, 0); }
