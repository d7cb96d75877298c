// Two threads read four places that two others write three times each.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#ifndef N
#define N 3
#endif
atomic_int place[4];
static void *look(void *arg) {
    int rounds = (int)(intptr_t)arg;
    for (int i = 0; i < rounds; i++) (void)atomic_load(&place[i % 4]);
    return NULL;
}
static void *write_two(void *arg) {
    int first = (int)(intptr_t)arg;
    for (int i = 1; i <= N; i++) {
        atomic_store(&place[first], i);
        atomic_store(&place[first + 1], i);
    }
    return NULL;
}
int main(void) {
    pthread_t t[4];
    pthread_create(&t[0], NULL, look, (void *)7);
    pthread_create(&t[1], NULL, look, (void *)3);
    pthread_create(&t[2], NULL, write_two, (void *)0);
    pthread_create(&t[3], NULL, write_two, (void *)2);
    for (int i = 0; i < 4; i++) pthread_join(t[i], NULL);
    return 0;
}
