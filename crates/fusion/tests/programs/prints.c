// expect assert: 17
// expect race: 13 23; 13 24; 17 23
//
// What is printed, its length and its copy in memory fit the run.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
int x;
void *f(void *p) {
    char text[8];
    x = 1;
    assert(printf("x is %d\n", 7) == 7 && putchar('a') == 'a' && puts("b") == 2);
    assert(snprintf(text, sizeof text, "%s", "longer than that") == 16 && strlen(text) == 7);
    assert(sprintf(text, "%d", 123) == 3 && write(1, text, 0) == 0 && printf("%s", "") == 0);
    assert(x == 1);
    return 0;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    x = 3;
    printf("started %d\n", x);
    pthread_join(t, 0);
    return 0;
}
