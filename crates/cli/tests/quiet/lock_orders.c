// Locks are taken in both orders, but never so that somebody can wait for ever: under one lock, by readers, before a
// thread begins and after it has ended, tried, or by one thread.
// broken: deadlock: 
#include "quiet.h"
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER, gate = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t c = PTHREAD_MUTEX_INITIALIZER, d = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t e = PTHREAD_MUTEX_INITIALIZER, f = PTHREAD_MUTEX_INITIALIZER;
pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER, s = PTHREAD_RWLOCK_INITIALIZER;
void both(pthread_mutex_t *one, pthread_mutex_t *other) {
    pthread_mutex_lock(one);
    pthread_mutex_lock(other);
    pthread_mutex_unlock(other);
    pthread_mutex_unlock(one);
}
void tries(pthread_mutex_t *one, pthread_mutex_t *other) {
    struct timespec until = soon(CLOCK_REALTIME);
    pthread_mutex_lock(one);
    if (!pthread_mutex_trylock(other)) pthread_mutex_unlock(other);
    if (!pthread_mutex_timedlock(other, &until)) pthread_mutex_unlock(other);
    pthread_mutex_unlock(one);
}
void *one(void *unused) {
    UNLESS_BROKEN(pthread_mutex_lock(&gate);)
    both(&a, &b);
    UNLESS_BROKEN(pthread_mutex_unlock(&gate);)
    pthread_rwlock_rdlock(&r);
    pthread_rwlock_rdlock(&s);
    pthread_rwlock_unlock(&s);
    pthread_rwlock_unlock(&r);
    tries(&e, &f);
    say_done(0);
    return 0;
}
void *other(void *unused) {
    UNLESS_BROKEN(pthread_mutex_lock(&gate);)
    both(&b, &a);
    UNLESS_BROKEN(pthread_mutex_unlock(&gate);)
    pthread_rwlock_rdlock(&s);
    pthread_rwlock_rdlock(&r);
    pthread_rwlock_unlock(&r);
    pthread_rwlock_unlock(&s);
    tries(&f, &e);
    both(&c, &d);
    return 0;
}
int main(void) {
    both(&d, &c);
    pthread_t first = start(one, 0);
    wait_for(0);
    pthread_t second = start(other, 0);
    finish(first);
    finish(second);
    both(&d, &c);
}
