/*
 * cxx_threads.c: the parts of std::thread, std::condition_variable, std::call_once and the clocks that live in
 * libstdc++.so (the rest are header templates over pthreads).
 *
 * A std::thread is its handle. A thread state has a vtable of: complete destructor, deleting destructor, _M_run. The
 * new thread runs it and deletes it.
 */

static void *__sv_thread_main(void *state) {
    void (**vtable)(void *) = *(void (***)(void *))state;
    vtable[2](state);
    vtable[1](state);
    return 0;
}
CXX(void, __sv_thread_start,
    "_ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE", unsigned long *thread,
    void **state, void (*depend)(void)) {
    void *taken = *state;
    *state = 0; /* the caller's unique_ptr no longer owns it */
    *thread = __selvedge_thread_create(__sv_thread_main, taken);
}
/* The base class of thread states: its vtable is seen only while a state is being built or destroyed. */
void *__sv_state_vtable[5] __asm__("_ZTVNSt6thread6_StateE") = {0};
void *__sv_state_type[2] __asm__("_ZTINSt6thread6_StateE") = {0};
CXX(void, __sv_state_destroy0, "_ZNSt6thread6_StateD0Ev", void *state) { __selvedge_heap_delete(state); }
CXX(void, __sv_state_destroy1, "_ZNSt6thread6_StateD1Ev", void *state) {}
CXX(void, __sv_state_destroy2, "_ZNSt6thread6_StateD2Ev", void *state) {}

static void __sv_thread_must(int status) {
    if (status != 0) __selvedge_unsupported("C++ exception thrown: std::system_error by std::thread");
}
CXX(void, __sv_thread_join, "_ZNSt6thread4joinEv", unsigned long *thread) {
    __sv_thread_must(*thread == 0 ? EINVAL : __selvedge_thread_join(*thread).status);
    *thread = 0;
}
CXX(void, __sv_thread_detach, "_ZNSt6thread6detachEv", unsigned long *thread) {
    __sv_thread_must(*thread == 0 ? EINVAL : __selvedge_thread_detach(*thread));
    *thread = 0;
}
CXX(unsigned int, __sv_thread_hardware, "_ZNSt6thread20hardware_concurrencyEv", void) {
    return __sv_processors();
}
CXX(void, __sv_sleep_for,
    "_ZNSt11this_thread11__sleep_forENSt6chrono8durationIlSt5ratioILl1ELl1EEEENS1_IlS2_ILl1ELl1000000000EEEE",
    long seconds, long nanoseconds) {
    __selvedge_yield();
}

CXX(void, __sv_condvar_create, "_ZNSt18condition_variableC1Ev", void *cond) { __selvedge_cond_init(cond); }
CXX(void, __sv_condvar_create2, "_ZNSt18condition_variableC2Ev", void *cond) { __selvedge_cond_init(cond); }
CXX(void, __sv_condvar_destroy, "_ZNSt18condition_variableD1Ev", void *cond) { __selvedge_cond_destroy(cond); }
CXX(void, __sv_condvar_destroy2, "_ZNSt18condition_variableD2Ev", void *cond) { __selvedge_cond_destroy(cond); }
CXX(void, __sv_condvar_one, "_ZNSt18condition_variable10notify_oneEv", void *cond) { __selvedge_cond_signal(cond); }
CXX(void, __sv_condvar_all, "_ZNSt18condition_variable10notify_allEv", void *cond) { __selvedge_cond_broadcast(cond); }
/* A unique_lock starts with the pointer to its mutex. */
CXX(void, __sv_condvar_wait, "_ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE", void *cond, void **lock) {
    __selvedge_cond_wait(cond, *lock);
}
CXX(void, __sv_notify_at_exit,
    "_ZSt25notify_all_at_thread_exitRSt18condition_variableSt11unique_lockISt5mutexE", void *cond, void **lock) {
    __selvedge_unsupported("std::notify_all_at_thread_exit");
}
CXX(void, __sv_condvar_any_create, "_ZNSt22condition_variable_anyC1Ev", void *cond) {
    __selvedge_unsupported("std::condition_variable_any of an old library");
}

/* std::call_once stores its callable in these and lets pthread_once call __once_proxy. */
_Thread_local void *__sv_once_callable __asm__("_ZSt15__once_callable");
_Thread_local void (*__sv_once_call)(void) __asm__("_ZSt11__once_call");
void __once_proxy(void) { __sv_once_call(); }

static long __sv_nanoseconds(void) {
    struct timespec now = __sv_now();
    return now.tv_sec * 1000000000 + now.tv_nsec;
}
CXX(long, __sv_steady_clock, "_ZNSt6chrono3_V212steady_clock3nowEv", void) { return __sv_nanoseconds(); }
CXX(long, __sv_system_clock, "_ZNSt6chrono3_V212system_clock3nowEv", void) { return __sv_nanoseconds(); }

/* std::error_code's categories: compared by address, never asked for a message. */
static void *__sv_category_vtable[1];
static void **__sv_generic = __sv_category_vtable;
static void **__sv_system = __sv_category_vtable;
CXX(void *, __sv_generic_category, "_ZNSt3_V216generic_categoryEv", void) { return &__sv_generic; }
CXX(void *, __sv_system_category, "_ZNSt3_V215system_categoryEv", void) { return &__sv_system; }

/* The futex of std::promise and the waits of std::atomic. */
CXX(_Bool, __sv_futex_wait_until,
    "_ZNSt28__atomic_futex_unsigned_base19_M_futex_wait_untilEPjjbNSt6chrono8durationIlSt5ratioILl1ELl1EEEENS2_IlS3_ILl1ELl1000000000EEEE",
    void *base, unsigned int *word, unsigned int value, _Bool timed, long seconds, long nanoseconds) {
    struct timespec until = {seconds, nanoseconds};
    return __sv_futex_wait(word, value, timed ? &until : 0) == 0 || __sv_errno != ETIMEDOUT;
}
CXX(_Bool, __sv_futex_wait_steady,
    "_ZNSt28__atomic_futex_unsigned_base26_M_futex_wait_until_steadyEPjjbNSt6chrono8durationIlSt5ratioILl1ELl1EEEENS2_IlS3_ILl1ELl1000000000EEEE",
    void *base, unsigned int *word, unsigned int value, _Bool timed, long seconds, long nanoseconds) {
    struct timespec until = {seconds, nanoseconds};
    return __sv_futex_wait(word, value, timed ? &until : 0) == 0 || __sv_errno != ETIMEDOUT;
}
/* A static member, unlike the waits. */
CXX(void, __sv_futex_notify_all, "_ZNSt28__atomic_futex_unsigned_base19_M_futex_notify_allEPj", unsigned int *word) {
    __sv_futex_wake(word, INT_MAX);
}

/* The base of a future's result: a vtable, an exception_ptr and a flag. The derived class is a template. */
void *__sv_result_type[2] __asm__("_ZTINSt13__future_base12_Result_baseE") = {0};
CXX(void, __sv_result_create, "_ZNSt13__future_base12_Result_baseC2Ev", void **result) { result[1] = 0; }
CXX(void, __sv_result_destroy, "_ZNSt13__future_base12_Result_baseD2Ev", void **result) {}
CXX(void *, __sv_future_category, "_ZSt15future_categoryv", void) { return &__sv_generic; }

/* std::atomic_load and friends of a shared_ptr: one lock for all (the library has a few, chosen by address). */
static pthread_mutex_t __sv_pointer_lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
CXX(void, __sv_lock_pointer, "_ZNSt10_Sp_lockerC1EPKv", void *locker, const void *pointer) {
    __selvedge_mutex_lock(&__sv_pointer_lock);
}
CXX(void, __sv_lock_pointers, "_ZNSt10_Sp_lockerC1EPKvS1_", void *locker, const void *a, const void *b) {
    __selvedge_mutex_lock(&__sv_pointer_lock);
}
CXX(void, __sv_unlock_pointer, "_ZNSt10_Sp_lockerD1Ev", void *locker) { __selvedge_mutex_unlock(&__sv_pointer_lock); }
