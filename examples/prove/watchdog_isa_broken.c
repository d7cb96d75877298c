// expect: sc=violation tso=violation pso=violation rmo=violation
//
// watchdog_isa.c with one lock too few: the timer sets the state when time is up without holding state_lock, in the
// middle of whatever the opener does.
//
// Threads for open/close, ioctl, the heartbeat timer and the interrupt line run for ever; every access to the
// card and to the shared state is guarded by assertions about what may be there. No loop has a bound.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

enum { WATCHDOG_ISA_IDLE = 0, WATCHDOG_ISA_ARMED = 1, WATCHDOG_ISA_EXPIRED = 2 };
#define WATCHDOG_ISA_MIN_TIMEOUT 1
#define WATCHDOG_ISA_MAX_TIMEOUT 255
#define WATCHDOG_ISA_MAX_USERS 1

static pthread_mutex_t io_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t state_lock = PTHREAD_MUTEX_INITIALIZER;
static volatile int stopping;
static int reg_control = 0;   // io_lock; 0 to 3
static int reg_count = 0;   // io_lock; 0 to 255
static int state = WATCHDOG_ISA_IDLE;   // state_lock
static int users;   // state_lock; 0 or 1
static int timeout = WATCHDOG_ISA_MIN_TIMEOUT;   // state_lock
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

static void keepalive(void) {
    pthread_mutex_lock(&state_lock);
    assert(timeout >= WATCHDOG_ISA_MIN_TIMEOUT);
    assert(timeout <= WATCHDOG_ISA_MAX_TIMEOUT);
    ticks = 0;
    assert(ticks == 0);
    pthread_mutex_unlock(&state_lock);
    program_control_count(1, 0);
}

static int device_open(void) {
    int result = -1;
    pthread_mutex_lock(&state_lock);
    assert(users >= 0);
    assert(users <= WATCHDOG_ISA_MAX_USERS);
    if (users == 0) {
        users = 1;
        assert(users == 1);
        enter(WATCHDOG_ISA_ARMED);
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
        enter(WATCHDOG_ISA_IDLE);
    else
        enter(WATCHDOG_ISA_EXPIRED);
    users = 0;
    expect_close = 0;
    assert(users == 0);
    assert(expect_close == 0);
    assert(state != WATCHDOG_ISA_ARMED);
    pthread_mutex_unlock(&state_lock);
}

static int ioctl_0(int argument) {
    int margin = clamp(argument, WATCHDOG_ISA_MIN_TIMEOUT, WATCHDOG_ISA_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_ISA_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_ISA_MAX_TIMEOUT);
    if (margin < 1 || margin > 255)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 1);
    assert(timeout <= 255);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_control_count(margin, 0);
    return 0;
}

static int ioctl_1(int argument) {
    int margin = clamp(argument, WATCHDOG_ISA_MIN_TIMEOUT, WATCHDOG_ISA_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_ISA_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_ISA_MAX_TIMEOUT);
    if (margin < 2 || margin > 254)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 2);
    assert(timeout <= 254);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_control_count(margin, 1);
    return 0;
}

static int ioctl_2(int argument) {
    int margin = clamp(argument, WATCHDOG_ISA_MIN_TIMEOUT, WATCHDOG_ISA_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_ISA_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_ISA_MAX_TIMEOUT);
    if (margin < 3 || margin > 253)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 3);
    assert(timeout <= 253);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_control_count(margin, 2);
    return 0;
}

static int ioctl_3(int argument) {
    int margin = clamp(argument, WATCHDOG_ISA_MIN_TIMEOUT, WATCHDOG_ISA_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_ISA_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_ISA_MAX_TIMEOUT);
    if (margin < 4 || margin > 252)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 4);
    assert(timeout <= 252);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_control_count(margin, 3);
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
        assert(ticks <= WATCHDOG_ISA_MAX_TIMEOUT);
        if (ticks < timeout)
            ticks = ticks + 1;
        assert(ticks >= 0);
        pthread_mutex_unlock(&state_lock);
        if (ticks == timeout)
            state = WATCHDOG_ISA_EXPIRED;
        program_control_count(1, 1);
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
