// expect: sc=safe
// property: assert
// What printf returns depends on what was read; check does not know it and may not make it up.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
int number;
void *writer(void *arg) { number = 12; return 0; }
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    int length = printf("%d\n", number);
    pthread_join(thread, 0);
    assert(length == 2 || length == 3);
}
