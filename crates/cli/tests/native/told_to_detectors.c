// A program that tells a race detector what it does: an order that is not seen otherwise, and a lock of its own.
// expect: nothing
#include <pthread.h>
#include <unistd.h>
#if !defined(__has_feature)
#define __has_feature(x) 1
#endif
#if !__has_feature(thread_sanitizer)
#error "compiled for a race detector, and not told so"
#endif
void __tsan_acquire(void *), __tsan_release(void *);
void __tsan_mutex_create(void *, unsigned), __tsan_mutex_destroy(void *, unsigned);
void __tsan_mutex_pre_lock(void *, unsigned), __tsan_mutex_post_lock(void *, unsigned, int);
int __tsan_mutex_pre_unlock(void *, unsigned);
void __tsan_mutex_post_unlock(void *, unsigned);
void AnnotateHappensBefore(const char *, int, const volatile void *);
void AnnotateHappensAfter(const char *, int, const volatile void *);
void AnnotateIgnoreWritesBegin(const char *, int), AnnotateIgnoreWritesEnd(const char *, int);
void AnnotateBenignRaceSized(const char *, int, const volatile void *, long, const char *);

int x, y, z, own;
static volatile int done;
__attribute__((noinline, no_sanitize("thread"))) static void say(int what) { done = what; }
__attribute__((noinline, no_sanitize("thread"))) static void wait_for(int what) {
    while (done < what) usleep(1000);
}
// Out of sight, but told.
__attribute__((noinline, no_sanitize("thread"))) static void take(void) {
    volatile int *word = &own;
    while (__sync_lock_test_and_set(word, 1)) usleep(100);
}
__attribute__((noinline, no_sanitize("thread"))) static void give(void) { __sync_lock_release(&own); }
static void count(void) {
    __tsan_mutex_pre_lock(&own, 0);
    take();
    __tsan_mutex_post_lock(&own, 0, 0);
    z++;
    __tsan_mutex_pre_unlock(&own, 0);
    give();
    __tsan_mutex_post_unlock(&own, 0);
}
static void *writes(void *unused) {
    x = 1;
    __tsan_release(&x);
    y = 1;
    AnnotateHappensBefore(__FILE__, __LINE__, &y);
    count();
    say(1);
    return 0;
}
static void *reads(void *unused) {
    wait_for(1);
    __tsan_acquire(&x);
    x++;
    AnnotateHappensAfter(__FILE__, __LINE__, &y);
    y++;
    AnnotateIgnoreWritesBegin(__FILE__, __LINE__);
    AnnotateBenignRaceSized(__FILE__, __LINE__, &z, sizeof z, "none");
    AnnotateIgnoreWritesEnd(__FILE__, __LINE__);
    count();
    return 0;
}
int main(void) {
    pthread_t one, other;
    __tsan_mutex_create(&own, 0);
    pthread_create(&one, 0, writes, 0);
    pthread_create(&other, 0, reads, 0);
    pthread_join(one, 0);
    pthread_join(other, 0);
    __tsan_mutex_destroy(&own, 0);
}
