// expect: sc=violation tso=violation pso=violation rmo=violation
// property: memory
// should be: violation. Was: check "safe", explore violation; verify ends with 0 in 6 of 20 runs.
int *p;
void f(void) { int x; p = &x; }
int main(void) { f(); *p = 1; }
