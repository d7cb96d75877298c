// An array is sorted by the library, and looked at afterwards.
// broken: data race on numbers
#include "quiet.h"
int numbers[6] = {5, 3, 9, 1, 7, 2};
int compare(const void *one, const void *other) { return *(const int *)one - *(const int *)other; }
void *work(void *unused) {
    qsort(numbers, 6, sizeof *numbers, compare);
    return 0;
}
int main(void) {
    pthread_t thread = start(work, 0);
    UNLESS_BROKEN(finish(thread));
    int first = numbers[0];
    IF_BROKEN(finish(thread));
    return first > 9;
}
