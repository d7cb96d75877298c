// A table that is made once.
// broken: data race on table
#include "quiet.h"
#include <threads.h>
once_flag flag = ONCE_FLAG_INIT;
int numbers[10], *table;
void make(void) {
    for (int at = 0; at < 10; at++) numbers[at] = at;
    table = numbers;
}
void *work(void *second) {
    if (second) settle();
#ifdef BROKEN
    if (!table) make();
#else
    call_once(&flag, make);
#endif
    return (void *)(long)table[3];
}
int main(void) {
    pthread_t one = start(work, 0), two = start(work, numbers);
    finish(one);
    finish(two);
}
