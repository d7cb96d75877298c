// expect: sc=safe tso=safe pso=safe rmo=safe
//
// A DMA engine. Each channel is programmed by an ioctl thread, which then sets a flag; its interrupt thread waits for the flag and works
// with what was programmed. No lock protects the registers of a channel. Threads run for ever, inputs are arbitrary.
// Full fences before the flag is set and after it was seen.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t state_lock = PTHREAD_MUTEX_INITIALIZER;
static int users;        // state_lock; 0 or 1
static int power;        // state_lock; 0 to 3
static int completed;    // state_lock; 0 to 6

static int rx_length;   // 64 to 4096 once rx_ready is set
static int rx_burst;   // 1 to 16 once rx_ready is set
static int rx_source;   // 4096 to 65535 once rx_ready is set
static volatile int rx_ready;

static int tx_length;   // 64 to 4096 once tx_ready is set
static int tx_burst;   // 1 to 16 once tx_ready is set
static int tx_source;   // 4096 to 65535 once tx_ready is set
static volatile int tx_ready;

static int copy_length;   // 64 to 4096 once copy_ready is set
static int copy_burst;   // 1 to 16 once copy_ready is set
static int copy_source;   // 4096 to 65535 once copy_ready is set
static volatile int copy_ready;

static int fill_length;   // 64 to 4096 once fill_ready is set
static int fill_burst;   // 1 to 16 once fill_ready is set
static int fill_source;   // 4096 to 65535 once fill_ready is set
static volatile int fill_ready;

static int scan_length;   // 64 to 4096 once scan_ready is set
static int scan_burst;   // 1 to 16 once scan_ready is set
static int scan_source;   // 4096 to 65535 once scan_ready is set
static volatile int scan_ready;

static int test_length;   // 64 to 4096 once test_ready is set
static int test_burst;   // 1 to 16 once test_ready is set
static int test_source;   // 4096 to 65535 once test_ready is set
static volatile int test_ready;

static int clamp(int value, int low, int high) {
    if (value < low)
        return low;
    if (value > high)
        return high;
    return value;
}

static void set_power(int next) {
    assert(next >= 0 && next <= 3);
    pthread_mutex_lock(&state_lock);
    power = next;
    assert(power == next);
    pthread_mutex_unlock(&state_lock);
}

static int device_open(void) {
    int opened = 0;
    pthread_mutex_lock(&state_lock);
    assert(users == 0 || users == 1);
    if (users == 0) {
        users = 1;
        opened = 1;
    }
    assert(users == 1);
    pthread_mutex_unlock(&state_lock);
    return opened;
}

static void device_close(void) {
    pthread_mutex_lock(&state_lock);
    if (users > 0)
        users = users - 1;
    assert(users == 0);
    pthread_mutex_unlock(&state_lock);
}

static void note_completion(void) {
    pthread_mutex_lock(&state_lock);
    if (completed < 6)
        completed = completed + 1;
    assert(completed >= 1 && completed <= 6);
    pthread_mutex_unlock(&state_lock);
}

// Channel rx: programmed once from user space, then served by its interrupt.

static void rx_program(int length, int burst, int source) {
    length = clamp(length, 64, 4096);
    burst = clamp(burst, 1, 16);
    source = clamp(source, 4096, 65535);
    assert(length >= 64 && length <= 4096);
    rx_length = length;
    assert(burst >= 1 && burst <= 16);
    rx_burst = burst;
    assert(source >= 4096 && source <= 65535);
    rx_source = source;
    __sync_synchronize();
    rx_ready = 1;
}

static void *rx_ioctl(void *unused) {
    set_power(1);
    rx_program(__VERIFIER_nondet_int(), __VERIFIER_nondet_int(), __VERIFIER_nondet_int());
    for (;;) {
        int request = __VERIFIER_nondet_int();
        if (request == 0) {
            set_power(clamp(__VERIFIER_nondet_int(), 0, 3));
        } else if (device_open()) {
            device_close();
        }
    }
    return unused;
}

static void *rx_interrupt(void *unused) {
    while (!rx_ready)
        ;
    __sync_synchronize();
    int length = rx_length;
    int burst = rx_burst;
    int source = rx_source;
    assert(length >= 64);
    assert(length <= 4096);
    assert(burst >= 1);
    assert(burst <= 16);
    assert(source >= 4096);
    assert(source <= 65535);
    int left = length;
    for (;;) {
        assert(left >= 0 && left <= 4096);
        if (left > 0)
            left--;
        else
            left = length;
        note_completion();
    }
    return unused;
}

// Channel tx: programmed once from user space, then served by its interrupt.

static void tx_program(int length, int burst, int source) {
    length = clamp(length, 64, 4096);
    burst = clamp(burst, 1, 16);
    source = clamp(source, 4096, 65535);
    assert(length >= 64 && length <= 4096);
    tx_length = length;
    assert(burst >= 1 && burst <= 16);
    tx_burst = burst;
    assert(source >= 4096 && source <= 65535);
    tx_source = source;
    __sync_synchronize();
    tx_ready = 1;
}

static void *tx_ioctl(void *unused) {
    set_power(1);
    tx_program(__VERIFIER_nondet_int(), __VERIFIER_nondet_int(), __VERIFIER_nondet_int());
    for (;;) {
        int request = __VERIFIER_nondet_int();
        if (request == 0) {
            set_power(clamp(__VERIFIER_nondet_int(), 0, 3));
        } else if (device_open()) {
            device_close();
        }
    }
    return unused;
}

static void *tx_interrupt(void *unused) {
    while (!tx_ready)
        ;
    __sync_synchronize();
    int length = tx_length;
    int burst = tx_burst;
    int source = tx_source;
    assert(length >= 64);
    assert(length <= 4096);
    assert(burst >= 1);
    assert(burst <= 16);
    assert(source >= 4096);
    assert(source <= 65535);
    int left = length;
    for (;;) {
        assert(left >= 0 && left <= 4096);
        if (left > 0)
            left--;
        else
            left = length;
        note_completion();
    }
    return unused;
}

// Channel copy: programmed once from user space, then served by its interrupt.

static void copy_program(int length, int burst, int source) {
    length = clamp(length, 64, 4096);
    burst = clamp(burst, 1, 16);
    source = clamp(source, 4096, 65535);
    assert(length >= 64 && length <= 4096);
    copy_length = length;
    assert(burst >= 1 && burst <= 16);
    copy_burst = burst;
    assert(source >= 4096 && source <= 65535);
    copy_source = source;
    __sync_synchronize();
    copy_ready = 1;
}

static void *copy_ioctl(void *unused) {
    set_power(1);
    copy_program(__VERIFIER_nondet_int(), __VERIFIER_nondet_int(), __VERIFIER_nondet_int());
    for (;;) {
        int request = __VERIFIER_nondet_int();
        if (request == 0) {
            set_power(clamp(__VERIFIER_nondet_int(), 0, 3));
        } else if (device_open()) {
            device_close();
        }
    }
    return unused;
}

static void *copy_interrupt(void *unused) {
    while (!copy_ready)
        ;
    __sync_synchronize();
    int length = copy_length;
    int burst = copy_burst;
    int source = copy_source;
    assert(length >= 64);
    assert(length <= 4096);
    assert(burst >= 1);
    assert(burst <= 16);
    assert(source >= 4096);
    assert(source <= 65535);
    int left = length;
    for (;;) {
        assert(left >= 0 && left <= 4096);
        if (left > 0)
            left--;
        else
            left = length;
        note_completion();
    }
    return unused;
}

// Channel fill: programmed once from user space, then served by its interrupt.

static void fill_program(int length, int burst, int source) {
    length = clamp(length, 64, 4096);
    burst = clamp(burst, 1, 16);
    source = clamp(source, 4096, 65535);
    assert(length >= 64 && length <= 4096);
    fill_length = length;
    assert(burst >= 1 && burst <= 16);
    fill_burst = burst;
    assert(source >= 4096 && source <= 65535);
    fill_source = source;
    __sync_synchronize();
    fill_ready = 1;
}

static void *fill_ioctl(void *unused) {
    set_power(1);
    fill_program(__VERIFIER_nondet_int(), __VERIFIER_nondet_int(), __VERIFIER_nondet_int());
    for (;;) {
        int request = __VERIFIER_nondet_int();
        if (request == 0) {
            set_power(clamp(__VERIFIER_nondet_int(), 0, 3));
        } else if (device_open()) {
            device_close();
        }
    }
    return unused;
}

static void *fill_interrupt(void *unused) {
    while (!fill_ready)
        ;
    __sync_synchronize();
    int length = fill_length;
    int burst = fill_burst;
    int source = fill_source;
    assert(length >= 64);
    assert(length <= 4096);
    assert(burst >= 1);
    assert(burst <= 16);
    assert(source >= 4096);
    assert(source <= 65535);
    int left = length;
    for (;;) {
        assert(left >= 0 && left <= 4096);
        if (left > 0)
            left--;
        else
            left = length;
        note_completion();
    }
    return unused;
}

// Channel scan: programmed once from user space, then served by its interrupt.

static void scan_program(int length, int burst, int source) {
    length = clamp(length, 64, 4096);
    burst = clamp(burst, 1, 16);
    source = clamp(source, 4096, 65535);
    assert(length >= 64 && length <= 4096);
    scan_length = length;
    assert(burst >= 1 && burst <= 16);
    scan_burst = burst;
    assert(source >= 4096 && source <= 65535);
    scan_source = source;
    __sync_synchronize();
    scan_ready = 1;
}

static void *scan_ioctl(void *unused) {
    set_power(1);
    scan_program(__VERIFIER_nondet_int(), __VERIFIER_nondet_int(), __VERIFIER_nondet_int());
    for (;;) {
        int request = __VERIFIER_nondet_int();
        if (request == 0) {
            set_power(clamp(__VERIFIER_nondet_int(), 0, 3));
        } else if (device_open()) {
            device_close();
        }
    }
    return unused;
}

static void *scan_interrupt(void *unused) {
    while (!scan_ready)
        ;
    __sync_synchronize();
    int length = scan_length;
    int burst = scan_burst;
    int source = scan_source;
    assert(length >= 64);
    assert(length <= 4096);
    assert(burst >= 1);
    assert(burst <= 16);
    assert(source >= 4096);
    assert(source <= 65535);
    int left = length;
    for (;;) {
        assert(left >= 0 && left <= 4096);
        if (left > 0)
            left--;
        else
            left = length;
        note_completion();
    }
    return unused;
}

// Channel test: programmed once from user space, then served by its interrupt.

static void test_program(int length, int burst, int source) {
    length = clamp(length, 64, 4096);
    burst = clamp(burst, 1, 16);
    source = clamp(source, 4096, 65535);
    assert(length >= 64 && length <= 4096);
    test_length = length;
    assert(burst >= 1 && burst <= 16);
    test_burst = burst;
    assert(source >= 4096 && source <= 65535);
    test_source = source;
    __sync_synchronize();
    test_ready = 1;
}

static void *test_ioctl(void *unused) {
    set_power(1);
    test_program(__VERIFIER_nondet_int(), __VERIFIER_nondet_int(), __VERIFIER_nondet_int());
    for (;;) {
        int request = __VERIFIER_nondet_int();
        if (request == 0) {
            set_power(clamp(__VERIFIER_nondet_int(), 0, 3));
        } else if (device_open()) {
            device_close();
        }
    }
    return unused;
}

static void *test_interrupt(void *unused) {
    while (!test_ready)
        ;
    __sync_synchronize();
    int length = test_length;
    int burst = test_burst;
    int source = test_source;
    assert(length >= 64);
    assert(length <= 4096);
    assert(burst >= 1);
    assert(burst <= 16);
    assert(source >= 4096);
    assert(source <= 65535);
    int left = length;
    for (;;) {
        assert(left >= 0 && left <= 4096);
        if (left > 0)
            left--;
        else
            left = length;
        note_completion();
    }
    return unused;
}

static void *monitor(void *unused) {
    for (;;) {
        pthread_mutex_lock(&state_lock);
        assert(users >= 0 && users <= 1);
        assert(power >= 0 && power <= 3);
        assert(completed >= 0 && completed <= 6);
        pthread_mutex_unlock(&state_lock);
    }
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, monitor, 0);
    pthread_create(&thread, 0, rx_ioctl, 0);
    pthread_create(&thread, 0, rx_interrupt, 0);
    pthread_create(&thread, 0, tx_ioctl, 0);
    pthread_create(&thread, 0, tx_interrupt, 0);
    pthread_create(&thread, 0, copy_ioctl, 0);
    pthread_create(&thread, 0, copy_interrupt, 0);
    pthread_create(&thread, 0, fill_ioctl, 0);
    pthread_create(&thread, 0, fill_interrupt, 0);
    pthread_create(&thread, 0, scan_ioctl, 0);
    pthread_create(&thread, 0, scan_interrupt, 0);
    pthread_create(&thread, 0, test_ioctl, 0);
    pthread_create(&thread, 0, test_interrupt, 0);
    pthread_exit(0);
}
