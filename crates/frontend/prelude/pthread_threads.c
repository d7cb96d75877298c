/*
 * pthread_threads.c: threads, their attributes, once, and thread-specific data.
 *
 * A thread may start before its creator has stored the handle (POSIX promises the handle only when
 * pthread_create returns). Attributes are stored and read back; only the detach state changes behaviour.
 * Cancellation and cleanup handlers are unsupported.
 */

/* Our layout of pthread_attr_t, 56 bytes in glibc. */
struct __sv_attr {
    int detach_state, policy, inherit, scope, priority;
    size_t stack_size, guard_size;
    void *stack_address;
};
_Static_assert(sizeof(struct __sv_attr) <= sizeof(pthread_attr_t), "our attributes fit into the system's type");

int pthread_create(pthread_t *handle, const pthread_attr_t *attr, void *(*start)(void *), void *argument) {
    pthread_t created = __selvedge_thread_create(start, argument);
    if (handle) *handle = created;
    if (attr && ((const struct __sv_attr *)attr)->detach_state == PTHREAD_CREATE_DETACHED)
        __selvedge_thread_detach(created);
    return 0;
}

int pthread_join(pthread_t handle, void **value) {
    struct selvedge_joined joined = __selvedge_thread_join(handle);
    if (joined.status == 0 && value) *value = joined.value;
    return joined.status;
}

/* Waiting may time out whenever the thread has not been seen to end. */
static int __sv_join_or_time_out(pthread_t handle, void **value) {
    if (__selvedge_nondet_i1("join times out")) return ETIMEDOUT;
    struct selvedge_joined joined = __selvedge_thread_join(handle);
    if (joined.status == 0 && value) *value = joined.value;
    return joined.status;
}
int pthread_timedjoin_np(pthread_t handle, void **value, const struct timespec *until) {
    return __sv_join_or_time_out(handle, value);
}
int pthread_clockjoin_np(pthread_t handle, void **value, clockid_t clock, const struct timespec *until) {
    return __sv_join_or_time_out(handle, value);
}
int pthread_tryjoin_np(pthread_t handle, void **value) {
    int status = __sv_join_or_time_out(handle, value);
    return status == ETIMEDOUT ? EBUSY : status;
}

int pthread_detach(pthread_t handle) { return __selvedge_thread_detach(handle); }
int pthread_equal(pthread_t a, pthread_t b) { return a == b; }

int pthread_attr_init(pthread_attr_t *attr) {
    struct __sv_attr *fields = (struct __sv_attr *)attr;
    fields->detach_state = PTHREAD_CREATE_JOINABLE;
    fields->policy = SCHED_OTHER;
    fields->inherit = PTHREAD_INHERIT_SCHED;
    fields->scope = PTHREAD_SCOPE_SYSTEM;
    fields->priority = 0;
    fields->stack_size = 8388608;
    fields->guard_size = 4096;
    fields->stack_address = 0;
    return 0;
}
int pthread_attr_destroy(pthread_attr_t *attr) { return 0; }

#define ATTRIBUTE(name, type, field, valid)                              \
    int pthread_attr_set##name(pthread_attr_t *attr, type value) {       \
        if (!(valid)) return EINVAL;                                     \
        ((struct __sv_attr *)attr)->field = value;                       \
        return 0;                                                        \
    }                                                                    \
    int pthread_attr_get##name(const pthread_attr_t *attr, type *value) { \
        *value = ((const struct __sv_attr *)attr)->field;                \
        return 0;                                                        \
    }
ATTRIBUTE(detachstate, int, detach_state, value == PTHREAD_CREATE_JOINABLE || value == PTHREAD_CREATE_DETACHED)
ATTRIBUTE(schedpolicy, int, policy, value == SCHED_OTHER || value == SCHED_FIFO || value == SCHED_RR)
ATTRIBUTE(inheritsched, int, inherit, value == PTHREAD_INHERIT_SCHED || value == PTHREAD_EXPLICIT_SCHED)
ATTRIBUTE(scope, int, scope, value == PTHREAD_SCOPE_SYSTEM)
ATTRIBUTE(stacksize, size_t, stack_size, value >= 16384)
ATTRIBUTE(guardsize, size_t, guard_size, 1)
ATTRIBUTE(stackaddr, void *, stack_address, 1)
#undef ATTRIBUTE

int pthread_attr_setschedparam(pthread_attr_t *attr, const struct sched_param *param) {
    ((struct __sv_attr *)attr)->priority = param->sched_priority;
    return 0;
}
int pthread_attr_getschedparam(const pthread_attr_t *attr, struct sched_param *param) {
    param->sched_priority = ((const struct __sv_attr *)attr)->priority;
    return 0;
}
int pthread_attr_setstack(pthread_attr_t *attr, void *address, size_t size) {
    struct __sv_attr *fields = (struct __sv_attr *)attr;
    fields->stack_address = address;
    fields->stack_size = size;
    return 0;
}
int pthread_attr_getstack(const pthread_attr_t *attr, void **address, size_t *size) {
    const struct __sv_attr *fields = (const struct __sv_attr *)attr;
    *address = fields->stack_address;
    *size = fields->stack_size;
    return 0;
}
int pthread_attr_setaffinity_np(pthread_attr_t *attr, size_t size, const cpu_set_t *set) { return 0; }

static int __sv_once(void *control, void (*routine)(void)) {
    if (__selvedge_once_begin(control)) {
        routine();
        __selvedge_once_end(control);
    }
    return 0;
}
int pthread_once(pthread_once_t *control, void (*routine)(void)) { return __sv_once(control, routine); }

static int __sv_key_create(pthread_key_t *key, void (*destructor)(void *)) {
    *key = __selvedge_key_create(destructor);
    return 0;
}
int pthread_key_create(pthread_key_t *key, void (*destructor)(void *)) { return __sv_key_create(key, destructor); }
int __pthread_key_create(pthread_key_t *key, void (*destructor)(void *)) { return __sv_key_create(key, destructor); }
int pthread_key_delete(pthread_key_t key) { return __selvedge_key_delete(key); }
int pthread_setspecific(pthread_key_t key, const void *value) { return __selvedge_key_set(key, value); }
void *pthread_getspecific(pthread_key_t key) { return __selvedge_key_get(key); }

/* Names, priorities and processors change no outcome that POSIX promises. */
int pthread_setname_np(pthread_t handle, const char *name) { return __sv_strlen(name) > 15 ? ERANGE : 0; }
int pthread_getname_np(pthread_t handle, char *name, size_t size) {
    if (size < 16) return ERANGE;
    name[0] = 0;
    return 0;
}
int pthread_setschedparam(pthread_t handle, int policy, const struct sched_param *param) { return 0; }
int pthread_getschedparam(pthread_t handle, int *policy, struct sched_param *param) {
    *policy = SCHED_OTHER;
    param->sched_priority = 0;
    return 0;
}
int pthread_setschedprio(pthread_t handle, int priority) { return 0; }
int pthread_setconcurrency(int level) { return level < 0 ? EINVAL : 0; }
int pthread_getconcurrency(void) { return 0; }
int pthread_setaffinity_np(pthread_t handle, size_t size, const cpu_set_t *set) { return 0; }
int sched_setaffinity(pid_t process, size_t size, const cpu_set_t *set) { return 0; }
static int __sv_two_processors(size_t size, cpu_set_t *set) {
    if (size < 8) return EINVAL;
    __builtin_memset(set, 0, size);
    *(unsigned char *)set = 3;
    return 0;
}
int pthread_getaffinity_np(pthread_t handle, size_t size, cpu_set_t *set) { return __sv_two_processors(size, set); }
int sched_getaffinity(pid_t process, size_t size, cpu_set_t *set) {
    return __sv_result(__sv_two_processors(size, set));
}
int __sched_cpucount(size_t size, const cpu_set_t *set) {
    int count = 0;
    for (size_t i = 0; i < size; i++)
        for (unsigned int byte = ((const unsigned char *)set)[i]; byte; byte &= byte - 1) count++;
    return count;
}
int sched_getcpu(void) {
    int any = (int)__selvedge_nondet_i32("sched_getcpu");
    return any & (__selvedge_plain_environment() ? 1 : 0x1fff);
}
int sched_get_priority_max(int policy) { return policy == SCHED_OTHER ? 0 : 99; }
int sched_get_priority_min(int policy) { return policy == SCHED_OTHER ? 0 : 1; }
int sched_setscheduler(pid_t process, int policy, const struct sched_param *param) { return 0; }

/* No thread is ever cancelled, so turning cancellation on and off only remembers the state. */
static _Thread_local int __sv_cancel_state = PTHREAD_CANCEL_ENABLE;
static _Thread_local int __sv_cancel_type = PTHREAD_CANCEL_DEFERRED;

int pthread_setcancelstate(int state, int *old) {
    if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE) return EINVAL;
    if (old) *old = __sv_cancel_state;
    __sv_cancel_state = state;
    return 0;
}
int pthread_setcanceltype(int type, int *old) {
    if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS) return EINVAL;
    if (old) *old = __sv_cancel_type;
    __sv_cancel_type = type;
    return 0;
}
void pthread_testcancel(void) {}
int pthread_cancel(pthread_t handle) { __selvedge_unsupported("pthread_cancel"); }
int pthread_kill(pthread_t handle, int signal) {
    if (signal == 0) return 0;
    __selvedge_unsupported("pthread_kill");
}
/* A pthread_exit between push and pop must run the handler, which is known only to the caller's frame. */
void __pthread_register_cancel(__pthread_unwind_buf_t *buffer) { __selvedge_unsupported("pthread_cleanup_push"); }
void __pthread_unregister_cancel(__pthread_unwind_buf_t *buffer) { __selvedge_unsupported("pthread_cleanup_pop"); }
void __pthread_unwind_next(__pthread_unwind_buf_t *buffer) { __selvedge_unsupported("cancellation"); }

/* Handlers of fork are never run: fork itself is unsupported. */
int pthread_atfork(void (*prepare)(void), void (*parent)(void), void (*child)(void)) { return 0; }
