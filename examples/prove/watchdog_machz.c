// expect: sc=safe tso=safe pso=safe rmo=safe
//
// A system-on-chip watchdog with two timers in a row.
// Threads for open/close, ioctl, the heartbeat timer and the interrupt line run for ever; every access to the
// card and to the shared state is guarded by assertions about what may be there. No loop has a bound.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

enum { WATCHDOG_MACHZ_IDLE = 0, WATCHDOG_MACHZ_FIRST = 1, WATCHDOG_MACHZ_SECOND = 2, WATCHDOG_MACHZ_RESET = 3 };
#define WATCHDOG_MACHZ_MIN_TIMEOUT 2
#define WATCHDOG_MACHZ_MAX_TIMEOUT 1000
#define WATCHDOG_MACHZ_MAX_USERS 1

static pthread_mutex_t io_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t state_lock = PTHREAD_MUTEX_INITIALIZER;
static volatile int stopping;
static int reg_first = 0;   // io_lock; 0 to 65535
static int reg_second = 0;   // io_lock; 0 to 255
static int reg_control = 0;   // io_lock; 0 to 127
static int reg_action = 0;   // io_lock; 0 to 7
static int state = WATCHDOG_MACHZ_IDLE;   // state_lock
static int users;   // state_lock; 0 or 1
static int timeout = WATCHDOG_MACHZ_MIN_TIMEOUT;   // state_lock
static int expect_close;   // state_lock; 0 or 42
static int ticks;   // state_lock; 0 to timeout

static int read_first(void) {
    int value = reg_first;
    assert(value >= 0);
    assert(value <= 65535);
    return value;
}

static void write_first(int value) {
    assert(value >= 0);
    assert(value <= 65535);
    reg_first = value;
    assert(reg_first >= 0 && reg_first <= 65535);
}

static int read_second(void) {
    int value = reg_second;
    assert(value >= 0);
    assert(value <= 255);
    return value;
}

static void write_second(int value) {
    assert(value >= 0);
    assert(value <= 255);
    reg_second = value;
    assert(reg_second >= 0 && reg_second <= 255);
}

static int read_control(void) {
    int value = reg_control;
    assert(value >= 0);
    assert(value <= 127);
    return value;
}

static void write_control(int value) {
    assert(value >= 0);
    assert(value <= 127);
    reg_control = value;
    assert(reg_control >= 0 && reg_control <= 127);
}

static int read_action(void) {
    int value = reg_action;
    assert(value >= 0);
    assert(value <= 7);
    return value;
}

static void write_action(int value) {
    assert(value >= 0);
    assert(value <= 7);
    reg_action = value;
    assert(reg_action >= 0 && reg_action <= 7);
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

static void program_first_second(int first, int second) {
    pthread_mutex_lock(&io_lock);
    write_first(clamp(first, 0, 65535));
    write_second(clamp(second, 0, 255));
    assert(read_first() >= 0);
    assert(read_second() <= 255);
    pthread_mutex_unlock(&io_lock);
}

static void program_control_action(int first, int second) {
    pthread_mutex_lock(&io_lock);
    write_control(clamp(first, 0, 127));
    write_action(clamp(second, 0, 7));
    assert(read_control() >= 0);
    assert(read_action() <= 7);
    pthread_mutex_unlock(&io_lock);
}

static void keepalive(void) {
    pthread_mutex_lock(&state_lock);
    assert(timeout >= WATCHDOG_MACHZ_MIN_TIMEOUT);
    assert(timeout <= WATCHDOG_MACHZ_MAX_TIMEOUT);
    ticks = 0;
    assert(ticks == 0);
    pthread_mutex_unlock(&state_lock);
    program_first_second(1, 0);
}

static int device_open(void) {
    int result = -1;
    pthread_mutex_lock(&state_lock);
    assert(users >= 0);
    assert(users <= WATCHDOG_MACHZ_MAX_USERS);
    if (users == 0) {
        users = 1;
        assert(users == 1);
        enter(WATCHDOG_MACHZ_FIRST);
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
        enter(WATCHDOG_MACHZ_IDLE);
    else
        enter(WATCHDOG_MACHZ_RESET);
    users = 0;
    expect_close = 0;
    assert(users == 0);
    assert(expect_close == 0);
    assert(state != WATCHDOG_MACHZ_FIRST);
    pthread_mutex_unlock(&state_lock);
}

static int ioctl_0(int argument) {
    int margin = clamp(argument, WATCHDOG_MACHZ_MIN_TIMEOUT, WATCHDOG_MACHZ_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MACHZ_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MACHZ_MAX_TIMEOUT);
    if (margin < 2 || margin > 1000)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 2);
    assert(timeout <= 1000);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_first_second(margin, 0);
    return 0;
}

static int ioctl_1(int argument) {
    int margin = clamp(argument, WATCHDOG_MACHZ_MIN_TIMEOUT, WATCHDOG_MACHZ_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MACHZ_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MACHZ_MAX_TIMEOUT);
    if (margin < 3 || margin > 999)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 3);
    assert(timeout <= 999);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_control_action(margin, 1);
    return 0;
}

static int ioctl_2(int argument) {
    int margin = clamp(argument, WATCHDOG_MACHZ_MIN_TIMEOUT, WATCHDOG_MACHZ_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MACHZ_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MACHZ_MAX_TIMEOUT);
    if (margin < 4 || margin > 998)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 4);
    assert(timeout <= 998);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_first_second(margin, 2);
    return 0;
}

static int ioctl_3(int argument) {
    int margin = clamp(argument, WATCHDOG_MACHZ_MIN_TIMEOUT, WATCHDOG_MACHZ_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MACHZ_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MACHZ_MAX_TIMEOUT);
    if (margin < 5 || margin > 997)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 5);
    assert(timeout <= 997);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_control_action(margin, 3);
    return 0;
}

static int ioctl_4(int argument) {
    int margin = clamp(argument, WATCHDOG_MACHZ_MIN_TIMEOUT, WATCHDOG_MACHZ_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MACHZ_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MACHZ_MAX_TIMEOUT);
    if (margin < 6 || margin > 996)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 6);
    assert(timeout <= 996);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_first_second(margin, 4);
    return 0;
}

static int ioctl_5(int argument) {
    int margin = clamp(argument, WATCHDOG_MACHZ_MIN_TIMEOUT, WATCHDOG_MACHZ_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MACHZ_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MACHZ_MAX_TIMEOUT);
    if (margin < 7 || margin > 995)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 7);
    assert(timeout <= 995);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_control_action(margin, 5);
    return 0;
}

static int ioctl_6(int argument) {
    int margin = clamp(argument, WATCHDOG_MACHZ_MIN_TIMEOUT, WATCHDOG_MACHZ_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MACHZ_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MACHZ_MAX_TIMEOUT);
    if (margin < 8 || margin > 994)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 8);
    assert(timeout <= 994);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_first_second(margin, 6);
    return 0;
}

static int ioctl_7(int argument) {
    int margin = clamp(argument, WATCHDOG_MACHZ_MIN_TIMEOUT, WATCHDOG_MACHZ_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MACHZ_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MACHZ_MAX_TIMEOUT);
    if (margin < 9 || margin > 993)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 9);
    assert(timeout <= 993);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_control_action(margin, 7);
    return 0;
}

static int ioctl_8(int argument) {
    int margin = clamp(argument, WATCHDOG_MACHZ_MIN_TIMEOUT, WATCHDOG_MACHZ_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MACHZ_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MACHZ_MAX_TIMEOUT);
    if (margin < 10 || margin > 992)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 10);
    assert(timeout <= 992);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_first_second(margin, 8);
    return 0;
}

static int ioctl_9(int argument) {
    int margin = clamp(argument, WATCHDOG_MACHZ_MIN_TIMEOUT, WATCHDOG_MACHZ_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MACHZ_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MACHZ_MAX_TIMEOUT);
    if (margin < 11 || margin > 991)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 11);
    assert(timeout <= 991);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_control_action(margin, 9);
    return 0;
}

static int ioctl_10(int argument) {
    int margin = clamp(argument, WATCHDOG_MACHZ_MIN_TIMEOUT, WATCHDOG_MACHZ_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MACHZ_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MACHZ_MAX_TIMEOUT);
    if (margin < 12 || margin > 990)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 12);
    assert(timeout <= 990);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_first_second(margin, 10);
    return 0;
}

static int ioctl_11(int argument) {
    int margin = clamp(argument, WATCHDOG_MACHZ_MIN_TIMEOUT, WATCHDOG_MACHZ_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MACHZ_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MACHZ_MAX_TIMEOUT);
    if (margin < 13 || margin > 989)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 13);
    assert(timeout <= 989);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_control_action(margin, 11);
    return 0;
}

static int ioctl_12(int argument) {
    int margin = clamp(argument, WATCHDOG_MACHZ_MIN_TIMEOUT, WATCHDOG_MACHZ_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MACHZ_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MACHZ_MAX_TIMEOUT);
    if (margin < 14 || margin > 988)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 14);
    assert(timeout <= 988);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_first_second(margin, 12);
    return 0;
}

static int ioctl_13(int argument) {
    int margin = clamp(argument, WATCHDOG_MACHZ_MIN_TIMEOUT, WATCHDOG_MACHZ_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_MACHZ_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_MACHZ_MAX_TIMEOUT);
    if (margin < 15 || margin > 987)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 15);
    assert(timeout <= 987);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_control_action(margin, 13);
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
        assert(ticks <= WATCHDOG_MACHZ_MAX_TIMEOUT);
        if (ticks < timeout)
            ticks = ticks + 1;
        assert(ticks >= 0);
        pthread_mutex_unlock(&state_lock);
        program_control_action(1, 1);
    }
    return 0;
}

static void *interrupt(void *unused) {
    (void)unused;
    while (!stopping) {
        pthread_mutex_lock(&io_lock);
        assert(read_first() >= 0);
        if (read_first() == 65535)
            write_first(0);
        assert(read_second() >= 0);
        if (read_second() == 255)
            write_second(0);
        assert(read_control() >= 0);
        if (read_control() == 127)
            write_control(0);
        assert(read_action() >= 0);
        if (read_action() == 7)
            write_action(0);
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
