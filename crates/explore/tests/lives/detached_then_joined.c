// expect: sc=violation tso=violation
// property: memory
#include <pthread.h>
void *f(void *a) { return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_detach(t); pthread_join(t, 0); }
