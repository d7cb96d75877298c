// Blocks are handed on by atomic pointers, grow, and are freed by whoever has them.
// broken: use after free
#include "quiet.h"
#include <stdatomic.h>
struct item {
    int length;
    int *numbers;
};
_Atomic(struct item *) box;
void *work(void *unused) {
    for (int round = 0; round < 50; round++) {
        struct item *mine;
        while (!(mine = atomic_exchange(&box, 0))) sched_yield();
        mine->numbers = realloc(mine->numbers, 2 * mine->length * sizeof(int));
        for (int at = mine->length; at < 2 * mine->length; at++) mine->numbers[at] = at;
        mine->length *= 2;
        free(mine->numbers);
        UNLESS_BROKEN(free(mine));
        IF_BROKEN(free(mine); if (round == 49) mine->length = 1);
    }
    return 0;
}
int main(void) {
    pthread_t thread = start(work, 0);
    for (int round = 0; round < 50; round++) {
        struct item *made = malloc(sizeof *made);
        made->length = 4;
        made->numbers = calloc(4, sizeof(int));
        struct item *none = 0;
        while (!atomic_compare_exchange_weak(&box, &none, made)) none = 0, sched_yield();
    }
    finish(thread);
}
