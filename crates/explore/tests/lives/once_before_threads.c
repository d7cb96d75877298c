// expect: sc=violation tso=violation pso=violation rmo=violation
// property: assert
// The first thread runs a once routine before there are others.
#include <assert.h>
#include <pthread.h>
pthread_once_t once = PTHREAD_ONCE_INIT;
int ready, x;
void set(void) { ready = 1; }
void *f(void *a) { pthread_once(&once, set); x = ready; return 0; }
int main(void) {
  pthread_t t;
  pthread_once(&once, set);
  pthread_create(&t, 0, f, 0);
  assert(x == 0);
  pthread_join(t, 0);
  return 0;
}
