// expect: sc=violation
// property: memory
// __builtin_clz(0) is undefined.
volatile unsigned number;
int main(void) { return __builtin_clz(number) == 77; }
