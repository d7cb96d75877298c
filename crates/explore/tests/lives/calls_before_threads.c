// expect: sc=violation tso=violation pso=violation rmo=violation
// property: assert
// The same with every other object.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
pthread_barrier_t b;
sem_t s;
int x;
void *f(void *a) { pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m); return 0; }
int main(void) {
  pthread_t t;
  int value;
  sem_init(&s, 0, 1);
  sem_wait(&s);
  sem_trywait(&s);
  sem_post(&s);
  sem_getvalue(&s, &value);
  pthread_mutex_lock(&m);
  pthread_mutex_trylock(&m);
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  pthread_rwlock_rdlock(&l);
  pthread_rwlock_unlock(&l);
  pthread_barrier_init(&b, 0, 1);
  pthread_barrier_wait(&b);
  pthread_create(&t, 0, f, 0);
  pthread_mutex_lock(&m);
  assert(x == 0);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
