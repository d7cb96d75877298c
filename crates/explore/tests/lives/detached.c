// expect: sc=safe tso=safe
// property: memory assert
#include <pthread.h>
void *f(void *a) { pthread_detach(pthread_self()); return 0; }
void *g(void *a) { return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_create(&t, 0, g, 0); pthread_detach(t); }
