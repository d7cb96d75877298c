// expect: sc=safe
// property: assert deadlock memory
//
// Every kind of pthread object, its attributes, error numbers and corner cases.

#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
pthread_mutex_t m, rec, ec;
pthread_cond_t c;
pthread_rwlock_t rw;
pthread_barrier_t b;
sem_t s;
pthread_key_t key;
pthread_once_t once = PTHREAD_ONCE_INIT;
pthread_spinlock_t sp;
int ready, onces, dtors, serial, count;
void dtor(void *p) {
    assert(*(int *)p == 5);
    __atomic_fetch_add(&dtors, 1, __ATOMIC_SEQ_CST);
    free(p);
}
void init(void) { onces++; }
void *worker(void *a) {
    long id = (long)a;
    pthread_once(&once, init);
    int *p = malloc(sizeof *p);
    *p = 5;
    assert(!pthread_getspecific(key));
    pthread_setspecific(key, p);
    pthread_mutex_lock(&m);
    while (!ready)
        pthread_cond_wait(&c, &m);
    count++;
    pthread_mutex_unlock(&m);
    int r = pthread_barrier_wait(&b);
    assert(r == 0 || r == PTHREAD_BARRIER_SERIAL_THREAD);
    if (r)
        __atomic_fetch_add(&serial, 1, __ATOMIC_SEQ_CST);
    pthread_spin_lock(&sp);
    count++;
    pthread_spin_unlock(&sp);
    errno = (int)id;
    sched_yield();
    assert(errno == (int)id);
    sem_post(&s);
    if (id == 1)
        pthread_exit((void *)7L);
    return (void *)8L;
}
int main() {
    pthread_mutexattr_t ma;
    pthread_mutexattr_init(&ma);
    pthread_mutex_init(&m, NULL);
    pthread_mutexattr_settype(&ma, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&rec, &ma);
    pthread_mutexattr_settype(&ma, PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&ec, &ma);
    int k;
    pthread_mutexattr_gettype(&ma, &k);
    assert(k == PTHREAD_MUTEX_ERRORCHECK);
    assert(!pthread_mutex_lock(&rec) && !pthread_mutex_lock(&rec) && !pthread_mutex_unlock(&rec) &&
           !pthread_mutex_unlock(&rec));
    assert(!pthread_mutex_lock(&ec) && pthread_mutex_lock(&ec) == EDEADLK &&
           !pthread_mutex_unlock(&ec) && pthread_mutex_unlock(&ec) == EPERM);
    pthread_cond_init(&c, NULL);
    pthread_rwlock_init(&rw, NULL);
    assert(pthread_barrier_init(&b, NULL, 0) == EINVAL);
    pthread_barrier_init(&b, NULL, 2);
    sem_init(&s, 0, 0);
    pthread_spin_init(&sp, 0);
    pthread_key_create(&key, dtor);
    pthread_t t[2];
    pthread_attr_t at;
    pthread_attr_init(&at);
    int ds;
    pthread_attr_getdetachstate(&at, &ds);
    assert(ds == PTHREAD_CREATE_JOINABLE);
    for (long i = 0; i < 2; i++)
        assert(!pthread_create(&t[i], i ? &at : NULL, worker, (void *)(i + 1)));
    pthread_mutex_lock(&m);
    ready = 1;
    pthread_cond_broadcast(&c);
    pthread_mutex_unlock(&m);
    void *v[2];
    for (int i = 0; i < 2; i++) {
        assert(!pthread_join(t[i], &v[i]));
    }
    assert(v[0] == (void *)7 && v[1] == (void *)8);
    assert(onces == 1 && dtors == 2 && serial == 1 && count == 4);
    int val;
    sem_getvalue(&s, &val);
    assert(val == 2);
    assert(!sem_wait(&s) && !sem_trywait(&s));
    assert(sem_trywait(&s) == -1 && errno == EAGAIN);
    struct timespec ts;
    clock_gettime(CLOCK_REALTIME, &ts);
    assert(sem_timedwait(&s, &ts) == -1 && errno == ETIMEDOUT);
    ts.tv_nsec = -1;
    assert(sem_timedwait(&s, &ts) == -1 && errno == EINVAL);
    ts.tv_nsec = 3;
    pthread_mutex_lock(&m);
    assert(pthread_cond_timedwait(&c, &m, &ts) == ETIMEDOUT);
    pthread_mutex_unlock(&m);
    assert(!pthread_rwlock_rdlock(&rw) && !pthread_rwlock_tryrdlock(&rw) &&
           pthread_rwlock_trywrlock(&rw) == EBUSY);
    int q = pthread_rwlock_timedrdlock(&rw, &ts);
    assert(q == 0);
    pthread_rwlock_unlock(&rw);
    pthread_rwlock_unlock(&rw);
    pthread_rwlock_unlock(&rw);
    assert(!pthread_rwlock_wrlock(&rw) && !pthread_rwlock_unlock(&rw));
    time_t t1 = time(NULL), t2 = time(NULL);
    assert(t2 >= t1);
    usleep(10);
    assert(pthread_equal(pthread_self(), pthread_self()));
    pthread_attr_setdetachstate(&at, PTHREAD_CREATE_DETACHED);
    printf("done\n");
    return 0;
}
