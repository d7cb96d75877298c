// A text is an argument of printf while nobody changes it.
// broken: data race on name
#include "quiet.h"
char name[16] = "first";
void *work(void *out) {
    fprintf(out, "%3d %s %.2s\n", 1, name, name + 3);
    return 0;
}
int main(void) {
    FILE *out = fopen("/dev/null", "w");
    pthread_t thread = start(work, out);
    UNLESS_BROKEN(finish(thread));
    name[1] = 'o';
    IF_BROKEN(finish(thread));
    fclose(out);
}
