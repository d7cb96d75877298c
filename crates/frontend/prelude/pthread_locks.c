/*
 * pthread_locks.c: the initialisers, attributes and timed forms of mutexes, spinlocks, reader-writer locks,
 * condition variables, barriers and semaphores. Plain lock, unlock, wait, signal and destroy are instructions.
 *
 * A timed wait may time out whenever it would block; its deadline is read only to reject a bad one.
 * Robust mutexes are unsupported. Priority protocols and sharing between processes are accepted: they change no
 * outcome within one process.
 */

/* Our layout of the attribute objects; glibc gives every one of them at least four bytes. */
enum { __SV_KIND = 3, __SV_PSHARED = 4, __SV_ROBUST = 8, __SV_PROTOCOL_SHIFT = 4, __SV_PROTOCOL = 3 << 4 };

static int __sv_bad_time(const struct timespec *until) {
    (void)until->tv_sec; /* looked at, whatever it is */
    return until->tv_nsec < 0 || until->tv_nsec >= 1000000000;
}

/* PTHREAD_MUTEX_ADAPTIVE_NP (3) only spins first. */
int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attr) {
    int kind = 0;
    if (attr) {
        kind = *(const int *)attr & __SV_KIND;
        if (kind == 3) kind = 0;
    }
    return __selvedge_mutex_init(mutex, kind);
}
int pthread_mutex_trylock(pthread_mutex_t *mutex) { return __selvedge_mutex_trylock(mutex); }
/* A bad deadline matters only to a call that would block. */
static int __sv_mutex_timed_lock(pthread_mutex_t *mutex, const struct timespec *until) {
    if (!__sv_bad_time(until)) return __selvedge_mutex_timedlock(mutex);
    int status = __selvedge_mutex_trylock(mutex);
    return status == EBUSY ? EINVAL : status;
}
int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *until) {
    return __sv_mutex_timed_lock(mutex, until);
}
int pthread_mutex_clocklock(pthread_mutex_t *mutex, clockid_t clock, const struct timespec *until) {
    return __sv_mutex_timed_lock(mutex, until);
}
int pthread_mutex_consistent(pthread_mutex_t *mutex) { return EINVAL; }

int pthread_mutexattr_init(pthread_mutexattr_t *attr) {
    *(int *)attr = 0;
    return 0;
}
int pthread_mutexattr_destroy(pthread_mutexattr_t *attr) { return 0; }
static int __sv_set_bits(int *word, int mask, int bits) {
    *word = (*word & ~mask) | bits;
    return 0;
}
int pthread_mutexattr_settype(pthread_mutexattr_t *attr, int kind) {
    if (kind < 0 || kind > 3) return EINVAL;
    return __sv_set_bits((int *)attr, __SV_KIND, kind);
}
int pthread_mutexattr_setkind_np(pthread_mutexattr_t *attr, int kind) {
    if (kind < 0 || kind > 3) return EINVAL;
    return __sv_set_bits((int *)attr, __SV_KIND, kind);
}
int pthread_mutexattr_gettype(const pthread_mutexattr_t *attr, int *kind) {
    *kind = *(const int *)attr & __SV_KIND;
    return 0;
}
int pthread_mutexattr_setpshared(pthread_mutexattr_t *attr, int shared) {
    if (shared != 0 && shared != 1) return EINVAL;
    return __sv_set_bits((int *)attr, __SV_PSHARED, shared ? __SV_PSHARED : 0);
}
int pthread_mutexattr_getpshared(const pthread_mutexattr_t *attr, int *shared) {
    *shared = (*(const int *)attr & __SV_PSHARED) != 0;
    return 0;
}
int pthread_mutexattr_setprotocol(pthread_mutexattr_t *attr, int protocol) {
    if (protocol < 0 || protocol > 2) return EINVAL;
    return __sv_set_bits((int *)attr, __SV_PROTOCOL, protocol << __SV_PROTOCOL_SHIFT);
}
int pthread_mutexattr_getprotocol(const pthread_mutexattr_t *attr, int *protocol) {
    *protocol = (*(const int *)attr & __SV_PROTOCOL) >> __SV_PROTOCOL_SHIFT;
    return 0;
}
int pthread_mutexattr_setrobust(pthread_mutexattr_t *attr, int robust) {
    if (robust == PTHREAD_MUTEX_STALLED) return 0;
    if (robust != PTHREAD_MUTEX_ROBUST) return EINVAL;
    __selvedge_unsupported("robust mutex");
}
int pthread_mutexattr_getrobust(const pthread_mutexattr_t *attr, int *robust) {
    *robust = PTHREAD_MUTEX_STALLED;
    return 0;
}

int pthread_spin_init(pthread_spinlock_t *lock, int shared) { return __selvedge_mutex_init((void *)lock, 0); }

int pthread_rwlock_init(pthread_rwlock_t *lock, const pthread_rwlockattr_t *attr) {
    /* PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP: readers wait for writers that wait. */
    if (attr && (*(const int *)attr & 6) == 4) __selvedge_unsupported("read-write lock that prefers writers");
    return __selvedge_rw_init(lock);
}
static int __sv_timed_rdlock(pthread_rwlock_t *lock, const struct timespec *until) {
    int status = __selvedge_rw_tryrdlock(lock);
    if (status != EBUSY) return status;
    if (__sv_bad_time(until)) return EINVAL;
    return __selvedge_nondet_i1("read lock times out") ? ETIMEDOUT : __selvedge_rw_rdlock(lock);
}
static int __sv_timed_wrlock(pthread_rwlock_t *lock, const struct timespec *until) {
    int status = __selvedge_rw_trywrlock(lock);
    if (status != EBUSY) return status;
    if (__sv_bad_time(until)) return EINVAL;
    return __selvedge_nondet_i1("write lock times out") ? ETIMEDOUT : __selvedge_rw_wrlock(lock);
}
int pthread_rwlock_timedrdlock(pthread_rwlock_t *lock, const struct timespec *until) {
    return __sv_timed_rdlock(lock, until);
}
int pthread_rwlock_timedwrlock(pthread_rwlock_t *lock, const struct timespec *until) {
    return __sv_timed_wrlock(lock, until);
}
int pthread_rwlock_clockrdlock(pthread_rwlock_t *lock, clockid_t clock, const struct timespec *until) {
    return __sv_timed_rdlock(lock, until);
}
int pthread_rwlock_clockwrlock(pthread_rwlock_t *lock, clockid_t clock, const struct timespec *until) {
    return __sv_timed_wrlock(lock, until);
}

int pthread_cond_init(pthread_cond_t *cond, const pthread_condattr_t *attr) { return __selvedge_cond_init(cond); }
int pthread_cond_timedwait(pthread_cond_t *cond, pthread_mutex_t *mutex, const struct timespec *until) {
    return __sv_bad_time(until) ? EINVAL : __selvedge_cond_timedwait(cond, mutex);
}
int pthread_cond_clockwait(pthread_cond_t *cond, pthread_mutex_t *mutex, clockid_t clock, const struct timespec *until) {
    return __sv_bad_time(until) ? EINVAL : __selvedge_cond_timedwait(cond, mutex);
}

int pthread_barrier_init(pthread_barrier_t *barrier, const pthread_barrierattr_t *attr, unsigned int count) {
    return count == 0 || count > INT_MAX ? EINVAL : __selvedge_barrier_init(barrier, (int)count);
}

/* The attribute objects of rwlocks, condition variables and barriers hold one word that is only read back. */
#define WORD_ATTRIBUTES(object)                                                      \
    int pthread_##object##attr_init(pthread_##object##attr_t *attr) {                \
        *(int *)attr = 0;                                                            \
        return 0;                                                                    \
    }                                                                                \
    int pthread_##object##attr_destroy(pthread_##object##attr_t *attr) { return 0; } \
    int pthread_##object##attr_setpshared(pthread_##object##attr_t *attr, int shared) { \
        if (shared != 0 && shared != 1) return EINVAL;                               \
        return __sv_set_bits((int *)attr, 1, shared);                                \
    }                                                                                \
    int pthread_##object##attr_getpshared(const pthread_##object##attr_t *attr, int *shared) { \
        *shared = *(const int *)attr & 1;                                            \
        return 0;                                                                    \
    }
WORD_ATTRIBUTES(rwlock)
WORD_ATTRIBUTES(cond)
WORD_ATTRIBUTES(barrier)
#undef WORD_ATTRIBUTES

int pthread_rwlockattr_setkind_np(pthread_rwlockattr_t *attr, int kind) {
    return kind < 0 || kind > 2 ? EINVAL : __sv_set_bits((int *)attr, 6, kind << 1);
}
int pthread_rwlockattr_getkind_np(const pthread_rwlockattr_t *attr, int *kind) {
    *kind = (*(const int *)attr & 6) >> 1;
    return 0;
}
int pthread_condattr_setclock(pthread_condattr_t *attr, clockid_t clock) {
    if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC) return EINVAL;
    return __sv_set_bits((int *)attr, 2, clock << 1);
}
int pthread_condattr_getclock(const pthread_condattr_t *attr, clockid_t *clock) {
    *clock = (*(const int *)attr & 2) >> 1;
    return 0;
}

int sem_init(sem_t *semaphore, int shared, unsigned int value) {
    return __sv_result(value > INT_MAX ? EINVAL : __selvedge_sem_init(semaphore, (int)value));
}
int sem_post(sem_t *semaphore) { return __sv_result(__selvedge_sem_post(semaphore) ? EOVERFLOW : 0); }
int sem_destroy(sem_t *semaphore) { return __sv_result(__selvedge_sem_destroy(semaphore)); }
int sem_trywait(sem_t *semaphore) { return __sv_result(__selvedge_sem_trywait(semaphore)); }
static int __sv_sem_timed_wait(sem_t *semaphore, const struct timespec *until) {
    if (!__sv_bad_time(until)) return __sv_result(__selvedge_sem_timedwait(semaphore));
    int status = __selvedge_sem_trywait(semaphore);
    return __sv_result(status == EAGAIN ? EINVAL : status);
}
int sem_timedwait(sem_t *semaphore, const struct timespec *until) { return __sv_sem_timed_wait(semaphore, until); }
int sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *until) {
    return __sv_sem_timed_wait(semaphore, until);
}
int sem_getvalue(sem_t *semaphore, int *value) {
    struct selvedge_counted counted = __selvedge_sem_getvalue(semaphore);
    if (counted.status == 0) *value = counted.value;
    return __sv_result(counted.status);
}
sem_t *sem_open(const char *name, int flags, ...) { __selvedge_unsupported("sem_open: named semaphores"); }
int sem_close(sem_t *semaphore) { __selvedge_unsupported("sem_close: named semaphores"); }
int sem_unlink(const char *name) { __selvedge_unsupported("sem_unlink: named semaphores"); }
