// expect: sc=violation tso=violation
// property: memory
int __VERIFIER_nondet_int(void);
int main(void) {
    int by = __VERIFIER_nondet_int();
    if (by < 0 || by > 32)
        return 0;
    return (1 << by) == 0;
}
