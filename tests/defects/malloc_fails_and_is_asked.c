// expect: sc=safe tso=safe
// property: memory
// flags: -DSELVEDGE_MALLOC_MAY_FAIL
// Every way to get memory, each with a look at what it returned: right also where memory runs out.
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    errno = 0;
    char *text = strdup("ab");
    if (!text) assert(errno == ENOMEM);
    char *longer = realloc(text, 8);
    if (longer) text = longer;
    if (text && longer) text[7] = 1;
    int *zeros = calloc(2, sizeof(int));
    if (zeros) assert(zeros[1] == 0);
    void *aligned = NULL;
    int status = posix_memalign(&aligned, 16, 4);
    assert(status == 0 ? aligned != NULL : status == ENOMEM && aligned == NULL);
    free(aligned);
    free(zeros);
    free(text);
}
