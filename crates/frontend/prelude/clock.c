/*
 * clock.c: time passes, nobody knows how fast.
 *
 * Sleeping is a yield. A clock shows any time that is not before the last one shown to the same thread, nor before the
 * one that it finds noted by others. Reading a clock orders no shared memory, so the note is read and written like a
 * relaxed atomic; where several threads look at the clock at once, one may overwrite the later time of another.
 */

/* Seconds above 30 bits of nanoseconds: larger is later. */
static _Thread_local unsigned long __sv_last;
static unsigned long __sv_noted;

static struct timespec __sv_now(void) {
    unsigned long before = __atomic_load_n(&__sv_noted, __ATOMIC_RELAXED);
    if (before < __sv_last) before = __sv_last;
    unsigned long seconds = (before >> 30) + (__selvedge_nondet_i32("seconds passed") & 0x7fffffff);
    unsigned long now = seconds << 30 | __sv_below(1000000000, __selvedge_nondet_i32("nanoseconds") & 0x3fffffff);
    if (now < before) now = before;
    __sv_last = now;
    __atomic_store_n(&__sv_noted, now, __ATOMIC_RELAXED);
    return (struct timespec){(long)(now >> 30), (long)(now & 0x3fffffff)};
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
