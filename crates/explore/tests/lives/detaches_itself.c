// expect: sc=violation
// property: memory
#include <pthread.h>
void *f(void *a) { pthread_detach(pthread_self()); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); }
