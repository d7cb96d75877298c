// expect: sc=safe tso=safe pso=safe rmo=safe
//
// The same card with forty ioctl calls.
// Threads for open/close, ioctl, the heartbeat timer and the interrupt line run for ever; every access to the
// card and to the shared state is guarded by assertions about what may be there. No loop has a bound.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

enum { WATCHDOG_MANY_IOCTLS_IDLE = 0, WATCHDOG_MANY_IOCTLS_ARMED = 1, WATCHDOG_MANY_IOCTLS_EXPIRED = 2 };
#define WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT 1
#define WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT 2000
#define WATCHDOG_MANY_IOCTLS_MAX_USERS 1

static pthread_mutex_t io_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t state_lock = PTHREAD_MUTEX_INITIALIZER;
static volatile int stopping;
static int reg_control = 0;   // io_lock; 0 to 3
static int reg_count = 0;   // io_lock; 0 to 255
static int reg_status = 0;   // io_lock; 0 to 15
static int reg_lock = 0;   // io_lock; 0 to 1
static int state = WATCHDOG_MANY_IOCTLS_IDLE;   // state_lock
static int users;   // state_lock; 0 or 1
static int timeout = WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT;   // state_lock
static int expect_close;   // state_lock; 0 or 42
static int ticks;   // state_lock; 0 to timeout

static int read_control(void) {
    int value = reg_control;
    assert(value >= 0);
    assert(value <= 3);
    return value;
}

static void write_control(int value) {
    assert(value >= 0);
    assert(value <= 3);
    reg_control = value;
    assert(reg_control >= 0 && reg_control <= 3);
}

static int read_count(void) {
    int value = reg_count;
    assert(value >= 0);
    assert(value <= 255);
    return value;
}

static void write_count(int value) {
    assert(value >= 0);
    assert(value <= 255);
    reg_count = value;
    assert(reg_count >= 0 && reg_count <= 255);
}

static int read_status(void) {
    int value = reg_status;
    assert(value >= 0);
    assert(value <= 15);
    return value;
}

static void write_status(int value) {
    assert(value >= 0);
    assert(value <= 15);
    reg_status = value;
    assert(reg_status >= 0 && reg_status <= 15);
}

static int read_lock(void) {
    int value = reg_lock;
    assert(value >= 0);
    assert(value <= 1);
    return value;
}

static void write_lock(int value) {
    assert(value >= 0);
    assert(value <= 1);
    reg_lock = value;
    assert(reg_lock >= 0 && reg_lock <= 1);
}

static int clamp(int value, int low, int high) {
    if (value < low)
        return low;
    if (value > high)
        return high;
    return value;
}

static void enter(int next) {
    assert(next >= 0 && next < 3);
    state = next;
    assert(state == next);
}

static void program_control_count(int first, int second) {
    pthread_mutex_lock(&io_lock);
    write_control(clamp(first, 0, 3));
    write_count(clamp(second, 0, 255));
    assert(read_control() >= 0);
    assert(read_count() <= 255);
    pthread_mutex_unlock(&io_lock);
}

static void program_status_lock(int first, int second) {
    pthread_mutex_lock(&io_lock);
    write_status(clamp(first, 0, 15));
    write_lock(clamp(second, 0, 1));
    assert(read_status() >= 0);
    assert(read_lock() <= 1);
    pthread_mutex_unlock(&io_lock);
}

static void keepalive(void) {
    pthread_mutex_lock(&state_lock);
    assert(timeout >= WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT);
    assert(timeout <= WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    ticks = 0;
    assert(ticks == 0);
    pthread_mutex_unlock(&state_lock);
    program_control_count(1, 0);
}

static int device_open(void) {
    int result = -1;
    pthread_mutex_lock(&state_lock);
    assert(users >= 0);
    assert(users <= WATCHDOG_MANY_IOCTLS_MAX_USERS);
    if (users == 0) {
        users = 1;
        assert(users == 1);
        enter(WATCHDOG_MANY_IOCTLS_ARMED);
        expect_close = 0;
        result = 0;
    }
    assert(users == 1);
    pthread_mutex_unlock(&state_lock);
    return result;
}

static void device_close(void) {
    pthread_mutex_lock(&state_lock);
    assert(expect_close == 0 || expect_close == 42);
    if (expect_close == 42)
        enter(WATCHDOG_MANY_IOCTLS_IDLE);
    else
        enter(WATCHDOG_MANY_IOCTLS_EXPIRED);
    users = 0;
    expect_close = 0;
    assert(users == 0);
    assert(expect_close == 0);
    assert(state != WATCHDOG_MANY_IOCTLS_ARMED);
    pthread_mutex_unlock(&state_lock);
}

static int ioctl_0(int argument) {
    int margin = clamp(argument, WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT, WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    if (margin < 1 || margin > 2000)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 1);
    assert(timeout <= 2000);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_control_count(margin, 0);
    return 0;
}

static int ioctl_1(int argument) {
    int margin = clamp(argument, WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT, WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    if (margin < 2 || margin > 1999)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 2);
    assert(timeout <= 1999);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_status_lock(margin, 1);
    return 0;
}

static int ioctl_2(int argument) {
    int margin = clamp(argument, WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT, WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    if (margin < 3 || margin > 1998)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 3);
    assert(timeout <= 1998);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_control_count(margin, 2);
    return 0;
}

static int ioctl_3(int argument) {
    int margin = clamp(argument, WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT, WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    if (margin < 4 || margin > 1997)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 4);
    assert(timeout <= 1997);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_status_lock(margin, 3);
    return 0;
}

static int ioctl_4(int argument) {
    int margin = clamp(argument, WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT, WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    if (margin < 5 || margin > 1996)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 5);
    assert(timeout <= 1996);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_control_count(margin, 4);
    return 0;
}

static int ioctl_5(int argument) {
    int margin = clamp(argument, WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT, WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    if (margin < 6 || margin > 1995)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 6);
    assert(timeout <= 1995);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_status_lock(margin, 5);
    return 0;
}

static int ioctl_6(int argument) {
    int margin = clamp(argument, WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT, WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    if (margin < 7 || margin > 1994)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 7);
    assert(timeout <= 1994);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_control_count(margin, 6);
    return 0;
}

static int ioctl_7(int argument) {
    int margin = clamp(argument, WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT, WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    if (margin < 8 || margin > 1993)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 8);
    assert(timeout <= 1993);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_status_lock(margin, 7);
    return 0;
}

static int ioctl_8(int argument) {
    int margin = clamp(argument, WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT, WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    if (margin < 9 || margin > 1992)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 9);
    assert(timeout <= 1992);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_control_count(margin, 8);
    return 0;
}

static int ioctl_9(int argument) {
    int margin = clamp(argument, WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT, WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    if (margin < 10 || margin > 1991)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 10);
    assert(timeout <= 1991);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_status_lock(margin, 9);
    return 0;
}

static int ioctl_10(int argument) {
    int margin = clamp(argument, WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT, WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    if (margin < 11 || margin > 1990)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 11);
    assert(timeout <= 1990);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_control_count(margin, 10);
    return 0;
}

static int ioctl_11(int argument) {
    int margin = clamp(argument, WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT, WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    if (margin < 12 || margin > 1989)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 12);
    assert(timeout <= 1989);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_status_lock(margin, 11);
    return 0;
}

static int ioctl_12(int argument) {
    int margin = clamp(argument, WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT, WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    if (margin < 13 || margin > 1988)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 13);
    assert(timeout <= 1988);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_control_count(margin, 12);
    return 0;
}

static int ioctl_13(int argument) {
    int margin = clamp(argument, WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT, WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    if (margin < 14 || margin > 1987)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 14);
    assert(timeout <= 1987);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_status_lock(margin, 13);
    return 0;
}

static int ioctl_14(int argument) {
    int margin = clamp(argument, WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT, WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    if (margin < 15 || margin > 1986)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 15);
    assert(timeout <= 1986);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_control_count(margin, 14);
    return 0;
}

static int ioctl_15(int argument) {
    int margin = clamp(argument, WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT, WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    if (margin < 16 || margin > 1985)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 16);
    assert(timeout <= 1985);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_status_lock(margin, 15);
    return 0;
}

static int ioctl_16(int argument) {
    int margin = clamp(argument, WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT, WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    if (margin < 17 || margin > 1984)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 17);
    assert(timeout <= 1984);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_control_count(margin, 16);
    return 0;
}

static int ioctl_17(int argument) {
    int margin = clamp(argument, WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT, WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    if (margin < 18 || margin > 1983)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 18);
    assert(timeout <= 1983);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_status_lock(margin, 17);
    return 0;
}

static int ioctl_18(int argument) {
    int margin = clamp(argument, WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT, WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    if (margin < 19 || margin > 1982)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 19);
    assert(timeout <= 1982);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_control_count(margin, 18);
    return 0;
}

static int ioctl_19(int argument) {
    int margin = clamp(argument, WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT, WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    if (margin < 20 || margin > 1981)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 20);
    assert(timeout <= 1981);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_status_lock(margin, 19);
    return 0;
}

static int ioctl_20(int argument) {
    int margin = clamp(argument, WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT, WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    if (margin < 21 || margin > 1980)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 21);
    assert(timeout <= 1980);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_control_count(margin, 20);
    return 0;
}

static int ioctl_21(int argument) {
    int margin = clamp(argument, WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT, WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    if (margin < 22 || margin > 1979)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 22);
    assert(timeout <= 1979);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_status_lock(margin, 21);
    return 0;
}

static int ioctl_22(int argument) {
    int margin = clamp(argument, WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT, WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    if (margin < 23 || margin > 1978)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 23);
    assert(timeout <= 1978);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_control_count(margin, 22);
    return 0;
}

static int ioctl_23(int argument) {
    int margin = clamp(argument, WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT, WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    if (margin < 24 || margin > 1977)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 24);
    assert(timeout <= 1977);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_status_lock(margin, 23);
    return 0;
}

static int ioctl_24(int argument) {
    int margin = clamp(argument, WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT, WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    if (margin < 25 || margin > 1976)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 25);
    assert(timeout <= 1976);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_control_count(margin, 24);
    return 0;
}

static int ioctl_25(int argument) {
    int margin = clamp(argument, WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT, WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    if (margin < 26 || margin > 1975)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 26);
    assert(timeout <= 1975);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_status_lock(margin, 25);
    return 0;
}

static int ioctl_26(int argument) {
    int margin = clamp(argument, WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT, WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    if (margin < 27 || margin > 1974)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 27);
    assert(timeout <= 1974);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_control_count(margin, 26);
    return 0;
}

static int ioctl_27(int argument) {
    int margin = clamp(argument, WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT, WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    if (margin < 28 || margin > 1973)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 28);
    assert(timeout <= 1973);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_status_lock(margin, 27);
    return 0;
}

static int ioctl_28(int argument) {
    int margin = clamp(argument, WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT, WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    if (margin < 29 || margin > 1972)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 29);
    assert(timeout <= 1972);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_control_count(margin, 28);
    return 0;
}

static int ioctl_29(int argument) {
    int margin = clamp(argument, WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT, WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    if (margin < 30 || margin > 1971)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 30);
    assert(timeout <= 1971);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_status_lock(margin, 29);
    return 0;
}

static int ioctl_30(int argument) {
    int margin = clamp(argument, WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT, WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    if (margin < 31 || margin > 1970)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 31);
    assert(timeout <= 1970);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_control_count(margin, 30);
    return 0;
}

static int ioctl_31(int argument) {
    int margin = clamp(argument, WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT, WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    if (margin < 32 || margin > 1969)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 32);
    assert(timeout <= 1969);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_status_lock(margin, 31);
    return 0;
}

static int ioctl_32(int argument) {
    int margin = clamp(argument, WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT, WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    if (margin < 33 || margin > 1968)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 33);
    assert(timeout <= 1968);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_control_count(margin, 32);
    return 0;
}

static int ioctl_33(int argument) {
    int margin = clamp(argument, WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT, WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    if (margin < 34 || margin > 1967)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 34);
    assert(timeout <= 1967);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_status_lock(margin, 33);
    return 0;
}

static int ioctl_34(int argument) {
    int margin = clamp(argument, WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT, WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    if (margin < 35 || margin > 1966)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 35);
    assert(timeout <= 1966);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_control_count(margin, 34);
    return 0;
}

static int ioctl_35(int argument) {
    int margin = clamp(argument, WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT, WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    if (margin < 36 || margin > 1965)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 36);
    assert(timeout <= 1965);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_status_lock(margin, 35);
    return 0;
}

static int ioctl_36(int argument) {
    int margin = clamp(argument, WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT, WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    if (margin < 37 || margin > 1964)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 37);
    assert(timeout <= 1964);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_control_count(margin, 36);
    return 0;
}

static int ioctl_37(int argument) {
    int margin = clamp(argument, WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT, WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    if (margin < 38 || margin > 1963)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 38);
    assert(timeout <= 1963);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_status_lock(margin, 37);
    return 0;
}

static int ioctl_38(int argument) {
    int margin = clamp(argument, WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT, WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    if (margin < 39 || margin > 1962)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 39);
    assert(timeout <= 1962);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_control_count(margin, 38);
    return 0;
}

static int ioctl_39(int argument) {
    int margin = clamp(argument, WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT, WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MANY_IOCTLS_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
    if (margin < 40 || margin > 1961)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 40);
    assert(timeout <= 1961);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_status_lock(margin, 39);
    return 0;
}

static void *opener(void *unused) {
    (void)unused;
    while (!stopping) {
        if (device_open() == 0) {
            if (__VERIFIER_nondet_int()) {
                pthread_mutex_lock(&state_lock);
                expect_close = 42;
                assert(expect_close == 42);
                pthread_mutex_unlock(&state_lock);
            }
            device_close();
        }
    }
    return 0;
}

static void *controller(void *unused) {
    (void)unused;
    while (!stopping) {
        int argument = __VERIFIER_nondet_int();
        switch (__VERIFIER_nondet_int()) {
        case 0:
            ioctl_0(argument);
            break;
        case 1:
            ioctl_1(argument);
            break;
        case 2:
            ioctl_2(argument);
            break;
        case 3:
            ioctl_3(argument);
            break;
        case 4:
            ioctl_4(argument);
            break;
        case 5:
            ioctl_5(argument);
            break;
        case 6:
            ioctl_6(argument);
            break;
        case 7:
            ioctl_7(argument);
            break;
        case 8:
            ioctl_8(argument);
            break;
        case 9:
            ioctl_9(argument);
            break;
        case 10:
            ioctl_10(argument);
            break;
        case 11:
            ioctl_11(argument);
            break;
        case 12:
            ioctl_12(argument);
            break;
        case 13:
            ioctl_13(argument);
            break;
        case 14:
            ioctl_14(argument);
            break;
        case 15:
            ioctl_15(argument);
            break;
        case 16:
            ioctl_16(argument);
            break;
        case 17:
            ioctl_17(argument);
            break;
        case 18:
            ioctl_18(argument);
            break;
        case 19:
            ioctl_19(argument);
            break;
        case 20:
            ioctl_20(argument);
            break;
        case 21:
            ioctl_21(argument);
            break;
        case 22:
            ioctl_22(argument);
            break;
        case 23:
            ioctl_23(argument);
            break;
        case 24:
            ioctl_24(argument);
            break;
        case 25:
            ioctl_25(argument);
            break;
        case 26:
            ioctl_26(argument);
            break;
        case 27:
            ioctl_27(argument);
            break;
        case 28:
            ioctl_28(argument);
            break;
        case 29:
            ioctl_29(argument);
            break;
        case 30:
            ioctl_30(argument);
            break;
        case 31:
            ioctl_31(argument);
            break;
        case 32:
            ioctl_32(argument);
            break;
        case 33:
            ioctl_33(argument);
            break;
        case 34:
            ioctl_34(argument);
            break;
        case 35:
            ioctl_35(argument);
            break;
        case 36:
            ioctl_36(argument);
            break;
        case 37:
            ioctl_37(argument);
            break;
        case 38:
            ioctl_38(argument);
            break;
        case 39:
            ioctl_39(argument);
            break;
        default:
            keepalive();
        }
    }
    return 0;
}

static void *timer(void *unused) {
    (void)unused;
    while (!stopping) {
        pthread_mutex_lock(&state_lock);
        assert(ticks >= 0);
        assert(ticks <= WATCHDOG_MANY_IOCTLS_MAX_TIMEOUT);
        if (ticks < timeout)
            ticks = ticks + 1;
        assert(ticks >= 0);
        pthread_mutex_unlock(&state_lock);
        program_status_lock(1, 1);
    }
    return 0;
}

static void *interrupt(void *unused) {
    (void)unused;
    while (!stopping) {
        pthread_mutex_lock(&io_lock);
        assert(read_control() >= 0);
        if (read_control() == 3)
            write_control(0);
        assert(read_count() >= 0);
        if (read_count() == 255)
            write_count(0);
        assert(read_status() >= 0);
        if (read_status() == 15)
            write_status(0);
        assert(read_lock() >= 0);
        if (read_lock() == 1)
            write_lock(0);
        pthread_mutex_unlock(&io_lock);
    }
    return 0;
}

int main(void) {
    pthread_t threads[4];
    pthread_create(&threads[0], 0, opener, 0);
    pthread_create(&threads[1], 0, controller, 0);
    pthread_create(&threads[2], 0, timer, 0);
    pthread_create(&threads[3], 0, interrupt, 0);
    stopping = 1;
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], 0);
    return 0;
}
