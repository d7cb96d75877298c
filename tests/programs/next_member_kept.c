// expect: sc=safe tso=safe pso=safe rmo=safe
// property: memory
// The address behind the last element may be computed, an array at the end may be as long as its memory, and rows stay rows.
#include <stdlib.h>

struct { int row[3]; int next; } both;
struct text { int length; char letters[1]; };
int matrix[2][3];

int main(void) {
    int sum = 0;
    for (int *p = both.row; p != &both.row[3]; p++)
        sum += *p;
    struct text *text = malloc(sizeof *text + 3);
    for (int i = 0; i < 4; i++)
        text->letters[i] = 'a';
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            sum += matrix[i][j];
    free(text);
    return sum;
}
