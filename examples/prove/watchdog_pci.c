// expect: sc=safe tso=safe pso=safe rmo=safe
//
// A PCI card with a temperature sensor beside the watchdog.
// Threads for open/close, ioctl, the heartbeat timer and the interrupt line run for ever; every access to the
// card and to the shared state is guarded by assertions about what may be there. No loop has a bound.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

enum { WATCHDOG_PCI_IDLE = 0, WATCHDOG_PCI_ARMED = 1, WATCHDOG_PCI_TRIPPED = 2, WATCHDOG_PCI_RESET = 3 };
#define WATCHDOG_PCI_MIN_TIMEOUT 1
#define WATCHDOG_PCI_MAX_TIMEOUT 100
#define WATCHDOG_PCI_MAX_USERS 1

static pthread_mutex_t io_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t state_lock = PTHREAD_MUTEX_INITIALIZER;
static volatile int stopping;
static int reg_command = 0;   // io_lock; 0 to 31
static int reg_temperature = 20;   // io_lock; 0 to 200
static int reg_relay = 0;   // io_lock; 0 to 3
static int reg_timer_low = 0;   // io_lock; 0 to 255
static int reg_timer_high = 0;   // io_lock; 0 to 7
static int reg_status = 0;   // io_lock; 0 to 15
static int state = WATCHDOG_PCI_IDLE;   // state_lock
static int users;   // state_lock; 0 or 1
static int timeout = WATCHDOG_PCI_MIN_TIMEOUT;   // state_lock
static int expect_close;   // state_lock; 0 or 42
static int ticks;   // state_lock; 0 to timeout

static int read_command(void) {
    int value = reg_command;
    assert(value >= 0);
    assert(value <= 31);
    return value;
}

static void write_command(int value) {
    assert(value >= 0);
    assert(value <= 31);
    reg_command = value;
    assert(reg_command >= 0 && reg_command <= 31);
}

static int read_temperature(void) {
    int value = reg_temperature;
    assert(value >= 0);
    assert(value <= 200);
    return value;
}

static void write_temperature(int value) {
    assert(value >= 0);
    assert(value <= 200);
    reg_temperature = value;
    assert(reg_temperature >= 0 && reg_temperature <= 200);
}

static int read_relay(void) {
    int value = reg_relay;
    assert(value >= 0);
    assert(value <= 3);
    return value;
}

static void write_relay(int value) {
    assert(value >= 0);
    assert(value <= 3);
    reg_relay = value;
    assert(reg_relay >= 0 && reg_relay <= 3);
}

static int read_timer_low(void) {
    int value = reg_timer_low;
    assert(value >= 0);
    assert(value <= 255);
    return value;
}

static void write_timer_low(int value) {
    assert(value >= 0);
    assert(value <= 255);
    reg_timer_low = value;
    assert(reg_timer_low >= 0 && reg_timer_low <= 255);
}

static int read_timer_high(void) {
    int value = reg_timer_high;
    assert(value >= 0);
    assert(value <= 7);
    return value;
}

static void write_timer_high(int value) {
    assert(value >= 0);
    assert(value <= 7);
    reg_timer_high = value;
    assert(reg_timer_high >= 0 && reg_timer_high <= 7);
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

static void program_command_temperature(int first, int second) {
    pthread_mutex_lock(&io_lock);
    write_command(clamp(first, 0, 31));
    write_temperature(clamp(second, 0, 200));
    assert(read_command() >= 0);
    assert(read_temperature() <= 200);
    pthread_mutex_unlock(&io_lock);
}

static void program_relay_timer_low(int first, int second) {
    pthread_mutex_lock(&io_lock);
    write_relay(clamp(first, 0, 3));
    write_timer_low(clamp(second, 0, 255));
    assert(read_relay() >= 0);
    assert(read_timer_low() <= 255);
    pthread_mutex_unlock(&io_lock);
}

static void program_timer_high_status(int first, int second) {
    pthread_mutex_lock(&io_lock);
    write_timer_high(clamp(first, 0, 7));
    write_status(clamp(second, 0, 15));
    assert(read_timer_high() >= 0);
    assert(read_status() <= 15);
    pthread_mutex_unlock(&io_lock);
}

static void keepalive(void) {
    pthread_mutex_lock(&state_lock);
    assert(timeout >= WATCHDOG_PCI_MIN_TIMEOUT);
    assert(timeout <= WATCHDOG_PCI_MAX_TIMEOUT);
    ticks = 0;
    assert(ticks == 0);
    pthread_mutex_unlock(&state_lock);
    program_command_temperature(1, 0);
}

static int device_open(void) {
    int result = -1;
    pthread_mutex_lock(&state_lock);
    assert(users >= 0);
    assert(users <= WATCHDOG_PCI_MAX_USERS);
    if (users == 0) {
        users = 1;
        assert(users == 1);
        enter(WATCHDOG_PCI_ARMED);
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
        enter(WATCHDOG_PCI_IDLE);
    else
        enter(WATCHDOG_PCI_RESET);
    users = 0;
    expect_close = 0;
    assert(users == 0);
    assert(expect_close == 0);
    assert(state != WATCHDOG_PCI_ARMED);
    pthread_mutex_unlock(&state_lock);
}

static int ioctl_0(int argument) {
    int margin = clamp(argument, WATCHDOG_PCI_MIN_TIMEOUT, WATCHDOG_PCI_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_PCI_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_PCI_MAX_TIMEOUT);
    if (margin < 1 || margin > 100)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 1);
    assert(timeout <= 100);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_command_temperature(margin, 0);
    return 0;
}

static int ioctl_1(int argument) {
    int margin = clamp(argument, WATCHDOG_PCI_MIN_TIMEOUT, WATCHDOG_PCI_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_PCI_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_PCI_MAX_TIMEOUT);
    if (margin < 2 || margin > 99)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 2);
    assert(timeout <= 99);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_relay_timer_low(margin, 1);
    return 0;
}

static int ioctl_2(int argument) {
    int margin = clamp(argument, WATCHDOG_PCI_MIN_TIMEOUT, WATCHDOG_PCI_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_PCI_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_PCI_MAX_TIMEOUT);
    if (margin < 3 || margin > 98)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 3);
    assert(timeout <= 98);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_timer_high_status(margin, 2);
    return 0;
}

static int ioctl_3(int argument) {
    int margin = clamp(argument, WATCHDOG_PCI_MIN_TIMEOUT, WATCHDOG_PCI_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_PCI_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_PCI_MAX_TIMEOUT);
    if (margin < 4 || margin > 97)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 4);
    assert(timeout <= 97);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_command_temperature(margin, 3);
    return 0;
}

static int ioctl_4(int argument) {
    int margin = clamp(argument, WATCHDOG_PCI_MIN_TIMEOUT, WATCHDOG_PCI_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_PCI_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_PCI_MAX_TIMEOUT);
    if (margin < 5 || margin > 96)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 5);
    assert(timeout <= 96);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_relay_timer_low(margin, 4);
    return 0;
}

static int ioctl_5(int argument) {
    int margin = clamp(argument, WATCHDOG_PCI_MIN_TIMEOUT, WATCHDOG_PCI_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_PCI_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_PCI_MAX_TIMEOUT);
    if (margin < 6 || margin > 95)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 6);
    assert(timeout <= 95);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_timer_high_status(margin, 5);
    return 0;
}

static int ioctl_6(int argument) {
    int margin = clamp(argument, WATCHDOG_PCI_MIN_TIMEOUT, WATCHDOG_PCI_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_PCI_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_PCI_MAX_TIMEOUT);
    if (margin < 7 || margin > 94)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 7);
    assert(timeout <= 94);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_command_temperature(margin, 6);
    return 0;
}

static int ioctl_7(int argument) {
    int margin = clamp(argument, WATCHDOG_PCI_MIN_TIMEOUT, WATCHDOG_PCI_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_PCI_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_PCI_MAX_TIMEOUT);
    if (margin < 8 || margin > 93)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 8);
    assert(timeout <= 93);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_relay_timer_low(margin, 7);
    return 0;
}

static int ioctl_8(int argument) {
    int margin = clamp(argument, WATCHDOG_PCI_MIN_TIMEOUT, WATCHDOG_PCI_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_PCI_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_PCI_MAX_TIMEOUT);
    if (margin < 9 || margin > 92)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 9);
    assert(timeout <= 92);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_timer_high_status(margin, 8);
    return 0;
}

static int ioctl_9(int argument) {
    int margin = clamp(argument, WATCHDOG_PCI_MIN_TIMEOUT, WATCHDOG_PCI_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_PCI_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_PCI_MAX_TIMEOUT);
    if (margin < 10 || margin > 91)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 10);
    assert(timeout <= 91);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_command_temperature(margin, 9);
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
        assert(ticks <= WATCHDOG_PCI_MAX_TIMEOUT);
        if (ticks < timeout)
            ticks = ticks + 1;
        assert(ticks >= 0);
        pthread_mutex_unlock(&state_lock);
        program_timer_high_status(1, 1);
    }
    return 0;
}

static void *interrupt(void *unused) {
    (void)unused;
    while (!stopping) {
        pthread_mutex_lock(&io_lock);
        assert(read_command() >= 0);
        if (read_command() == 31)
            write_command(0);
        assert(read_temperature() >= 0);
        if (read_temperature() == 200)
            write_temperature(0);
        assert(read_relay() >= 0);
        if (read_relay() == 3)
            write_relay(0);
        assert(read_timer_low() >= 0);
        if (read_timer_low() == 255)
            write_timer_low(0);
        assert(read_timer_high() >= 0);
        if (read_timer_high() == 7)
            write_timer_high(0);
        assert(read_status() >= 0);
        if (read_status() == 15)
            write_status(0);
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
