// expect: sc=safe tso=safe pso=safe rmo=safe
//
// A watchdog in a super I/O chip behind an index and a data port.
// Threads for open/close, ioctl, the heartbeat timer and the interrupt line run for ever; every access to the
// card and to the shared state is guarded by assertions about what may be there. No loop has a bound.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

enum { WATCHDOG_SUPERIO_IDLE = 0, WATCHDOG_SUPERIO_ARMED = 1, WATCHDOG_SUPERIO_EXPIRED = 2 };
#define WATCHDOG_SUPERIO_MIN_TIMEOUT 1
#define WATCHDOG_SUPERIO_MAX_TIMEOUT 128
#define WATCHDOG_SUPERIO_MAX_USERS 1

static pthread_mutex_t io_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t state_lock = PTHREAD_MUTEX_INITIALIZER;
static volatile int stopping;
static int reg_index = 0;   // io_lock; 0 to 63
static int reg_data = 0;   // io_lock; 0 to 255
static int reg_config = 0;   // io_lock; 0 to 7
static int reg_enable = 0;   // io_lock; 0 to 1
static int state = WATCHDOG_SUPERIO_IDLE;   // state_lock
static int users;   // state_lock; 0 or 1
static int timeout = WATCHDOG_SUPERIO_MIN_TIMEOUT;   // state_lock
static int expect_close;   // state_lock; 0 or 42
static int ticks;   // state_lock; 0 to timeout

static int read_index(void) {
    int value = reg_index;
    assert(value >= 0);
    assert(value <= 63);
    return value;
}

static void write_index(int value) {
    assert(value >= 0);
    assert(value <= 63);
    reg_index = value;
    assert(reg_index >= 0 && reg_index <= 63);
}

static int read_data(void) {
    int value = reg_data;
    assert(value >= 0);
    assert(value <= 255);
    return value;
}

static void write_data(int value) {
    assert(value >= 0);
    assert(value <= 255);
    reg_data = value;
    assert(reg_data >= 0 && reg_data <= 255);
}

static int read_config(void) {
    int value = reg_config;
    assert(value >= 0);
    assert(value <= 7);
    return value;
}

static void write_config(int value) {
    assert(value >= 0);
    assert(value <= 7);
    reg_config = value;
    assert(reg_config >= 0 && reg_config <= 7);
}

static int read_enable(void) {
    int value = reg_enable;
    assert(value >= 0);
    assert(value <= 1);
    return value;
}

static void write_enable(int value) {
    assert(value >= 0);
    assert(value <= 1);
    reg_enable = value;
    assert(reg_enable >= 0 && reg_enable <= 1);
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

static void program_index_data(int first, int second) {
    pthread_mutex_lock(&io_lock);
    write_index(clamp(first, 0, 63));
    write_data(clamp(second, 0, 255));
    assert(read_index() >= 0);
    assert(read_data() <= 255);
    pthread_mutex_unlock(&io_lock);
}

static void program_config_enable(int first, int second) {
    pthread_mutex_lock(&io_lock);
    write_config(clamp(first, 0, 7));
    write_enable(clamp(second, 0, 1));
    assert(read_config() >= 0);
    assert(read_enable() <= 1);
    pthread_mutex_unlock(&io_lock);
}

static void keepalive(void) {
    pthread_mutex_lock(&state_lock);
    assert(timeout >= WATCHDOG_SUPERIO_MIN_TIMEOUT);
    assert(timeout <= WATCHDOG_SUPERIO_MAX_TIMEOUT);
    ticks = 0;
    assert(ticks == 0);
    pthread_mutex_unlock(&state_lock);
    program_index_data(1, 0);
}

static int device_open(void) {
    int result = -1;
    pthread_mutex_lock(&state_lock);
    assert(users >= 0);
    assert(users <= WATCHDOG_SUPERIO_MAX_USERS);
    if (users == 0) {
        users = 1;
        assert(users == 1);
        enter(WATCHDOG_SUPERIO_ARMED);
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
        enter(WATCHDOG_SUPERIO_IDLE);
    else
        enter(WATCHDOG_SUPERIO_EXPIRED);
    users = 0;
    expect_close = 0;
    assert(users == 0);
    assert(expect_close == 0);
    assert(state != WATCHDOG_SUPERIO_ARMED);
    pthread_mutex_unlock(&state_lock);
}

static int ioctl_0(int argument) {
    int margin = clamp(argument, WATCHDOG_SUPERIO_MIN_TIMEOUT, WATCHDOG_SUPERIO_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_SUPERIO_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_SUPERIO_MAX_TIMEOUT);
    if (margin < 1 || margin > 128)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 1);
    assert(timeout <= 128);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_index_data(margin, 0);
    return 0;
}

static int ioctl_1(int argument) {
    int margin = clamp(argument, WATCHDOG_SUPERIO_MIN_TIMEOUT, WATCHDOG_SUPERIO_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_SUPERIO_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_SUPERIO_MAX_TIMEOUT);
    if (margin < 2 || margin > 127)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 2);
    assert(timeout <= 127);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_config_enable(margin, 1);
    return 0;
}

static int ioctl_2(int argument) {
    int margin = clamp(argument, WATCHDOG_SUPERIO_MIN_TIMEOUT, WATCHDOG_SUPERIO_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_SUPERIO_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_SUPERIO_MAX_TIMEOUT);
    if (margin < 3 || margin > 126)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 3);
    assert(timeout <= 126);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_index_data(margin, 2);
    return 0;
}

static int ioctl_3(int argument) {
    int margin = clamp(argument, WATCHDOG_SUPERIO_MIN_TIMEOUT, WATCHDOG_SUPERIO_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_SUPERIO_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_SUPERIO_MAX_TIMEOUT);
    if (margin < 4 || margin > 125)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 4);
    assert(timeout <= 125);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_config_enable(margin, 3);
    return 0;
}

static int ioctl_4(int argument) {
    int margin = clamp(argument, WATCHDOG_SUPERIO_MIN_TIMEOUT, WATCHDOG_SUPERIO_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_SUPERIO_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_SUPERIO_MAX_TIMEOUT);
    if (margin < 5 || margin > 124)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 5);
    assert(timeout <= 124);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_index_data(margin, 4);
    return 0;
}

static int ioctl_5(int argument) {
    int margin = clamp(argument, WATCHDOG_SUPERIO_MIN_TIMEOUT, WATCHDOG_SUPERIO_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_SUPERIO_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_SUPERIO_MAX_TIMEOUT);
    if (margin < 6 || margin > 123)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 6);
    assert(timeout <= 123);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_config_enable(margin, 5);
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
        assert(ticks <= WATCHDOG_SUPERIO_MAX_TIMEOUT);
        if (ticks < timeout)
            ticks = ticks + 1;
        assert(ticks >= 0);
        pthread_mutex_unlock(&state_lock);
        program_config_enable(1, 1);
    }
    return 0;
}

static void *interrupt(void *unused) {
    (void)unused;
    while (!stopping) {
        pthread_mutex_lock(&io_lock);
        assert(read_index() >= 0);
        if (read_index() == 63)
            write_index(0);
        assert(read_data() >= 0);
        if (read_data() == 255)
            write_data(0);
        assert(read_config() >= 0);
        if (read_config() == 7)
            write_config(0);
        assert(read_enable() >= 0);
        if (read_enable() == 1)
            write_enable(0);
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
