// What the programs of this folder share.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

// Lets other threads go on, without telling anybody anything. No result depends on how long that takes.
static inline void settle(void) { usleep(10000); }

// A thread says that it is done, and another one waits for that, out of sight: in this run the two never meet, and nothing but that keeps them
// apart.
static volatile int thread_is_done[16];
__attribute__((noinline, unused, no_sanitize("thread"))) static void say_done(int thread) { thread_is_done[thread] = 1; }
__attribute__((noinline, unused, no_sanitize("thread"))) static void wait_for(int thread) {
    while (!thread_is_done[thread]) usleep(1000);
    thread_is_done[thread] = 0;
}

static inline pthread_t start(void *(*function)(void *), void *argument) {
    pthread_t thread;
    if (pthread_create(&thread, 0, function, argument)) abort();
    return thread;
}

static inline void start_detached(void *(*function)(void *), void *argument) {
    pthread_detach(start(function, argument));
}

static inline void finish(pthread_t thread) {
    if (pthread_join(thread, 0)) abort();
}

static inline struct timespec soon(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    time.tv_sec += 100;
    return time;
}

#ifdef BROKEN
#define UNLESS_BROKEN(statement)
#define IF_BROKEN(statement) statement
#else
#define UNLESS_BROKEN(statement) statement
#define IF_BROKEN(statement)
#endif
