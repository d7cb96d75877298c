// Numbers and words that sscanf stores, read when the thread has ended.
// broken: data race on count
#include "quiet.h"
int count;
char word[16];
void *work(void *unused) {
    char text[] = "12 apples";
    sscanf(text, "%d %15s", &count, word);
    return 0;
}
int main(void) {
    pthread_t thread = start(work, 0);
    IF_BROKEN(int seen = count);
    finish(thread);
    UNLESS_BROKEN(int seen = count);
    return seen < 0 || word[0] != 'a';
}
