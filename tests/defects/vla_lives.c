// expect: sc=safe tso=safe
// property: memory
// Arrays of variable length that are used within their blocks, with a jump out of two of them.
#include <pthread.h>
static int n = 2;
static void *fill(void *arg) {
    int *row = arg;
    row[1] = 5;
    return 0;
}
int main(void) {
    pthread_t thread;
    int sum = 0;
    for (int i = 0; i < 2; i++) {
        int row[n];
        row[0] = i;
        pthread_create(&thread, 0, fill, row);
        pthread_join(thread, 0);
        {
            char letters[row[1]][2];
            letters[i][1] = 3;
            sum += row[1] + letters[i][1];
            if (sum == 77) goto out;
        }
        sum += row[0];
    }
out:
    return sum == 77;
}
