// expect: sc=safe tso=safe pso=safe rmo=safe
// property: assert
// should be: exit 0. Was: exit 2, "the record does not fit the program", for every program that prints.
#include <stdio.h>
int main(void) { return printf("hi\n") != 3; }
