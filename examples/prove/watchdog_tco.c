// expect: sc=safe tso=safe pso=safe rmo=safe
//
// A chipset timer with a status word to be cleared by writing ones.
// Threads for open/close, ioctl, the heartbeat timer and the interrupt line run for ever; every access to the
// card and to the shared state is guarded by assertions about what may be there. No loop has a bound.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

enum { WATCHDOG_TCO_IDLE = 0, WATCHDOG_TCO_RUNNING = 1, WATCHDOG_TCO_LOCKED = 2, WATCHDOG_TCO_EXPIRED = 3 };
#define WATCHDOG_TCO_MIN_TIMEOUT 2
#define WATCHDOG_TCO_MAX_TIMEOUT 39
#define WATCHDOG_TCO_MAX_USERS 1

static pthread_mutex_t io_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t state_lock = PTHREAD_MUTEX_INITIALIZER;
static volatile int stopping;
static int reg_reload = 0;   // io_lock; 0 to 63
static int reg_status = 0;   // io_lock; 0 to 15
static int reg_lock = 0;   // io_lock; 0 to 1
static int reg_second = 0;   // io_lock; 0 to 3
static int state = WATCHDOG_TCO_IDLE;   // state_lock
static int users;   // state_lock; 0 or 1
static int timeout = WATCHDOG_TCO_MIN_TIMEOUT;   // state_lock
static int expect_close;   // state_lock; 0 or 42
static int ticks;   // state_lock; 0 to timeout

static int read_reload(void) {
    int value = reg_reload;
    assert(value >= 0);
    assert(value <= 63);
    return value;
}

static void write_reload(int value) {
    assert(value >= 0);
    assert(value <= 63);
    reg_reload = value;
    assert(reg_reload >= 0 && reg_reload <= 63);
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

static int read_second(void) {
    int value = reg_second;
    assert(value >= 0);
    assert(value <= 3);
    return value;
}

static void write_second(int value) {
    assert(value >= 0);
    assert(value <= 3);
    reg_second = value;
    assert(reg_second >= 0 && reg_second <= 3);
}

static int clamp(int value, int low, int high) {
    if (value < low)
        return low;
    if (value > high)
        return high;
    return value;
}

static void enter(int next) {
    assert(next >= 0 && next < 4);
    state = next;
    assert(state == next);
}

static void program_reload_status(int first, int second) {
    pthread_mutex_lock(&io_lock);
    write_reload(clamp(first, 0, 63));
    write_status(clamp(second, 0, 15));
    assert(read_reload() >= 0);
    assert(read_status() <= 15);
    pthread_mutex_unlock(&io_lock);
}

static void program_lock_second(int first, int second) {
    pthread_mutex_lock(&io_lock);
    write_lock(clamp(first, 0, 1));
    write_second(clamp(second, 0, 3));
    assert(read_lock() >= 0);
    assert(read_second() <= 3);
    pthread_mutex_unlock(&io_lock);
}

static void keepalive(void) {
    pthread_mutex_lock(&state_lock);
    assert(timeout >= WATCHDOG_TCO_MIN_TIMEOUT);
    assert(timeout <= WATCHDOG_TCO_MAX_TIMEOUT);
    ticks = 0;
    assert(ticks == 0);
    pthread_mutex_unlock(&state_lock);
    program_reload_status(1, 0);
}

static int device_open(void) {
    int result = -1;
    pthread_mutex_lock(&state_lock);
    assert(users >= 0);
    assert(users <= WATCHDOG_TCO_MAX_USERS);
    if (users == 0) {
        users = 1;
        assert(users == 1);
        enter(WATCHDOG_TCO_RUNNING);
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
        enter(WATCHDOG_TCO_IDLE);
    else
        enter(WATCHDOG_TCO_EXPIRED);
    users = 0;
    expect_close = 0;
    assert(users == 0);
    assert(expect_close == 0);
    assert(state != WATCHDOG_TCO_RUNNING);
    pthread_mutex_unlock(&state_lock);
}

static int ioctl_0(int argument) {
    int margin = clamp(argument, WATCHDOG_TCO_MIN_TIMEOUT, WATCHDOG_TCO_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_TCO_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_TCO_MAX_TIMEOUT);
    if (margin < 2 || margin > 39)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 2);
    assert(timeout <= 39);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_reload_status(margin, 0);
    return 0;
}

static int ioctl_1(int argument) {
    int margin = clamp(argument, WATCHDOG_TCO_MIN_TIMEOUT, WATCHDOG_TCO_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_TCO_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_TCO_MAX_TIMEOUT);
    if (margin < 3 || margin > 38)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 3);
    assert(timeout <= 38);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_lock_second(margin, 1);
    return 0;
}

static int ioctl_2(int argument) {
    int margin = clamp(argument, WATCHDOG_TCO_MIN_TIMEOUT, WATCHDOG_TCO_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_TCO_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_TCO_MAX_TIMEOUT);
    if (margin < 4 || margin > 37)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 4);
    assert(timeout <= 37);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_reload_status(margin, 2);
    return 0;
}

static int ioctl_3(int argument) {
    int margin = clamp(argument, WATCHDOG_TCO_MIN_TIMEOUT, WATCHDOG_TCO_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_TCO_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_TCO_MAX_TIMEOUT);
    if (margin < 5 || margin > 36)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 5);
    assert(timeout <= 36);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_lock_second(margin, 3);
    return 0;
}

static int ioctl_4(int argument) {
    int margin = clamp(argument, WATCHDOG_TCO_MIN_TIMEOUT, WATCHDOG_TCO_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_TCO_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_TCO_MAX_TIMEOUT);
    if (margin < 6 || margin > 35)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 6);
    assert(timeout <= 35);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_reload_status(margin, 4);
    return 0;
}

static int ioctl_5(int argument) {
    int margin = clamp(argument, WATCHDOG_TCO_MIN_TIMEOUT, WATCHDOG_TCO_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_TCO_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_TCO_MAX_TIMEOUT);
    if (margin < 7 || margin > 34)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 7);
    assert(timeout <= 34);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_lock_second(margin, 5);
    return 0;
}

static int ioctl_6(int argument) {
    int margin = clamp(argument, WATCHDOG_TCO_MIN_TIMEOUT, WATCHDOG_TCO_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_TCO_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_TCO_MAX_TIMEOUT);
    if (margin < 8 || margin > 33)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 8);
    assert(timeout <= 33);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_reload_status(margin, 6);
    return 0;
}

static int ioctl_7(int argument) {
    int margin = clamp(argument, WATCHDOG_TCO_MIN_TIMEOUT, WATCHDOG_TCO_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_TCO_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_TCO_MAX_TIMEOUT);
    if (margin < 9 || margin > 32)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 9);
    assert(timeout <= 32);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_lock_second(margin, 7);
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
        assert(ticks <= WATCHDOG_TCO_MAX_TIMEOUT);
        if (ticks < timeout)
            ticks = ticks + 1;
        assert(ticks >= 0);
        pthread_mutex_unlock(&state_lock);
        program_lock_second(1, 1);
    }
    return 0;
}

static void *interrupt(void *unused) {
    (void)unused;
    while (!stopping) {
        pthread_mutex_lock(&io_lock);
        assert(read_reload() >= 0);
        if (read_reload() == 63)
            write_reload(0);
        assert(read_status() >= 0);
        if (read_status() == 15)
            write_status(0);
        assert(read_lock() >= 0);
        if (read_lock() == 1)
            write_lock(0);
        assert(read_second() >= 0);
        if (read_second() == 3)
            write_second(0);
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
