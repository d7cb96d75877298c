// expect: sc=safe tso=safe pso=safe rmo=safe
//
// Two watchdogs of one family behind one port.
// Threads for open/close, ioctl, the heartbeat timer and the interrupt line run for ever; every access to the
// card and to the shared state is guarded by assertions about what may be there. No loop has a bound.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

enum { WATCHDOG_MIXCOM_IDLE = 0, WATCHDOG_MIXCOM_ARMED = 1, WATCHDOG_MIXCOM_EXPIRED = 2 };
#define WATCHDOG_MIXCOM_MIN_TIMEOUT 1
#define WATCHDOG_MIXCOM_MAX_TIMEOUT 60
#define WATCHDOG_MIXCOM_MAX_USERS 1

static pthread_mutex_t io_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t state_lock = PTHREAD_MUTEX_INITIALIZER;
static volatile int stopping;
static int reg_port = 0;   // io_lock; 0 to 255
static int reg_family = 0;   // io_lock; 0 to 1
static int state = WATCHDOG_MIXCOM_IDLE;   // state_lock
static int users;   // state_lock; 0 or 1
static int timeout = WATCHDOG_MIXCOM_MIN_TIMEOUT;   // state_lock
static int expect_close;   // state_lock; 0 or 42
static int ticks;   // state_lock; 0 to timeout

static int read_port(void) {
    int value = reg_port;
    assert(value >= 0);
    assert(value <= 255);
    return value;
}

static void write_port(int value) {
    assert(value >= 0);
    assert(value <= 255);
    reg_port = value;
    assert(reg_port >= 0 && reg_port <= 255);
}

static int read_family(void) {
    int value = reg_family;
    assert(value >= 0);
    assert(value <= 1);
    return value;
}

static void write_family(int value) {
    assert(value >= 0);
    assert(value <= 1);
    reg_family = value;
    assert(reg_family >= 0 && reg_family <= 1);
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

static void program_port_family(int first, int second) {
    pthread_mutex_lock(&io_lock);
    write_port(clamp(first, 0, 255));
    write_family(clamp(second, 0, 1));
    assert(read_port() >= 0);
    assert(read_family() <= 1);
    pthread_mutex_unlock(&io_lock);
}

static void keepalive(void) {
    pthread_mutex_lock(&state_lock);
    assert(timeout >= WATCHDOG_MIXCOM_MIN_TIMEOUT);
    assert(timeout <= WATCHDOG_MIXCOM_MAX_TIMEOUT);
    ticks = 0;
    assert(ticks == 0);
    pthread_mutex_unlock(&state_lock);
    program_port_family(1, 0);
}

static int device_open(void) {
    int result = -1;
    pthread_mutex_lock(&state_lock);
    assert(users >= 0);
    assert(users <= WATCHDOG_MIXCOM_MAX_USERS);
    if (users == 0) {
        users = 1;
        assert(users == 1);
        enter(WATCHDOG_MIXCOM_ARMED);
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
        enter(WATCHDOG_MIXCOM_IDLE);
    else
        enter(WATCHDOG_MIXCOM_EXPIRED);
    users = 0;
    expect_close = 0;
    assert(users == 0);
    assert(expect_close == 0);
    assert(state != WATCHDOG_MIXCOM_ARMED);
    pthread_mutex_unlock(&state_lock);
}

static int ioctl_0(int argument) {
    int margin = clamp(argument, WATCHDOG_MIXCOM_MIN_TIMEOUT, WATCHDOG_MIXCOM_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MIXCOM_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MIXCOM_MAX_TIMEOUT);
    if (margin < 1 || margin > 60)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 1);
    assert(timeout <= 60);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_port_family(margin, 0);
    return 0;
}

static int ioctl_1(int argument) {
    int margin = clamp(argument, WATCHDOG_MIXCOM_MIN_TIMEOUT, WATCHDOG_MIXCOM_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MIXCOM_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MIXCOM_MAX_TIMEOUT);
    if (margin < 2 || margin > 59)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 2);
    assert(timeout <= 59);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_port_family(margin, 1);
    return 0;
}

static int ioctl_2(int argument) {
    int margin = clamp(argument, WATCHDOG_MIXCOM_MIN_TIMEOUT, WATCHDOG_MIXCOM_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MIXCOM_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MIXCOM_MAX_TIMEOUT);
    if (margin < 3 || margin > 58)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 3);
    assert(timeout <= 58);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_port_family(margin, 2);
    return 0;
}

static int ioctl_3(int argument) {
    int margin = clamp(argument, WATCHDOG_MIXCOM_MIN_TIMEOUT, WATCHDOG_MIXCOM_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MIXCOM_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MIXCOM_MAX_TIMEOUT);
    if (margin < 4 || margin > 57)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 4);
    assert(timeout <= 57);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_port_family(margin, 3);
    return 0;
}

static int ioctl_4(int argument) {
    int margin = clamp(argument, WATCHDOG_MIXCOM_MIN_TIMEOUT, WATCHDOG_MIXCOM_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MIXCOM_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MIXCOM_MAX_TIMEOUT);
    if (margin < 5 || margin > 56)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 5);
    assert(timeout <= 56);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_port_family(margin, 4);
    return 0;
}

static int ioctl_5(int argument) {
    int margin = clamp(argument, WATCHDOG_MIXCOM_MIN_TIMEOUT, WATCHDOG_MIXCOM_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MIXCOM_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MIXCOM_MAX_TIMEOUT);
    if (margin < 6 || margin > 55)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 6);
    assert(timeout <= 55);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_port_family(margin, 5);
    return 0;
}

static int ioctl_6(int argument) {
    int margin = clamp(argument, WATCHDOG_MIXCOM_MIN_TIMEOUT, WATCHDOG_MIXCOM_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MIXCOM_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MIXCOM_MAX_TIMEOUT);
    if (margin < 7 || margin > 54)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 7);
    assert(timeout <= 54);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_port_family(margin, 6);
    return 0;
}

static int ioctl_7(int argument) {
    int margin = clamp(argument, WATCHDOG_MIXCOM_MIN_TIMEOUT, WATCHDOG_MIXCOM_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MIXCOM_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MIXCOM_MAX_TIMEOUT);
    if (margin < 8 || margin > 53)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 8);
    assert(timeout <= 53);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_port_family(margin, 7);
    return 0;
}

static int ioctl_8(int argument) {
    int margin = clamp(argument, WATCHDOG_MIXCOM_MIN_TIMEOUT, WATCHDOG_MIXCOM_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MIXCOM_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MIXCOM_MAX_TIMEOUT);
    if (margin < 9 || margin > 52)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 9);
    assert(timeout <= 52);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_port_family(margin, 8);
    return 0;
}

static int ioctl_9(int argument) {
    int margin = clamp(argument, WATCHDOG_MIXCOM_MIN_TIMEOUT, WATCHDOG_MIXCOM_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MIXCOM_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MIXCOM_MAX_TIMEOUT);
    if (margin < 10 || margin > 51)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 10);
    assert(timeout <= 51);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_port_family(margin, 9);
    return 0;
}

static int ioctl_10(int argument) {
    int margin = clamp(argument, WATCHDOG_MIXCOM_MIN_TIMEOUT, WATCHDOG_MIXCOM_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MIXCOM_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MIXCOM_MAX_TIMEOUT);
    if (margin < 11 || margin > 50)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 11);
    assert(timeout <= 50);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_port_family(margin, 10);
    return 0;
}

static int ioctl_11(int argument) {
    int margin = clamp(argument, WATCHDOG_MIXCOM_MIN_TIMEOUT, WATCHDOG_MIXCOM_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MIXCOM_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MIXCOM_MAX_TIMEOUT);
    if (margin < 12 || margin > 49)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 12);
    assert(timeout <= 49);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_port_family(margin, 11);
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
        assert(ticks <= WATCHDOG_MIXCOM_MAX_TIMEOUT);
        if (ticks < timeout)
            ticks = ticks + 1;
        assert(ticks >= 0);
        pthread_mutex_unlock(&state_lock);
        program_port_family(1, 1);
    }
    return 0;
}

static void *interrupt(void *unused) {
    (void)unused;
    while (!stopping) {
        pthread_mutex_lock(&io_lock);
        assert(read_port() >= 0);
        if (read_port() == 255)
            write_port(0);
        assert(read_family() >= 0);
        if (read_family() == 1)
            write_family(0);
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
