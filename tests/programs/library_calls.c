// expect: sc=safe
// property: assert deadlock memory
//
// Strings, numbers, sorting and printing from the C library.

#define _GNU_SOURCE
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int cmp(const void *a, const void *b) { return strcmp(*(char **)a, *(char **)b); }
static int sum(int n, ...) {
    va_list ap;
    va_start(ap, n);
    int s = 0;
    while (n--)
        s += va_arg(ap, int);
    va_end(ap);
    return s;
}
int main(int argc, char **argv) {
    char b[100];
    strcpy(b, "abc");
    strcat(b, "def");
    assert(!strcmp(b, "abcdef") && strlen(b) == 6);
    char *w[] = {"pear", "apple", "fig"};
    qsort(w, 3, sizeof *w, cmp);
    printf("%s %s %s\n", w[0], w[1], w[2]);
    int x, y;
    assert(sscanf("12 -7", "%d %d", &x, &y) == 2 && x == 12 && y == -7);
    assert(atoi("42x") == 42 && strtol("0x1f", 0, 0) == 31);
    char *d = strdup("dup");
    d = realloc(d, 50);
    strcat(d, "!");
    puts(d);
    free(d);
    int *z = calloc(4, 4);
    assert(z[3] == 0);
    free(z);
    char t[] = "a,b;c";
    for (char *p = strtok(t, ",;"); p; p = strtok(0, ",;"))
        printf("[%s]", p);
    printf("\n");
    assert(isalpha('x') && !isdigit('x') && toupper('q') == 'Q');
    sprintf(b, "%d-%s-%.2f", 5, "s", 2.5);
    puts(b);
    snprintf(b, 4, "%s", "abcdefgh");
    puts(b);
    fprintf(stdout, "out %d\n", 1);
    fputs("fputs\n", stdout);
    fwrite("fw\n", 1, 3, stdout);
    putc('c', stdout);
    fputc('\n', stdout);
    FILE *f = fopen("q.txt", "w");
    fprintf(f, "line %d\nsecond\n", 1);
    fclose(f);
    f = fopen("q.txt", "r");
    while (fgets(b, 100, f))
        printf("%s", b);
    fclose(f);
    printf("%.3f %.3f %.3f %d\n", sqrt(2), sin(1), pow(2, 10), sum(3, 1, 2, 3));
    assert(abs(-3) == 3 && div(7, 2).quot == 3);
    assert(strstr("hello", "ll") && strchr("abc", 'c'));
    int r = rand();
    assert(r >= 0);
    int *pp = aligned_alloc(64, 64);
    *pp = 1;
    free(pp);
    void *vp;
    assert(!posix_memalign(&vp, 64, 10));
    free(vp);
    int k[40];
    for (int i = 0; i < 40; i++)
        k[i] = (i * 17) % 40;
    int ci(const void *, const void *);
    qsort(k, 40, 4, ci);
    for (int i = 0; i < 40; i++)
        assert(k[i] == i);
    int key = 7;
    assert(bsearch(&key, k, 40, 4, ci) == k + 7);
    int c = getchar();
    assert(c >= -1 && c < 256);
    errno = ENOENT;
    perror("p");
    return 0;
}
int ci(const void *a, const void *b) { return *(int *)a - *(int *)b; }
