// Memory at a place that the program chooses has a shadow, too.
// expect: data race on
// events: fork=1 join=1
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <sys/mman.h>

#define SIZE 40000

char *memory;

void *work(void *unused) {
    for (int at = 0; at < SIZE; at += 3) memory[at]++;
    return unused;
}

int main() {
    memory = mmap((void *)0x100000001000, SIZE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return 1;
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    work(0);
    pthread_join(thread, 0);
    return 0;
}
