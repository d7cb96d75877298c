// expect: sc=safe tso=safe
// property: assert memory
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct s { pthread_mutex_t m; int x; } *s;
void *f(void *p) { s = calloc(1, sizeof *s); pthread_mutex_lock(&s->m); assert(s->x == 0); pthread_mutex_unlock(&s->m); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); pthread_mutex_lock(&s->m); assert(s->x == 0); free(s); }
