// expect: sc=safe tso=safe pso=safe rmo=safe
// property: race
// should be: safe (release fence, relaxed store, relaxed load, acquire fence). Was: litmus --races reports a race, explore unknown; check right. Same for release sequences through a read-modify-write.
#include <pthread.h>
#include <stdatomic.h>
int x; atomic_int y;
void *t1(void *a) { x = 1; atomic_thread_fence(memory_order_release); atomic_store_explicit(&y, 1, memory_order_relaxed); return 0; }
void *t2(void *a) { int r = 0; if (atomic_load_explicit(&y, memory_order_relaxed)) { atomic_thread_fence(memory_order_acquire); r = x; } (void)r; return 0; }
int main(void) { pthread_t a, b; pthread_create(&a, 0, t1, 0); pthread_create(&b, 0, t2, 0); pthread_join(a, 0); pthread_join(b, 0); return 0; }
