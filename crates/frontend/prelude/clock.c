/*
 * clock.c: time passes, nobody knows how fast.
 *
 * Sleeping is a yield. A clock shows any time that is not before the last one shown to the same thread; the
 * last time lives in thread-local memory, because reading a clock orders no shared memory.
 */

static _Thread_local struct timespec __sv_last;

static struct timespec __sv_now(void) {
    struct timespec now;
    /* Up to 2^24 seconds (half a year) between two looks at the clock. */
    now.tv_sec = __sv_last.tv_sec + (long)(__selvedge_nondet_i32("seconds passed") & 0xffffff);
    now.tv_nsec = __sv_below(1000000000, __selvedge_nondet_i32("nanoseconds") & 0x3fffffff);
    if (now.tv_sec == __sv_last.tv_sec && now.tv_nsec < __sv_last.tv_nsec) now.tv_nsec = __sv_last.tv_nsec;
    __sv_last = now;
    return now;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
    *time = __sv_now();
    return 0;
}
int clock_getres(clockid_t clock, struct timespec *resolution) {
    if (resolution) {
        resolution->tv_sec = 0;
        resolution->tv_nsec = 1;
    }
    return 0;
}
int timespec_get(struct timespec *time, int base) {
    *time = __sv_now();
    return base;
}

struct __sv_timeval { long seconds, microseconds; };
int gettimeofday(struct __sv_timeval *time, void *zone) {
    if (time) {
        struct timespec now = __sv_now();
        time->seconds = now.tv_sec;
        time->microseconds = (unsigned int)now.tv_nsec / 1000;
    }
    return 0;
}
time_t time(time_t *where) {
    time_t now = __sv_now().tv_sec;
    if (where) *where = now;
    return now;
}
clock_t clock(void) { return __sv_now().tv_sec * 1000000; }
double difftime(time_t end, time_t start) { return (double)end - (double)start; }

static int __sv_rest(struct timespec *remaining) {
    __selvedge_yield();
    if (remaining) {
        remaining->tv_sec = 0;
        remaining->tv_nsec = 0;
    }
    return 0;
}
int nanosleep(const struct timespec *duration, struct timespec *remaining) {
    return __sv_bad_time(duration) ? __sv_result(EINVAL) : __sv_rest(remaining);
}
int clock_nanosleep(clockid_t clock, int flags, const struct timespec *duration, struct timespec *remaining) {
    return __sv_bad_time(duration) ? EINVAL : __sv_rest(remaining);
}
int usleep(unsigned int microseconds) { return __sv_rest(0); }
unsigned int sleep(unsigned int seconds) { return (unsigned int)__sv_rest(0); }
