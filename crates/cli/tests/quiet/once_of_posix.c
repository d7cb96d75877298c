// The same by pthread_once.
// broken: data race on table
#include "quiet.h"
pthread_once_t flag = PTHREAD_ONCE_INIT;
int numbers[10], *table;
void make(void) {
    for (int at = 0; at < 10; at++) numbers[at] = at;
    table = numbers;
}
void *work(void *unused) {
    UNLESS_BROKEN(pthread_once(&flag, make));
    IF_BROKEN(if (!table) make());
    return (void *)(long)table[3];
}
int main(void) {
    pthread_t one = start(work, 0), two = start(work, 0);
    finish(one);
    finish(two);
}
