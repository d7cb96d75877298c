// Relaxed accesses that a thread repeats are logged when they matter: before it synchronises, or when another thread looks.
// expect: nothing
// events: rmw=8 fork=2 join=2
#include <pthread.h>
#include <stdatomic.h>

static _Alignas(64) atomic_long count;
static _Alignas(64) atomic_int ready;
static _Alignas(64) atomic_int done;
static long seen;

static void add(int times) {
    for (int i = 0; i < times; i++) atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
}

// First and last: 2.
static void *adds(void *unused) {
    add(1000);
    return unused;
}

// Before it adds (1), what the main thread has added is told (1).
static void *looks(void *unused) {
    while (!atomic_load_explicit(&ready, memory_order_relaxed)) {}
    add(1);
    atomic_store_explicit(&done, 1, memory_order_relaxed);
    return unused;
}

int main(void) {
    pthread_t thread;
    add(1000); // First and last: 2.
    pthread_create(&thread, 0, adds, 0);
    pthread_join(thread, 0);
    pthread_create(&thread, 0, looks, 0);
    seen = 1;
    add(1000); // First: 1.
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    while (!atomic_load_explicit(&done, memory_order_relaxed)) {}
    seen = 2;
    add(1); // 1.
    pthread_join(thread, 0);
    return atomic_load(&count) != 3002;
}
