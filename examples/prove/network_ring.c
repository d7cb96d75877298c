// expect: sc=safe tso=safe pso=violation rmo=violation
//
// A network card with rings. Each channel is programmed by an ioctl thread, which then sets a flag; its interrupt thread waits for the flag and works
// with what was programmed. No lock protects the registers of a channel. Threads run for ever, inputs are arbitrary.
// Without fences, as drivers for x86 are written: fine under TSO, wrong where stores may be reordered.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t state_lock = PTHREAD_MUTEX_INITIALIZER;
static int users;        // state_lock; 0 or 1
static int power;        // state_lock; 0 to 3
static int completed;    // state_lock; 0 to 5

static int ring_a_size;   // 8 to 1024 once ring_a_ready is set
static int ring_a_head;   // 1 to 1023 once ring_a_ready is set
static int ring_a_vector;   // 1 to 255 once ring_a_ready is set
static volatile int ring_a_ready;

static int ring_b_size;   // 8 to 1024 once ring_b_ready is set
static int ring_b_head;   // 1 to 1023 once ring_b_ready is set
static int ring_b_vector;   // 1 to 255 once ring_b_ready is set
static volatile int ring_b_ready;

static int ring_c_size;   // 8 to 1024 once ring_c_ready is set
static int ring_c_head;   // 1 to 1023 once ring_c_ready is set
static int ring_c_vector;   // 1 to 255 once ring_c_ready is set
static volatile int ring_c_ready;

static int ring_d_size;   // 8 to 1024 once ring_d_ready is set
static int ring_d_head;   // 1 to 1023 once ring_d_ready is set
static int ring_d_vector;   // 1 to 255 once ring_d_ready is set
static volatile int ring_d_ready;

static int ring_e_size;   // 8 to 1024 once ring_e_ready is set
static int ring_e_head;   // 1 to 1023 once ring_e_ready is set
static int ring_e_vector;   // 1 to 255 once ring_e_ready is set
static volatile int ring_e_ready;

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
    if (completed < 5)
        completed = completed + 1;
    assert(completed >= 1 && completed <= 5);
    pthread_mutex_unlock(&state_lock);
}

// Channel ring_a: programmed once from user space, then served by its interrupt.

static void ring_a_program(int size, int head, int vector) {
    size = clamp(size, 8, 1024);
    head = clamp(head, 1, 1023);
    vector = clamp(vector, 1, 255);
    assert(size >= 8 && size <= 1024);
    ring_a_size = size;
    assert(head >= 1 && head <= 1023);
    ring_a_head = head;
    assert(vector >= 1 && vector <= 255);
    ring_a_vector = vector;
    ring_a_ready = 1;
}

static void *ring_a_ioctl(void *unused) {
    set_power(1);
    ring_a_program(__VERIFIER_nondet_int(), __VERIFIER_nondet_int(), __VERIFIER_nondet_int());
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

static void *ring_a_interrupt(void *unused) {
    while (!ring_a_ready)
        ;
    int size = ring_a_size;
    int head = ring_a_head;
    int vector = ring_a_vector;
    assert(size >= 8);
    assert(size <= 1024);
    assert(head >= 1);
    assert(head <= 1023);
    assert(vector >= 1);
    assert(vector <= 255);
    int left = size;
    for (;;) {
        assert(left >= 0 && left <= 1024);
        if (left > 0)
            left--;
        else
            left = size;
        note_completion();
    }
    return unused;
}

// Channel ring_b: programmed once from user space, then served by its interrupt.

static void ring_b_program(int size, int head, int vector) {
    size = clamp(size, 8, 1024);
    head = clamp(head, 1, 1023);
    vector = clamp(vector, 1, 255);
    assert(size >= 8 && size <= 1024);
    ring_b_size = size;
    assert(head >= 1 && head <= 1023);
    ring_b_head = head;
    assert(vector >= 1 && vector <= 255);
    ring_b_vector = vector;
    ring_b_ready = 1;
}

static void *ring_b_ioctl(void *unused) {
    set_power(1);
    ring_b_program(__VERIFIER_nondet_int(), __VERIFIER_nondet_int(), __VERIFIER_nondet_int());
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

static void *ring_b_interrupt(void *unused) {
    while (!ring_b_ready)
        ;
    int size = ring_b_size;
    int head = ring_b_head;
    int vector = ring_b_vector;
    assert(size >= 8);
    assert(size <= 1024);
    assert(head >= 1);
    assert(head <= 1023);
    assert(vector >= 1);
    assert(vector <= 255);
    int left = size;
    for (;;) {
        assert(left >= 0 && left <= 1024);
        if (left > 0)
            left--;
        else
            left = size;
        note_completion();
    }
    return unused;
}

// Channel ring_c: programmed once from user space, then served by its interrupt.

static void ring_c_program(int size, int head, int vector) {
    size = clamp(size, 8, 1024);
    head = clamp(head, 1, 1023);
    vector = clamp(vector, 1, 255);
    assert(size >= 8 && size <= 1024);
    ring_c_size = size;
    assert(head >= 1 && head <= 1023);
    ring_c_head = head;
    assert(vector >= 1 && vector <= 255);
    ring_c_vector = vector;
    ring_c_ready = 1;
}

static void *ring_c_ioctl(void *unused) {
    set_power(1);
    ring_c_program(__VERIFIER_nondet_int(), __VERIFIER_nondet_int(), __VERIFIER_nondet_int());
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

static void *ring_c_interrupt(void *unused) {
    while (!ring_c_ready)
        ;
    int size = ring_c_size;
    int head = ring_c_head;
    int vector = ring_c_vector;
    assert(size >= 8);
    assert(size <= 1024);
    assert(head >= 1);
    assert(head <= 1023);
    assert(vector >= 1);
    assert(vector <= 255);
    int left = size;
    for (;;) {
        assert(left >= 0 && left <= 1024);
        if (left > 0)
            left--;
        else
            left = size;
        note_completion();
    }
    return unused;
}

// Channel ring_d: programmed once from user space, then served by its interrupt.

static void ring_d_program(int size, int head, int vector) {
    size = clamp(size, 8, 1024);
    head = clamp(head, 1, 1023);
    vector = clamp(vector, 1, 255);
    assert(size >= 8 && size <= 1024);
    ring_d_size = size;
    assert(head >= 1 && head <= 1023);
    ring_d_head = head;
    assert(vector >= 1 && vector <= 255);
    ring_d_vector = vector;
    ring_d_ready = 1;
}

static void *ring_d_ioctl(void *unused) {
    set_power(1);
    ring_d_program(__VERIFIER_nondet_int(), __VERIFIER_nondet_int(), __VERIFIER_nondet_int());
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

static void *ring_d_interrupt(void *unused) {
    while (!ring_d_ready)
        ;
    int size = ring_d_size;
    int head = ring_d_head;
    int vector = ring_d_vector;
    assert(size >= 8);
    assert(size <= 1024);
    assert(head >= 1);
    assert(head <= 1023);
    assert(vector >= 1);
    assert(vector <= 255);
    int left = size;
    for (;;) {
        assert(left >= 0 && left <= 1024);
        if (left > 0)
            left--;
        else
            left = size;
        note_completion();
    }
    return unused;
}

// Channel ring_e: programmed once from user space, then served by its interrupt.

static void ring_e_program(int size, int head, int vector) {
    size = clamp(size, 8, 1024);
    head = clamp(head, 1, 1023);
    vector = clamp(vector, 1, 255);
    assert(size >= 8 && size <= 1024);
    ring_e_size = size;
    assert(head >= 1 && head <= 1023);
    ring_e_head = head;
    assert(vector >= 1 && vector <= 255);
    ring_e_vector = vector;
    ring_e_ready = 1;
}

static void *ring_e_ioctl(void *unused) {
    set_power(1);
    ring_e_program(__VERIFIER_nondet_int(), __VERIFIER_nondet_int(), __VERIFIER_nondet_int());
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

static void *ring_e_interrupt(void *unused) {
    while (!ring_e_ready)
        ;
    int size = ring_e_size;
    int head = ring_e_head;
    int vector = ring_e_vector;
    assert(size >= 8);
    assert(size <= 1024);
    assert(head >= 1);
    assert(head <= 1023);
    assert(vector >= 1);
    assert(vector <= 255);
    int left = size;
    for (;;) {
        assert(left >= 0 && left <= 1024);
        if (left > 0)
            left--;
        else
            left = size;
        note_completion();
    }
    return unused;
}

static void *monitor(void *unused) {
    for (;;) {
        pthread_mutex_lock(&state_lock);
        assert(users >= 0 && users <= 1);
        assert(power >= 0 && power <= 3);
        assert(completed >= 0 && completed <= 5);
        pthread_mutex_unlock(&state_lock);
    }
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, monitor, 0);
    pthread_create(&thread, 0, ring_a_ioctl, 0);
    pthread_create(&thread, 0, ring_a_interrupt, 0);
    pthread_create(&thread, 0, ring_b_ioctl, 0);
    pthread_create(&thread, 0, ring_b_interrupt, 0);
    pthread_create(&thread, 0, ring_c_ioctl, 0);
    pthread_create(&thread, 0, ring_c_interrupt, 0);
    pthread_create(&thread, 0, ring_d_ioctl, 0);
    pthread_create(&thread, 0, ring_d_interrupt, 0);
    pthread_create(&thread, 0, ring_e_ioctl, 0);
    pthread_create(&thread, 0, ring_e_interrupt, 0);
    pthread_exit(0);
}
