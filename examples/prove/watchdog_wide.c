// expect: sc=safe tso=safe pso=safe rmo=safe
//
// A card with sixteen registers, each under its own range.
// Threads for open/close, ioctl, the heartbeat timer and the interrupt line run for ever; every access to the
// card and to the shared state is guarded by assertions about what may be there. No loop has a bound.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

enum { WATCHDOG_WIDE_IDLE = 0, WATCHDOG_WIDE_ARMED = 1, WATCHDOG_WIDE_EXPIRED = 2, WATCHDOG_WIDE_RESET = 3 };
#define WATCHDOG_WIDE_MIN_TIMEOUT 1
#define WATCHDOG_WIDE_MAX_TIMEOUT 500
#define WATCHDOG_WIDE_MAX_USERS 1

static pthread_mutex_t io_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t state_lock = PTHREAD_MUTEX_INITIALIZER;
static volatile int stopping;
static int reg_r00 = 0;   // io_lock; 0 to 1
static int reg_r01 = 0;   // io_lock; 0 to 3
static int reg_r02 = 0;   // io_lock; 0 to 5
static int reg_r03 = 0;   // io_lock; 0 to 7
static int reg_r04 = 0;   // io_lock; 0 to 9
static int reg_r05 = 0;   // io_lock; 0 to 11
static int reg_r06 = 0;   // io_lock; 0 to 13
static int reg_r07 = 0;   // io_lock; 0 to 15
static int reg_r08 = 0;   // io_lock; 0 to 17
static int reg_r09 = 0;   // io_lock; 0 to 19
static int reg_r10 = 0;   // io_lock; 0 to 21
static int reg_r11 = 0;   // io_lock; 0 to 23
static int reg_r12 = 0;   // io_lock; 0 to 25
static int reg_r13 = 0;   // io_lock; 0 to 27
static int reg_r14 = 0;   // io_lock; 0 to 29
static int reg_r15 = 0;   // io_lock; 0 to 31
static int state = WATCHDOG_WIDE_IDLE;   // state_lock
static int users;   // state_lock; 0 or 1
static int timeout = WATCHDOG_WIDE_MIN_TIMEOUT;   // state_lock
static int expect_close;   // state_lock; 0 or 42
static int ticks;   // state_lock; 0 to timeout

static int read_r00(void) {
    int value = reg_r00;
    assert(value >= 0);
    assert(value <= 1);
    return value;
}

static void write_r00(int value) {
    assert(value >= 0);
    assert(value <= 1);
    reg_r00 = value;
    assert(reg_r00 >= 0 && reg_r00 <= 1);
}

static int read_r01(void) {
    int value = reg_r01;
    assert(value >= 0);
    assert(value <= 3);
    return value;
}

static void write_r01(int value) {
    assert(value >= 0);
    assert(value <= 3);
    reg_r01 = value;
    assert(reg_r01 >= 0 && reg_r01 <= 3);
}

static int read_r02(void) {
    int value = reg_r02;
    assert(value >= 0);
    assert(value <= 5);
    return value;
}

static void write_r02(int value) {
    assert(value >= 0);
    assert(value <= 5);
    reg_r02 = value;
    assert(reg_r02 >= 0 && reg_r02 <= 5);
}

static int read_r03(void) {
    int value = reg_r03;
    assert(value >= 0);
    assert(value <= 7);
    return value;
}

static void write_r03(int value) {
    assert(value >= 0);
    assert(value <= 7);
    reg_r03 = value;
    assert(reg_r03 >= 0 && reg_r03 <= 7);
}

static int read_r04(void) {
    int value = reg_r04;
    assert(value >= 0);
    assert(value <= 9);
    return value;
}

static void write_r04(int value) {
    assert(value >= 0);
    assert(value <= 9);
    reg_r04 = value;
    assert(reg_r04 >= 0 && reg_r04 <= 9);
}

static int read_r05(void) {
    int value = reg_r05;
    assert(value >= 0);
    assert(value <= 11);
    return value;
}

static void write_r05(int value) {
    assert(value >= 0);
    assert(value <= 11);
    reg_r05 = value;
    assert(reg_r05 >= 0 && reg_r05 <= 11);
}

static int read_r06(void) {
    int value = reg_r06;
    assert(value >= 0);
    assert(value <= 13);
    return value;
}

static void write_r06(int value) {
    assert(value >= 0);
    assert(value <= 13);
    reg_r06 = value;
    assert(reg_r06 >= 0 && reg_r06 <= 13);
}

static int read_r07(void) {
    int value = reg_r07;
    assert(value >= 0);
    assert(value <= 15);
    return value;
}

static void write_r07(int value) {
    assert(value >= 0);
    assert(value <= 15);
    reg_r07 = value;
    assert(reg_r07 >= 0 && reg_r07 <= 15);
}

static int read_r08(void) {
    int value = reg_r08;
    assert(value >= 0);
    assert(value <= 17);
    return value;
}

static void write_r08(int value) {
    assert(value >= 0);
    assert(value <= 17);
    reg_r08 = value;
    assert(reg_r08 >= 0 && reg_r08 <= 17);
}

static int read_r09(void) {
    int value = reg_r09;
    assert(value >= 0);
    assert(value <= 19);
    return value;
}

static void write_r09(int value) {
    assert(value >= 0);
    assert(value <= 19);
    reg_r09 = value;
    assert(reg_r09 >= 0 && reg_r09 <= 19);
}

static int read_r10(void) {
    int value = reg_r10;
    assert(value >= 0);
    assert(value <= 21);
    return value;
}

static void write_r10(int value) {
    assert(value >= 0);
    assert(value <= 21);
    reg_r10 = value;
    assert(reg_r10 >= 0 && reg_r10 <= 21);
}

static int read_r11(void) {
    int value = reg_r11;
    assert(value >= 0);
    assert(value <= 23);
    return value;
}

static void write_r11(int value) {
    assert(value >= 0);
    assert(value <= 23);
    reg_r11 = value;
    assert(reg_r11 >= 0 && reg_r11 <= 23);
}

static int read_r12(void) {
    int value = reg_r12;
    assert(value >= 0);
    assert(value <= 25);
    return value;
}

static void write_r12(int value) {
    assert(value >= 0);
    assert(value <= 25);
    reg_r12 = value;
    assert(reg_r12 >= 0 && reg_r12 <= 25);
}

static int read_r13(void) {
    int value = reg_r13;
    assert(value >= 0);
    assert(value <= 27);
    return value;
}

static void write_r13(int value) {
    assert(value >= 0);
    assert(value <= 27);
    reg_r13 = value;
    assert(reg_r13 >= 0 && reg_r13 <= 27);
}

static int read_r14(void) {
    int value = reg_r14;
    assert(value >= 0);
    assert(value <= 29);
    return value;
}

static void write_r14(int value) {
    assert(value >= 0);
    assert(value <= 29);
    reg_r14 = value;
    assert(reg_r14 >= 0 && reg_r14 <= 29);
}

static int read_r15(void) {
    int value = reg_r15;
    assert(value >= 0);
    assert(value <= 31);
    return value;
}

static void write_r15(int value) {
    assert(value >= 0);
    assert(value <= 31);
    reg_r15 = value;
    assert(reg_r15 >= 0 && reg_r15 <= 31);
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

static void program_r00_r01(int first, int second) {
    pthread_mutex_lock(&io_lock);
    write_r00(clamp(first, 0, 1));
    write_r01(clamp(second, 0, 3));
    assert(read_r00() >= 0);
    assert(read_r01() <= 3);
    pthread_mutex_unlock(&io_lock);
}

static void program_r02_r03(int first, int second) {
    pthread_mutex_lock(&io_lock);
    write_r02(clamp(first, 0, 5));
    write_r03(clamp(second, 0, 7));
    assert(read_r02() >= 0);
    assert(read_r03() <= 7);
    pthread_mutex_unlock(&io_lock);
}

static void program_r04_r05(int first, int second) {
    pthread_mutex_lock(&io_lock);
    write_r04(clamp(first, 0, 9));
    write_r05(clamp(second, 0, 11));
    assert(read_r04() >= 0);
    assert(read_r05() <= 11);
    pthread_mutex_unlock(&io_lock);
}

static void program_r06_r07(int first, int second) {
    pthread_mutex_lock(&io_lock);
    write_r06(clamp(first, 0, 13));
    write_r07(clamp(second, 0, 15));
    assert(read_r06() >= 0);
    assert(read_r07() <= 15);
    pthread_mutex_unlock(&io_lock);
}

static void program_r08_r09(int first, int second) {
    pthread_mutex_lock(&io_lock);
    write_r08(clamp(first, 0, 17));
    write_r09(clamp(second, 0, 19));
    assert(read_r08() >= 0);
    assert(read_r09() <= 19);
    pthread_mutex_unlock(&io_lock);
}

static void program_r10_r11(int first, int second) {
    pthread_mutex_lock(&io_lock);
    write_r10(clamp(first, 0, 21));
    write_r11(clamp(second, 0, 23));
    assert(read_r10() >= 0);
    assert(read_r11() <= 23);
    pthread_mutex_unlock(&io_lock);
}

static void program_r12_r13(int first, int second) {
    pthread_mutex_lock(&io_lock);
    write_r12(clamp(first, 0, 25));
    write_r13(clamp(second, 0, 27));
    assert(read_r12() >= 0);
    assert(read_r13() <= 27);
    pthread_mutex_unlock(&io_lock);
}

static void program_r14_r15(int first, int second) {
    pthread_mutex_lock(&io_lock);
    write_r14(clamp(first, 0, 29));
    write_r15(clamp(second, 0, 31));
    assert(read_r14() >= 0);
    assert(read_r15() <= 31);
    pthread_mutex_unlock(&io_lock);
}

static void keepalive(void) {
    pthread_mutex_lock(&state_lock);
    assert(timeout >= WATCHDOG_WIDE_MIN_TIMEOUT);
    assert(timeout <= WATCHDOG_WIDE_MAX_TIMEOUT);
    ticks = 0;
    assert(ticks == 0);
    pthread_mutex_unlock(&state_lock);
    program_r00_r01(1, 0);
}

static int device_open(void) {
    int result = -1;
    pthread_mutex_lock(&state_lock);
    assert(users >= 0);
    assert(users <= WATCHDOG_WIDE_MAX_USERS);
    if (users == 0) {
        users = 1;
        assert(users == 1);
        enter(WATCHDOG_WIDE_ARMED);
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
        enter(WATCHDOG_WIDE_IDLE);
    else
        enter(WATCHDOG_WIDE_RESET);
    users = 0;
    expect_close = 0;
    assert(users == 0);
    assert(expect_close == 0);
    assert(state != WATCHDOG_WIDE_ARMED);
    pthread_mutex_unlock(&state_lock);
}

static int ioctl_0(int argument) {
    int margin = clamp(argument, WATCHDOG_WIDE_MIN_TIMEOUT, WATCHDOG_WIDE_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_WIDE_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_WIDE_MAX_TIMEOUT);
    if (margin < 1 || margin > 500)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 1);
    assert(timeout <= 500);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_r00_r01(margin, 0);
    return 0;
}

static int ioctl_1(int argument) {
    int margin = clamp(argument, WATCHDOG_WIDE_MIN_TIMEOUT, WATCHDOG_WIDE_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_WIDE_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_WIDE_MAX_TIMEOUT);
    if (margin < 2 || margin > 499)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 2);
    assert(timeout <= 499);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_r02_r03(margin, 1);
    return 0;
}

static int ioctl_2(int argument) {
    int margin = clamp(argument, WATCHDOG_WIDE_MIN_TIMEOUT, WATCHDOG_WIDE_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_WIDE_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_WIDE_MAX_TIMEOUT);
    if (margin < 3 || margin > 498)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 3);
    assert(timeout <= 498);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_r04_r05(margin, 2);
    return 0;
}

static int ioctl_3(int argument) {
    int margin = clamp(argument, WATCHDOG_WIDE_MIN_TIMEOUT, WATCHDOG_WIDE_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_WIDE_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_WIDE_MAX_TIMEOUT);
    if (margin < 4 || margin > 497)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 4);
    assert(timeout <= 497);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_r06_r07(margin, 3);
    return 0;
}

static int ioctl_4(int argument) {
    int margin = clamp(argument, WATCHDOG_WIDE_MIN_TIMEOUT, WATCHDOG_WIDE_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_WIDE_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_WIDE_MAX_TIMEOUT);
    if (margin < 5 || margin > 496)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 5);
    assert(timeout <= 496);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_r08_r09(margin, 4);
    return 0;
}

static int ioctl_5(int argument) {
    int margin = clamp(argument, WATCHDOG_WIDE_MIN_TIMEOUT, WATCHDOG_WIDE_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_WIDE_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_WIDE_MAX_TIMEOUT);
    if (margin < 6 || margin > 495)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 6);
    assert(timeout <= 495);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_r10_r11(margin, 5);
    return 0;
}

static int ioctl_6(int argument) {
    int margin = clamp(argument, WATCHDOG_WIDE_MIN_TIMEOUT, WATCHDOG_WIDE_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_WIDE_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_WIDE_MAX_TIMEOUT);
    if (margin < 7 || margin > 494)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 7);
    assert(timeout <= 494);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_r12_r13(margin, 6);
    return 0;
}

static int ioctl_7(int argument) {
    int margin = clamp(argument, WATCHDOG_WIDE_MIN_TIMEOUT, WATCHDOG_WIDE_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_WIDE_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_WIDE_MAX_TIMEOUT);
    if (margin < 8 || margin > 493)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 8);
    assert(timeout <= 493);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_r14_r15(margin, 7);
    return 0;
}

static int ioctl_8(int argument) {
    int margin = clamp(argument, WATCHDOG_WIDE_MIN_TIMEOUT, WATCHDOG_WIDE_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_WIDE_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_WIDE_MAX_TIMEOUT);
    if (margin < 9 || margin > 492)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 9);
    assert(timeout <= 492);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_r00_r01(margin, 8);
    return 0;
}

static int ioctl_9(int argument) {
    int margin = clamp(argument, WATCHDOG_WIDE_MIN_TIMEOUT, WATCHDOG_WIDE_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_WIDE_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_WIDE_MAX_TIMEOUT);
    if (margin < 10 || margin > 491)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 10);
    assert(timeout <= 491);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_r02_r03(margin, 9);
    return 0;
}

static int ioctl_10(int argument) {
    int margin = clamp(argument, WATCHDOG_WIDE_MIN_TIMEOUT, WATCHDOG_WIDE_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_WIDE_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_WIDE_MAX_TIMEOUT);
    if (margin < 11 || margin > 490)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 11);
    assert(timeout <= 490);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_r04_r05(margin, 10);
    return 0;
}

static int ioctl_11(int argument) {
    int margin = clamp(argument, WATCHDOG_WIDE_MIN_TIMEOUT, WATCHDOG_WIDE_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_WIDE_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_WIDE_MAX_TIMEOUT);
    if (margin < 12 || margin > 489)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 12);
    assert(timeout <= 489);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_r06_r07(margin, 11);
    return 0;
}

static int ioctl_12(int argument) {
    int margin = clamp(argument, WATCHDOG_WIDE_MIN_TIMEOUT, WATCHDOG_WIDE_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_WIDE_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_WIDE_MAX_TIMEOUT);
    if (margin < 13 || margin > 488)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 13);
    assert(timeout <= 488);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_r08_r09(margin, 12);
    return 0;
}

static int ioctl_13(int argument) {
    int margin = clamp(argument, WATCHDOG_WIDE_MIN_TIMEOUT, WATCHDOG_WIDE_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_WIDE_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_WIDE_MAX_TIMEOUT);
    if (margin < 14 || margin > 487)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 14);
    assert(timeout <= 487);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_r10_r11(margin, 13);
    return 0;
}

static int ioctl_14(int argument) {
    int margin = clamp(argument, WATCHDOG_WIDE_MIN_TIMEOUT, WATCHDOG_WIDE_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_WIDE_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_WIDE_MAX_TIMEOUT);
    if (margin < 15 || margin > 486)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 15);
    assert(timeout <= 486);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_r12_r13(margin, 14);
    return 0;
}

static int ioctl_15(int argument) {
    int margin = clamp(argument, WATCHDOG_WIDE_MIN_TIMEOUT, WATCHDOG_WIDE_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_WIDE_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_WIDE_MAX_TIMEOUT);
    if (margin < 16 || margin > 485)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 16);
    assert(timeout <= 485);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_r14_r15(margin, 15);
    return 0;
}

static int ioctl_16(int argument) {
    int margin = clamp(argument, WATCHDOG_WIDE_MIN_TIMEOUT, WATCHDOG_WIDE_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_WIDE_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_WIDE_MAX_TIMEOUT);
    if (margin < 17 || margin > 484)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 17);
    assert(timeout <= 484);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_r00_r01(margin, 16);
    return 0;
}

static int ioctl_17(int argument) {
    int margin = clamp(argument, WATCHDOG_WIDE_MIN_TIMEOUT, WATCHDOG_WIDE_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_WIDE_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_WIDE_MAX_TIMEOUT);
    if (margin < 18 || margin > 483)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 18);
    assert(timeout <= 483);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_r02_r03(margin, 17);
    return 0;
}

static int ioctl_18(int argument) {
    int margin = clamp(argument, WATCHDOG_WIDE_MIN_TIMEOUT, WATCHDOG_WIDE_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_WIDE_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_WIDE_MAX_TIMEOUT);
    if (margin < 19 || margin > 482)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 19);
    assert(timeout <= 482);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_r04_r05(margin, 18);
    return 0;
}

static int ioctl_19(int argument) {
    int margin = clamp(argument, WATCHDOG_WIDE_MIN_TIMEOUT, WATCHDOG_WIDE_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_WIDE_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_WIDE_MAX_TIMEOUT);
    if (margin < 20 || margin > 481)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 20);
    assert(timeout <= 481);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_r06_r07(margin, 19);
    return 0;
}

static int ioctl_20(int argument) {
    int margin = clamp(argument, WATCHDOG_WIDE_MIN_TIMEOUT, WATCHDOG_WIDE_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_WIDE_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_WIDE_MAX_TIMEOUT);
    if (margin < 21 || margin > 480)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 21);
    assert(timeout <= 480);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_r08_r09(margin, 20);
    return 0;
}

static int ioctl_21(int argument) {
    int margin = clamp(argument, WATCHDOG_WIDE_MIN_TIMEOUT, WATCHDOG_WIDE_MAX_TIMEOUT);
    assert(margin >= WATCHDOG_WIDE_MIN_TIMEOUT);
    assert(margin <= WATCHDOG_WIDE_MAX_TIMEOUT);
    if (margin < 22 || margin > 479)
        return -1;
    pthread_mutex_lock(&state_lock);
    timeout = margin;
    assert(timeout >= 22);
    assert(timeout <= 479);
    if (ticks > timeout)
        ticks = timeout;
    assert(ticks >= 0);
    pthread_mutex_unlock(&state_lock);
    program_r10_r11(margin, 21);
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
        assert(ticks <= WATCHDOG_WIDE_MAX_TIMEOUT);
        if (ticks < timeout)
            ticks = ticks + 1;
        assert(ticks >= 0);
        pthread_mutex_unlock(&state_lock);
        program_r14_r15(1, 1);
    }
    return 0;
}

static void *interrupt(void *unused) {
    (void)unused;
    while (!stopping) {
        pthread_mutex_lock(&io_lock);
        assert(read_r00() >= 0);
        if (read_r00() == 1)
            write_r00(0);
        assert(read_r01() >= 0);
        if (read_r01() == 3)
            write_r01(0);
        assert(read_r02() >= 0);
        if (read_r02() == 5)
            write_r02(0);
        assert(read_r03() >= 0);
        if (read_r03() == 7)
            write_r03(0);
        assert(read_r04() >= 0);
        if (read_r04() == 9)
            write_r04(0);
        assert(read_r05() >= 0);
        if (read_r05() == 11)
            write_r05(0);
        assert(read_r06() >= 0);
        if (read_r06() == 13)
            write_r06(0);
        assert(read_r07() >= 0);
        if (read_r07() == 15)
            write_r07(0);
        assert(read_r08() >= 0);
        if (read_r08() == 17)
            write_r08(0);
        assert(read_r09() >= 0);
        if (read_r09() == 19)
            write_r09(0);
        assert(read_r10() >= 0);
        if (read_r10() == 21)
            write_r10(0);
        assert(read_r11() >= 0);
        if (read_r11() == 23)
            write_r11(0);
        assert(read_r12() >= 0);
        if (read_r12() == 25)
            write_r12(0);
        assert(read_r13() >= 0);
        if (read_r13() == 27)
            write_r13(0);
        assert(read_r14() >= 0);
        if (read_r14() == 29)
            write_r14(0);
        assert(read_r15() >= 0);
        if (read_r15() == 31)
            write_r15(0);
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
