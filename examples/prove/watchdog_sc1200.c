// expect: sc=safe tso=safe pso=safe rmo=safe
//
// A companion chip: one timer, one configuration block.
// Threads for open/close, ioctl, the heartbeat timer and the interrupt line run for ever; every access to the
// card and to the shared state is guarded by assertions about what may be there. No loop has a bound.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

enum { WATCHDOG_SC1200_IDLE = 0, WATCHDOG_SC1200_ARMED = 1, WATCHDOG_SC1200_EXPIRED = 2 };
#define WATCHDOG_SC1200_MIN_TIMEOUT 1
#define WATCHDOG_SC1200_MAX_TIMEOUT 240
#define WATCHDOG_SC1200_MAX_USERS 1

static pthread_mutex_t io_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t state_lock = PTHREAD_MUTEX_INITIALIZER;
static volatile int stopping;
static int reg_window = 0;   // io_lock; 0 to 65535
static int reg_configuration = 0;   // io_lock; 0 to 15
static int reg_status = 0;   // io_lock; 0 to 15
static int reg_divider = 0;   // io_lock; 0 to 13
static int state = WATCHDOG_SC1200_IDLE;   // state_lock
static int users;   // state_lock; 0 or 1
static int timeout = WATCHDOG_SC1200_MIN_TIMEOUT;   // state_lock
static int expect_close;   // state_lock; 0 or 42
static int ticks;   // state_lock; 0 to timeout

static int read_window(void) {
    int value = reg_window;
    assert(value >= 0);
    assert(value <= 65535);
    return value;
}

static void write_window(int value) {
    assert(value >= 0);
    assert(value <= 65535);
    reg_window = value;
    assert(reg_window >= 0 && reg_window <= 65535);
}

static int read_configuration(void) {
    int value = reg_configuration;
    assert(value >= 0);
    assert(value <= 15);
    return value;
}

static void write_configuration(int value) {
    assert(value >= 0);
    assert(value <= 15);
    reg_configuration = value;
    assert(reg_configuration >= 0 && reg_configuration <= 15);
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

static int read_divider(void) {
    int value = reg_divider;
    assert(value >= 0);
    assert(value <= 13);
    return value;
}

static void write_divider(int value) {
    assert(value >= 0);
    assert(value <= 13);
    reg_divider = value;
    assert(reg_divider >= 0 && reg_divider <= 13);
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

static void program_window_configuration(int first, int second) {
    pthread_mutex_lock(&io_lock);
    write_window(clamp(first, 0, 65535));
    write_configuration(clamp(second, 0, 15));
    assert(read_window() >= 0);
    assert(read_configuration() <= 15);
    pthread_mutex_unlock(&io_lock);
}

static void program_status_divider(int first, int second) {
    pthread_mutex_lock(&io_lock);
    write_status(clamp(first, 0, 15));
    write_divider(clamp(second, 0, 13));
    assert(read_status() >= 0);
    assert(read_divider() <= 13);
    pthread_mutex_unlock(&io_lock);
}

static void keepalive(void) {
    pthread_mutex_lock(&state_lock);
    assert(timeout >= WATCHDOG_SC1200_MIN_TIMEOUT);
    assert(timeout <= WATCHDOG_SC1200_MAX_TIMEOUT);
    ticks = 0;
    assert(ticks == 0);
    pthread_mutex_unlock(&state_lock);
    program_window_configuration(1, 0);
}

static int device_open(void) {
    int result = -1;
    pthread_mutex_lock(&state_lock);
    assert(users >= 0);
    assert(users <= WATCHDOG_SC1200_MAX_USERS);
    if (users == 0) {
        users = 1;
        assert(users == 1);
        enter(WATCHDOG_SC1200_ARMED);
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
        enter(WATCHDOG_SC1200_IDLE);
    else
        enter(WATCHDOG_SC1200_EXPIRED);
    users = 0;
    expect_close = 0;
    assert(users == 0);
    assert(expect_close == 0);
    assert(state != WATCHDOG_SC1200_ARMED);
    pthread_mutex_unlock(&state_lock);
}

static int ioctl_0(int argument) {
    int margin = clamp(argument, WATCHDOG_SC1200_MIN_TIMEOUT, WATCHDOG_SC1200_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_SC1200_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_SC1200_MAX_TIMEOUT);
    if (margin < 1 || margin > 240)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 1);
    assert(timeout <= 240);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_window_configuration(margin, 0);
    return 0;
}

static int ioctl_1(int argument) {
    int margin = clamp(argument, WATCHDOG_SC1200_MIN_TIMEOUT, WATCHDOG_SC1200_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_SC1200_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_SC1200_MAX_TIMEOUT);
    if (margin < 2 || margin > 239)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 2);
    assert(timeout <= 239);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_status_divider(margin, 1);
    return 0;
}

static int ioctl_2(int argument) {
    int margin = clamp(argument, WATCHDOG_SC1200_MIN_TIMEOUT, WATCHDOG_SC1200_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_SC1200_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_SC1200_MAX_TIMEOUT);
    if (margin < 3 || margin > 238)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 3);
    assert(timeout <= 238);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_window_configuration(margin, 2);
    return 0;
}

static int ioctl_3(int argument) {
    int margin = clamp(argument, WATCHDOG_SC1200_MIN_TIMEOUT, WATCHDOG_SC1200_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_SC1200_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_SC1200_MAX_TIMEOUT);
    if (margin < 4 || margin > 237)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 4);
    assert(timeout <= 237);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_status_divider(margin, 3);
    return 0;
}

static int ioctl_4(int argument) {
    int margin = clamp(argument, WATCHDOG_SC1200_MIN_TIMEOUT, WATCHDOG_SC1200_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_SC1200_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_SC1200_MAX_TIMEOUT);
    if (margin < 5 || margin > 236)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 5);
    assert(timeout <= 236);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_window_configuration(margin, 4);
    return 0;
}

static int ioctl_5(int argument) {
    int margin = clamp(argument, WATCHDOG_SC1200_MIN_TIMEOUT, WATCHDOG_SC1200_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_SC1200_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_SC1200_MAX_TIMEOUT);
    if (margin < 6 || margin > 235)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 6);
    assert(timeout <= 235);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_status_divider(margin, 5);
    return 0;
}

static int ioctl_6(int argument) {
    int margin = clamp(argument, WATCHDOG_SC1200_MIN_TIMEOUT, WATCHDOG_SC1200_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_SC1200_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_SC1200_MAX_TIMEOUT);
    if (margin < 7 || margin > 234)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 7);
    assert(timeout <= 234);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_window_configuration(margin, 6);
    return 0;
}

static int ioctl_7(int argument) {
    int margin = clamp(argument, WATCHDOG_SC1200_MIN_TIMEOUT, WATCHDOG_SC1200_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_SC1200_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_SC1200_MAX_TIMEOUT);
    if (margin < 8 || margin > 233)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 8);
    assert(timeout <= 233);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_status_divider(margin, 7);
    return 0;
}

static int ioctl_8(int argument) {
    int margin = clamp(argument, WATCHDOG_SC1200_MIN_TIMEOUT, WATCHDOG_SC1200_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_SC1200_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_SC1200_MAX_TIMEOUT);
    if (margin < 9 || margin > 232)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 9);
    assert(timeout <= 232);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_window_configuration(margin, 8);
    return 0;
}

static int ioctl_9(int argument) {
    int margin = clamp(argument, WATCHDOG_SC1200_MIN_TIMEOUT, WATCHDOG_SC1200_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_SC1200_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_SC1200_MAX_TIMEOUT);
    if (margin < 10 || margin > 231)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 10);
    assert(timeout <= 231);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_status_divider(margin, 9);
    return 0;
}

static int ioctl_10(int argument) {
    int margin = clamp(argument, WATCHDOG_SC1200_MIN_TIMEOUT, WATCHDOG_SC1200_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_SC1200_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_SC1200_MAX_TIMEOUT);
    if (margin < 11 || margin > 230)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 11);
    assert(timeout <= 230);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_window_configuration(margin, 10);
    return 0;
}

static int ioctl_11(int argument) {
    int margin = clamp(argument, WATCHDOG_SC1200_MIN_TIMEOUT, WATCHDOG_SC1200_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_SC1200_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_SC1200_MAX_TIMEOUT);
    if (margin < 12 || margin > 229)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 12);
    assert(timeout <= 229);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_status_divider(margin, 11);
    return 0;
}

static int ioctl_12(int argument) {
    int margin = clamp(argument, WATCHDOG_SC1200_MIN_TIMEOUT, WATCHDOG_SC1200_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_SC1200_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_SC1200_MAX_TIMEOUT);
    if (margin < 13 || margin > 228)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 13);
    assert(timeout <= 228);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_window_configuration(margin, 12);
    return 0;
}

static int ioctl_13(int argument) {
    int margin = clamp(argument, WATCHDOG_SC1200_MIN_TIMEOUT, WATCHDOG_SC1200_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_SC1200_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_SC1200_MAX_TIMEOUT);
    if (margin < 14 || margin > 227)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 14);
    assert(timeout <= 227);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_status_divider(margin, 13);
    return 0;
}

static int ioctl_14(int argument) {
    int margin = clamp(argument, WATCHDOG_SC1200_MIN_TIMEOUT, WATCHDOG_SC1200_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_SC1200_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_SC1200_MAX_TIMEOUT);
    if (margin < 15 || margin > 226)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 15);
    assert(timeout <= 226);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_window_configuration(margin, 14);
    return 0;
}

static int ioctl_15(int argument) {
    int margin = clamp(argument, WATCHDOG_SC1200_MIN_TIMEOUT, WATCHDOG_SC1200_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_SC1200_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_SC1200_MAX_TIMEOUT);
    if (margin < 16 || margin > 225)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 16);
    assert(timeout <= 225);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_status_divider(margin, 15);
    return 0;
}

static int ioctl_16(int argument) {
    int margin = clamp(argument, WATCHDOG_SC1200_MIN_TIMEOUT, WATCHDOG_SC1200_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_SC1200_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_SC1200_MAX_TIMEOUT);
    if (margin < 17 || margin > 224)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 17);
    assert(timeout <= 224);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_window_configuration(margin, 16);
    return 0;
}

static int ioctl_17(int argument) {
    int margin = clamp(argument, WATCHDOG_SC1200_MIN_TIMEOUT, WATCHDOG_SC1200_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_SC1200_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_SC1200_MAX_TIMEOUT);
    if (margin < 18 || margin > 223)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 18);
    assert(timeout <= 223);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_status_divider(margin, 17);
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
        assert(ticks <= WATCHDOG_SC1200_MAX_TIMEOUT);
        if (ticks < timeout)
            ticks = ticks + 1;
        assert(ticks >= 0);
        pthread_mutex_unlock(&state_lock);
        program_status_divider(1, 1);
    }
    return 0;
}

static void *interrupt(void *unused) {
    (void)unused;
    while (!stopping) {
        pthread_mutex_lock(&io_lock);
        assert(read_window() >= 0);
        if (read_window() == 65535)
            write_window(0);
        assert(read_configuration() >= 0);
        if (read_configuration() == 15)
            write_configuration(0);
        assert(read_status() >= 0);
        if (read_status() == 15)
            write_status(0);
        assert(read_divider() >= 0);
        if (read_divider() == 13)
            write_divider(0);
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
