/*
 * threads_c11.c: C11 <threads.h> on the same operations as pthreads.
 *
 * A C11 thread returns an int; a small heap record carries its function and argument to a starter of the
 * type that the thread operation expects. The record is freed by the new thread.
 */

struct __sv_start {
    thrd_start_t function;
    void *argument;
};

static void *__sv_thrd_main(void *record) {
    struct __sv_start start = *(struct __sv_start *)record;
    __selvedge_heap_free(record);
    return (void *)(long)start.function(start.argument);
}

static int __sv_thrd_status(int status) {
    if (status == 0) return thrd_success;
    if (status == EBUSY) return thrd_busy;
    if (status == ETIMEDOUT) return thrd_timedout;
    return thrd_error;
}

int thrd_create(thrd_t *thread, thrd_start_t function, void *argument) {
    struct __sv_start *start = __selvedge_heap_alloc(sizeof(struct __sv_start), 0);
    start->function = function;
    start->argument = argument;
    *thread = __selvedge_thread_create(__sv_thrd_main, start);
    return thrd_success;
}
int thrd_join(thrd_t thread, int *result) {
    struct selvedge_joined joined = __selvedge_thread_join(thread);
    if (joined.status == 0 && result) *result = (int)(long)joined.value;
    return __sv_thrd_status(joined.status);
}
_Noreturn void thrd_exit(int result) { __selvedge_thread_exit((void *)(long)result); }
int thrd_detach(thrd_t thread) { return __sv_thrd_status(__selvedge_thread_detach(thread)); }
thrd_t thrd_current(void) { return __selvedge_thread_self(); }
int thrd_equal(thrd_t a, thrd_t b) { return a == b; }
void thrd_yield(void) { __selvedge_yield(); }
int thrd_sleep(const struct timespec *duration, struct timespec *remaining) {
    __selvedge_yield();
    return 0;
}

int mtx_init(mtx_t *mutex, int type) {
    if (type & ~(mtx_recursive | mtx_timed)) return thrd_error;
    return __sv_thrd_status(__selvedge_mutex_init(mutex, type & mtx_recursive ? 1 : 0));
}
int mtx_lock(mtx_t *mutex) { return __sv_thrd_status(__selvedge_mutex_lock(mutex)); }
int mtx_trylock(mtx_t *mutex) { return __sv_thrd_status(__selvedge_mutex_trylock(mutex)); }
int mtx_timedlock(mtx_t *mutex, const struct timespec *until) {
    return __sv_thrd_status(__sv_mutex_timed_lock((pthread_mutex_t *)mutex, until));
}
int mtx_unlock(mtx_t *mutex) { return __sv_thrd_status(__selvedge_mutex_unlock(mutex)); }
void mtx_destroy(mtx_t *mutex) { __selvedge_mutex_destroy(mutex); }

int cnd_init(cnd_t *cond) { return __sv_thrd_status(__selvedge_cond_init(cond)); }
int cnd_signal(cnd_t *cond) { return __sv_thrd_status(__selvedge_cond_signal(cond)); }
int cnd_broadcast(cnd_t *cond) { return __sv_thrd_status(__selvedge_cond_broadcast(cond)); }
int cnd_wait(cnd_t *cond, mtx_t *mutex) { return __sv_thrd_status(__selvedge_cond_wait(cond, mutex)); }
int cnd_timedwait(cnd_t *cond, mtx_t *mutex, const struct timespec *until) {
    if (__sv_bad_time(until)) return thrd_error;
    return __sv_thrd_status(__selvedge_cond_timedwait(cond, mutex));
}
void cnd_destroy(cnd_t *cond) { __selvedge_cond_destroy(cond); }

void call_once(once_flag *flag, void (*routine)(void)) { __sv_once(flag, routine); }

int tss_create(tss_t *key, tss_dtor_t destructor) {
    *key = __selvedge_key_create(destructor);
    return thrd_success;
}
void tss_delete(tss_t key) { __selvedge_key_delete(key); }
int tss_set(tss_t key, void *value) { return __sv_thrd_status(__selvedge_key_set(key, value)); }
void *tss_get(tss_t key) { return __selvedge_key_get(key); }
