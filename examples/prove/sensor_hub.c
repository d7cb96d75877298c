// expect: sc=safe tso=safe pso=safe rmo=violation
//
// A hub of sensors. Each channel is programmed by an ioctl thread, which then sets a flag; its interrupt thread waits for the flag and works
// with what was programmed. No lock protects the registers of a channel. Threads run for ever, inputs are arbitrary.
// A fence where the flag is set, none where it is seen: enough as long as loads are not reordered.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t state_lock = PTHREAD_MUTEX_INITIALIZER;
static int users;        // state_lock; 0 or 1
static int power;        // state_lock; 0 to 3
static int completed;    // state_lock; 0 to 4

static int light_period;   // 10 to 1000 once light_ready is set
static int light_scale;   // 1 to 8 once light_ready is set
static int light_limit;   // 1 to 100 once light_ready is set
static volatile int light_ready;

static int sound_period;   // 10 to 1000 once sound_ready is set
static int sound_scale;   // 1 to 8 once sound_ready is set
static int sound_limit;   // 1 to 100 once sound_ready is set
static volatile int sound_ready;

static int heat_period;   // 10 to 1000 once heat_ready is set
static int heat_scale;   // 1 to 8 once heat_ready is set
static int heat_limit;   // 1 to 100 once heat_ready is set
static volatile int heat_ready;

static int tilt_period;   // 10 to 1000 once tilt_ready is set
static int tilt_scale;   // 1 to 8 once tilt_ready is set
static int tilt_limit;   // 1 to 100 once tilt_ready is set
static volatile int tilt_ready;

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
    if (completed < 4)
        completed = completed + 1;
    assert(completed >= 1 && completed <= 4);
    pthread_mutex_unlock(&state_lock);
}

// Channel light: programmed once from user space, then served by its interrupt.

static void light_program(int period, int scale, int limit) {
    period = clamp(period, 10, 1000);
    scale = clamp(scale, 1, 8);
    limit = clamp(limit, 1, 100);
    assert(period >= 10 && period <= 1000);
    light_period = period;
    assert(scale >= 1 && scale <= 8);
    light_scale = scale;
    assert(limit >= 1 && limit <= 100);
    light_limit = limit;
    __sync_synchronize();
    light_ready = 1;
}

static void *light_ioctl(void *unused) {
    set_power(1);
    light_program(__VERIFIER_nondet_int(), __VERIFIER_nondet_int(), __VERIFIER_nondet_int());
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

static void *light_interrupt(void *unused) {
    while (!light_ready)
        ;
    int period = light_period;
    int scale = light_scale;
    int limit = light_limit;
    assert(period >= 10);
    assert(period <= 1000);
    assert(scale >= 1);
    assert(scale <= 8);
    assert(limit >= 1);
    assert(limit <= 100);
    int left = period;
    for (;;) {
        assert(left >= 0 && left <= 1000);
        if (left > 0)
            left--;
        else
            left = period;
        note_completion();
    }
    return unused;
}

// Channel sound: programmed once from user space, then served by its interrupt.

static void sound_program(int period, int scale, int limit) {
    period = clamp(period, 10, 1000);
    scale = clamp(scale, 1, 8);
    limit = clamp(limit, 1, 100);
    assert(period >= 10 && period <= 1000);
    sound_period = period;
    assert(scale >= 1 && scale <= 8);
    sound_scale = scale;
    assert(limit >= 1 && limit <= 100);
    sound_limit = limit;
    __sync_synchronize();
    sound_ready = 1;
}

static void *sound_ioctl(void *unused) {
    set_power(1);
    sound_program(__VERIFIER_nondet_int(), __VERIFIER_nondet_int(), __VERIFIER_nondet_int());
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

static void *sound_interrupt(void *unused) {
    while (!sound_ready)
        ;
    int period = sound_period;
    int scale = sound_scale;
    int limit = sound_limit;
    assert(period >= 10);
    assert(period <= 1000);
    assert(scale >= 1);
    assert(scale <= 8);
    assert(limit >= 1);
    assert(limit <= 100);
    int left = period;
    for (;;) {
        assert(left >= 0 && left <= 1000);
        if (left > 0)
            left--;
        else
            left = period;
        note_completion();
    }
    return unused;
}

// Channel heat: programmed once from user space, then served by its interrupt.

static void heat_program(int period, int scale, int limit) {
    period = clamp(period, 10, 1000);
    scale = clamp(scale, 1, 8);
    limit = clamp(limit, 1, 100);
    assert(period >= 10 && period <= 1000);
    heat_period = period;
    assert(scale >= 1 && scale <= 8);
    heat_scale = scale;
    assert(limit >= 1 && limit <= 100);
    heat_limit = limit;
    __sync_synchronize();
    heat_ready = 1;
}

static void *heat_ioctl(void *unused) {
    set_power(1);
    heat_program(__VERIFIER_nondet_int(), __VERIFIER_nondet_int(), __VERIFIER_nondet_int());
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

static void *heat_interrupt(void *unused) {
    while (!heat_ready)
        ;
    int period = heat_period;
    int scale = heat_scale;
    int limit = heat_limit;
    assert(period >= 10);
    assert(period <= 1000);
    assert(scale >= 1);
    assert(scale <= 8);
    assert(limit >= 1);
    assert(limit <= 100);
    int left = period;
    for (;;) {
        assert(left >= 0 && left <= 1000);
        if (left > 0)
            left--;
        else
            left = period;
        note_completion();
    }
    return unused;
}

// Channel tilt: programmed once from user space, then served by its interrupt.

static void tilt_program(int period, int scale, int limit) {
    period = clamp(period, 10, 1000);
    scale = clamp(scale, 1, 8);
    limit = clamp(limit, 1, 100);
    assert(period >= 10 && period <= 1000);
    tilt_period = period;
    assert(scale >= 1 && scale <= 8);
    tilt_scale = scale;
    assert(limit >= 1 && limit <= 100);
    tilt_limit = limit;
    __sync_synchronize();
    tilt_ready = 1;
}

static void *tilt_ioctl(void *unused) {
    set_power(1);
    tilt_program(__VERIFIER_nondet_int(), __VERIFIER_nondet_int(), __VERIFIER_nondet_int());
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

static void *tilt_interrupt(void *unused) {
    while (!tilt_ready)
        ;
    int period = tilt_period;
    int scale = tilt_scale;
    int limit = tilt_limit;
    assert(period >= 10);
    assert(period <= 1000);
    assert(scale >= 1);
    assert(scale <= 8);
    assert(limit >= 1);
    assert(limit <= 100);
    int left = period;
    for (;;) {
        assert(left >= 0 && left <= 1000);
        if (left > 0)
            left--;
        else
            left = period;
        note_completion();
    }
    return unused;
}

static void *monitor(void *unused) {
    for (;;) {
        pthread_mutex_lock(&state_lock);
        assert(users >= 0 && users <= 1);
        assert(power >= 0 && power <= 3);
        assert(completed >= 0 && completed <= 4);
        pthread_mutex_unlock(&state_lock);
    }
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, monitor, 0);
    pthread_create(&thread, 0, light_ioctl, 0);
    pthread_create(&thread, 0, light_interrupt, 0);
    pthread_create(&thread, 0, sound_ioctl, 0);
    pthread_create(&thread, 0, sound_interrupt, 0);
    pthread_create(&thread, 0, heat_ioctl, 0);
    pthread_create(&thread, 0, heat_interrupt, 0);
    pthread_create(&thread, 0, tilt_ioctl, 0);
    pthread_create(&thread, 0, tilt_interrupt, 0);
    pthread_exit(0);
}
