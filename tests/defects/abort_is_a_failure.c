// expect: sc=violation tso=violation pso=violation rmo=violation
// property: assert
// should be: not "safe" without a word. Was: abort(), __builtin_trap(), a failing g_assert and a failing Rust assert! end a program that is "safe: every execution, no bound".
#include <stdlib.h>
int main(void) { abort(); }
