// expect: sc=safe tso=safe pso=safe rmo=safe
//
// A codec with streams. Each channel is programmed by an ioctl thread, which then sets a flag; its interrupt thread waits for the flag and works
// with what was programmed. No lock protects the registers of a channel. Threads run for ever, inputs are arbitrary.
// The flag is set with release and seen with acquire.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t state_lock = PTHREAD_MUTEX_INITIALIZER;
static int users;        // state_lock; 0 or 1
static int power;        // state_lock; 0 to 3
static int completed;    // state_lock; 0 to 5

static int front_frames;   // 32 to 2048 once front_ready is set
static int front_rate;   // 8000 to 192000 once front_ready is set
static int front_width;   // 8 to 32 once front_ready is set
static int front_gain;   // 1 to 64 once front_ready is set
static atomic_int front_ready;

static int rear_frames;   // 32 to 2048 once rear_ready is set
static int rear_rate;   // 8000 to 192000 once rear_ready is set
static int rear_width;   // 8 to 32 once rear_ready is set
static int rear_gain;   // 1 to 64 once rear_ready is set
static atomic_int rear_ready;

static int line_frames;   // 32 to 2048 once line_ready is set
static int line_rate;   // 8000 to 192000 once line_ready is set
static int line_width;   // 8 to 32 once line_ready is set
static int line_gain;   // 1 to 64 once line_ready is set
static atomic_int line_ready;

static int voice_frames;   // 32 to 2048 once voice_ready is set
static int voice_rate;   // 8000 to 192000 once voice_ready is set
static int voice_width;   // 8 to 32 once voice_ready is set
static int voice_gain;   // 1 to 64 once voice_ready is set
static atomic_int voice_ready;

static int loop_frames;   // 32 to 2048 once loop_ready is set
static int loop_rate;   // 8000 to 192000 once loop_ready is set
static int loop_width;   // 8 to 32 once loop_ready is set
static int loop_gain;   // 1 to 64 once loop_ready is set
static atomic_int loop_ready;

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

// Channel front: programmed once from user space, then served by its interrupt.

static void front_program(int frames, int rate, int width, int gain) {
    frames = clamp(frames, 32, 2048);
    rate = clamp(rate, 8000, 192000);
    width = clamp(width, 8, 32);
    gain = clamp(gain, 1, 64);
    assert(frames >= 32 && frames <= 2048);
    front_frames = frames;
    assert(rate >= 8000 && rate <= 192000);
    front_rate = rate;
    assert(width >= 8 && width <= 32);
    front_width = width;
    assert(gain >= 1 && gain <= 64);
    front_gain = gain;
    atomic_store_explicit(&front_ready, 1, memory_order_release);
}

static void *front_ioctl(void *unused) {
    set_power(1);
    front_program(__VERIFIER_nondet_int(), __VERIFIER_nondet_int(), __VERIFIER_nondet_int(), __VERIFIER_nondet_int());
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

static void *front_interrupt(void *unused) {
    while (!atomic_load_explicit(&front_ready, memory_order_acquire))
        ;
    int frames = front_frames;
    int rate = front_rate;
    int width = front_width;
    int gain = front_gain;
    assert(frames >= 32);
    assert(frames <= 2048);
    assert(rate >= 8000);
    assert(rate <= 192000);
    assert(width >= 8);
    assert(width <= 32);
    assert(gain >= 1);
    assert(gain <= 64);
    int left = frames;
    for (;;) {
        assert(left >= 0 && left <= 2048);
        if (left > 0)
            left--;
        else
            left = frames;
        note_completion();
    }
    return unused;
}

// Channel rear: programmed once from user space, then served by its interrupt.

static void rear_program(int frames, int rate, int width, int gain) {
    frames = clamp(frames, 32, 2048);
    rate = clamp(rate, 8000, 192000);
    width = clamp(width, 8, 32);
    gain = clamp(gain, 1, 64);
    assert(frames >= 32 && frames <= 2048);
    rear_frames = frames;
    assert(rate >= 8000 && rate <= 192000);
    rear_rate = rate;
    assert(width >= 8 && width <= 32);
    rear_width = width;
    assert(gain >= 1 && gain <= 64);
    rear_gain = gain;
    atomic_store_explicit(&rear_ready, 1, memory_order_release);
}

static void *rear_ioctl(void *unused) {
    set_power(1);
    rear_program(__VERIFIER_nondet_int(), __VERIFIER_nondet_int(), __VERIFIER_nondet_int(), __VERIFIER_nondet_int());
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

static void *rear_interrupt(void *unused) {
    while (!atomic_load_explicit(&rear_ready, memory_order_acquire))
        ;
    int frames = rear_frames;
    int rate = rear_rate;
    int width = rear_width;
    int gain = rear_gain;
    assert(frames >= 32);
    assert(frames <= 2048);
    assert(rate >= 8000);
    assert(rate <= 192000);
    assert(width >= 8);
    assert(width <= 32);
    assert(gain >= 1);
    assert(gain <= 64);
    int left = frames;
    for (;;) {
        assert(left >= 0 && left <= 2048);
        if (left > 0)
            left--;
        else
            left = frames;
        note_completion();
    }
    return unused;
}

// Channel line: programmed once from user space, then served by its interrupt.

static void line_program(int frames, int rate, int width, int gain) {
    frames = clamp(frames, 32, 2048);
    rate = clamp(rate, 8000, 192000);
    width = clamp(width, 8, 32);
    gain = clamp(gain, 1, 64);
    assert(frames >= 32 && frames <= 2048);
    line_frames = frames;
    assert(rate >= 8000 && rate <= 192000);
    line_rate = rate;
    assert(width >= 8 && width <= 32);
    line_width = width;
    assert(gain >= 1 && gain <= 64);
    line_gain = gain;
    atomic_store_explicit(&line_ready, 1, memory_order_release);
}

static void *line_ioctl(void *unused) {
    set_power(1);
    line_program(__VERIFIER_nondet_int(), __VERIFIER_nondet_int(), __VERIFIER_nondet_int(), __VERIFIER_nondet_int());
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

static void *line_interrupt(void *unused) {
    while (!atomic_load_explicit(&line_ready, memory_order_acquire))
        ;
    int frames = line_frames;
    int rate = line_rate;
    int width = line_width;
    int gain = line_gain;
    assert(frames >= 32);
    assert(frames <= 2048);
    assert(rate >= 8000);
    assert(rate <= 192000);
    assert(width >= 8);
    assert(width <= 32);
    assert(gain >= 1);
    assert(gain <= 64);
    int left = frames;
    for (;;) {
        assert(left >= 0 && left <= 2048);
        if (left > 0)
            left--;
        else
            left = frames;
        note_completion();
    }
    return unused;
}

// Channel voice: programmed once from user space, then served by its interrupt.

static void voice_program(int frames, int rate, int width, int gain) {
    frames = clamp(frames, 32, 2048);
    rate = clamp(rate, 8000, 192000);
    width = clamp(width, 8, 32);
    gain = clamp(gain, 1, 64);
    assert(frames >= 32 && frames <= 2048);
    voice_frames = frames;
    assert(rate >= 8000 && rate <= 192000);
    voice_rate = rate;
    assert(width >= 8 && width <= 32);
    voice_width = width;
    assert(gain >= 1 && gain <= 64);
    voice_gain = gain;
    atomic_store_explicit(&voice_ready, 1, memory_order_release);
}

static void *voice_ioctl(void *unused) {
    set_power(1);
    voice_program(__VERIFIER_nondet_int(), __VERIFIER_nondet_int(), __VERIFIER_nondet_int(), __VERIFIER_nondet_int());
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

static void *voice_interrupt(void *unused) {
    while (!atomic_load_explicit(&voice_ready, memory_order_acquire))
        ;
    int frames = voice_frames;
    int rate = voice_rate;
    int width = voice_width;
    int gain = voice_gain;
    assert(frames >= 32);
    assert(frames <= 2048);
    assert(rate >= 8000);
    assert(rate <= 192000);
    assert(width >= 8);
    assert(width <= 32);
    assert(gain >= 1);
    assert(gain <= 64);
    int left = frames;
    for (;;) {
        assert(left >= 0 && left <= 2048);
        if (left > 0)
            left--;
        else
            left = frames;
        note_completion();
    }
    return unused;
}

// Channel loop: programmed once from user space, then served by its interrupt.

static void loop_program(int frames, int rate, int width, int gain) {
    frames = clamp(frames, 32, 2048);
    rate = clamp(rate, 8000, 192000);
    width = clamp(width, 8, 32);
    gain = clamp(gain, 1, 64);
    assert(frames >= 32 && frames <= 2048);
    loop_frames = frames;
    assert(rate >= 8000 && rate <= 192000);
    loop_rate = rate;
    assert(width >= 8 && width <= 32);
    loop_width = width;
    assert(gain >= 1 && gain <= 64);
    loop_gain = gain;
    atomic_store_explicit(&loop_ready, 1, memory_order_release);
}

static void *loop_ioctl(void *unused) {
    set_power(1);
    loop_program(__VERIFIER_nondet_int(), __VERIFIER_nondet_int(), __VERIFIER_nondet_int(), __VERIFIER_nondet_int());
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

static void *loop_interrupt(void *unused) {
    while (!atomic_load_explicit(&loop_ready, memory_order_acquire))
        ;
    int frames = loop_frames;
    int rate = loop_rate;
    int width = loop_width;
    int gain = loop_gain;
    assert(frames >= 32);
    assert(frames <= 2048);
    assert(rate >= 8000);
    assert(rate <= 192000);
    assert(width >= 8);
    assert(width <= 32);
    assert(gain >= 1);
    assert(gain <= 64);
    int left = frames;
    for (;;) {
        assert(left >= 0 && left <= 2048);
        if (left > 0)
            left--;
        else
            left = frames;
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
    pthread_create(&thread, 0, front_ioctl, 0);
    pthread_create(&thread, 0, front_interrupt, 0);
    pthread_create(&thread, 0, rear_ioctl, 0);
    pthread_create(&thread, 0, rear_interrupt, 0);
    pthread_create(&thread, 0, line_ioctl, 0);
    pthread_create(&thread, 0, line_interrupt, 0);
    pthread_create(&thread, 0, voice_ioctl, 0);
    pthread_create(&thread, 0, voice_interrupt, 0);
    pthread_create(&thread, 0, loop_ioctl, 0);
    pthread_create(&thread, 0, loop_interrupt, 0);
    pthread_exit(0);
}
